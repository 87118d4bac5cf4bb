//! Layers of an area: urban, roads, slope, exclusion, and what the image is drawn on.
//!
//! [`LayerResolver`] tries operators' folders first, then public services, then samples. The
//! samples cover three regions and are generated with a fixed seed from their geography (cities,
//! interstates, population, relief). They resemble the regions but are not survey data, so
//! everything computed from them is marked as a sample.

mod area;
mod charlotte;
mod denver;
mod folder;
mod generate;
mod geotiff;
mod manifest;
mod noise;
mod raster;
mod region;
mod resolver;
mod roads;
mod sample_city;
pub mod samples;
pub mod services;
pub mod slope;
mod terrain;
mod warp;

use domain::BBox;
use futures::future::BoxFuture;
use sleuth::LayerError;

pub use area::{AreaLayers, DecodeError, Frame};
pub use resolver::{LayerConfig, LayerResolver};

/// Largest selection, km² (specification, point 9).
pub const MAX_AREA_KM2: f64 = 3_600.0;

/// Source of an area's layers; replaced by tests.
pub trait LayerSource: Send + Sync {
    /// The layers of a selection, or why there are none.
    fn for_area(&self, bbox: BBox) -> BoxFuture<'_, Result<AreaLayers, LayersUnavailable>>;
}

impl LayerSource for LayerResolver {
    fn for_area(&self, bbox: BBox) -> BoxFuture<'_, Result<AreaLayers, LayersUnavailable>> {
        Box::pin(self.find(bbox))
    }
}

impl<F> LayerSource for F
where
    F: Fn(BBox) -> BoxFuture<'static, Result<AreaLayers, LayersUnavailable>> + Send + Sync,
{
    fn for_area(&self, bbox: BBox) -> BoxFuture<'_, Result<AreaLayers, LayersUnavailable>> {
        self(bbox)
    }
}

/// Why an area has no layers.
#[derive(Debug, thiserror::Error)]
pub enum LayersUnavailable {
    /// No source covers the area.
    #[error("No land-cover layers are available for this area.")]
    Uncovered,
    /// Fewer than [`MIN_CELLS_PER_SIDE`] cells on a side.
    #[error("The selected area is too small to simulate. Please select at least 2 km by 2 km.")]
    TooSmall,
    /// A source covers the area but its files are invalid: the file, and what is wrong with it.
    #[error("The land-cover layers of this area cannot be read: {0}.")]
    Broken(String),
    /// A public service is unavailable: the data that was requested, and the reason.
    #[error(
        "{wanted} could not be fetched from the public service: {fault}. Please try again in a few minutes."
    )]
    Unavailable {
        /// `Land cover`, `Elevation` or `Roads`.
        wanted: &'static str,
        /// The reason.
        fault: String,
    },
    /// The model cannot use the layers: only water, or only city.
    #[error("Nothing can grow in the selected area: {0}.")]
    Unusable(#[from] LayerError),
}

/// Fewest cells on a side of an area.
const MIN_CELLS_PER_SIDE: usize = 12;
