//! The description of the tiles.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

use super::store::{OUTLINES_ZOOM, ZOOMS};

/// Attributes of the layer `parcels`; its features have them from zoom 15.
const ATTRIBUTES: [(&str, &str); 11] = [
    ("ll_uuid", "String"),
    ("parcelnumb", "String"),
    ("address", "String"),
    ("usedesc", "String"),
    ("use_class", "String"),
    ("owner_kind", "String"),
    ("year_built", "Number"),
    ("in_flood_zone", "Boolean"),
    ("ll_gisacre", "Number"),
    ("value_per_acre", "Number"),
    ("source", "String"),
];

/// What a tile shows.
#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct TileQuery {
    /// CQL2 text over the queryables of the OGC collection `parcels`; only parcels that match. `slope_percent` is one more property;
    /// with `growth_run_id = '…' AND` before them, `growth_chance` (0 to 1) and `growth_decade` are too.
    #[serde(default)]
    #[param(example = "ll_gisacre >= 5")]
    pub filter: Option<String>,
}

/// `TileJSON` 3.0.0.
#[derive(Debug, Serialize, ToSchema)]
pub struct TileJson {
    pub tilejson: &'static str,
    pub name: &'static str,
    /// Publishers, licences and dates of the parcels, HTML; null: there are none.
    pub attribution: Option<String>,
    /// Address of a tile, with `{z}`, `{x}` and `{y}`.
    pub tiles: [String; 1],
    pub minzoom: i32,
    pub maxzoom: i32,
    pub vector_layers: [VectorLayer; 2],
}

/// A layer of the tiles.
#[derive(Debug, Serialize, ToSchema)]
pub struct VectorLayer {
    pub id: &'static str,
    /// Type of each property.
    pub fields: BTreeMap<&'static str, &'static str>,
    pub minzoom: i32,
    pub maxzoom: i32,
}

impl TileJson {
    pub fn of(public_url: &str, attribution: Option<String>) -> Self {
        let origin = public_url.trim_end_matches('/');
        let prefix = crate::API.prefix;
        Self {
            tilejson: "3.0.0",
            name: "Parcel outlines",
            attribution,
            tiles: [format!("{origin}{prefix}/tiles/{{z}}/{{x}}/{{y}}.mvt")],
            minzoom: *ZOOMS.start(),
            maxzoom: *ZOOMS.end(),
            vector_layers: [
                VectorLayer {
                    id: "parcels",
                    fields: ATTRIBUTES.into(),
                    minzoom: *ZOOMS.start(),
                    maxzoom: *ZOOMS.end(),
                },
                VectorLayer {
                    id: "parcel_counts",
                    fields: [("parcels", "Number")].into(),
                    minzoom: *ZOOMS.start(),
                    maxzoom: OUTLINES_ZOOM - 1,
                },
            ],
        }
    }
}
