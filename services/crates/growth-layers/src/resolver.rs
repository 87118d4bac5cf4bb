//! Selects the source of an area's layers.
//!
//! Operators' folders first, then public services, then samples; a source that does not cover the
//! area is skipped. An invalid folder of the operator is an error unless another one covers the
//! area, because silently using other data would be worse. Unavailable services are an error too,
//! unless a sample covers the area; the result then says so.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use domain::BBox;
use settings::Env;

use super::area::AreaLayers;
use super::folder::Folder;
use super::services::{Services, ServicesConfig};
use super::{LayersUnavailable, samples};

/// Configuration of sources. Default: only the samples.
#[derive(Debug, Clone, Default)]
pub struct LayerConfig {
    /// Folder whose sub-folders hold layers.
    pub folder: Option<PathBuf>,
    /// Public services.
    pub services: Option<ServicesConfig>,
}

impl LayerConfig {
    /// Reads `GROWTH_LAYERS_DIR`, `STORAGE_DIR` (for the cache of services) and the services'
    /// settings.
    pub fn from_env(env: &mut Env, user_agent: String) -> Self {
        let kept = PathBuf::from(env.required("STORAGE_DIR")).join("layers");
        Self {
            folder: env.optional("GROWTH_LAYERS_DIR").map(PathBuf::from),
            services: ServicesConfig::from_env(env, kept, user_agent),
        }
    }
}

/// Finds the layers of an area; cheap to clone.
#[derive(Clone)]
pub struct LayerResolver {
    folder: Option<Arc<Path>>,
    services: Option<Services>,
}

impl LayerResolver {
    /// A resolver with this configuration.
    pub fn new(config: LayerConfig) -> anyhow::Result<Self> {
        Ok(Self {
            folder: config.folder.map(Arc::from),
            services: config.services.map(Services::new).transpose()?,
        })
    }

    /// The layers of a selection from the first source that covers part of it. Folders are read
    /// each time, so that layers can be added while the service runs.
    pub(crate) async fn find(&self, bbox: BBox) -> Result<AreaLayers, LayersUnavailable> {
        if let Some(folder) = self.folder.clone()
            && let Some(area) = blocking(move || of_folders(&folder, bbox)).await?
        {
            return Ok(area);
        }
        let asked = match &self.services {
            Some(services) => services.for_area(bbox).await,
            None => Ok(None),
        };
        let away = match asked {
            Ok(Some(area)) => return Ok(area),
            Ok(None) => None,
            Err(away @ LayersUnavailable::Unavailable { .. }) => Some(away),
            Err(other) => return Err(other),
        };
        match (blocking(move || samples::for_area(bbox)).await, away) {
            (Ok(sample), Some(away)) => Ok(AreaLayers {
                notice: Some(format!("{away} Generated sample layers are used instead.")),
                ..sample
            }),
            (Err(LayersUnavailable::Uncovered), Some(away)) => Err(away),
            (sample, _) => sample,
        }
    }
}

async fn blocking<T: Send + 'static>(
    read: impl FnOnce() -> Result<T, LayersUnavailable> + Send + 'static,
) -> Result<T, LayersUnavailable> {
    let read = tokio::task::spawn_blocking(read);
    read.await
        .map_err(|ended| LayersUnavailable::Broken(ended.to_string()))?
}

fn of_folders(parent: &Path, bbox: BBox) -> Result<Option<AreaLayers>, LayersUnavailable> {
    let mut broken = None;
    for folder in Folder::all(parent)? {
        match folder.and_then(|folder| folder.for_area(bbox)) {
            Ok(Some(area)) => return Ok(Some(area)),
            Ok(None) => {}
            Err(fault @ LayersUnavailable::Broken(_)) => {
                tracing::warn!("{fault}");
                broken.get_or_insert(fault);
            }
            Err(other) => return Err(other),
        }
    }
    broken.map_or(Ok(None), Err)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn write(parent: &Path, name: &str, manifest: &str) {
        let folder = parent.join(name);
        std::fs::create_dir(&folder).unwrap();
        std::fs::write(folder.join("layers.json"), manifest).unwrap();
    }

    #[tokio::test]
    async fn own_folders_go_before_samples_and_a_broken_one_only_where_no_other_covers() {
        let parent = tempfile::tempdir().unwrap();
        let resolver = LayerResolver::new(LayerConfig {
            folder: Some(parent.path().to_owned()),
            services: None,
        })
        .unwrap();
        let charlotte = BBox::new(-80.98, 35.06, -80.90, 35.12).unwrap();
        let name = async |bbox| resolver.find(bbox).await.map(|area| area.name);
        assert_eq!(name(charlotte).await.unwrap(), "Charlotte region");

        write(parent.path(), "one", "{}");
        let refused = name(charlotte).await.unwrap_err().to_string();
        assert!(refused.contains("one/layers.json"), "{refused}");

        let own = r#"{ "name": "Own", "urban": [{ "year": 2020, "file": "a.png", "kind": "classes", "urban": [1],
            "extent": [-81, 35, -80.8, 35.2] }] }"#;
        write(parent.path(), "two", own);
        let picture = image::GrayImage::from_fn(20, 20, |x, _| image::Luma([u8::from(x < 9)]));
        picture.save(parent.path().join("two/a.png")).unwrap();
        assert_eq!(name(charlotte).await.unwrap(), "Own");

        std::fs::remove_dir_all(parent.path().join("one")).unwrap();
        let denver = BBox::new(-105.1, 39.6, -104.7, 39.8).unwrap();
        assert_eq!(name(denver).await.unwrap(), "Denver region");
        std::fs::remove_dir_all(parent.path()).unwrap();
        let gone = name(denver).await.unwrap_err().to_string();
        assert!(
            gone.contains("the folder of layers cannot be read"),
            "{gone}"
        );
    }
}
