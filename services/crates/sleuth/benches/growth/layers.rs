//! Layers for both programs: a generated city or those of a folder, tiled.

use std::collections::BTreeMap;
use std::path::Path;

use sleuth::{Dated, Grid, Layers, Shape};

/// Side of the generated city, cells.
const SIDE: usize = 200;
const YEARS: [i32; 4] = [1930, 1950, 1970, 1990];

/// Towns at deterministic positions, a road network, hills and lakes.
pub fn own() -> Layers {
    Layers {
        urban: YEARS
            .into_iter()
            .zip(0_i64..)
            .map(|(year, more)| Dated {
                year,
                layer: raster(|i, j| town(i, j, more)),
            })
            .collect(),
        roads: vec![Dated {
            year: 1930,
            layer: raster(|i, j| u8::from(i % 50 == 25 || j % 65 == 40) * 100),
        }],
        slope: raster(|i, j| (((i / 9) * (j / 11)) % 30) as u8),
        excluded: raster(|i, j| u8::from((i - 150).pow(2) + (j - 60).pow(2) < 600) * 100),
    }
}

fn raster(value: impl Fn(i64, i64) -> u8) -> Grid<u8> {
    let shape = Shape {
        rows: SIDE,
        cols: SIDE,
    };
    let cells = (0..shape.cells()).map(|cell| value((cell / SIDE) as i64, (cell % SIDE) as i64));
    Grid::from_values(shape, cells.collect()).unwrap()
}

fn town(row: i64, col: i64, more: i64) -> u8 {
    let is_near = (0..14_i64).any(|town| {
        let (i, j) = (town * 7_919 % 180 + 10, town * 104_729 % 180 + 10);
        let reach = 3 + town % 5 + more;
        (row - i).pow(2) + (col - j).pow(2) <= reach * reach
    });
    u8::from(is_near) * 255
}

/// Greyscale GIFs named as the original expects: `PLACE.urban.YEAR.gif`, `PLACE.roads.YEAR.gif`,
/// `PLACE.slope.gif`, `PLACE.excluded.gif`; others are ignored.
pub fn read(folder: &Path) -> Layers {
    let mut found: BTreeMap<String, Grid<u8>> = BTreeMap::new();
    for entry in std::fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        let name = path.file_name().unwrap().to_str().unwrap();
        if let Some((_, kind)) = name
            .strip_suffix(".gif")
            .and_then(|name| name.split_once('.'))
        {
            let picture = image::open(&path).unwrap().into_luma8();
            let shape = Shape {
                rows: picture.height() as usize,
                cols: picture.width() as usize,
            };
            let layer = Grid::from_values(shape, picture.into_raw()).unwrap();
            found.insert(kind.to_owned(), layer);
        }
    }
    let dated = |kind: &str| -> Vec<Dated<Grid<u8>>> {
        found
            .iter()
            .filter_map(|(name, layer)| {
                let year = name.strip_prefix(kind)?.strip_prefix('.')?;
                Some(Dated {
                    year: year.parse().ok()?,
                    layer: layer.clone(),
                })
            })
            .collect()
    };
    Layers {
        urban: dated("urban"),
        roads: dated("roads"),
        slope: found["slope"].clone(),
        excluded: found["excluded"].clone(),
    }
}

/// Repeats each layer so many times down and across.
pub fn tiled(layers: &Layers, times: usize) -> Layers {
    let repeated = |layer: &Grid<u8>| {
        let Shape { rows, cols } = layer.shape();
        let values = (0..rows * times).flat_map(|row| {
            let start = row % rows * cols;
            layer.values()[start..start + cols].repeat(times)
        });
        let shape = Shape {
            rows: rows * times,
            cols: cols * times,
        };
        Grid::from_values(shape, values.collect()).unwrap()
    };
    let all = |dated: &[Dated<Grid<u8>>]| {
        dated
            .iter()
            .map(|one| Dated {
                year: one.year,
                layer: repeated(&one.layer),
            })
            .collect()
    };
    Layers {
        urban: all(&layers.urban),
        roads: all(&layers.roads),
        slope: repeated(&layers.slope),
        excluded: repeated(&layers.excluded),
    }
}
