//! Response bodies, with the names of the standard.

use serde::Serialize;
use serde_json::Value;
use utoipa::ToSchema;

/// West, south, east, north; none while there are no features.
pub type Extent = Option<[f64; 4]>;

/// A link, absolute.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
pub struct Link {
    /// Address.
    pub href: String,
    /// Relation, such as `next`.
    pub rel: &'static str,
    /// Media type.
    #[serde(rename = "type")]
    pub kind: &'static str,
    /// Meaning.
    pub title: &'static str,
}

/// The start of the API.
#[derive(Debug, Serialize, ToSchema)]
pub struct LandingPage {
    /// Name.
    pub title: &'static str,
    /// Content.
    pub description: &'static str,
    /// The resources.
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
    /// This list.
    pub links: Vec<Link>,
    /// Coordinate reference systems of all collections.
    pub crs: Vec<&'static str>,
    /// The collections.
    pub collections: Vec<CollectionDescription>,
}

/// A collection.
#[derive(Debug, PartialEq, Serialize, ToSchema)]
pub struct CollectionDescription {
    /// Name in addresses.
    pub id: &'static str,
    /// Name.
    pub title: &'static str,
    /// Content.
    pub description: &'static str,
    /// Its resources.
    pub links: Vec<Link>,
    /// Where the features are; absent while there are none.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub extent: Option<CollectionExtent>,
    /// `feature`.
    #[serde(rename = "itemType")]
    pub item_type: &'static str,
    /// Coordinate reference systems that `crs`, `bbox-crs` and `filter-crs` may name.
    pub crs: Vec<&'static str>,
    /// The one without loss of precision.
    #[serde(rename = "storageCrs")]
    pub storage_crs: &'static str,
}

/// Where and when the features of a collection are.
#[derive(Debug, PartialEq, Serialize, ToSchema)]
pub struct CollectionExtent {
    /// Where.
    pub spatial: SpatialExtent,
}

/// Where the features of a collection are.
#[derive(Debug, PartialEq, Serialize, ToSchema)]
pub struct SpatialExtent {
    /// West, south, east, north.
    pub bbox: Vec<[f64; 4]>,
    /// Coordinate reference system of `bbox`.
    pub crs: &'static str,
}

/// A page of features.
#[derive(Debug, Serialize, ToSchema)]
pub struct FeatureCollection<P: ToSchema> {
    #[serde(rename = "type")]
    pub(crate) kind: FeatureCollectionType,
    pub(crate) features: Vec<Feature<P>>,
    pub(crate) links: Vec<Link>,
    /// When the response was made.
    #[serde(rename = "timeStamp")]
    #[schema(format = DateTime)]
    pub(crate) time_stamp: String,
    /// Number of features on this page.
    #[serde(rename = "numberReturned")]
    pub(crate) number_returned: usize,
}

/// `GeoJSON` type of a page.
#[derive(Debug, Clone, Copy, Serialize, ToSchema)]
pub enum FeatureCollectionType {
    FeatureCollection,
}

/// A feature.
#[derive(Debug, Serialize, ToSchema)]
pub struct Feature<P: ToSchema> {
    #[serde(rename = "type")]
    pub(crate) kind: FeatureType,
    pub(crate) id: String,
    /// `GeoJSON` geometry; null without one.
    #[schema(value_type = Option<Object>, required)]
    pub(crate) geometry: Option<Value>,
    pub(crate) properties: P,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) links: Option<Vec<Link>>,
}

/// `GeoJSON` type of a feature.
#[derive(Debug, Clone, Copy, Serialize, ToSchema)]
pub enum FeatureType {
    Feature,
}

impl<P: ToSchema> Feature<P> {
    /// A feature; its id is the text of its collection's key.
    pub fn new(id: &impl ToString, geometry: Option<Value>, properties: P) -> Self {
        Self {
            kind: FeatureType::Feature,
            id: id.to_string(),
            geometry,
            properties,
            links: None,
        }
    }
}
