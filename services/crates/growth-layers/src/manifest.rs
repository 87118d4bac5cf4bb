//! The manifest of a layer folder: `layers.json`.
//!
//! Only parses; no file is opened here. Unknown members are rejected, because a misspelt one would
//! otherwise be silently missing.

use std::collections::BTreeMap;

use serde::Deserialize;

/// A folder's manifest.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Manifest {
    /// Shown on the screen.
    pub(super) name: String,
    /// Attribution, one source per line.
    #[serde(default)]
    pub(super) attribution: Vec<String>,
    /// Cell size in metres; 30 by default.
    pub(super) cell_metres: Option<f64>,
    /// Urban areas, oldest first.
    pub(super) urban: Vec<Urban>,
    /// Roads, oldest first.
    #[serde(default)]
    pub(super) roads: Vec<Roads>,
    /// Elevation in metres: gives slope and hillshade.
    pub(super) elevation: Option<Source>,
    /// Percent; overrides the slope from elevation.
    pub(super) slope: Option<Source>,
    /// Resistance 0..99; 100 and more: never urban.
    pub(super) excluded: Option<Source>,
    /// 0..255; overrides the hillshade from elevation.
    pub(super) hillshade: Option<Source>,
}

/// A file, with its georeference if the file has none.
#[derive(Debug, Deserialize)]
pub(super) struct Source {
    /// File name in the folder.
    pub(super) file: String,
    /// `EPSG:26986` or a proj string; overrides that of the file.
    pub(super) crs: Option<String>,
    /// West, south, east, north in the units of `crs`, for PNG and GIF.
    pub(super) extent: Option<[f64; 4]>,
}

/// A file of a year.
#[derive(Debug, Deserialize)]
pub(super) struct DatedSource {
    /// Calendar year.
    pub(super) year: i32,
    /// The file.
    #[serde(flatten)]
    pub(super) source: Source,
}

/// Roads of a year: cells with weights, or lines.
#[derive(Debug, Deserialize)]
pub(super) struct Roads {
    /// Year and file.
    #[serde(flatten)]
    pub(super) dated: DatedSource,
    /// Weights of lines; 100 each by default.
    pub(super) weights: Option<Weights>,
}

/// Weights of lines by class. Classes not listed are omitted.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Weights {
    /// The column that holds the class.
    pub(super) field: String,
    /// 1..255 by class.
    pub(super) values: BTreeMap<String, u8>,
}

/// An urban area of a year.
#[derive(Debug, Deserialize)]
pub(super) struct Urban {
    /// Year and file.
    #[serde(flatten)]
    pub(super) dated: DatedSource,
    /// Interpretation of the values.
    #[serde(flatten)]
    pub(super) meaning: Meaning,
}

/// Interpretation of an urban layer's values.
#[derive(Debug, Clone, Deserialize)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub(super) enum Meaning {
    /// Classes of the National Land Cover Database.
    Nlcd {
        /// Whether class 21, parks and road edges, is urban.
        #[serde(default)]
        open_space_is_urban: bool,
    },
    /// Percent of impervious surface.
    Impervious {
        /// Urban from this percent on.
        at_least: u8,
    },
    /// Classes of any other kind.
    Classes {
        /// Urban.
        urban: Vec<u8>,
        /// Water.
        #[serde(default)]
        water: Vec<u8>,
        /// Excluded from growth.
        #[serde(default)]
        excluded: Vec<u8>,
    },
}

/// Land class of a cell.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Ground {
    /// No data.
    Unknown,
    /// Built.
    Urban,
    /// Water, also ice.
    Water,
    /// Excluded from growth.
    Excluded,
    /// Any other land.
    Open,
}

/// Every class of the National Land Cover Database, also those of Alaska.
const NLCD: [u8; 20] = [
    11, 12, 21, 22, 23, 24, 31, 41, 42, 43, 51, 52, 71, 72, 73, 74, 81, 82, 90, 95,
];

impl Meaning {
    /// Class of a value; the error names an unknown value.
    pub(super) fn of(&self, value: f32) -> Result<Ground, String> {
        if !value.is_finite() {
            return Ok(Ground::Unknown);
        }
        let class = value as u8;
        match self {
            Self::Nlcd { .. } if matches!(class, 0 | 127 | 250..) => Ok(Ground::Unknown),
            Self::Nlcd { .. } if !NLCD.contains(&class) || f32::from(class) < value => {
                Err(format!("{value} is not a class of the land-cover database"))
            }
            Self::Nlcd {
                open_space_is_urban,
            } => Ok(match class {
                11 | 12 => Ground::Water,
                22..=24 => Ground::Urban,
                21 if *open_space_is_urban => Ground::Urban,
                _ => Ground::Open,
            }),
            // 127 and above mean "not mapped" in the database's rasters.
            Self::Impervious { .. } if value > 100.0 => Ok(Ground::Unknown),
            Self::Impervious { at_least } => Ok(if value >= f32::from(*at_least) {
                Ground::Urban
            } else {
                Ground::Open
            }),
            Self::Classes { urban, .. } if urban.contains(&class) => Ok(Ground::Urban),
            Self::Classes { water, .. } if water.contains(&class) => Ok(Ground::Water),
            Self::Classes { excluded, .. } if excluded.contains(&class) => Ok(Ground::Excluded),
            Self::Classes { .. } => Ok(Ground::Open),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_mean_what_their_kind_says() {
        let nlcd = |open_space_is_urban| Meaning::Nlcd {
            open_space_is_urban,
        };
        let impervious = Meaning::Impervious { at_least: 20 };
        let classes = Meaning::Classes {
            urban: vec![2],
            water: vec![5],
            excluded: vec![7],
        };
        for (meaning, value, ground) in [
            (nlcd(false), 23.0, Ground::Urban),
            (nlcd(false), 21.0, Ground::Open),
            (nlcd(true), 21.0, Ground::Urban),
            (nlcd(true), 11.0, Ground::Water),
            (nlcd(true), 250.0, Ground::Unknown),
            (impervious.clone(), 19.9, Ground::Open),
            (impervious.clone(), 20.0, Ground::Urban),
            (impervious, 127.0, Ground::Unknown),
            (classes.clone(), 2.0, Ground::Urban),
            (classes.clone(), 5.0, Ground::Water),
            (classes.clone(), 7.0, Ground::Excluded),
            (classes.clone(), 9.0, Ground::Open),
            (classes, f32::NAN, Ground::Unknown),
        ] {
            assert_eq!(meaning.of(value), Ok(ground), "{meaning:?} {value}");
        }
        for number in [77.0, 23.5] {
            assert!(nlcd(false).of(number).is_err(), "{number}");
        }
    }
}
