//! The rows of a file in a temporary table, with their outlines.

use std::path::PathBuf;

use db::AsyncPgConnection;
use diesel::QueryResult;
use diesel::QueryableByName;
use diesel::sql_types::{Array, BigInt, Bool, Integer, Nullable, Text};
use diesel_async::{RunQueryDsl as _, SimpleAsyncConnection as _};
use feature_files::{FileError, POSTGIS_FUNCTIONS, Reason, Rejections, Rejects};
use parcel_record::field_map::values;
use serde_json::{Map, Value};
use site_layers::OUTLINE_FUNCTION;

use crate::error::LayerError;
use crate::reading::{Feature, Item, Opened, ReadFile};

/// Outlines with more vertices are rejected: repairing one takes minutes and a gigabyte.
const MAX_VERTICES: i32 = 500_000;
/// Bytes of shapes that are sent at once.
const BATCH: usize = 4 << 20;

const TABLE: &str = "CREATE TEMPORARY TABLE layer_rows (line bigint NOT NULL, shape geometry, crs text, attributes jsonb NOT NULL, \
    raw jsonb NOT NULL, outline geometry) ON COMMIT DROP";

const INSERT: &str = "INSERT INTO layer_rows (line, shape, crs, attributes, raw) \
    SELECT line, pg_temp.import_shape(kind, shape), crs, attributes::jsonb, raw::jsonb \
    FROM unnest($1, $2, $3, $4, $5, $6) AS row (line, kind, shape, crs, attributes, raw)";

const TOO_MANY_VERTICES: &str =
    "DELETE FROM layer_rows WHERE ST_NPoints(shape) > $1 RETURNING line, raw::text AS raw";

const OUTLINES: &str = "UPDATE layer_rows SET outline = pg_temp.layer_outline(shape, crs, $1, $2)";

const WITHOUT_OUTLINE: &str =
    "DELETE FROM layer_rows WHERE outline IS NULL RETURNING line, raw::text AS raw";

#[derive(QueryableByName)]
struct Deleted {
    #[diesel(sql_type = BigInt)]
    line: i64,
    #[diesel(sql_type = Text)]
    raw: String,
}

/// The rows of a file on their way into the tables.
pub(crate) struct Staging {
    pub file: ReadFile,
    pub rejections: Rejections,
    rejects: Rejects,
}

impl Staging {
    /// Prepares the session.
    pub async fn prepare(conn: &mut AsyncPgConnection) -> QueryResult<()> {
        conn.batch_execute(
            "SET LOCAL statement_timeout = 0; SET LOCAL idle_in_transaction_session_timeout = 0",
        )
        .await?;
        conn.batch_execute(POSTGIS_FUNCTIONS).await?;
        conn.batch_execute(OUTLINE_FUNCTION).await
    }

    /// Copies all rows of the file.
    pub async fn copy(
        conn: &mut AsyncPgConnection,
        mut opened: Opened,
        rejects: Option<PathBuf>,
    ) -> Result<Self, LayerError> {
        conn.batch_execute("DROP TABLE IF EXISTS pg_temp.layer_rows")
            .await?;
        conn.batch_execute(TABLE).await?;
        let mut staging = Self {
            file: ReadFile::default(),
            rejections: Rejections::default(),
            rejects: Rejects::new(rejects),
        };
        let (mut waiting, mut bytes) = (Vec::new(), 0);
        while let Some(item) = opened.items.recv().await {
            match item {
                Item::Feature(row) => {
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

    /// Rejects shapes of too many vertices.
    pub async fn bounded(&mut self, conn: &mut AsyncPgConnection) -> Result<(), LayerError> {
        let deleted: Vec<Deleted> = diesel::sql_query(TOO_MANY_VERTICES)
            .bind::<Integer, _>(MAX_VERTICES)
            .load(conn)
            .await?;
        self.reject_rows(deleted, &Reason::new("an outline of too many vertices"))
    }

    /// Rejects rows without an outline, and ends the file of rejected rows. An error if no row is left.
    pub async fn usable(
        &mut self,
        conn: &mut AsyncPgConnection,
    ) -> Result<Option<PathBuf>, LayerError> {
        let deleted: Vec<Deleted> = diesel::sql_query(WITHOUT_OUTLINE).load(conn).await?;
        self.reject_rows(deleted, &Reason::new("no usable outline"))?;
        let rejects = self.rejects.finish()?;
        if self.file.rows == self.rejections.total() as i64 {
            return Err(LayerError::AllRejected {
                rows: self.file.rows,
                rejections: self.rejections.clone(),
                rejects,
            });
        }
        Ok(rejects)
    }

    fn reject_rows(&mut self, deleted: Vec<Deleted>, reason: &Reason) -> Result<(), LayerError> {
        for Deleted { line, raw } in deleted {
            let columns: Map<String, Value> = serde_json::from_str(&raw).unwrap_or_default();
            self.reject(line, reason, &columns)?;
        }
        Ok(())
    }

    fn reject(
        &mut self,
        line: i64,
        reason: &Reason,
        columns: &Map<String, Value>,
    ) -> Result<(), LayerError> {
        self.rejections.add(line, reason, columns);
        self.rejects.add(line, reason.text(), columns)?;
        Ok(())
    }
}

/// Computes all outlines, with or without exchanged axes.
pub(crate) async fn compute_outlines(
    conn: &mut AsyncPgConnection,
    swap_axes: bool,
    dimensions: &[i32],
) -> QueryResult<usize> {
    diesel::sql_query(OUTLINES)
        .bind::<Bool, _>(swap_axes)
        .bind::<Array<Integer>, _>(dimensions)
        .execute(conn)
        .await
}

async fn insert(conn: &mut AsyncPgConnection, rows: Vec<Feature>) -> QueryResult<usize> {
    let texts = |of: fn(&Feature) -> String| rows.iter().map(of).collect::<Vec<String>>();
    diesel::sql_query(INSERT)
        .bind::<Array<BigInt>, _>(rows.iter().map(|row| row.line).collect::<Vec<_>>())
        .bind::<Array<Text>, _>(texts(|row| row.shape.kind().to_owned()))
        // PostgreSQL's text cannot hold NUL.
        .bind::<Array<Text>, _>(texts(|row| row.shape.text().replace('\0', "")))
        .bind::<Array<Nullable<Text>>, _>(
            rows.iter().map(|row| row.crs.clone()).collect::<Vec<_>>(),
        )
        .bind::<Array<Text>, _>(texts(|row| {
            values::without_nul(row.attributes.clone()).to_string()
        }))
        .bind::<Array<Text>, _>(texts(|row| {
            values::without_nul(Value::Object(row.columns.clone())).to_string()
        }))
        .execute(conn)
        .await
}
