//! Everything that the environment decides, read once at the start.
//!
//! Each concern has its own small struct, so that tests build what they need by hand. The variables
//! are documented in `deploy/env/parcel-lookup.env.example`.

use http_kit::config::{ConfigError, Env};
use http_kit::{Secret, ServerConfig};

use crate::growth::layers::desk::LayerConfig;
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
            database: database(&mut env),
            amqp: amqp(&mut env),
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
            database: database(&mut env),
            amqp: amqp(&mut env),
            worker: WorkerConfig::from_env(&mut env),
        };
        env.finish(config)
    }
}

/// Reads `DATABASE_URL`, `DATABASE_POOL_SIZE` and the files of TLS.
pub fn database(env: &mut Env) -> db::DbConfig {
    let size = env.parsed("DATABASE_POOL_SIZE", 10);
    database_at(env, "DATABASE_URL").pool_size(size)
}

/// The same as the role that owns the schema: reads `MIGRATION_DATABASE_URL`.
pub fn owner_database(env: &mut Env) -> db::DbConfig {
    database_at(env, "MIGRATION_DATABASE_URL")
}

fn database_at(env: &mut Env, name: &str) -> db::DbConfig {
    let files = db::TlsFiles::from_env("DATABASE", |name| env.optional(name));
    db::DbConfig::new(env.required(name), crate::SERVICE).tls(files)
}

/// Reads `AMQP_URL`, `AMQP_NAMESPACE` and the files of TLS.
pub fn amqp(env: &mut Env) -> messaging::AmqpConfig {
    let config = messaging::AmqpConfig::new(env.required("AMQP_URL"), crate::SERVICE);
    let config = match env.optional("AMQP_NAMESPACE") {
        Some(namespace) => config.namespace(namespace),
        None => config,
    };
    let files = db::TlsFiles::from_env("AMQP", |name| env.optional(name));
    config.clone().tls(&files).unwrap_or_else(|error| {
        env.problem(error.to_string());
        config
    })
}
