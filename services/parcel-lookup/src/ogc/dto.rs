//! Response bodies, with the names of the standard.

use chrono::{DateTime, Utc};
use domain::ParcelUuid;
use parcel_record::ParcelFields;
use serde::Serialize;
use serde_json::Value;
use utoipa::ToSchema;

/// A link, absolute.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
pub struct Link {
    pub href: String,
    /// Relation, such as `next`.
    pub rel: &'static str,
    /// Media type.
    #[serde(rename = "type")]
    pub kind: &'static str,
    pub title: &'static str,
}

/// The start of the API.
#[derive(Debug, Serialize, ToSchema)]
pub struct LandingPage {
    pub title: &'static str,
    pub description: &'static str,
    pub links: Vec<Link>,
}

/// Parts of the standards that the API follows.
#[derive(Debug, Serialize, ToSchema)]
pub struct ConformanceDeclaration {
    /// URIs of conformance classes.
    #[serde(rename = "conformsTo")]
    pub conforms_to: &'static [&'static str],
}

/// All collections.
#[derive(Debug, Serialize, ToSchema)]
pub struct FeatureCollections {
    pub links: Vec<Link>,
    /// Coordinate reference systems of all collections.
    pub crs: Vec<&'static str>,
    pub collections: Vec<CollectionDescription>,
}

/// A collection.
#[derive(Debug, Serialize, ToSchema)]
pub struct CollectionDescription {
    pub id: &'static str,
    pub title: &'static str,
    pub description: &'static str,
    pub links: Vec<Link>,
    /// Where the features are; absent while there are none.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub extent: Option<CollectionExtent>,
    #[serde(rename = "itemType")]
    pub item_type: &'static str,
    /// Coordinate reference systems that `crs`, `bbox-crs` and `filter-crs` may name.
    pub crs: Vec<&'static str>,
    /// The one without loss of precision.
    #[serde(rename = "storageCrs")]
    pub storage_crs: &'static str,
}

/// Where and when the features of a collection are.
#[derive(Debug, Serialize, ToSchema)]
pub struct CollectionExtent {
    pub spatial: SpatialExtent,
}

/// Where the features of a collection are.
#[derive(Debug, Serialize, ToSchema)]
pub struct SpatialExtent {
    /// West, south, east, north.
    pub bbox: Vec<[f64; 4]>,
    pub crs: &'static str,
}

/// A page of features.
#[derive(Debug, Serialize, ToSchema)]
pub struct FeatureCollection {
    #[serde(rename = "type")]
    pub kind: FeatureCollectionType,
    pub features: Vec<Feature>,
    pub links: Vec<Link>,
    /// When the response was made.
    #[serde(rename = "timeStamp")]
    #[schema(format = DateTime)]
    pub time_stamp: String,
    /// Number of features on this page.
    #[serde(rename = "numberReturned")]
    pub number_returned: usize,
}

/// `GeoJSON` type of a page.
#[derive(Debug, Clone, Copy, Serialize, ToSchema)]
pub enum FeatureCollectionType {
    FeatureCollection,
}

/// A feature: a parcel.
#[derive(Debug, Serialize, ToSchema)]
pub struct Feature {
    #[serde(rename = "type")]
    pub kind: FeatureType,
    /// The parcel's identity.
    pub id: ParcelUuid,
    /// `GeoJSON` `MultiPolygon`.
    #[schema(value_type = Object)]
    pub geometry: Value,
    pub properties: ParcelProperties,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub links: Option<Vec<Link>>,
}

/// `GeoJSON` type of a feature.
#[derive(Debug, Clone, Copy, Serialize, ToSchema)]
pub enum FeatureType {
    Feature,
}

/// Facts of a parcel and where they are from.
#[derive(Debug, Serialize, ToSchema)]
pub struct ParcelProperties {
    #[serde(flatten)]
    pub fields: ParcelFields,
    /// Name of the source.
    pub source: String,
    /// Licence of the source.
    pub source_licence: Option<String>,
    /// Generated sample data.
    pub is_sample: bool,
    /// When the source was read.
    pub fetched_at: DateTime<Utc>,
}
