//! The worked cases.

use reqwest::Method;
use serde_json::{Value, json};
use test_support::Reply;
use uuid::Uuid;

use super::*;
use crate::support::World;

const BOX: &str = "POLYGON((0 0,200 0,200 100,0 100,0 0))";

/// Case 1: a flood zone, a wetland at the corner and a setback.
async fn case_1() -> World {
    let world = World::start().await;
    world.put(vec![site("1", BOX)]).await;
    let flood = "POLYGON((-500 -500,1000 -500,1000 20,-500 20,-500 -500))";
    layer(&world, "flood", &[(SFHA, flood), (MINIMAL, AROUND)]).await;
    let corner = "POLYGON((0 0,50 0,50 40,0 40,0 0))";
    layer(&world, "wetland", &[(WETLAND, corner)]).await;
    nothing_else(&world, &["flood", "wetland"]).await;
    world
}

#[tokio::test(flavor = "multi_thread")]
async fn deductions_beyond_each_other_add_up_and_alone_do_not() {
    let world = case_1().await;
    let result = buildable(&world, "1", &format!("{PLAIN}&setback_m=10")).await;
    assert_near(&result["gross_acres"], 20_000.0);
    for (kind, alone, beyond) in [
        ("floodway", 0.0, 0.0),
        ("flood", 4_000.0, 4_000.0),
        ("wetland", 2_000.0, 1_000.0),
        ("water", 0.0, 0.0),
        ("easement", 0.0, 0.0),
        ("slope", 0.0, 0.0),
        ("setback", 5_600.0, 3_200.0),
        ("leftover", 0.0, 0.0),
    ] {
        let row = deduction(&result, kind);
        assert_near(&row["acres_alone"], alone);
        assert_near(&row["acres_beyond"], beyond);
        assert_eq!(row["geometry"].is_null(), alone < 1.0, "{kind}");
    }
    assert_near(&result["buildable_acres"], 11_800.0);
    let acres = result["buildable_acres"].as_f64().unwrap();
    assert!((acres - 2.916).abs() < 0.001, "{acres}");
    // Every layer describes the site, so the result is no upper bound.
    assert_eq!(result["is_upper_bound"], false, "{}", result["unknown"]);
    let wetland = deduction(&result, "wetland");
    assert_eq!(
        [
            &wetland["source"],
            &wetland["source_licence"],
            &wetland["source_date"],
            &wetland["state"]
        ],
        ["County wetland", "CC0", "2026-01-31", "used"]
    );
    assert_eq!(
        (&result["parts"], &result["geometry"]["type"]),
        (&json!(1), &json!("MultiPolygon"))
    );
    world.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn the_order_of_deductions_changes_their_shares_and_not_the_total() {
    let world = case_1().await;
    let mut totals = Vec::new();
    for order in [
        vec!["floodway", "flood", "wetland", "setback"],
        vec!["setback", "wetland", "flood"],
        vec!["slope", "wetland", "setback", "flood", "floodway"],
    ] {
        let body = json!({ "ll_uuids": [id("1").0], "order": order, "setback_m": 10, "wetland_buffer_m": 7.5,
            "least_width_m": 12, "least_part_acres": 0.05 });
        let (status, result) = world.post("/buildable", body).await;
        assert_eq!(status, 200, "{result}");
        let beyond: f64 = result["deductions"]
            .as_array()
            .unwrap()
            .iter()
            .map(|row| square_metres(&row["acres_beyond"]))
            .sum();
        let total = square_metres(&result["buildable_acres"]);
        let gross = square_metres(&result["gross_acres"]);
        assert!(
            (gross - beyond - total).abs() < 0.01,
            "{gross} {beyond} {total}"
        );
        assert_eq!(result["deductions"][0]["kind"], order[0]);
        totals.push(total);
    }
    assert!(
        totals.iter().all(|total| (total - totals[0]).abs() < 0.01),
        "{totals:?}"
    );
    world.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn setbacks_can_take_all_or_leave_parts() {
    let world = World::start().await;
    let narrow = "POLYGON((0 0,100 0,100 18,0 18,0 0))";
    let neck = "POLYGON((0 0,60 0,60 22.5,100 22.5,100 0,160 0,160 60,100 60,100 37.5,60 37.5,60 60,0 60,0 0))";
    let bent = "POLYGON((0 0,100 0,100 50,50 50,50 100,0 100,0 0))";
    world
        .put(vec![site("1", narrow), site("2", neck), site("3", bent)])
        .await;
    nothing_else(&world, &[]).await;
    let query = format!("{PLAIN}&setback_m=10");
    let empty = buildable(&world, "1", &query).await;
    assert_eq!(
        (&empty["buildable_acres"], &empty["parts"]),
        (&json!(0.0), &json!(0))
    );
    assert!(empty["geometry"].is_null() && empty["inscribed_radius_m"].is_null());
    assert_eq!(empty["notes"][0], "The site is narrower than two setbacks.");
    let parts = buildable(&world, "2", &query).await;
    assert_eq!(parts["parts"], 2);
    assert!(
        (square_metres(&parts["buildable_acres"]) - 3_231.0).abs() < 1.0,
        "{parts}"
    );
    let radius = parts["inscribed_radius_m"].as_f64().unwrap();
    assert!((radius - 20.0).abs() < 0.5, "{radius}");
    // The corner that bends inward is rounded.
    let bent = buildable(&world, "3", &query).await;
    let left = square_metres(&bent["buildable_acres"]);
    assert!((3_921.0..3_922.0).contains(&left), "{left}");
    world.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn what_is_too_narrow_or_too_small_is_left_over() {
    let world = World::start().await;
    // A square with a strip of 8 m to the east.
    let strip = "POLYGON((0 0,60 0,60 26,160 26,160 34,60 34,60 60,0 60,0 0))";
    world.put(vec![site("1", strip)]).await;
    nothing_else(&world, &[]).await;
    let wide = "wetland_buffer_m=0&setback_m=0&least_part_acres=0";
    let narrow = buildable(&world, "1", &format!("{wide}&least_width_m=10")).await;
    let lost = square_metres(&deduction(&narrow, "leftover")["acres_beyond"]);
    // The strip, and a little in the corners of the square, which the opening rounds.
    assert!((790.0..830.0).contains(&lost), "{lost}");
    let kept = buildable(&world, "1", &format!("{wide}&least_width_m=6")).await;
    assert!(square_metres(&deduction(&kept, "leftover")["acres_beyond"]) < 15.0);
    let small = buildable(
        &world,
        "1",
        "wetland_buffer_m=0&setback_m=0&least_width_m=0&least_part_acres=2",
    )
    .await;
    assert_eq!(
        (&small["buildable_acres"], &small["notes"][0]),
        (&json!(0.0), &json!("Nothing can be built on."))
    );
    world.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn what_is_not_known_is_neither_deducted_nor_dry() {
    let world = World::start().await;
    world
        .put(vec![
            site("1", BOX),
            site("2", "POLYGON((5000 0,5100 0,5100 100,5000 100,5000 0))"),
        ])
        .await;
    let west = "POLYGON((-500 -500,100 -500,100 1000,-500 1000,-500 -500))";
    let east = "POLYGON((100 -500,1000 -500,1000 1000,100 1000,100 -500))";
    let undetermined = r#"{"zone":"D","class":"undetermined"}"#;
    layer(&world, "flood", &[(undetermined, west), (MINIMAL, east)]).await;
    nothing_else(&world, &["flood"]).await;
    let result = buildable(&world, "1", &format!("{PLAIN}&setback_m=0")).await;
    assert_near(&result["buildable_acres"], 20_000.0);
    assert_eq!(result["is_upper_bound"], true);
    assert_near(
        &of(&result, "unknown", "flood_undetermined").unwrap()["acres"],
        10_000.0,
    );
    assert!(of(&result, "unknown", "flood").is_none());

    // Beyond the layers nothing is known, and each is named.
    let beyond = buildable(&world, "2", &format!("{PLAIN}&setback_m=0")).await;
    for kind in ["flood", "wetland", "water", "slope", "easement"] {
        let unknown = of(&beyond, "unknown", kind).unwrap();
        assert_near(&unknown["acres"], 10_000.0);
        let row = deduction(&beyond, kind);
        assert_eq!(
            (&row["state"], &row["source"]),
            (&json!("not_mapped"), &Value::Null)
        );
    }
    assert_eq!(beyond["is_upper_bound"], true);
    world.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn slope_water_easements_and_levees_are_told_apart() {
    let world = World::start().await;
    world.put(vec![site("1", BOX)]).await;
    layer(
        &world,
        "flood",
        &[
            (
                r#"{"class":"floodway"}"#,
                "POLYGON((0 0,200 0,200 5,0 5,0 0))",
            ),
            (
                r#"{"class":"levee"}"#,
                "POLYGON((0 5,200 5,200 15,0 15,0 5))",
            ),
            (MINIMAL, AROUND),
        ],
    )
    .await;
    let speck = "POLYGON((0 90,15 90,15 100,0 100,0 90))";
    layer(
        &world,
        "slope",
        &[
            (
                r#"{"percent":15}"#,
                "POLYGON((100 50,200 50,200 100,100 100,100 50))",
            ),
            (
                r#"{"percent":10}"#,
                "POLYGON((50 50,100 50,100 100,50 100,50 50))",
            ),
            (r#"{"percent":25}"#, speck),
        ],
    )
    .await;
    let pond = r#"{"code":"PUBHh","is_water":true}"#;
    layer(
        &world,
        "wetland",
        &[(pond, "POLYGON((0 20,20 20,20 40,0 40,0 20))")],
    )
    .await;
    layer(
        &world,
        "easement",
        &[
            (
                r#"{"name":"Pipeline","width_m":10}"#,
                "LINESTRING(0 45,200 45)",
            ),
            (r#"{"name":"Power line"}"#, "LINESTRING(0 47,200 47)"),
        ],
    )
    .await;
    layer(&world, "water", &[]).await;
    let result = buildable(&world, "1", &format!("{PLAIN}&setback_m=0&max_slope=12")).await;
    for (kind, alone) in [
        ("floodway", 1_000.0),
        ("flood", 0.0),
        ("water", 400.0),
        ("wetland", 0.0),
        ("easement", 2_000.0),
    ] {
        assert_near(&deduction(&result, kind)["acres_alone"], alone);
    }
    // The limit lies in the class that begins at 10 %, which is taken as too steep; a speck is not.
    let slope = deduction(&result, "slope");
    assert_near(&slope["acres_alone"], 7_500.0);
    assert_eq!(slope["label"], "Slope of 10 % or more");
    assert_near(&of(&result, "warnings", "levee").unwrap()["acres"], 2_000.0);
    let notes = result["notes"].to_string();
    assert!(notes.contains("An easement without a width"), "{notes}");
    let steep = buildable(
        &world,
        "1",
        &format!("{PLAIN}&setback_m=0&max_slope=15&flood=false"),
    )
    .await;
    assert_near(&deduction(&steep, "slope")["acres_alone"], 5_000.0);
    assert_eq!(deduction(&steep, "flood")["state"], "off");
    world.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn parcels_of_a_site_have_no_setback_between_them() {
    let world = World::start().await;
    // A sliver of 0.2 m lies between them.
    let parcels = vec![
        site("1", "POLYGON((0 0,99.9 0,99.9 100,0 100,0 0))"),
        site("2", "POLYGON((100.1 0,200 0,200 100,100.1 100,100.1 0))"),
    ];
    world.put(parcels).await;
    nothing_else(&world, &[]).await;
    let options = json!({ "setback_m": 10, "wetland_buffer_m": 0, "least_width_m": 0, "least_part_acres": 0 });
    let ask = |ids: Vec<Uuid>| {
        let mut body = options.clone();
        body["ll_uuids"] = json!(ids);
        world.post("/buildable", body)
    };
    let (_, both) = ask(vec![id("1").0, id("2").0]).await;
    assert_near(&both["buildable_acres"], 180.0 * 80.0);
    assert_eq!(both["parts"], 1);
    let missing = Uuid::new_v4();
    let (status, problem) = ask(vec![id("1").0, missing]).await;
    assert_eq!(
        (status, &problem["code"]),
        (404, &json!("parcel.not_found"))
    );
    assert_eq!(problem["not_found"], json!([missing]));
    for (body, field) in [
        (json!({ "ll_uuids": [] }), "ll_uuids"),
        (json!({ "ll_uuids": vec![missing; 101] }), "ll_uuids"),
        (
            json!({ "ll_uuids": [id("1").0], "setback_m": -1 }),
            "setback_m",
        ),
        (
            json!({ "ll_uuids": [id("1").0], "order": ["leftover"] }),
            "order",
        ),
    ] {
        let call = world.call(Method::POST, "/buildable").json(&body);
        let problem = Reply::of(call).await.problem(422);
        assert!(problem["errors"][field].is_string(), "{body}: {problem}");
    }
    world.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn an_imported_layer_stands_before_a_sample() {
    let world = World::start().await;
    world.put(vec![site("1", BOX)]).await;
    nothing_else(&world, &["wetland"]).await;
    let everywhere = super::shifted(AROUND);
    let place = format!("ST_Transform(ST_GeomFromText('{everywhere}', 32615), 4326)");
    let sql = format!(
        "INSERT INTO site_layers (kind, name, origin, source, is_sample, coverage) VALUES ('wetland', 'sample', 'sample', 'Sample', true, ST_Multi({place})); \
         INSERT INTO site_features (layer_id, kind, attributes, geom) SELECT layer_id, kind, '{WETLAND}', {place} FROM site_layers WHERE kind = 'wetland';"
    );
    world
        .db
        .superuser()
        .await
        .batch_execute(&sql)
        .await
        .unwrap();
    let query = format!("{PLAIN}&setback_m=0");
    let sample = buildable(&world, "1", &query).await;
    assert_eq!(deduction(&sample, "wetland")["is_sample"], true);
    assert_near(&deduction(&sample, "wetland")["acres_alone"], 20_000.0);
    layer(&world, "wetland", &[]).await;
    let real = buildable(&world, "1", &query).await;
    assert_eq!(deduction(&real, "wetland")["source"], "County wetland");
    assert_near(&deduction(&real, "wetland")["acres_alone"], 0.0);
    world.stop().await;
}

/// A layer of flood zones: its name, origin, source, date of the data, day of reading and outline. All of it is minimal.
type FloodLayer = [&'static str; 6];

async fn flood_layers(world: &World, layers: &[FloodLayer]) {
    let mut sql = String::new();
    for [name, origin, source, day, read, outline] in layers {
        let shifted = shifted(outline);
        let place = format!("ST_Multi(ST_Transform(ST_GeomFromText('{shifted}', 32615), 4326))");
        let insert = format!(
            "INSERT INTO site_layers (kind, name, origin, source, source_date, fetched_at, is_sample, coverage) \
             VALUES ('flood', '{name}', '{origin}', '{source}', '{day}', '{read}', '{origin}' = 'sample', {place}); \
             INSERT INTO site_features (layer_id, kind, attributes, geom) \
             SELECT layer_id, kind, '{MINIMAL}', {place} FROM site_layers WHERE kind = 'flood' AND name = '{name}';"
        );
        sql.push_str(&insert);
    }
    world
        .db
        .superuser()
        .await
        .batch_execute(&sql)
        .await
        .unwrap();
}

#[tokio::test(flavor = "multi_thread")]
async fn every_source_of_a_deduction_is_named_with_its_date() {
    let world = World::start().await;
    world.put(vec![site("1", BOX)]).await;
    nothing_else(&world, &["flood"]).await;
    let west = "POLYGON((-500 -500,100 -500,100 1000,-500 1000,-500 -500))";
    let middle = "POLYGON((-500 -500,150 -500,150 1000,-500 1000,-500 -500))";
    flood_layers(
        &world,
        &[
            [
                "study",
                "file",
                "County study",
                "2026-01-31",
                "2026-02-01T10:00:00Z",
                west,
            ],
            // The imported layer describes all that this one does.
            [
                "made",
                "sample",
                "Made up",
                "2026-01-01",
                "2026-01-02T10:00:00Z",
                west,
            ],
            // Two cells of a service.
            [
                "cell 1",
                "service",
                "FEMA",
                "2025-06-01",
                "2026-03-04T10:00:00Z",
                middle,
            ],
            [
                "cell 2",
                "service",
                "FEMA",
                "2025-06-01",
                "2026-02-03T10:00:00Z",
                AROUND,
            ],
        ],
    )
    .await;
    let result = buildable(&world, "1", PLAIN).await;
    let flood = deduction(&result, "flood");
    let sources = flood["sources"].as_array().unwrap();
    let said: Vec<[&Value; 4]> = sources
        .iter()
        .map(|source| ["source", "source_date", "fetched_at", "is_sample"].map(|key| &source[key]))
        .collect();
    assert_eq!(
        json!(said),
        json!([
            ["County study", "2026-01-31", "2026-02-01T10:00:00Z", false],
            ["FEMA", "2025-06-01", "2026-02-03T10:00:00Z", false],
        ])
    );
    assert_eq!(
        (&flood["source"], &flood["fetched_at"], &flood["is_sample"]),
        (
            &sources[0]["source"],
            &sources[0]["fetched_at"],
            &json!(false)
        )
    );
    assert_eq!(deduction(&result, "setback")["sources"], json!([]));
    // A comparison and a dossier say the same.
    let body = json!({ "sites": [{ "ll_uuids": [id("1").0] }] });
    let (status, compared) = world.post("/site_comparisons", body).await;
    assert_eq!(status, 200, "{compared}");
    let rows = compared["rows"].as_array().unwrap();
    let row = rows.iter().find(|row| row["key"] == "flood").unwrap();
    let both = "County study (Jan 31, 2026); FEMA (Jun 1, 2025)";
    assert_eq!(
        (&row["values"][0]["source"], &row["values"][0]["as_of"]),
        (&json!(both), &Value::Null)
    );
    let shown = compared["sites"][0]["deductions"].as_array().unwrap();
    let wetland = shown.iter().find(|row| row["kind"] == "wetland").unwrap();
    assert_eq!(
        (&wetland["source"], &wetland["as_of"]),
        (&json!("County wetland"), &json!("2026-01-31"))
    );
    let listed = compared["sources"].as_array().unwrap();
    let names: Vec<&str> = listed
        .iter()
        .filter_map(|source| source["name"].as_str())
        .collect();
    assert!(
        names.contains(&"FEMA") && names.contains(&"County study"),
        "{names:?}"
    );
    assert!(!names.contains(&"Made up"), "{names:?}");
    world.stop().await;
}
