//! Rasterizes road lines onto an area's grid.
//!
//! `GeoJSON` and shapefiles. Every cell on a line gets its weight; the largest one where lines
//! meet.

use std::path::Path;

use geojson::{FeatureCollection, GeometryValue, Position};
use proj4rs::Proj;
use proj4rs::adaptors::transform_xy;
use shapefile::dbase::FieldValue;
use sleuth::{Grid, Shape};

use super::area::Frame;
use super::manifest::{Roads, Source};

/// Default weight of a line.
const USUAL: u8 = 100;

/// Whether a file contains lines, by its name.
pub(super) fn is_lines(source: &Source) -> bool {
    let name = source.file.to_lowercase();
    [".geojson", ".json", ".shp"]
        .iter()
        .any(|ending| name.ends_with(ending))
}

/// The weights of a file's lines on an area's grid. The error names the file.
pub(super) fn drawn(folder: &Path, roads: &Roads, frame: &Frame) -> Result<Grid<u8>, String> {
    let source = &roads.dated.source;
    let path = folder.join(&source.file);
    let draw = || {
        let mut canvas = Canvas::new(frame, source.crs.as_deref().unwrap_or("EPSG:4326"))?;
        if source.file.to_lowercase().ends_with(".shp") {
            if source.crs.is_none() {
                return Err("a shapefile requires crs in layers.json".to_owned());
            }
            of_shapefile(&path, roads, &mut canvas)?;
        } else {
            of_geojson(&path, roads, &mut canvas)?;
        }
        Ok(canvas.grid)
    };
    draw().map_err(|reason| format!("{}: {reason}", source.file))
}

fn of_geojson(path: &Path, roads: &Roads, canvas: &mut Canvas<'_>) -> Result<(), String> {
    let wrong = |error: &dyn std::fmt::Display| format!("it is not readable GeoJSON: {error}");
    let file = std::fs::File::open(path).map_err(|error| error.to_string())?;
    let file = std::io::BufReader::new(file);
    let collection: FeatureCollection =
        serde_json::from_reader(file).map_err(|error| wrong(&error))?;
    for feature in collection.features {
        let class = |field: &str| match feature.property(field)? {
            serde_json::Value::String(text) => Some(text.clone()),
            other => Some(other.to_string()),
        };
        let (Some(weight), Some(geometry)) = (weight(roads, class), &feature.geometry) else {
            continue;
        };
        match &geometry.value {
            GeometryValue::LineString { coordinates } => canvas.geojson(coordinates, weight)?,
            GeometryValue::MultiLineString { coordinates } => {
                for line in coordinates {
                    canvas.geojson(line, weight)?;
                }
            }
            _ => return Err("it contains shapes other than lines".to_owned()),
        }
    }
    Ok(())
}

fn of_shapefile(path: &Path, roads: &Roads, canvas: &mut Canvas<'_>) -> Result<(), String> {
    let wrong = |error: shapefile::Error| format!("it is not a readable shapefile: {error}");
    let mut reader = shapefile::Reader::from_path(path).map_err(wrong)?;
    for record in reader.iter_shapes_and_records() {
        let (shape, columns) = record.map_err(wrong)?;
        let class = |field: &str| match columns.get(field)? {
            FieldValue::Character(text) => text.clone(),
            FieldValue::Numeric(number) => number.map(|number| number.to_string()),
            FieldValue::Integer(number) => Some(number.to_string()),
            _ => None,
        };
        let Some(weight) = weight(roads, class) else {
            continue;
        };
        let parts: Vec<Vec<(f64, f64)>> = match shape {
            shapefile::Shape::NullShape => Vec::new(),
            shapefile::Shape::Polyline(line) => pairs(line.parts(), |at| (at.x, at.y)),
            shapefile::Shape::PolylineM(line) => pairs(line.parts(), |at| (at.x, at.y)),
            shapefile::Shape::PolylineZ(line) => pairs(line.parts(), |at| (at.x, at.y)),
            _ => return Err("it contains shapes other than lines".to_owned()),
        };
        for part in parts {
            canvas.line(part, weight)?;
        }
    }
    Ok(())
}

fn pairs<P>(parts: &[Vec<P>], pair: impl Fn(&P) -> (f64, f64)) -> Vec<Vec<(f64, f64)>> {
    let part = |part: &Vec<P>| part.iter().map(&pair).collect();
    parts.iter().map(part).collect()
}

/// Weight of a line; none to omit it.
fn weight(roads: &Roads, class: impl Fn(&str) -> Option<String>) -> Option<u8> {
    match &roads.weights {
        None => Some(USUAL),
        Some(weights) => weights.values.get(class(&weights.field)?.trim()).copied(),
    }
}

/// The grid being drawn on.
struct Canvas<'f> {
    frame: &'f Frame,
    here: Proj,
    earth: Proj,
    grid: Grid<u8>,
}

impl<'f> Canvas<'f> {
    fn new(frame: &'f Frame, system: &str) -> Result<Self, String> {
        let fault = |error: proj4rs::errors::Error| format!("{system}: {error}");
        Ok(Self {
            frame,
            here: Proj::from_user_string(system).map_err(fault)?,
            earth: Proj::from_proj_string("+proj=longlat +datum=WGS84 +no_defs").map_err(fault)?,
            grid: Grid::filled(frame.shape, 0),
        })
    }

    fn geojson(&mut self, line: &[Position], weight: u8) -> Result<(), String> {
        let mut places = Vec::with_capacity(line.len());
        for at in line {
            let [x, y, ..] = at.as_slice() else {
                return Err("a position has fewer than two coordinates".to_owned());
            };
            places.push((*x, *y));
        }
        self.line(places, weight)
    }

    /// Draws a line through positions in the file's units.
    fn line(&mut self, places: Vec<(f64, f64)>, weight: u8) -> Result<(), String> {
        let mut before = None;
        for place in places {
            let cell = self.cell(place)?;
            if let Some(before) = before {
                self.piece(before, cell, weight);
            }
            before = Some(cell);
        }
        Ok(())
    }

    /// Column and row from the north-western corner, with fractions.
    fn cell(&self, (x, y): (f64, f64)) -> Result<(f64, f64), String> {
        let (x, y) = if self.here.is_latlong() {
            (x.to_radians(), y.to_radians())
        } else {
            (x, y)
        };
        let (lon, lat) = transform_xy(&self.here, &self.earth, x, y)
            .map_err(|error| format!("an invalid position: {error}"))?;
        Ok((
            (lon.to_degrees() - self.frame.west) / self.frame.dlon,
            (self.frame.north - lat.to_degrees()) / self.frame.dlat,
        ))
    }

    fn piece(&mut self, from: (f64, f64), to: (f64, f64), weight: u8) {
        let Shape { rows, cols } = self.frame.shape;
        let size = (cols as f64, rows as f64);
        let Some((from, to)) = clipped(from, to, size) else {
            return;
        };
        let (over, down) = (to.0 - from.0, to.1 - from.1);
        // Two samples per cell along the longer direction leave no gaps, also on diagonals.
        let steps = (2.0 * over.abs().max(down.abs())).ceil().max(1.0);
        for step in 0..=steps as usize {
            let share = step as f64 / steps;
            let col = ((from.0 + over * share) as usize).min(cols - 1);
            let row = ((from.1 + down * share) as usize).min(rows - 1);
            let cell = &mut self.grid.values_mut()[row * cols + col];
            *cell = (*cell).max(weight);
        }
    }
}

/// Clips a segment to the rectangle from 0, 0 to `size` (Liang & Barsky 1984).
fn clipped(from: (f64, f64), to: (f64, f64), size: (f64, f64)) -> Option<((f64, f64), (f64, f64))> {
    let (over, down) = (to.0 - from.0, to.1 - from.1);
    let (mut enter, mut leave) = (0.0_f64, 1.0_f64);
    for (step, room) in [
        (-over, from.0),
        (over, size.0 - from.0),
        (-down, from.1),
        (down, size.1 - from.1),
    ] {
        if step == 0.0 && room < 0.0 {
            return None;
        }
        if step < 0.0 {
            enter = enter.max(room / step);
        } else if step > 0.0 {
            leave = leave.min(room / step);
        }
    }
    let at = |share: f64| (from.0 + over * share, from.1 + down * share);
    (enter <= leave).then(|| (at(enter), at(leave)))
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    proptest! {
        #[test]
        fn what_is_clipped_lies_inside_and_on_the_line(
            from in (-50.0..50.0, -50.0..50.0), to in (-50.0..50.0, -50.0..50.0)
        ) {
            let size = (20.0, 10.0);
            let inside = |(x, y): (f64, f64)| {
                (-1e-9..=size.0 + 1e-9).contains(&x) && (-1e-9..=size.1 + 1e-9).contains(&y)
            };
            let length = |a: (f64, f64), b: (f64, f64)| (a.0 - b.0).hypot(a.1 - b.1);
            match clipped(from, to, size) {
                Some((start, end)) => {
                    prop_assert!(inside(start) && inside(end));
                    let way = length(from, start) + length(start, end) + length(end, to);
                    prop_assert!((way - length(from, to)).abs() < 1e-9);
                }
                None => {
                    for step in 0..=1_000 {
                        let share = f64::from(step) / 1_000.0;
                        let at = (from.0 + (to.0 - from.0) * share, from.1 + (to.1 - from.1) * share);
                        prop_assert!(!(0.01..size.0 - 0.01).contains(&at.0) || !(0.01..size.1 - 0.01).contains(&at.1));
                    }
                }
            }
        }
    }
}
