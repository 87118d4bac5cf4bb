//! Layers of public services, against a stub that speaks as they do.

use std::io::Cursor;
use std::time::Duration;

use growth_layers::slope::CELL;
use parcel_lookup::site_layers::SiteLayerConfig;
use serde_json::{Value, json};
use test_support::{Answer, StubServer};
use tiff::encoder::TiffEncoder;
use tiff::encoder::colortype::Gray32Float;
use tiff::tags::Tag;

use super::*;
use crate::support::World;

const NFHL: &str = "/nfhl/MapServer/28";
const NWI: &str = "/wetlands/MapServer/0";
const ELEVATION: &str = "/3dep/ImageServer";
/// About 100 by 100 m in the middle of a cell.
const PLACE: [f64; 2] = [-95.370_5, 29.769_5];
const QUERY: &str = "wetland_buffer_m=0&least_width_m=0&least_part_acres=0&setback_m=0";

async fn world(stub: &StubServer) -> World {
    let url = |path: &str| format!("{}{path}", stub.url()).parse().ok();
    let world = World::with_layers(SiteLayerConfig {
        flood_url: url(NFHL),
        wetland_url: url(NWI),
        elevation_url: url(ELEVATION),
        keep: Duration::from_hours(24),
        cells_of_search: 0,
        most_cells: 0,
        user_agent: "test".to_owned(),
    })
    .await;
    world
        .put(vec![crate::support::square(
            "48201", "1", PLACE[0], PLACE[1],
        )])
        .await;
    world
}

/// A box in degrees around the parcel, as far as a share of its width from the west.
fn ring(share: f64) -> Value {
    let (west, south) = (PLACE[0] - 0.1, PLACE[1] - 0.1);
    let (east, north) = (PLACE[0] + 0.001 * share, PLACE[1] + 0.1);
    json!([[
        [west, south],
        [east, south],
        [east, north],
        [west, north],
        [west, south]
    ]])
}

fn feature(properties: &Value, share: f64) -> Value {
    json!({ "type": "Feature", "geometry": { "type": "Polygon", "coordinates": ring(share) }, "properties": properties })
}

fn collection(features: &[Value], more: bool) -> Answer {
    Answer::json(
        200,
        &json!({ "type": "FeatureCollection", "exceededTransferLimit": more, "features": features }),
    )
}

/// Elevation that rises to the east.
fn plane(percent: f64) -> Answer {
    let (west, north) = (-95.38 - CELL, 29.78 + CELL);
    let side = 218_u32;
    let width = CELL.to_radians() * 6_371_008.8 * 29.77_f64.to_radians().cos();
    let heights: Vec<f32> = (0..side * side)
        .map(|cell| (percent / 100.0 * width * f64::from(cell % side)) as f32)
        .collect();
    let mut bytes = Cursor::new(Vec::new());
    let mut encoder = TiffEncoder::new(&mut bytes).unwrap();
    let mut image = encoder.new_image::<Gray32Float>(side, side).unwrap();
    let scale: &[f64] = &[CELL, CELL, 0.0];
    let tie: &[f64] = &[0.0, 0.0, 0.0, west, north, 0.0];
    image
        .encoder()
        .write_tag(Tag::ModelPixelScaleTag, scale)
        .unwrap();
    image
        .encoder()
        .write_tag(Tag::ModelTiepointTag, tie)
        .unwrap();
    image.write_data(&heights).unwrap();
    Answer::body(200, "image/tiff", bytes.into_inner())
}

/// Asks until a deduction is no longer being loaded.
async fn settled(world: &World, kind: &str, query: &str) -> Value {
    for _ in 0..200 {
        let result = buildable(world, "1", query).await;
        if deduction(&result, kind)["state"] != "not_loaded" {
            return result;
        }
        tokio::time::sleep(Duration::from_millis(50)).await;
    }
    panic!("{kind} is not loaded");
}

#[tokio::test(flavor = "multi_thread")]
async fn layers_of_services_come_with_a_later_call_and_are_kept() {
    let stub = StubServer::start().await;
    let zone = |zone: &str, subtype: Value| json!({ "FLD_ZONE": zone, "ZONE_SUBTY": subtype, "SFHA_TF": "T", "STATIC_BFE": -9999 });
    stub.on(
        "POST",
        &format!("{NFHL}/query"),
        collection(&[feature(&zone("AE", Value::Null), 0.25)], true),
    );
    stub.on(
        "POST",
        &format!("{NFHL}/query"),
        collection(
            &[feature(
                &zone("X", json!("AREA OF MINIMAL FLOOD HAZARD")),
                1.5,
            )],
            false,
        ),
    );
    let pond = json!({ "Wetlands.ATTRIBUTE": "PUBHh", "Wetlands.WETLAND_TYPE": "Freshwater Pond", "Wetlands.ACRES": 3.2 });
    stub.on(
        "POST",
        &format!("{NWI}/query"),
        collection(&[feature(&pond, 0.5)], false),
    );
    stub.on("GET", &format!("{ELEVATION}/exportImage"), plane(8.05));
    let world = world(&stub).await;
    let first = buildable(&world, "1", QUERY).await;
    for kind in ["floodway", "flood", "wetland", "water", "slope"] {
        assert_eq!(deduction(&first, kind)["state"], "not_loaded", "{kind}");
    }
    assert_eq!(first["is_upper_bound"], true);
    for kind in ["flood", "water", "slope"] {
        settled(&world, kind, QUERY).await;
    }
    let result = buildable(&world, "1", QUERY).await;
    let gross = result["gross_acres"].as_f64().unwrap();
    let share = |kind: &str| deduction(&result, kind)["acres_alone"].as_f64().unwrap() / gross;
    assert!((share("flood") - 0.25).abs() < 0.01, "{}", share("flood"));
    assert!((share("water") - 0.5).abs() < 0.01 && share("wetland") < 1e-9);
    // A plane of 8 %: nothing at 10, all at 5.
    assert!(share("slope") < 1e-9);
    let flat = buildable(&world, "1", &format!("{QUERY}&max_slope=5")).await;
    let steep = deduction(&flat, "slope");
    assert!((steep["acres_alone"].as_f64().unwrap() / gross - 1.0).abs() < 0.01);
    assert!(
        (steep["cell_m"].as_f64().unwrap() - 10.3).abs() < 0.1,
        "{steep}"
    );
    assert_eq!(steep["source"], "3DEP elevation, U.S. Geological Survey");
    // Only easements are unknown.
    let unknown: Vec<&str> = result["unknown"]
        .as_array()
        .unwrap()
        .iter()
        .map(|land| land["kind"].as_str().unwrap())
        .collect();
    assert_eq!(unknown, ["easement"]);
    let requests = stub.requests();
    assert_eq!(requests.len(), 4);
    let asked = requests
        .iter()
        .find(|request| request.target.contains("exportImage"))
        .unwrap();
    assert!(asked.target.contains("size=218%2C218"), "{}", asked.target);
    buildable(&world, "1", QUERY).await;
    assert_eq!(stub.requests().len(), 4);
    world.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_service_that_fails_is_named_and_left_alone_for_a_while() {
    let stub = StubServer::start().await;
    // An error in an answer with status 200, a web page, and nothing at all.
    let error =
        json!({ "error": { "code": 400, "message": "Failed to execute query.", "details": [] } });
    stub.on("POST", &format!("{NFHL}/query"), Answer::json(200, &error));
    stub.on(
        "POST",
        &format!("{NWI}/query"),
        Answer::body(200, "text/html", "<html>down</html>"),
    );
    for _ in 0..2 {
        stub.on(
            "GET",
            &format!("{ELEVATION}/exportImage"),
            Answer::status(502),
        );
    }
    let world = world(&stub).await;
    for (kind, reason) in [
        ("flood", "it returned an error: code 400"),
        (
            "wetland",
            "its response is not readable: a web page instead of JSON",
        ),
        ("slope", "it responded with status 502"),
    ] {
        let result = settled(&world, kind, QUERY).await;
        let row = deduction(&result, kind);
        assert_eq!(
            (&row["state"], &row["reason"]),
            (&json!("failed"), &json!(reason))
        );
        assert!(of(&result, "unknown", kind).is_some());
        assert_eq!(result["is_upper_bound"], true);
    }
    let asked = stub.requests().len();
    buildable(&world, "1", QUERY).await;
    tokio::time::sleep(Duration::from_millis(200)).await;
    assert_eq!(stub.requests().len(), asked);
    // Later it is asked again, and has the answer.
    stub.clear();
    let sql = "UPDATE site_layer_requests SET until = now()";
    world.db.superuser().await.batch_execute(sql).await.unwrap();
    stub.on("POST", &format!("{NFHL}/query"), collection(&[], false));
    buildable(&world, "1", QUERY).await;
    let mut state = String::new();
    for _ in 0..100 {
        let result = buildable(&world, "1", QUERY).await;
        deduction(&result, "flood")["state"]
            .as_str()
            .unwrap()
            .clone_into(&mut state);
        if state == "not_mapped" {
            break;
        }
        tokio::time::sleep(Duration::from_millis(50)).await;
    }
    // No zone is no dry land.
    assert_eq!(state, "not_mapped");
    world.stop().await;
}
