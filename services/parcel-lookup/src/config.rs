//! All settings, read once at start.
//!
//! Each concern has its own small struct, so that tests can build what they need directly. The
//! variables are documented in `deploy/env/parcel-lookup.env.example`.

use growth_layers::LayerConfig;
use service::AccessConfig;
use settings::Env;

use crate::SERVICE;
use crate::export::ExportConfig;
use crate::growth::{GrowthConfig, WorkerConfig};
use crate::map_config::MapConfig;
use crate::providers::ProviderConfig;
use crate::site_layers::SiteLayerConfig;

/// Configuration of `serve`.
#[derive(Debug, Clone)]
pub struct Config {
    /// Database as the application role.
    pub database: db::DbConfig,
    /// Its read replicas.
    pub replicas: db::ReplicaConfig,
    pub amqp: messaging::AmqpConfig,
    pub access: AccessConfig,
    /// property-api on its own port, without a path.
    pub property_api_url: String,
    /// External parcel providers.
    pub providers: ProviderConfig,
    /// External geocoder; none if switched off.
    pub geocoder_url: Option<String>,
    /// Tile sources of the map.
    pub map: MapConfig,
    /// Memory of kept tiles.
    pub tile_cache_bytes: u64,
    pub export: ExportConfig,
    pub growth: GrowthConfig,
    /// Sources of growth layers.
    pub layers: LayerConfig,
    /// Public services of layers of land; none if switched off.
    pub site_layers: Option<SiteLayerConfig>,
}

impl Config {
    pub fn from_env(env: &mut Env) -> Self {
        let providers = ProviderConfig::from_env(env);
        let database = db::DbConfig::from_env(env, SERVICE).generic_plans();
        Self {
            replicas: db::ReplicaConfig::from_env(env, &database),
            database,
            amqp: messaging::AmqpConfig::from_env(env, SERVICE),
            access: AccessConfig::from_env(env),
            property_api_url: env.required("PROPERTY_API_URL"),
            geocoder_url: geocoder_url(env.optional("GEOCODER_URL")),
            map: MapConfig::from_env(env),
            tile_cache_bytes: u64::from(env.parsed("TILE_CACHE_MB", 64_u32)) << 20,
            export: ExportConfig::from_env(env),
            growth: GrowthConfig::from_env(env),
            layers: LayerConfig::from_env(env, providers.user_agent.clone()),
            site_layers: SiteLayerConfig::from_env(env, providers.user_agent.clone()),
            providers,
        }
    }
}

/// The US Census geocoder: free, without key, for the whole United States.
const CENSUS_GEOCODER: &str = "https://geocoding.geo.census.gov/geocoder/locations/onelineaddress";

/// `none` disables the geocoder; the default is that of the US Census.
fn geocoder_url(setting: Option<String>) -> Option<String> {
    match setting.as_deref() {
        Some("none") => None,
        Some(_) => setting,
        None => Some(CENSUS_GEOCODER.to_owned()),
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

#[cfg(test)]
mod tests {
    use super::*;

    fn read(settings: &'static [(&str, &str)]) -> Option<String> {
        let mut env = Env::from_source(move |name| {
            let found = settings.iter().find(|(known, _)| *known == name);
            found.map(|(_, value)| (*value).to_owned())
        });
        geocoder_url(env.optional("GEOCODER_URL"))
    }

    #[test]
    fn addresses_are_asked_of_the_census_unless_another_geocoder_or_none_is_named() {
        assert_eq!(read(&[]).as_deref(), Some(CENSUS_GEOCODER));
        // As in an env file whose line is left empty.
        let blank = read(&[("GEOCODER_URL", "")]);
        assert_eq!(blank.as_deref(), Some(CENSUS_GEOCODER));
        assert_eq!(read(&[("GEOCODER_URL", "none")]), None);
        let own = read(&[("GEOCODER_URL", "https://photon.example")]);
        assert_eq!(own.as_deref(), Some("https://photon.example"));
    }
}
