//! States, counties, metropolitan areas as markets and their counties as submarkets.
//!
//! Outlines come from the TopoJSON file of the npm package `us-atlas` (Census Bureau, public
//! domain), the county lists from `data/metros.csv`. Both are facts of public record.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt;
use std::path::Path;

use anyhow::Context as _;
use diesel::QueryResult;
use diesel::sql_types::{Array, BigInt, Text};
use diesel_async::RunQueryDsl;
use serde::Deserialize;

use super::topology::{self, Area};

/// `cbsa_code,cbsa_title,county_fips`: metropolitan areas of July 2023 by the Office of Management
/// and Budget.
const METROS: &str = include_str!("../../../data/metros.csv");

#[derive(Deserialize)]
struct MetroRow {
    cbsa_code: i64,
    cbsa_title: String,
    county_fips: String,
}

/// What was there to be made.
pub struct Areas {
    states: usize,
    counties: usize,
    metros: usize,
    submarkets: usize,
}

impl fmt::Display for Areas {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self {
            states,
            counties,
            metros,
            submarkets,
        } = self;
        write!(
            f,
            "{states} states, {counties} counties, {metros} metropolitan areas with {submarkets} submarkets are there."
        )
    }
}

/// Makes what is missing and refreshes outlines.
pub async fn seed(pool: &db::Pool, file: &Path) -> anyhow::Result<Areas> {
    let text = tokio::fs::read_to_string(file)
        .await
        .with_context(|| format!("{} cannot be read", file.display()))?;
    let (states, counties) = (
        topology::areas(&text, "states")?,
        topology::areas(&text, "counties")?,
    );
    let metros = metros()?;
    let known: BTreeMap<&str, &Area> = counties
        .iter()
        .map(|county| (county.fips.as_str(), county))
        .collect();
    db::unscoped_tx(pool, "sample geography", async |conn| {
        insert_states(conn, &states).await?;
        for chunk in counties.chunks(500) {
            insert_counties(conn, chunk).await?;
        }
        Ok::<_, diesel::result::Error>(())
    })
    .await?;
    let mut areas = Areas {
        states: states.len(),
        counties: counties.len(),
        metros: 0,
        submarkets: 0,
    };
    db::unscoped_tx(pool, "sample geography", async |conn| {
        for ((code, title), fips) in &metros {
            let of_metro: Vec<&Area> = fips
                .iter()
                .filter_map(|fips| known.get(fips.as_str()).copied())
                .collect();
            // Connecticut's planning regions of 2022 have no outline in the file of 2017.
            if of_metro.is_empty() {
                continue;
            }
            insert_metro(conn, *code, title, &of_metro, &states).await?;
            areas.metros += 1;
            areas.submarkets += of_metro.len();
        }
        Ok::<_, diesel::result::Error>(areas)
    })
    .await
    .context("markets")
}

type Metros = BTreeMap<(i64, String), BTreeSet<String>>;

fn metros() -> anyhow::Result<Metros> {
    let mut metros = Metros::new();
    for row in csv::Reader::from_reader(METROS.as_bytes()).deserialize() {
        let row: MetroRow = row?;
        metros
            .entry((row.cbsa_code, row.cbsa_title))
            .or_default()
            .insert(row.county_fips);
    }
    Ok(metros)
}

fn columns<'a>(
    areas: impl IntoIterator<Item = &'a Area>,
) -> (Vec<String>, Vec<String>, Vec<String>) {
    let mut columns = (Vec::new(), Vec::new(), Vec::new());
    for area in areas {
        columns.0.push(area.fips.clone());
        columns.1.push(area.name.clone());
        columns.2.push(area.geometry.to_string());
    }
    columns
}

async fn insert_states(conn: &mut db::AsyncPgConnection, states: &[Area]) -> QueryResult<usize> {
    let (fips, names, _) = columns(states);
    diesel::sql_query(
        "INSERT INTO states (statefp, name) SELECT * FROM unnest($1, $2) \
         ON CONFLICT (statefp) DO UPDATE SET name = excluded.name",
    )
    .bind::<Array<Text>, _>(fips)
    .bind::<Array<Text>, _>(names)
    .execute(conn)
    .await
}

async fn insert_counties(
    conn: &mut db::AsyncPgConnection,
    counties: &[Area],
) -> QueryResult<usize> {
    let (fips, names, outlines) = columns(counties);
    diesel::sql_query(
        "INSERT INTO counties (county_fips, statefp, name, geom) \
         SELECT fips, left(fips, 2), name, ST_Multi(ST_CollectionExtract(ST_MakeValid(ST_SetSRID(ST_GeomFromGeoJSON(outline), 4326)), 3)) \
         FROM unnest($1, $2, $3) AS area (fips, name, outline) \
         ON CONFLICT (county_fips) DO UPDATE SET name = excluded.name, geom = excluded.geom",
    )
    .bind::<Array<Text>, _>(fips)
    .bind::<Array<Text>, _>(names)
    .bind::<Array<Text>, _>(outlines)
    .execute(conn)
    .await
}

/// A metropolitan area with its counties; it is listed under each of their states.
async fn insert_metro(
    conn: &mut db::AsyncPgConnection,
    code: i64,
    title: &str,
    counties: &[&Area],
    states: &[Area],
) -> QueryResult<()> {
    diesel::sql_query(
        "INSERT INTO markets (market_id, market_name) VALUES ($1, $2) \
         ON CONFLICT (market_id) DO UPDATE SET market_name = excluded.market_name",
    )
    .bind::<BigInt, _>(code)
    .bind::<Text, _>(title)
    .execute(conn)
    .await?;
    let fips: Vec<&str> = counties.iter().map(|county| county.fips.as_str()).collect();
    diesel::sql_query(
        "INSERT INTO market_states (market_id, statefp) SELECT DISTINCT $1, left(fips, 2) FROM unnest($2) AS fips \
         ON CONFLICT DO NOTHING",
    )
    .bind::<BigInt, _>(code)
    .bind::<Array<Text>, _>(&fips)
    .execute(conn)
    .await?;
    let names: Vec<String> = counties
        .iter()
        .map(|county| submarket_name(county, states))
        .collect();
    diesel::sql_query(
        "INSERT INTO submarkets (submkt_id, market_id, sub_mkt_name, geom) \
         SELECT fips::bigint, $1, area.name, counties.geom FROM unnest($2, $3) AS area (fips, name) \
         JOIN counties ON county_fips = fips \
         ON CONFLICT (submkt_id) DO UPDATE SET market_id = excluded.market_id, sub_mkt_name = excluded.sub_mkt_name, geom = excluded.geom",
    )
    .bind::<BigInt, _>(code)
    .bind::<Array<Text>, _>(&fips)
    .bind::<Array<Text>, _>(names)
    .execute(conn)
    .await?;
    Ok(())
}

/// `Harris, Texas`: a market may cross states, so the state belongs to the name.
fn submarket_name(county: &Area, states: &[Area]) -> String {
    let state = states
        .iter()
        .find(|state| county.fips.starts_with(&state.fips));
    state.map_or_else(
        || county.name.clone(),
        |state| format!("{}, {}", county.name, state.name),
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_fifty_largest_metros_are_listed() {
        let metros = metros().unwrap();
        assert!(metros.len() >= 50);
        let counties = |code| {
            metros
                .iter()
                .find(|((found, _), _)| *found == code)
                .map(|(_, counties)| counties.len())
        };
        // Houston, Charlotte (two states) and Denver, as the federal list counts them.
        assert_eq!(
            (counties(26420), counties(16740), counties(19740)),
            (Some(10), Some(11), Some(10))
        );
    }
}
