//! A map as SVG for a document, in the colours of the app's layers. No I/O.

use std::fmt::Write as _;

use super::dto::{MapKind, MapLabel, SiteMap};
use super::said;

/// A kind of land that is hatched: its colour, and whether its lines rise.
#[derive(Debug, Clone, Copy)]
pub struct Hatch {
    pub colour: &'static str,
    pub rising: bool,
}

pub fn hatch(kind: MapKind) -> Option<Hatch> {
    let (colour, rising) = match kind {
        MapKind::Floodway => ("#12356f", true),
        MapKind::Flood => ("#2f7fe0", true),
        MapKind::Wetland => ("#1f9d7a", false),
        MapKind::OpenWater => ("#0891b2", false),
        MapKind::Easement => ("#9333c9", true),
        MapKind::Slope => ("#c2620f", false),
        MapKind::Setback => ("#5b6270", true),
        MapKind::Leftover => ("#a1800c", false),
        MapKind::Unknown => ("#d6336c", false),
        _ => return None,
    };
    Some(Hatch { colour, rising })
}

const HATCHED: [(MapKind, &str); 9] = [
    (MapKind::Floodway, "floodway"),
    (MapKind::Flood, "flood"),
    (MapKind::Wetland, "wetland"),
    (MapKind::OpenWater, "water"),
    (MapKind::Easement, "easement"),
    (MapKind::Slope, "slope"),
    (MapKind::Setback, "setback"),
    (MapKind::Leftover, "leftover"),
    (MapKind::Unknown, "unknown"),
];

/// Colours of what is not hatched.
const GROUND: &str = "#f8f6f1";
const LOT: &str = "#eeeae0";
const LOT_EDGE: &str = "#d0c8b8";
const INK: &str = "#14213d";
const BUILDABLE: &str = "#1f9d4c";

/// The picture; all lengths are parts of its width, so that maps of all sizes look alike.
pub fn svg(map: &SiteMap) -> String {
    let unit = map.width_m / 1_000.0;
    let (width, height) = (map.width_m, map.height_m);
    let mut out = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width} {height}\" width=\"1000\" height=\"{}\"><defs>\
         <clipPath id=\"frame\"><rect width=\"{width}\" height=\"{height}\"/></clipPath>",
        1_000.0 * height / width
    );
    for (kind, name) in HATCHED {
        out.push_str(&pattern(kind, name, unit));
    }
    let _ = write!(
        out,
        "</defs><g clip-path=\"url(#frame)\"><rect width=\"{width}\" height=\"{height}\" fill=\"{GROUND}\"/>"
    );
    // The edges of all roads lie below the roads, so that crossings are open.
    for shape in &map.shapes {
        if let Some(style) = edge(shape.kind, unit) {
            let _ = write!(out, "<path d=\"{}\" {style}/>", shape.path);
        }
    }
    for shape in &map.shapes {
        let _ = write!(
            out,
            "<path d=\"{}\" {}/>",
            shape.path,
            style(shape.kind, unit)
        );
    }
    for text in &map.labels {
        out.push_str(&label(text, unit));
    }
    out.push_str("</g>");
    out.push_str(&scale_bar(map, unit));
    out.push_str(&north(map, unit));
    let _ = write!(
        out,
        "<rect width=\"{width}\" height=\"{height}\" fill=\"none\" stroke=\"{LOT_EDGE}\" stroke-width=\"{}\"/></svg>",
        2.0 * unit
    );
    out
}

fn pattern(kind: MapKind, name: &str, unit: f64) -> String {
    let Some(Hatch { colour, rising }) = hatch(kind) else {
        return String::new();
    };
    let (step, turn) = (9.0 * unit, if rising { 45 } else { -45 });
    format!(
        "<pattern id=\"{name}\" patternUnits=\"userSpaceOnUse\" width=\"{step}\" height=\"{step}\" patternTransform=\"rotate({turn})\">\
         <rect width=\"{step}\" height=\"{step}\" fill=\"{colour}\" fill-opacity=\"0.1\"/>\
         <rect width=\"{}\" height=\"{step}\" fill=\"{colour}\"/></pattern>",
        2.4 * unit
    )
}

/// Below the shape itself.
fn edge(kind: MapKind, unit: f64) -> Option<String> {
    let (colour, width) = match kind {
        MapKind::Road => ("#cfc7b6", 9.0),
        MapKind::Highway => ("#c8973f", 13.0),
        MapKind::Outline => ("#ffffff", 10.0),
        _ => return None,
    };
    Some(line(colour, width * unit))
}

fn style(kind: MapKind, unit: f64) -> String {
    if let Some((_, name)) = HATCHED.iter().find(|(hatched, _)| *hatched == kind) {
        return format!("fill=\"url(#{name})\" fill-rule=\"evenodd\"");
    }
    match kind {
        MapKind::Neighbour => format!(
            "fill=\"{LOT}\" fill-rule=\"evenodd\" stroke=\"{LOT_EDGE}\" stroke-width=\"{}\"",
            1.2 * unit
        ),
        MapKind::Water => line("#5aa9d6", 2.5 * unit),
        MapKind::Rail => format!(
            "{} stroke-dasharray=\"{} {}\"",
            line("#7d776a", 3.0 * unit),
            10.0 * unit,
            5.0 * unit
        ),
        MapKind::Road => line("#ffffff", 6.5 * unit),
        MapKind::Highway => line("#ffe2a3", 9.5 * unit),
        MapKind::Site => "fill=\"#ffffff\" fill-rule=\"evenodd\"".to_owned(),
        MapKind::Buildable => format!(
            "fill=\"{BUILDABLE}\" fill-opacity=\"0.22\" fill-rule=\"evenodd\" stroke=\"{BUILDABLE}\" stroke-width=\"{}\"",
            1.6 * unit
        ),
        MapKind::Parcel => format!(
            "{} stroke-dasharray=\"{} {}\"",
            line(INK, 1.6 * unit),
            7.0 * unit,
            5.0 * unit
        ),
        _ => line(INK, 4.5 * unit),
    }
}

fn line(colour: &str, width: f64) -> String {
    format!(
        "fill=\"none\" stroke=\"{colour}\" stroke-width=\"{width}\" stroke-linejoin=\"round\" stroke-linecap=\"butt\""
    )
}

fn label(label: &MapLabel, unit: f64) -> String {
    let text = escaped(&label.text);
    let at = format!(
        "transform=\"translate({} {}) rotate({})\" font-family=\"{}\" font-weight=\"600\" font-size=\"{}\" text-anchor=\"middle\" y=\"{}\"",
        label.x,
        label.y,
        label.turn,
        typeset::TEXT_FONT,
        14.0 * unit,
        5.0 * unit
    );
    // The halo is a text of its own, below.
    format!(
        "<text {at} fill=\"#ffffff\" stroke=\"#ffffff\" stroke-width=\"{}\" stroke-linejoin=\"round\">{text}</text>\
         <text {at} fill=\"#57503f\">{text}</text>",
        5.0 * unit
    )
}

fn scale_bar(map: &SiteMap, unit: f64) -> String {
    let (x, y) = (24.0 * unit, map.height_m - 24.0 * unit);
    let half = map.scale_m / 2.0;
    format!(
        "<rect x=\"{}\" y=\"{}\" width=\"{}\" height=\"{}\" rx=\"{}\" fill=\"#ffffff\" fill-opacity=\"0.88\"/>\
         <rect x=\"{x}\" y=\"{}\" width=\"{half}\" height=\"{}\" fill=\"{INK}\"/>\
         <rect x=\"{x}\" y=\"{}\" width=\"{}\" height=\"{}\" fill=\"none\" stroke=\"{INK}\" stroke-width=\"{}\"/>\
         <text x=\"{x}\" y=\"{}\" font-family=\"{}\" font-weight=\"600\" font-size=\"{}\" fill=\"{INK}\">{}</text>",
        x - 10.0 * unit,
        y - 27.0 * unit,
        map.scale_m + 20.0 * unit,
        37.0 * unit,
        4.0 * unit,
        y - 5.0 * unit,
        5.0 * unit,
        y - 5.0 * unit,
        map.scale_m,
        5.0 * unit,
        1.2 * unit,
        y - 11.0 * unit,
        typeset::TEXT_FONT,
        14.0 * unit,
        escaped(&map.scale)
    )
}

fn north(map: &SiteMap, unit: f64) -> String {
    let (x, y) = (map.width_m - 36.0 * unit, 22.0 * unit);
    let point = |dx: f64, dy: f64| format!("{} {}", x + dx * unit, y + dy * unit);
    format!(
        "<rect x=\"{}\" y=\"{}\" width=\"{}\" height=\"{}\" rx=\"{}\" fill=\"#ffffff\" fill-opacity=\"0.88\"/>\
         <path d=\"M{}L{}L{}L{}Z\" fill=\"{INK}\"/>\
         <text x=\"{x}\" y=\"{}\" font-family=\"{}\" font-weight=\"600\" font-size=\"{}\" fill=\"{INK}\" text-anchor=\"middle\">N</text>",
        x - 18.0 * unit,
        y - 10.0 * unit,
        36.0 * unit,
        60.0 * unit,
        4.0 * unit,
        point(0.0, -3.0),
        point(10.0, 24.0),
        point(0.0, 18.0),
        point(-10.0, 24.0),
        y + 42.0 * unit,
        typeset::TEXT_FONT,
        16.0 * unit
    )
}

/// A text in XML. A picture has no other fonts for rare characters.
fn escaped(text: &str) -> String {
    let shown = said::text(text).unwrap_or_default();
    let mut out = String::with_capacity(shown.len());
    for letter in shown.chars() {
        match letter {
            '&' => out.push_str("&amp;"),
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '"' => out.push_str("&quot;"),
            '\'' => out.push_str("&apos;"),
            // Latin: the font of pictures has it.
            ' '..='\u{17e}' => out.push(letter),
            _ => out.push('?'),
        }
    }
    out
}
