//! Bodies of the market calls, as on the wire.

use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

/// A state.
#[derive(Debug, Serialize, ToSchema)]
pub struct State {
    /// Two digits.
    #[schema(example = "48")]
    pub statefp: String,
    /// Name.
    #[schema(example = "Texas")]
    pub name: String,
}

/// A county.
#[derive(Debug, Serialize, ToSchema)]
pub struct County {
    /// Three digits within the state.
    #[schema(example = "201")]
    pub countyfp: String,
    /// Name.
    #[schema(example = "Harris")]
    pub name: String,
}

/// Counties of a state.
#[derive(Debug, Serialize, ToSchema)]
pub struct CountiesResponse {
    /// By name.
    pub counties: Vec<County>,
}

/// A market.
#[derive(Debug, Serialize, ToSchema)]
pub struct Market {
    /// Key; the federal code for a metropolitan area.
    #[schema(example = 26420)]
    pub market_id: i64,
    /// Name.
    #[schema(example = "Houston-Pasadena-The Woodlands, TX")]
    pub market_name: String,
}

/// Markets that reach into a state.
#[derive(Debug, Serialize, ToSchema)]
pub struct MarketsResponse {
    /// By name.
    pub markets: Vec<Market>,
}

/// A submarket.
#[derive(Debug, Serialize, ToSchema)]
pub struct Submarket {
    /// Key; the county's five digits in a metropolitan area.
    #[schema(example = 48201)]
    pub submkt_id: i64,
    /// Name.
    #[schema(example = "Harris County, TX")]
    pub sub_mkt_name: String,
}

/// Submarkets of a market.
#[derive(Debug, Serialize, ToSchema)]
pub struct SubmarketsResponse {
    /// By name.
    pub submarkets: Vec<Submarket>,
}

/// An outline.
#[derive(Debug, Serialize, ToSchema)]
pub struct GeometryResponse {
    /// GeoJSON Polygon or `MultiPolygon`, WGS 84.
    pub geometry: serde_json::Value,
}

/// Which state.
#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct StateQuery {
    /// Two digits.
    pub state: String,
}

/// Which market.
#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct MarketQuery {
    /// Key.
    pub mkt_id: i64,
}

/// Which submarket.
#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct SubmarketQuery {
    /// Key.
    pub submarket_id: i64,
}
