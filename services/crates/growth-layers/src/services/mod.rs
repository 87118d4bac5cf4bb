//! Layers of public services: land cover from MRLC, elevation from 3DEP, roads from `TIGERweb`.
//!
//! The data of an area is fetched into a folder that is read like an operator's, so that layers are
//! built in one way. The files are cached, so a second run on the area sends no request. All three
//! are works of the US Government and in the public domain.

mod cache;
mod config;
pub(crate) mod elevation;
mod land_cover;
mod roads;
#[cfg(test)]
mod tests;

use std::collections::BTreeMap;
use std::num::NonZeroU32;
use std::path::Path;
use std::time::Duration;

pub use self::config::ServicesConfig;
use domain::BBox;

use self::cache::Cache;
use super::LayersUnavailable;
use super::area::{AreaLayers, Frame, MAX_CELLS_PER_SIDE};
use super::folder::{CELL_METRES, Folder};
use super::manifest::{DatedSource, Manifest, Meaning, Roads, Source, Urban, Weights};
use provider_client::ProviderError;
use provider_client::{Http, Limits};

/// The extent of the land cover, the lower 48 states: west, south, east, north.
const LOWER_48: [f64; 4] = [-125.0, 24.3, -66.8, 49.5];

/// Request limits: rasters of up to 64 MB, computed on request.
fn limits() -> Limits {
    Limits {
        timeout: Duration::from_secs(90),
        max_bytes: 64 * 1024 * 1024,
        retry_pause: Duration::from_secs(2),
        calls_per_second: NonZeroU32::MIN.saturating_add(19),
        ..Limits::default()
    }
}

/// The public services with their cache.
#[derive(Clone)]
pub struct Services {
    config: ServicesConfig,
    http: Http,
    cache: Cache,
}

impl Services {
    /// Services with this configuration.
    pub fn new(config: ServicesConfig) -> anyhow::Result<Self> {
        Self::within(limits(), config)
    }

    fn within(limits: Limits, config: ServicesConfig) -> anyhow::Result<Self> {
        Ok(Self {
            http: Http::new(&config.user_agent, limits)?,
            cache: Cache::new(config.folder.clone(), config.cache_bytes),
            config,
        })
    }

    /// The layers of a selection; none if the land cover has no data there.
    pub async fn for_area(&self, bbox: BBox) -> Result<Option<AreaLayers>, LayersUnavailable> {
        let [west, south, east, north] = LOWER_48;
        if bbox.east() < west || bbox.west() > east || bbox.north() < south || bbox.south() > north
        {
            return Ok(None);
        }
        let frame = Frame::of(bbox, CELL_METRES, MAX_CELLS_PER_SIDE);
        let key = format!("{frame:?} {:?}", self.config.sources());
        let kept = self
            .cache
            .folder(&key)
            .await
            .map_err(|fault| unkept(&fault))?;
        self.fetch(&frame, kept.path()).await?;
        let folder = Folder::new(kept.path().to_owned(), self.manifest());
        let area = tokio::task::spawn_blocking(move || folder.for_area(bbox)).await;
        let area = area.map_err(|ended| LayersUnavailable::Broken(ended.to_string()))?;
        if let Err(LayersUnavailable::Broken(reason)) = area {
            // The response is unusable and must not stay in the cache.
            kept.forget().await;
            let fault = reason
                .split_once('/')
                .map_or(&*reason, |(_folder, said)| said);
            return Err(LayersUnavailable::Unavailable {
                wanted: "A usable map",
                fault: fault.to_owned(),
            });
        }
        self.cache.tidy(&kept).await;
        area
    }

    /// Fetches every missing file.
    async fn fetch(&self, frame: &Frame, into: &Path) -> Result<(), LayersUnavailable> {
        let (http, config) = (&self.http, &self.config);
        // Hosts are requested concurrently, each until it has finished, so that the next attempt
        // finds what succeeded.
        let land_cover = async {
            for year in &config.land_cover_years {
                let answer = land_cover::fetch(http, config, frame, *year);
                kept(&into.join(land_cover_file(*year)), "Land cover", answer).await?;
            }
            Ok(())
        };
        let elevation = elevation::fetch(http, config, frame);
        let roads = roads::fetch(http, config, frame);
        let (elevation_file, roads_file) = (into.join(ELEVATION), into.join(ROADS));
        let elevation = kept(&elevation_file, "Elevation", elevation);
        let roads = kept(&roads_file, "Roads", roads);
        let (land_cover, elevation, roads) = futures::join!(land_cover, elevation, roads);
        land_cover.and(elevation).and(roads)
    }

    /// Manifest of the fetched files.
    fn manifest(&self) -> Manifest {
        let years = &self.config.land_cover_years;
        let latest = years.last().copied().unwrap_or_default();
        Manifest {
            name: "United States land cover".to_owned(),
            attribution: vec![
                format!("Annual NLCD {latest}, U.S. Geological Survey"),
                "3DEP elevation, U.S. Geological Survey".to_owned(),
                "TIGERweb roads, U.S. Census Bureau".to_owned(),
            ],
            cell_metres: Some(CELL_METRES),
            urban: years
                .iter()
                .map(|year| Urban {
                    dated: dated(*year, &land_cover_file(*year), land_cover::SYSTEM),
                    meaning: Meaning::Nlcd {
                        open_space_is_urban: self.config.open_space_is_urban,
                    },
                })
                .collect(),
            roads: vec![Roads {
                dated: dated(latest, ROADS, "EPSG:4326"),
                weights: Some(Weights {
                    field: roads::CLASS.to_owned(),
                    values: BTreeMap::from(
                        roads::WEIGHTS.map(|(class, weight)| (class.to_owned(), weight)),
                    ),
                }),
            }],
            elevation: Some(source(ELEVATION, elevation::SYSTEM)),
            slope: None,
            excluded: None,
            hillshade: None,
        }
    }
}

/// Fetches a file unless it is cached.
async fn kept(
    file: &Path,
    wanted: &'static str,
    answer: impl Future<Output = Result<Vec<u8>, ProviderError>>,
) -> Result<(), LayersUnavailable> {
    if tokio::fs::try_exists(file).await.unwrap_or(false) {
        return Ok(());
    }
    let bytes = answer
        .await
        .map_err(|fault| LayersUnavailable::Unavailable {
            wanted,
            fault: fault.to_string(),
        })?;
    cache::keep(file, &bytes)
        .await
        .map_err(|fault| unkept(&fault))
}

fn unkept(fault: &std::io::Error) -> LayersUnavailable {
    LayersUnavailable::Broken(format!("fetched layers cannot be stored ({fault})"))
}

const ELEVATION: &str = "elevation.tif";
const ROADS: &str = "roads.geojson";

fn land_cover_file(year: i32) -> String {
    format!("land_cover_{year}.tif")
}

fn source(file: &str, system: &str) -> Source {
    Source {
        file: file.to_owned(),
        crs: Some(system.to_owned()),
        extent: None,
    }
}

fn dated(year: i32, file: &str, system: &str) -> DatedSource {
    DatedSource {
        year,
        source: source(file, system),
    }
}
