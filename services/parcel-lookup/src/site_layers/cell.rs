//! The grid of cells in which public services are asked.

/// Side of a cell, degrees: 216 cells of the elevation grid, about 2 km.
const SIDE: f64 = 0.02;
/// A site that touches more cells than this is too large for the services.
const MOST: usize = 36;

/// A cell by column and row.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Cell {
    column: i32,
    row: i32,
}

impl Cell {
    /// That has a point, longitude and latitude.
    pub fn at([lon, lat]: [f64; 2]) -> Self {
        Self {
            column: index(lon),
            row: index(lat),
        }
    }

    /// By its name.
    pub fn named(name: &str) -> Option<Self> {
        let (column, row) = name.split_once(',')?;
        Some(Self {
            column: column.parse().ok()?,
            row: row.parse().ok()?,
        })
    }

    /// As in the tables.
    pub fn name(self) -> String {
        format!("{},{}", self.column, self.row)
    }

    /// West, south, east and north, degrees.
    pub fn bounds(self) -> [f64; 4] {
        let edge = |index: i32| f64::from(index) * SIDE;
        [
            edge(self.column),
            edge(self.row),
            edge(self.column + 1),
            edge(self.row + 1),
        ]
    }
}

/// Of a column or row.
fn index(degrees: f64) -> i32 {
    (degrees / SIDE).floor() as i32
}

/// The cells of a box in degrees; none if they are too many.
pub fn cells_of([west, south, east, north]: [f64; 4]) -> Option<Vec<Cell>> {
    let (columns, rows) = (index(west)..=index(east), index(south)..=index(north));
    let count = columns.clone().count().checked_mul(rows.clone().count())?;
    if count > MOST {
        return None;
    }
    let cells = columns.flat_map(|column| rows.clone().map(move |row| Cell { column, row }));
    Some(cells.collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_site_has_the_cells_that_it_touches() {
        let one = cells_of([-95.3699, 29.7605, -95.3691, 29.761]).unwrap_or_default();
        assert_eq!(one.len(), 1);
        let [west, south, east, north] = one[0].bounds();
        assert!(west <= -95.3699 && east >= -95.3691 && south <= 29.7605 && north >= 29.761);
        assert_eq!(
            cells_of([-95.381, 29.759, -95.379, 29.761])
                .unwrap_or_default()
                .len(),
            4
        );
        assert_eq!(cells_of([-96.0, 29.0, -95.0, 30.0]), None);
        assert_eq!(Cell::at([-95.3695, 29.7605]), one[0]);
        assert_eq!(Cell::named(&one[0].name()), Some(one[0]));
        assert_eq!(Cell::named("12"), None);
    }
}
