//! Which providers are called.

use settings::{Env, Secret};

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
