//! `geography`: states, counties, metropolitan areas as markets and their counties as submarkets.
//!
//! Public facts that every installation needs; the files are compiled in (sources in
//! `data/README.md`).

use std::collections::{BTreeMap, BTreeSet};

use anyhow::Context as _;
use diesel::QueryResult;
use diesel::sql_types::{Array, BigInt, Text};
use diesel_async::{RunQueryDsl, SimpleAsyncConnection as _};
use domain::State;
use serde::Deserialize;

/// `cbsa_code,cbsa_title,county_fips`: metropolitan areas of July 2023 (Office of Management and
/// Budget).
const METROS: &str = include_str!("../../data/metros.csv");
/// `county_fips,name,outline`: outlines as well-known text in WGS 84.
const COUNTIES: &str = include_str!("../../data/counties.csv");

#[derive(Deserialize)]
struct MetroRow {
    cbsa_code: i64,
    cbsa_title: String,
    county_fips: String,
}

#[derive(Deserialize)]
struct County {
    #[serde(rename = "county_fips")]
    fips: String,
    name: String,
    outline: String,
}

/// Inserts missing rows and updates names and outlines, except those of imported counties.
pub async fn run() -> anyhow::Result<()> {
    let pool = super::owner_pool()?;
    let counties = counties()?;
    db::unscoped_tx(&pool, "geography", async |conn| {
        insert_states(conn).await?;
        for chunk in counties.chunks(500) {
            insert_counties(conn, chunk).await?;
        }
        conn.batch_execute("CALL refresh_state_borders()").await
    })
    .await
    .context("states and counties")?;
    let known: BTreeMap<&str, &County> = counties
        .iter()
        .map(|county| (county.fips.as_str(), county))
        .collect();
    let (mut markets, mut submarkets) = (0, 0);
    let metros = metros()?;
    db::unscoped_tx(&pool, "geography", async |conn| {
        for ((code, title), fips) in &metros {
            let of_metro: Vec<&County> = fips
                .iter()
                .filter_map(|fips| known.get(fips.as_str()).copied())
                .collect();
            // Connecticut's planning regions of 2022 have no outline in the file of 2017.
            if of_metro.is_empty() {
                continue;
            }
            insert_metro(conn, *code, title, &of_metro).await?;
            markets += 1;
            submarkets += of_metro.len();
        }
        Ok::<_, diesel::result::Error>(())
    })
    .await
    .context("markets")?;
    super::say(&format!(
        "{} states, {} counties, {markets} metropolitan areas with {submarkets} submarkets are loaded.",
        State::ALL.len(),
        counties.len()
    ))?;
    Ok(())
}

fn counties() -> anyhow::Result<Vec<County>> {
    csv::Reader::from_reader(COUNTIES.as_bytes())
        .deserialize()
        .map(|row| row.context("counties.csv"))
        .collect()
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

async fn insert_states(conn: &mut db::AsyncPgConnection) -> QueryResult<usize> {
    let (fips, names): (Vec<&str>, Vec<&str>) = State::ALL
        .iter()
        .map(|state| (state.fips, state.name))
        .unzip();
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
    counties: &[County],
) -> QueryResult<usize> {
    let column = |of: fn(&County) -> &str| counties.iter().map(of).collect::<Vec<_>>();
    diesel::sql_query(
        "INSERT INTO counties (county_fips, statefp, name, geom) \
         SELECT fips, left(fips, 2), name, ST_Multi(ST_CollectionExtract(ST_MakeValid(ST_GeomFromText(outline, 4326)), 3)) \
         FROM unnest($1, $2, $3) AS area (fips, name, outline) \
         ON CONFLICT (county_fips) DO UPDATE SET name = excluded.name, geom = excluded.geom WHERE counties.source IS NULL",
    )
    .bind::<Array<Text>, _>(column(|county| &county.fips))
    .bind::<Array<Text>, _>(column(|county| &county.name))
    .bind::<Array<Text>, _>(column(|county| &county.outline))
    .execute(conn)
    .await
}

/// A metropolitan area with its counties, linked to each of their states.
async fn insert_metro(
    conn: &mut db::AsyncPgConnection,
    code: i64,
    title: &str,
    counties: &[&County],
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
    // A market may cross states, so the name includes the state: `Harris, Texas`.
    diesel::sql_query(
        "INSERT INTO submarkets (submkt_id, market_id, sub_mkt_name, geom, source, source_licence) \
         SELECT county_fips::bigint, $1, counties.name || ', ' || states.name, geom, source, source_licence \
         FROM counties JOIN states USING (statefp) WHERE county_fips = ANY ($2) \
         ON CONFLICT (submkt_id) DO UPDATE SET market_id = excluded.market_id, sub_mkt_name = excluded.sub_mkt_name, geom = excluded.geom, \
             source = excluded.source, source_licence = excluded.source_licence",
    )
    .bind::<BigInt, _>(code)
    .bind::<Array<Text>, _>(&fips)
    .execute(conn)
    .await?;
    Ok(())
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
        // As in the federal list: Houston, Charlotte (two states) and Denver.
        assert_eq!(
            (counties(26420), counties(16740), counties(19740)),
            (Some(10), Some(11), Some(10))
        );
    }

    #[test]
    fn every_county_lies_in_a_state() {
        let counties = counties().unwrap();
        assert!(counties.len() > 3_200);
        for county in counties {
            assert!(State::of_county(&county.fips).is_some(), "{}", county.fips);
        }
    }
}
