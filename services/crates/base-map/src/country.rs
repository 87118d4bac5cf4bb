//! The country at low zooms: land, water, borders of countries, names of states and cities.

use anyhow::Context as _;
use serde::Deserialize;

use crate::archive::{About, Archive};
use crate::cut::{Coordinates, Feature, Shape};
use crate::geometry::{Place, place};
use crate::mvt::{Properties, Value};

/// Last zoom of tiles of the whole world; beyond, only North America.
const WORLD: u8 = 5;
/// North America with Alaska, Hawaii and Puerto Rico: west, south, east, north in degrees.
const AMERICA: [f64; 4] = [-180.0, 12.0, -50.0, 72.0];

#[derive(Deserialize)]
struct Outlines {
    land: Vec<Vec<i32>>,
    lakes: Vec<Vec<Vec<i32>>>,
    borders: Vec<Vec<i32>>,
}

#[derive(Deserialize)]
struct Named {
    kind: String,
    name: String,
    #[serde(rename = "ref")]
    short: String,
    lon: f64,
    lat: f64,
    population: i64,
}

/// The archive of the country.
pub fn archive() -> anyhow::Result<Archive> {
    let outlines: Outlines = serde_json::from_str(include_str!("../data/country.json"))?;
    let places: Vec<Named> =
        csv::Reader::from_reader(include_str!("../data/places.csv").as_bytes())
            .deserialize()
            .collect::<Result<_, _>>()
            .context("places.csv")?;
    let (earth, ocean, lake, border) = (kind("earth"), kind("ocean"), kind("lake"), border());
    let named: Vec<_> = places
        .iter()
        .map(|each| (each, properties_of(each)))
        .collect();

    let land: Vec<_> = outlines.land.iter().map(|ring| line_of(ring)).collect();
    let feature = |layer, shape, properties| Feature {
        layer,
        min_zoom: 0,
        shape,
        properties,
    };
    let mut features = vec![feature("water", Shape::Outside(land.clone()), &ocean)];
    features.extend(
        land.into_iter()
            .map(|ring| feature("earth", Shape::Rings(vec![ring]), &earth)),
    );
    features.extend(outlines.lakes.iter().map(|rings| {
        let rings = rings.iter().map(|ring| line_of(ring)).collect();
        feature("water", Shape::Rings(rings), &lake)
    }));
    features.extend(outlines.borders.iter().map(|line| {
        let lines = vec![line_of(line)];
        feature("boundaries", Shape::Lines(lines), &border)
    }));
    features.extend(named.iter().map(|(each, (min_zoom, properties))| Feature {
        layer: match each.kind.as_str() {
            "ocean" | "lake" => "water",
            _ => "places",
        },
        min_zoom: *min_zoom,
        shape: Shape::Point(place((each.lon, each.lat))),
        properties,
    }));

    let [west, south, east, north] = AMERICA;
    let (corner, opposite) = (place((west, north)), place((east, south)));
    let wanted = |tile: Coordinates| {
        let side = 2.0_f64.powi(i32::from(tile.z));
        let (x, y) = (f64::from(tile.x), f64::from(tile.y));
        tile.z <= WORLD
            || (x + 1.0 > corner.0 * side
                && x < opposite.0 * side
                && y + 1.0 > corner.1 * side
                && y < opposite.1 * side)
    };
    let about = About {
        file: "country.pmtiles",
        description: "Land, water, borders and cities at low zooms, built by Sitewright",
        attribution: "Natural Earth, U.S. Census Bureau, <a href=\"https://www.geonames.org\" rel=\"noreferrer\">GeoNames</a>",
        first: 0,
        last: 8,
        bounds: [-180.0, -85.0, 180.0, 85.0],
    };
    Ok(Archive::cut(about, &features, &wanted))
}

fn kind(kind: &str) -> Properties {
    vec![("kind", kind.into())]
}

/// Between countries; those of states and counties are tiles of main-api.
fn border() -> Properties {
    vec![("kind", "country".into()), ("kind_detail", 2.into())]
}

/// A line of thousandths of a degree, each place as the distance from the one before.
fn line_of(steps: &[i32]) -> Vec<Place> {
    let degrees = |thousandths: i32| f64::from(thousandths) / 1000.0;
    steps
        .chunks_exact(2)
        .scan((0, 0), |at, step| {
            *at = (at.0 + step[0], at.1 + step[1]);
            Some(place((degrees(at.0), degrees(at.1))))
        })
        .collect()
}

/// First zoom and properties of a named place.
fn properties_of(named: &Named) -> (u8, Properties) {
    let Named {
        kind,
        name,
        short,
        population,
        ..
    } = named;
    let name = || Value::from(name.as_str());
    match kind.as_str() {
        "ocean" => (
            1,
            vec![
                ("kind", "ocean".into()),
                ("name", name()),
                ("min_zoom", 1.into()),
            ],
        ),
        "lake" => (
            5,
            vec![
                ("kind", "lake".into()),
                ("name", name()),
                ("min_zoom", 5.into()),
            ],
        ),
        "country" => {
            let rank = rank(*population);
            let properties = vec![
                ("kind", "country".into()),
                ("name", name()),
                ("name:en", name()),
                ("min_zoom", 1.into()),
                ("population_rank", rank.into()),
                ("sort_key", (-rank).into()),
            ];
            (1, properties)
        }
        "region" => {
            let properties = vec![
                ("kind", "region".into()),
                ("name", name()),
                ("ref", Value::from(short.as_str())),
                ("min_zoom", 3.into()),
                ("sort_key", 0.into()),
            ];
            (3, properties)
        }
        _ => {
            let first = first_zoom(*population);
            let mut properties = vec![
                ("kind", "locality".into()),
                ("name", name()),
                ("min_zoom", i64::from(first).into()),
                ("population", (*population).into()),
                ("population_rank", rank(*population).into()),
                ("sort_key", (-*population / 1000).into()),
            ];
            if kind == "capital" {
                properties.push(("capital", "yes".into()));
            }
            (first, properties)
        }
    }
}

/// First zoom of a city.
fn first_zoom(population: i64) -> u8 {
    match population {
        2_000_000.. => 3,
        700_000.. => 4,
        250_000.. => 5,
        100_000.. => 6,
        30_000.. => 7,
        _ => 8,
    }
}

/// Protomaps' classes of populations.
fn rank(population: i64) -> i64 {
    const FROM: &[i64] = &[
        200,
        1_000,
        2_000,
        5_000,
        10_000,
        20_000,
        50_000,
        100_000,
        200_000,
        500_000,
        1_000_000,
        2_000_000,
        5_000_000,
        10_000_000,
        20_000_000,
        50_000_000,
        100_000_000,
        1_000_000_000,
    ];
    FROM.iter().filter(|&&from| population >= from).count() as i64
}

#[cfg(test)]
mod tests {
    use super::*;

    fn names(tile: &crate::mvt::Tile, layer: &str) -> Vec<String> {
        let layer = tile.layers.iter().find(|each| each.name == layer).unwrap();
        layer
            .values
            .iter()
            .filter_map(|value| value.text.clone())
            .collect()
    }

    #[test]
    fn the_map_has_land_water_borders_states_and_cities() {
        let country = archive().unwrap();
        let whole = country.tile(0, 0, 0).unwrap();
        let layers: Vec<&str> = whole
            .layers
            .iter()
            .map(|layer| layer.name.as_str())
            .collect();
        assert_eq!(layers, ["water", "earth", "boundaries"]);
        // Texas and the Gulf.
        let texas = country.tile(4, 3, 6).unwrap();
        assert!(names(&texas, "places").contains(&"Houston".to_owned()));
        assert!(names(&texas, "places").contains(&"TX".to_owned()));
        // Houston, and a tile in the middle of Kansas without water.
        let houston = country.tile(8, 60, 105).unwrap();
        assert!(names(&houston, "places").contains(&"Pasadena".to_owned()));
        let kansas = country.tile(8, 58, 98).unwrap();
        assert!(
            kansas.layers.iter().all(|layer| layer.name != "water"),
            "{:?}",
            kansas.layers.iter().map(|l| &l.name).collect::<Vec<_>>()
        );
        // Lake Michigan, and none of Europe beyond the world's zooms.
        assert!(
            names(&country.tile(6, 16, 23).unwrap(), "water").contains(&"Lake Michigan".to_owned())
        );
        assert!(country.tile(6, 33, 21).is_none());
    }

    #[test]
    fn a_rank_is_the_class_of_a_population() {
        assert_eq!((rank(150), rank(8_000_000), rank(330_000_000)), (0, 13, 17));
        assert_eq!((first_zoom(2_300_000), first_zoom(10_000)), (3, 8));
    }
}
