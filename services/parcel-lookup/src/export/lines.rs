//! Files of what has rows of its own beside the parcels, as CSV.

use std::pin::pin;

use db::Pool;
use diesel::pg::Pg;
use diesel::prelude::*;
use diesel::query_builder::{AstPass, Query, QueryFragment, QueryId};
use diesel::sql_types::{Array, BigInt, Nullable, Text};
use diesel_async::{AsyncPgConnection, RunQueryDsl};
use domain::CustomerId;
use futures::{Stream, TryStreamExt as _};
use http_kit::ApiResult;
use ogc_features::{Condition, Selection};
use parcel_export::lines;
use tokio::sync::mpsc;

use super::client::{self, Body};
use super::error::ExportFailure;
use super::ops::{Part, Parts, REQUEST_SECONDS};
use super::{Exports, store};

/// Rows that are sent at once.
const BATCH: u64 = 500;

/// What has rows of its own beside the parcels, and how they are read. All SQL in it is our own.
#[derive(Debug)]
pub struct Content {
    /// Names of the columns.
    pub columns: &'static [&'static str],
    /// An array with a text or null for each of them.
    pub cells: &'static str,
    /// `FROM` and `WHERE`, to which the condition is added.
    pub from: &'static str,
    /// What is true of rows of which the counties still have the land.
    pub is_live: &'static str,
    pub order: &'static str,
}

/// Which rows are exported.
#[derive(Debug)]
pub struct LineExport {
    pub content: &'static Content,
    pub selection: Selection,
    /// Also of land that its county no longer has.
    pub with_retired: bool,
    /// Most rows of a request, which is refused beyond it.
    pub max_rows: Option<u64>,
}

/// A file for a client of a firm.
pub async fn body(
    exports: &Exports,
    firm: CustomerId,
    pool: &Pool,
    content: &'static Content,
    selection: Selection,
) -> ApiResult<Body> {
    let export = LineExport {
        content,
        selection,
        with_retired: false,
        max_rows: Some(exports.config.max_parcels),
    };
    let pool = pool.clone();
    let work = move |parts| async move {
        // Of a firm, to which the growth runs of filters belong.
        db::tenant_tx(&pool, firm, async move |conn| {
            write(conn, export, parts).await
        })
        .await
    };
    client::body(exports, firm, work).await
}

/// Sends a file in parts. Returns the number of rows.
pub async fn run(
    pool: &Pool,
    export: LineExport,
    parts: mpsc::Sender<Part>,
) -> Result<u64, ExportFailure> {
    db::system_tx(pool, async move |conn| write(conn, export, parts).await).await
}

async fn write(
    conn: &mut AsyncPgConnection,
    export: LineExport,
    parts: mpsc::Sender<Part>,
) -> Result<u64, ExportFailure> {
    let chosen = Chosen {
        content: export.content,
        condition: export.selection.into_condition(),
        with_retired: export.with_retired,
    };
    store::take_snapshot(conn).await?;
    let mut most = i64::MAX;
    match export.max_rows {
        // One more shows that there are too many.
        Some(rows) => {
            most = i64::try_from(rows).unwrap_or(i64::MAX).saturating_add(1);
            ogc_features::limit_time(conn).await?;
        }
        None => store::set_time(conn, 0).await?,
    }
    let of = count(conn, chosen.clone(), most).await?.unsigned_abs();
    if let Some(most) = export.max_rows {
        if of > most {
            return Err(ExportFailure::TooLarge(most));
        }
        store::set_time(conn, REQUEST_SECONDS).await?;
    }
    let mut file = Parts {
        sender: parts,
        parcels: 0,
        of,
    };
    let mut ready = Vec::new();
    lines::begin(chosen.content.columns, &mut ready);
    let rows = rows(conn, chosen).await?;
    let mut rows = pin!(rows);
    while let Some(cells) = rows.try_next().await? {
        lines::add(&cells, &mut ready);
        file.parcels += 1;
        if file.parcels.is_multiple_of(BATCH) {
            file.send(std::mem::take(&mut ready)).await;
        }
    }
    file.send(ready).await;
    Ok(file.parcels)
}

/// Number of the rows, but not more than `most`.
async fn count(conn: &mut AsyncPgConnection, of: Chosen, most: i64) -> QueryResult<i64> {
    Counted { of, most }.get_result(conn).await
}

async fn rows(
    conn: &mut AsyncPgConnection,
    of: Chosen,
) -> QueryResult<impl Stream<Item = QueryResult<Vec<Option<String>>>> + Send> {
    Listed(of).load_stream::<Vec<Option<String>>>(conn).await
}

/// The rows of a file.
#[derive(Debug, Clone)]
struct Chosen {
    content: &'static Content,
    condition: Condition,
    with_retired: bool,
}

impl QueryFragment<Pg> for Chosen {
    fn walk_ast<'b>(&'b self, mut out: AstPass<'_, 'b, Pg>) -> QueryResult<()> {
        out.push_sql(self.content.from);
        out.push_sql(" AND ");
        self.condition.walk_ast(out.reborrow())?;
        if !self.with_retired {
            out.push_sql(" AND ");
            out.push_sql(self.content.is_live);
        }
        Ok(())
    }
}

#[derive(Debug)]
struct Listed(Chosen);

impl Query for Listed {
    type SqlType = Array<Nullable<Text>>;
}

impl QueryId for Listed {
    type QueryId = ();
    const HAS_STATIC_QUERY_ID: bool = false;
}

impl QueryFragment<Pg> for Listed {
    fn walk_ast<'b>(&'b self, mut out: AstPass<'_, 'b, Pg>) -> QueryResult<()> {
        out.push_sql("SELECT ");
        out.push_sql(self.0.content.cells);
        self.0.walk_ast(out.reborrow())?;
        out.push_sql(" ORDER BY ");
        out.push_sql(self.0.content.order);
        Ok(())
    }
}

#[derive(Debug)]
struct Counted {
    of: Chosen,
    most: i64,
}

impl Query for Counted {
    type SqlType = BigInt;
}

impl QueryId for Counted {
    type QueryId = ();
    const HAS_STATIC_QUERY_ID: bool = false;
}

impl QueryFragment<Pg> for Counted {
    fn walk_ast<'b>(&'b self, mut out: AstPass<'_, 'b, Pg>) -> QueryResult<()> {
        out.push_sql("SELECT count(*) FROM (SELECT");
        self.of.walk_ast(out.reborrow())?;
        out.push_sql(" LIMIT ");
        out.push_bind_param::<BigInt, _>(&self.most)?;
        out.push_sql(") AS counted");
        Ok(())
    }
}
