//! The demo city beside the checkout and the scores printed by the original.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use sleuth::land_use::{Class, ClassSlopes, Kind, LandUse};
use sleuth::{City, Dated, Fit, Grid, Layers, SelfModification, Shape};

pub const CRITICAL_SLOPE: f64 = 21.0;

/// The folder with the original's files: `SLEUTH_REFERENCE_DIR`, else beside the checkout.
pub fn shared() -> PathBuf {
    let beside = concat!(env!("CARGO_MANIFEST_DIR"), "/../../../../shared/sleuth");
    let place = std::env::var_os("SLEUTH_REFERENCE_DIR").unwrap_or_else(|| beside.into());
    let place = PathBuf::from(place);
    assert!(
        place.join("reference").is_dir(),
        "no files of the original in {}",
        place.display()
    );
    place
}

fn layer(folder: &Path, name: &str) -> Grid<u8> {
    let path = folder.join(format!("demo_city/png/demo200.{name}.png"));
    let picture = image::open(&path)
        .unwrap_or_else(|error| panic!("{}: {error}", path.display()))
        .into_luma8();
    let shape = Shape {
        rows: picture.height() as usize,
        cols: picture.width() as usize,
    };
    Grid::from_values(shape, picture.into_raw()).unwrap()
}

pub fn demo_city(folder: &Path) -> City {
    let dated = |name: &str, years: &[i32]| -> Vec<Dated<Grid<u8>>> {
        years
            .iter()
            .map(|year| Dated {
                year: *year,
                layer: layer(folder, &format!("{name}.{year}")),
            })
            .collect()
    };
    let years = [1930, 1950, 1970, 1990];
    City::new(Layers {
        urban: dated("urban", &years),
        roads: dated("roads", &years),
        slope: layer(folder, "slope"),
        excluded: layer(folder, "excluded"),
    })
    .unwrap()
}

/// The classes of the original's sample scenarios; a class's value is its index.
pub fn land_use(folder: &Path, city: &City) -> LandUse {
    let classes = [
        ("Unclass", Kind::Unclassed),
        ("Urban", Kind::Urban),
        ("Agric", Kind::Ordinary),
        ("Range", Kind::Ordinary),
        ("Forest", Kind::Ordinary),
        ("Water", Kind::Excluded),
        ("Wetland", Kind::Ordinary),
        ("Barren", Kind::Ordinary),
    ];
    let classes = (0..).zip(classes).map(|(value, (name, kind))| Class {
        value,
        name: name.to_owned(),
        kind,
    });
    let layers = [1930, 1990].map(|year| Dated {
        year,
        layer: layer(folder, &format!("landuse.{year}")),
    });
    LandUse::new(city, classes.collect(), layers.into(), ClassSlopes::Mean).unwrap()
}

pub fn variant(name: &str) -> SelfModification {
    match name {
        "base" => SelfModification::USUAL,
        "nomod" => SelfModification::OFF,
        "boomx" => SelfModification {
            critical_low: 0.0,
            critical_high: 0.0,
            boom: 1.10,
            slope_sensitivity: 1.0,
            road_sensitivity: 0.5,
            ..SelfModification::USUAL
        },
        "bustx" => SelfModification {
            critical_low: 1e13,
            critical_high: 1e13,
            bust: 0.5,
            slope_sensitivity: 1.0,
            road_sensitivity: 0.5,
            ..SelfModification::USUAL
        },
        other => panic!("unknown variant {other}"),
    }
}

/// The lines of a file of scores: values by column name.
pub fn control_statistics(file: &Path) -> Vec<BTreeMap<String, String>> {
    let mut reader = csv::Reader::from_path(file).unwrap();
    reader.deserialize().map(Result::unwrap).collect()
}

/// Describes every score of a line that differs.
pub fn fit_differences(line: &BTreeMap<String, String>, fit: &Fit) -> Vec<String> {
    let squares = Fit::COMPARED.map(|metric| (metric.name(), fit.squared(metric).unwrap()));
    let scores = [
        ("product", fit.product()),
        ("compare", fit.compare),
        ("leesalee", fit.lee_sallee),
        ("fmatch", fit.land_use.unwrap_or(0.0)),
    ];
    (scores.into_iter().chain(squares))
        .map(|(name, ours)| (name, format!("{ours:.5}")))
        .filter(|(name, ours)| *ours != line[*name])
        .map(|(name, ours)| format!("fit {name}: {ours} instead of {}", line[name]))
        .collect()
}
