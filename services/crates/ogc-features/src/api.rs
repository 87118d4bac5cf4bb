//! An API of collections: makes the responses of all its resources.

use std::iter;

use actix_web::http::header::{CONTENT_TYPE, HeaderName};
use actix_web::{HttpRequest, HttpResponse, HttpResponseBuilder};
use auth::Scope;
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

/// Path at the proxy where programs find all collections.
pub const PATH: &str = "/api-2/ogc";

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

/// What a service publishes.
#[derive(Debug)]
pub struct About {
    /// Name.
    pub title: &'static str,
    /// Content, in a sentence or two.
    pub description: &'static str,
    /// The collections that it answers.
    pub collections: &'static [&'static Collection],
    /// Collections that it lists, but another service answers below the same path.
    pub elsewhere: &'static [&'static Collection],
    /// Another API that users of this one look for.
    pub related: Option<Related>,
}

/// Another API of the product.
#[derive(Debug)]
pub struct Related {
    /// Path of its start at the proxy.
    pub path: &'static str,
    /// Name.
    pub title: &'static str,
}

impl About {
    /// All collections, its own first.
    pub(crate) fn listed(&self) -> impl Iterator<Item = &'static Collection> {
        self.collections.iter().chain(self.elsewhere).copied()
    }
}

/// An API at the product's public URL.
#[derive(Debug)]
pub struct Api {
    about: &'static About,
    addresses: Addresses,
}

impl Api {
    /// The API at this public URL, and this path of the proxy.
    pub fn new(about: &'static About, public_url: &str, path: &'static str) -> Self {
        Self {
            about,
            addresses: Addresses::new(public_url, path),
        }
    }

    /// The collection with this id that the service answers; 404 if there is none.
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
        let mut links = vec![
            link("self", JSON, "This page", at.root()),
            link("service-desc", OPENAPI, "The API", at.api()),
            link("conformance", JSON, parts, at.conformance()),
            link("data", JSON, "The collections", at.collections()),
        ];
        if let Some(related) = &about.related {
            links.push(link("related", JSON, related.title, at.at(related.path)));
        }
        let page = LandingPage {
            title: about.title,
            description: about.description,
            links,
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

    /// The collections whose scope the caller may read, with the extents of the service's own in the same
    /// order.
    pub fn collections(
        &self,
        request: &HttpRequest,
        may_read: impl Fn(Scope) -> bool,
        extents: impl IntoIterator<Item = Extent>,
    ) -> ApiResult<HttpResponse> {
        parameters::none(request)?;
        respond(JSON, &self.list(may_read, extents))
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

    fn list(
        &self,
        may_read: impl Fn(Scope) -> bool,
        extents: impl IntoIterator<Item = Extent>,
    ) -> FeatureCollections {
        // Which rows another service has is not known here. A client must be told the same extent in both places, so
        // that service gives none below a shared path.
        let extents = extents.into_iter().chain(iter::repeat(None));
        let listed = self.about.listed().zip(extents);
        FeatureCollections {
            links: vec![link(
                "self",
                JSON,
                "This list",
                self.addresses.collections(),
            )],
            crs: systems(),
            collections: listed
                .filter(|(one, _)| may_read(one.scope))
                .map(|(one, extent)| self.describe(one, extent))
                .collect(),
        }
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::firm::{PROJECT_PARCELS, PROJECTS};

    /// Of the service that answers the collections.
    static ANSWERED: About = About {
        title: "",
        description: "",
        collections: &[&PROJECTS, &PROJECT_PARCELS],
        elsewhere: &[],
        related: None,
    };
    /// Of a service that lists them.
    static LISTED: About = About {
        title: "",
        description: "",
        collections: &[],
        elsewhere: &[&PROJECTS, &PROJECT_PARCELS],
        related: None,
    };

    fn api(about: &'static About) -> Api {
        Api::new(about, "https://sitewright.example", PATH)
    }

    #[test]
    fn two_services_say_the_same_of_a_collection() {
        let (answered, listed) = (api(&ANSWERED), api(&LISTED));
        let of_list = listed.list(|_| true, []).collections;
        assert_eq!(of_list.len(), 2);
        for (one, described) in ANSWERED.listed().zip(&of_list) {
            assert!(answered.find(one.id).is_ok());
            assert_eq!(&answered.describe(one, None), described);
            // What is answered elsewhere is not found here.
            assert!(listed.find(one.id).is_err());
        }
        let [of_answering, of_listing] = [&answered, &listed]
            .map(|api| api_document::document(api.about, &api.addresses)["paths"].clone());
        assert_eq!(of_answering, of_listing);
    }

    #[test]
    fn a_caller_is_told_of_what_its_scopes_read() {
        let ids = |scope: Scope| {
            let list = api(&LISTED).list(|needed| needed == scope, []);
            list.collections.into_iter().map(|one| one.id)
        };
        assert_eq!(ids(Scope::ParcelsRead).count(), 0);
        let ids: Vec<_> = ids(Scope::ProjectsRead).collect();
        assert_eq!(ids, ["projects", "project_parcels"]);
    }
}
