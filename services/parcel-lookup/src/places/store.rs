//! Searches parcels by words in address, owner and number.
//!
//! Every word must match; a trigram index also finds matches inside words. SQL, because candidates
//! are limited in a subquery in FROM, which diesel does not have.

use std::fmt::Write as _;

use diesel::pg::Pg;
use diesel::prelude::*;
use diesel::sql_types::{BigInt, Bool, Double, Nullable, Text};
use diesel_async::{AsyncPgConnection, RunQueryDsl};
use domain::{ParcelUuid, State};
use parcel_record::schema::parcels;

use super::dto::{Place, PlaceKind, Search};

/// Candidates are limited before sorting, because two letters may match a million rows. Each word
/// is a separate condition, because `LIKE ALL` cannot use the index.
const SEARCH: &str = "WITH hits AS (\
        SELECT ll_uuid, county_fips, address, scity, state2, szip, owner, parcelnumb, ll_gisacre, lon, lat, geom, search \
        FROM parcels WHERE retired_at IS NULL AND {words} LIMIT 2000\
    ) SELECT ll_uuid, county_fips, address, scity, state2, szip, owner, parcelnumb, float8(ll_gisacre) AS acres, lon, lat, \
        search LIKE $1 AS by_address, \
        ST_XMin(geom) AS west, ST_YMin(geom) AS south, ST_XMax(geom) AS east, ST_YMax(geom) AS north \
    FROM hits ORDER BY (search LIKE $1) DESC, (parcelnumb = $2) DESC, \
        CASE WHEN $3 IS NULL THEN 0 ELSE (lon - $3) ^ 2 + (lat - $4) ^ 2 END, search, ll_uuid LIMIT $5";

/// Number of parameters before those of the words.
const BEFORE_WORDS: usize = 5;

#[derive(QueryableByName)]
#[diesel(table_name = parcels, check_for_backend(Pg))]
struct Hit {
    ll_uuid: ParcelUuid,
    county_fips: String,
    address: Option<String>,
    scity: Option<String>,
    state2: Option<String>,
    szip: Option<String>,
    owner: Option<String>,
    parcelnumb: String,
    #[diesel(sql_type = Nullable<Double>)]
    acres: Option<f64>,
    #[diesel(sql_type = Double)]
    lon: f64,
    #[diesel(sql_type = Double)]
    lat: f64,
    #[diesel(sql_type = Bool)]
    by_address: bool,
    #[diesel(sql_type = Double)]
    west: f64,
    #[diesel(sql_type = Double)]
    south: f64,
    #[diesel(sql_type = Double)]
    east: f64,
    #[diesel(sql_type = Double)]
    north: f64,
}

/// Parcels that match every word; addresses that begin with the text come first.
pub async fn list_matching(
    conn: &mut AsyncPgConnection,
    search: &Search,
) -> QueryResult<Vec<Place>> {
    let text = search.text.to_uppercase();
    let words = Words::of(&text);
    let mut query = diesel::sql_query(SEARCH.replace("{words}", &words.conditions))
        .into_boxed::<Pg>()
        .bind::<Text, _>(format!("{}%", escape(&text)))
        .bind::<Text, _>(search.text.clone())
        .bind::<Nullable<Double>, _>(search.near.map(domain::LonLat::lon))
        .bind::<Nullable<Double>, _>(search.near.map(domain::LonLat::lat))
        .bind::<BigInt, _>(search.limit);
    for value in words.values {
        query = query.bind::<Text, _>(value);
    }
    let hits: Vec<Hit> = query.load(conn).await?;
    Ok(hits.into_iter().map(Into::into).collect())
}

/// Conditions and parameters of a search's words.
struct Words {
    conditions: String,
    values: Vec<String>,
}

impl Words {
    fn of(text: &str) -> Self {
        let mut words = Self {
            conditions: "true".to_owned(),
            values: Vec::new(),
        };
        for word in text.split([' ', ',']).filter(|word| !word.is_empty()) {
            let within = words.parameter(format!("%{}%", escape(word)));
            // `TX` is either the state, which stored addresses rarely contain, or part of a word.
            let condition = match State::with_postal_code(word) {
                Some(state) => {
                    let digits = words.parameter(state.fips.to_owned());
                    format!(" AND (search LIKE ${within} OR left(county_fips, 2) = ${digits})")
                }
                None => format!(" AND search LIKE ${within}"),
            };
            // Writing to a String cannot fail.
            let _ = words.conditions.write_str(&condition);
        }
        words
    }

    /// Adds a value and returns its parameter number.
    fn parameter(&mut self, value: String) -> usize {
        self.values.push(value);
        BEFORE_WORDS + self.values.len()
    }
}

impl From<Hit> for Place {
    fn from(hit: Hit) -> Self {
        let state = hit
            .state2
            .as_deref()
            .or_else(|| State::of_county(&hit.county_fips).map(|state| state.postal_code));
        let region = joined([state, hit.szip.as_deref()], " ");
        let place = joined(
            [
                hit.address.as_deref(),
                hit.scity.as_deref(),
                region.as_deref(),
            ],
            ", ",
        );
        let owner = hit.owner.as_deref().filter(|_| !hit.by_address);
        let label = joined([place.as_deref(), owner, Some(&hit.parcelnumb)], " · ");
        Self {
            label: label.unwrap_or_default(),
            kind: PlaceKind::Parcel,
            lat: hit.lat,
            lon: hit.lon,
            ll_uuid: Some(hit.ll_uuid),
            acres: hit.acres,
            bbox: Some([hit.west, hit.south, hit.east, hit.north]),
        }
    }
}

/// Joins the known parts; none when there are none.
fn joined<const N: usize>(parts: [Option<&str>; N], between: &str) -> Option<String> {
    let known: Vec<&str> = parts
        .into_iter()
        .flatten()
        .filter(|part| !part.is_empty())
        .collect();
    (!known.is_empty()).then(|| known.join(between))
}

/// Escapes the wildcards of LIKE.
fn escape(text: &str) -> String {
    text.replace('\\', "\\\\")
        .replace('%', "\\%")
        .replace('_', "\\_")
}
