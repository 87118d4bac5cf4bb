//! Layers of an area: urban, roads, slope, exclusion, and what the picture is drawn on.
//!
//! So far there are the sample layers of two regions, made by our own seeded generator from facts
//! (where cities and interstates are, how many people live there, how the land lies). They look like
//! the regions and are no survey of them, which is why everything made from them is marked as a
//! sample. Operators' files and public services are not read here yet.

pub mod area;
mod charlotte;
mod denver;

mod generate;
mod noise;
mod region;
pub mod samples;

use domain::BBox;
use sleuth::{City, Grid, LayerError};

/// The latest of an area's layers, north at the top: what a simulation in one go needs.
pub struct AreaLayers {
    /// What they are called on the screen.
    pub name: &'static str,
    /// Whether they are made up.
    pub is_sample: bool,
    /// Year that they stand for.
    pub year: i32,
    /// Share of the selection that they cover, 0..1.
    pub coverage: f64,
    /// Layers for the model.
    pub city: City,
    /// Urban in that year: 0 or 1.
    pub urban: Grid<u8>,
    /// Road weights, 0..100.
    pub roads: Grid<u8>,
    /// Water: 0 or 1.
    pub water: Grid<u8>,
    /// Light on the land, 0 dark to 255.
    pub hillshade: Grid<u8>,
}

/// Why an area has no layers.
#[derive(Debug, thiserror::Error)]
pub enum NoLayers {
    /// Nobody has layers there.
    #[error("No land-cover layers are available for this area.")]
    Uncovered,
    /// Fewer than [`SMALLEST_SIDE`] cells on a side.
    #[error("The selected area is too small to simulate. Please select at least 2 km by 2 km.")]
    TooSmall,
    /// The layers are there and cannot be grown on: nothing but water or city.
    #[error("Nothing can grow in the selected area: {0}.")]
    Unusable(#[from] LayerError),
}

/// Area of a cell, km².
pub const CELL_KM2: f64 = region::CELL_METRES * region::CELL_METRES / 1e6;
/// Fewest cells on a side of an area.
const SMALLEST_SIDE: usize = 12;

/// The latest sample layers of a selection.
pub fn for_area(bbox: BBox) -> Result<AreaLayers, NoLayers> {
    let mut area = samples::for_area(bbox)?;
    let city = area.city()?;
    let year = area.year();
    let latest = |dated: &mut Vec<sleuth::Dated<Grid<u8>>>| {
        dated
            .pop()
            .map(|last| last.layer)
            .ok_or(NoLayers::Uncovered)
    };
    Ok(AreaLayers {
        name: samples::region_of(bbox).map_or("", |region| region.name),
        is_sample: area.is_sample,
        year,
        coverage: area.coverage,
        city,
        urban: latest(&mut area.urban)?,
        roads: latest(&mut area.roads)?,
        water: area.water,
        hillshade: area.hillshade,
    })
}
