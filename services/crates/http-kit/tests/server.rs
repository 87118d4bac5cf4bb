//! The crate over HTTP, in a small service.

#![expect(clippy::unwrap_used, reason = "a test that cannot go on has failed")]

use std::collections::HashMap;
use std::time::Duration;

use actix_web::{HttpRequest, HttpResponse, get, post, web};
use domain::{Email, Money, ProjectId};
use http_kit::openapi::{self, About, StandardErrors};
use http_kit::{
    ApiError, ApiResult, ErrorCode, Form, Json, Page, Path, Problem, Query, ServerConfig,
    ServiceConfig, TraceContext, scope, server, sse,
};
use reqwest::{Client, Method, Response, StatusCode};
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use utoipa::{IntoParams, ToSchema};

const ABOUT: About = About {
    title: "kit-test",
    description: "A service for these tests.",
    prefix: "/kit",
};

/// An offer.
#[derive(Debug, Serialize, Deserialize, ToSchema)]
struct Offer {
    /// Project.
    project_id: ProjectId,
    /// The requester.
    email: Email,
    /// How much.
    value: Money,
    /// How many.
    #[serde(default)]
    count: u32,
}

#[derive(Debug, Deserialize, IntoParams)]
struct ListQuery {
    /// Least number.
    least: u32,
}

/// Makes an offer.
#[utoipa::path(responses((status = 200, body = Offer), StandardErrors))]
#[post("/offers")]
async fn make_offer(Json(offer): Json<Offer>) -> ApiResult<Json<Offer>> {
    Ok(Json(offer))
}

/// Lists offers.
#[utoipa::path(params(ListQuery, Page), responses((status = 200, body = Vec<u32>), ApiError))]
#[get("/offers")]
async fn list_offers(
    Query(query): Query<ListQuery>,
    Query(page): Query<Page>,
) -> ApiResult<Json<Value>> {
    let after: Option<u32> = page.after()?;
    let first = after.map_or(query.least, |last| last + 1);
    let rows = (first..10).take(page.fetch_limit().map_or(usize::MAX, |n| n as usize));
    let (rows, next) = page.cut(rows.collect(), |row| *row)?;
    Ok(Json(json!({ "offers": rows, "next_cursor": next })))
}

/// One offer.
#[utoipa::path(responses((status = 200, body = String), StandardErrors))]
#[get("/offers/{project_id}")]
async fn get_offer(Path(id): Path<ProjectId>) -> String {
    id.to_string()
}

/// A form.
#[utoipa::path(request_body = HashMap<String, u32>, responses((status = 200, body = u32)))]
#[post("/form")]
async fn post_form(Form(form): Form<HashMap<String, u32>>) -> Json<u32> {
    Json(form.values().sum())
}

/// Uses actix's own extractor on purpose.
#[utoipa::path(security(()), responses((status = 200, body = String)))]
#[post("/foreign")]
async fn post_foreign(_: web::Json<Offer>) -> &'static str {
    "fine"
}

/// Fails with a secret in its cause.
#[utoipa::path(responses((status = 500, body = Problem)))]
#[get("/broken")]
async fn broken() -> ApiResult<Json<u32>> {
    Err(ApiError::internal("password=hunter2"))
}

/// Panics.
#[utoipa::path(responses((status = 500, body = Problem)))]
#[get("/panics")]
async fn panics() -> ApiResult<Json<u32>> {
    panic!("on purpose")
}

/// A conflict with candidates.
#[utoipa::path(responses((status = 409, body = Problem)))]
#[get("/conflict")]
async fn get_conflict() -> ApiResult<Json<u32>> {
    Err(ApiError::new(ErrorCode::PropertyAmbiguous, "Which one?")
        .with("candidates", json!([1, 2]))
        .with("status", "forged"))
}

/// Says what is to be passed on.
#[utoipa::path(responses((status = 200, body = String)))]
#[get("/trace")]
async fn get_trace() -> Json<Value> {
    let context = TraceContext::current();
    Json(json!({ "request_id": context.request_id, "traceparent": context.traceparent }))
}

/// A stream of one message.
#[utoipa::path(responses((status = 200, content_type = "text/event-stream", body = String)))]
#[get("/events")]
async fn events() -> ApiResult<HttpResponse> {
    let (sender, receiver) = tokio::sync::mpsc::channel(1);
    let message = sse::message("changed", &json!({"n": 1})).map_err(ApiError::internal)?;
    sender.try_send(message).map_err(ApiError::internal)?;
    Ok(sse::respond(receiver))
}

/// Says where it was found.
#[utoipa::path(responses((status = 200, body = String)))]
#[get("/place")]
async fn get_place(request: HttpRequest) -> String {
    request.path().to_owned()
}

fn routes(cfg: &mut ServiceConfig<'_>) {
    cfg.service(make_offer)
        .service(scope("/here").service(get_place))
        .service(scope("/over-there").service(get_place))
        .service(list_offers)
        .service(get_offer)
        .service(post_form)
        .service(post_foreign)
        .service(broken)
        .service(panics)
        .service(get_conflict)
        .service(get_trace)
        .service(events);
}

struct Service {
    running: server::Running,
    http: Client,
}

impl Service {
    fn start() -> Self {
        Self::with(|_| {})
    }

    fn with(change: impl FnOnce(&mut ServerConfig)) -> Self {
        let mut config = ServerConfig::for_test(ABOUT);
        config.payload_limit = 4096;
        change(&mut config);
        Self {
            running: server::start(config, routes).unwrap(),
            http: Client::new(),
        }
    }

    fn request(&self, method: Method, path: &str) -> reqwest::RequestBuilder {
        self.http
            .request(method, format!("{}{path}", self.running.url()))
    }

    async fn get(&self, path: &str) -> Response {
        self.request(Method::GET, path).send().await.unwrap()
    }

    async fn post(&self, path: &str, kind: &str, body: impl Into<reqwest::Body>) -> Response {
        self.request(Method::POST, path)
            .header("content-type", kind)
            .body(body)
            .send()
            .await
            .unwrap()
    }
}

/// The problem, after checking its required members.
async fn problem(response: Response, status: u16) -> Value {
    assert_eq!(response.status().as_u16(), status);
    assert_eq!(
        response.headers()["content-type"],
        "application/problem+json"
    );
    assert_eq!(response.headers()["x-content-type-options"], "nosniff");
    assert_eq!(response.headers()["cache-control"], "no-store");
    let request_id = response.headers()["x-request-id"].clone();
    let problem: Value = response.json().await.unwrap();
    assert_eq!(problem["status"], status);
    assert_eq!(problem["request_id"], request_id.to_str().unwrap());
    assert_eq!(problem["error"], problem["message"]);
    assert_eq!(problem["error"], problem["detail"]);
    assert!(
        problem["type"]
            .as_str()
            .unwrap()
            .starts_with("urn:sitewright:problem:")
    );
    assert!(!problem["title"].as_str().unwrap().is_empty());
    problem
}

const ID: &str = "00000000-0000-0000-0000-000000000007";

#[actix_web::test]
async fn a_good_body_goes_through() {
    let service = Service::start();
    let body = json!({"project_id": ID, "email": "a@b.example", "value": 12.5});
    let response = service
        .post("/offers", "application/json", body.to_string())
        .await;
    assert_eq!(response.status(), 200);
    let answer: Value = response.json().await.unwrap();
    assert_eq!(
        answer,
        json!({"project_id": ID, "email": "a@b.example", "value": 12.5, "count": 0})
    );
    service.running.stop().await.unwrap();
}

#[actix_web::test]
async fn bad_bodies_are_told_apart_and_fields_named() {
    let service = Service::start();
    let json = "application/json";
    for (kind, body, status, field, sentence) in [
        (json, "{", 400, "", "The request body is not valid JSON."),
        (
            json,
            r#"{"project_id": "00000000-0000-0000-0000-000000000007", "email": "a@b.example", "value": 1} x"#,
            400,
            "",
            "The request body is not valid JSON.",
        ),
        (json, "", 400, "", "The request has no body."),
        (
            "text/plain",
            "{}",
            415,
            "",
            "Please send JSON (Content-Type: application/json).",
        ),
        (json, "{}", 422, "project_id", "project_id is required."),
        (json, "7", 422, "body", "body must be an object."),
        (
            json,
            r#"{"project_id": "x"}"#,
            422,
            "project_id",
            "This is not a valid id.",
        ),
        (
            json,
            r#"{"email": "x"}"#,
            422,
            "email",
            "Please enter a valid email address.",
        ),
        (
            json,
            r#"{"value": -1}"#,
            422,
            "value",
            "The amount cannot be negative.",
        ),
        (
            json,
            r#"{"value": true}"#,
            422,
            "value",
            "value must be an amount of dollars.",
        ),
        (
            json,
            r#"{"count": "many"}"#,
            422,
            "count",
            "count must be a whole number.",
        ),
        (
            json,
            r#"{"count": -4}"#,
            422,
            "count",
            "count is out of range.",
        ),
    ] {
        let problem = problem(service.post("/offers", kind, body).await, status).await;
        assert_eq!(problem["error"], sentence, "{body}");
        if status == 422 {
            assert_eq!(problem["errors"], json!({ field: sentence }), "{body}");
        } else {
            assert!(problem.get("errors").is_none());
        }
    }
    let large = format!(r#"{{"email": "{}"}}"#, "x".repeat(5000));
    problem(service.post("/offers", json, large).await, 413).await;
    service.running.stop().await.unwrap();
}

#[actix_web::test]
async fn queries_paths_and_forms_name_their_fields() {
    let service = Service::start();
    for (path, field, sentence) in [
        ("/offers", "least", "least is required."),
        (
            "/offers?least=few",
            "least",
            "least must be a whole number.",
        ),
        (
            "/offers?least=1&limit=201",
            "limit",
            "The limit must be a whole number from 1 to 200.",
        ),
        (
            "/offers?least=1&cursor=!",
            "cursor",
            "This cursor is not valid.",
        ),
        ("/offers/seven", "project_id", "This is not a valid id."),
    ] {
        let problem = problem(service.get(path).await, 422).await;
        assert_eq!(problem["errors"], json!({ field: sentence }), "{path}");
    }
    let form = "application/x-www-form-urlencoded";
    let answer = service.post("/form", form, "a=1&b=2").await;
    assert_eq!(answer.text().await.unwrap(), "3");
    let refused = problem(service.post("/form", form, "a=1&b=x").await, 422).await;
    assert_eq!(refused["errors"], json!({"b": "b must be a whole number."}));
    problem(service.post("/form", "application/json", "{}").await, 415).await;
    service.running.stop().await.unwrap();
}

#[actix_web::test]
async fn pages_follow_each_other() {
    let service = Service::start();
    let first: Value = service
        .get("/offers?least=1&limit=5")
        .await
        .json()
        .await
        .unwrap();
    assert_eq!(first["offers"], json!([1, 2, 3, 4, 5]));
    let cursor = first["next_cursor"].as_str().unwrap();
    let path = format!("/offers?least=1&limit=5&cursor={cursor}");
    let second: Value = service.get(&path).await.json().await.unwrap();
    assert_eq!(second, json!({"offers": [6, 7, 8, 9], "next_cursor": null}));
    service.running.stop().await.unwrap();
}

#[actix_web::test]
async fn wrong_addresses_and_methods_are_told_apart() {
    let service = Service::start();
    problem(service.get("/nothing").await, 404).await;
    let response = service
        .request(Method::DELETE, "/offers")
        .send()
        .await
        .unwrap();
    assert_eq!(response.headers()["allow"], "GET, POST");
    problem(response, 405).await;
    let response = service
        .request(Method::POST, "/offers/7")
        .send()
        .await
        .unwrap();
    assert_eq!(response.headers()["allow"], "GET");
    problem(response, 405).await;
    service.running.stop().await.unwrap();
}

#[actix_web::test]
async fn a_handler_in_two_scopes_has_two_addresses_and_two_ids() {
    let service = Service::start();
    let document = openapi::to_json(&openapi::document(ABOUT, routes));
    let document: Value = serde_json::from_str(&document).unwrap();
    for (prefix, id) in [
        ("/here", "get_here_place"),
        ("/over-there", "get_over_there_place"),
    ] {
        let path = format!("{prefix}/place");
        assert_eq!(document["paths"][&path]["get"]["operationId"], id);
        assert_eq!(service.get(&path).await.text().await.unwrap(), path);
        let refused = service.request(Method::DELETE, &path).send().await.unwrap();
        assert_eq!(refused.headers()["allow"], "GET");
        problem(refused, 405).await;
        problem(service.get(&format!("{prefix}/nothing")).await, 404).await;
    }
    service.running.stop().await.unwrap();
}

#[actix_web::test]
async fn foreign_errors_and_our_faults_become_problems_without_internal_text() {
    let service = Service::start();
    let refused = problem(service.post("/foreign", "application/json", "{").await, 400).await;
    assert_eq!(refused["error"], "The request could not be read.");
    for path in ["/broken", "/panics"] {
        let failed = problem(service.get(path).await, 500).await;
        assert_eq!(
            failed["error"],
            "Something went wrong on our side. Please try again."
        );
        assert!(!failed.to_string().contains("hunter2"));
    }
    let conflict = problem(service.get("/conflict").await, 409).await;
    assert_eq!(conflict["candidates"], json!([1, 2]));
    service.running.stop().await.unwrap();
}

#[actix_web::test]
async fn request_ids_and_traces_go_through() {
    let service = Service::start();
    let trace = "4bf92f3577b34da6a3ce929d0e0e4736";
    let response = service
        .request(Method::GET, "/trace")
        .header("x-request-id", "request-0042")
        .header("traceparent", format!("00-{trace}-00f067aa0ba902b7-01"))
        .send()
        .await
        .unwrap();
    assert_eq!(response.headers()["x-request-id"], "request-0042");
    let seen: Value = response.json().await.unwrap();
    assert_eq!(seen["request_id"], "request-0042");
    assert!(
        seen["traceparent"]
            .as_str()
            .unwrap()
            .starts_with(&format!("00-{trace}-"))
    );
    let response = service
        .request(Method::GET, "/trace")
        .header("x-request-id", "no good")
        .send()
        .await
        .unwrap();
    assert_eq!(response.headers()["x-request-id"].len(), 36);
    service.running.stop().await.unwrap();
}

#[actix_web::test]
async fn only_listed_origins_may_read_with_cookies() {
    let partner = "https://partner.example";
    let service = Service::with(|config| config.cors_allowed_origins = vec![partner.to_owned()]);
    let preflight = |origin: &'static str| {
        service
            .request(Method::OPTIONS, "/offers")
            .header("origin", origin)
            .header("access-control-request-method", "POST")
            .header("access-control-request-headers", "content-type")
            .send()
    };
    let allowed = preflight("https://partner.example").await.unwrap();
    assert_eq!(allowed.status(), StatusCode::OK);
    assert_eq!(allowed.headers()["access-control-allow-origin"], partner);
    assert_eq!(
        allowed.headers()["access-control-allow-credentials"],
        "true"
    );
    let refused = preflight("https://elsewhere.example").await.unwrap();
    assert!(
        refused
            .headers()
            .get("access-control-allow-origin")
            .is_none()
    );
    let foreign = service
        .request(Method::GET, "/trace")
        .header("origin", "https://elsewhere.example")
        .send()
        .await
        .unwrap();
    assert!(
        foreign
            .headers()
            .get("access-control-allow-origin")
            .is_none()
    );
    service.running.stop().await.unwrap();
}

#[actix_web::test]
async fn too_much_work_is_refused_but_health_is_answered() {
    let service = Service::with(|config| config.max_in_work = 0);
    let response = service.get("/trace").await;
    assert_eq!(response.headers()["retry-after"], "1");
    problem(response, 503).await;
    assert_eq!(service.get("/healthz").await.status(), 200);
    service.running.stop().await.unwrap();
}

#[actix_web::test]
async fn readiness_names_what_fails() {
    let service = Service::with(|config| {
        config
            .readiness
            .register("database", || async { Ok::<(), String>(()) });
    });
    assert_eq!(service.get("/readyz").await.status(), 200);
    service.running.stop().await.unwrap();
    let service = Service::with(|config| {
        config
            .readiness
            .register("broker", || async { Err("amqp://secret refused") });
    });
    let response = service.get("/readyz").await;
    assert_eq!(response.status(), 503);
    let report: Value = response.json().await.unwrap();
    assert_eq!(
        report,
        json!({"status": "unavailable", "checks": {"broker": "failed"}})
    );
    service.running.stop().await.unwrap();
}

#[actix_web::test]
async fn metrics_count_by_route_pattern() {
    let service = Service::start();
    service.get(&format!("/offers/{ID}")).await;
    service.get("/secret-of-somebody").await;
    let page = service.get("/metrics").await.text().await.unwrap();
    let counted = r#"http_requests_total{method="GET",route="/offers/{project_id}",status="200"}"#;
    assert!(page.contains(counted), "{page}");
    assert!(page.contains(r#"route="unmatched""#));
    assert!(page.contains("http_request_duration_seconds_bucket"));
    assert!(!page.contains("secret-of-somebody") && !page.contains(ID));
    service.running.stop().await.unwrap();
}

#[actix_web::test]
async fn streams_are_delivered_message_by_message() {
    let service = Service::start();
    let response = service.get("/events").await;
    assert_eq!(response.headers()["content-type"], "text/event-stream");
    assert_eq!(response.headers()["x-accel-buffering"], "no");
    let text = tokio::time::timeout(Duration::from_secs(5), response.text());
    assert_eq!(
        text.await.unwrap().unwrap(),
        "retry: 3000\n: open\n\nevent: changed\ndata: {\"n\":1}\n\n"
    );
    service.running.stop().await.unwrap();
}

#[actix_web::test]
async fn the_document_is_complete_and_stable() {
    let printed = openapi::to_json(&openapi::document(ABOUT, routes));
    assert_eq!(printed, openapi::to_json(&openapi::document(ABOUT, routes)));
    assert!(printed.ends_with("}\n"));
    let document: Value = serde_json::from_str(&printed).unwrap();
    assert_eq!(document["openapi"], "3.1.0");
    assert_eq!(document["servers"], json!([{"url": "/kit"}]));
    assert_eq!(
        document["security"],
        json!([{"cookie": []}, {"bearer": []}])
    );
    let schemes = &document["components"]["securitySchemes"];
    assert_eq!(schemes["cookie"]["name"], "sitewright_access");
    assert_eq!(schemes["bearer"]["scheme"], "bearer");
    let offers = &document["paths"]["/offers"];
    assert_eq!(offers["post"]["operationId"], "make_offer");
    let schema = "#/components/schemas/Offer";
    assert_eq!(
        offers["post"]["requestBody"]["content"]["application/json"]["schema"]["$ref"],
        schema
    );
    for call in ["post", "get"] {
        for status in [
            "400", "401", "403", "404", "409", "413", "415", "422", "429", "500", "503",
        ] {
            let content = &offers[call]["responses"][status]["content"];
            assert_eq!(
                content["application/problem+json"]["schema"]["$ref"],
                "#/components/schemas/Problem",
                "{call} {status}"
            );
        }
    }
    let parameters: Vec<&str> = offers["get"]["parameters"]
        .as_array()
        .unwrap()
        .iter()
        .map(|parameter| parameter["name"].as_str().unwrap())
        .collect();
    assert_eq!(parameters, ["least", "limit", "cursor"]);
    assert_eq!(
        document["paths"]["/foreign"]["post"]["security"],
        json!([{}])
    );
    for schema in ["Offer", "Problem", "ProjectId", "Email", "Money"] {
        assert!(
            document["components"]["schemas"][schema].is_object(),
            "{schema}"
        );
    }
    let service = Service::start();
    assert_eq!(
        service.get("/openapi.json").await.text().await.unwrap(),
        printed
    );
    service.running.stop().await.unwrap();
}
