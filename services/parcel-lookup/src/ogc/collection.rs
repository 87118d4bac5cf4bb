//! The descriptions: start page, conformance and the collection of parcels.

use super::crs::{ALL, CRS84};
use super::dto::{
    CollectionDescription, CollectionExtent, ConformanceDeclaration, FeatureCollections,
    LandingPage, SpatialExtent,
};
use super::links::{GEO_JSON, JSON, Links, OPENAPI, SCHEMA_JSON, link};
use super::store::Extent;

/// Id of the collection.
pub const PARCELS: &str = "parcels";

pub const TITLE: &str = "Sitewright parcels";
pub const DESCRIPTION: &str = "Parcels of land as counties publish them, with source and licence. Sample data is marked by is_sample.";

const CONFORMANCE: [&str; 14] = [
    "http://www.opengis.net/spec/ogcapi-features-1/1.0/conf/core",
    "http://www.opengis.net/spec/ogcapi-features-1/1.0/conf/oas30",
    "http://www.opengis.net/spec/ogcapi-features-1/1.0/conf/geojson",
    "http://www.opengis.net/spec/ogcapi-features-2/1.0/conf/crs",
    "http://www.opengis.net/spec/ogcapi-features-3/1.0/conf/queryables",
    "http://www.opengis.net/spec/ogcapi-features-3/1.0/conf/queryables-query-parameters",
    "http://www.opengis.net/spec/ogcapi-features-3/1.0/conf/filter",
    "http://www.opengis.net/spec/ogcapi-features-3/1.0/conf/features-filter",
    "http://www.opengis.net/spec/cql2/1.0/conf/cql2-text",
    "http://www.opengis.net/spec/cql2/1.0/conf/basic-cql2",
    "http://www.opengis.net/spec/cql2/1.0/conf/advanced-comparison-operators",
    "http://www.opengis.net/spec/cql2/1.0/conf/case-insensitive-comparison",
    "http://www.opengis.net/spec/cql2/1.0/conf/basic-spatial-functions",
    "http://www.opengis.net/spec/cql2/1.0/conf/basic-spatial-functions-plus",
];

pub const fn conformance() -> ConformanceDeclaration {
    ConformanceDeclaration {
        conforms_to: &CONFORMANCE,
    }
}

pub fn landing_page(links: &Links) -> LandingPage {
    LandingPage {
        title: TITLE,
        description: DESCRIPTION,
        links: vec![
            link("self", JSON, "This page", links.root()),
            link("service-desc", OPENAPI, "The API", links.api()),
            link(
                "conformance",
                JSON,
                "Parts of the standards that the API follows",
                links.conformance(),
            ),
            link("data", JSON, "The collections", links.collections()),
        ],
    }
}

pub fn collections(links: &Links, extent: Extent) -> FeatureCollections {
    FeatureCollections {
        links: vec![link("self", JSON, "This list", links.collections())],
        crs: systems(),
        collections: vec![parcels(links, extent)],
    }
}

pub fn parcels(links: &Links, extent: Extent) -> CollectionDescription {
    CollectionDescription {
        id: PARCELS,
        title: "Parcels",
        description: DESCRIPTION,
        links: vec![
            link("self", JSON, "This collection", links.collection()),
            link("items", GEO_JSON, "The parcels", links.items()),
            link(
                "http://www.opengis.net/def/rel/ogc/1.0/queryables",
                SCHEMA_JSON,
                "Properties to filter by",
                links.queryables(),
            ),
        ],
        extent: extent.map(|bbox| CollectionExtent {
            spatial: SpatialExtent {
                bbox: vec![bbox],
                crs: CRS84.uri,
            },
        }),
        item_type: "feature",
        crs: systems(),
        storage_crs: CRS84.uri,
    }
}

fn systems() -> Vec<&'static str> {
    ALL.iter().map(|crs| crs.uri).collect()
}
