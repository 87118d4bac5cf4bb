//! The map: outlines in the file's own box, and beside it that box and the boxes of its counties.
//!
//! Web Mercator in whole units of a drawing that is 10,000 wide, so that a coordinate is a few digits.

use std::fmt::Write as _;

use parcel_record::counties::{Bounds, County};

use super::html::grouped;
use crate::report::{COUNTIES, Report};
use crate::survey::{Fate, Outline};

/// Units across: ten for a pixel of a wide screen.
const WIDTH: f64 = 10_000.0;
/// Bytes of all outlines.
const MAX_PATHS: usize = 600_000;
/// Points of one outline; it is simplified until it has no more.
const MAX_POINTS: usize = 200;
/// Units between neighbouring points, to begin with.
const TOLERANCE: i64 = 3;
/// Sides of the smallest box that can be seen, units.
const MIN_BOX: f64 = 250.0;
/// Mercator has no poles.
const MAX_LATITUDE: f64 = 85.0;

/// Degrees in units of the drawing.
#[derive(Debug, Clone, Copy)]
struct Frame {
    west: f64,
    north: f64,
    scale: f64,
    height: f64,
}

impl Frame {
    /// Around this box with a margin, not much wider or higher than a screen.
    fn around(bounds: &Bounds, margin: f64) -> Self {
        let ((west, north), (east, south)) = (
            mercator(bounds.west, bounds.north),
            mercator(bounds.east, bounds.south),
        );
        let (wide, high) = ((east - west).max(1e-7), (north - south).max(1e-7));
        let width = wide.max(high / 0.9) * (1.0 + 2.0 * margin);
        let height = high.max(wide * 0.5) * (1.0 + 2.0 * margin);
        Self {
            west: f64::midpoint(west, east) - width / 2.0,
            north: f64::midpoint(north, south) + height / 2.0,
            scale: WIDTH / width,
            height: height / width * WIDTH,
        }
    }

    fn place(&self, (lon, lat): (f64, f64)) -> (f64, f64) {
        let (x, y) = mercator(lon, lat);
        ((x - self.west) * self.scale, (self.north - y) * self.scale)
    }

    /// Left, top, width and height of a box.
    fn rectangle(&self, bounds: &Bounds) -> [f64; 4] {
        let (left, top) = self.place((bounds.west, bounds.north));
        let (right, bottom) = self.place((bounds.east, bounds.south));
        [left, top, right - left, bottom - top]
    }

    fn shows(&self, bounds: &Bounds) -> bool {
        let [left, top, width, height] = self.rectangle(bounds);
        left <= WIDTH && top <= self.height && left + width >= 0.0 && top + height >= 0.0
    }
}

/// Radians east, and north of the equator.
fn mercator(lon: f64, lat: f64) -> (f64, f64) {
    let lat = lat.clamp(-MAX_LATITUDE, MAX_LATITUDE).to_radians();
    (lon.to_radians(), lat.tan().asinh())
}

/// The drawings, and what a legend says of them.
#[derive(Debug)]
pub(super) struct Map {
    /// The outlines.
    pub outlines: String,
    /// The boxes.
    pub boxes: String,
    /// Outlines that were drawn.
    pub drawn: usize,
    /// Outlines that lie outside of the drawing.
    pub elsewhere: usize,
    /// Width and height of the file's box, kilometres.
    pub size: (f64, f64),
}

/// The map of a report; none if no outline is known.
pub(super) fn map(report: &Report) -> Option<Map> {
    let bounds = file_bounds(report)?;
    let frame = Frame::around(&bounds, 0.03);
    let shown: Vec<&Outline> = report
        .outlines
        .iter()
        .filter(|outline| outline.bounds().is_some_and(|bounds| frame.shows(&bounds)))
        .collect();
    let (paths, drawn) = bounded(&frame, &shown);
    let known: Vec<&Bounds> = report
        .counties
        .iter()
        .take(COUNTIES)
        .filter_map(|county| County::with_fips(&county.county_fips))
        .map(|county| &county.bounds)
        .collect();
    let outlines = svg(
        "outlines",
        &frame,
        &format!("{} outlines of the file", grouped(drawn as u64)),
        "Outlines of parcels, drawn by what the import does to them; the legend has the numbers.",
        &format!("{PATTERNS}{}{paths}", rectangles(&frame, "county", &known)),
    );
    let all = known.iter().fold(bounds, |all, next| all.joined(next));
    let overview = Frame::around(&all, 0.08);
    let boxes = svg(
        "boxes",
        &overview,
        "Boxes of the county and of the file",
        "The box around the county or the counties, and in it or elsewhere the box around the file's outlines.",
        &format!(
            "{}{}",
            rectangles(&overview, "county", &known),
            rectangles(&overview, "file", &[&bounds])
        ),
    );
    let middle = bounds.middle();
    Some(Map {
        outlines,
        boxes,
        drawn,
        elsewhere: report.outlines.len() - shown.len(),
        size: (
            kilometres((bounds.west, middle.1), (bounds.east, middle.1)),
            kilometres((middle.0, bounds.south), (middle.0, bounds.north)),
        ),
    })
}

/// Where the rows lie that were taken, and the parcels that are retired; of a refused file, all.
pub(super) fn file_bounds(report: &Report) -> Option<Bounds> {
    let taken = report.counties.iter().map(|county| county.bounds);
    let drawn = report
        .outlines
        .iter()
        .filter(|outline| outline.fate != Fate::Rejected || report.refused.is_some())
        .filter_map(Outline::bounds);
    taken.chain(drawn).reduce(|all, next| all.joined(&next))
}

/// How far it is between two points, along a great circle.
pub(super) fn kilometres(from: (f64, f64), to: (f64, f64)) -> f64 {
    let half = |a: f64, b: f64| ((b - a).to_radians() / 2.0).sin().powi(2);
    let (from_lat, to_lat) = (from.1.to_radians(), to.1.to_radians());
    let chord = half(from.1, to.1) + from_lat.cos() * to_lat.cos() * half(from.0, to.0);
    2.0 * 6_371.0 * chord.sqrt().min(1.0).asin()
}

/// Groups of paths by fate. If they are too many bytes, every second outline goes.
fn bounded(frame: &Frame, outlines: &[&Outline]) -> (String, usize) {
    let mut step = 1;
    loop {
        let kept: Vec<&Outline> = outlines.iter().copied().step_by(step).collect();
        let text = groups(frame, &kept);
        if text.len() <= MAX_PATHS {
            return (text, kept.len());
        }
        step *= 2;
    }
}

fn groups(frame: &Frame, outlines: &[&Outline]) -> String {
    let mut text = String::new();
    for fate in Fate::ALL {
        let mut paths = outlines
            .iter()
            .filter(|outline| outline.fate == fate)
            .map(|outline| path(frame, outline))
            .peekable();
        if paths.peek().is_some() {
            // Writing to a String cannot fail.
            let _ = writeln!(text, "<g class=\"{}\">", class(fate));
            for path in paths {
                let _ = writeln!(text, "<path d=\"{path}\"/>");
            }
            text.push_str("</g>\n");
        }
    }
    text
}

/// The name of its style.
pub(super) fn class(fate: Fate) -> &'static str {
    match fate {
        Fate::Unnumbered => "unnumbered",
        Fate::Unchanged => "unchanged",
        Fate::New => "new",
        Fate::Changed => "changed",
        Fate::Returned => "returned",
        Fate::Retired => "retired",
        Fate::Rejected => "rejected",
    }
}

fn path(frame: &Frame, outline: &Outline) -> String {
    let mut text = String::new();
    for ring in simplified(frame, outline) {
        let mut from = (0, 0);
        for (index, &(x, y)) in ring.iter().enumerate() {
            let (dx, dy) = (x - from.0, y - from.1);
            let command = match index {
                0 => "M",
                1 => "l",
                _ if dx < 0 => "",
                _ => " ",
            };
            let between = if dy < 0 { "" } else { " " };
            let _ = write!(text, "{command}{dx}{between}{dy}");
            from = (x, y);
        }
        // A single point is drawn by the round ends of its line.
        text.push_str(if ring.len() == 1 { "h0" } else { "z" });
    }
    text
}

/// Its rings in units, with so few points that the map is bounded.
fn simplified(frame: &Frame, outline: &Outline) -> Vec<Vec<(i64, i64)>> {
    let mut tolerance = TOLERANCE;
    loop {
        let mut rings: Vec<Vec<(i64, i64)>> = Vec::new();
        for ring in &outline.rings {
            let ring = thinned(frame, ring, tolerance);
            // Rings that are smaller than a line is wide are left out, but not all.
            if rings.is_empty() || ring.len() > 2 {
                rings.push(ring);
            }
        }
        let points: usize = rings.iter().map(Vec::len).sum();
        if points <= MAX_POINTS || tolerance as f64 > WIDTH {
            rings.truncate(MAX_POINTS);
            return rings;
        }
        tolerance *= 2;
    }
}

/// Points with at least this distance from the one before, without the last, which is the first.
fn thinned(frame: &Frame, ring: &[(f64, f64)], tolerance: i64) -> Vec<(i64, i64)> {
    let mut points: Vec<(i64, i64)> = Vec::new();
    let is_far = |a: (i64, i64), b: (i64, i64)| {
        (a.0 - b.0).abs() >= tolerance || (a.1 - b.1).abs() >= tolerance
    };
    for &point in ring {
        let (x, y) = frame.place(point);
        let point = (x.round() as i64, y.round() as i64);
        if points.last().is_none_or(|last| is_far(*last, point)) {
            points.push(point);
        }
    }
    while points.len() > 1 && !is_far(points[0], points[points.len() - 1]) {
        points.pop();
    }
    points
}

fn rectangles(frame: &Frame, class: &str, boxes: &[&Bounds]) -> String {
    let mut text = format!("<g class=\"{class}\">");
    for bounds in boxes {
        let [left, top, width, height] = frame.rectangle(bounds);
        let (wide, high) = (width.max(MIN_BOX), height.max(MIN_BOX));
        let (left, top) = (left - (wide - width) / 2.0, top - (high - height) / 2.0);
        let _ = write!(
            text,
            "<rect x=\"{left:.0}\" y=\"{top:.0}\" width=\"{wide:.0}\" height=\"{high:.0}\"/>"
        );
    }
    text.push_str("</g>\n");
    text
}

fn svg(id: &str, frame: &Frame, title: &str, description: &str, content: &str) -> String {
    format!(
        "<svg viewBox=\"0 0 {WIDTH:.0} {:.0}\" role=\"img\" aria-labelledby=\"{id}-title {id}-desc\">\n\
         <title id=\"{id}-title\">{title}</title>\n<desc id=\"{id}-desc\">{description}</desc>\n{content}</svg>\n",
        frame.height
    )
}

/// Fills that differ without colour.
const PATTERNS: &str = "<defs>\
    <pattern id=\"hatch\" width=\"60\" height=\"60\" patternUnits=\"userSpaceOnUse\" patternTransform=\"rotate(45)\">\
    <path class=\"ink-changed\" d=\"M0 0v60\"/></pattern>\
    <pattern id=\"dots\" width=\"60\" height=\"60\" patternUnits=\"userSpaceOnUse\">\
    <circle class=\"ink-returned\" cx=\"30\" cy=\"30\" r=\"12\"/></pattern>\
    <pattern id=\"cross\" width=\"60\" height=\"60\" patternUnits=\"userSpaceOnUse\" patternTransform=\"rotate(45)\">\
    <path class=\"ink-rejected\" d=\"M0 0v60M0 30h60\"/></pattern></defs>\n";

#[cfg(test)]
mod tests {
    use super::*;
    use crate::report::CountySummary;

    const TOWN: Bounds = Bounds {
        west: -82.0,
        south: 35.3,
        east: -81.9,
        north: 35.4,
    };

    fn square((west, south): (f64, f64), side: f64) -> Vec<(f64, f64)> {
        let (east, north) = (west + side, south + side);
        vec![
            (west, south),
            (east, south),
            (east, north),
            (west, north),
            (west, south),
        ]
    }

    fn outline(fate: Fate, rings: Vec<Vec<(f64, f64)>>) -> Outline {
        Outline {
            fate,
            county_fips: None,
            rings,
        }
    }

    fn report(outlines: Vec<Outline>) -> Report {
        Report {
            counties: vec![CountySummary {
                county_fips: "37161".to_owned(),
                rows: 1,
                bounds: TOWN,
            }],
            outlines,
            ..Report::default()
        }
    }

    #[test]
    fn outlines_are_grouped_by_what_becomes_of_them() {
        let at = |fate, x: f64| outline(fate, vec![square((-82.0 + x, 35.3), 0.01)]);
        let far = outline(Fate::Rejected, vec![square((0.0, 0.0), 0.01)]);
        let map = map(&report(vec![
            at(Fate::New, 0.0),
            at(Fate::Changed, 0.02),
            at(Fate::New, 0.04),
            far,
        ]))
        .unwrap();
        assert_eq!((map.drawn, map.elsewhere), (3, 1));
        let (new, changed) = map.outlines.split_once("<g class=\"changed\">").unwrap();
        assert_eq!(new.matches("<path d=\"M").count(), 2);
        assert_eq!(changed.matches("<path d=\"M").count(), 1);
        assert!((8.0..10.0).contains(&map.size.0), "{:?}", map.size);
        assert!((11.0..11.3).contains(&map.size.1), "{:?}", map.size);
    }

    #[test]
    fn a_file_of_another_place_is_shown_beside_its_county() {
        let mut elsewhere = report(Vec::new());
        elsewhere.counties[0].bounds = Bounds {
            west: -72.7,
            south: 42.2,
            east: -72.6,
            north: 42.3,
        };
        let map = map(&elsewhere).unwrap();
        let (county, file) = map.boxes.split_once("</g>").unwrap();
        let number = |text: &str, name: &str| -> f64 {
            let rest = text.split_once("<rect").unwrap().1;
            let value = rest.split_once(&format!(" {name}=\"")).unwrap().1;
            value.split_once('"').unwrap().0.parse().unwrap()
        };
        assert!(number(county, "x") + number(county, "width") < number(file, "x"));
        assert!(number(county, "y") > number(file, "y"));
        assert!(number(file, "x") + number(file, "width") <= WIDTH);
    }

    #[test]
    fn the_map_is_bounded_whatever_is_drawn() {
        let circle: Vec<(f64, f64)> = (0..30_000)
            .map(|index| {
                let angle = f64::from(index) / 1_000.0;
                (
                    -81.95 + 0.05 * angle.cos(),
                    35.35 + 0.05 * (angle * 1.37).sin(),
                )
            })
            .collect();
        let many = vec![outline(Fate::New, vec![circle]); 60];
        let islands = (0..5_000).map(|index| square((-82.0 + f64::from(index) * 2e-5, 35.3), 0.01));
        let islands = vec![outline(Fate::Retired, islands.collect()); 40];
        let small = vec![outline(Fate::Changed, vec![square((-81.95, 35.35), 0.03); 20]); 2_000];
        let drawn = report([many, islands, small].concat());
        let map = map(&drawn).unwrap();
        assert!(
            map.outlines.len() < MAX_PATHS + 5_000,
            "{}",
            map.outlines.len()
        );
        assert!(map.drawn > 200 && map.drawn < 2_100, "{}", map.drawn);
    }

    #[test]
    fn a_parcel_that_is_too_small_is_a_point() {
        let frame = Frame::around(&TOWN, 0.0);
        let tiny = outline(Fate::New, vec![square((-81.95, 35.35), 1e-6)]);
        let text = path(&frame, &tiny);
        assert!(text.starts_with('M') && text.ends_with("h0"), "{text}");
        let large = outline(Fate::New, vec![square((-82.0, 35.3), 0.1)]);
        let text = path(&frame, &large);
        assert_eq!(text.matches(['M', 'l', 'z']).count(), 3, "{text}");
    }
}
