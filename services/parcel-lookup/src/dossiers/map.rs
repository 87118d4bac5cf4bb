//! The map of a site: its outline, neighbours, roads and deductions as paths in metres, and the same as SVG for a
//! document. No I/O, and no pictures.

use std::fmt::Write as _;

use ::assemblage::Point;
use serde_json::Value;

use super::dto::{MapKind, MapLabel, MapShape, SiteMap};
use super::ops::Site;
use super::said;
use crate::assemblages::{NearLine, Surroundings};
use crate::buildable::domain::DeductionKind;

/// Width by height.
const ASPECT: f64 = 1.6;
/// Metres of a degree of latitude.
const DEGREE: f64 = 111_195.0;
/// Land around the site, of its longer side, and limits in metres.
const MARGIN: f64 = 0.35;
const LEAST_MARGIN: f64 = 50.0;
const MOST_MARGIN: f64 = 500.0;
/// Lengths of scale bars, feet.
const SCALES: [u32; 12] = [
    10, 20, 50, 100, 200, 300, 500, 1_000, 2_000, 5_280, 10_560, 26_400,
];
const FOOT: f64 = 0.3048;
/// Most names of streets.
const MAX_LABELS: usize = 8;

/// What a map shows: a plane in metres, true at the middle of the site.
#[derive(Debug, Clone, Copy)]
pub struct Frame {
    west: f64,
    north: f64,
    /// Metres of a degree of longitude.
    degree: f64,
    width: f64,
    height: f64,
    margin: f64,
}

type Line = Vec<[f64; 2]>;

impl Frame {
    /// Around `GeoJSON` outlines.
    pub fn around<'a>(outlines: impl Iterator<Item = &'a Value>) -> Self {
        let mut points = Vec::new();
        for outline in outlines {
            positions(&outline["coordinates"], &mut points);
        }
        let edge = |axis: usize, pick: fn(f64, f64) -> f64| {
            let all = points.iter().map(|point| point[axis]);
            all.reduce(pick).unwrap_or_default()
        };
        let (west, east) = (edge(0, f64::min), edge(0, f64::max));
        let (south, north) = (edge(1, f64::min), edge(1, f64::max));
        let degree = DEGREE * f64::midpoint(south, north).to_radians().cos().max(0.01);
        let (wide, high) = ((east - west) * degree, (north - south) * DEGREE);
        let margin = (MARGIN * wide.max(high)).clamp(LEAST_MARGIN, MOST_MARGIN);
        let (least_wide, least_high) = (wide + 2.0 * margin, high + 2.0 * margin);
        let width = least_wide.max(least_high * ASPECT);
        let height = width / ASPECT;
        Self {
            west: west - (width - wide) / 2.0 / degree,
            north: north + (height - high) / 2.0 / DEGREE,
            degree,
            width,
            height,
            margin,
        }
    }

    /// What must be read around the box of the site.
    pub fn margin_m(&self) -> f64 {
        self.margin.max(self.width)
    }

    fn place(&self, lon: f64, lat: f64) -> [f64; 2] {
        [(lon - self.west) * self.degree, (self.north - lat) * DEGREE]
    }

    fn of_points(&self, points: &[Point]) -> Line {
        points
            .iter()
            .map(|point| self.place(point.x, point.y))
            .collect()
    }

    /// The rings or lines of a `GeoJSON` geometry.
    fn of_geometry(&self, geometry: &Value) -> Vec<Line> {
        let mut lines = Vec::new();
        if let Some(parts) = geometry["geometries"].as_array() {
            for part in parts {
                lines.extend(self.of_geometry(part));
            }
        }
        rings(&geometry["coordinates"], &mut lines);
        let placed = lines.into_iter().map(|line: Line| {
            let points = line.into_iter();
            points.map(|[lon, lat]| self.place(lon, lat)).collect()
        });
        placed.collect()
    }

    fn shows(&self, line: &[[f64; 2]]) -> bool {
        let within = |axis: usize, most: f64| {
            let mut values = line.iter().map(|point| point[axis]);
            values.clone().any(|value| value >= 0.0) && values.any(|value| value <= most)
        };
        within(0, self.width) && within(1, self.height)
    }
}

fn position(value: &Value) -> Option<[f64; 2]> {
    let axes = value.as_array()?;
    Some([axes.first()?.as_f64()?, axes.get(1)?.as_f64()?])
}

fn positions(value: &Value, points: &mut Vec<[f64; 2]>) {
    if let Some(point) = position(value) {
        points.push(point);
    } else if let Some(parts) = value.as_array() {
        for part in parts {
            positions(part, points);
        }
    }
}

fn rings(value: &Value, lines: &mut Vec<Line>) {
    let Some(parts) = value.as_array() else {
        return;
    };
    if parts.first().is_some_and(|first| position(first).is_some()) {
        lines.push(parts.iter().filter_map(position).collect());
    } else {
        for part in parts {
            rings(part, lines);
        }
    }
}

/// The map of a site.
pub fn draw(site: &Site) -> SiteMap {
    let frame = &site.frame;
    let mut drawing = Drawing {
        frame,
        shapes: Vec::new(),
    };
    drawing.around(&site.around);
    let outlines: Vec<&Value> = site
        .records
        .iter()
        .filter_map(|record| record.geometry.as_ref())
        .collect();
    for outline in &outlines {
        drawing.area(MapKind::Site, outline);
    }
    if let Some(left) = &site.buildable.geometry {
        drawing.area(MapKind::Buildable, left);
    }
    for deduction in &site.buildable.deductions {
        if let Some(taken) = &deduction.geometry {
            drawing.area(kind_of(deduction.kind), taken);
        }
    }
    // What is unknown of the whole site is said beside the map.
    let limited = site.buildable.unknown.iter();
    for land in limited.filter(|land| land.kind == "flood_undetermined") {
        if let Some(unknown) = &land.geometry {
            drawing.area(MapKind::Unknown, unknown);
        }
    }
    if outlines.len() > 1 {
        for outline in &outlines {
            drawing.area(MapKind::Parcel, outline);
        }
    }
    match &site.land {
        Some(land) if outlines.len() > 1 => drawing.area(MapKind::Outline, &land.geometry),
        _ => {
            for outline in &outlines {
                drawing.area(MapKind::Outline, outline);
            }
        }
    }
    let (scale_m, scale) = scale(frame.width);
    SiteMap {
        width_m: tenth(frame.width),
        height_m: tenth(frame.height),
        shapes: drawing.shapes,
        labels: labels(frame, &site.around),
        scale_m,
        scale,
    }
}

struct Drawing<'a> {
    frame: &'a Frame,
    shapes: Vec<MapShape>,
}

impl Drawing<'_> {
    fn around(&mut self, around: &Surroundings) {
        for rings in &around.neighbours {
            let rings: Vec<Line> = rings
                .iter()
                .map(|ring| self.frame.of_points(ring))
                .collect();
            if rings.first().is_some_and(|ring| self.frame.shows(ring)) {
                self.shape(MapKind::Neighbour, &rings, true);
            }
        }
        for line in &around.lines {
            let Some(kind) = kind_of_line(line) else {
                continue;
            };
            let parts = line.parts.iter().map(|part| self.frame.of_points(part));
            let parts: Vec<Line> = parts.filter(|part| self.frame.shows(part)).collect();
            self.shape(kind, &parts, false);
        }
        // Small roads below large ones.
        self.shapes.sort_by_key(|shape| match shape.kind {
            MapKind::Neighbour => 0,
            MapKind::Water => 1,
            MapKind::Rail => 2,
            MapKind::Road => 3,
            _ => 4,
        });
    }

    fn area(&mut self, kind: MapKind, geometry: &Value) {
        let rings = self.frame.of_geometry(geometry);
        self.shape(kind, &rings, true);
    }

    fn shape(&mut self, kind: MapKind, lines: &[Line], closed: bool) {
        let mut path = String::new();
        for line in lines.iter().filter(|line| line.len() > 1) {
            for (place, [x, y]) in line.iter().enumerate() {
                let command = if place == 0 { 'M' } else { 'L' };
                // A string takes everything.
                let _ = write!(path, "{command}{} {}", tenth(*x), tenth(*y));
            }
            if closed {
                path.push('Z');
            }
        }
        if !path.is_empty() {
            self.shapes.push(MapShape { kind, path });
        }
    }
}

fn tenth(metres: f64) -> f64 {
    // Without a negative zero.
    (metres * 10.0).round() / 10.0 + 0.0
}

fn kind_of_line(line: &NearLine) -> Option<MapKind> {
    match (line.kind.as_str(), line.class.as_deref()) {
        ("water", _) => Some(MapKind::Water),
        ("rail", _) => Some(MapKind::Rail),
        ("highway", _) | ("road", Some("motorway" | "arterial")) => Some(MapKind::Highway),
        ("road", _) => Some(MapKind::Road),
        _ => None,
    }
}

pub fn kind_of(kind: DeductionKind) -> MapKind {
    match kind {
        DeductionKind::Floodway => MapKind::Floodway,
        DeductionKind::Flood => MapKind::Flood,
        DeductionKind::Wetland => MapKind::Wetland,
        DeductionKind::Water => MapKind::OpenWater,
        DeductionKind::Easement => MapKind::Easement,
        DeductionKind::Slope => MapKind::Slope,
        DeductionKind::Setback => MapKind::Setback,
        DeductionKind::Leftover => MapKind::Leftover,
    }
}

/// The longest bar of at most a quarter of the width.
fn scale(width: f64) -> (f64, String) {
    let fitting = SCALES.iter().rev();
    let feet = fitting
        .copied()
        .find(|feet| f64::from(*feet) * FOOT <= width / 4.0)
        .unwrap_or(SCALES[0]);
    let words = match feet {
        5_280 => "1 mile".to_owned(),
        miles if miles > 5_280 => format!("{} miles", miles / 5_280),
        feet => format!("{} ft", said::number(f64::from(feet), 0)),
    };
    (f64::from(feet) * FOOT, words)
}

/// The name of each street once, along the longest straight part of it that is on the map.
fn labels(frame: &Frame, around: &Surroundings) -> Vec<MapLabel> {
    let mut longest: Vec<(f64, MapLabel)> = Vec::new();
    for line in &around.lines {
        let is_street = matches!(line.kind.as_str(), "road" | "highway");
        let name = line.name.as_deref().and_then(said::text);
        let Some(name) = name.filter(|name| is_street && name.chars().count() <= 40) else {
            continue;
        };
        let parts = line.parts.iter().map(|part| frame.of_points(part));
        for pair in parts.flat_map(|part| part.windows(2).map(<[_]>::to_vec).collect::<Vec<_>>()) {
            let Some([from, to]) = clipped(frame, pair[0], pair[1]) else {
                continue;
            };
            let (dx, dy) = (to[0] - from[0], to[1] - from[1]);
            let length = dx.hypot(dy);
            // Never upside down.
            let turn = dy.atan2(dx).to_degrees();
            let turn = if turn.abs() > 90.0 {
                turn - 180.0
            } else {
                turn
            };
            let label = MapLabel {
                text: name.clone(),
                x: tenth(f64::midpoint(from[0], to[0])),
                y: tenth(f64::midpoint(from[1], to[1])),
                turn: tenth(turn),
            };
            match longest.iter_mut().find(|(_, other)| other.text == name) {
                Some(found) if found.0 < length => *found = (length, label),
                Some(_) => {}
                None => longest.push((length, label)),
            }
        }
    }
    // A name must fit beside its street.
    longest.retain(|(length, label)| {
        *length > label.text.chars().count() as f64 * frame.width * 0.012
    });
    longest.sort_by(|one, other| other.0.total_cmp(&one.0));
    let labels = longest.into_iter().map(|(_, label)| label);
    labels.take(MAX_LABELS).collect()
}

/// The part of a line between two points that is on the map (Liang and Barsky 1984).
fn clipped(frame: &Frame, from: [f64; 2], to: [f64; 2]) -> Option<[[f64; 2]; 2]> {
    let (mut first, mut last) = (0.0_f64, 1.0_f64);
    for (axis, most) in [(0, frame.width), (1, frame.height)] {
        let step = to[axis] - from[axis];
        for (towards, room) in [(-step, from[axis]), (step, most - from[axis])] {
            if towards == 0.0 && room < 0.0 {
                return None;
            } else if towards < 0.0 {
                first = first.max(room / towards);
            } else if towards > 0.0 {
                last = last.min(room / towards);
            }
        }
    }
    let at = |share: f64| [0, 1].map(|axis| from[axis] + share * (to[axis] - from[axis]));
    (first < last).then(|| [at(first), at(last)])
}

#[cfg(test)]
mod tests;
