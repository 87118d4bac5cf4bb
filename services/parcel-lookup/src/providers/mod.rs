//! Other people's parcel services: what we ask, in which order, and how we stand their faults.
//!
//! One adapter per kind of service behind one trait. None is needed for the product to work, and
//! none is switched on by default. Storing what they answer is [`crate::lookup`]'s business.

pub mod arcgis;
pub mod regrid;

use std::sync::Arc;

use async_trait::async_trait;
use domain::LonLat;
use parcel_record::field_map::FieldMapError;
use parcel_record::{ParcelFields, Provenance, Shape};
use provider_client::{Http, Limits, ProviderError};
use serde_json::Value;

use crate::config::ProviderConfig;

/// One parcel as a provider answered it.
#[derive(Debug, Clone, PartialEq)]
pub struct Found {
    /// What it says, in our names.
    pub fields: ParcelFields,
    /// The outline.
    pub shape: Shape,
    /// The row as it came.
    pub raw: Value,
    /// Who says so.
    pub provenance: Provenance,
}

/// A service that knows parcels at a point.
#[async_trait]
pub trait ParcelAtPoint: Send + Sync {
    /// Its name, stored with what it says.
    fn name(&self) -> &str;

    /// Whether it is worth asking about this point.
    fn covers(&self, at: LonLat) -> bool;

    /// All parcels at the point; empty when it knows none.
    async fn at_point(&self, at: LonLat) -> Result<Vec<Found>, ProviderError>;
}

/// The configured providers in the order in which they are asked.
#[derive(Clone, Default)]
pub struct Providers(Arc<Vec<Box<dyn ParcelAtPoint>>>);

/// The configuration of a provider cannot be used.
#[derive(Debug, thiserror::Error)]
pub enum SetupError {
    /// The file with the ArcGIS layers cannot be read.
    #[error("ARCGIS_SOURCES_FILE {file} cannot be read")]
    File {
        /// Its path.
        file: String,
        /// Why.
        #[source]
        source: std::io::Error,
    },
    /// The file with the ArcGIS layers is not what it should be.
    #[error("ARCGIS_SOURCES_FILE {file} is not valid")]
    Format {
        /// Its path.
        file: String,
        /// Why.
        #[source]
        source: serde_json::Error,
    },
    /// A layer refers to a field map that does not exist or is not valid.
    #[error("the field map of {layer} is not valid")]
    FieldMap {
        /// Name of the layer.
        layer: String,
        /// Why.
        #[source]
        source: FieldMapError,
    },
    /// The HTTP client cannot be made.
    #[error("the HTTP client cannot be made")]
    Client(#[source] reqwest::Error),
    /// An address is not one.
    #[error("{0} is not a URL")]
    Url(String),
}

impl Providers {
    /// These, in this order.
    pub fn new(providers: Vec<Box<dyn ParcelAtPoint>>) -> Self {
        Self(Arc::new(providers))
    }

    /// What the environment switches on: ArcGIS layers first, because they are free, then Regrid.
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
                http,
            )?));
        }
        Ok(Self::new(providers))
    }

    /// Those that are worth asking about a point.
    pub fn covering(&self, at: LonLat) -> impl Iterator<Item = &dyn ParcelAtPoint> {
        self.0
            .iter()
            .map(AsRef::as_ref)
            .filter(move |provider| provider.covers(at))
    }
}
