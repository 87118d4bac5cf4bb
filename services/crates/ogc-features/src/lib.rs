//! OGC API - Features: what services that publish collections of features share.
//!
//! Parts 1 (Core), 2 (coordinate reference systems) and 3 (filtering, CQL2 text). A service describes
//! its collections ([`Collection`]), reads their rows with the [`Condition`] of a request, and gives
//! them to its [`Api`], which makes the responses. The links contain `PUBLIC_URL`, because clients
//! follow them instead of composing addresses. Every address rejects parameters that it does not have.
//!
//! Programs find all collections at one address, [`PATH`], of which the proxy directs each collection
//! to the service that has its rows.

mod api;
mod api_document;
mod collection;
mod condition;
mod cql2;
mod crs;
mod datetime;
mod dto;
mod error;
mod firm;
mod geojson;
mod items_query;
mod links;
mod parameters;
mod region;
mod selection;

pub use api::{About, Api, PATH, Related};
pub use collection::{Collection, Key, Kind, Named, Of, Queryable, Shape, Sql};
pub use condition::Condition;
pub use cql2::{FilterError, MAX_LENGTH as MAX_FILTER_LENGTH, check_syntax};
pub use crs::Crs;
pub use dto::{
    CollectionDescription, CollectionExtent, ConformanceDeclaration, Extent, Feature,
    FeatureCollection, FeatureCollections, LandingPage, Link, SpatialExtent,
};
pub use error::{ReadError, limit_time};
pub use firm::{PROJECT_PARCELS, PROJECTS};
pub use geojson::GeoJson;
pub use items_query::{ItemQuery, ItemsQuery};
pub use selection::{NamingFilter, Selection};
