//! Layers of the sample city's land: flood zones, wetlands, water and slope along the bayous, freeways, streets and a railway.

use layer_import::{LayerError, MadeFeature, MadeLayer, load_made};
use serde_json::{Value, json};
use site_layers::LayerKind;

use super::districts::{self, DISTRICTS, HALF_SIDE, whole_cell};
use super::lots::FLOOD;
use super::plane::{Point, edges, point};
use super::streets::{LonLat, StreetKind, ground};
use super::{names, provenance};

/// Every so many corners of a waterway there is a wetland.
const WETLANDS: usize = 7;
/// The railway is this far from the middle of the street beside it, metres.
const BESIDE: f64 = 11.0;
/// Neighbouring districts between which the railway runs; it is on the side of the second.
const RAILWAY: [(usize, usize); 3] = [(8, 9), (10, 9), (10, 11)];
/// Heaps of earth in the industrial districts.
const HEAPS: [Point; 3] = [
    point(620.0, 930.0),
    point(2050.0, 420.0),
    point(2350.0, 620.0),
];
/// Steepness in percent, and how far it reaches from a waterway's middle and from the middle of a heap, metres. The steepest first.
const STEEP: [(f64, f64, f64); 4] = [
    (25.0, 50.0, 20.0),
    (15.0, 62.0, 55.0),
    (10.0, 80.0, 90.0),
    (5.0, 105.0, 130.0),
];

/// Writes the layers of the default city. Idempotent.
pub async fn seed_land(database: &db::DbConfig) -> Result<(), LayerError> {
    load_made(database, &layers()).await
}

/// The layers of the default city.
pub fn layers() -> Vec<MadeLayer> {
    let water = lines(&districts::bayous());
    vec![
        layer(LayerKind::Flood, true, flood(&water)),
        layer(LayerKind::Wetland, false, wetlands()),
        layer(LayerKind::Water, false, open_water()),
        layer(LayerKind::Slope, true, slope(&water)),
        layer(LayerKind::Highway, false, highways()),
        layer(LayerKind::Rail, false, railway()),
        layer(LayerKind::Road, false, roads()),
    ]
}

fn layer(kind: LayerKind, zones: bool, features: Vec<MadeFeature>) -> MadeLayer {
    let from = provenance();
    MadeLayer {
        kind,
        name: "Sample city".to_owned(),
        source: from.source,
        licence: from.licence.unwrap_or_default(),
        coverage: polygon(&square()),
        zones,
        features,
    }
}

fn made(attributes: Value, shape: String, within_m: f64) -> MadeFeature {
    MadeFeature {
        attributes,
        shape,
        within_m,
    }
}

/// The whole city.
fn square() -> Vec<LonLat> {
    let side = HALF_SIDE + 150.0;
    let corners = [(-side, -side), (side, -side), (side, side), (-side, side)];
    corners.map(|(x, y)| point(x, y).degrees()).into()
}

/// As the flood zones of the parcels: floodway, 1 % and 0.2 % zone along the water, and minimal elsewhere.
fn flood(water: &str) -> Vec<MadeFeature> {
    let [floodway, special, moderate] = FLOOD;
    let zone = |zone: &str, subtype: Option<&str>, class: &str| json!({ "zone": zone, "subtype": subtype, "class": class, "bfe_ft": null });
    let shaded = "0.2 PCT ANNUAL CHANCE FLOOD HAZARD";
    let minimal = "AREA OF MINIMAL FLOOD HAZARD";
    vec![
        made(
            zone("AE", Some("FLOODWAY"), "floodway"),
            water.to_owned(),
            floodway,
        ),
        made(zone("AE", None, "sfha"), water.to_owned(), special),
        made(
            zone("X", Some(shaded), "moderate"),
            water.to_owned(),
            moderate,
        ),
        made(zone("X", Some(minimal), "minimal"), polygon(&square()), 0.0),
    ]
}

/// Small ones beside the waterways, now to the left and now to the right.
fn wetlands() -> Vec<MadeFeature> {
    let kinds = [
        ("PFO1A", "Freshwater Forested/Shrub Wetland"),
        ("PEM1C", "Freshwater Emergent Wetland"),
    ];
    let mut features = Vec::new();
    for line in districts::bayous() {
        for (place, ends) in line.windows(2).enumerate().skip(3).step_by(WETLANDS) {
            let along = (ends[1] - ends[0]) * (1.0 / (ends[1] - ends[0]).length());
            let across = point(-along.y, along.x);
            let side = if place.is_multiple_of(2) { 1.0 } else { -1.0 };
            let middle = ends[0] + across * (side * (110.0 + 15.0 * (place % 5) as f64));
            let half = along * (40.0 + 12.0 * (place % 4) as f64);
            let (code, words) = kinds[place / WETLANDS % 2];
            features.push(made(
                json!({ "code": code, "type": words, "is_water": false }),
                lines(&[vec![middle - half, middle + half]]),
                28.0 + 6.0 * (place % 3) as f64,
            ));
        }
    }
    features
}

fn open_water() -> Vec<MadeFeature> {
    let waterways = ground().waterways.into_iter();
    waterways
        .map(|way| made(json!({ "name": way.name }), line(&way.line), 24.0))
        .collect()
}

fn slope(water: &str) -> Vec<MadeFeature> {
    let mut features = Vec::new();
    for (percent, bank, heap) in STEEP {
        let attributes = json!({ "percent": percent });
        features.push(made(attributes.clone(), water.to_owned(), bank));
        for middle in HEAPS {
            let (lon, lat) = middle.degrees();
            features.push(made(
                attributes.clone(),
                format!("POINT({lon} {lat})"),
                heap,
            ));
        }
    }
    features
}

fn highways() -> Vec<MadeFeature> {
    let courses = names::FREEWAYS.iter().zip(districts::freeways());
    courses
        .map(|(name, course)| {
            made(
                json!({ "name": name, "class": "motorway" }),
                lines(&[course]),
                0.0,
            )
        })
        .collect()
}

/// Beside the streets between some industrial districts and their neighbours.
fn railway() -> Vec<MadeFeature> {
    let tracks: Vec<Vec<Point>> = RAILWAY
        .into_iter()
        .filter_map(|(beside, on)| track(beside, on))
        .collect();
    vec![made(
        json!({ "name": "Gulf Belt Railway" }),
        lines(&tracks),
        0.0,
    )]
}

/// The border of two districts, moved into the second.
fn track(beside: usize, on: usize) -> Option<Vec<Point>> {
    let distance = |district: usize, place: Point| (DISTRICTS[district].centre - place).length();
    let (from, to) = edges(&whole_cell(on)).find(|(from, to)| {
        let middle = (*from + *to) * 0.5;
        (distance(beside, middle) - distance(on, middle)).abs() < 1.0
    })?;
    let along = to - from;
    // Cells are counter-clockwise: inside is to the left.
    let inward = point(-along.y, along.x) * (BESIDE / along.length());
    Some(vec![from + inward, to + inward])
}

fn roads() -> Vec<MadeFeature> {
    let streets = ground().streets.into_iter();
    streets
        .filter_map(|street| {
            let class = match street.kind {
                StreetKind::Freeway => return None,
                StreetKind::Arterial => "arterial",
                StreetKind::Boulevard | StreetKind::Street => "local",
            };
            let attributes = json!({ "name": street.name, "class": class });
            Some(made(attributes, line(&street.line), 0.0))
        })
        .collect()
}

fn line(places: &[LonLat]) -> String {
    format!("LINESTRING({})", coordinates(places))
}

fn lines(courses: &[Vec<Point>]) -> String {
    let parts: Vec<String> = courses
        .iter()
        .map(|course| {
            let places: Vec<LonLat> = course.iter().map(|place| place.degrees()).collect();
            format!("({})", coordinates(&places))
        })
        .collect();
    format!("MULTILINESTRING({})", parts.join(","))
}

fn polygon(ring: &[LonLat]) -> String {
    let closed: Vec<LonLat> = ring.iter().chain(ring.first()).copied().collect();
    format!("POLYGON(({}))", coordinates(&closed))
}

fn coordinates(places: &[LonLat]) -> String {
    let places: Vec<String> = places
        .iter()
        .map(|(lon, lat)| format!("{lon:.7} {lat:.7}"))
        .collect();
    places.join(",")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_railway_and_all_kinds_but_easements_are_there() {
        assert!(
            RAILWAY
                .into_iter()
                .all(|(beside, on)| track(beside, on).is_some())
        );
        let layers = layers();
        for kind in LayerKind::ALL {
            let features = layers
                .iter()
                .find(|layer| layer.kind == kind)
                .map_or(0, |layer| layer.features.len());
            assert_eq!(features > 0, kind != LayerKind::Easement, "{kind:?}");
        }
    }
}
