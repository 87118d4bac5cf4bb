//! Everything that the environment decides, read once at the start.
//!
//! Each concern has its own small struct, so that tests build what they need by hand. The variables
//! are documented in `deploy/env/parcel-lookup.env.example`.

use growth_layers::LayerConfig;
use service::AccessConfig;
use settings::{Env, Secret};

use crate::SERVICE;
use crate::growth::{GrowthConfig, WorkerConfig};
use crate::map_config::MapConfig;

/// What `serve` needs.
#[derive(Debug, Clone)]
pub struct Config {
    /// Database as the application role.
    pub database: db::DbConfig,
    /// Broker.
    pub amqp: messaging::AmqpConfig,
    /// Who may call.
    pub access: AccessConfig,
    /// Outside sources of parcels.
    pub providers: ProviderConfig,
    /// Outside source of addresses.
    pub geocoder_url: Option<String>,
    /// Pictures of the map.
    pub map: MapConfig,
    /// Growth simulations.
    pub growth: GrowthConfig,
    /// Where land-cover layers come from.
    pub layers: LayerConfig,
}

/// Outside sources of parcels; all of them off by default.
#[derive(Debug, Clone)]
pub struct ProviderConfig {
    /// File with the ArcGIS layers to ask.
    pub arcgis_sources_file: Option<String>,
    /// Base address of Regrid.
    pub regrid_url: String,
    /// Token of Regrid; without one it is not asked.
    pub regrid_token: Option<Secret<String>>,
    /// What we call ourselves to other companies' services, with a contact.
    pub user_agent: String,
}

impl ProviderConfig {
    /// Reads `ARCGIS_SOURCES_FILE`, `REGRID_*` and `PROVIDER_USER_AGENT`.
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

/// What `worker` needs.
#[derive(Debug, Clone)]
pub struct WorkerCommandConfig {
    /// Database as the application role.
    pub database: db::DbConfig,
    /// Broker.
    pub amqp: messaging::AmqpConfig,
    /// How many at once, and where files are.
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
