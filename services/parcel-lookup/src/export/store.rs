//! Statements that read parcels for a file.

use chrono::{DateTime, NaiveDate, Utc};
use diesel::expression::{
    AppearsOnTable, Expression, SelectableExpression, ValidGrouping, is_aggregate,
};
use diesel::pg::Pg;
use diesel::prelude::*;
use diesel::query_builder::{AstPass, Query, QueryFragment, QueryId};
use diesel::sql_types::{BigInt, Binary, Bool, Jsonb, Nullable};
use diesel_async::{AsyncPgConnection, RunQueryDsl, SimpleAsyncConnection as _};
use domain::ParcelUuid;
use futures::{Stream, TryStreamExt as _};
use ogc_features::Condition;
use parcel_export::{Exported, Format, Growth, Listed, Outline};
use parcel_record::ParcelFields;
use parcel_record::schema::{beyond, parcels};
use serde_json::Value;

use crate::ogc::Figures;
use crate::parcels::tax_roll;

/// Count and rows are of one moment. Must be the first statement of a transaction.
const SNAPSHOT: &str = "SET TRANSACTION ISOLATION LEVEL REPEATABLE READ, READ ONLY";

/// A parcel, its provenance, its outline and its figures.
type Row = (
    ParcelFields,
    Source,
    bool,
    Option<DateTime<Utc>>,
    Vec<u8>,
    (Option<f64>, Option<f64>, Option<f64>),
);

/// Name, licence and date of the source, when it was read, and what is a tax roll's.
type Source = (
    String,
    Option<String>,
    DateTime<Utc>,
    Option<NaiveDate>,
    Option<Value>,
);

/// Makes all statements of the transaction see the same parcels.
pub async fn take_snapshot(conn: &mut AsyncPgConnection) -> QueryResult<()> {
    conn.batch_execute(SNAPSHOT).await
}

/// Limits how long the statements that follow may take, including the time that their reader takes;
/// 0 for ever. They are planned for the values of their filter.
pub async fn set_time(conn: &mut AsyncPgConnection, seconds: u32) -> QueryResult<()> {
    let settings = ["statement_timeout", "idle_in_transaction_session_timeout"];
    let settings = settings.map(|name| format!("SET LOCAL {name} = '{seconds}s'"));
    conn.batch_execute(&format!(
        "SET LOCAL plan_cache_mode = force_custom_plan;{}",
        settings.join(";")
    ))
    .await
}

/// Number of the parcels, but not more than `most`.
pub async fn count(
    conn: &mut AsyncPgConnection,
    condition: Condition,
    with_retired: bool,
    most: i64,
) -> QueryResult<i64> {
    let counted = Counted {
        condition,
        with_retired,
        most,
    };
    counted.get_result(conn).await
}

/// The parcels, in no particular order: sorting them would take a copy of all.
pub async fn rows(
    conn: &mut AsyncPgConnection,
    condition: Condition,
    (with_retired, figures): (bool, Figures),
    format: Format,
) -> QueryResult<impl Stream<Item = QueryResult<Exported>> + Send> {
    let rows = parcels::table
        .filter(condition)
        .filter(beyond::is_live().or(with_retired.into_sql::<Bool>()))
        .select((
            ParcelFields::as_select(),
            (
                beyond::source(),
                beyond::source_licence(),
                beyond::fetched_at(),
                beyond::source_date(),
                TaxRoll,
            ),
            parcels::is_sample,
            beyond::retired_at(),
            Written(format.outline()),
            figures,
        ))
        .load_stream::<Row>(conn)
        .await?;
    Ok(rows.map_ok(exported))
}

/// Those of these parcels that exist, also retired ones, in no particular order.
pub async fn listed(
    conn: &mut AsyncPgConnection,
    ids: &[ParcelUuid],
    figures: Figures,
    format: Format,
) -> QueryResult<Vec<Exported>> {
    let rows: Vec<Row> = parcels::table
        .filter(parcels::ll_uuid.eq_any(ids))
        .select((
            ParcelFields::as_select(),
            (
                beyond::source(),
                beyond::source_licence(),
                beyond::fetched_at(),
                beyond::source_date(),
                TaxRoll,
            ),
            parcels::is_sample,
            beyond::retired_at(),
            Written(format.outline()),
            figures,
        ))
        .load(conn)
        .await?;
    Ok(rows.into_iter().map(exported).collect())
}

/// Number of these parcels that exist, also retired ones.
pub async fn count_listed(conn: &mut AsyncPgConnection, ids: &[ParcelUuid]) -> QueryResult<i64> {
    parcels::table
        .filter(parcels::ll_uuid.eq_any(ids))
        .count()
        .get_result(conn)
        .await
}

fn exported((fields, source, is_sample, retired_at, outline, figures): Row) -> Exported {
    let (source, source_licence, fetched_at, source_date, tax_roll) = source;
    let (slope_percent, chance, decade) = figures;
    let decade = decade.map(|year| year as i32);
    Exported {
        fields: fields.with_state(),
        source,
        source_licence,
        is_sample,
        fetched_at,
        source_date,
        // Our own statement has made it.
        tax_roll: tax_roll.and_then(|roll| serde_json::from_value(roll).ok()),
        slope_percent,
        growth: Growth { chance, decade },
        retired_at,
        listed: Listed::default(),
        outline,
    }
}

/// The number of the first rows: diesel cannot count a limited subquery.
#[derive(Debug)]
struct Counted {
    condition: Condition,
    with_retired: bool,
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
        out.push_sql("SELECT count(*) FROM (SELECT FROM parcels WHERE ");
        self.condition.walk_ast(out.reborrow())?;
        if !self.with_retired {
            out.push_sql(" AND parcels.retired_at IS NULL");
        }
        out.push_sql(" LIMIT ");
        out.push_bind_param::<BigInt, _>(&self.most)?;
        out.push_sql(") AS counted");
        Ok(())
    }
}

/// What is known of a parcel's tax roll, as JSON of [`parcel_record::TaxRollSource`]. The hash of a parcel with one has two
/// parts; of the others, the original rows are not read.
#[derive(Debug, Clone, Copy)]
struct TaxRoll;

impl Expression for TaxRoll {
    type SqlType = Nullable<Jsonb>;
}

impl AppearsOnTable<parcels::table> for TaxRoll {}
impl SelectableExpression<parcels::table> for TaxRoll {}

impl<GB> ValidGrouping<GB> for TaxRoll {
    type IsAggregate = is_aggregate::No;
}

impl QueryId for TaxRoll {
    type QueryId = ();
    const HAS_STATIC_QUERY_ID: bool = false;
}

impl QueryFragment<Pg> for TaxRoll {
    fn walk_ast<'b>(&'b self, mut out: AstPass<'_, 'b, Pg>) -> QueryResult<()> {
        out.push_sql(
            "CASE WHEN parcels.content_hash LIKE '%+%' THEN (SELECT to_jsonb(roll) FROM (",
        );
        out.push_sql(tax_roll::OF_PARCEL);
        out.push_sql(") AS roll) END");
        Ok(())
    }
}

/// The outline in the form of a file, an expression for diesel's `select`.
#[derive(Debug, Clone, Copy)]
struct Written(Outline);

impl Written {
    /// Texts have 7 decimals, about a centimetre, as everywhere.
    const fn sql(self) -> &'static str {
        match self.0 {
            Outline::GeoJson => {
                "convert_to(ST_AsGeoJSON(ST_ForcePolygonCCW(parcels.geom), 7, 0), 'UTF8')"
            }
            Outline::Wkt => "convert_to(ST_AsText(parcels.geom, 7), 'UTF8')",
            Outline::Wkb => "ST_AsBinary(parcels.geom, 'NDR')",
            Outline::Kml => "convert_to(ST_AsKML(ST_ForcePolygonCCW(parcels.geom), 7), 'UTF8')",
            Outline::None => "''::bytea",
        }
    }
}

impl Expression for Written {
    type SqlType = Binary;
}

impl AppearsOnTable<parcels::table> for Written {}
impl SelectableExpression<parcels::table> for Written {}

impl<GB> ValidGrouping<GB> for Written {
    type IsAggregate = is_aggregate::No;
}

impl QueryId for Written {
    type QueryId = ();
    const HAS_STATIC_QUERY_ID: bool = false;
}

impl QueryFragment<Pg> for Written {
    fn walk_ast<'b>(&'b self, mut out: AstPass<'_, 'b, Pg>) -> QueryResult<()> {
        out.push_sql(self.sql());
        Ok(())
    }
}
