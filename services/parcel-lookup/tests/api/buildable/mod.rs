//! Net buildable area, in the worked cases of its method.

mod cases;
mod services;

use diesel_async::SimpleAsyncConnection as _;
use domain::ParcelUuid;
use parcel_import::Staged;
use parcel_record::Shape;
use serde_json::Value;
use test_support::Reply;

use crate::support::{World, fields};

/// Square metres of an acre.
const ACRE: f64 = 4_046.856_422_4;
/// The corner of all sites in UTM zone 15 north, metres: Houston.
const CORNER: (f64, f64) = (270_000.0, 3_294_000.0);
/// A box around all sites, metres from the corner.
const AROUND: &str = "POLYGON((-500 -500,1000 -500,1000 1000,-500 1000,-500 -500))";

/// Without buffers, widths and least parts.
const PLAIN: &str = "wetland_buffer_m=0&least_width_m=0&least_part_acres=0";

/// Shifts WKT in metres from the corner to the zone's coordinates.
fn shifted(wkt: &str) -> String {
    let mut out = String::new();
    let mut number = String::new();
    let mut is_x = true;
    for letter in wkt.chars().chain([' ']) {
        if letter.is_ascii_digit() || matches!(letter, '-' | '.') {
            number.push(letter);
            continue;
        }
        if !number.is_empty() {
            let value: f64 = number.parse().unwrap();
            let value = value + if is_x { CORNER.0 } else { CORNER.1 };
            out.push_str(&value.to_string());
            is_x = !is_x;
            number.clear();
        }
        out.push(letter);
    }
    out.trim_end().to_owned()
}

/// A parcel with this outline in metres from the corner.
fn site(number: &str, wkt: &str) -> Staged {
    Staged {
        line: 1,
        shape: Shape::Wkt(shifted(wkt)),
        crs: Some("32615".to_owned()),
        fields: fields("48201", number),
        provenance: None,
        raw: None,
    }
}

fn id(number: &str) -> ParcelUuid {
    fields("48201", number).ll_uuid
}

/// A layer that describes the surroundings, with features of attributes and outlines in metres from the corner.
async fn layer(world: &World, kind: &str, features: &[(&str, &str)]) {
    let place = |wkt: &str| {
        let shifted = shifted(wkt);
        format!("ST_Transform(ST_GeomFromText('{shifted}', 32615), 4326)")
    };
    let around = place(AROUND);
    let mut sql = format!(
        "INSERT INTO site_layers (kind, name, origin, source, source_licence, source_date, coverage) \
         VALUES ('{kind}', 'test', 'file', 'County {kind}', 'CC0', '2026-01-31', ST_Multi({around}));"
    );
    for (attributes, wkt) in features {
        let geom = place(wkt);
        let insert = format!(
            "INSERT INTO site_features (layer_id, kind, attributes, geom) \
             SELECT layer_id, kind, '{attributes}', ST_Multi({geom}) FROM site_layers WHERE kind = '{kind}';"
        );
        sql.push_str(&insert);
    }
    sql += "UPDATE site_layers SET steps = (SELECT array_agg(DISTINCT (attributes->>'percent')::float8) \
        FROM site_features WHERE site_features.layer_id = site_layers.layer_id) WHERE kind = 'slope';";
    world
        .db
        .superuser()
        .await
        .batch_execute(&sql)
        .await
        .unwrap();
}

const SFHA: &str = r#"{"zone":"AE","class":"sfha"}"#;
const MINIMAL: &str = r#"{"zone":"X","class":"minimal"}"#;
const WETLAND: &str = r#"{"code":"PFO1A","is_water":false}"#;

/// Layers without features for all kinds but these.
async fn nothing_else(world: &World, but: &[&str]) {
    for kind in ["wetland", "water", "slope", "easement"] {
        if !but.contains(&kind) {
            layer(world, kind, &[]).await;
        }
    }
    if !but.contains(&"flood") {
        layer(world, "flood", &[(MINIMAL, AROUND)]).await;
    }
}

async fn buildable(world: &World, number: &str, query: &str) -> Value {
    let path = format!("/parcels/{}/buildable?{query}", id(number).0);
    Reply::read(world.get(&path).send().await.unwrap())
        .await
        .ok()
}

fn square_metres(value: &Value) -> f64 {
    value.as_f64().unwrap() * ACRE
}

fn assert_near(value: &Value, expected: f64) {
    let found = square_metres(value);
    assert!((found - expected).abs() < 0.5, "{found} m2, not {expected}");
}

fn deduction<'a>(result: &'a Value, kind: &str) -> &'a Value {
    let rows = result["deductions"].as_array().unwrap();
    rows.iter().find(|row| row["kind"] == kind).unwrap()
}

fn of<'a>(result: &'a Value, list: &str, kind: &str) -> Option<&'a Value> {
    let rows = result[list].as_array().unwrap();
    rows.iter().find(|row| row["kind"] == kind)
}
