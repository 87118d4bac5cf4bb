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

    /// Tells the operator once that external services are asked and do not learn by whom.
    pub fn warn_without_contact(&self) {
        if self.lacks_contact() {
            tracing::warn!(
                "external services are asked without a contact, which they expect: set PROVIDER_USER_AGENT, because PUBLIC_URL is an \
                 address of this machine or a private network"
            );
        }
    }

    fn lacks_contact(&self) -> bool {
        let asks = self.providers.is_any()
            || self.geocoder_url.is_some()
            || self.layers.services.is_some()
            || self.site_layers.is_some();
        asks && !self.providers.has_contact
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

    fn env(settings: &'static [(&str, &str)]) -> Env {
        Env::from_source(move |name| {
            let found = settings.iter().find(|(known, _)| *known == name);
            found.map(|(_, value)| (*value).to_owned())
        })
    }

    fn read(settings: &'static [(&str, &str)]) -> Option<String> {
        geocoder_url(env(settings).optional("GEOCODER_URL"))
    }

    #[test]
    fn a_contact_is_missed_while_external_services_are_asked() {
        const LOCAL: (&str, &str) = ("PUBLIC_URL", "http://127.0.0.1:8080");
        const NO_GEOCODER: (&str, &str) = ("GEOCODER_URL", "none");
        const NO_GROWTH: (&str, &str) = ("GROWTH_SERVICES", "false");
        const NO_LAYERS: (&str, &str) = ("SITE_LAYER_SERVICES", "false");
        let cases: [(&[(&str, &str)], bool); 8] = [
            (&[LOCAL], true),
            (&[("PUBLIC_URL", "https://sitewright.example")], false),
            (&[LOCAL, ("PROVIDER_USER_AGENT", "gis@firm.example")], false),
            (&[LOCAL, NO_GEOCODER, NO_GROWTH, NO_LAYERS], false),
            (&[LOCAL, NO_GEOCODER, NO_GROWTH], true),
            (&[LOCAL, NO_GEOCODER, NO_LAYERS], true),
            (&[LOCAL, NO_GROWTH, NO_LAYERS], true),
            (
                &[
                    LOCAL,
                    NO_GEOCODER,
                    NO_GROWTH,
                    NO_LAYERS,
                    ("REGRID_TOKEN", "secret"),
                ],
                true,
            ),
        ];
        for (settings, expected) in cases {
            // What is required besides is not read here.
            let config = Config::from_env(&mut env(settings));
            assert_eq!(config.lacks_contact(), expected, "{settings:?}");
        }
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
