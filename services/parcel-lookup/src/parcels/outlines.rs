//! The outlines of many parcels in one statement.

use bigdecimal::{BigDecimal, ToPrimitive as _};
use diesel::prelude::*;
use diesel::sql_types::{Array, Bool, Jsonb, Nullable, Numeric, Text, Uuid as SqlUuid};
use diesel_async::{AsyncPgConnection, RunQueryDsl};
use domain::{ParcelUuid, State};
use serde_json::Value;
use uuid::Uuid;

use super::dto::ParcelOutline;
use super::store::GEOMETRY;

#[derive(Debug, QueryableByName)]
struct OutlineRow {
    #[diesel(sql_type = SqlUuid)]
    ll_uuid: Uuid,
    #[diesel(sql_type = Text)]
    county_fips: String,
    #[diesel(sql_type = Text)]
    parcelnumb: String,
    #[diesel(sql_type = Nullable<Text>)]
    state2: Option<String>,
    #[diesel(sql_type = Nullable<Numeric>)]
    ll_gisacre: Option<BigDecimal>,
    #[diesel(sql_type = Bool)]
    is_sample: bool,
    #[diesel(sql_type = Jsonb)]
    geometry: Value,
}

impl From<OutlineRow> for ParcelOutline {
    fn from(row: OutlineRow) -> Self {
        // County files rarely contain the state.
        let state = State::of_county(&row.county_fips).map(|state| state.postal_code.to_owned());
        Self {
            ll_uuid: ParcelUuid(row.ll_uuid),
            parcelnumb: row.parcelnumb,
            state2: row.state2.or(state),
            ll_gisacre: row.ll_gisacre.and_then(|acres| acres.to_f64()),
            is_sample: row.is_sample,
            geometry: row.geometry,
        }
    }
}

/// The outlines of the parcels with these identities or numbers.
pub async fn list(
    conn: &mut AsyncPgConnection,
    ids: &[ParcelUuid],
    numbers: &[String],
) -> QueryResult<Vec<ParcelOutline>> {
    let ids: Vec<Uuid> = ids.iter().map(|id| id.0).collect();
    let rows: Vec<OutlineRow> = diesel::sql_query(format!(
        "SELECT ll_uuid, county_fips, parcelnumb, state2, ll_gisacre, is_sample, {GEOMETRY} FROM parcels \
         WHERE ll_uuid = ANY ($1) OR parcelnumb = ANY ($2)"
    ))
    .bind::<Array<SqlUuid>, _>(ids)
    .bind::<Array<Text>, _>(numbers)
    .load(conn)
    .await?;
    Ok(rows.into_iter().map(Into::into).collect())
}
