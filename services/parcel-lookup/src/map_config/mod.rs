//! `GET /map_config`: tile sources of the map.
//!
//! Operators configure them by the environment, so no URL is built into the app.

pub mod handlers;

use serde::{Deserialize, Serialize};
use settings::Env;
use utoipa::ToSchema;

/// Minimum zoom of outlines and overlay (specification, point 9).
const OUTLINE_MINZOOM: u8 = 15;
/// Opacity of the county overlay (specification, point 9).
const OVERLAY_OPACITY: f64 = 0.7;
/// Texas: west, south, east, north in degrees.
const TEXAS: [f64; 4] = [-106.65, 25.83, -93.50, 36.51];

const USGS_TILES: &str = "https://basemap.nationalmap.gov/arcgis/rest/services/USGSImageryOnly/MapServer/tile/{z}/{y}/{x}";
const USGS_CREDIT: &str = "USGS The National Map: Orthoimagery";
const OSM_TILES: &str = "https://tile.openstreetmap.org/{z}/{x}/{y}.png";
const OSM_CREDIT: &str = "© OpenStreetMap contributors";
const TXGIO_TILES: &str = "https://feature.geographic.texas.gov/arcgis/services/Parcels/stratmap_land_parcels_48_most_recent/MapServer/WMSServer?SERVICE=WMS&VERSION=1.1.1&REQUEST=GetMap&LAYERS=0&STYLES=&SRS=EPSG:3857&BBOX={bbox-epsg-3857}&WIDTH=256&HEIGHT=256&FORMAT=image/png&TRANSPARENT=TRUE";

/// Archives of the built base map, in the folder that the proxy serves.
const ARCHIVES: [&str; 2] = ["country.pmtiles", "sample-city.pmtiles"];

/// Tile sources of the map.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, ToSchema)]
pub struct MapConfig {
    /// Background imagery; null: only our own outlines.
    pub basemap: Option<Basemap>,
    /// Street map as pictures; null: none. Growth simulations show it; project maps only without archives.
    pub streetmap: Option<Basemap>,
    /// URLs of the archives of vector tiles (`PMTiles`, in the schema of Protomaps' base maps) with streets, water
    /// and names, together one map; each has its own attribution. Empty: none.
    pub archives: Vec<String>,
    /// County parcel overlay in Texas; null: none.
    pub texas_overlay: Option<TexasOverlay>,
    /// URL of the vector tiles of parcel outlines.
    pub parcel_tiles: String,
    /// Minimum zoom of outlines.
    pub outline_minzoom: u8,
}

/// A raster tile source.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, ToSchema)]
pub struct Basemap {
    /// `raster`.
    pub kind: String,
    /// URL templates with `{z}`, `{x}`, `{y}`.
    pub tiles: Vec<String>,
    /// Attribution shown on the map.
    pub attribution: String,
    /// Highest zoom with tiles.
    pub maxzoom: u8,
}

/// County parcel overlay in Texas.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, ToSchema)]
pub struct TexasOverlay {
    /// URL templates with `{bbox-epsg-3857}`.
    pub tiles: Vec<String>,
    /// West, south, east, north in degrees.
    pub bounds: [f64; 4],
    /// 0 to 1.
    pub opacity: f64,
    /// Minimum zoom.
    pub minzoom: u8,
}

impl MapConfig {
    /// Reads `BASEMAP_*`, `STREETMAP_*` and `TEXAS_OVERLAY_URL`; `none` disables a source or the archives.
    pub fn from_env(env: &mut Env) -> Self {
        let address = |value: Option<String>, default: &str| match value {
            Some(value) if value == "none" => None,
            Some(value) => Some(value),
            None => Some(default.to_owned()),
        };
        let basemap = address(env.optional("BASEMAP_TILES_URL"), USGS_TILES).map(|tiles| Basemap {
            kind: "raster".to_owned(),
            tiles: vec![tiles],
            attribution: env
                .optional("BASEMAP_ATTRIBUTION")
                .unwrap_or_else(|| USGS_CREDIT.to_owned()),
            maxzoom: env.parsed("BASEMAP_MAXZOOM", 16),
        });
        let streetmap =
            address(env.optional("STREETMAP_TILES_URL"), OSM_TILES).map(|tiles| Basemap {
                kind: "raster".to_owned(),
                tiles: vec![tiles],
                attribution: env
                    .optional("STREETMAP_ATTRIBUTION")
                    .unwrap_or_else(|| OSM_CREDIT.to_owned()),
                maxzoom: env.parsed("STREETMAP_MAXZOOM", 19),
            });
        let texas_overlay =
            address(env.optional("TEXAS_OVERLAY_URL"), TXGIO_TILES).map(|tiles| TexasOverlay {
                tiles: vec![tiles],
                bounds: TEXAS,
                opacity: OVERLAY_OPACITY,
                minzoom: OUTLINE_MINZOOM,
            });
        Self {
            basemap,
            streetmap,
            archives: archives(env),
            texas_overlay,
            parcel_tiles: "/api-2/tiles/{z}/{x}/{y}.mvt".to_owned(),
            outline_minzoom: OUTLINE_MINZOOM,
        }
    }
}

/// The proxy serves these names only (`proxy/templates/routes.conf.template`).
fn archives(env: &mut Env) -> Vec<String> {
    let names = match env.list("BASEMAP_ARCHIVES") {
        named if named.is_empty() => ARCHIVES.map(str::to_owned).to_vec(),
        named if named == ["none"] => Vec::new(),
        named => named,
    };
    let safe = |letter: char| letter.is_ascii_alphanumeric() || "._-".contains(letter);
    if let Some(name) = names
        .iter()
        .find(|name| !name.ends_with(".pmtiles") || !name.chars().all(safe))
    {
        env.problem(format!(
            "BASEMAP_ARCHIVES: {name} is not a file name that ends in .pmtiles"
        ));
    }
    names
        .into_iter()
        .map(|name| format!("/basemap/{name}"))
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn public_domain_pictures_are_the_default_and_none_switches_them_off() {
        let config = MapConfig::from_env(&mut Env::from_source(|_| None));
        assert_eq!(config.basemap.unwrap().tiles, [USGS_TILES]);
        assert!((config.texas_overlay.unwrap().opacity - 0.7).abs() < f64::EPSILON);
        let off = MapConfig::from_env(&mut Env::from_source(|name| {
            name.ends_with("_URL").then(|| "none".to_owned())
        }));
        assert_eq!(
            (off.basemap, off.streetmap, off.texas_overlay),
            (None, None, None)
        );
    }

    #[test]
    fn archives_are_files_of_one_folder() {
        let read = |value: &'static str| {
            let mut env = Env::from_source(move |name| {
                (name == "BASEMAP_ARCHIVES").then(|| value.to_owned())
            });
            let archives = MapConfig::from_env(&mut env).archives;
            env.finish(archives)
        };
        assert_eq!(read("none").unwrap(), [""; 0]);
        assert_eq!(
            read("texas-2026.pmtiles, city.pmtiles").unwrap(),
            ["/basemap/texas-2026.pmtiles", "/basemap/city.pmtiles"]
        );
        for wrong in ["../secret.pmtiles", "a/b.pmtiles", "texas.mbtiles"] {
            assert!(read(wrong).is_err(), "{wrong}");
        }
    }
}
