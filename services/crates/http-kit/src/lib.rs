//! What every service's HTTP side has in common: errors, extractors, pages, headers, health,
//! metrics, logs, the server and its `OpenAPI` document.
//!
//! Shared, so that the three services behave alike. Routes and tables belong to the services,
//! sessions to `auth`.
//!
//! A service calls [`telemetry::init`], reads its settings with [`settings::Env`], describes itself by
//! a [`ServerConfig`] and gives its routes to [`server::run`]:
//!
//! ```no_run
//! use actix_web::get;
//! use http_kit::openapi::{About, StandardErrors};
//! use http_kit::{ApiResult, Json, ServerConfig, ServiceConfig};
//!
//! /// Says hello.
//! #[utoipa::path(responses((status = 200, body = String), StandardErrors))]
//! #[get("/hello")] // utoipa reads the route here: not `#[actix_web::get(…)]`
//! async fn hello() -> ApiResult<Json<String>> {
//!     Ok(Json("Hello.".to_owned()))
//! }
//!
//! fn routes(cfg: &mut ServiceConfig<'_>) {
//!     cfg.service(hello);
//! }
//!
//! const API: About = About { title: "greeter", description: "Greets.", prefix: "" };
//!
//! # async fn start() -> std::io::Result<()> {
//! http_kit::server::run(ServerConfig::new(API, "127.0.0.1:8080"), routes).await
//! # }
//! ```

mod abandoned;
mod caller_check;
mod client_address;
mod code;
pub mod command;
mod conditional;
mod cors;
mod error;
mod error_text;
mod extract;
pub mod health;
pub mod map_tile;
mod methods;
mod observe;
pub mod openapi;
mod page;
mod problem;
pub mod server;
mod shed;
pub mod sse;
pub mod telemetry;
mod traces;

pub use caller_check::checking_caller;
pub use client_address::client_address;
pub use code::ErrorCode;
pub use conditional::is_current;
pub use error::{ApiError, ApiResult};
pub use extract::{Form, Json, Path, Query, parse_json, query_values};
pub use health::Readiness;
pub use page::{Cursor, MAX_LIMIT, Page};
pub use problem::{Problem, ProblemKind};
pub use server::{ServerConfig, Shutdown};
pub use trace_context::TraceContext;
pub use utoipa_actix_web::scope::scope;
pub use utoipa_actix_web::service_config::ServiceConfig;
