//! The outlines of many parcels in one statement.

use std::collections::HashSet;

use chrono::{DateTime, NaiveDate, Utc};

use diesel::pg::Pg;
use diesel::prelude::*;
use diesel::sql_types::{Date, Nullable, Text, Timestamptz};
use diesel_async::{AsyncPgConnection, RunQueryDsl};
use domain::{ParcelUuid, State};
use parcel_record::postgis::float8;
use parcel_record::schema::beyond::{self, Beyond};
use parcel_record::schema::{Outline, outline, parcels};
use serde_json::Value;

use super::dto::ParcelOutline;

#[derive(Debug, Queryable, Selectable)]
#[diesel(table_name = parcels, check_for_backend(Pg))]
struct OutlineRow {
    ll_uuid: ParcelUuid,
    county_fips: String,
    parcelnumb: String,
    state2: Option<String>,
    #[diesel(select_expression = float8(parcels::ll_gisacre))]
    ll_gisacre: Option<f64>,
    is_sample: bool,
    #[diesel(select_expression = beyond::source(), select_expression_type = Beyond<Text>)]
    source: String,
    #[diesel(select_expression = beyond::source_licence(), select_expression_type = Beyond<Nullable<Text>>)]
    source_licence: Option<String>,
    #[diesel(select_expression = beyond::fetched_at(), select_expression_type = Beyond<Timestamptz>)]
    fetched_at: DateTime<Utc>,
    #[diesel(select_expression = outline(), select_expression_type = Outline)]
    geometry: Value,
    #[diesel(select_expression = beyond::retired_at(), select_expression_type = Beyond<Nullable<Timestamptz>>)]
    retired_at: Option<DateTime<Utc>>,
    #[diesel(select_expression = beyond::retired_file_date(), select_expression_type = Beyond<Nullable<Date>>)]
    retired_file_date: Option<NaiveDate>,
}

impl From<OutlineRow> for ParcelOutline {
    fn from(row: OutlineRow) -> Self {
        // County files rarely contain the state.
        let state = State::of_county(&row.county_fips).map(|state| state.postal_code.to_owned());
        Self {
            ll_uuid: row.ll_uuid,
            parcelnumb: row.parcelnumb,
            state2: row.state2.or(state),
            ll_gisacre: row.ll_gisacre,
            is_sample: row.is_sample,
            source: row.source,
            source_licence: row.source_licence,
            fetched_at: Some(row.fetched_at),
            geometry: row.geometry,
            retired_at: row.retired_at,
            retired_file_date: row.retired_file_date,
        }
    }
}

/// The outlines of the public parcels with these identities or numbers. By number, retired parcels only
/// if no other has the number.
pub async fn list(
    conn: &mut AsyncPgConnection,
    ids: &[ParcelUuid],
    numbers: &[String],
) -> QueryResult<Vec<ParcelOutline>> {
    let asked = parcels::ll_uuid
        .eq_any(ids)
        .or(parcels::parcelnumb.eq_any(numbers));
    let mut rows: Vec<OutlineRow> = parcels::table
        .filter(asked)
        .select(OutlineRow::as_select())
        .load(conn)
        .await?;
    let live: HashSet<String> = rows
        .iter()
        .filter(|row| row.retired_at.is_none())
        .map(|row| row.parcelnumb.clone())
        .collect();
    let ids: HashSet<&ParcelUuid> = ids.iter().collect();
    rows.retain(|row| {
        row.retired_at.is_none() || ids.contains(&row.ll_uuid) || !live.contains(&row.parcelnumb)
    });
    Ok(rows.into_iter().map(Into::into).collect())
}
