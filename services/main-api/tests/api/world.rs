//! The service under test, its database rows, and its callers.

use std::ops::Deref;

use actix_web::web::Data;
use diesel::sql_types::{Nullable, Text, Uuid as SqlUuid};
use diesel_async::RunQueryDsl;
use http_kit::ServerConfig;
use main_api::config::Config;
use main_api::state::AppState;
use main_api::{ALL_MIGRATIONS, API, SERVICE, app, routes};
use serde_json::{Value, json};
pub use test_support::TEST_TIMEOUT;
use test_support::{Persona, TestDb, TestService, TestSetup, test_keys};

/// Password of every persona that has one.
pub const PASSWORD: &str = "correct horse battery";

/// The running service.
pub struct World {
    service: TestService,
    pub state: Data<AppState>,
}

impl Deref for World {
    type Target = TestService;

    fn deref(&self) -> &TestService {
        &self.service
    }
}

impl World {
    pub async fn start() -> Self {
        Self::with(&[]).await
    }

    /// Starts the service with further environment variables.
    pub async fn with(more: &[(&str, &str)]) -> Self {
        Self::on(TestDb::new(SERVICE, ALL_MIGRATIONS).await, more).await
    }

    /// The same with this database.
    pub async fn on(db: TestDb, more: &[(&str, &str)]) -> Self {
        let setup = TestSetup::with(db);
        let key = setup.folder.path().join("key.pem");
        std::fs::write(&key, test_keys().pem()).unwrap();
        let key = key.display().to_string();
        // No test depends on external servers.
        let usual = [
            ("JWT_PRIVATE_KEY_FILE", key.as_str()),
            ("SITE_IMAGE_AERIAL_URL", "none"),
        ];
        let mut env = setup.env(&[&usual, more].concat());
        let config = Config::from_env(&mut env);
        let mut config = env.finish(config).unwrap();
        config.amqp = setup.amqp.config(SERVICE);
        let state = Data::new(AppState::new(config).await.unwrap());
        let service = app::service(ServerConfig::for_test(API), &state).unwrap();
        let running = service.start(state.clone(), routes::register).unwrap();
        let world = Self {
            service: setup.run(running).await,
            state,
        };
        world.geography().await;
        world
    }

    pub async fn stop(self) {
        self.service.stop().await;
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
            .bind::<SqlUuid, _>(persona.customer_id)
            .execute(&mut conn)
            .await
            .unwrap();
        diesel::sql_query(
            "INSERT INTO users (user_id, customer_id, email, fname, role, password_hash) VALUES ($1, $2, $3, 'Pat', $4, $5)",
        )
        .bind::<SqlUuid, _>(persona.user_id)
        .bind::<SqlUuid, _>(persona.customer_id)
        .bind::<Text, _>(&persona.email)
        .bind::<Text, _>(persona.role.as_str())
        .bind::<Nullable<Text>, _>(hash)
        .execute(&mut conn)
        .await
        .unwrap();
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
