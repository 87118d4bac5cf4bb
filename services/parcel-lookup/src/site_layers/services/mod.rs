//! What public services say of a cell: flood zones of FEMA's NFHL, wetlands of the NWI, slope from 3DEP.

mod arcgis;

use std::num::NonZeroU32;
use std::time::Duration;

use ::site_layers::{LayerKind, attributes};
use chrono::{DateTime, TimeDelta, Utc};
use growth_layers::slope;
use provider_client::{Http, Limits, Patience, ProviderError};
use serde_json::{Value, json};
use url::Url;

use super::cell::Cell;
use super::config::SiteLayerConfig;

/// A feature for the tables.
#[derive(Debug, Clone, PartialEq)]
pub struct Feature {
    pub attributes: Value,
    pub shape: FeatureShape,
}

/// Its shape in degrees.
#[derive(Debug, Clone, PartialEq)]
pub enum FeatureShape {
    GeoJson(Value),
    /// West, south, east and north.
    Box([f64; 4]),
}

/// What a service says of a cell.
#[derive(Debug, Clone, PartialEq)]
pub struct Answer {
    pub features: Vec<Feature>,
    pub cell_m: Option<f64>,
}

/// Name and licence of a service's data.
pub fn provenance(kind: LayerKind) -> (&'static str, &'static str) {
    match kind {
        LayerKind::Flood => ("FEMA National Flood Hazard Layer", "public domain"),
        LayerKind::Wetland => (
            "National Wetlands Inventory, U.S. Fish and Wildlife Service",
            "public domain",
        ),
        _ => ("3DEP elevation, U.S. Geological Survey", "public domain"),
    }
}

/// The services that are switched on.
pub struct Services {
    config: SiteLayerConfig,
    http: Http,
}

impl Services {
    /// NFHL and 3DEP are slow and often unavailable; nothing waits for them, so they get time.
    pub fn new(config: SiteLayerConfig) -> anyhow::Result<Self> {
        let limits = Limits {
            timeout: Duration::from_secs(40),
            max_bytes: 32 * 1024 * 1024,
            retry_pause: Duration::from_secs(1),
            concurrent: 2,
            calls_per_second: NonZeroU32::MIN.saturating_add(9),
            ..Limits::default()
        };
        let http = Http::new(&config.user_agent, limits)?;
        Ok(Self { config, http })
    }

    /// A cell that was fetched later is not fetched again.
    pub fn oldest(&self) -> DateTime<Utc> {
        let keep = TimeDelta::from_std(self.config.keep).unwrap_or(TimeDelta::MAX);
        let oldest = Utc::now().checked_sub_signed(keep);
        // No earlier one is asked of the database.
        oldest.unwrap_or_default().max(DateTime::UNIX_EPOCH)
    }

    /// Whether the service of a kind is switched on.
    pub fn has(&self, kind: LayerKind) -> bool {
        self.url(kind).is_some()
    }

    fn url(&self, kind: LayerKind) -> Option<&Url> {
        match kind {
            LayerKind::Flood => self.config.flood_url.as_ref(),
            LayerKind::Wetland => self.config.wetland_url.as_ref(),
            LayerKind::Slope => self.config.elevation_url.as_ref(),
            _ => None,
        }
    }

    /// Kinds whose service is switched on.
    pub fn kinds(&self) -> impl Iterator<Item = LayerKind> {
        let kinds = [LayerKind::Flood, LayerKind::Wetland, LayerKind::Slope];
        kinds.into_iter().filter(move |kind| self.has(*kind))
    }

    /// How many cells searches may ask for: one of them, and all together.
    pub fn cells_of_searches(&self) -> [i64; 2] {
        [self.config.cells_of_search, self.config.most_cells].map(i64::from)
    }

    /// The features of a cell.
    pub async fn fetch(
        &self,
        kind: LayerKind,
        cell: Cell,
        patience: Patience,
    ) -> Result<Answer, ProviderError> {
        let url = self
            .url(kind)
            .ok_or(ProviderError::Unreadable("the service is switched off"))?;
        let http = self.http.waiting(patience);
        if kind == LayerKind::Slope {
            return slope_of(&http, url, cell).await;
        }
        let fields = match kind {
            LayerKind::Flood => "FLD_ZONE,ZONE_SUBTY,SFHA_TF,STATIC_BFE,DFIRM_ID,FLD_AR_ID",
            // Their names have that of the table before them.
            _ => "*",
        };
        let rows = arcgis::features(&http, url, cell.bounds(), fields).await?;
        let features = rows.into_iter().map(|row| feature(kind, row));
        Ok(Answer {
            features: features.collect::<Result<_, _>>()?,
            cell_m: None,
        })
    }
}

async fn slope_of(http: &Http, url: &Url, cell: Cell) -> Result<Answer, ProviderError> {
    let bytes = slope::fetch(http, url, cell.bounds()).await?;
    let steep = slope::steep(&bytes, cell.bounds()).map_err(|reason| {
        tracing::warn!(cell = cell.name(), reason, "elevation could not be used");
        ProviderError::Unreadable("not the elevation that was asked for")
    })?;
    if !steep.complete {
        return Err(ProviderError::Unreadable(
            "it has no elevation in a part of the cell",
        ));
    }
    let features = steep.runs.into_iter().map(|run| Feature {
        attributes: json!({ "percent": run.percent }),
        shape: FeatureShape::Box(run.bounds),
    });
    Ok(Answer {
        features: features.collect(),
        cell_m: Some(steep.cell_m),
    })
}

/// A feature whose columns are not understood makes the whole answer unreadable: leaving it out would make its land dry.
fn feature(kind: LayerKind, mut row: Value) -> Result<Feature, ProviderError> {
    let unreadable = |_refused| ProviderError::Unreadable("a feature without its columns");
    let columns = row.get("properties").and_then(Value::as_object);
    let columns = columns.ok_or(ProviderError::Unreadable("a feature without its columns"))?;
    let attributes = attributes(kind, columns).map_err(unreadable)?;
    let shape = row.get_mut("geometry").map(Value::take);
    let shape = shape.filter(Value::is_object);
    let shape = shape.ok_or(ProviderError::Unreadable("a feature without an outline"))?;
    Ok(Feature {
        attributes,
        shape: FeatureShape::GeoJson(shape),
    })
}
