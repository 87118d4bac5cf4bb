//! Who is asked for an area's layers, in which order.
//!
//! An operator's folders first, then the samples. A source that does not cover the area passes it on;
//! one that covers it and is broken does not: silently growing a sample instead would be worse than an
//! error.

use std::path::PathBuf;
use std::sync::Arc;

use domain::BBox;
use http_kit::config::Env;

use super::area::AreaLayers;
use super::folder::Folder;
use super::{NoLayers, samples};

/// What operators decide about layers.
#[derive(Debug, Clone, Default)]
pub struct LayerConfig {
    /// Folder whose sub-folders hold layers; none: only the samples.
    pub folder: Option<PathBuf>,
}

impl LayerConfig {
    /// Reads `GROWTH_LAYERS_DIR`.
    pub fn from_env(env: &mut Env) -> Self {
        Self {
            folder: env.optional("GROWTH_LAYERS_DIR").map(PathBuf::from),
        }
    }
}

/// Finds the layers of an area; cheap to clone.
#[derive(Debug, Clone)]
pub struct LayerDesk(Arc<LayerConfig>);

impl LayerDesk {
    /// A desk as operators set it up.
    pub fn new(config: LayerConfig) -> Self {
        Self(Arc::new(config))
    }

    /// The layers of a selection from the first source that covers some of it. Folders are read anew
    /// each time, so that layers can be added while the service runs.
    pub async fn for_area(&self, bbox: BBox) -> Result<AreaLayers, NoLayers> {
        let config = Arc::clone(&self.0);
        let read = tokio::task::spawn_blocking(move || find(&config, bbox));
        read.await
            .map_err(|ended| NoLayers::Broken(ended.to_string()))?
    }
}

fn find(config: &LayerConfig, bbox: BBox) -> Result<AreaLayers, NoLayers> {
    if let Some(parent) = &config.folder {
        for folder in Folder::all(parent)? {
            if let Some(area) = folder.for_area(bbox)? {
                return Ok(area);
            }
        }
    }
    samples::for_area(bbox)
}
