//! Statements of the place search. Each reads a bounded number of rows, whatever the text.
//!
//! SQL, because rows are limited in a subquery before they are filtered, which diesel does not have.

use std::sync::LazyLock;

use db::AsyncPgConnection;
use diesel::QueryResult;
use diesel::pg::Pg;
use diesel::prelude::*;
use diesel::query_builder::{AstPass, Query, QueryFragment, QueryId};
use diesel::sql_types::{Array, BigInt, Bool, Double, Integer, Jsonb, Nullable, Text};
use diesel_async::RunQueryDsl;
use domain::{LonLat, ParcelUuid, State};
use parcel_record::counties::Bounds;
use parcel_record::facts::SOURCE_DATE;
use parcel_record::groups;
use serde::Deserialize;

use super::domain::{PlaceName, SearchText, WordQuery};
use super::dto::{PlaceKind, PlaceSource};
use super::named::{self, Named};

/// Most rows that a statement reads from an index of words, addresses or names.
pub const MAX_READ: i32 = 5_000;

/// What is shown of a parcel, and its order: `tier`, then distance on the map.
const SHOWN: &str = "ll_uuid, county_fips, address, scity, state2, szip, owner, parcelnumb, float8(ll_gisacre) AS acres, lon, lat, \
    ARRAY[ST_XMin(geom), ST_YMin(geom), ST_XMax(geom), ST_YMax(geom)] AS bbox, tier, distance, \
    source, source_licence, fetched_at, {source_date} AS source_date";

/// The same columns before they are limited. $1, $2 the centre on the map.
const READ: &str = "ll_uuid, county_fips, address, scity, state2, szip, owner, parcelnumb, ll_gisacre, lon, lat, geom, \
    source, source_licence, fetched_at, source_date, has_own_date, batch_id, retired_by, \
    geom_3857 <-> ST_SetSRID(ST_MakePoint($1, $2), 3857) AS distance";

/// The tier of a parcel whose number is not the text. $3, $4 the range of addresses that begin
/// with it.
const TIER: &str =
    "CASE WHEN upper(address) ~>=~ $3 AND upper(address) ~<~ $4 THEN 1 ELSE 2 END AS tier";

/// Parcels whose number is the text, and those whose address begins with it. $6, $7 the number as
/// typed and in capitals. One number occurs in each county at most once, short ones in hundreds: all of them are compared by their
/// distance, after they are read by their number.
pub const EXACT: &str = "WITH found AS MATERIALIZED (\
        (SELECT * FROM (SELECT {read}, 0 AS tier FROM parcels WHERE parcelnumb IN ($6, $7) AND retired_at IS NULL LIMIT {max}) AS numbered \
            ORDER BY distance LIMIT 100) \
        UNION ALL (SELECT {read}, 1 AS tier FROM parcels WHERE upper(address) ~>=~ $3 AND upper(address) ~<~ $4 AND retired_at IS NULL LIMIT {max}) \
    ) SELECT (SELECT count(*) FROM found WHERE tier = 1) AS read, coalesce(jsonb_agg(hit), '[]') AS hits \
    FROM (SELECT {shown} FROM found AS parcels ORDER BY tier, distance, ll_uuid LIMIT $5) hit";

/// Those of the $7 nearest parcels that have the words $6; $8 to $11 the part of the map.
pub const NEAREST: &str = "SELECT count(*) AS read, coalesce(jsonb_agg(hit), '[]') AS hits FROM (\
        SELECT {shown} FROM (\
            SELECT {read}, {tier}, words FROM parcels WHERE geom_3857 && ST_MakeEnvelope($8, $9, $10, $11, 3857) AND retired_at IS NULL \
            ORDER BY geom_3857 <-> ST_SetSRID(ST_MakePoint($1, $2), 3857) LIMIT $7\
        ) AS parcels WHERE words @@ $6::tsquery ORDER BY tier, distance, ll_uuid LIMIT $5\
    ) hit";

/// Parcels that have the words $7 in the index, if they have all words $6.
pub const INDEXED: &str = "WITH found AS MATERIALIZED (\
        SELECT {read}, {tier}, words @@ $6::tsquery AS matches FROM parcels WHERE words @@ $7::tsquery AND retired_at IS NULL{groups} LIMIT {max}\
    ) SELECT (SELECT count(*) FROM found) AS read, coalesce(jsonb_agg(hit), '[]') AS hits \
    FROM (SELECT {shown} FROM found AS parcels WHERE matches ORDER BY tier, distance, ll_uuid LIMIT $5) hit";

/// Cities whose name begins with a text. $1, $2 the range, $3 the state, $4 the text, $5, $6 the
/// centre in degrees.
const CITIES: &str = "SELECT name, statefp, west, south, east, north, is_whole FROM (\
        SELECT max(city) AS name, statefp, min(west) AS west, min(south) AS south, max(east) AS east, max(north) AS north, \
            city_key = $4 AS is_whole \
        FROM (SELECT * FROM parcel_cities WHERE city_key ~>=~ $1 AND city_key ~<~ $2 AND ($3 IS NULL OR statefp = $3) LIMIT {max}) found \
        GROUP BY statefp, city_key\
    ) cities ORDER BY is_whole DESC, (((west + east) / 2 - $5) * cosd($6)) ^ 2 + ((south + north) / 2 - $6) ^ 2, name, statefp LIMIT $7";

/// A parcel that matches, as the statements return it.
#[derive(Debug, Clone, PartialEq, Deserialize)]
pub struct Hit {
    pub ll_uuid: ParcelUuid,
    pub county_fips: String,
    pub address: Option<String>,
    pub scity: Option<String>,
    pub state2: Option<String>,
    pub szip: Option<String>,
    pub owner: Option<String>,
    pub parcelnumb: String,
    pub acres: Option<f64>,
    pub lon: f64,
    pub lat: f64,
    pub bbox: [f64; 4],
    /// 0 the text is its number, 1 its address begins with the text, 2 it has the words.
    pub tier: u8,
    /// From the centre, on the map.
    pub distance: f64,
    #[serde(flatten)]
    pub from: PlaceSource,
}

/// Result of a statement.
#[derive(Debug)]
pub struct Hits {
    /// The best, at most the limit.
    pub hits: Vec<Hit>,
    /// No row was left unread.
    pub is_complete: bool,
}

#[derive(QueryableByName)]
struct Row {
    #[diesel(sql_type = BigInt)]
    read: i64,
    #[diesel(sql_type = Jsonb)]
    hits: serde_json::Value,
}

/// What every statement on parcels takes.
#[derive(Debug)]
pub struct Request<'a> {
    pub text: &'a SearchText,
    pub center: LonLat,
    pub limit: i64,
}

/// On the map, what is around the centre: two degrees in each direction.
pub const AROUND: f64 = 2.0 * 111_300.0;

/// The whole map.
pub const EVERYWHERE: Bounds = Bounds {
    west: -180.0,
    south: -90.0,
    east: 180.0,
    north: 90.0,
};

/// Indexes only. For common words the planner would rather read the table from its begin until it
/// has the limit, and read all of it when it was wrong. Nor whole ranges of them, while a plan is for any text.
pub async fn use_indexes(conn: &mut AsyncPgConnection) -> QueryResult<usize> {
    diesel::sql_query(
        "SELECT set_config('enable_seqscan', 'off', true), set_config('enable_bitmapscan', 'off', true)",
    )
    .execute(conn)
    .await
}

/// From now on each statement has a plan of its own: it depends on the words, and on how many are read.
pub async fn plan_for_words(conn: &mut AsyncPgConnection) -> QueryResult<usize> {
    diesel::sql_query(
        "SELECT set_config('plan_cache_mode', 'force_custom_plan', true), set_config('enable_bitmapscan', 'on', true)",
    )
    .execute(conn)
    .await
}

/// Parcels whose number is the text, and those whose address begins with it.
pub async fn list_exact(conn: &mut AsyncPgConnection, asked: &Request<'_>) -> QueryResult<Hits> {
    let (x, y) = web_mercator(asked.center.lon(), asked.center.lat());
    let (from, to) = range(&asked.text.capitals);
    let query = Exact {
        x,
        y,
        from,
        to,
        asked,
    };
    let (read, found): (i64, serde_json::Value) = query.get_result(conn).await?;
    hits(Row { read, hits: found })
}

/// Those of the `count` nearest parcels of an area that have the words.
pub async fn list_nearest(
    conn: &mut AsyncPgConnection,
    asked: &Request<'_>,
    words: &WordQuery,
    area: Bounds,
    count: i64,
) -> QueryResult<Vec<Hit>> {
    let (west, south) = web_mercator(area.west, area.south);
    let (east, north) = web_mercator(area.east, area.north);
    let query = asked
        .statement(NEAREST)
        .bind::<Text, _>(&words.all)
        .bind::<BigInt, _>(count)
        .bind::<Double, _>(west)
        .bind::<Double, _>(south)
        .bind::<Double, _>(east)
        .bind::<Double, _>(north);
    Ok(hits(query.get_result(conn).await?)?.hits)
}

/// Whose parcels are read.
#[derive(Debug, Clone, Copy)]
pub enum Within<'a> {
    All,
    /// Of these county groups.
    Groups(&'a [&'static str]),
    /// Of all but these.
    OtherGroups(&'a [&'static str]),
}

impl<'a> Within<'a> {
    /// Partitions without such parcels are not read. $8 the groups.
    fn condition(self) -> (&'static str, Option<&'a [&'static str]>) {
        match self {
            Self::All => ("", None),
            Self::Groups(groups) => (" AND county_group = ANY($8)", Some(groups)),
            Self::OtherGroups(groups) => (" AND county_group <> ALL($8)", Some(groups)),
        }
    }
}

/// The county groups with all parcels [`AROUND`] a place.
pub fn groups_around(place: LonLat) -> Vec<&'static str> {
    let (lon, lat) = (place.lon(), place.lat());
    let around = Bounds {
        west: lon - 2.0,
        south: lat - 2.0,
        east: lon + 2.0,
        north: lat + 2.0,
    };
    groups::within(&around).into_iter().collect()
}

/// Parcels that have the words, of those that have these words of them in the index.
pub async fn list_indexed(
    conn: &mut AsyncPgConnection,
    asked: &Request<'_>,
    words: &WordQuery,
    indexed: &str,
    within: Within<'_>,
) -> QueryResult<Hits> {
    let (condition, groups) = within.condition();
    let mut query = asked
        .statement(&INDEXED.replace("{groups}", condition))
        .bind::<Text, _>(&words.all)
        .bind::<Text, _>(indexed.to_owned());
    if let Some(groups) = groups {
        query = query.bind::<Array<Text>, _>(groups.to_vec());
    }
    hits(query.get_result(conn).await?)
}

/// The SQL text of a statement on parcels.
pub fn sql(statement: &str) -> String {
    statement
        .replace("{shown}", SHOWN)
        .replace("{read}", READ)
        .replace("{tier}", TIER)
        .replace("{source_date}", SOURCE_DATE)
        .replace("{groups}", "")
        .replace("{max}", &(MAX_READ + 1).to_string())
}

impl<'a> Request<'a> {
    /// With the parameters $1 to $5.
    fn statement(
        &self,
        statement: &str,
    ) -> diesel::query_builder::BoxedSqlQuery<'a, Pg, diesel::query_builder::SqlQuery> {
        let (x, y) = web_mercator(self.center.lon(), self.center.lat());
        let (from, to) = range(&self.text.capitals);
        diesel::sql_query(sql(statement))
            .into_boxed::<Pg>()
            .bind::<Double, _>(x)
            .bind::<Double, _>(y)
            .bind::<Text, _>(from)
            .bind::<Text, _>(to)
            .bind::<BigInt, _>(self.limit)
    }
}

/// [`EXACT`], prepared once per connection: one plan does for all texts, and planning it takes longer than running it, because it
/// reads each partition in two ways.
struct Exact<'a> {
    x: f64,
    y: f64,
    from: String,
    to: String,
    asked: &'a Request<'a>,
}

static EXACT_SQL: LazyLock<String> = LazyLock::new(|| sql(EXACT));

impl Query for Exact<'_> {
    type SqlType = (BigInt, Jsonb);
}

/// The key of the prepared statement is its SQL.
impl QueryId for Exact<'_> {
    type QueryId = ();

    const HAS_STATIC_QUERY_ID: bool = false;
}

impl QueryFragment<Pg> for Exact<'_> {
    fn walk_ast<'b>(&'b self, mut out: AstPass<'_, 'b, Pg>) -> QueryResult<()> {
        let mut parts = EXACT_SQL.split('$');
        out.push_sql(parts.next().unwrap_or_default());
        for part in parts {
            let (number, sql) = part.split_at(1);
            match number {
                "1" => out.push_bind_param::<Double, _>(&self.x)?,
                "2" => out.push_bind_param::<Double, _>(&self.y)?,
                "3" => out.push_bind_param::<Text, _>(&self.from)?,
                "4" => out.push_bind_param::<Text, _>(&self.to)?,
                "5" => out.push_bind_param::<BigInt, _>(&self.asked.limit)?,
                "6" => out.push_bind_param::<Text, _>(&self.asked.text.typed)?,
                _ => out.push_bind_param::<Text, _>(&self.asked.text.capitals)?,
            }
            out.push_sql(sql);
        }
        Ok(())
    }
}

fn hits(row: Row) -> QueryResult<Hits> {
    let hits = serde_json::from_value(row.hits)
        .map_err(|error| diesel::result::Error::DeserializationError(error.into()))?;
    Ok(Hits {
        hits,
        is_complete: row.read <= i64::from(MAX_READ),
    })
}

/// The texts that begin with this one: from the first, and less than the second.
fn range(begin: &str) -> (String, String) {
    (begin.to_owned(), format!("{begin}{}", char::MAX))
}

/// Metres of EPSG:3857, at most to the edge of the map.
fn web_mercator(lon: f64, lat: f64) -> (f64, f64) {
    const RADIUS: f64 = 6_378_137.0;
    const EDGE: f64 = 85.06;
    let lat = lat.clamp(-EDGE, EDGE).to_radians();
    (
        RADIUS * lon.to_radians(),
        RADIUS * (std::f64::consts::FRAC_PI_4 + lat / 2.0).tan().ln(),
    )
}

#[derive(QueryableByName)]
struct City {
    #[diesel(sql_type = Text)]
    name: String,
    #[diesel(sql_type = Text)]
    statefp: String,
    #[diesel(sql_type = Double)]
    west: f64,
    #[diesel(sql_type = Double)]
    south: f64,
    #[diesel(sql_type = Double)]
    east: f64,
    #[diesel(sql_type = Double)]
    north: f64,
    #[diesel(sql_type = Bool)]
    is_whole: bool,
}

/// Cities of parcels that have this name or begin with it, best first.
pub async fn list_cities(
    conn: &mut AsyncPgConnection,
    name: &PlaceName,
    near: LonLat,
) -> QueryResult<Vec<Named>> {
    let (from, to) = range(&name.key);
    let most = i32::try_from(named::MAX_OF_KIND).unwrap_or(i32::MAX);
    let cities: Vec<City> = diesel::sql_query(sql(CITIES))
        .bind::<Text, _>(from)
        .bind::<Text, _>(to)
        .bind::<Nullable<Text>, _>(name.state.map(|state: &State| state.fips))
        .bind::<Text, _>(&name.key)
        .bind::<Double, _>(near.lon())
        .bind::<Double, _>(near.lat())
        .bind::<Integer, _>(most)
        .load(conn)
        .await?;
    Ok(cities.into_iter().map(Into::into).collect())
}

impl From<City> for Named {
    fn from(city: City) -> Self {
        let bounds = Bounds {
            west: city.west,
            south: city.south,
            east: city.east,
            north: city.north,
        };
        let label = named::city_label(&city.name, &city.statefp);
        Self::new(PlaceKind::City, label, bounds, city.is_whole)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_centre_is_projected_as_postgis_does() {
        let (x, y) = web_mercator(-95.37, 29.76);
        assert!(
            (x + 10_616_539.8).abs() < 1.0 && (y - 3_472_737.2).abs() < 1.0,
            "{x} {y}"
        );
        for pole in [-90.0, 90.0] {
            assert!(web_mercator(0.0, pole).1.is_finite());
        }
    }

    #[test]
    fn every_statement_limits_what_it_reads() {
        for statement in [EXACT, NEAREST, INDEXED, CITIES] {
            // Of the few parcels that are shown.
            let sql = sql(statement).replace(SOURCE_DATE, "");
            let tables = sql.matches("FROM parcel").count();
            assert!(sql.matches("LIMIT").count() > tables, "{sql}");
        }
    }
}
