//! Files of units: the rows of tax rolls that name one parcel, as CSV.

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
use tokio::sync::mpsc;

use super::client::{self, Body};
use super::error::ExportFailure;
use super::ops::{Part, Parts, REQUEST_SECONDS};
use super::{Exports, store};

/// Units that are sent at once.
const BATCH: u64 = 500;

/// In the order of [`parcel_export::units::COLUMNS`].
const CELLS: &str = "SELECT ARRAY[parcels.ll_uuid::text, parcels.county_fips, parcels.parcelnumb, unit.parcelnumb, unit.unit, \
    unit.address, unit.owner, unit.careof, unit.mailing_address, unit.saledate::text, unit.saleprice::text, unit.year_built::text, \
    unit.usecode, unit.usedesc, unit.parval::text, unit.landval::text, unit.improvval::text, unit.sqft::text, \
    batch.source, batch.licence]";
const FROM: &str = " FROM parcel_units AS unit JOIN parcels ON parcels.ll_uuid = unit.ll_uuid \
    LEFT JOIN parcel_batches AS batch ON batch.batch_id = unit.batch_id \
    WHERE unit.replaced_by IS NULL AND ";

/// Which units are exported.
#[derive(Debug)]
pub struct UnitExport {
    /// Of parcels.
    pub selection: Selection,
    /// Also of parcels that their counties no longer have.
    pub with_retired: bool,
    /// Most units of a request, which is refused beyond it.
    pub max_units: Option<u64>,
}

/// A file for a client of a firm.
pub async fn body(
    exports: &Exports,
    firm: CustomerId,
    pool: &Pool,
    selection: Selection,
) -> ApiResult<Body> {
    let export = UnitExport {
        selection,
        with_retired: false,
        max_units: Some(exports.config.max_parcels),
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

/// Sends a file in parts. Returns the number of units.
pub async fn run(
    pool: &Pool,
    export: UnitExport,
    parts: mpsc::Sender<Part>,
) -> Result<u64, ExportFailure> {
    db::system_tx(pool, async move |conn| write(conn, export, parts).await).await
}

async fn write(
    conn: &mut AsyncPgConnection,
    export: UnitExport,
    parts: mpsc::Sender<Part>,
) -> Result<u64, ExportFailure> {
    let UnitExport {
        selection,
        with_retired,
        max_units,
    } = export;
    let condition = selection.into_condition();
    store::take_snapshot(conn).await?;
    let mut most = i64::MAX;
    match max_units {
        // One more shows that there are too many.
        Some(units) => {
            most = i64::try_from(units).unwrap_or(i64::MAX).saturating_add(1);
            ogc_features::limit_time(conn).await?;
        }
        None => store::set_time(conn, 0).await?,
    }
    let of = count(conn, condition.clone(), with_retired, most).await?;
    let of = of.unsigned_abs();
    if let Some(most) = max_units {
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
    parcel_export::units::begin(&mut ready);
    let rows = rows(conn, condition, with_retired).await?;
    let mut rows = pin!(rows);
    while let Some(cells) = rows.try_next().await? {
        parcel_export::units::add(&cells, &mut ready);
        file.parcels += 1;
        if file.parcels.is_multiple_of(BATCH) {
            file.send(std::mem::take(&mut ready)).await;
        }
    }
    file.send(ready).await;
    Ok(file.parcels)
}

/// Number of the units of the parcels, but not more than `most`.
async fn count(
    conn: &mut AsyncPgConnection,
    condition: Condition,
    with_retired: bool,
    most: i64,
) -> QueryResult<i64> {
    let counted = Counted {
        of: Units {
            condition,
            with_retired,
        },
        most,
    };
    counted.get_result(conn).await
}

/// The units, those of a parcel in the order of their roll.
async fn rows(
    conn: &mut AsyncPgConnection,
    condition: Condition,
    with_retired: bool,
) -> QueryResult<impl Stream<Item = QueryResult<Vec<Option<String>>>> + Send> {
    let listed = Listed(Units {
        condition,
        with_retired,
    });
    listed.load_stream::<Vec<Option<String>>>(conn).await
}

/// The units of some parcels.
#[derive(Debug)]
struct Units {
    condition: Condition,
    with_retired: bool,
}

impl QueryFragment<Pg> for Units {
    fn walk_ast<'b>(&'b self, mut out: AstPass<'_, 'b, Pg>) -> QueryResult<()> {
        out.push_sql(FROM);
        self.condition.walk_ast(out.reborrow())?;
        if !self.with_retired {
            out.push_sql(" AND parcels.retired_at IS NULL");
        }
        Ok(())
    }
}

#[derive(Debug)]
struct Listed(Units);

impl Query for Listed {
    type SqlType = Array<Nullable<Text>>;
}

impl QueryId for Listed {
    type QueryId = ();
    const HAS_STATIC_QUERY_ID: bool = false;
}

impl QueryFragment<Pg> for Listed {
    fn walk_ast<'b>(&'b self, mut out: AstPass<'_, 'b, Pg>) -> QueryResult<()> {
        out.push_sql(CELLS);
        self.0.walk_ast(out.reborrow())?;
        out.push_sql(" ORDER BY parcels.county_fips, unit.roll_row, unit.unit_id");
        Ok(())
    }
}

#[derive(Debug)]
struct Counted {
    of: Units,
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
