//! External parcel providers.
//!
//! One adapter per kind of service, behind one trait. Providers are optional and disabled by
//! default. Each has terms that say who may see its parcels, and how long.

pub mod arcgis;
mod config;
mod contact;
mod land;
pub mod regrid;
mod terms;

use std::sync::Arc;

use async_trait::async_trait;
use chrono::{DateTime, Utc};
use domain::LonLat;
use parcel_record::field_map::FieldMapError;
use parcel_record::{ParcelFields, Provenance, Shape};
use provider_client::{Http, Limits, Patience, ProviderError};
use serde_json::Value;

pub use config::ProviderConfig;
pub use land::FoundLand;
pub use terms::{Kind, Terms, TermsError, Use};

/// A parcel as a provider returned it.
#[derive(Debug, Clone, PartialEq)]
pub struct Found {
    /// Its facts, under our names.
    pub fields: ParcelFields,
    pub shape: Shape,
    /// The provider's original row.
    pub raw: Value,
    /// Source and licence.
    pub provenance: Provenance,
}

/// What a provider has at a point.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct AtPoint {
    /// All parcels, also those around the point if the provider searches there.
    pub parcels: Vec<Found>,
    /// What the point is on, if that has no parcel number.
    pub land: Option<FoundLand>,
}

/// A service that finds parcels at a point.
#[async_trait]
pub trait ParcelAtPoint: Send + Sync {
    /// Stored with its parcels.
    fn name(&self) -> &str;

    /// Who may see its parcels, and how long.
    fn terms(&self) -> Terms;

    /// Whether the service should be called for this point.
    fn covers(&self, at: LonLat) -> bool;

    /// Empty when there is nothing.
    async fn at_point(&self, at: LonLat, patience: Patience) -> Result<AtPoint, ProviderError>;
}

/// The configured providers, in call order.
#[derive(Clone, Default)]
pub struct Providers(Arc<Vec<Box<dyn ParcelAtPoint>>>);

#[derive(Debug, thiserror::Error)]
pub enum SetupError {
    /// The file with the ArcGIS layers cannot be read.
    #[error("ARCGIS_SOURCES_FILE {file} cannot be read")]
    File {
        file: String,
        #[source]
        source: std::io::Error,
    },
    /// The file with the ArcGIS layers is malformed.
    #[error("ARCGIS_SOURCES_FILE {file} is not valid")]
    Format {
        file: String,
        #[source]
        source: serde_json::Error,
    },
    /// A layer refers to an unknown or invalid field map.
    #[error("the field map of {layer} is not valid")]
    FieldMap {
        layer: String,
        #[source]
        source: FieldMapError,
    },
    /// A layer's terms contradict themselves.
    #[error("the terms of {layer} are not valid")]
    Terms {
        layer: String,
        #[source]
        source: TermsError,
    },
    /// The HTTP client cannot be created.
    #[error("the HTTP client cannot be created")]
    Client(#[source] reqwest::Error),
    /// Not a valid URL.
    #[error("{0} is not a URL")]
    Url(String),
}

impl Providers {
    pub fn new(providers: Vec<Box<dyn ParcelAtPoint>>) -> Self {
        Self(Arc::new(providers))
    }

    /// Reads the configuration: ArcGIS layers first, because they are free, then Regrid.
    pub fn from_config(config: &ProviderConfig) -> Result<Self, SetupError> {
        let http = Http::new(&config.user_agent, Limits::default()).map_err(SetupError::Client)?;
        let mut providers: Vec<Box<dyn ParcelAtPoint>> = Vec::new();
        if let Some(file) = &config.arcgis_sources_file {
            for layer in arcgis::read_layers(file)? {
                providers.push(Box::new(arcgis::ArcGis::new(layer, http.clone())?));
            }
        }
        if let Some(token) = &config.regrid_token {
            providers.push(Box::new(regrid::Regrid::new(
                &config.regrid_url,
                token.clone(),
                config.regrid_terms,
                http,
            )?));
        }
        Ok(Self::new(providers))
    }

    /// Whether a provider's parcel of this source and time is to be requested again.
    pub fn is_due(&self, source: &str, fetched_at: DateTime<Utc>, now: DateTime<Utc>) -> bool {
        let mut providers = self.0.iter();
        providers
            .find(|provider| provider.name() == source)
            .is_some_and(|provider| provider.terms().is_due(fetched_at, now))
    }

    /// Names of those whose parcels all firms see.
    pub fn shared(&self) -> impl Iterator<Item = &str> {
        self.0
            .iter()
            .filter(|provider| provider.terms().kind == Use::Shared)
            .map(|provider| provider.name())
    }

    /// The providers to call for a point.
    pub fn covering(&self, at: LonLat) -> impl Iterator<Item = &dyn ParcelAtPoint> {
        self.0
            .iter()
            .map(AsRef::as_ref)
            .filter(move |provider| provider.covers(at))
    }
}
