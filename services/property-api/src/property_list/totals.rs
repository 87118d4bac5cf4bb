//! Figures of all properties that match. Land of a site is summed once (decision 91), and so is land that several parcels are on
//! (decision 121).

use bigdecimal::BigDecimal;
use db::AsyncPgConnection;
use diesel::dsl::sql;
use diesel::prelude::*;
use diesel::sql_types::{BigInt, Bool, Double, Nullable, Numeric, Uuid as SqlUuid};
use diesel_async::RunQueryDsl;
use domain::ProjectId;
use serde::Serialize;
use utoipa::ToSchema;

use super::filter::Filter;
use super::store::linked_properties;
use crate::deals::list_dto::MoneySum;
use crate::schema::project_links;

/// Figures of all pages. What is not known is left out of a sum, and counted.
#[derive(Debug, Default, Serialize, ToSchema)]
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

/// Acres of the ground lots: parcels with the same inner point are on the same land. The arrays are aggregates of the rows of a group.
const LAND: &str = "(SELECT sum(lots.acres)::float8 FROM (SELECT max(of_lot.acres) AS acres \
    FROM unnest(array_agg(properties.lon), array_agg(properties.lat), array_agg(kept(properties.acres, properties.keep_until))) AS of_lot (lon, lat, acres) \
    GROUP BY of_lot.lon, of_lot.lat) AS lots)";

/// Figures of the properties that are part of a site, or of the others.
#[derive(Debug, Queryable)]
struct Figures {
    in_sites: bool,
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
    // By the property, so that deals are joined only for a filter that is about them.
    let in_sites = sql::<Bool>(
        "properties.property_id IN (SELECT d.property_id FROM deals d JOIN deals_in_sites(",
    )
    .bind::<SqlUuid, _>(project_id)
    .sql(") i USING (deal_id))");
    let mut query = linked_properties()
        // The first of the selected columns.
        .group_by(sql::<Bool>("1"))
        .select((
            in_sites,
            sql::<BigInt>("count(*)"),
            sql::<Nullable<Double>>(LAND),
            sql::<BigInt>("count(kept(properties.acres, properties.keep_until))"),
            sql::<Nullable<Numeric>>("sum(own_or_kept(properties.total_value, 'total_value', properties.edited, properties.keep_until))"),
            sql::<BigInt>("count(own_or_kept(properties.total_value, 'total_value', properties.edited, properties.keep_until))"),
            sql::<Nullable<Numeric>>("sum(own_or_kept(properties.appraised_value, 'appraised_value', properties.edited, properties.keep_until))"),
            sql::<BigInt>("count(own_or_kept(properties.appraised_value, 'appraised_value', properties.edited, properties.keep_until))"),
        ))
        .into_boxed()
        .filter(project_links::project_id.eq(project_id))
        .filter(project_links::removed_at.is_null());
    for condition in filter.conditions() {
        query = query.filter(condition);
    }
    let figures: Vec<Figures> = query.load(conn).await?;
    Ok(PropertyTotals::of(figures))
}

impl PropertyTotals {
    fn of(figures: Vec<Figures>) -> Self {
        let mut totals = Self::default();
        for of in figures {
            totals.count += of.count;
            if of.in_sites {
                totals.in_sites = of.count;
                continue;
            }
            totals.acres = of.acres;
            totals.without_acres = of.count - of.with_acres;
            totals.total_value = MoneySum::of(of.total_value);
            totals.without_total_value = of.count - of.with_total_value;
            totals.appraised_value = MoneySum::of(of.appraised_value);
            totals.without_appraised_value = of.count - of.with_appraised_value;
        }
        totals
    }
}
