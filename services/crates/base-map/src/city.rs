//! The sample city at high zooms: streets with their names, waterways, parks, districts.

use sample_data::streets::{LonLat, Street, StreetKind, ground};

use crate::archive::{About, Archive};
use crate::cut::{Feature, Shape};
use crate::geometry::{Place, place};
use crate::mvt::{Properties, Value};

/// The archive of the sample city.
pub fn archive() -> Archive {
    let ground = ground();
    let (park, industrial, river) = (kind("park"), kind("industrial"), kind("river"));
    let streets: Vec<_> = ground.streets.iter().map(street_properties).collect();
    let rivers: Vec<_> = ground
        .waterways
        .iter()
        .map(|each| named("river", each.name))
        .collect();
    let districts: Vec<_> = ground
        .neighbourhoods
        .iter()
        .map(|each| neighbourhood(each.name))
        .collect();

    let mut features = Vec::new();
    for each in ground.neighbourhoods.iter().filter(|each| each.industrial) {
        features.push(ring("landuse", &each.outline, &industrial));
    }
    features.extend(
        ground
            .parks
            .iter()
            .map(|outline| ring("landuse", outline, &park)),
    );
    for (each, named) in ground.waterways.iter().zip(&rivers) {
        features.push(ring("water", &each.banks, &river));
        features.push(line("water", &each.line, 10, named));
    }
    for (street, (first, properties)) in ground.streets.iter().zip(&streets) {
        features.push(line("roads", &street.line, *first, properties));
    }
    for (each, properties) in ground.neighbourhoods.iter().zip(&districts) {
        features.push(Feature {
            layer: "places",
            min_zoom: 12,
            shape: Shape::Point(place(each.centre)),
            properties,
        });
    }
    let about = About {
        file: "sample-city.pmtiles",
        description: "Streets of the generated sample city, built by Sitewright",
        attribution: "Sample city: generated",
        first: 9,
        last: 15,
        bounds: bounds_of(ground.streets.iter().flat_map(|street| &street.line)),
    };
    Archive::cut(about, &features, &|_| true)
}

fn bounds_of<'a>(places: impl Iterator<Item = &'a LonLat>) -> [f64; 4] {
    places.fold(
        [180.0, 90.0, -180.0, -90.0],
        |[west, south, east, north], (lon, lat)| {
            [lon.min(west), lat.min(south), lon.max(east), lat.max(north)]
        },
    )
}

fn plane(line: &[LonLat]) -> Vec<Place> {
    line.iter().map(|&degrees| place(degrees)).collect()
}

fn ring<'a>(layer: &'static str, outline: &[LonLat], properties: &'a Properties) -> Feature<'a> {
    Feature {
        layer,
        min_zoom: 0,
        shape: Shape::Rings(vec![plane(outline)]),
        properties,
    }
}

fn line<'a>(
    layer: &'static str,
    places: &[LonLat],
    min_zoom: u8,
    properties: &'a Properties,
) -> Feature<'a> {
    Feature {
        layer,
        min_zoom,
        shape: Shape::Lines(vec![plane(places)]),
        properties,
    }
}

fn kind(kind: &str) -> Properties {
    vec![("kind", kind.into())]
}

fn named(kind: &str, name: &str) -> Properties {
    vec![("kind", kind.into()), ("name", name.into())]
}

/// First zoom and properties of a street.
fn street_properties(street: &Street) -> (u8, Properties) {
    let (first, kind, detail) = match street.kind {
        StreetKind::Freeway => (9, "highway", "motorway"),
        StreetKind::Arterial => (11, "major_road", "primary"),
        StreetKind::Boulevard => (11, "major_road", "secondary"),
        StreetKind::Street => (13, "minor_road", "residential"),
    };
    let properties = vec![
        ("kind", kind.into()),
        ("kind_detail", detail.into()),
        ("name", Value::from(street.name.as_str())),
        ("min_zoom", i64::from(first).into()),
    ];
    (first, properties)
}

/// A district's name is in capitals in parcel descriptions, in title case on maps.
fn neighbourhood(name: &str) -> Properties {
    let words: Vec<String> = name
        .split(' ')
        .map(|word| {
            let (first, rest) = word.split_at(1);
            format!("{first}{}", rest.to_lowercase())
        })
        .collect();
    vec![
        ("kind", "neighbourhood".into()),
        ("name", Value::Text(words.join(" "))),
        ("min_zoom", 12.into()),
        ("sort_key", 0.into()),
    ]
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::mvt::Tile;

    /// The tile of the city's middle.
    fn middle(city: &Archive, z: u8) -> Tile {
        let (x, y) = place((sample_data::ORIGIN_LON, sample_data::ORIGIN_LAT));
        let tiles = f64::from(1_u32 << z);
        city.tile(z, (x * tiles) as u32, (y * tiles) as u32)
            .unwrap()
    }

    fn texts(tile: &Tile, layer: &str) -> Vec<String> {
        let layer = tile.layers.iter().find(|each| each.name == layer);
        layer
            .map(|layer| {
                layer
                    .values
                    .iter()
                    .filter_map(|value| value.text.clone())
                    .collect()
            })
            .unwrap_or_default()
    }

    #[test]
    fn streets_come_by_their_importance() {
        let city = archive();
        assert_eq!(
            texts(&middle(&city, 10), "roads")
                .iter()
                .filter(|text| *text == "highway")
                .count(),
            1
        );
        assert!(!texts(&middle(&city, 12), "roads").contains(&"minor_road".to_owned()));
        let near = middle(&city, 15);
        for expected in ["minor_road", "residential"] {
            assert!(
                texts(&near, "roads").contains(&expected.to_owned()),
                "{expected}"
            );
        }
        assert!(
            texts(&near, "roads")
                .iter()
                .any(|text| text.ends_with(" St"))
        );
        assert!(texts(&middle(&city, 12), "places").contains(&"Ship Channel".to_owned()));
    }

    #[test]
    fn no_tile_says_that_a_street_is_none() {
        // Styles test whether these names are there at all.
        let keys: Vec<String> = middle(&archive(), 15)
            .layers
            .into_iter()
            .flat_map(|layer| layer.keys)
            .collect();
        for name in ["is_tunnel", "is_bridge", "is_link", "script"] {
            assert!(!keys.iter().any(|key| key == name), "{name}");
        }
    }
}
