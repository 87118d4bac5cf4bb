//! Searching parcels by what stands in their address, owner and number.
//!
//! Every word must occur; a trigram index finds them inside words too.

use diesel::prelude::*;
use diesel::sql_types::{Array, BigInt, Double, Nullable, Text, Uuid as SqlUuid};
use diesel_async::{AsyncPgConnection, RunQueryDsl};
use domain::ParcelUuid;
use uuid::Uuid;

use super::dto::{Place, PlaceKind, Search};

/// Candidates are cut before they are sorted: two letters may match a million rows.
const SEARCH: &str = "WITH hits AS (\
        SELECT ll_uuid, address, scity, owner, parcelnumb, lon, lat, geom, search FROM parcels WHERE search LIKE ALL ($1) LIMIT 2000\
    ) SELECT ll_uuid, lon, lat, \
        concat_ws(' · ', nullif(concat_ws(', ', address, scity), ''), CASE WHEN search LIKE $2 THEN NULL ELSE owner END, parcelnumb) AS label, \
        ST_XMin(geom) AS west, ST_YMin(geom) AS south, ST_XMax(geom) AS east, ST_YMax(geom) AS north \
    FROM hits ORDER BY (search LIKE $2) DESC, (parcelnumb = $3) DESC, \
        CASE WHEN $4 IS NULL THEN 0 ELSE (lon - $4) ^ 2 + (lat - $5) ^ 2 END, search, ll_uuid LIMIT $6";

#[derive(QueryableByName)]
struct Hit {
    #[diesel(sql_type = SqlUuid)]
    ll_uuid: Uuid,
    #[diesel(sql_type = Double)]
    lon: f64,
    #[diesel(sql_type = Double)]
    lat: f64,
    #[diesel(sql_type = Text)]
    label: String,
    #[diesel(sql_type = Double)]
    west: f64,
    #[diesel(sql_type = Double)]
    south: f64,
    #[diesel(sql_type = Double)]
    east: f64,
    #[diesel(sql_type = Double)]
    north: f64,
}

/// Parcels in which every word of the search occurs; addresses that begin with it come first.
pub async fn list_matching(
    conn: &mut AsyncPgConnection,
    search: &Search,
) -> QueryResult<Vec<Place>> {
    let words: Vec<String> = search
        .text
        .to_uppercase()
        .split([' ', ','])
        .filter(|word| !word.is_empty())
        .map(|word| format!("%{}%", escape(word)))
        .collect();
    let hits: Vec<Hit> = diesel::sql_query(SEARCH)
        .bind::<Array<Text>, _>(words)
        .bind::<Text, _>(format!("{}%", escape(&search.text.to_uppercase())))
        .bind::<Text, _>(&search.text)
        .bind::<Nullable<Double>, _>(search.near.map(domain::LonLat::lon))
        .bind::<Nullable<Double>, _>(search.near.map(domain::LonLat::lat))
        .bind::<BigInt, _>(search.limit)
        .load(conn)
        .await?;
    Ok(hits.into_iter().map(Into::into).collect())
}

impl From<Hit> for Place {
    fn from(hit: Hit) -> Self {
        Self {
            label: hit.label,
            kind: PlaceKind::Parcel,
            lat: hit.lat,
            lon: hit.lon,
            ll_uuid: Some(ParcelUuid(hit.ll_uuid)),
            bbox: Some([hit.west, hit.south, hit.east, hit.north]),
        }
    }
}

/// What LIKE takes for itself is meant as typed.
fn escape(text: &str) -> String {
    text.replace('\\', "\\\\")
        .replace('%', "\\%")
        .replace('_', "\\_")
}
