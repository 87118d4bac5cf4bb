//! Layers of an area: urban, roads, slope, exclusion, and what the picture is drawn on.
//!
//! So far there are the sample layers of two regions, made by our own seeded generator from facts
//! (where cities and interstates are, how many people live there, how the land lies). They look like
//! the regions and are no survey of them, which is why everything made from them is marked as a
//! sample. An operator's own folders go first: [`desk`] asks one source after the other. Public services
//! are not asked yet.

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
pub mod samples;
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
    /// The layers are there and cannot be grown on: nothing but water or city.
    #[error("Nothing can grow in the selected area: {0}.")]
    Unusable(#[from] LayerError),
}

/// Fewest cells on a side of an area.
const SMALLEST_SIDE: usize = 12;
