//! The service under test, a stub of main-api, and parcels for tests.

use std::ops::Deref;

use actix_web::web::Data;
use chrono::{Days, Utc};
use domain::{CustomerId, EventId};
use http_kit::ServerConfig;
use lapin::BasicProperties;
use lapin::options::BasicPublishOptions;
use messaging::{Broadcast, BroadcastStream, Envelope, Event, topology};
use property_api::config::Config;
use property_api::state::AppState;
use property_api::{ALL_MIGRATIONS, API, SERVICE, app, routes};
use reqwest::{Method, Response, StatusCode};
use serde_json::{Value, json};
use tempfile::TempDir;
pub use test_support::TEST_TIMEOUT;
use test_support::{
    Answer, Persona, Reply, StubServer, TestService, TestSetup, TestTokens, wait_for,
};
use typeset::Typesetter;
use uuid::Uuid;

/// The running service.
pub struct World {
    service: TestService,
    pub state: Data<AppState>,
    pub main_api: StubServer,
    pub tokens: TestTokens,
    broker: lapin::Connection,
    /// The key of signed letters, with its certificate.
    signing: TempDir,
}

impl Deref for World {
    type Target = TestService;

    fn deref(&self) -> &TestService {
        &self.service
    }
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
        envelope.id = EventId(Uuid::now_v7());
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

/// The program, in the folder above the tests' own.
pub fn typesetter() -> Typesetter {
    let tests = std::env::current_exe().unwrap();
    let folder = tests.parent().and_then(|deps| deps.parent()).unwrap();
    Typesetter::at(folder.join(typeset::PROGRAM))
}

/// main-api's response for every caller.
fn letterhead() -> Value {
    json!({"firm": {"name": "Meridian Land Partners"}, "sender": {"name": "Ana Lyst"}})
}

/// A folder with a new key and its certificate.
fn signing_key() -> TempDir {
    let folder = TempDir::new().unwrap();
    let (from, until) = (Utc::now() - Days::new(1), Utc::now() + Days::new(90));
    let made = pdf_seal::self_signed("Sitewright test", from, until).unwrap();
    std::fs::write(folder.path().join("key.pem"), &made.key_pem).unwrap();
    std::fs::write(folder.path().join("certificate.pem"), &made.certificate_pem).unwrap();
    folder
}

impl World {
    pub async fn start() -> Self {
        Self::with(&[]).await
    }

    /// Starts the service with further environment variables.
    pub async fn with(more: &[(&str, &str)]) -> Self {
        Self::typesetting_with(more, typesetter()).await
    }

    /// As [`Self::with`], with another program for documents.
    pub async fn typesetting_with(more: &[(&str, &str)], typesetter: Typesetter) -> Self {
        let setup = TestSetup::new(SERVICE, ALL_MIGRATIONS).await;
        let main_api = StubServer::start().await;
        main_api.on("GET", "/api/letterhead", Answer::json(200, &letterhead()));
        let (folder, url) = (setup.folder.path().display().to_string(), main_api.url());
        let signing = signing_key();
        let of_key = |name: &str| signing.path().join(name).display().to_string();
        let (key, certificate) = (of_key("key.pem"), of_key("certificate.pem"));
        let usual = [
            ("SIGNING_KEY_FILE", key.as_str()),
            ("SIGNING_CERTIFICATE_FILE", &certificate),
            ("STORAGE_DIR", folder.as_str()),
            ("MAIN_API_URL", &url),
            ("JWKS_URL", &url),
            ("UNSUBSCRIBE_KEY", "a key"),
            ("MAIL_DAILY_PER_USER", "1000000"),
            ("MAIL_DAILY_PER_FIRM", "1000000"),
            // Tests of the hold itself set another.
            ("MAIL_HOLD_SECONDS", "0"),
        ];
        let mut env = setup.env(&[&usual, more].concat());
        let config = Config::from_env(&mut env);
        let config = env.finish(config).unwrap();
        let state = Data::new(AppState::new(&config, typesetter).unwrap());
        let amqp = setup.amqp.config(SERVICE);
        let tokens = TestTokens::default();
        let access = setup.access(&tokens);
        let service = app::service(ServerConfig::for_test(API), &state, access, &amqp);
        let running = service.start(state.clone(), routes::register).unwrap();
        Self {
            broker: setup.amqp.connection().await,
            service: setup.run(running).await,
            state,
            main_api,
            tokens,
            signing,
        }
    }

    /// The certificate of signed letters, PEM.
    pub fn signing_certificate(&self) -> String {
        std::fs::read_to_string(self.signing.path().join("certificate.pem")).unwrap()
    }

    pub async fn stop(self) {
        self.service.stop().await;
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

    /// A GET that must return 200 with JSON.
    pub async fn get(&self, persona: &Persona, path: &str, query: &[(&str, String)]) -> Value {
        let call = self.call(persona, Method::GET, path).query(query);
        Reply::of(call).await.ok()
    }

    /// A POST that must return 200 with JSON.
    pub async fn post(&self, persona: &Persona, path: &str, body: Value) -> Value {
        self.service.post(persona, path, body).await.ok()
    }

    /// A POST that must be rejected; returns its problem.
    pub async fn refused(&self, persona: &Persona, path: &str, body: Value) -> (StatusCode, Value) {
        let call = self.call(persona, Method::POST, path).json(&body);
        problem(call.send().await.unwrap()).await
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
    Reply::read(answer).await.ok()
}

/// The problem of a rejected request, checked for its required fields.
pub async fn problem(answer: Response) -> (StatusCode, Value) {
    let status = answer.status();
    (status, Reply::read(answer).await.problem(status.as_u16()))
}

/// A delivered event, without a broker.
pub fn event(kind: &str, subject: &str, version: i64, firm: CustomerId, data: Value) -> Envelope {
    Envelope::from_event("main-api", &Event::new(kind, subject, version, firm, data))
}
