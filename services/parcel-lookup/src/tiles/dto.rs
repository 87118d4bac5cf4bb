//! The description of the tiles.

use std::collections::BTreeMap;

use serde::Serialize;
use utoipa::ToSchema;

/// `TileJSON` 3.0.0.
#[derive(Debug, Serialize, ToSchema)]
pub struct TileJson {
    pub tilejson: &'static str,
    pub name: &'static str,
    /// Address of a tile, with `{z}`, `{x}` and `{y}`.
    pub tiles: [String; 1],
    pub minzoom: i32,
    pub maxzoom: i32,
    pub vector_layers: [VectorLayer; 1],
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
    pub fn of(public_url: &str, minzoom: i32, maxzoom: i32) -> Self {
        let origin = public_url.trim_end_matches('/');
        let prefix = crate::API.prefix;
        Self {
            tilejson: "3.0.0",
            name: "Parcel outlines",
            tiles: [format!("{origin}{prefix}/tiles/{{z}}/{{x}}/{{y}}.mvt")],
            minzoom,
            maxzoom,
            vector_layers: [VectorLayer {
                id: "parcels",
                fields: ["ll_uuid", "parcelnumb", "address"]
                    .map(|name| (name, "String"))
                    .into(),
                minzoom,
                maxzoom,
            }],
        }
    }
}
