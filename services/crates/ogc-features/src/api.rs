//! An API of collections: makes the responses of all its resources.

use actix_web::http::header::{CONTENT_TYPE, HeaderName};
use actix_web::{HttpRequest, HttpResponse, HttpResponseBuilder};
use chrono::{SecondsFormat, Utc};
use http_kit::{ApiError, ApiResult, Cursor, ErrorCode};
use serde::Serialize;
use utoipa::ToSchema;

use crate::api_document;
use crate::collection::Collection;
use crate::crs::{ALL, CRS84, Crs};
use crate::dto::{
    CollectionDescription, CollectionExtent, ConformanceDeclaration, Extent, Feature,
    FeatureCollection, FeatureCollectionType, FeatureCollections, LandingPage, SpatialExtent,
};
use crate::items_query::{ItemQuery, ItemsQuery};
use crate::links::{Addresses, GEO_JSON, JSON, OPENAPI, SCHEMA_JSON, link};
use crate::parameters;

const CONTENT_CRS: HeaderName = HeaderName::from_static("content-crs");

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

/// What an API contains.
#[derive(Debug)]
pub struct About {
    /// Name.
    pub title: &'static str,
    /// Content, in a sentence or two.
    pub description: &'static str,
    /// Path of the start at the proxy, such as `/api-2/ogc`.
    pub path: &'static str,
    /// Scope of personal access tokens that read it.
    pub scope: &'static str,
    /// Its collections.
    pub collections: &'static [&'static Collection],
    /// Another API that users of this one look for.
    pub related: Related,
}

/// Another API of the product.
#[derive(Debug)]
pub struct Related {
    /// Path of its start at the proxy.
    pub path: &'static str,
    /// Name.
    pub title: &'static str,
}

/// An API at the product's public URL.
#[derive(Debug)]
pub struct Api {
    about: &'static About,
    addresses: Addresses,
}

impl Api {
    /// The API at this public URL.
    pub fn new(about: &'static About, public_url: &str) -> Self {
        Self {
            about,
            addresses: Addresses::new(public_url, about.path),
        }
    }

    /// The collection with this id; 404 if there is none.
    pub fn find(&self, id: &str) -> ApiResult<&'static Collection> {
        let found = self.about.collections.iter().find(|one| one.id == id);
        found.copied().ok_or_else(|| {
            let sentence = "There is no such collection.";
            ApiError::new(ErrorCode::CollectionNotFound, sentence)
        })
    }

    /// The start.
    pub fn landing_page(&self, request: &HttpRequest) -> ApiResult<HttpResponse> {
        parameters::none(request)?;
        let (about, at) = (self.about, &self.addresses);
        let parts = "Parts of the standards that the API follows";
        let page = LandingPage {
            title: about.title,
            description: about.description,
            links: vec![
                link("self", JSON, "This page", at.root()),
                link("service-desc", OPENAPI, "The API", at.api()),
                link("conformance", JSON, parts, at.conformance()),
                link("data", JSON, "The collections", at.collections()),
                link(
                    "related",
                    JSON,
                    about.related.title,
                    at.at(about.related.path),
                ),
            ],
        };
        respond(JSON, &page)
    }

    /// The conformance classes.
    pub fn conformance(&self, request: &HttpRequest) -> ApiResult<HttpResponse> {
        parameters::none(request)?;
        let conforms_to = &CONFORMANCE;
        respond(JSON, &ConformanceDeclaration { conforms_to })
    }

    /// The OpenAPI 3.0 document.
    pub fn document(&self, request: &HttpRequest) -> ApiResult<HttpResponse> {
        parameters::none(request)?;
        respond(
            OPENAPI,
            &api_document::document(self.about, &self.addresses),
        )
    }

    /// The collections, with their extents in the same order.
    pub fn collections(
        &self,
        request: &HttpRequest,
        extents: impl IntoIterator<Item = Extent>,
    ) -> ApiResult<HttpResponse> {
        parameters::none(request)?;
        let at = self.addresses.collections();
        let collections = self.about.collections.iter().zip(extents);
        let list = FeatureCollections {
            links: vec![link("self", JSON, "This list", at)],
            crs: systems(),
            collections: collections
                .map(|(one, extent)| self.describe(one, extent))
                .collect(),
        };
        respond(JSON, &list)
    }

    /// A collection.
    pub fn collection(
        &self,
        request: &HttpRequest,
        collection: &Collection,
        extent: Extent,
    ) -> ApiResult<HttpResponse> {
        parameters::none(request)?;
        respond(JSON, &self.describe(collection, extent))
    }

    /// The queryables of the collection with this id.
    pub fn queryables(&self, request: &HttpRequest, id: &str) -> ApiResult<HttpResponse> {
        let collection = self.find(id)?;
        parameters::none(request)?;
        let schema = collection.schema(&self.addresses.queryables(collection));
        respond(SCHEMA_JSON, &schema)
    }

    /// A page, of rows of which one more than the limit was read.
    pub fn page<P: Serialize + ToSchema>(
        &self,
        query: &ItemsQuery,
        mut features: Vec<Feature<P>>,
    ) -> ApiResult<HttpResponse> {
        let (collection, at) = (query.collection, &self.addresses);
        let next = Cursor::cut(&mut features, Some(query.limit), |last| last.id.clone())?;
        let here = at.items_with(collection, query.parameters.iter());
        let mut links = vec![
            link("self", GEO_JSON, "This page", here),
            link(
                "collection",
                JSON,
                "The collection",
                at.collection(collection),
            ),
        ];
        if let Some(cursor) = next {
            let href = at.items_with(collection, query.with_cursor(&cursor));
            links.push(link("next", GEO_JSON, "The next page", href));
        }
        let page = FeatureCollection {
            kind: FeatureCollectionType::FeatureCollection,
            number_returned: features.len(),
            time_stamp: Utc::now().to_rfc3339_opts(SecondsFormat::Secs, true),
            features,
            links,
        };
        respond_in(query.crs, &page)
    }

    /// One feature.
    pub fn feature<P: Serialize + ToSchema>(
        &self,
        query: &ItemQuery,
        mut feature: Feature<P>,
    ) -> ApiResult<HttpResponse> {
        let (collection, at) = (query.collection, &self.addresses);
        let here = at.item(collection, &feature.id);
        feature.links = Some(vec![
            link("self", GEO_JSON, "This feature", here),
            link(
                "collection",
                JSON,
                "The collection",
                at.collection(collection),
            ),
        ]);
        respond_in(query.crs, &feature)
    }

    fn describe(&self, collection: &Collection, extent: Extent) -> CollectionDescription {
        let at = &self.addresses;
        CollectionDescription {
            id: collection.id,
            title: collection.title,
            description: collection.description,
            links: vec![
                link("self", JSON, "This collection", at.collection(collection)),
                link("items", GEO_JSON, "The features", at.items(collection)),
                link(
                    "http://www.opengis.net/def/rel/ogc/1.0/queryables",
                    SCHEMA_JSON,
                    "Properties to filter by",
                    at.queryables(collection),
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
}

fn systems() -> Vec<&'static str> {
    ALL.iter().map(|crs| crs.uri).collect()
}

fn respond<T: Serialize>(content_type: &'static str, body: &T) -> ApiResult<HttpResponse> {
    finish(HttpResponse::Ok(), content_type, body)
}

/// Features, and the coordinate reference system that they are in.
fn respond_in<T: Serialize>(crs: &Crs, body: &T) -> ApiResult<HttpResponse> {
    let mut answer = HttpResponse::Ok();
    answer.insert_header((CONTENT_CRS, format!("<{}>", crs.uri)));
    finish(answer, GEO_JSON, body)
}

fn finish<T: Serialize>(
    mut answer: HttpResponseBuilder,
    content_type: &'static str,
    body: &T,
) -> ApiResult<HttpResponse> {
    let body = serde_json::to_string(body).map_err(ApiError::internal)?;
    Ok(answer
        .insert_header((CONTENT_TYPE, content_type))
        .body(body))
}
