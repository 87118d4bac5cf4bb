//! The rows of a file in a temporary table: outlines computed, rows rejected, parts joined.

use std::path::PathBuf;

use db::AsyncPgConnection;
use diesel::sql_types::{Array, BigInt, Bool, Integer, Nullable, Text};
use diesel::{QueryResult, QueryableByName};
use diesel_async::{RunQueryDsl as _, SimpleAsyncConnection as _};
use feature_files::{FileError, POSTGIS_FUNCTIONS, Reason, Rejections, Rejects};
use parcel_record::field_map::values;
use serde_json::{Map, Value};

use crate::AreaFile;
use crate::error::AreaError;
use crate::reading::{Item, Opened, ReadArea, ReadFile};

/// Outlines with more vertices are simplified: screens draw all of them.
const MAX_DRAWN: i32 = 50_000;
/// Outlines with more vertices are rejected: repairing one takes minutes and a gigabyte.
const MAX_VERTICES: i32 = 500_000;
/// Bytes of shapes that are sent at once.
const BATCH: usize = 4 << 20;

const INSERT: &str = "INSERT INTO area_rows (line, parent, key, name, kind, shape, crs, raw) \
    SELECT line, parent, key, name, kind, shape, crs, raw::jsonb \
    FROM unnest($1, $2, $3, $4, $5, $6, $7, $8) AS row (line, parent, key, name, kind, shape, crs, raw)";

const TOO_MANY_VERTICES: &str = "DELETE FROM area_rows \
    WHERE octet_length(shape) > 4 * $1 AND ST_NPoints(pg_temp.import_shape(kind, shape)) > $1 RETURNING line, raw::text AS raw";

const OUTLINES: &str = "UPDATE area_rows SET outline = pg_temp.area_outline(kind, shape, crs, $1)";

const WITHOUT_OUTLINE: &str =
    "DELETE FROM area_rows WHERE outline IS NULL RETURNING line, raw::text AS raw";

const SIMPLIFY: &str = "UPDATE area_rows SET outline = pg_temp.import_simplified(outline, $1) \
    WHERE ST_NPoints(outline) > $1";

const STILL_TOO_MANY: &str =
    "DELETE FROM area_rows WHERE ST_NPoints(outline) > $1 RETURNING line, raw::text AS raw";

/// A row with the key of an earlier one and another name.
const OTHER_NAME: &str = "DELETE FROM area_rows USING ( \
        SELECT line, first_value(line) OVER same AS first, name <> first_value(name) OVER same AS differs \
        FROM area_rows WINDOW same AS (PARTITION BY parent, key ORDER BY line) \
    ) AS seen \
    WHERE area_rows.line = seen.line AND differs RETURNING area_rows.line, raw::text AS raw, first";

/// Rows of one area are its parts.
const JOIN: &str = "CREATE TEMPORARY TABLE areas ON COMMIT DROP AS \
    SELECT parent, key, min(name) AS name, CASE count(*) WHEN 1 THEN (array_agg(outline))[1] \
        ELSE ST_Multi(ST_CollectionExtract(ST_Union(outline), 3)) END AS outline \
    FROM area_rows GROUP BY parent, key";

#[derive(QueryableByName)]
struct Deleted {
    #[diesel(sql_type = BigInt)]
    line: i64,
    #[diesel(sql_type = Text)]
    raw: String,
}

#[derive(QueryableByName)]
struct OtherName {
    #[diesel(sql_type = BigInt)]
    line: i64,
    #[diesel(sql_type = Text)]
    raw: String,
    #[diesel(sql_type = BigInt)]
    first: i64,
}

#[derive(QueryableByName)]
struct Count {
    #[diesel(sql_type = BigInt)]
    count: i64,
}

/// The rows of a file on their way into the tables.
pub(crate) struct Staging {
    pub file: ReadFile,
    pub rejections: Rejections,
    rejects: Rejects,
    /// Outlines of very many vertices.
    pub simplified: usize,
    /// Rows that were joined to an earlier one of the same area.
    pub further_parts: i64,
}

impl Staging {
    /// Copies all rows of the file.
    pub async fn copy(
        conn: &mut AsyncPgConnection,
        file: &AreaFile,
        mut opened: Opened,
    ) -> Result<Self, AreaError> {
        conn.batch_execute(
            "SET LOCAL statement_timeout = 0; SET LOCAL idle_in_transaction_session_timeout = 0",
        )
        .await?;
        conn.batch_execute(POSTGIS_FUNCTIONS).await?;
        conn.batch_execute(include_str!("functions.sql")).await?;
        let mut staging = Self {
            file: ReadFile::default(),
            rejections: Rejections::default(),
            rejects: Rejects::new(file.rejects.clone()),
            simplified: 0,
            further_parts: 0,
        };
        let (mut waiting, mut bytes) = (Vec::new(), 0);
        while let Some(item) = opened.items.recv().await {
            match item {
                Item::Area(row) => {
                    bytes += row.shape.size();
                    waiting.push(*row);
                }
                Item::Rejected {
                    line,
                    reason,
                    columns,
                } => staging.reject(line, &reason, &columns)?,
            }
            if bytes > BATCH {
                insert(conn, std::mem::take(&mut waiting)).await?;
                bytes = 0;
            }
        }
        insert(conn, waiting).await?;
        staging.file = opened
            .reader
            .await
            .map_err(|_panicked| FileError::Interrupted)??;
        Ok(staging)
    }

    /// Computes the outlines, of all rows but those of too many vertices.
    pub async fn outlines(
        &mut self,
        conn: &mut AsyncPgConnection,
        swap_axes: bool,
    ) -> Result<(), AreaError> {
        let too_many = Reason::new("an outline of too many vertices");
        self.reject_deleted(conn, TOO_MANY_VERTICES, MAX_VERTICES, &too_many)
            .await?;
        compute_outlines(conn, swap_axes).await?;
        Ok(())
    }

    /// Rejects rows without a usable outline, and simplifies those of very many vertices.
    pub async fn usable(&mut self, conn: &mut AsyncPgConnection) -> Result<(), AreaError> {
        let deleted: Vec<Deleted> = diesel::sql_query(WITHOUT_OUTLINE).load(conn).await?;
        self.reject_rows(deleted, &Reason::new("no usable outline"))?;
        self.simplified = diesel::sql_query(SIMPLIFY)
            .bind::<Integer, _>(MAX_DRAWN)
            .execute(conn)
            .await?;
        let before = self.rejections.total();
        let too_many = Reason::new("an outline of too many vertices");
        self.reject_deleted(conn, STILL_TOO_MANY, MAX_DRAWN, &too_many)
            .await?;
        self.simplified -= (self.rejections.total() - before) as usize;
        Ok(())
    }

    async fn reject_deleted(
        &mut self,
        conn: &mut AsyncPgConnection,
        delete: &str,
        most: i32,
        reason: &Reason,
    ) -> Result<(), AreaError> {
        let deleted: Vec<Deleted> = diesel::sql_query(delete)
            .bind::<Integer, _>(most)
            .load(conn)
            .await?;
        self.reject_rows(deleted, reason)
    }

    /// Rejects the rows at these positions.
    pub async fn reject_lines(
        &mut self,
        conn: &mut AsyncPgConnection,
        lines: &[i64],
        reason: &Reason,
    ) -> Result<(), AreaError> {
        let deleted: Vec<Deleted> = diesel::sql_query(
            "DELETE FROM area_rows WHERE line = ANY ($1) RETURNING line, raw::text AS raw",
        )
        .bind::<Array<BigInt>, _>(lines)
        .load(conn)
        .await?;
        self.reject_rows(deleted, reason)
    }

    /// Joins the rows of each area in the table `areas`, and ends the file of rejected rows. An error
    /// if none is left.
    pub async fn join(
        &mut self,
        conn: &mut AsyncPgConnection,
    ) -> Result<Option<PathBuf>, AreaError> {
        let others: Vec<OtherName> = diesel::sql_query(OTHER_NAME).load(conn).await?;
        for OtherName { line, raw, first } in others {
            let detail = format!("the code of row {first}, with another name");
            let reason = Reason::with("the code of an earlier row, with another name", detail);
            self.reject(line, &reason, &columns(&raw))?;
        }
        conn.batch_execute(JOIN).await?;
        let rejects = self.rejects.finish()?;
        let rows = count(conn, "SELECT count(*) AS count FROM area_rows").await?;
        if rows == 0 {
            return Err(AreaError::AllRejected {
                rows: self.file.rows,
                rejections: self.rejections.clone(),
                rejects,
            });
        }
        self.further_parts = rows - count(conn, "SELECT count(*) AS count FROM areas").await?;
        Ok(rejects)
    }

    fn reject_rows(&mut self, deleted: Vec<Deleted>, reason: &Reason) -> Result<(), AreaError> {
        for Deleted { line, raw } in deleted {
            self.reject(line, reason, &columns(&raw))?;
        }
        Ok(())
    }

    fn reject(
        &mut self,
        line: i64,
        reason: &Reason,
        columns: &Map<String, Value>,
    ) -> Result<(), AreaError> {
        self.rejections.add(line, reason, columns);
        self.rejects.add(line, reason.text(), columns)?;
        Ok(())
    }
}

/// Computes all outlines, with or without exchanged axes.
pub(crate) async fn compute_outlines(
    conn: &mut AsyncPgConnection,
    swap_axes: bool,
) -> QueryResult<usize> {
    diesel::sql_query(OUTLINES)
        .bind::<Bool, _>(swap_axes)
        .execute(conn)
        .await
}

/// The `count` of a query.
pub(crate) async fn count(conn: &mut AsyncPgConnection, query: &str) -> QueryResult<i64> {
    let counted: Count = diesel::sql_query(query).get_result(conn).await?;
    Ok(counted.count)
}

async fn insert(conn: &mut AsyncPgConnection, rows: Vec<ReadArea>) -> QueryResult<usize> {
    let texts = |of: fn(&ReadArea) -> String| rows.iter().map(of).collect::<Vec<String>>();
    diesel::sql_query(INSERT)
        .bind::<Array<BigInt>, _>(rows.iter().map(|row| row.line).collect::<Vec<_>>())
        .bind::<Array<Text>, _>(texts(|row| row.area.parent.clone()))
        .bind::<Array<Text>, _>(texts(|row| row.area.key.clone()))
        .bind::<Array<Text>, _>(texts(|row| row.area.name.clone()))
        .bind::<Array<Text>, _>(texts(|row| row.shape.kind().to_owned()))
        // PostgreSQL's text cannot hold NUL.
        .bind::<Array<Text>, _>(texts(|row| row.shape.text().replace('\0', "")))
        .bind::<Array<Nullable<Text>>, _>(
            rows.iter().map(|row| row.crs.clone()).collect::<Vec<_>>(),
        )
        .bind::<Array<Text>, _>(texts(|row| {
            values::without_nul(Value::Object(row.columns.clone())).to_string()
        }))
        .execute(conn)
        .await
}

/// The columns of a row, for the file of rejected rows.
fn columns(raw: &str) -> Map<String, Value> {
    serde_json::from_str(raw).unwrap_or_default()
}
