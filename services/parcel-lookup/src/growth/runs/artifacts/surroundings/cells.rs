//! Which cells are at and around points.

use std::ops::Range;

use growth_layers::Frame;

/// Radius of a parcel's surroundings.
const REACH_METRES: f64 = 500.0;
/// Where a row's part ends so near to the centre of a cell, in cells, that rounding may decide whether the cell belongs to it.
const DOUBT: f64 = 1e-3;

/// Neighbouring cells of a row.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RowPart {
    pub row: usize,
    pub cols: Range<usize>,
}

/// Column and row of a longitude and latitude, with fractions.
fn place(frame: &Frame, [lon, lat]: [f64; 2]) -> (f64, f64) {
    (
        (lon - frame.west) / frame.dlon,
        (frame.north - lat) / frame.dlat,
    )
}

/// The cell at a longitude and latitude.
pub fn cell_at(frame: &Frame, point: [f64; 2]) -> Option<usize> {
    let (x, y) = place(frame, point);
    let inside =
        (0.0..frame.shape.cols as f64).contains(&x) && (0.0..frame.shape.rows as f64).contains(&y);
    inside.then(|| y as usize * frame.shape.cols + x as usize)
}

fn rows_near(frame: &Frame, y: f64) -> Range<usize> {
    let reach = REACH_METRES / frame.cell_metres;
    let first = (y - reach).floor() as usize;
    first..((y + reach).ceil() as usize).min(frame.shape.rows)
}

/// All rows that have cells around one of the points.
pub fn rows_near_any(frame: &Frame, points: &[[f64; 2]]) -> Range<usize> {
    let inside = points
        .iter()
        .filter(|point| cell_at(frame, **point).is_some());
    let rows = inside.map(|point| rows_near(frame, place(frame, *point).1));
    let all = rows.reduce(|one, other| one.start.min(other.start)..one.end.max(other.end));
    all.unwrap_or(0..0)
}

/// The cells whose centre lies within the radius; none for a point outside.
pub fn rows_around(frame: &Frame, point: [f64; 2]) -> Option<Vec<RowPart>> {
    cell_at(frame, point)?;
    let (x, y) = place(frame, point);
    let reach = REACH_METRES / frame.cell_metres;
    let part = |row: usize| {
        let down = row as f64 + 0.5 - y;
        let is_within = |col: f64| (col + 0.5 - x).hypot(down) <= reach;
        let half = (reach * reach - down * down).max(0.0).sqrt();
        // The first column within the radius, or the first one east of it.
        let column = |edge: f64, is_first: bool| {
            let nearest = edge.round();
            let column = if (edge - nearest).abs() > DOUBT {
                edge.ceil()
            } else {
                nearest + f64::from(is_within(nearest) != is_first)
            };
            (column as usize).min(frame.shape.cols)
        };
        let first = column(x - half - 0.5, true);
        let end = column(x + half - 0.5, false).max(first);
        RowPart {
            row,
            cols: first..end,
        }
    };
    Some(rows_near(frame, y).map(part).collect())
}
