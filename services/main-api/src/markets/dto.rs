//! Request and response bodies of the market endpoints.

use std::collections::BTreeMap;

use domain::{MarketId, SubmarketId};
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

#[derive(Debug, Serialize, ToSchema)]
pub struct State {
    /// Two-digit FIPS code.
    #[schema(example = "48")]
    pub statefp: String,
    #[schema(example = "Texas")]
    pub name: String,
}

#[derive(Debug, Serialize, ToSchema)]
pub struct County {
    /// Three-digit FIPS code within the state.
    #[schema(example = "201")]
    pub countyfp: String,
    #[schema(example = "Harris")]
    pub name: String,
}

/// Counties of a state.
#[derive(Debug, Serialize, ToSchema)]
pub struct CountiesResponse {
    /// Ordered by name.
    pub counties: Vec<County>,
}

#[derive(Debug, Serialize, ToSchema)]
pub struct Market {
    pub market_id: MarketId,
    #[schema(example = "Houston-Pasadena-The Woodlands, TX")]
    pub market_name: String,
}

/// Markets that overlap a state.
#[derive(Debug, Serialize, ToSchema)]
pub struct MarketsResponse {
    /// Ordered by name.
    pub markets: Vec<Market>,
}

#[derive(Debug, Serialize, ToSchema)]
pub struct Submarket {
    pub submkt_id: SubmarketId,
    #[schema(example = "Harris County, TX")]
    pub sub_mkt_name: String,
}

/// Submarkets of a market.
#[derive(Debug, Serialize, ToSchema)]
pub struct SubmarketsResponse {
    /// Ordered by name.
    pub submarkets: Vec<Submarket>,
}

/// A market, or a submarket of the firm, found by its name.
#[derive(Debug, Serialize, ToSchema)]
pub struct FoundMarket {
    pub market_id: MarketId,
    /// Null for a market.
    pub submkt_id: Option<SubmarketId>,
    /// A submarket's name ends with that of its market.
    #[schema(example = "Houston-Pasadena-The Woodlands, TX")]
    pub name: String,
    /// West, south, east, north in degrees.
    pub bbox: [f64; 4],
}

/// Markets found by their name.
#[derive(Debug, Serialize, ToSchema)]
pub struct FoundMarketsResponse {
    /// At most 20, ordered by name.
    pub markets: Vec<FoundMarket>,
}

#[derive(Debug, Serialize, ToSchema)]
pub struct GeometryResponse {
    /// GeoJSON Polygon or `MultiPolygon`, WGS 84.
    pub geometry: serde_json::Value,
}

/// The tiles of borders, described as `TileJSON` 3.
#[derive(Debug, Serialize, ToSchema)]
pub struct BorderTiles {
    #[schema(example = "3.0.0")]
    pub tilejson: &'static str,
    /// Address of a tile, with `{z}`, `{x}` and `{y}`.
    pub tiles: [String; 1],
    /// Publishers and licences of the borders, HTML.
    #[schema(example = "Borders: U.S. Census Bureau, public domain")]
    pub attribution: String,
    pub vector_layers: [BorderLayer; 2],
}

/// A layer of the tiles.
#[derive(Debug, Serialize, ToSchema)]
pub struct BorderLayer {
    pub id: &'static str,
    /// Type of each property.
    pub fields: BTreeMap<&'static str, &'static str>,
}

/// Where a submarket's outline is from.
#[derive(Debug, Serialize, ToSchema)]
pub struct SubmarketSourceResponse {
    /// Publisher of an imported outline; null of the counties that Sitewright has, and of a firm's own
    /// outlines.
    #[schema(example = "US Census Bureau")]
    pub source: Option<String>,
    /// Its licence, if the operator named one.
    #[schema(example = "public domain")]
    pub source_licence: Option<String>,
}

#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct StateQuery {
    /// Two-digit FIPS code.
    pub state: String,
}

#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct MarketNameQuery {
    /// Words of the name, or their beginnings, in any order.
    #[param(min_length = 2, max_length = 200)]
    pub q: String,
}

#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct MarketQuery {
    pub mkt_id: MarketId,
}

#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct SubmarketQuery {
    pub submarket_id: SubmarketId,
}
