//! The service under test with its surroundings, and users who call it.

use std::time::Duration;

use actix_web::web::Data;
use diesel::sql_types::{Jsonb, Nullable, Text, Uuid as SqlUuid};
use diesel_async::RunQueryDsl;
use http_kit::server::Running;
use http_kit::{ServerConfig, server};
use main_api::app::{self, AppState, Workers};
use main_api::config::Config;
use main_api::routes::API;
use reqwest::{Client, Method, RequestBuilder, Response};
use serde_json::{Value, json};
use settings::Env;
use tempfile::TempDir;
use test_support::{Persona, TestAmqp, TestDb, test_amqp, test_keys, token_for, wait_for};

/// Password of every persona that has one.
pub const PASSWORD: &str = "correct horse battery";
pub const TEST_TIMEOUT: Duration = Duration::from_mins(1);

/// A running service with its own database, broker namespace and storage folder.
pub struct World {
    pub db: TestDb,
    pub amqp: TestAmqp,
    pub state: Data<AppState>,
    pub http: Client,
    pub folder: TempDir,
    url: String,
    server: Running,
    workers: Workers,
}

impl World {
    pub async fn start() -> Self {
        Self::with(&[]).await
    }

    /// With additional environment variables.
    pub async fn with(more: &[(&str, &str)]) -> Self {
        let db = TestDb::new("main-api", main_api::ALL_MIGRATIONS).await;
        let amqp = test_amqp();
        let folder = tempfile::tempdir().unwrap();
        let key = folder.path().join("key.pem");
        std::fs::write(&key, test_keys().pem()).unwrap();
        let mut variables = vec![
            ("DATABASE_URL".to_owned(), db.app_url()),
            ("AMQP_URL".to_owned(), amqp.url().to_owned()),
            (
                "STORAGE_DIR".to_owned(),
                folder.path().join("storage").display().to_string(),
            ),
            (
                "MAIL_DIR".to_owned(),
                folder.path().join("mail").display().to_string(),
            ),
            ("JWT_PRIVATE_KEY_FILE".to_owned(), key.display().to_string()),
            ("PUBLIC_URL".to_owned(), "http://sitewright.test".to_owned()),
            // Tests must not depend on external servers.
            ("SITE_IMAGE_AERIAL_URL".to_owned(), "none".to_owned()),
        ];
        variables.extend(
            more.iter()
                .map(|(name, value)| ((*name).to_owned(), (*value).to_owned())),
        );
        let env = Env::from_source(move |name| {
            variables
                .iter()
                .rev()
                .find(|(key, _)| key == name)
                .map(|(_, value)| value.clone())
        });
        let mut config = Config::read(env).unwrap();
        config.amqp = amqp.config("main-api");
        let state = Data::new(AppState::new(config).await.unwrap());
        let (workers, readiness) = Workers::start(&state).unwrap();
        let http_config = ServerConfig {
            readiness,
            ..ServerConfig::for_test(API)
        };
        app::close_streams_on(http_config.shutdown.clone(), &state);
        let server = server::start(http_config, app::routes(&state)).unwrap();
        let world = Self {
            url: server.url(),
            db,
            amqp,
            state,
            http: Client::new(),
            folder,
            server,
            workers,
        };
        world.geography().await;
        // Events published before the queues are bound would be lost.
        wait_for(TEST_TIMEOUT, || async {
            let ready = world
                .anonymous(Method::GET, "/readyz")
                .send()
                .await
                .unwrap();
            ready.status() == 200
        })
        .await;
        world
    }

    pub async fn stop(self) {
        self.server.stop().await.unwrap();
        self.workers.shutdown().await;
    }

    /// Runs SQL with row-level security bypassed.
    pub async fn sql(&self, statement: &str) {
        let mut conn = self.db.superuser().await;
        diesel_async::SimpleAsyncConnection::batch_execute(&mut conn, statement)
            .await
            .unwrap();
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

    /// Texas and Oklahoma with a county each, a metropolitan area that crosses their border, and
    /// one in Texas only.
    async fn geography(&self) {
        self.sql(
            "INSERT INTO states VALUES ('48', 'Texas'), ('40', 'Oklahoma');
             INSERT INTO counties VALUES
               ('48201', '48', 'Harris', ST_Multi(ST_MakeEnvelope(-96, 29, -95, 30, 4326))),
               ('40001', '40', 'Adair', ST_Multi(ST_MakeEnvelope(-95, 35, -94, 36, 4326)));
             INSERT INTO markets (market_id, market_name) VALUES (26420, 'Houston, TX'), (99, 'Border, TX-OK');
             INSERT INTO market_states (market_id, statefp) VALUES (26420, '48'), (99, '48'), (99, '40');
             INSERT INTO submarkets (submkt_id, market_id, sub_mkt_name, geom)
               SELECT 48201, 26420, 'Harris, Texas', geom FROM counties WHERE county_fips = '48201';
             INSERT INTO submarkets (submkt_id, market_id, sub_mkt_name, geom)
               SELECT 40001, 99, 'Adair, Oklahoma', geom FROM counties WHERE county_fips = '40001';
             CALL refresh_state_borders();",
        )
        .await;
    }

    /// An admin of a new firm, stored without a password.
    pub async fn admin(&self) -> Persona {
        let persona = Persona::admin();
        self.insert(&persona, None).await;
        persona
    }

    /// A user of a new firm, stored without a password.
    pub async fn user(&self) -> Persona {
        let persona = Persona::user();
        self.insert(&persona, None).await;
        persona
    }

    /// A user of a new firm who can sign in with [`PASSWORD`].
    pub async fn user_with_password(&self) -> Persona {
        let persona = Persona::user();
        let hash = self
            .state
            .passwords
            .hash(PASSWORD.to_owned())
            .await
            .unwrap();
        self.insert(&persona, Some(&hash)).await;
        persona
    }

    /// Inserts a persona's firm and user.
    pub async fn insert(&self, persona: &Persona, hash: Option<&str>) {
        let mut conn = self.db.superuser().await;
        diesel::sql_query("INSERT INTO customers (customer_id, name) VALUES ($1, 'Firm ' || $1) ON CONFLICT DO NOTHING")
            .bind::<SqlUuid, _>(persona.customer_id.0)
            .execute(&mut conn)
            .await
            .unwrap();
        diesel::sql_query(
            "INSERT INTO users (user_id, customer_id, email, fname, role, password_hash) VALUES ($1, $2, $3, 'Pat', $4, $5)",
        )
        .bind::<SqlUuid, _>(persona.user_id.0)
        .bind::<SqlUuid, _>(persona.customer_id.0)
        .bind::<Text, _>(&persona.email)
        .bind::<Text, _>(persona.role.as_str())
        .bind::<Nullable<Text>, _>(hash)
        .execute(&mut conn)
        .await
        .unwrap();
    }

    /// A request without a session.
    pub fn anonymous(&self, method: Method, path: &str) -> RequestBuilder {
        self.http.request(method, format!("{}{path}", self.url))
    }

    /// A request of a persona.
    pub fn call(&self, who: &Persona, method: Method, path: &str) -> RequestBuilder {
        self.anonymous(method, path).bearer_auth(token_for(who))
    }

    pub async fn get(&self, who: &Persona, path: &str) -> Answer {
        Answer::of(self.call(who, Method::GET, path).send().await.unwrap()).await
    }

    pub async fn post(&self, who: &Persona, path: &str, body: Value) -> Answer {
        Answer::of(
            self.call(who, Method::POST, path)
                .json(&body)
                .send()
                .await
                .unwrap(),
        )
        .await
    }

    pub async fn put(&self, who: &Persona, path: &str, body: Value) -> Answer {
        Answer::of(
            self.call(who, Method::PUT, path)
                .json(&body)
                .send()
                .await
                .unwrap(),
        )
        .await
    }

    pub async fn post_anonymous(&self, path: &str, body: Value) -> Answer {
        Answer::of(
            self.anonymous(Method::POST, path)
                .json(&body)
                .send()
                .await
                .unwrap(),
        )
        .await
    }

    pub async fn project(&self, who: &Persona, name: &str) -> String {
        let body = json!({ "project_name": name, "state": "48", "category": "Site Selection" });
        self.post(who, "/api/create_project", body).await.ok()["project_id"]
            .as_str()
            .unwrap()
            .to_owned()
    }

    pub async fn marker(&self, who: &Persona, project: &str, parcelnumb: &str) -> i64 {
        let body = json!({ "project_id": project, "geojson": feature(parcelnumb) });
        self.post(who, "/api/add_marker", body).await.ok()["id"]
            .as_i64()
            .unwrap()
    }
}

/// A GeoJSON feature of a parcel.
pub fn feature(parcelnumb: &str) -> Value {
    json!({
        "type": "Feature",
        "geometry": { "type": "Point", "coordinates": [-95.3698, 29.7604] },
        "properties": { "parcelnumb": parcelnumb, "address": "100 Main St", "scity": "Houston", "szip": "77002", "owner": "Bayou Trust" },
    })
}

/// A response with its body read.
pub struct Answer {
    pub status: u16,
    pub headers: reqwest::header::HeaderMap,
    pub body: Value,
}

impl Answer {
    pub async fn of(answer: Response) -> Self {
        let (status, headers) = (answer.status().as_u16(), answer.headers().clone());
        let text = answer.text().await.unwrap();
        let body = serde_json::from_str(&text).unwrap_or(Value::String(text));
        Self {
            status,
            headers,
            body,
        }
    }

    /// The body of a successful response.
    #[track_caller]
    pub fn ok(self) -> Value {
        assert!(
            (200..300).contains(&self.status),
            "{} {}",
            self.status,
            self.body
        );
        self.body
    }

    /// Checks that this is a complete problem with this status; returns the body.
    #[track_caller]
    pub fn problem(self, status: u16) -> Value {
        assert_eq!(self.status, status, "{}", self.body);
        assert_eq!(self.headers["content-type"], "application/problem+json");
        for member in ["type", "title", "detail", "request_id"] {
            assert!(
                self.body[member]
                    .as_str()
                    .is_some_and(|text| !text.is_empty()),
                "{member}: {}",
                self.body
            );
        }
        assert_eq!(self.body["status"], status);
        assert_eq!(self.body["error"], self.body["detail"]);
        assert_eq!(self.body["message"], self.body["detail"]);
        self.body
    }
}
