//! Classes of slope of a small area, from the elevation service on its own grid, so that nothing is resampled.
//!
//! Slope after Horn (1981) over 3 by 3 cells, with the width and the height of a cell on the ground: degrees taken for
//! metres would give nonsense. A cell then takes the class of the majority of its neighbours, so that single cells do not
//! make specks. A wall of 2 m is 10 percent over two columns of a grid of 10 m: the size of a cell belongs to each result.

use std::f64::consts::PI;
use std::io::Write as _;

use provider_client::{Http, ProviderError};
use url::Url;

use crate::geotiff::GeoTiff;
use crate::services::elevation::address;

/// A cell of the grid, degrees: a third of an arc second.
pub const CELL: f64 = 1.0 / 10_800.0;
/// Where classes begin, percent.
pub const STEPS: [f64; 9] = [3.0, 5.0, 8.0, 10.0, 12.0, 15.0, 20.0, 25.0, 33.0];
/// Mean radius of the earth, metres.
const RADIUS: f64 = 6_371_008.8;

/// A part of a row of cells with the same class.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Run {
    /// At least so steep, percent.
    pub percent: f64,
    /// West, south, east and north, degrees.
    pub bounds: [f64; 4],
}

/// The steep cells of an area.
#[derive(Debug, Clone, PartialEq)]
pub struct Steep {
    /// In rows from the north.
    pub runs: Vec<Run>,
    /// Height of a cell on the ground, metres.
    pub cell_m: f64,
    /// All cells have an elevation.
    pub complete: bool,
}

/// Elevation of a box on the grid, with a cell more on each side.
pub async fn fetch(http: &Http, service: &Url, area: [f64; 4]) -> Result<Vec<u8>, ProviderError> {
    let grid = Grid::of(area);
    http.tiff(&address(service, grid.bounds(), (grid.cols, grid.rows)))
        .await
}

/// The steep cells of a fetched box. The error says what is wrong.
pub fn steep(bytes: &[u8], area: [f64; 4]) -> Result<Steep, String> {
    let grid = Grid::of(area);
    let metres = grid.read(bytes)?;
    let slopes = grid.slopes(&metres);
    let classes = grid.smoothed(&Grid::classes(&slopes));
    Ok(Steep {
        runs: grid.runs(&classes),
        cell_m: Grid::height(),
        complete: slopes.iter().all(|slope| slope.is_finite()),
    })
}

/// Cells of a box, and one more on each side.
struct Grid {
    west: f64,
    north: f64,
    cols: usize,
    rows: usize,
}

impl Grid {
    fn of([west, south, east, north]: [f64; 4]) -> Self {
        let cells = |degrees: f64| (degrees / CELL).round() as usize + 2;
        Self {
            west: west - CELL,
            north: north + CELL,
            cols: cells(east - west),
            rows: cells(north - south),
        }
    }

    fn bounds(&self) -> [f64; 4] {
        let south = self.north - CELL * self.rows as f64;
        let east = self.west + CELL * self.cols as f64;
        [self.west, south, east, self.north]
    }

    /// Height of a cell, metres.
    fn height() -> f64 {
        CELL.to_radians() * RADIUS
    }

    /// Width of a cell of a row, metres.
    fn width(&self, row: usize) -> f64 {
        let lat = self.north - CELL * (row as f64 + 0.5);
        Self::height() * (lat * PI / 180.0).cos()
    }

    fn read(&self, bytes: &[u8]) -> Result<Vec<f32>, String> {
        let mut file = tempfile::NamedTempFile::new().map_err(|error| error.to_string())?;
        file.write_all(bytes).map_err(|error| error.to_string())?;
        let mut tiff = GeoTiff::open(file.path())?;
        let [west, north, width, height] = tiff.geo_transform;
        let near = |one: f64, other: f64| (one - other).abs() < CELL / 4.0;
        let fits = near(west, self.west)
            && near(north, self.north)
            && (width / CELL - 1.0).abs() < 0.01
            && (height / CELL - 1.0).abs() < 0.01;
        if !fits {
            return Err("it is of another place or grid than was asked for".to_owned());
        }
        let part = tiff.read([0, 0, self.cols as i64, self.rows as i64])?;
        let cells = (0..self.rows).flat_map(|row| (0..self.cols).map(move |col| (col, row)));
        Ok(cells
            .map(|(col, row)| part.at(col as i64, row as i64))
            .collect())
    }

    /// Percent of the inner cells, row by row; NaN where a neighbour has no elevation.
    fn slopes(&self, metres: &[f32]) -> Vec<f64> {
        let at = |row: usize, col: usize| f64::from(metres[row * self.cols + col]);
        let mut slopes = Vec::with_capacity((self.rows - 2) * (self.cols - 2));
        for row in 1..self.rows - 1 {
            let (width, height) = (self.width(row), Self::height());
            for col in 1..self.cols - 1 {
                let side = |one: f64, mid: f64, two: f64| one + 2.0 * mid + two;
                let east = side(at(row - 1, col + 1), at(row, col + 1), at(row + 1, col + 1))
                    - side(at(row - 1, col - 1), at(row, col - 1), at(row + 1, col - 1));
                let south = side(at(row + 1, col - 1), at(row + 1, col), at(row + 1, col + 1))
                    - side(at(row - 1, col - 1), at(row - 1, col), at(row - 1, col + 1));
                slopes.push(100.0 * (east / (8.0 * width)).hypot(south / (8.0 * height)));
            }
        }
        slopes
    }

    /// How many steps each slope has reached; none is unknown or level.
    fn classes(slopes: &[f64]) -> Vec<usize> {
        slopes
            .iter()
            .map(|slope| STEPS.iter().filter(|step| slope >= *step).count())
            .collect()
    }

    /// The class of at least five of the nine cells around each, else its own.
    fn smoothed(&self, classes: &[usize]) -> Vec<usize> {
        let (cols, rows) = (self.cols - 2, self.rows - 2);
        let mut smooth = classes.to_vec();
        for row in 1..rows.saturating_sub(1) {
            for col in 1..cols.saturating_sub(1) {
                let mut counts = [0_u8; STEPS.len() + 1];
                for near in [row - 1, row, row + 1] {
                    for class in &classes[near * cols + col - 1..=near * cols + col + 1] {
                        counts[*class] += 1;
                    }
                }
                if let Some(class) = counts.iter().position(|count| *count >= 5) {
                    smooth[row * cols + col] = class;
                }
            }
        }
        smooth
    }

    fn runs(&self, classes: &[usize]) -> Vec<Run> {
        let cols = self.cols - 2;
        let mut runs = Vec::new();
        for (row, of_row) in classes.chunks(cols).enumerate() {
            let north = self.north - CELL * (row + 1) as f64;
            let mut first = 0;
            for last in 1..=cols {
                if last < cols && of_row[last] == of_row[first] {
                    continue;
                }
                if let Some(step) = of_row[first].checked_sub(1) {
                    let edge = |col: usize| self.west + CELL * (col + 1) as f64;
                    runs.push(Run {
                        percent: STEPS[step],
                        bounds: [edge(first), north - CELL, edge(last), north],
                    });
                }
                first = last;
            }
        }
        runs
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A box of 20 by 20 cells at Denver's latitude.
    const AREA: [f64; 4] = [-105.0, 39.75 - 20.0 * CELL, -105.0 + 20.0 * CELL, 39.75];

    fn plane(grid: &Grid, percent: f64) -> Vec<f32> {
        (0..grid.rows * grid.cols)
            .map(|cell| (percent / 100.0 * grid.width(0) * (cell % grid.cols) as f64) as f32)
            .collect()
    }

    #[test]
    fn a_plane_has_its_slope_in_degrees_of_longitude_too() {
        let grid = Grid::of(AREA);
        for slope in grid.slopes(&plane(&grid, 9.0)) {
            assert!((slope - 9.0).abs() < 0.05, "{slope}");
        }
        let classes = Grid::classes(&grid.slopes(&plane(&grid, 9.0)));
        let runs = grid.runs(&classes);
        assert_eq!((runs.len(), runs[0].percent as u8), (20, 8));
        let near = |one: f64, other: f64| (one - other).abs() < 1e-9;
        assert!(near(runs[0].bounds[0], AREA[0]) && near(runs[19].bounds[1], AREA[1]));
        assert!(near(runs[0].bounds[3], AREA[3]) && near(runs[0].bounds[2], AREA[2]));
        assert!(
            grid.runs(&Grid::classes(&grid.slopes(&plane(&grid, 2.0))))
                .is_empty()
        );
    }

    #[test]
    fn a_wall_of_two_metres_is_ten_percent_over_two_columns() {
        let grid = Grid::of(AREA);
        let wall: Vec<f32> = (0..grid.rows * grid.cols)
            .map(|cell| if cell % grid.cols < 10 { 0.0 } else { 2.0 })
            .collect();
        let slopes = grid.slopes(&wall);
        let steep: Vec<usize> = (0..20).filter(|col| slopes[200 + col] > 1.0).collect();
        assert_eq!(steep, [8, 9]);
        // 2 m over two cells of 7.9 m.
        let expected = 100.0 * 2.0 / (2.0 * grid.width(0));
        assert!((slopes[208] - expected).abs() < 0.1, "{}", slopes[208]);
    }

    #[test]
    fn a_single_steep_cell_is_no_speck() {
        let grid = Grid::of(AREA);
        let mut classes = vec![0; 400];
        classes[210] = 5;
        assert!(grid.smoothed(&classes).iter().all(|class| *class == 0));
        // Unknown elevation is not level: the answer says that it is not complete.
        let mut holed = plane(&grid, 1.0);
        holed[50] = f32::NAN;
        assert!(grid.slopes(&holed).iter().any(|slope| slope.is_nan()));
    }
}
