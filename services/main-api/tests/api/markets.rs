//! States, counties, markets, submarkets and a firm's own markets.

use diesel::sql_types::{BigInt, Uuid as SqlUuid};
use diesel_async::RunQueryDsl;
use reqwest::Method;
use serde_json::json;

use crate::world::World;

#[tokio::test]
async fn choices_follow_each_other() {
    let world = World::start().await;
    let pat = world.user().await;
    let states = world.get(&pat, "/api/states").await.ok();
    assert_eq!(
        states,
        json!([{ "statefp": "40", "name": "Oklahoma" }, { "statefp": "48", "name": "Texas" }])
    );
    let counties = world.get(&pat, "/api/counties?state=48").await.ok();
    assert_eq!(
        counties,
        json!({ "counties": [{ "countyfp": "201", "name": "Harris" }] })
    );
    world.get(&pat, "/api/counties?state=77").await.problem(404);
    // A market that crosses the border is listed in both states.
    let texas = world.get(&pat, "/api/markets?state=48").await.ok();
    assert_eq!(texas["markets"].as_array().unwrap().len(), 2);
    let oklahoma = world.get(&pat, "/api/markets?state=40").await.ok();
    assert_eq!(
        oklahoma,
        json!({ "markets": [{ "market_id": 99, "market_name": "Border, TX-OK" }] })
    );
    let submarkets = world.get(&pat, "/api/submarkets?mkt_id=26420").await.ok();
    assert_eq!(
        submarkets,
        json!({ "submarkets": [{ "submkt_id": 48201, "sub_mkt_name": "Harris, Texas" }] })
    );
    world
        .get(&pat, "/api/submarkets?mkt_id=1")
        .await
        .problem(404);
    world
        .get(&pat, "/api/submarkets?mkt_id=north")
        .await
        .problem(422);
    let outline = world
        .get(&pat, "/api/get_submarket_polygon?submarket_id=48201")
        .await
        .ok();
    assert_eq!(outline["geometry"]["type"], "Polygon");
    assert_eq!(
        outline["geometry"]["coordinates"][0]
            .as_array()
            .unwrap()
            .len(),
        5
    );
    world
        .get(&pat, "/api/get_submarket_polygon?submarket_id=1")
        .await
        .problem(404);
    world.stop().await;
}

#[tokio::test]
async fn markets_are_found_by_words_of_their_names() {
    let world = World::start().await;
    let (pat, stranger) = (world.user().await, world.user().await);
    world
        .sql(&format!(
            "INSERT INTO markets (market_id, customer_id, market_name) VALUES (1000000, '{id}', 'West/Our 5% Area');
             INSERT INTO submarkets (submkt_id, market_id, customer_id, sub_mkt_name, geom)
               VALUES (1000001, 1000000, '{id}', 'Westheimer', ST_Multi(ST_MakeEnvelope(-95.5, 29.7, -95.4, 29.8, 4326)));
             INSERT INTO markets (market_id, market_name) VALUES (7, 'West, without an outline');",
            id = pat.customer_id
        ))
        .await;
    let houston = json!({ "markets": [{ "market_id": 26420, "submkt_id": null, "name": "Houston, TX", "bbox": [-96.0, 29.0, -95.0, 30.0] }] });
    for q in ["hous", "TX%20houston", "houston-tx"] {
        let found = world.get(&pat, &format!("/api/find_markets?q={q}")).await;
        assert_eq!(found.ok(), houston, "{q}");
    }
    // Inside a word, and the public submarket, which is a county.
    for q in ["ouston", "harris", "5_", "%25%25", "-%20-"] {
        let found = world.get(&pat, &format!("/api/find_markets?q={q}")).await;
        assert_eq!(found.ok(), json!({ "markets": [] }), "{q}");
    }
    let own = world.get(&pat, "/api/find_markets?q=west").await.ok();
    let names: Vec<_> = own["markets"]
        .as_array()
        .unwrap()
        .iter()
        .map(|market| &market["name"])
        .collect();
    assert_eq!(names, ["West/Our 5% Area", "Westheimer, West/Our 5% Area"]);
    assert_eq!(own["markets"][1]["bbox"], json!([-95.5, 29.7, -95.4, 29.8]));
    let theirs = world.get(&stranger, "/api/find_markets?q=west").await.ok();
    assert_eq!(theirs, json!({ "markets": [] }));
    for bad in ["?q=a", "", "?q=a%00b"] {
        world
            .get(&pat, &format!("/api/find_markets{bad}"))
            .await
            .problem(422);
    }
    world.stop().await;
}

#[tokio::test]
async fn the_largest_part_of_an_outline_comes_first() {
    let world = World::start().await;
    let pat = world.user().await;
    world
        .sql("UPDATE submarkets SET geom = ST_Collect(ST_MakeEnvelope(0, 0, 1, 1, 4326), ST_MakeEnvelope(5, 5, 9, 9, 4326)) WHERE submkt_id = 48201")
        .await;
    let outline = world
        .get(&pat, "/api/get_submarket_polygon?submarket_id=48201")
        .await
        .ok();
    assert_eq!(outline["geometry"]["type"], "MultiPolygon");
    assert_eq!(outline["geometry"]["coordinates"][0][0][0], json!([5, 5]));
    world.stop().await;
}

#[tokio::test]
async fn a_firms_own_markets_are_its_own_and_shared_ones_cannot_be_changed() {
    let world = World::start().await;
    let (pat, stranger) = (world.user().await, world.user().await);
    world
        .sql(&format!(
            "INSERT INTO markets (market_id, customer_id, market_name) VALUES (1000000, '{id}', 'Ours');
             INSERT INTO market_states (market_id, customer_id, statefp) VALUES (1000000, '{id}', '48');",
            id = pat.customer_id
        ))
        .await;
    let count = |body: serde_json::Value| body["markets"].as_array().unwrap().len();
    assert_eq!(
        count(world.get(&pat, "/api/markets?state=48").await.ok()),
        3
    );
    assert_eq!(
        count(world.get(&stranger, "/api/markets?state=48").await.ok()),
        2
    );
    world
        .get(&stranger, "/api/submarkets?mkt_id=1000000")
        .await
        .problem(404);
    let body = json!({ "project_name": "n", "state": "48", "category": "x", "market": 1_000_000 });
    world
        .post(&stranger, "/api/create_project", body)
        .await
        .problem(422);
    let changed = db::tenant_tx(world.db.pool(), stranger.customer_id, async |conn| {
        diesel::sql_query("UPDATE markets SET market_name = 'Mine' WHERE market_id = $1")
            .bind::<BigInt, _>(26420)
            .execute(conn)
            .await
    })
    .await;
    assert_eq!(changed.unwrap(), 0);
    let forged = db::tenant_tx(world.db.pool(), stranger.customer_id, async |conn| {
        diesel::sql_query(
            "INSERT INTO markets (market_id, customer_id, market_name) VALUES (5, $1, 'Forged')",
        )
        .bind::<SqlUuid, _>(pat.customer_id)
        .execute(conn)
        .await
    })
    .await;
    assert!(
        forged
            .unwrap_err()
            .to_string()
            .contains("row-level security")
    );
    world.stop().await;
}

#[tokio::test]
async fn borders_name_their_publishers() {
    let world = World::start().await;
    let pat = world.user().await;
    let described = async || world.get(&pat, "/api/border_tiles.json").await.ok();
    let own = described().await;
    assert_eq!(
        own["attribution"],
        "Borders: U.S. Census Bureau, public domain"
    );
    let tiles = own["tiles"][0].as_str().unwrap();
    assert!(
        tiles.ends_with("/api/border_tiles/{z}/{x}/{y}.mvt"),
        "{tiles}"
    );
    assert_eq!(own["vector_layers"][1]["id"], "counties");
    // One is imported, of a publisher whose name is no HTML.
    world
        .sql("UPDATE counties SET source = 'Harris <GIS>', source_licence = 'CC BY 4.0' WHERE county_fips = '48201'")
        .await;
    assert_eq!(
        described().await["attribution"],
        "Borders: U.S. Census Bureau, public domain; Harris &lt;GIS&gt;, CC BY 4.0"
    );
    world.stop().await;
}

#[tokio::test]
async fn borders_come_in_tiles_of_the_view() {
    let world = World::start().await;
    let pat = world.user().await;
    let tile = |path: &str| world.call(&pat, Method::GET, path).send();
    // Harris County of the sample geography lies in this tile of zoom 6.
    let path = "/api/border_tiles/6/15/26.mvt";
    let answer = tile(path).await.unwrap();
    assert_eq!(answer.status(), 200);
    assert_eq!(
        (
            &answer.headers()["content-type"],
            &answer.headers()["cache-control"]
        ),
        (
            &"application/vnd.mapbox-vector-tile".parse().unwrap(),
            &"private, max-age=86400".parse().unwrap()
        )
    );
    let etag = answer.headers()["etag"].clone();
    let bytes = answer.bytes().await.unwrap();
    let text = String::from_utf8_lossy(&bytes);
    assert!(text.contains("states") && text.contains("counties") && text.contains("Harris"));
    assert!(!text.contains("Adair"));
    let again = world
        .call(&pat, Method::GET, path)
        .header("if-none-match", etag)
        .send()
        .await
        .unwrap();
    assert_eq!(again.status(), 304);
    for (path, status) in [
        ("/api/border_tiles/6/1/1.mvt", 204),
        ("/api/border_tiles/6/64/1.mvt", 404),
        ("/api/border_tiles/23/1/1.mvt", 404),
        ("/api/border_tiles/a/1/1.mvt", 422),
    ] {
        assert_eq!(tile(path).await.unwrap().status(), status, "{path}");
    }
    // Low zooms contain states only.
    let afar = tile("/api/border_tiles/4/3/6.mvt").await.unwrap();
    let bytes = afar.bytes().await.unwrap();
    let text = String::from_utf8_lossy(&bytes);
    assert!(text.contains("states") && !text.contains("counties"));
    let anonymous = world.anonymous(Method::GET, path).send().await.unwrap();
    assert_eq!(anonymous.status(), 401);
    world.stop().await;
}
