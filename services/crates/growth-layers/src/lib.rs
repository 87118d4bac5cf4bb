//! Layers of an area: urban, roads, slope, exclusion, and what the picture is drawn on.
//!
//! An operator's own folders go first, then public services, then samples: [`LayerResolver`] asks one source
//! after the other. The samples are of two regions, made by our own seeded generator from facts (where
//! cities and interstates are, how many people live there, how the land lies). They look like the
//! regions and are no survey of them, which is why everything made from them is marked as a sample.

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
pub mod samples;
pub mod services;
mod terrain;
mod warp;

use domain::BBox;
use futures::future::BoxFuture;
use sleuth::LayerError;

pub use area::{AreaLayers, DecodeError, Frame};
pub use resolver::{LayerConfig, LayerResolver};

/// Largest selection, km² (specification, point 9).
pub const MAX_AREA_KM2: f64 = 3_600.0;

/// Where runs get the layers of an area from. Tests put other layers there.
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
    /// Nobody has layers there.
    #[error("No land-cover layers are available for this area.")]
    Uncovered,
    /// Fewer than [`MIN_CELLS_PER_SIDE`] cells on a side.
    #[error("The selected area is too small to simulate. Please select at least 2 km by 2 km.")]
    TooSmall,
    /// A source covers the area and its files cannot be used: the file, and what is wrong with it.
    #[error("The land-cover layers of this area cannot be read: {0}.")]
    Broken(String),
    /// A public service could not be asked: what was wanted of it, and what is wrong.
    #[error(
        "{wanted} could not be fetched from the public service: {fault}. Please try again in a few minutes."
    )]
    Unavailable {
        /// `Land cover`, `Elevation` or `Roads`.
        wanted: &'static str,
        /// Why.
        fault: String,
    },
    /// The layers are there and cannot be grown on: nothing but water or city.
    #[error("Nothing can grow in the selected area: {0}.")]
    Unusable(#[from] LayerError),
}

/// Fewest cells on a side of an area.
const MIN_CELLS_PER_SIDE: usize = 12;
