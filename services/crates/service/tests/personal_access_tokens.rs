//! Personal access tokens in a service that asks main-api.

#![expect(clippy::unwrap_used, reason = "a test that cannot go on has failed")]

use std::time::Duration;

use actix_web::web::{self, Data};
use auth::{INTROSPECTION_PATH, ParcelsRead, PersonalAccessToken, ReadAccess};
use http_kit::openapi::About;
use http_kit::{ServerConfig, ServiceConfig};
use lapin::BasicProperties;
use lapin::options::BasicPublishOptions;
use messaging::topology;
use reqwest::Method;
use serde_json::{Value, json};
use service::{Access, AccessConfig, RunningService, Service};
use test_support::{
    Answer, Reply, StubServer, TEST_ORIGIN, TcpProxy, TestAmqp, TestClient, event_example,
    test_amqp, wait_for,
};

const ABOUT: About = About {
    title: "token-test",
    description: "A service for these tests.",
    prefix: "",
};
const BOUND: Duration = Duration::from_secs(20);
const TOKEN_ID: &str = "00000000-0000-7000-8000-000000000001";

async fn read(access: ReadAccess<ParcelsRead>) -> String {
    access.user_id.to_string()
}

fn routes(config: &mut ServiceConfig<'_>) {
    config.route("/read", web::get().to(read));
}

/// A service, and a stub of main-api.
struct World {
    main_api: StubServer,
    amqp: TestAmqp,
    client: TestClient,
    running: RunningService,
}

impl World {
    async fn start() -> Self {
        let amqp = test_amqp();
        let url = amqp.url().to_owned();
        Self::at(amqp, &url).await
    }

    /// With another address of the broker.
    async fn at(amqp: TestAmqp, broker: &str) -> Self {
        let main_api = StubServer::start().await;
        let config = AccessConfig {
            jwks_url: format!("{}/api/.well-known/jwks.json", main_api.url()),
            jwt_issuer: auth::DEFAULT_ISSUER.to_owned(),
            public_url: TEST_ORIGIN.to_owned(),
        };
        let access = Access::by_main_api(&config, &[]).unwrap();
        let mut service = Service::new(ServerConfig::for_test(ABOUT));
        let queue = amqp.config_at("parcel-lookup", broker);
        service.access(&queue, access, |_sessions| {});
        let running = service.start(Data::new(()), routes).unwrap();
        let world = Self {
            client: TestClient::of(running.url()),
            main_api,
            amqp,
            running,
        };
        world.answer(&Answer::json(200, &json!({ "grant": grant() })));
        wait_for(BOUND, || async {
            let ready = Reply::of(world.client.anonymous(Method::GET, "/readyz"));
            ready.await.status == 200
        })
        .await;
        world
    }

    /// Sets main-api's response about every token.
    fn answer(&self, answer: &Answer) {
        self.main_api.clear();
        let ended = Answer::json(200, &json!({ "session_ids": [] }));
        self.main_api.on("GET", auth::ENDED_SESSIONS_PATH, ended);
        self.main_api.on("POST", INTROSPECTION_PATH, answer.clone());
    }

    fn refuse(&self) {
        self.answer(&Answer::json(200, &json!({ "grant": null })));
    }

    async fn read(&self, token: &PersonalAccessToken) -> Reply {
        let call = self.client.anonymous(Method::GET, "/read");
        Reply::of(call.basic_auth("qgis", Some(token.reveal()))).await
    }

    /// The bodies of the requests about tokens.
    fn lookups(&self) -> Vec<Value> {
        let requests = self.main_api.requests().into_iter();
        requests
            .filter(|request| request.target == INTROSPECTION_PATH)
            .map(|request| request.json())
            .collect()
    }

    async fn publish_revocation(&self) {
        let mut event = event_example("personal_access_token.revoked");
        event.data["token_ids"] = json!([TOKEN_ID]);
        let broker = self.amqp.connection().await;
        let channel = broker.create_channel().await.unwrap();
        let exchange = topology::exchange(self.amqp.namespace());
        let (route, body) = (event.r#type.as_str(), serde_json::to_vec(&event).unwrap());
        let options = BasicPublishOptions::default();
        let properties = BasicProperties::default();
        let sent = channel.basic_publish(exchange.into(), route.into(), options, &body, properties);
        sent.await.unwrap().await.unwrap();
    }

    async fn stop(self) {
        self.running.stop().await.unwrap();
    }
}

fn grant() -> Value {
    json!({
        "token_id": TOKEN_ID,
        "user_id": "00000000-0000-7000-8000-000000000002",
        "customer_id": "00000000-0000-7000-8000-000000000003",
        "scopes": ["parcels:read"],
        "expires_at": "2999-01-01T00:00:00Z",
    })
}

#[tokio::test]
async fn main_api_is_asked_once_by_the_hash() {
    let world = World::start().await;
    let token = PersonalAccessToken::generate();
    for _ in 0..3 {
        assert_eq!(world.read(&token).await.ok(), grant()["user_id"]);
    }
    let expected = json!({ "token_hash": token.hash(), "client_address": "127.0.0.1" });
    assert_eq!(world.lookups(), [expected]);
    for request in world.main_api.requests() {
        let body = String::from_utf8_lossy(&request.body);
        let sent = format!("{} {:?} {body}", request.target, request.headers);
        assert!(!sent.contains(token.prefix()) && !sent.contains("Basic"));
    }
    world.stop().await;
}

#[tokio::test]
async fn a_revocation_takes_effect_by_its_event() {
    let world = World::start().await;
    let token = PersonalAccessToken::generate();
    world.read(&token).await.ok();
    world.refuse();
    // Still cached.
    world.read(&token).await.ok();
    world.publish_revocation().await;
    wait_for(BOUND, || async { world.read(&token).await.status == 401 }).await;
    world.stop().await;
}

#[tokio::test]
async fn without_the_broker_a_revocation_takes_effect_within_seconds() {
    let amqp = test_amqp();
    let broker = TcpProxy::to(amqp.url()).await;
    let address = broker.url();
    let world = World::at(amqp, &address).await;
    let token = PersonalAccessToken::generate();
    world.read(&token).await.ok();
    broker.cut();
    world.refuse();
    let seconds = Duration::from_secs(10);
    wait_for(seconds, || async { world.read(&token).await.status == 401 }).await;
    world.stop().await;
}

#[tokio::test]
async fn without_main_api_nothing_can_be_said_about_a_token() {
    let world = World::start().await;
    let known = PersonalAccessToken::generate();
    world.read(&known).await.ok();
    for failure in [
        Answer::status(500),
        Answer::status(404),
        Answer::hang(),
        Answer::body(200, "application/json", "{"),
    ] {
        world.answer(&failure);
        let refused = world.read(&PersonalAccessToken::generate()).await;
        assert!(refused.headers.contains_key("retry-after"));
        let problem = refused.problem(503);
        assert_eq!(problem["code"], "personal_access_token.unverifiable");
    }
    // What is cached still works.
    world.read(&known).await.ok();
    world.stop().await;
}

#[tokio::test]
async fn main_apis_limit_on_unknown_tokens_is_passed_on() {
    let world = World::start().await;
    world.answer(&Answer::status(429).header("retry-after", "70"));
    let refused = world.read(&PersonalAccessToken::generate()).await;
    assert_eq!(refused.headers["retry-after"], "70");
    refused.problem(429);
    world.stop().await;
}
