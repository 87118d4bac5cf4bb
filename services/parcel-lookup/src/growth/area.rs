//! The layers of an area as runs use them, and as they are kept in a run's folder.
//!
//! [`fetch`] is the one place that asks [`super::layers`]; where those come from is not known here.
//! The kept file is a small head in JSON and the grids, deflated, so that a worker needs nothing but
//! the file.

use std::io::{Read as _, Write as _};
use std::sync::Arc;

use domain::BBox;
use flate2::Compression;
use flate2::read::DeflateDecoder;
use flate2::write::DeflateEncoder;
use futures::FutureExt as _;
use futures::future::BoxFuture;
use serde::{Deserialize, Serialize};
use sleuth::{City, Dated, Grid, LayerError, Layers, Shape};

use super::domain::SelectionBox;
use super::layers::{self, NoLayers};

/// Metres of a degree of latitude, as in the specification's estimate of areas.
const METRES_PER_DEGREE: f64 = 111_320.0;
/// First bytes of a kept file; the last one is the version.
const MAGIC: [u8; 4] = *b"SWL1";
/// The regions with sample layers, degrees: west, south, east, north.
const SAMPLES: [(f64, f64, f64, f64); 2] = [
    (-81.15, 34.95, -80.55, 35.50),
    (-105.25, 39.45, -104.60, 40.00),
];

/// Where the cells of an area lie: regular in longitude and latitude (WGS 84), north at the top.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Frame {
    /// Western edge, degrees.
    pub west: f64,
    /// Northern edge, degrees.
    pub north: f64,
    /// Width of a cell, degrees.
    pub dlon: f64,
    /// Height of a cell, degrees.
    pub dlat: f64,
    /// Rows and columns.
    pub shape: Shape,
    /// Side of a cell on the ground at the middle latitude, metres.
    pub cell_metres: f64,
}

impl Frame {
    /// Area of a cell, km².
    pub fn cell_km2(&self) -> f64 {
        self.cell_metres * self.cell_metres / 1e6
    }

    /// The edges, degrees.
    pub fn bounds(&self) -> SelectionBox {
        SelectionBox {
            west: self.west,
            south: self.north - self.dlat * self.shape.rows as f64,
            east: self.west + self.dlon * self.shape.cols as f64,
            north: self.north,
        }
    }
}

/// Layers of an area, all of one size.
#[derive(Debug, Clone)]
pub struct AreaLayers {
    /// What they are called on the screen.
    pub name: String,
    /// Whether they are made up.
    pub is_sample: bool,
    /// Share of the selection that they cover, 0..1.
    pub coverage: f64,
    /// Where the cells lie.
    pub frame: Frame,
    /// Who made them, line by line.
    pub attribution: Vec<String>,
    /// Urban areas, oldest first, at least one.
    pub urban: Vec<Dated<Grid<u8>>>,
    /// Road weights, 0..100, oldest first.
    pub roads: Vec<Dated<Grid<u8>>>,
    /// Slope, percent.
    pub slope: Grid<u8>,
    /// 0..99 resistance in percent, 100 and more: never urban.
    pub excluded: Grid<u8>,
    /// Water: 0 or 1.
    pub water: Grid<u8>,
    /// Light on the land, 0 dark to 255.
    pub hillshade: Grid<u8>,
}

/// Bytes that are no layers of this version.
#[derive(Debug, thiserror::Error)]
#[error("the kept layers cannot be read")]
pub struct NotLayers;

/// Where runs get their layers from. Cheap to clone.
#[derive(Clone)]
pub struct LayerSource(Arc<Ask>);

type Ask = dyn Fn(BBox) -> BoxFuture<'static, Result<AreaLayers, String>> + Send + Sync;

impl LayerSource {
    /// What is configured.
    pub fn standard() -> Self {
        Self::new(|bbox| {
            async move {
                let fetched = tokio::task::spawn_blocking(move || fetch(bbox)).await;
                let fetched =
                    fetched.map_err(|_panic| "The layers could not be read.".to_owned())?;
                fetched.map_err(|refused| refused.to_string())
            }
            .boxed()
        })
    }

    /// Another source.
    pub fn new(
        ask: impl Fn(BBox) -> BoxFuture<'static, Result<AreaLayers, String>> + Send + Sync + 'static,
    ) -> Self {
        Self(Arc::new(ask))
    }

    /// The layers of a selection, or the sentence that says why there are none.
    pub async fn for_area(&self, bbox: BBox) -> Result<AreaLayers, String> {
        (self.0)(bbox).await
    }
}

/// The layers of a selection, wherever they come from.
pub fn fetch(bbox: BBox) -> Result<AreaLayers, NoLayers> {
    let found = layers::for_area(bbox)?;
    let dated = |year, layer| vec![Dated { year, layer }];
    Ok(AreaLayers {
        name: found.name.to_owned(),
        is_sample: found.is_sample,
        coverage: found.coverage,
        frame: sample_frame(bbox, found.urban.shape()),
        attribution: vec!["Sample layers made by Sitewright, not a survey".to_owned()],
        slope: found.city.slopes().clone(),
        excluded: found.city.exclusion().clone(),
        urban: dated(found.year, found.urban),
        roads: dated(found.year, found.roads),
        water: found.water,
        hillshade: found.hillshade,
    })
}

/// The sample regions' cells are counted from their north-western corner, on a plane with the scale of
/// the region's middle.
fn sample_frame(bbox: BBox, shape: Shape) -> Frame {
    let overlap = |(west, south, east, north): (f64, f64, f64, f64)| {
        (bbox.east().min(east) - bbox.west().max(west)).max(0.0)
            * (bbox.north().min(north) - bbox.south().max(south)).max(0.0)
    };
    let (west, south, _, north) = SAMPLES
        .into_iter()
        .max_by(|one, other| overlap(*one).total_cmp(&overlap(*other)))
        .unwrap_or_default();
    let cell_metres = layers::CELL_KM2.sqrt() * 1_000.0;
    let dlat = cell_metres / METRES_PER_DEGREE;
    let dlon = dlat / f64::midpoint(south, north).to_radians().cos();
    Frame {
        west: west + ((bbox.west() - west).max(0.0) / dlon).round() * dlon,
        north: north - ((north - bbox.north()).max(0.0) / dlat).round() * dlat,
        dlon,
        dlat,
        shape,
        cell_metres,
    }
}

#[derive(Serialize, Deserialize)]
struct Head {
    name: String,
    is_sample: bool,
    coverage: f64,
    attribution: Vec<String>,
    west: f64,
    north: f64,
    dlon: f64,
    dlat: f64,
    rows: usize,
    cols: usize,
    cell_metres: f64,
    urban_years: Vec<i32>,
    road_years: Vec<i32>,
}

impl AreaLayers {
    /// For the model: checked and prepared.
    pub fn city(&self) -> Result<City, LayerError> {
        City::new(Layers {
            urban: self.urban.clone(),
            roads: self.roads.clone(),
            slope: self.slope.clone(),
            excluded: self.excluded.clone(),
        })
    }

    /// The latest urban year.
    pub fn year(&self) -> i32 {
        self.urban.last().map_or(0, |urban| urban.year)
    }

    fn grids(&self) -> impl Iterator<Item = &Grid<u8>> {
        let dated = self
            .urban
            .iter()
            .chain(&self.roads)
            .map(|dated| &dated.layer);
        dated.chain([&self.slope, &self.excluded, &self.water, &self.hillshade])
    }

    /// All of it, compressed.
    pub fn to_bytes(&self) -> std::io::Result<Vec<u8>> {
        let years = |dated: &[Dated<Grid<u8>>]| dated.iter().map(|dated| dated.year).collect();
        let head = serde_json::to_vec(&Head {
            name: self.name.clone(),
            is_sample: self.is_sample,
            coverage: self.coverage,
            attribution: self.attribution.clone(),
            west: self.frame.west,
            north: self.frame.north,
            dlon: self.frame.dlon,
            dlat: self.frame.dlat,
            rows: self.frame.shape.rows,
            cols: self.frame.shape.cols,
            cell_metres: self.frame.cell_metres,
            urban_years: years(&self.urban),
            road_years: years(&self.roads),
        })?;
        let mut bytes = MAGIC.to_vec();
        bytes.extend((head.len() as u32).to_le_bytes());
        bytes.extend(head);
        let mut body = DeflateEncoder::new(bytes, Compression::fast());
        for grid in self.grids() {
            body.write_all(grid.values())?;
        }
        body.finish()
    }

    /// What [`AreaLayers::to_bytes`] wrote.
    pub fn from_bytes(bytes: &[u8]) -> Result<Self, NotLayers> {
        let (start, rest) = bytes.split_first_chunk::<4>().ok_or(NotLayers)?;
        let (length, rest) = rest.split_first_chunk::<4>().ok_or(NotLayers)?;
        let (head, body) = rest
            .split_at_checked(u32::from_le_bytes(*length) as usize)
            .filter(|_| *start == MAGIC)
            .ok_or(NotLayers)?;
        let head: Head = serde_json::from_slice(head).map_err(|_damaged| NotLayers)?;
        let shape = Shape {
            rows: head.rows,
            cols: head.cols,
        };
        let mut body = DeflateDecoder::new(body);
        let mut next = || {
            let mut values = vec![0; shape.cells()];
            body.read_exact(&mut values).map_err(|_damaged| NotLayers)?;
            Grid::from_values(shape, values).ok_or(NotLayers)
        };
        let mut dated = |years: Vec<i32>| -> Result<Vec<Dated<Grid<u8>>>, NotLayers> {
            years
                .into_iter()
                .map(|year| next().map(|layer| Dated { year, layer }))
                .collect()
        };
        Ok(Self {
            urban: dated(head.urban_years)?,
            roads: dated(head.road_years)?,
            slope: next()?,
            excluded: next()?,
            water: next()?,
            hillshade: next()?,
            name: head.name,
            is_sample: head.is_sample,
            coverage: head.coverage,
            attribution: head.attribution,
            frame: Frame {
                west: head.west,
                north: head.north,
                dlon: head.dlon,
                dlat: head.dlat,
                shape,
                cell_metres: head.cell_metres,
            },
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn kept_layers_come_back_and_lie_where_they_were_asked_for() {
        let bbox = BBox::new(-80.98, 35.06, -80.90, 35.12).unwrap();
        let area = fetch(bbox).unwrap();
        let bounds = area.frame.bounds();
        for (edge, wanted) in [
            (bounds.west, -80.98),
            (bounds.south, 35.06),
            (bounds.east, -80.90),
            (bounds.north, 35.12),
        ] {
            assert!((edge - wanted).abs() < area.frame.dlon, "{edge} {wanted}");
        }
        let bytes = area.to_bytes().unwrap();
        assert!(bytes.len() < area.frame.shape.cells() * 6);
        let back = AreaLayers::from_bytes(&bytes).unwrap();
        assert_eq!(
            (&back.name, back.frame, back.year()),
            (&area.name, area.frame, area.year())
        );
        assert!(back.grids().eq(area.grids()));
        assert!(back.city().is_ok());
        for damaged in [&bytes[..7], &bytes[..bytes.len() / 2], b"SWL0....{}"] {
            assert!(AreaLayers::from_bytes(damaged).is_err());
        }
    }

    #[test]
    fn an_area_half_outside_lies_in_the_covered_part() {
        let area = fetch(BBox::new(-81.35, 35.1, -80.95, 35.3).unwrap()).unwrap();
        let bounds = area.frame.bounds();
        assert!((bounds.west - -81.15).abs() < 1e-9 && (bounds.east - -80.95).abs() < 0.002);
    }
}
