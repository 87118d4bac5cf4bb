//! Settings of the public services of layers.

use std::time::Duration;

use settings::Env;
use url::Url;

const FLOOD_URL: &str = "https://hazards.fema.gov/arcgis/rest/services/public/NFHL/MapServer/28";
const WETLAND_URL: &str =
    "https://fwspublicservices.wim.usgs.gov/wetlandsmapservice/rest/services/Wetlands/MapServer/0";
const ELEVATION_URL: &str =
    "https://elevation.nationalmap.gov/arcgis/rest/services/3DEPElevation/ImageServer";

/// Where layers are fetched that no operator has imported.
#[derive(Debug, Clone)]
pub struct SiteLayerConfig {
    /// Layer of flood hazard zones of the NFHL; none is not asked, as for the others.
    pub flood_url: Option<Url>,
    /// Layer of wetlands of the NWI.
    pub wetland_url: Option<Url>,
    /// Image service of elevation of 3DEP.
    pub elevation_url: Option<Url>,
    /// Age at which a cell is fetched again.
    pub keep: Duration,
    /// Most cells of a layer that one search asks for; 0 asks for none.
    pub cells_of_search: u32,
    /// Searches ask for none beyond so many cells of a layer that are kept or wait.
    pub most_cells: u32,
    /// `User-Agent` header.
    pub user_agent: String,
}

impl SiteLayerConfig {
    /// Reads `SITE_LAYER_SERVICES` and its related settings; none when it is `false`.
    pub fn from_env(env: &mut Env, user_agent: String) -> Option<Self> {
        let config = Self {
            flood_url: address(env, "SITE_FLOOD_URL", FLOOD_URL),
            wetland_url: address(env, "SITE_WETLAND_URL", WETLAND_URL),
            elevation_url: address(env, "SITE_ELEVATION_URL", ELEVATION_URL),
            keep: Duration::from_hours(24 * u64::from(env.parsed("SITE_LAYER_KEEP_DAYS", 180_u32))),
            cells_of_search: env.parsed("SITE_LAYER_CELLS_OF_SEARCH", 2_000),
            most_cells: env.parsed("SITE_LAYER_MOST_CELLS", 20_000),
            user_agent,
        };
        env.parsed("SITE_LAYER_SERVICES", true).then_some(config)
    }
}

/// A URL; `none` switches the service off.
fn address(env: &mut Env, name: &str, usual: &str) -> Option<Url> {
    let text = env.optional(name).unwrap_or_else(|| usual.to_owned());
    if text == "none" {
        return None;
    }
    let url = Url::parse(text.trim_end_matches('/')).ok();
    let url = url.filter(Url::has_host);
    if url.is_none() {
        env.problem(format!("{name} is not a valid URL"));
    }
    url
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn services_can_be_switched_off_one_by_one() {
        let read = |set: &'static [(&str, &str)]| {
            let mut env = Env::from_source(|name| {
                let found = set.iter().find(|(known, _)| *known == name);
                found.map(|(_, value)| (*value).to_owned())
            });
            let config = SiteLayerConfig::from_env(&mut env, String::new());
            env.finish(config).map_err(|refused| refused.to_string())
        };
        let usual = read(&[]).unwrap().unwrap();
        assert!(usual.flood_url.is_some() && usual.elevation_url.is_some());
        assert!(read(&[("SITE_LAYER_SERVICES", "false")]).unwrap().is_none());
        let dry = read(&[("SITE_FLOOD_URL", "none")]).unwrap().unwrap();
        assert!(dry.flood_url.is_none() && dry.wetland_url.is_some());
        let wrong = read(&[("SITE_WETLAND_URL", "here")]).unwrap_err();
        assert!(wrong.contains("SITE_WETLAND_URL"), "{wrong}");
    }
}
