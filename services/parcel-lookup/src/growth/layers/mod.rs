//! Layers of an area: urban, roads, slope, exclusion, and what the picture is drawn on.
//!
//! An operator's own folders go first, then public services, then samples: [`desk`] asks one source
//! after the other. The samples are of two regions, made by our own seeded generator from facts (where
//! cities and interstates are, how many people live there, how the land lies). They look like the
//! regions and are no survey of them, which is why everything made from them is marked as a sample.

pub mod area;
mod charlotte;
mod denver;
pub mod desk;
mod folder;
mod generate;
mod geotiff;
mod manifest;
mod noise;
mod raster;
mod region;
mod roads;
pub mod samples;
pub mod services;
mod terrain;
mod warp;

use sleuth::LayerError;

/// Why an area has no layers.
#[derive(Debug, thiserror::Error)]
pub enum NoLayers {
    /// Nobody has layers there.
    #[error("No land-cover layers are available for this area.")]
    Uncovered,
    /// Fewer than [`SMALLEST_SIDE`] cells on a side.
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
const SMALLEST_SIDE: usize = 12;
