//! The `OpenAPI` 3.1 document of a service, generated from its routes.
//!
//! Defines what all three documents share: security schemes, the `Problem` schema, error responses,
//! and byte-stable output, so that the committed file can be compared. Only routes added by
//! `.service()` with `#[utoipa::path]` are included.
//!
//! A service's subcommand and its drift test are one line each: `print!("{}",
//! openapi::to_json(&openapi::document(API, routes)))`.

use std::collections::BTreeMap;

use actix_web::App;
use serde_json::Value;
use utoipa::openapi::path::{Operation, Paths};
use utoipa::openapi::security::{ApiKey, ApiKeyValue, Http, HttpAuthScheme, SecurityScheme};
use utoipa::openapi::{
    ContentBuilder, Info, OpenApi, OpenApiBuilder, PathItem, Ref, RefOr, Response, ResponseBuilder,
    SecurityRequirement, Server,
};
use utoipa::{IntoResponses, PartialSchema as _, ToSchema as _};
use utoipa_actix_web::AppExt as _;

use crate::ServiceConfig;
use crate::problem::{Problem, ProblemKind};

/// Security schemes of personal access tokens.
const TOKEN: &str = "personal_access_token";
const TOKEN_BASIC: &str = "personal_access_token_basic";

/// General information of a service.
#[derive(Debug, Clone, Copy)]
pub struct About {
    /// Name of the service, such as `main-api`.
    pub title: &'static str,
    /// Purpose, in a sentence or two.
    pub description: &'static str,
    /// Prefix at the proxy, such as `/property_api`; empty if paths are unchanged.
    pub prefix: &'static str,
}

/// The document of these routes. Needs no state: handlers are described, not called.
pub fn document(about: About, routes: impl FnOnce(&mut ServiceConfig<'_>)) -> OpenApi {
    let (_app, mut document) = App::new()
        .into_utoipa_app()
        .openapi(base(about))
        .configure(routes)
        .split_for_parts();
    for item in document.paths.paths.values_mut() {
        let operations = [&mut item.get, &mut item.head, &mut item.post];
        for operation in operations.into_iter().flatten() {
            add_alternatives(operation);
        }
    }
    make_ids_unique(&mut document.paths);
    document
}

/// A handler in two scopes gives both operations its id. With the first segment of their paths the ids are unique, as the
/// standard wants: `list_api_ogc_projects` and `list_api_2_ogc_projects`.
fn make_ids_unique(paths: &mut Paths) {
    let mut uses: BTreeMap<String, usize> = BTreeMap::new();
    for id in paths.paths.values_mut().flat_map(ids) {
        *uses.entry(id.clone()).or_default() += 1;
    }
    for (path, item) in &mut paths.paths {
        let segment = path.split('/').nth(1).unwrap_or_default();
        let segment = segment.replace('-', "_");
        for id in ids(item) {
            if uses.get(id.as_str()).is_some_and(|count| *count > 1)
                && let Some((verb, what)) = id.split_once('_')
            {
                *id = format!("{verb}_{segment}_{what}");
            }
        }
    }
}

fn ids(item: &mut PathItem) -> impl Iterator<Item = &mut String> {
    let operations = [
        &mut item.get,
        &mut item.put,
        &mut item.post,
        &mut item.delete,
    ];
    let operations = operations.into_iter().flatten();
    operations.filter_map(|operation| operation.operation_id.as_mut())
}

/// A handler lists only the personal access token with its scope, or once with each scope of which one
/// is enough. A session is accepted too, and the token also as the password of HTTP Basic.
fn add_alternatives(operation: &mut Operation) {
    let listed = serde_json::to_value(&operation.security).unwrap_or_default();
    let requirements = listed.as_array().into_iter().flatten();
    let scopes: Vec<Vec<String>> = requirements
        .filter_map(|one| serde_json::from_value(one.get(TOKEN)?.clone()).ok())
        .collect();
    if scopes.is_empty() {
        return;
    }
    let by_token = scopes.iter().flat_map(|of_one| {
        [TOKEN, TOKEN_BASIC].map(|name| SecurityRequirement::new(name, of_one.iter().cloned()))
    });
    operation.security = Some(by_session().into_iter().chain(by_token).collect());
}

fn by_session() -> [SecurityRequirement; 2] {
    ["cookie", "bearer"].map(|name| SecurityRequirement::new(name, Vec::<String>::new()))
}

/// The document as deterministic text: sorted members, two spaces, final line break.
pub fn to_json(document: &OpenApi) -> String {
    let mut value = serde_json::to_value(document).unwrap_or(Value::Null);
    value.sort_all_objects();
    format!("{value:#}\n")
}

/// The document without routes.
pub(crate) fn base(about: About) -> OpenApi {
    let mut info = Info::new(about.title, env!("CARGO_PKG_VERSION"));
    info.description = Some(about.description.to_owned());
    let mut document = OpenApiBuilder::new()
        .info(info)
        .servers((!about.prefix.is_empty()).then(|| vec![Server::new(about.prefix)]))
        .security(Some(by_session()))
        .build();
    let components = document.components.get_or_insert_default();
    let mut schemas = vec![(Problem::name().into_owned(), Problem::schema())];
    Problem::schemas(&mut schemas);
    components.schemas.extend(schemas);
    components.add_security_scheme(
        "cookie",
        SecurityScheme::ApiKey(ApiKey::Cookie(ApiKeyValue::with_description(
            "sitewright_access",
            "Set by signing in; state-changing calls must come from an allowed origin.",
        ))),
    );
    let mut bearer = Http::new(HttpAuthScheme::Bearer);
    bearer.bearer_format = Some("JWT".to_owned());
    components.add_security_scheme("bearer", SecurityScheme::Http(bearer));
    let mut token = Http::new(HttpAuthScheme::Bearer);
    token.description = Some(
        "A personal access token (`swp_…`); accepted only where an operation lists it, with its scope."
            .to_owned(),
    );
    components.add_security_scheme(TOKEN, SecurityScheme::Http(token));
    let mut basic = Http::new(HttpAuthScheme::Basic);
    basic.description =
        Some("A personal access token as the password, with any user name.".to_owned());
    components.add_security_scheme(TOKEN_BASIC, SecurityScheme::Http(basic));
    document
}

/// An error response: a problem with its description.
fn problem_response(kind: ProblemKind) -> (String, RefOr<Response>) {
    let content = ContentBuilder::new()
        .schema(Some(Ref::from_schema_name("Problem")))
        .build();
    let response = ResponseBuilder::new()
        .description(kind.title())
        .content("application/problem+json", content)
        .build();
    (kind.status().as_str().to_owned(), response.into())
}

/// The error responses of every authenticated operation. Write it after the successes:
/// `#[utoipa::path(responses((status = 200, body = Answer), StandardErrors))]`.
#[derive(Debug, Clone, Copy)]
pub struct StandardErrors;

impl IntoResponses for StandardErrors {
    fn responses() -> BTreeMap<String, RefOr<Response>> {
        [
            ProblemKind::BadRequest,
            ProblemKind::Unauthorized,
            ProblemKind::Forbidden,
            ProblemKind::NotFound,
            ProblemKind::Conflict,
            ProblemKind::PayloadTooLarge,
            ProblemKind::UnsupportedMediaType,
            ProblemKind::Validation,
            ProblemKind::TooManyRequests,
            ProblemKind::Internal,
            ProblemKind::Unavailable,
        ]
        .into_iter()
        .map(problem_response)
        .collect()
    }
}

impl IntoResponses for crate::ApiError {
    fn responses() -> BTreeMap<String, RefOr<Response>> {
        StandardErrors::responses()
    }
}
