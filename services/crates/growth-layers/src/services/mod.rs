//! Layers of public services: land cover from MRLC, heights from 3DEP, roads from `TIGERweb`.
//!
//! What an area needs is fetched into a folder of its own, which is then read as an operator's folder
//! would be: one way to make layers, wherever files came from. The files are kept, so that a second run
//! on the area asks nobody. All three are works of the US Government and free of rights.

mod cache;
mod config;
mod elevation;
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

/// The lower 48 states, which is what the land cover maps: west, south, east, north.
const LOWER_48: [f64; 4] = [-125.0, 24.3, -66.8, 49.5];

/// Bounds of a call: maps of up to sixty-four million bytes, made while we wait.
fn limits() -> Limits {
    Limits {
        timeout: Duration::from_secs(90),
        max_bytes: 64 * 1024 * 1024,
        retry_pause: Duration::from_secs(2),
        calls_per_second: NonZeroU32::MIN.saturating_add(19),
        ..Limits::default()
    }
}

/// The public services, and what they answered before.
#[derive(Clone)]
pub struct Services {
    config: ServicesConfig,
    http: Http,
    cache: Cache,
}

impl Services {
    /// The services as operators set them up.
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

    /// The layers of a selection; none where the land cover has nothing there.
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
            // What came is of no use, so it must not be what the next try finds.
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

    /// Every file that is not there yet.
    async fn fetch(&self, frame: &Frame, into: &Path) -> Result<(), LayersUnavailable> {
        let (http, config) = (&self.http, &self.config);
        // Hosts side by side; each to its end, so that the next try finds what did come.
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

    /// What the fetched files are.
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

/// Fetches a file where it is not there yet.
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
