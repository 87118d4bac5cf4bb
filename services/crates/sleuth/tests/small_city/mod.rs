//! A small city of our own, and the original program's output for it.

use sleuth::{City, Dated, Grid, Layers, Shape, Span};

pub const SHAPE: Shape = Shape { rows: 48, cols: 64 };
pub const SPAN: Span = Span {
    start: 1990,
    stop: 2005,
};
pub const CRITICAL_SLOPE: f64 = 21.0;

pub fn raster(value: impl Fn(i32, i32) -> u8) -> Grid<u8> {
    let cells = (0..SHAPE.cells() as i32)
        .map(|cell| value(cell / SHAPE.cols as i32, cell % SHAPE.cols as i32));
    Grid::from_values(SHAPE, cells.collect()).unwrap()
}

/// Two towns at the crossing of a main road and a minor one, a lake, and hills in the east.
pub fn city() -> City {
    let roads = vec![
        Dated {
            year: 1990,
            layer: raster(|i, _| if i == 24 { 4 } else { 0 }),
        },
        Dated {
            year: 2000,
            layer: raster(|i, j| if i == 24 { 4 } else { u8::from(j == 44) * 2 }),
        },
    ];
    city_with(roads)
}

pub fn city_with(roads: Vec<Dated<Grid<u8>>>) -> City {
    let near = |row: i32, col: i32, i: i32, j: i32, reach: i32| {
        (row - i).pow(2) + (col - j).pow(2) <= reach * reach
    };
    let town = |reach: i32| {
        raster(move |i, j| u8::from(near(24, 20, i, j, reach) || near(10, 44, i, j, reach - 2)))
    };
    City::new(Layers {
        urban: [(1990, 4), (1995, 5), (2000, 6), (2005, 7)]
            .map(|(year, reach)| Dated {
                year,
                layer: town(reach),
            })
            .into(),
        roads,
        slope: raster(|_, j| if j > 40 { (j - 40) as u8 } else { 0 }),
        excluded: raster(|i, j| {
            if near(36, 12, i, j, 6) {
                100
            } else {
                u8::from(i < 4) * 60
            }
        }),
    })
    .unwrap()
}
