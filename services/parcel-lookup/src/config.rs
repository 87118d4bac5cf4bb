//! Everything that the environment decides, read once at the start.
//!
//! Each concern has its own small struct, so that tests build what they need by hand. The variables
//! are documented in `deploy/env/parcel-lookup.env.example`.

use growth_layers::LayerConfig;
use http_kit::ServerConfig;
use settings::{ConfigError, Env, Secret};

use crate::growth::{GrowthConfig, WorkerConfig};
use crate::map_config::MapConfig;

/// What `serve` needs.
#[derive(Debug, Clone)]
pub struct Config {
    /// Where to listen, and how much to bear.
    pub server: ServerConfig,
    /// Database as the application role.
    pub database: db::DbConfig,
    /// Broker.
    pub amqp: messaging::AmqpConfig,
    /// Where main-api publishes the keys that verify sessions.
    pub jwks_url: String,
    /// Issuer of sessions.
    pub jwt_issuer: String,
    /// The proxy's origin.
    pub public_url: String,
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
    /// Reads the process's environment.
    pub fn from_env(mut env: Env) -> Result<Self, ConfigError> {
        let providers = ProviderConfig::from_env(&mut env);
        let config = Self {
            layers: LayerConfig::from_env(&mut env, providers.user_agent.clone()),
            server: ServerConfig::from_env(crate::routes::API, &mut env),
            database: db::DbConfig::from_env(&mut env, crate::SERVICE),
            amqp: messaging::AmqpConfig::from_env(&mut env, crate::SERVICE),
            jwks_url: env.required("JWKS_URL"),
            jwt_issuer: env
                .optional("JWT_ISSUER")
                .unwrap_or_else(|| auth::DEFAULT_ISSUER.to_owned()),
            public_url: env.required("PUBLIC_URL"),
            providers,
            geocoder_url: env.optional("GEOCODER_URL"),
            map: MapConfig::from_env(&mut env),
            growth: GrowthConfig::from_env(&mut env),
        };
        env.finish(config)
    }
}

/// What `worker` needs.
#[derive(Debug, Clone)]
pub struct WorkerCommandConfig {
    /// Where health and metrics are answered.
    pub server: ServerConfig,
    /// Database as the application role.
    pub database: db::DbConfig,
    /// Broker.
    pub amqp: messaging::AmqpConfig,
    /// How many at once, and where files are.
    pub worker: WorkerConfig,
}

impl WorkerCommandConfig {
    /// Reads the process's environment: the service's own, with `GROWTH_WORKER_BIND_ADDRESS` in place
    /// of `BIND_ADDRESS`.
    pub fn from_env(mut env: Env) -> Result<Self, ConfigError> {
        let address = env.optional("GROWTH_WORKER_BIND_ADDRESS");
        let address = address.unwrap_or_else(|| "127.0.0.1:0".to_owned());
        let config = Self {
            server: ServerConfig {
                workers: 1,
                ..ServerConfig::new(crate::routes::API, address)
            },
            database: db::DbConfig::from_env(&mut env, crate::SERVICE),
            amqp: messaging::AmqpConfig::from_env(&mut env, crate::SERVICE),
            worker: WorkerConfig::from_env(&mut env),
        };
        env.finish(config)
    }
}
