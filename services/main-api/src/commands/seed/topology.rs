//! Decodes TopoJSON: county outlines from the arcs that neighbours share.
//!
//! The file is quantised (whole steps, each arc's points as differences) and a ring is a list of
//! arcs, a negative number meaning the arc `!n` backwards. Only what `us-atlas` uses is read.

use std::collections::BTreeMap;

use anyhow::Context as _;
use serde::Deserialize;
use serde_json::{Value, json};

#[derive(Deserialize)]
struct Topology {
    transform: Transform,
    objects: BTreeMap<String, Collection>,
    arcs: Vec<Vec<(i64, i64)>>,
}

#[derive(Deserialize)]
struct Transform {
    scale: (f64, f64),
    translate: (f64, f64),
}

#[derive(Deserialize)]
struct Collection {
    #[serde(default)]
    geometries: Vec<Shape>,
}

#[derive(Deserialize)]
struct Shape {
    #[serde(default)]
    id: String,
    #[serde(default)]
    properties: Properties,
    #[serde(flatten)]
    outline: Outline,
}

#[derive(Default, Deserialize)]
struct Properties {
    #[serde(default)]
    name: String,
}

type Rings = Vec<Vec<i64>>;

#[derive(Deserialize)]
#[serde(tag = "type", content = "arcs")]
enum Outline {
    Polygon(Rings),
    MultiPolygon(Vec<Rings>),
}

/// A county or a state.
#[derive(Debug, Clone, PartialEq)]
pub struct Area {
    /// Five digits of a county, two of a state.
    pub fips: String,
    /// Name.
    pub name: String,
    /// GeoJSON `MultiPolygon`, WGS 84.
    pub geometry: Value,
}

/// The areas of one object (`counties`, `states`) of a TopoJSON text.
pub fn areas(text: &str, object: &str) -> anyhow::Result<Vec<Area>> {
    let topology: Topology = serde_json::from_str(text).context("not TopoJSON as expected")?;
    let arcs: Vec<Vec<[f64; 2]>> = topology
        .arcs
        .iter()
        .map(|arc| positions(&topology.transform, arc))
        .collect();
    let collection = topology
        .objects
        .get(object)
        .with_context(|| format!("no object {object}"))?;
    collection
        .geometries
        .iter()
        .map(|shape| area(shape, &arcs))
        .collect()
}

fn area(shape: &Shape, arcs: &[Vec<[f64; 2]>]) -> anyhow::Result<Area> {
    let polygons = match &shape.outline {
        Outline::Polygon(rings) => vec![polygon(rings, arcs)?],
        Outline::MultiPolygon(polygons) => polygons
            .iter()
            .map(|rings| polygon(rings, arcs))
            .collect::<anyhow::Result<_>>()?,
    };
    let geometry = json!({ "type": "MultiPolygon", "coordinates": polygons });
    Ok(Area {
        fips: shape.id.clone(),
        name: shape.properties.name.clone(),
        geometry,
    })
}

fn polygon(rings: &Rings, arcs: &[Vec<[f64; 2]>]) -> anyhow::Result<Vec<Vec<[f64; 2]>>> {
    rings.iter().map(|ring| stitch(ring, arcs)).collect()
}

/// Lays arcs end to end; the first point of each but the first is the last of the one before.
fn stitch(ring: &[i64], arcs: &[Vec<[f64; 2]>]) -> anyhow::Result<Vec<[f64; 2]>> {
    let mut points: Vec<[f64; 2]> = Vec::new();
    for &index in ring {
        let backwards = index < 0;
        let at = usize::try_from(if backwards { !index } else { index })?;
        let arc = arcs.get(at).with_context(|| format!("no arc {at}"))?;
        let skip = usize::from(!points.is_empty());
        if backwards {
            points.extend(arc.iter().rev().skip(skip));
        } else {
            points.extend(arc.iter().skip(skip));
        }
    }
    Ok(points)
}

fn positions(transform: &Transform, arc: &[(i64, i64)]) -> Vec<[f64; 2]> {
    let (mut x, mut y) = (0, 0);
    arc.iter()
        .map(|(dx, dy)| {
            x += dx;
            y += dy;
            let lon = x as f64 * transform.scale.0 + transform.translate.0;
            let lat = y as f64 * transform.scale.1 + transform.translate.1;
            // Seven decimals are a centimetre; more is noise of the arithmetic.
            [(lon * 1e7).round() / 1e7, (lat * 1e7).round() / 1e7]
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Two squares that share an edge, the second walking it backwards.
    const SQUARES: &str = r#"{
        "type": "Topology",
        "transform": {"scale": [0.5, 0.5], "translate": [-100, 30]},
        "objects": {"counties": {"type": "GeometryCollection", "geometries": [
            {"type": "Polygon", "id": "01001", "properties": {"name": "West"}, "arcs": [[0, 1]]},
            {"type": "MultiPolygon", "id": "01003", "properties": {"name": "East"}, "arcs": [[[-1, 2]]]}
        ]}},
        "arcs": [[[2, 0], [0, 2]], [[2, 2], [-2, 0], [0, -2], [2, 0]], [[2, 0], [2, 0], [0, 2], [-2, 0]]]
    }"#;

    #[test]
    fn shared_arcs_are_walked_both_ways() {
        let areas = areas(SQUARES, "counties").unwrap();
        assert_eq!(
            (areas[0].fips.as_str(), areas[0].name.as_str()),
            ("01001", "West")
        );
        assert_eq!(
            areas[0].geometry["coordinates"][0][0],
            json!([
                [-99.0, 30.0],
                [-99.0, 31.0],
                [-100.0, 31.0],
                [-100.0, 30.0],
                [-99.0, 30.0]
            ])
        );
        assert_eq!(
            areas[1].geometry["coordinates"][0][0],
            json!([
                [-99.0, 31.0],
                [-99.0, 30.0],
                [-98.0, 30.0],
                [-98.0, 31.0],
                [-99.0, 31.0]
            ])
        );
    }

    #[test]
    fn a_missing_arc_is_an_error() {
        assert!(areas(&SQUARES.replace("[[0, 1]]", "[[0, 9]]"), "counties").is_err());
        assert!(areas(SQUARES, "states").is_err());
    }
}
