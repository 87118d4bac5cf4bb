//! `import-markets`: a firm's own markets and submarkets from GeoJSON.
//!
//! Each feature is a submarket: a polygon in WGS 84 and two properties that name it and its market.
//! A repeated import replaces outlines by name and keeps ids, so projects stay linked. States are
//! derived from the outlines.

use std::path::Path;

use anyhow::{Context as _, bail};
use diesel::prelude::*;
use diesel::sql_types::{BigInt, Text, Uuid as SqlUuid};
use diesel_async::RunQueryDsl;
use domain::{CustomerId, MarketId};
use geojson::{Feature, GeoJson};

use crate::schema::customers;

struct Submarket {
    market: String,
    name: String,
    geometry: String,
}

#[derive(QueryableByName)]
struct Id {
    #[diesel(sql_type = BigInt)]
    id: MarketId,
}

/// Imports the file in one transaction.
pub async fn run(
    firm: &str,
    market_field: &str,
    submarket_field: &str,
    file: &Path,
) -> anyhow::Result<()> {
    let text = tokio::fs::read_to_string(file)
        .await
        .with_context(|| format!("{} cannot be read", file.display()))?;
    let submarkets = read(&text, market_field, submarket_field)?;
    let pool = super::owner_pool()?;
    let firm = firm.to_owned();
    let customer: Option<CustomerId> = db::unscoped_tx(&pool, "import for a firm", async |conn| {
        customers::table
            .filter(customers::name.eq(&firm))
            .select(customers::customer_id)
            .first(conn)
            .await
            .optional()
    })
    .await?;
    let Some(customer) = customer else {
        bail!("there is no firm named {firm}")
    };
    let count = import(&pool, customer, &submarkets).await?;
    super::say(&format!("{count} submarkets were imported for {firm}."))?;
    Ok(())
}

/// Each error names the feature.
fn read(text: &str, market_field: &str, submarket_field: &str) -> anyhow::Result<Vec<Submarket>> {
    let GeoJson::FeatureCollection(collection) = text.parse::<GeoJson>().context("not GeoJSON")?
    else {
        bail!("a FeatureCollection is expected");
    };
    let mut submarkets = Vec::new();
    for (at, feature) in collection.features.iter().enumerate() {
        submarkets.push(
            submarket(feature, market_field, submarket_field)
                .with_context(|| format!("feature {at}"))?,
        );
    }
    if submarkets.is_empty() {
        bail!("the file contains no features");
    }
    Ok(submarkets)
}

fn submarket(
    feature: &Feature,
    market_field: &str,
    submarket_field: &str,
) -> anyhow::Result<Submarket> {
    let text = |field: &str| {
        let value = feature
            .property(field)
            .and_then(|value| value.as_str())
            .map(str::trim);
        value
            .filter(|text| !text.is_empty())
            .map(str::to_owned)
            .with_context(|| format!("no property {field}"))
    };
    let geometry = feature
        .geometry
        .as_ref()
        .context("no geometry")?
        .to_string();
    Ok(Submarket {
        market: text(market_field)?,
        name: text(submarket_field)?,
        geometry,
    })
}

async fn import(
    pool: &db::Pool,
    customer: CustomerId,
    submarkets: &[Submarket],
) -> anyhow::Result<usize> {
    let count = db::tenant_tx(pool, customer, async |conn| {
        for submarket in submarkets {
            let market = market_id(conn, customer, &submarket.market).await?;
            import_submarket(conn, customer, market, submarket).await?;
        }
        // A market belongs to every state that its submarkets overlap; a shared border is not
        // enough.
        diesel::sql_query(
            "INSERT INTO market_states (market_id, statefp, customer_id) \
             SELECT DISTINCT s.market_id, c.statefp, $1 FROM submarkets s JOIN counties c ON ST_Intersects(s.geom, c.geom) \
             WHERE s.customer_id = $1 AND ST_Area(ST_Intersection(s.geom, c.geom)) > 0.01 * ST_Area(s.geom) \
             ON CONFLICT DO NOTHING",
        )
        .bind::<SqlUuid, _>(customer)
        .execute(conn)
        .await?;
        Ok::<_, diesel::result::Error>(submarkets.len())
    })
    .await?;
    Ok(count)
}

async fn market_id(
    conn: &mut db::AsyncPgConnection,
    customer: CustomerId,
    name: &str,
) -> QueryResult<MarketId> {
    let id = diesel::sql_query(
        "INSERT INTO markets (market_id, customer_id, market_name) VALUES (nextval('imported_market_ids'), $1, $2) \
         ON CONFLICT (customer_id, market_name) WHERE customer_id IS NOT NULL DO UPDATE SET market_name = excluded.market_name \
         RETURNING market_id AS id",
    )
    .bind::<SqlUuid, _>(customer)
    .bind::<Text, _>(name)
    .get_result::<Id>(conn)
    .await?;
    Ok(id.id)
}

async fn import_submarket(
    conn: &mut db::AsyncPgConnection,
    customer: CustomerId,
    market: MarketId,
    submarket: &Submarket,
) -> QueryResult<()> {
    let outline =
        "ST_Multi(ST_CollectionExtract(ST_MakeValid(ST_SetSRID(ST_GeomFromGeoJSON($3), 4326)), 3))";
    let updated = diesel::sql_query(format!(
        "UPDATE submarkets SET geom = {outline} WHERE market_id = $1 AND sub_mkt_name = $2"
    ))
    .bind::<BigInt, _>(market)
    .bind::<Text, _>(&submarket.name)
    .bind::<Text, _>(&submarket.geometry)
    .execute(conn)
    .await?;
    if updated == 0 {
        diesel::sql_query(format!(
            "INSERT INTO submarkets (submkt_id, market_id, customer_id, sub_mkt_name, geom) \
             VALUES (nextval('imported_market_ids'), $1, $4, $2, {outline})"
        ))
        .bind::<BigInt, _>(market)
        .bind::<Text, _>(&submarket.name)
        .bind::<Text, _>(&submarket.geometry)
        .bind::<SqlUuid, _>(customer)
        .execute(conn)
        .await?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::read;

    #[test]
    fn features_need_both_names() {
        let feature = |properties: &str| {
            format!(
                r#"{{"type":"FeatureCollection","features":[{{"type":"Feature","properties":{properties},
                "geometry":{{"type":"Polygon","coordinates":[[[0,0],[1,0],[1,1],[0,0]]]}}}}]}}"#
            )
        };
        let good = read(
            &feature(r#"{"market":"Houston","submarket":"North"}"#),
            "market",
            "submarket",
        )
        .unwrap();
        assert_eq!(
            (good[0].market.as_str(), good[0].name.as_str()),
            ("Houston", "North")
        );
        assert!(read(&feature(r#"{"market":"Houston"}"#), "market", "submarket").is_err());
        assert!(read("{}", "market", "submarket").is_err());
    }
}
