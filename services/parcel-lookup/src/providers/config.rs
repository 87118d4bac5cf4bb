//! Which providers are called.

use settings::{Env, Secret};

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
