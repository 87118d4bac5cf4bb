//! All settings, read once at start.
//!
//! Each concern has its own small struct, so that tests can build what they need directly. The
//! variables are documented in `deploy/env/parcel-lookup.env.example`.

use growth_layers::LayerConfig;
use service::AccessConfig;
use settings::{Env, Secret};

use crate::SERVICE;
use crate::growth::{GrowthConfig, WorkerConfig};
use crate::map_config::MapConfig;

/// Configuration of `serve`.
#[derive(Debug, Clone)]
pub struct Config {
    /// Database as the application role.
    pub database: db::DbConfig,
    pub amqp: messaging::AmqpConfig,
    pub access: AccessConfig,
    /// External parcel providers.
    pub providers: ProviderConfig,
    /// External geocoder.
    pub geocoder_url: Option<String>,
    /// Tile sources of the map.
    pub map: MapConfig,
    pub growth: GrowthConfig,
    /// Sources of growth layers.
    pub layers: LayerConfig,
}

/// External parcel providers; all disabled by default.
#[derive(Debug, Clone)]
pub struct ProviderConfig {
    /// File that lists the ArcGIS layers to query.
    pub arcgis_sources_file: Option<String>,
    /// Base URL of Regrid.
    pub regrid_url: String,
    /// Regrid token; without one Regrid is not queried.
    pub regrid_token: Option<Secret<String>>,
    /// `User-Agent` of requests to external services, with a contact address.
    pub user_agent: String,
}

impl ProviderConfig {
    pub fn from_env(env: &mut Env) -> Self {
        Self {
            arcgis_sources_file: env.optional("ARCGIS_SOURCES_FILE"),
            regrid_url: env
                .optional("REGRID_URL")
                .unwrap_or_else(|| "https://app.regrid.com".to_owned()),
            regrid_token: env.optional_secret("REGRID_TOKEN"),
            user_agent: env
                .optional("PROVIDER_USER_AGENT")
                .unwrap_or_else(|| format!("Sitewright/{}", env!("CARGO_PKG_VERSION"))),
        }
    }
}

impl Config {
    pub fn from_env(env: &mut Env) -> Self {
        let providers = ProviderConfig::from_env(env);
        Self {
            database: db::DbConfig::from_env(env, SERVICE),
            amqp: messaging::AmqpConfig::from_env(env, SERVICE),
            access: AccessConfig::from_env(env),
            geocoder_url: env.optional("GEOCODER_URL"),
            map: MapConfig::from_env(env),
            growth: GrowthConfig::from_env(env),
            layers: LayerConfig::from_env(env, providers.user_agent.clone()),
            providers,
        }
    }
}

/// Configuration of `worker`.
#[derive(Debug, Clone)]
pub struct WorkerCommandConfig {
    /// Database as the application role.
    pub database: db::DbConfig,
    pub amqp: messaging::AmqpConfig,
    /// Number of workers and folder of runs.
    pub worker: WorkerConfig,
}

impl WorkerCommandConfig {
    pub fn from_env(env: &mut Env) -> Self {
        Self {
            database: db::DbConfig::from_env(env, SERVICE),
            amqp: messaging::AmqpConfig::from_env(env, SERVICE),
            worker: WorkerConfig::from_env(env),
        }
    }
}
