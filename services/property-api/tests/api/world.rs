//! The service under test with its surroundings, and users who call it.

use std::time::Duration;

use auth::{Authenticator, Origins, Revocations};
use diesel::sql_types::Jsonb;
use diesel_async::RunQueryDsl;
use domain::CustomerId;
use http_kit::ServerConfig;
use lapin::BasicProperties;
use lapin::options::BasicPublishOptions;
use messaging::{Broadcast, BroadcastStream, Envelope, Event, topology};
use property_api::app::{App, AppState, Parts};
use property_api::attachments::FileStore;
use property_api::campaigns::unsubscribe::Links;
use property_api::mail::dto::MailMode;
use property_api::mail::quota::Limits;
use property_api::main_api::MainApi;
use property_api::{MIGRATIONS, routes};
use reqwest::{Client, Method, RequestBuilder, Response, StatusCode};
use serde_json::{Value, json};
use settings::Secret;
use tempfile::TempDir;
use test_support::{
    Answer, Persona, StubServer, TestAmqp, TestDb, test_amqp, test_keys, token_for, wait_for,
};
use uuid::Uuid;

pub const TEST_TIMEOUT: Duration = Duration::from_secs(20);

/// A running service with its own database, broker namespace and storage folder.
pub struct World {
    pub db: TestDb,
    pub amqp: TestAmqp,
    pub state: AppState,
    pub main_api: StubServer,
    pub folder: TempDir,
    pub http: Client,
    pub app: App,
    url: String,
    broker: lapin::Connection,
}

/// A parcel for a project's map.
#[derive(Debug, Clone)]
pub struct Parcel {
    pub firm: CustomerId,
    pub project: Uuid,
    pub marker: i64,
    pub ll_uuid: Uuid,
    pub number: String,
}

impl Parcel {
    /// A new parcel in a new project.
    pub fn of(persona: &Persona) -> Self {
        Self {
            firm: persona.customer_id,
            project: Uuid::new_v4(),
            marker: 1042,
            ll_uuid: Uuid::new_v4(),
            number: "001-014 000.0008/2".to_owned(),
        }
    }

    /// The contract's example of `marker.added` for this parcel.
    pub fn added(&self) -> Envelope {
        self.event("marker.added", 1, |_| {})
    }

    /// The contract's example of `marker.removed` for this parcel.
    pub fn removed(&self) -> Envelope {
        self.event("marker.removed", 2, |_| {})
    }

    /// The contract's example of `parcel.described` for this parcel.
    pub fn described(&self) -> Envelope {
        self.event("parcel.described", 1, |data| {
            data["parcel"]["ll_uuid"] = json!(self.ll_uuid);
            data["parcel"]["parcelnumb"] = json!(self.number);
        })
    }

    /// An example of the contract for this parcel, with a new event id.
    pub fn event(&self, kind: &str, version: i64, change: impl FnOnce(&mut Value)) -> Envelope {
        let mut envelope = test_support::event_example(kind);
        envelope.id = Uuid::now_v7();
        envelope.customerid = self.firm;
        envelope.aggregateversion = version;
        for (member, value) in [
            ("marker_id", json!(self.marker)),
            ("project_id", json!(self.project)),
            ("ll_uuid", json!(self.ll_uuid)),
            ("parcelnumb", json!(self.number)),
        ] {
            if envelope.data.get(member).is_some() {
                envelope.data[member] = value;
            }
        }
        change(&mut envelope.data);
        envelope
    }

    /// The query that identifies this parcel.
    pub fn query(&self) -> Vec<(&'static str, String)> {
        vec![
            ("parcel_number", self.number.clone()),
            ("project_id", self.project.to_string()),
        ]
    }
}

/// main-api's response for every caller.
fn letterhead() -> Value {
    json!({"firm": {"name": "Meridian Land Partners"}, "sender": {"name": "Ana Lyst"}})
}

impl World {
    pub async fn start() -> Self {
        let most = i32::MAX;
        Self::with_mail_limits(Limits {
            user: most,
            firm: most,
        })
        .await
    }

    pub async fn with_mail_limits(mail_limits: Limits) -> Self {
        let db = TestDb::new("property-api", &[messaging::MIGRATIONS, MIGRATIONS]).await;
        let amqp = test_amqp();
        let main_api = StubServer::start().await;
        main_api.on("GET", "/api/letterhead", Answer::json(200, &letterhead()));
        let folder = tempfile::tempdir().unwrap();
        let state = AppState {
            pool: db.pool().clone(),
            files: FileStore::folder(folder.path()).unwrap(),
            main_api: MainApi::new(&main_api.url()).unwrap(),
            mail_mode: MailMode::Folder,
            mail_limits,
            links: Links::new("http://sitewright.test", Secret::new("a key".to_owned())),
        };
        let parts = Parts {
            state: state.clone(),
            authenticator: Authenticator {
                keys: test_keys().key_set(),
                revocations: Revocations::new(),
                origins: Origins::new("http://sitewright.test", []),
            },
            ended: None,
            amqp: amqp.config("property-api"),
        };
        let mut server = ServerConfig::for_test(routes::API);
        server.payload_limit = 4 * 1024 * 1024;
        let app = App::start(parts, server).unwrap();
        let broker = amqp.connection().await;
        let url = format!("http://{}", app.address());
        let world = Self {
            db,
            amqp,
            state,
            main_api,
            folder,
            http: Client::new(),
            app,
            url,
            broker,
        };
        world.become_ready().await;
        world
    }

    async fn become_ready(&self) {
        wait_for(TEST_TIMEOUT, || async {
            let answer = self.http.get(format!("{}/readyz", self.url)).send().await;
            answer.is_ok_and(|answer| answer.status().is_success())
        })
        .await;
    }

    pub async fn stop(self) {
        self.app.stop().await.unwrap();
    }

    /// A described parcel in a project of the firm.
    pub async fn parcel(&self, persona: &Persona) -> Parcel {
        let parcel = Parcel::of(persona);
        self.hear(&parcel.added()).await;
        self.hear(&parcel.described()).await;
        self.wait_handled(2).await;
        parcel
    }

    /// Publishes an envelope as a relay does.
    pub async fn hear(&self, envelope: &Envelope) {
        test_support::assert_event_valid(envelope);
        let channel = self.broker.create_channel().await.unwrap();
        channel
            .basic_publish(
                topology::exchange(self.amqp.namespace()).into(),
                envelope.r#type.as_str().into(),
                BasicPublishOptions::default(),
                &serde_json::to_vec(envelope).unwrap(),
                BasicProperties::default(),
            )
            .await
            .unwrap()
            .await
            .unwrap();
    }

    /// Waits until this many events were handled since the start.
    pub async fn wait_handled(&self, events: i64) {
        wait_for(TEST_TIMEOUT, || async {
            self.rows("SELECT count(*) AS n FROM inbox").await[0]["n"]
                .as_i64()
                .unwrap()
                >= events
        })
        .await;
    }

    /// Subscribes to the service's events from now on.
    pub async fn listen(&self, types: &[&str]) -> BroadcastStream {
        let stream = Broadcast::subscribe(self.amqp.config("test"), types);
        let connections = stream.connections();
        wait_for(TEST_TIMEOUT, || async { *connections.borrow() > 0 }).await;
        stream
    }

    /// The rows of a query as JSON objects, of all firms.
    pub async fn rows(&self, query: &str) -> Vec<Value> {
        #[derive(diesel::QueryableByName)]
        struct Row {
            #[diesel(sql_type = Jsonb)]
            row: Value,
        }
        let mut conn = self.db.superuser().await;
        let rows: Vec<Row> =
            diesel::sql_query(format!("SELECT to_jsonb(q) AS row FROM ({query}) AS q"))
                .load(&mut conn)
                .await
                .unwrap();
        rows.into_iter().map(|row| row.row).collect()
    }

    /// A request of this persona.
    pub fn call(&self, persona: &Persona, method: Method, path: &str) -> RequestBuilder {
        self.anonymous(method, path).bearer_auth(token_for(persona))
    }

    /// A request without a session.
    pub fn anonymous(&self, method: Method, path: &str) -> RequestBuilder {
        self.http.request(method, format!("{}{path}", self.url))
    }

    /// A GET that must return 200 with JSON.
    pub async fn get(&self, persona: &Persona, path: &str, query: &[(&str, String)]) -> Value {
        ok(self
            .call(persona, Method::GET, path)
            .query(query)
            .send()
            .await
            .unwrap())
        .await
    }

    /// A POST that must return 200 with JSON.
    pub async fn post(&self, persona: &Persona, path: &str, body: Value) -> Value {
        ok(self
            .call(persona, Method::POST, path)
            .json(&body)
            .send()
            .await
            .unwrap())
        .await
    }

    /// A POST that must be rejected; returns its problem.
    pub async fn refused(&self, persona: &Persona, path: &str, body: Value) -> (StatusCode, Value) {
        problem(
            self.call(persona, Method::POST, path)
                .json(&body)
                .send()
                .await
                .unwrap(),
        )
        .await
    }

    /// Files in the storage folder.
    pub fn stored_files(&self) -> Vec<std::path::PathBuf> {
        let mut found = Vec::new();
        let mut folders = vec![self.folder.path().to_owned()];
        while let Some(folder) = folders.pop() {
            for entry in std::fs::read_dir(folder).unwrap() {
                let path = entry.unwrap().path();
                if path.is_dir() {
                    folders.push(path);
                } else {
                    found.push(path);
                }
            }
        }
        found
    }
}

/// The JSON body of a 200.
pub async fn ok(answer: Response) -> Value {
    let status = answer.status();
    let text = answer.text().await.unwrap();
    assert_eq!(status, StatusCode::OK, "{text}");
    serde_json::from_str(&text).unwrap()
}

/// The problem of a rejected request, checked for its required fields.
pub async fn problem(answer: Response) -> (StatusCode, Value) {
    let status = answer.status();
    let media = answer.headers()["content-type"]
        .to_str()
        .unwrap()
        .to_owned();
    let text = answer.text().await.unwrap();
    assert_eq!(media, "application/problem+json", "{status} {text}");
    let problem: Value = serde_json::from_str(&text).unwrap();
    assert_eq!(problem["status"], status.as_u16());
    assert_eq!(problem["error"], problem["message"]);
    assert!(!problem["error"].as_str().unwrap().is_empty());
    (status, problem)
}

/// A delivered event, without a broker.
pub fn event(kind: &str, subject: &str, version: i64, firm: CustomerId, data: Value) -> Envelope {
    Envelope::from_event("main-api", &Event::new(kind, subject, version, firm, data))
}
