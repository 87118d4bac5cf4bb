//! Slope and hillshade from elevation.
//!
//! Slope after Horn (1981, "Hill shading and the reflectance map"): weighted differences of the
//! eight neighbours. At edges, and next to no data, the centre's elevation is used instead.

use sleuth::{Grid, Shape};

/// Elevation in metres, NaN for no data.
pub(super) struct Heights<'h> {
    pub(super) shape: Shape,
    pub(super) metres: &'h [f32],
    /// Side of a cell, metres.
    pub(super) cell: f64,
}

impl Heights<'_> {
    /// Rise to the east and rise to the south, metres per metre; 0 where unknown.
    fn gradient(&self, row: usize, col: usize) -> (f64, f64) {
        let middle = self.metres[row * self.shape.cols + col];
        if !middle.is_finite() {
            // Unknown elevation counts as level ground.
            return (0.0, 0.0);
        }
        let height = |down: isize, over: isize| {
            let found = row
                .checked_add_signed(down)
                .zip(col.checked_add_signed(over))
                .filter(|(row, col)| *row < self.shape.rows && *col < self.shape.cols)
                .map(|(row, col)| self.metres[row * self.shape.cols + col]);
            f64::from(found.filter(|metres| metres.is_finite()).unwrap_or(middle))
        };
        let side = |one: (isize, isize), mid: (isize, isize), two: (isize, isize)| {
            height(one.0, one.1) + 2.0 * height(mid.0, mid.1) + height(two.0, two.1)
        };
        let east = side((-1, 1), (0, 1), (1, 1)) - side((-1, -1), (0, -1), (1, -1));
        let south = side((1, -1), (1, 0), (1, 1)) - side((-1, -1), (-1, 0), (-1, 1));
        (east / (8.0 * self.cell), south / (8.0 * self.cell))
    }

    fn each(&self, value: impl Fn(f64, f64) -> f64) -> Grid<u8> {
        let mut grid = Grid::filled(self.shape, 0_u8);
        for (index, cell) in grid.values_mut().iter_mut().enumerate() {
            let (east, south) = self.gradient(index / self.shape.cols, index % self.shape.cols);
            *cell = value(east, south).clamp(0.0, 255.0) as u8;
        }
        grid
    }

    /// Percent, rounded.
    pub(super) fn slope(&self) -> Grid<u8> {
        self.each(|east, south| (100.0 * east.hypot(south)).round())
    }

    /// Illumination from the north-west at 45 degrees, as in the sample layers: level ground has
    /// 209.
    pub(super) fn hillshade(&self) -> Grid<u8> {
        self.each(|east, south| {
            let light = (1.0 + (east + south) / 2.0_f64.sqrt())
                / (2.0 * (1.0 + east * east + south * south)).sqrt();
            40.0 + 240.0 * light.max(0.0)
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_plane_has_its_slope_everywhere_inside_and_light_comes_from_the_north_west() {
        let shape = Shape { rows: 5, cols: 6 };
        // Rises 3 m per cell eastward and 4 m per cell southward: 5 m in 30 m are 16.7 percent.
        let metres: Vec<f32> = (0..30).map(|i| (i % 6 * 3 + i / 6 * 4) as f32).collect();
        let plane = |metres: &[f32]| {
            let heights = Heights {
                shape,
                metres,
                cell: 30.0,
            };
            (heights.slope(), heights.hillshade())
        };
        let (slope, facing) = plane(&metres);
        assert_eq!([slope.at(1, 1), slope.at(3, 4)], [17, 17]);
        let turned: Vec<f32> = metres.iter().map(|height| -height).collect();
        let (_, away) = plane(&turned);
        let (level, flat) = plane(&[7.0; 30]);
        assert!(facing.at(2, 2) > flat.at(2, 2) && flat.at(2, 2) > away.at(2, 2));
        assert_eq!((level.at(2, 2), flat.at(2, 2)), (0, 209));
        let (unknown, unlit) = plane(&[f32::NAN; 30]);
        assert_eq!((unknown.at(2, 2), unlit.at(2, 2)), (0, 209));
    }
}
