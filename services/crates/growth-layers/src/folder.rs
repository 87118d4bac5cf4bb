//! Layers from an operator's folder: `layers.json` and the files that it names.

use std::path::{Path, PathBuf};

use domain::BBox;
use sleuth::{Dated, Grid};

use super::area::{AreaLayers, Frame, MAX_CELLS_PER_SIDE};
use super::manifest::{Ground, Manifest, Source};
use super::raster::{self, Resampling};
use super::terrain::Heights;
use super::{LayersUnavailable, MIN_CELLS_PER_SIDE, roads};

/// Default cell size, metres: that of the National Land Cover Database.
pub(super) const CELL_METRES: f64 = 30.0;
/// Excluded from growth.
const NEVER: u8 = 100;
/// Hillshade of level ground, used without elevation data.
const LEVEL: u8 = 209;

/// A folder with its manifest.
pub(super) struct Folder {
    path: PathBuf,
    manifest: Manifest,
}

impl Folder {
    /// All sub-folders with a manifest, ordered by name.
    pub(super) fn all(
        parent: &Path,
    ) -> Result<Vec<Result<Self, LayersUnavailable>>, LayersUnavailable> {
        let broken = |error: std::io::Error| {
            LayersUnavailable::Broken(format!("the folder of layers cannot be read ({error})"))
        };
        let mut found = Vec::new();
        for entry in std::fs::read_dir(parent).map_err(broken)? {
            let path = entry.map_err(broken)?.path();
            if path.join("layers.json").is_file() {
                found.push(path);
            }
        }
        found.sort();
        Ok(found.into_iter().map(Self::open).collect())
    }

    /// A folder with a manifest that is not read from a file.
    pub(super) fn new(path: PathBuf, manifest: Manifest) -> Self {
        Self { path, manifest }
    }

    fn open(path: PathBuf) -> Result<Self, LayersUnavailable> {
        let name = path.file_name().unwrap_or_default().to_string_lossy();
        let broken =
            |reason: String| LayersUnavailable::Broken(format!("{name}/layers.json: {reason}"));
        let text = std::fs::read_to_string(path.join("layers.json"))
            .map_err(|error| broken(error.to_string()))?;
        let manifest: Manifest =
            serde_json::from_str(&text).map_err(|error| broken(error.to_string()))?;
        let years: Vec<i32> = manifest
            .urban
            .iter()
            .map(|urban| urban.dated.year)
            .collect();
        let roads: Vec<i32> = manifest.roads.iter().map(|road| road.dated.year).collect();
        if years.is_empty() {
            return Err(broken("it contains no urban layer".to_owned()));
        }
        if !years.is_sorted_by(|one, next| one < next)
            || !roads.is_sorted_by(|one, next| one < next)
        {
            return Err(broken("years must be in ascending order".to_owned()));
        }
        if !manifest
            .cell_metres
            .is_none_or(|cell| (1.0..=10_000.0).contains(&cell))
        {
            return Err(broken("cell_metres must be between 1 and 10000".to_owned()));
        }
        Ok(Self { path, manifest })
    }

    /// The layers of a selection; none if the latest urban layer has no data there.
    pub(super) fn for_area(&self, bbox: BBox) -> Result<Option<AreaLayers>, LayersUnavailable> {
        let cell = self.manifest.cell_metres.unwrap_or(CELL_METRES);
        let frame = Frame::of(bbox, cell, MAX_CELLS_PER_SIDE);
        if frame.shape.rows < MIN_CELLS_PER_SIDE || frame.shape.cols < MIN_CELLS_PER_SIDE {
            return Err(LayersUnavailable::TooSmall);
        }
        let area = self.read(&frame).map_err(|reason| {
            let name = self.path.file_name().unwrap_or_default().to_string_lossy();
            LayersUnavailable::Broken(format!("{name}/{reason}"))
        })?;
        if let Some(area) = &area {
            area.city()?;
        }
        Ok(area)
    }

    fn read(&self, frame: &Frame) -> Result<Option<AreaLayers>, String> {
        let manifest = &self.manifest;
        let cells = frame.shape.cells();
        let mut water = Grid::filled(frame.shape, 0_u8);
        let mut excluded = Grid::filled(frame.shape, 0_u8);
        let mut urban = Vec::new();
        let mut known = 0;
        // The latest first: it determines coverage and water.
        for layer in manifest.urban.iter().rev() {
            let latest = urban.is_empty();
            let file = &layer.dated.source.file;
            let values =
                raster::values(&self.path, &layer.dated.source, frame, Resampling::Nearest)?;
            let mut grid = Grid::filled(frame.shape, 0_u8);
            let mut known_here = 0;
            for (index, value) in values.into_iter().enumerate() {
                let ground = layer
                    .meaning
                    .of(value)
                    .map_err(|reason| format!("{file}: {reason}"))?;
                known_here += usize::from(ground != Ground::Unknown);
                grid.values_mut()[index] = u8::from(ground == Ground::Urban);
                if latest {
                    water.values_mut()[index] = u8::from(ground == Ground::Water);
                    let never =
                        matches!(ground, Ground::Water | Ground::Excluded | Ground::Unknown);
                    excluded.values_mut()[index] = if never { NEVER } else { 0 };
                }
            }
            match (known_here, latest) {
                (0, true) => return Ok(None),
                (0, false) => return Err(format!("{file}: it does not cover the area")),
                _ => {}
            }
            if latest {
                known = known_here;
            }
            urban.push(Dated {
                year: layer.dated.year,
                layer: grid,
            });
        }
        urban.reverse();
        if let Some(source) = &manifest.excluded {
            let given = self.bytes(source, frame)?;
            for (cell, given) in excluded.values_mut().iter_mut().zip(given.values()) {
                *cell = (*cell).max(*given);
            }
        }
        let (slope, hillshade) = self.relief(frame)?;
        Ok(Some(AreaLayers {
            name: manifest.name.clone(),
            is_sample: false,
            notice: None,
            missing: self.missing(known, cells),
            coverage: known as f64 / cells as f64,
            frame: *frame,
            attribution: manifest.attribution.clone(),
            roads: self.roads(frame, urban[0].year)?,
            urban,
            slope,
            excluded,
            water,
            hillshade,
        }))
    }

    /// Limitations to report to users.
    fn missing(&self, known: usize, cells: usize) -> Vec<String> {
        let manifest = &self.manifest;
        let has_slope = manifest.slope.is_some() || manifest.elevation.is_some();
        let percent = (100 * known / cells.max(1)).min(99);
        let lacks = [
            (
                known < cells,
                format!(
                    "Land cover is available for {percent} % of the area; the rest is excluded from growth."
                ),
            ),
            (
                manifest.roads.is_empty(),
                "Road data is missing: roads do not attract growth.".to_owned(),
            ),
            (
                !has_slope,
                "Elevation data is missing: all land is treated as level.".to_owned(),
            ),
            (
                manifest.excluded.is_none(),
                "Data on protected land is missing: only water is excluded from growth.".to_owned(),
            ),
        ];
        let told = lacks.into_iter().filter(|(lacks, _)| *lacks);
        told.map(|(_, sentence)| sentence).collect()
    }

    /// Roads by date; without files there are no roads, which the model allows.
    fn roads(&self, frame: &Frame, first_year: i32) -> Result<Vec<Dated<Grid<u8>>>, String> {
        if self.manifest.roads.is_empty() {
            return Ok(vec![Dated {
                year: first_year,
                layer: Grid::filled(frame.shape, 0),
            }]);
        }
        let mut roads = Vec::new();
        for road in &self.manifest.roads {
            let layer = if roads::is_lines(&road.dated.source) {
                roads::drawn(&self.path, road, frame)?
            } else {
                self.bytes(&road.dated.source, frame)?
            };
            roads.push(Dated {
                year: road.dated.year,
                layer,
            });
        }
        let values = || roads.iter().flat_map(|road| road.layer.values());
        let most = values().copied().max().unwrap_or(0).max(1);
        for road in &mut roads {
            for cell in road.layer.values_mut() {
                *cell = (u16::from(*cell) * 100 / u16::from(most)) as u8;
            }
        }
        Ok(roads)
    }

    /// Slope and hillshade: as given, else from elevation, else level ground.
    fn relief(&self, frame: &Frame) -> Result<(Grid<u8>, Grid<u8>), String> {
        let manifest = &self.manifest;
        let metres = match &manifest.elevation {
            Some(source) => {
                let metres = raster::values(&self.path, source, frame, Resampling::Bilinear)?;
                if !metres.iter().any(|height| height.is_finite()) {
                    return Err(format!("{}: it does not cover the area", source.file));
                }
                Some(metres)
            }
            None => None,
        };
        let heights = metres.as_deref().map(|metres| Heights {
            shape: frame.shape,
            metres,
            cell: frame.cell_metres,
        });
        let level = |value: u8| Grid::filled(frame.shape, value);
        let slope = match (&manifest.slope, &heights) {
            (Some(source), _) => self.bytes(source, frame)?,
            (None, Some(heights)) => heights.slope(),
            (None, None) => level(0),
        };
        let hillshade = match (&manifest.hillshade, &heights) {
            (Some(source), _) => self.bytes(source, frame)?,
            (None, Some(heights)) => heights.hillshade(),
            (None, None) => level(LEVEL),
        };
        Ok((slope, hillshade))
    }

    /// A file's values unchanged, 0 for no data.
    fn bytes(&self, source: &Source, frame: &Frame) -> Result<Grid<u8>, String> {
        let values = raster::values(&self.path, source, frame, Resampling::Nearest)?;
        if !values.iter().any(|value| value.is_finite()) {
            return Err(format!("{}: it does not cover the area", source.file));
        }
        let mut grid = Grid::filled(frame.shape, 0_u8);
        for (cell, value) in grid.values_mut().iter_mut().zip(values) {
            *cell = value.clamp(0.0, 255.0) as u8;
        }
        Ok(grid)
    }
}

#[cfg(test)]
mod tests;
