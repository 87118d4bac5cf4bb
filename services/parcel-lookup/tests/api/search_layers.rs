//! Flood zones that a public service has are loaded for the area of a search, behind it.

use std::collections::HashSet;
use std::time::Duration;

use parcel_lookup::site_layers::SiteLayerConfig;
use serde_json::{Value, json};
use test_support::{Answer, StubServer, wait_for};

use crate::growth_runs::Firm;
use crate::search_site::{BOUND, COUNTY, Site, numbers, path};
use crate::support::{World, square};

const QUERY: &str = "/nfhl/MapServer/28/query";

/// The eight parcels are in one cell of the service; four more are in a cell each, to the east of it. Their counties record no zone.
async fn site(stub: &StubServer, cells_of_search: u32, most_cells: u32) -> Site {
    let config = SiteLayerConfig {
        flood_url: format!("{}/nfhl/MapServer/28", stub.url()).parse().ok(),
        wetland_url: None,
        elevation_url: None,
        keep: Duration::from_hours(24),
        cells_of_search,
        most_cells,
        user_agent: "test".to_owned(),
    };
    let site = Site::of(World::with_layers(config).await).await;
    let east = (1..=4).map(|at| {
        let lon = -95.39 + f64::from(at) * 0.02;
        square(COUNTY, &format!("E{at}"), lon, 29.765)
    });
    site.world.put(east.collect()).await;
    site.sql("UPDATE parcels SET flood_zone = NULL, year_built = 1500 WHERE parcelnumb LIKE 'E%'")
        .await;
    site
}

fn dry() -> Value {
    let wish = json!({ "fact": "year_built", "weight": 1, "curve": { "kind": "ramp", "zero": 1000, "one": 2000 } });
    let gate = json!({ "fact": "in_flood_zone", "is": false });
    json!({ "criteria": { "version": 1, "gates": [gate], "wishes": [wish] } })
}

/// Minimal hazard far around.
fn answer_dry(stub: &StubServer) {
    let ring = [[-96, 29], [-95, 29], [-95, 30], [-96, 30], [-96, 29]];
    let feature = json!({ "type": "Feature", "geometry": { "type": "Polygon", "coordinates": [ring] },
        "properties": { "FLD_ZONE": "X", "ZONE_SUBTY": "AREA OF MINIMAL FLOOD HAZARD", "SFHA_TF": "F", "STATIC_BFE": -9999 } });
    let collection = json!({ "type": "FeatureCollection", "features": [feature] });
    stub.on("POST", QUERY, Answer::json(200, &collection));
}

async fn loading(firm: &Firm<'_>, run: &Value) -> Value {
    firm.get(&path(run, "")).await["loading"][0].clone()
}

/// Waits until so many cells are there, and none waits.
async fn loaded(firm: &Firm<'_>, run: &Value, cells: usize) -> Value {
    wait_for(BOUND, || async {
        let now = loading(firm, run).await;
        now["loaded"] == cells && now["waiting"] == 0
    })
    .await;
    loading(firm, run).await
}

#[tokio::test(flavor = "multi_thread")]
async fn each_cell_is_loaded_once_for_all_firms_also_when_its_process_died() {
    let stub = StubServer::start().await;
    answer_dry(&stub);
    let site = site(&stub, 100, 1000).await;
    let (firm, other) = (Firm::new(&site.world), Firm::new(&site.world));
    // The process of one cell died long ago, that of another is at work.
    site.sql(
        "INSERT INTO site_layer_requests (kind, cell, state, until, wanted_at, place, attempts) VALUES \
         ('flood', '-4768,1488', 'asked', now() - interval '2 days', now() - interval '2 days', 1, 1), \
         ('flood', '-4767,1488', 'asked', now() + interval '1 hour', now(), 2, 1)",
    )
    .await;
    let run = site.done(&firm, &dry()).await;
    assert_eq!(run["missing_layers"], json!([]));
    let first = loading(&firm, &run).await;
    assert_eq!(
        (
            &first["fact"],
            &first["source"],
            &first["mapped"],
            &first["cells"]
        ),
        (
            &json!("in_flood_zone"),
            &json!("FEMA National Flood Hazard Layer"),
            &json!(0),
            &json!(5)
        )
    );
    wait_for(BOUND, || async {
        loading(&firm, &run).await["loaded"] == 4
    })
    .await;
    assert_eq!(loading(&firm, &run).await["waiting"], 1);
    site.sql("UPDATE site_layer_requests SET until = now()")
        .await;
    let last = loaded(&firm, &run, 5).await;
    assert_eq!(last["error"], Value::Null);
    let asked: HashSet<Vec<u8>> = stub
        .requests()
        .into_iter()
        .map(|asked| asked.body)
        .collect();
    assert_eq!((stub.requests().len(), asked.len()), (5, 5));

    // What was judged by the county's record stays so; the next run, also of another firm, has the layer.
    assert_eq!(numbers(&firm, &run, "").await, Vec::<String>::new());
    let next = site.done(&other, &dry()).await;
    assert_eq!(
        (&next["loading"], &next["counts"]["fit"]),
        (&json!([]), &next["counts"]["judged"])
    );
    assert_eq!(stub.requests().len(), 5);
    site.world.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_search_asks_for_what_its_limits_leave() {
    let stub = StubServer::start().await;
    answer_dry(&stub);
    let site = site(&stub, 2, 3).await;
    let firm = Firm::new(&site.world);
    // Without the fact nothing is asked for.
    let run = site.done(&firm, &json!({})).await;
    assert_eq!(run["loading"], json!([]));
    for (there, asked) in [(0, 2), (2, 1), (3, 0)] {
        let run = site.done(&firm, &dry()).await;
        let last = loaded(&firm, &run, asked).await;
        assert_eq!(last["cells"], 5 - there);
        assert_eq!(stub.requests().len(), there + asked);
    }
    site.world.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_service_that_fails_leaves_the_search_as_it_is_and_is_left_alone() {
    let stub = StubServer::start().await;
    let error = json!({ "error": { "code": 400, "message": "Failed to execute query." } });
    stub.on("POST", QUERY, Answer::json(200, &error));
    let site = site(&stub, 100, 1000).await;
    let firm = Firm::new(&site.world);
    let run = site.done(&firm, &dry()).await;
    assert_eq!(run["counts"]["listed_unknown"], 4);
    // After four failures it rests, and the fifth cell waits.
    let of_state = async |state: &str| {
        let sql = format!("SELECT count(*) FROM site_layer_requests WHERE state = '{state}'");
        site.world.db.count(&sql).await
    };
    wait_for(BOUND, || async { of_state("failed").await == 4 }).await;
    assert_eq!(of_state("wanted").await, 1);
    assert_eq!(stub.requests().len(), 4);
    let now = loading(&firm, &run).await;
    assert_eq!((&now["loaded"], &now["waiting"]), (&json!(0), &json!(5)));
    assert_eq!(now["error"], "it returned an error: code 400");
    site.world.stop().await;
}
