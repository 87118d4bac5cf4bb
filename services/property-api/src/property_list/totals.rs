//! Figures of all properties that match. Land of a site is summed once (decision 91), and so is land that several parcels are on
//! (decision 121).

use bigdecimal::BigDecimal;
use db::AsyncPgConnection;
use diesel::dsl::sql;
use diesel::prelude::*;
use diesel::sql_types::{Array, BigInt, Bool, Double, Nullable, Numeric, Uuid as SqlUuid};
use diesel_async::RunQueryDsl;
use domain::{ProjectId, PropertyId};
use serde::Serialize;
use utoipa::ToSchema;

use super::filter::Filter;
use super::store::{Matching, matching, with_properties};
use crate::deals::list_dto::MoneySum;
use crate::deals::sites;

/// Figures of all pages. What is not known is left out of a sum, and counted.
#[derive(Debug, Serialize, ToSchema)]
pub struct PropertyTotals {
    pub count: i64,
    /// Properties of these that are part of a site of the project; their land is not in the sums.
    pub in_sites: i64,
    /// Sum of the areas, null if none is known. Land that several of the parcels are on, such as condominiums, counts once.
    #[schema(required = true)]
    pub acres: Option<f64>,
    pub without_acres: i64,
    /// US dollars.
    #[schema(required = true)]
    pub total_value: Option<MoneySum>,
    pub without_total_value: i64,
    /// US dollars.
    #[schema(required = true)]
    pub appraised_value: Option<MoneySum>,
    pub without_appraised_value: i64,
}

/// Points that several properties of the firm have, few as a rule.
const SHARED_POINTS: &str = "SELECT coalesce(array_agg(lon), '{}') AS lon, coalesce(array_agg(lat), '{}') AS lat \
    FROM (SELECT lon, lat FROM properties GROUP BY lon, lat HAVING count(*) > 1) AS lots";

const ACRES: &str = "kept(properties.acres, properties.keep_until)";

/// The acres that a plain sum has too many. The arrays are aggregates of the rows.
const TWICE: &str = "(SELECT sum(lots.twice) FROM (SELECT sum(of_lot.acres) - max(of_lot.acres) AS twice \
    FROM unnest(array_agg(properties.lon), array_agg(properties.lat), array_agg(kept(properties.acres, properties.keep_until))) \
        AS of_lot (lon, lat, acres) \
    GROUP BY of_lot.lon, of_lot.lat) AS lots)";

#[derive(Debug, QueryableByName)]
struct Points {
    #[diesel(sql_type = Array<Double>)]
    lon: Vec<f64>,
    #[diesel(sql_type = Array<Double>)]
    lat: Vec<f64>,
}

/// Figures of the properties that are not part of a site.
#[derive(Debug, Queryable)]
struct Figures {
    count: i64,
    acres: Option<f64>,
    with_acres: i64,
    total_value: Option<BigDecimal>,
    with_total_value: i64,
    appraised_value: Option<BigDecimal>,
    with_appraised_value: i64,
}

pub async fn read(
    conn: &mut AsyncPgConnection,
    project_id: ProjectId,
    filter: &Filter,
) -> QueryResult<PropertyTotals> {
    let parts = sites::parts(conn, Some(project_id)).await?;
    let parts: Vec<PropertyId> = parts.into_iter().map(|part| part.property_id).collect();
    let in_sites: i64 = if parts.is_empty() {
        0
    } else {
        let of_sites = sql::<Bool>("project_links.property_id = ANY(")
            .bind::<Array<SqlUuid>, _>(parts.clone())
            .sql(")");
        matching(project_id, filter)
            .filter(of_sites)
            .select(sql::<BigInt>("count(*)"))
            .get_result(conn)
            .await?
    };
    let others = || {
        let query = with_properties(matching(project_id, filter));
        if parts.is_empty() {
            return query;
        }
        let not_of_sites = sql::<Bool>("project_links.property_id <> ALL(")
            .bind::<Array<SqlUuid>, _>(parts.clone())
            .sql(")");
        query.filter(not_of_sites)
    };
    // Only properties at shared points are grouped: to group a project's 50,000 takes longer than to sum them.
    let shared: Points = diesel::sql_query(SHARED_POINTS).get_result(conn).await?;
    let twice = if shared.lon.is_empty() {
        BigDecimal::default()
    } else {
        read_twice(conn, others(), shared).await?
    };
    let figures: Figures = others()
        .select((
            sql::<BigInt>("count(*)"),
            sql::<Nullable<Double>>(&format!("(sum({ACRES}) - "))
                .bind::<Numeric, _>(twice)
                .sql(")::float8"),
            sql::<BigInt>(&format!("count({ACRES})")),
            sql::<Nullable<Numeric>>("sum(own_or_kept(properties.total_value, 'total_value', properties.edited, properties.keep_until))"),
            sql::<BigInt>("count(own_or_kept(properties.total_value, 'total_value', properties.edited, properties.keep_until))"),
            sql::<Nullable<Numeric>>("sum(own_or_kept(properties.appraised_value, 'appraised_value', properties.edited, properties.keep_until))"),
            sql::<BigInt>("count(own_or_kept(properties.appraised_value, 'appraised_value', properties.edited, properties.keep_until))"),
        ))
        .get_result(conn)
        .await?;
    Ok(PropertyTotals::of(figures, in_sites))
}

/// Acres of the lots at these points beyond each lot's largest area.
async fn read_twice(
    conn: &mut AsyncPgConnection,
    query: Matching,
    points: Points,
) -> QueryResult<BigDecimal> {
    let at_points = sql::<Bool>("(properties.lon, properties.lat) IN (SELECT * FROM unnest(")
        .bind::<Array<Double>, _>(points.lon)
        .sql(", ")
        .bind::<Array<Double>, _>(points.lat)
        .sql("))");
    let twice: Option<BigDecimal> = query
        .filter(at_points)
        .select(sql::<Nullable<Numeric>>(TWICE))
        .get_result(conn)
        .await?;
    Ok(twice.unwrap_or_default())
}

impl PropertyTotals {
    fn of(figures: Figures, in_sites: i64) -> Self {
        Self {
            count: figures.count + in_sites,
            in_sites,
            acres: figures.acres,
            without_acres: figures.count - figures.with_acres,
            total_value: MoneySum::of(figures.total_value),
            without_total_value: figures.count - figures.with_total_value,
            appraised_value: MoneySum::of(figures.appraised_value),
            without_appraised_value: figures.count - figures.with_appraised_value,
        }
    }
}
