//! The OpenAPI 3.0 document of these paths, for clients of the standard.
//!
//! `openapi.json` of the service is 3.1, which the standard's class `oas30` does not accept.

use serde_json::{Map, Value, json};

use crate::api::About;
use crate::collection::{Collection, Kind, TITLE_OF_THING};
use crate::crs;
use crate::items_query::{DEFAULT_LIMIT, MAX_LIMIT};
use crate::links::{Addresses, GEO_JSON, JSON, OPENAPI, SCHEMA_JSON};

pub fn document(about: &About, addresses: &Addresses) -> Value {
    let mut paths = Map::new();
    for (address, operation) in [
        (
            "/",
            path("getLandingPage", "The start", JSON, "landingPage", &[]),
        ),
        (
            "/conformance",
            path(
                "getConformance",
                "Conformance classes",
                JSON,
                "confClasses",
                &[],
            ),
        ),
        (
            "/api",
            path("getApi", "This document", OPENAPI, "object", &[]),
        ),
        (
            "/collections",
            path(
                "getCollections",
                "The collections",
                JSON,
                "collections",
                &[],
            ),
        ),
    ] {
        paths.insert(address.to_owned(), operation);
    }
    for collection in about.listed() {
        add_paths(&mut paths, collection);
    }
    let scopes: Vec<String> = about
        .listed()
        .map(|one| format!("{} for {}", one.scope, one.id))
        .collect();
    let token = format!(
        "A personal access token with the scope of the collection: {}",
        scopes.join(", ")
    );
    json!({
        "openapi": "3.0.3",
        "info": {
            "title": about.title, "description": about.description,
            "version": env!("CARGO_PKG_VERSION"),
        },
        "servers": [{ "url": addresses.root() }],
        "security": [{ "cookie": [] }, { "bearer": [] }, { "basic": [] }],
        "paths": paths,
        "components": {
            "parameters": parameters(),
            "responses": errors(),
            "schemas": schemas(),
            "securitySchemes": {
                "cookie": { "type": "apiKey", "in": "cookie", "name": "sitewright_access" },
                "bearer": { "type": "http", "scheme": "bearer", "description": token },
                "basic": {
                    "type": "http", "scheme": "basic",
                    "description": "The personal access token as the password, with any user name",
                },
            },
        },
    })
}

fn add_paths(paths: &mut Map<String, Value>, collection: &Collection) {
    let id = collection.id;
    let root = format!("/collections/{id}");
    let mut items: Vec<Value> = [
        "limit",
        "cursor",
        "bbox",
        "bbox-crs",
        "crs",
        "filter",
        "filter-lang",
        "filter-crs",
    ]
    .map(|name| reference("parameters", name))
    .to_vec();
    let times = format!(
        "{}: a time, a date or an interval of RFC 3339",
        collection.time_title
    );
    items.push(parameter("datetime", &times, json!({ "type": "string" })));
    items.extend(
        collection
            .filtered_by()
            .map(|queryable| parameter(queryable.name, queryable.title, queryable.kind.schema())),
    );
    let things: Vec<_> = collection
        .things()
        .into_iter()
        .map(|name| parameter(name, TITLE_OF_THING, Kind::Id.schema()))
        .collect();
    items.extend(things.iter().cloned());
    let feature_id = json!({
        "name": "featureId", "in": "path", "required": true,
        "description": "Identity of the feature", "schema": { "type": "string" },
    });
    let mut one = vec![feature_id, reference("parameters", "crs")];
    one.extend(things);
    for (end, name, summary, media, schema, parameters) in [
        (
            "",
            "Collection",
            "The collection",
            JSON,
            "collection",
            &[][..],
        ),
        (
            "/queryables",
            "Queryables",
            "Properties to filter by",
            SCHEMA_JSON,
            "object",
            &[],
        ),
        (
            "/items",
            "Features",
            "A page of features",
            GEO_JSON,
            "featureCollection",
            &items,
        ),
        (
            "/items/{featureId}",
            "Feature",
            "A feature",
            GEO_JSON,
            "feature",
            &one,
        ),
    ] {
        let operation = path(
            &format!("get{name}.{id}"),
            summary,
            media,
            schema,
            parameters,
        );
        paths.insert(format!("{root}{end}"), operation);
    }
}

fn reference(part: &str, name: &str) -> Value {
    json!({ "$ref": format!("#/components/{part}/{name}") })
}

fn path(id: &str, summary: &str, media: &str, schema: &str, parameters: &[Value]) -> Value {
    let mut responses: Map<String, Value> = ERRORS
        .iter()
        .map(|(status, _)| ((*status).to_owned(), reference("responses", status)))
        .collect();
    let success = json!({
        "description": summary,
        "content": { media: { "schema": reference("schemas", schema) } },
    });
    responses.insert("200".to_owned(), success);
    json!({ "get": {
        "operationId": id, "summary": summary, "tags": ["Features"],
        "parameters": parameters, "responses": responses,
    }})
}

fn parameter(name: &str, description: &str, schema: Value) -> Value {
    let mut parameter = json!({
        "name": name, "in": "query", "required": false, "description": description,
        "style": "form", "explode": false,
    });
    parameter["schema"] = schema;
    parameter
}

fn parameters() -> Value {
    let systems: Vec<&str> = crs::ALL.iter().map(|crs| crs.uri).collect();
    let system = |name, description| {
        let schema = json!({
            "type": "string", "format": "uri", "enum": systems, "default": crs::CRS84.uri,
        });
        parameter(name, description, schema)
    };
    let numbers = json!({
        "type": "array", "items": { "type": "number" },
        "oneOf": [{ "minItems": 4, "maxItems": 4 }, { "minItems": 6, "maxItems": 6 }],
    });
    let limit = json!({
        "type": "integer", "minimum": 1, "maximum": MAX_LIMIT, "default": DEFAULT_LIMIT,
    });
    let language = json!({ "type": "string", "enum": ["cql2-text"], "default": "cql2-text" });
    let text = json!({ "type": "string" });
    json!({
        "limit": parameter("limit", "Page size", limit),
        "cursor": parameter("cursor", "From the link 'next'", text.clone()),
        "bbox": parameter("bbox", "Lower left corner, then upper right", numbers),
        "bbox-crs": system("bbox-crs", "Coordinate reference system of 'bbox'"),
        "crs": system("crs", "Coordinate reference system of the response"),
        "filter": parameter("filter", "A condition in CQL2 text", text),
        "filter-lang": parameter("filter-lang", "Language of 'filter'", language),
        "filter-crs": system("filter-crs", "Coordinate reference system of geometries in 'filter'"),
    })
}

const ERRORS: [(&str, &str); 7] = [
    ("400", "A parameter is unknown or invalid"),
    ("401", "Sign-in needed"),
    ("403", "Not allowed"),
    ("404", "Not found"),
    ("422", "The filter takes too long"),
    ("500", "Internal error"),
    ("503", "Temporarily unavailable"),
];

fn errors() -> Value {
    let response = |(status, description): &(&str, &str)| {
        let content = json!({ "schema": reference("schemas", "problem") });
        let response = json!({
            "description": description,
            "content": { "application/problem+json": content },
        });
        ((*status).to_owned(), response)
    };
    Value::Object(ERRORS.iter().map(response).collect())
}

fn schemas() -> Value {
    let text = json!({ "type": "string" });
    let list = |of: &str| json!({ "type": "array", "items": reference("schemas", of) });
    let object = |required: &[&str], properties: Value| json!({ "type": "object", "required": required, "properties": properties });
    let texts = json!({ "type": "array", "items": text });
    json!({
        "object": { "type": "object" },
        "link": object(&["href", "rel"], json!({
            "href": text, "rel": text, "type": text, "title": text,
        })),
        "landingPage": object(&["links"], json!({
            "title": text, "description": text, "links": list("link"),
        })),
        "confClasses": object(&["conformsTo"], json!({ "conformsTo": texts })),
        "collections": object(&["links", "collections"], json!({
            "links": list("link"), "crs": texts, "collections": list("collection"),
        })),
        "collection": object(&["id", "links"], json!({
            "id": text, "title": text, "description": text, "links": list("link"),
            "extent": { "type": "object" }, "itemType": text, "crs": texts, "storageCrs": text,
        })),
        "featureCollection": object(&["type", "features"], json!({
            "type": { "type": "string", "enum": ["FeatureCollection"] },
            "features": list("feature"), "links": list("link"),
            "timeStamp": { "type": "string", "format": "date-time" },
            "numberReturned": { "type": "integer", "minimum": 0 },
        })),
        "feature": object(&["type", "geometry", "properties"], json!({
            "type": { "type": "string", "enum": ["Feature"] },
            "id": text,
            "geometry": { "type": "object", "nullable": true },
            "properties": { "type": "object" },
            "links": list("link"),
        })),
        "problem": object(&["type", "title", "status", "detail", "code"], json!({
            "type": text, "title": text, "status": { "type": "integer" },
            "detail": text, "code": text, "errors": { "type": "object" },
        })),
    })
}
