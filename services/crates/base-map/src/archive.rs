//! An archive of vector tiles in one file, which browsers read by range requests.

use std::collections::BTreeMap;
use std::fs::{self, File};
use std::path::Path;

use pmtiles::{Compression, PmTilesWriter, TileCoord, TileId, TileType};
use serde_json::json;

use crate::cut::{Coordinates, Feature, Pyramid};

/// Names and numbers of an archive.
#[derive(Debug)]
pub struct About {
    /// Name of the file.
    pub file: &'static str,
    /// In words.
    pub description: &'static str,
    /// HTML that maps show.
    pub attribution: &'static str,
    /// First zoom.
    pub first: u8,
    /// Last zoom; maps enlarge its tiles beyond.
    pub last: u8,
    /// West, south, east, north in degrees.
    pub bounds: [f64; 4],
}

/// An archive whose tiles are cut.
pub struct Archive {
    about: About,
    /// In the order of the file.
    tiles: BTreeMap<u64, (TileCoord, Vec<u8>)>,
}

impl Archive {
    /// Cuts the tiles that are wanted.
    pub fn cut(about: About, features: &[Feature], wanted: &dyn Fn(Coordinates) -> bool) -> Self {
        let mut tiles = BTreeMap::new();
        let pyramid = Pyramid {
            first: about.first,
            last: about.last,
            wanted,
        };
        pyramid.cut(features, &mut |Coordinates { z, x, y }, bytes| {
            if let Ok(at) = TileCoord::new(z, x, y) {
                tiles.insert(TileId::from(at).value(), (at, bytes));
            }
        });
        Self { about, tiles }
    }

    /// Writes the file.
    pub fn write(&self, folder: &Path) -> anyhow::Result<()> {
        let About {
            file,
            first,
            last,
            bounds: [west, south, east, north],
            ..
        } = self.about;
        let unfinished = folder.join(format!("{file}.unfinished"));
        let mut writer = PmTilesWriter::new(TileType::Mvt)
            .tile_compression(Compression::Gzip)
            .min_zoom(first)
            .max_zoom(last)
            .bounds(west, south, east, north)
            .center(f64::midpoint(west, east), f64::midpoint(south, north))
            .center_zoom(first)
            .metadata(self.metadata())
            .create(File::create(&unfinished)?)?;
        for (at, bytes) in self.tiles.values() {
            writer.add_tile(*at, bytes)?;
        }
        writer.finalize()?;
        fs::rename(unfinished, folder.join(file))?;
        Ok(())
    }

    fn metadata(&self) -> String {
        let About {
            file,
            description,
            attribution,
            first,
            last,
            ..
        } = &self.about;
        let layers: Vec<_> = LAYERS
            .iter()
            .map(|(id, names)| {
                let fields: BTreeMap<&str, &str> = names
                    .iter()
                    .map(|name| {
                        (
                            *name,
                            if NUMBERS.contains(name) {
                                "Number"
                            } else {
                                "String"
                            },
                        )
                    })
                    .collect();
                json!({ "id": id, "fields": fields, "minzoom": first, "maxzoom": last })
            })
            .collect();
        json!({
            "name": file,
            "description": description,
            "attribution": attribution,
            "type": "baselayer",
            "version": "4",
            "vector_layers": layers,
        })
        .to_string()
    }

    /// A tile's bytes, for tests.
    #[cfg(test)]
    pub fn tile(&self, z: u8, x: u32, y: u32) -> Option<crate::mvt::Tile> {
        use prost::Message as _;
        let id = TileId::from(TileCoord::new(z, x, y).unwrap()).value();
        let (_, bytes) = self.tiles.get(&id)?;
        Some(crate::mvt::Tile::decode(bytes.as_slice()).unwrap())
    }
}

/// Layers of the schema with the names of their properties. All are named, also those that an archive does not fill: styles
/// have layers for each, and browsers report one that is not named.
const LAYERS: &[(&str, &[&str])] = &[
    ("earth", &["kind"]),
    ("landcover", &["kind"]),
    ("landuse", &["kind"]),
    ("water", &["kind", "name", "min_zoom"]),
    ("roads", &["kind", "kind_detail", "name", "min_zoom"]),
    ("buildings", &["kind"]),
    ("boundaries", &["kind", "kind_detail"]),
    (
        "places",
        &[
            "kind",
            "name",
            "name:en",
            "ref",
            "capital",
            "min_zoom",
            "population",
            "population_rank",
            "sort_key",
        ],
    ),
];

/// Properties that are numbers.
const NUMBERS: &[&str] = &["min_zoom", "population", "population_rank", "sort_key"];
