//! Configuration of public services.

use std::path::PathBuf;
use std::str::FromStr;

use settings::Env;
use url::Url;

/// URLs and parameters of services, and the cache.
#[derive(Debug, Clone)]
pub struct ServicesConfig {
    /// `GeoServer` of the land cover.
    pub land_cover_url: Url,
    /// Workspace of the land cover; the coverage's name, without `mrlc_`, is derived from it.
    pub land_cover_workspace: String,
    /// Years of land cover, oldest first; predictions start from the latest.
    pub land_cover_years: Vec<i32>,
    /// Whether class 21, parks and road edges, is urban.
    pub open_space_is_urban: bool,
    /// Image service of elevation.
    pub elevation_url: Url,
    /// Map service of roads.
    pub roads_url: Url,
    /// The layers to request from it.
    pub roads_layers: Vec<u32>,
    /// `User-Agent` header.
    pub user_agent: String,
    /// Folder of the cache.
    pub folder: PathBuf,
    /// Size limit of the cache, bytes.
    pub cache_bytes: u64,
}

const LAND_COVER_YEARS: &str = "1994,2004,2014,2024";
const LAND_COVER_WORKSPACE: &str = "mrlc_Land-Cover-Native_conus_year_data";
const LAND_COVER_URL: &str = "https://dmsdata.cr.usgs.gov/geoserver";
const ELEVATION_URL: &str =
    "https://elevation.nationalmap.gov/arcgis/rest/services/3DEPElevation/ImageServer";
const ROADS_URL: &str =
    "https://tigerweb.geo.census.gov/arcgis/rest/services/TIGERweb/Transportation/MapServer";
/// Primary and secondary roads.
const ROADS_LAYERS: &str = "2,6";

impl ServicesConfig {
    /// Reads `GROWTH_SERVICES` and its related settings; none when it is `false`.
    pub fn from_env(env: &mut Env, folder: PathBuf, user_agent: String) -> Option<Self> {
        let land_cover_years = numbers(env, "GROWTH_LAND_COVER_YEARS", LAND_COVER_YEARS);
        if land_cover_years.is_empty() || !land_cover_years.is_sorted_by(|one, next| one < next) {
            env.problem("GROWTH_LAND_COVER_YEARS must be years in ascending order");
        }
        let land_cover_workspace = env.optional("GROWTH_LAND_COVER_WORKSPACE");
        let config = Self {
            land_cover_url: address(env, "GROWTH_LAND_COVER_URL", LAND_COVER_URL)?,
            land_cover_workspace: land_cover_workspace
                .unwrap_or_else(|| LAND_COVER_WORKSPACE.to_owned()),
            land_cover_years,
            open_space_is_urban: env.parsed("GROWTH_LAND_COVER_OPEN_SPACE", false),
            elevation_url: address(env, "GROWTH_ELEVATION_URL", ELEVATION_URL)?,
            roads_url: address(env, "GROWTH_ROADS_URL", ROADS_URL)?,
            roads_layers: numbers(env, "GROWTH_ROADS_LAYERS", ROADS_LAYERS),
            user_agent,
            folder,
            cache_bytes: env.parsed("GROWTH_CACHE_MB", 4_096_u64) * 1_000_000,
        };
        env.parsed("GROWTH_SERVICES", true).then_some(config)
    }

    /// Everything that determines what is fetched; the cache key.
    pub(super) fn sources(&self) -> impl std::fmt::Debug {
        (
            self.land_cover_url.as_str(),
            &self.land_cover_workspace,
            &self.land_cover_years,
            self.elevation_url.as_str(),
            self.roads_url.as_str(),
            &self.roads_layers,
        )
    }
}

/// A URL; none, with an error recorded, if it is invalid.
fn address(env: &mut Env, name: &str, usual: &str) -> Option<Url> {
    let text = env.optional(name).unwrap_or_else(|| usual.to_owned());
    let url = Url::parse(text.trim_end_matches('/')).ok();
    let url = url.filter(Url::has_host);
    if url.is_none() {
        env.problem(format!("{name} is not a valid URL"));
    }
    url
}

fn numbers<T: FromStr>(env: &mut Env, name: &str, usual: &str) -> Vec<T> {
    let text = env.optional(name).unwrap_or_else(|| usual.to_owned());
    let read: Result<Vec<T>, _> = text.split(',').map(|part| part.trim().parse()).collect();
    read.unwrap_or_else(|_not_numbers| {
        env.problem(format!("{name} must be comma-separated whole numbers"));
        Vec::new()
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(set: &'static [(&str, &str)]) -> Result<Option<ServicesConfig>, String> {
        let mut env = Env::from_source(|name| {
            let found = set.iter().find(|(known, _)| *known == name);
            found.map(|(_, value)| (*value).to_owned())
        });
        let config = ServicesConfig::from_env(&mut env, PathBuf::new(), String::new());
        env.finish(config).map_err(|refused| refused.to_string())
    }

    #[test]
    fn services_are_asked_unless_switched_off_and_misspelt_ones_are_refused() {
        let usual = read(&[]).unwrap().unwrap();
        assert_eq!(usual.land_cover_years, [1994, 2004, 2014, 2024]);
        assert_eq!(usual.roads_layers, [2, 6]);
        assert!(!usual.open_space_is_urban);
        assert!(read(&[("GROWTH_SERVICES", "false")]).unwrap().is_none());
        let own = read(&[("GROWTH_LAND_COVER_YEARS", "2001, 2021")]).unwrap();
        assert_eq!(own.unwrap().land_cover_years, [2001, 2021]);
        for (set, named) in [
            (&[("GROWTH_LAND_COVER_YEARS", "2021,2001")][..], "YEARS"),
            (&[("GROWTH_ROADS_LAYERS", "two")], "GROWTH_ROADS_LAYERS"),
            (&[("GROWTH_ELEVATION_URL", "here")], "GROWTH_ELEVATION_URL"),
            (&[("GROWTH_SERVICES", "perhaps")], "GROWTH_SERVICES"),
        ] {
            let said = read(set).unwrap_err();
            assert!(said.contains(named), "{said}");
        }
    }
}
