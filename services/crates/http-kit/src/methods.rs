//! Distinguishes a wrong method (405 with `Allow`) from an unknown path (404).
//!
//! actix matches method and path together and reports both as "not found". The table is built from
//! the `OpenAPI` document, which lists every route.

use std::sync::LazyLock;

use actix_web::dev::ResourceDef;
use actix_web::http::StatusCode;
use actix_web::{HttpRequest, HttpResponse, web};
use utoipa::openapi::PathItem;
use utoipa::openapi::path::Paths;

use crate::error::ApiError;

/// Made for the first request that matches no route, because a service starts faster without the document.
pub(crate) type LazyTable = LazyLock<MethodTable, Box<dyn FnOnce() -> MethodTable + Send>>;

/// Paths with the methods that they accept.
pub(crate) struct MethodTable(Vec<(ResourceDef, String)>);

impl MethodTable {
    pub(crate) fn new(paths: &Paths) -> Self {
        let rows = paths.paths.iter();
        Self(
            rows.map(|(path, item)| (ResourceDef::new(path.as_str()), methods(item)))
                .collect(),
        )
    }

    fn allowed(&self, path: &str) -> Option<&str> {
        let mut rows = self.0.iter();
        rows.find(|(pattern, _)| pattern.is_match(path))
            .map(|(_, methods)| methods.as_str())
    }
}

fn methods(item: &PathItem) -> String {
    [
        ("GET", item.get.is_some()),
        ("PUT", item.put.is_some()),
        ("POST", item.post.is_some()),
        ("DELETE", item.delete.is_some()),
        ("OPTIONS", item.options.is_some()),
        ("HEAD", item.head.is_some()),
        ("PATCH", item.patch.is_some()),
    ]
    .into_iter()
    .filter(|(_, has)| *has)
    .map(|(name, _)| name)
    .collect::<Vec<_>>()
    .join(", ")
}

/// The handler of requests that match no route.
pub(crate) async fn unmatched(req: HttpRequest, table: web::Data<LazyTable>) -> HttpResponse {
    HttpResponse::from_error(match table.allowed(req.path()) {
        Some(methods) => ApiError::method_not_allowed(methods),
        None => ApiError::from_status(StatusCode::NOT_FOUND),
    })
}
