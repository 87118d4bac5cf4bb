//! Everything that the environment decides, read once at the start.
//!
//! Each concern has its own small struct, so that tests build what they need by hand. The variables
//! are documented in `deploy/env/parcel-lookup.env.example`.

use growth_layers::LayerConfig;
use service::AccessConfig;
use settings::Env;

use crate::SERVICE;
use crate::growth::{GrowthConfig, WorkerConfig};
use crate::map_config::MapConfig;
use crate::providers::ProviderConfig;

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
