//! The layers of an area, their grid, and the format in which both are stored.
//!
//! Every source produces this type, so later code does not depend on the source. The stored bytes
//! are a JSON header and the grids, deflated; a worker needs nothing else.

use std::io::{Read as _, Write as _};

use domain::BBox;
use flate2::Compression;
use flate2::read::DeflateDecoder;
use flate2::write::DeflateEncoder;
use serde::{Deserialize, Serialize};
use sleuth::{City, Dated, Grid, LayerError, Layers, Shape};

/// Length of a degree of latitude, as in the specification's estimate of areas.
pub(super) const METRES_PER_DEGREE: f64 = 111_320.0;
/// Most cells on a side of an area.
pub const MAX_CELLS_PER_SIDE: usize = 2_000;
/// First bytes of stored layers; the last one is the version.
const MAGIC: [u8; 4] = *b"SWL1";

/// Grid of an area: regular in longitude and latitude (WGS 84), north up.
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

    /// The grid of a selection with this cell size, or a larger one where a side would have over
    /// `most` cells.
    pub fn of(bbox: BBox, cell_metres: f64, most: usize) -> Self {
        let shortening = bbox.center().lat().to_radians().cos();
        let (width, height) = (bbox.east() - bbox.west(), bbox.north() - bbox.south());
        let longest = METRES_PER_DEGREE * height.max(width * shortening);
        let cell_metres = cell_metres.max(longest / most as f64);
        let dlat = cell_metres / METRES_PER_DEGREE;
        let dlon = dlat / shortening;
        let cells = |degrees: f64, cell: f64| ((degrees / cell).round() as usize).clamp(1, most);
        Self {
            west: bbox.west(),
            north: bbox.north(),
            dlon,
            dlat,
            shape: Shape {
                rows: cells(height, dlat),
                cols: cells(width, dlon),
            },
            cell_metres,
        }
    }

    /// Southern edge, degrees.
    pub fn south(&self) -> f64 {
        self.north - self.dlat * self.shape.rows as f64
    }

    /// Eastern edge, degrees.
    pub fn east(&self) -> f64 {
        self.west + self.dlon * self.shape.cols as f64
    }

    /// Longitude and latitude of a cell's centre.
    pub fn middle(&self, row: usize, col: usize) -> (f64, f64) {
        (
            self.west + (col as f64 + 0.5) * self.dlon,
            self.north - (row as f64 + 0.5) * self.dlat,
        )
    }
}

/// The layers of an area, all with the same grid.
#[derive(Debug, Clone)]
pub struct AreaLayers {
    /// Name shown on the screen.
    pub name: String,
    /// Whether they are generated samples.
    pub is_sample: bool,
    /// Explanation of the selection of these layers, if users should know it.
    pub notice: Option<String>,
    /// Limitations, one sentence each.
    pub missing: Vec<String>,
    /// Share of the selection that is covered, 0..1.
    pub coverage: f64,
    /// The grid.
    pub frame: Frame,
    /// Attribution, one source per line.
    pub attribution: Vec<String>,
    /// Urban areas, oldest first, at least one.
    pub urban: Vec<Dated<Grid<u8>>>,
    /// Road weights, 0..100, oldest first.
    pub roads: Vec<Dated<Grid<u8>>>,
    /// Slope, percent.
    pub slope: Grid<u8>,
    /// Resistance to growth, 0..99 percent; 100 and more: never urban.
    pub excluded: Grid<u8>,
    /// Water: 0 or 1.
    pub water: Grid<u8>,
    /// Hillshade, 0 dark to 255.
    pub hillshade: Grid<u8>,
}

/// Bytes that are not layers of this version.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum DecodeError {
    /// Another kind of file, or another version.
    #[error("the cached layers have another version")]
    Version,
    /// Truncated or inconsistent.
    #[error("the cached layers are corrupt")]
    Damaged,
}

#[derive(Serialize, Deserialize)]
struct Head {
    name: String,
    is_sample: bool,
    notice: Option<String>,
    #[serde(default)]
    missing: Vec<String>,
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
    /// Validates the layers and prepares them for the model.
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

    /// Years of the road layers; empty without roads.
    pub fn road_years(&self) -> Vec<i32> {
        let has_roads = |road: &&Dated<Grid<u8>>| road.layer.values().iter().any(|road| *road > 0);
        let known = self.roads.iter().filter(has_roads);
        known.map(|road| road.year).collect()
    }

    /// Approximate memory use, bytes.
    pub fn bytes_in_memory(&self) -> usize {
        self.grids().count() * self.frame.shape.cells()
    }

    fn grids(&self) -> impl Iterator<Item = &Grid<u8>> {
        let dated = self
            .urban
            .iter()
            .chain(&self.roads)
            .map(|dated| &dated.layer);
        dated.chain([&self.slope, &self.excluded, &self.water, &self.hillshade])
    }

    /// Encodes the layers, compressed.
    pub fn to_bytes(&self) -> std::io::Result<Vec<u8>> {
        let years = |dated: &[Dated<Grid<u8>>]| dated.iter().map(|dated| dated.year).collect();
        let head = serde_json::to_vec(&Head {
            name: self.name.clone(),
            is_sample: self.is_sample,
            notice: self.notice.clone(),
            missing: self.missing.clone(),
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

    /// Decodes what [`AreaLayers::to_bytes`] wrote.
    pub fn from_bytes(bytes: &[u8]) -> Result<Self, DecodeError> {
        let rest = bytes.strip_prefix(&MAGIC).ok_or(DecodeError::Version)?;
        let (length, rest) = rest.split_first_chunk::<4>().ok_or(DecodeError::Damaged)?;
        let (head, body) = rest
            .split_at_checked(u32::from_le_bytes(*length) as usize)
            .ok_or(DecodeError::Damaged)?;
        let head: Head = serde_json::from_slice(head).map_err(|_syntax| DecodeError::Damaged)?;
        let shape = Shape {
            rows: head.rows,
            cols: head.cols,
        };
        // A corrupt header must not cause a huge allocation.
        if head.rows.max(head.cols) > MAX_CELLS_PER_SIDE {
            return Err(DecodeError::Damaged);
        }
        let mut body = DeflateDecoder::new(body);
        let mut next = || {
            let mut values = vec![0; shape.cells()];
            body.read_exact(&mut values)
                .map_err(|_cut_off| DecodeError::Damaged)?;
            Grid::from_values(shape, values).ok_or(DecodeError::Damaged)
        };
        let mut dated = |years: Vec<i32>| -> Result<Vec<Dated<Grid<u8>>>, DecodeError> {
            years
                .into_iter()
                .map(|year| next().map(|layer| Dated { year, layer }))
                .collect()
        };
        let read = Self {
            urban: dated(head.urban_years)?,
            roads: dated(head.road_years)?,
            slope: next()?,
            excluded: next()?,
            water: next()?,
            hillshade: next()?,
            name: head.name,
            is_sample: head.is_sample,
            notice: head.notice,
            missing: head.missing,
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
        };
        match body.read(&mut [0]) {
            Ok(0) => Ok(read),
            _ => Err(DecodeError::Damaged),
        }
    }
}

/// Summary for operators, line by line.
impl std::fmt::Display for AreaLayers {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let share = |grid: &Grid<u8>, least: u8| {
            let cells = grid
                .values()
                .iter()
                .filter(|value| **value >= least)
                .count();
            100.0 * cells as f64 / grid.shape().cells() as f64
        };
        let kind = if self.is_sample { " (sample)" } else { "" };
        let Shape { rows, cols } = self.frame.shape;
        writeln!(
            f,
            "{}{kind}: {rows} rows, {cols} columns of {:.0} m",
            self.name, self.frame.cell_metres
        )?;
        writeln!(f, "covers {:.1} %", 100.0 * self.coverage)?;
        for urban in &self.urban {
            writeln!(f, "urban {}: {:.2} %", urban.year, share(&urban.layer, 1))?;
        }
        for road in &self.roads {
            writeln!(f, "roads {}: {:.2} %", road.year, share(&road.layer, 1))?;
        }
        writeln!(
            f,
            "water {:.2} %, excluded {:.2} %, steeper than 20 %: {:.2} %",
            share(&self.water, 1),
            share(&self.excluded, 100),
            share(&self.slope, 21)
        )?;
        let lines = (self.notice.iter().chain(&self.missing)).chain(&self.attribution);
        lines.into_iter().try_for_each(|line| writeln!(f, "{line}"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::samples;

    #[test]
    fn kept_layers_come_back_and_damaged_ones_are_refused() {
        let bbox = BBox::new(-80.98, 35.06, -80.90, 35.12).unwrap();
        let area = samples::for_area(bbox).unwrap();
        let frame = area.frame;
        for (edge, wanted) in [
            (frame.west, -80.98),
            (frame.south(), 35.06),
            (frame.east(), -80.90),
            (frame.north, 35.12),
        ] {
            assert!((edge - wanted).abs() < area.frame.dlon, "{edge} {wanted}");
        }
        let bytes = area.to_bytes().unwrap();
        assert!(bytes.len() < area.frame.shape.cells() * 6);
        let back = AreaLayers::from_bytes(&bytes).unwrap();
        assert_eq!(
            (&back.name, back.frame, back.year(), &back.attribution),
            (&area.name, area.frame, 2020, &area.attribution)
        );
        assert!(back.grids().eq(area.grids()));
        assert!(back.city().is_ok());
        for cut in [4, 7, 60, bytes.len() / 2, bytes.len() - 20] {
            assert_eq!(
                AreaLayers::from_bytes(&bytes[..cut]).unwrap_err(),
                DecodeError::Damaged
            );
        }
        let mut newer = bytes;
        newer[3] = b'9';
        assert_eq!(
            AreaLayers::from_bytes(&newer).unwrap_err(),
            DecodeError::Version
        );
    }

    #[test]
    fn a_frame_has_the_cells_asked_for_and_never_too_many() {
        let bbox = BBox::new(-81.0, 35.0, -80.5, 35.5).unwrap();
        let frame = Frame::of(bbox, 30.0, MAX_CELLS_PER_SIDE);
        assert_eq!((frame.shape.rows, frame.shape.cols), (1855, 1515));
        assert!((frame.cell_metres - 30.0).abs() < 1e-9);
        let coarse = Frame::of(bbox, 30.0, 1_000);
        assert_eq!(coarse.shape.rows, 1_000);
        assert!((coarse.cell_metres - 55.66).abs() < 0.01);
    }
}
