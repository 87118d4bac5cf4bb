//! The service on its own port, with its own database and broker namespace.

use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

use auth::{Origins, Role, Signer};
use domain::{CustomerId, ParcelNumber, ParcelUuid, SessionId, UserId};
use growth_layers::{LayerConfig, LayerResolver, LayerSource};
use http_kit::server::{self, Running};
use http_kit::{Readiness, ServerConfig};
use parcel_import::{Report, Staged};
use parcel_lookup::app::{self, Background, Parts};
use parcel_lookup::growth::runs::scheduling::workers::Workers;
use parcel_lookup::growth::{GrowthConfig, GrowthContext, WorkerConfig};
use parcel_lookup::map_config::MapConfig;
use parcel_lookup::places::Geocoder;
use parcel_lookup::providers::Providers;
use parcel_lookup::{ALL_MIGRATIONS, SERVICE, routes};
use parcel_record::{ParcelFields, Provenance, Shape};
use reqwest::{Method, RequestBuilder};
use settings::Env;
use tempfile::TempDir;
use test_support::{TestAmqp, TestDb, test_amqp};
use uuid::Uuid;

/// Made by `openssl genpkey -algorithm ed25519` for these tests only.
const KEY: &str = "-----BEGIN PRIVATE KEY-----\nMC4CAQAwBQYDK2VwBCIEIKD5hqNyCluHGhruJgNBYF7Q5L/iCHu5+QrWn+/MHfAg\n-----END PRIVATE KEY-----\n";
/// Origin allowed to call with cookies.
pub const ORIGIN: &str = "http://sitewright.test";

pub struct World {
    pub db: TestDb,
    pub amqp: TestAmqp,
    pub session: SessionId,
    signer: Signer,
    /// Deleted with the world.
    folder: TempDir,
    server: Running,
    background: Background,
    client: reqwest::Client,
}

impl World {
    /// Without providers and geocoder.
    pub async fn start() -> Self {
        Self::with(Providers::default(), None).await
    }

    /// With these external services.
    pub async fn with(providers: Providers, geocoder: Option<Geocoder>) -> Self {
        Self::built(
            providers,
            geocoder,
            Arc::new(LayerResolver::new(LayerConfig::default()).unwrap()),
            |_config| {},
        )
        .await
    }

    /// With these growth settings.
    pub async fn growing(
        layers: Arc<dyn LayerSource>,
        change: impl FnOnce(&mut GrowthConfig),
    ) -> Self {
        Self::built(Providers::default(), None, layers, change).await
    }

    async fn built(
        providers: Providers,
        geocoder: Option<Geocoder>,
        layers: Arc<dyn LayerSource>,
        change: impl FnOnce(&mut GrowthConfig),
    ) -> Self {
        // Shown when a test fails.
        http_kit::telemetry::init(http_kit::telemetry::LogFormat::Pretty);
        let db = TestDb::new(SERVICE, ALL_MIGRATIONS).await;
        let amqp = test_amqp();
        let folder = tempfile::tempdir().unwrap();
        let mut growth = GrowthConfig {
            folder: folder.path().join("growth"),
            runs_at_once: 2,
            batches_ahead: 4,
            waiting_calls: 2,
            answer_within: Duration::from_mins(1),
        };
        change(&mut growth);
        let signer = Signer::from_pkcs8_pem(KEY, auth::DEFAULT_ISSUER).unwrap();
        let parts = Parts {
            pool: db.pool().clone(),
            amqp: amqp.config(SERVICE),
            ended: None,
            keys: signer.key_set(),
            origins: Origins::new(ORIGIN, []),
            providers,
            geocoder,
            map: MapConfig::from_env(&mut Env::from_source(|_| None)),
            growth: GrowthContext::new(growth, layers),
        };
        let config = ServerConfig {
            readiness: Readiness::new(),
            ..ServerConfig::for_test(routes::API)
        };
        let background = Background::start(&parts, &config.readiness);
        let server = server::start(config, app::routes(parts, &background)).unwrap();
        let client = reqwest::Client::builder().no_gzip().build().unwrap();
        Self {
            db,
            amqp,
            session: SessionId(Uuid::new_v4()),
            signer,
            folder,
            server,
            background,
            client,
        }
    }

    /// Folder of runs.
    pub fn growth_folder(&self) -> PathBuf {
        self.folder.path().join("growth")
    }

    /// Starts so many growth workers.
    pub fn workers(&self, slots: usize) -> Workers {
        self.workers_at(slots, self.amqp.url())
    }

    /// Like [`Self::workers`], with another broker URL.
    pub fn workers_at(&self, slots: usize, amqp_url: &str) -> Workers {
        let amqp = self.amqp.config_at(SERVICE, amqp_url);
        let folder = self.growth_folder();
        Workers::start(self.db.pool(), &amqp, &WorkerConfig { folder, slots })
    }

    /// Like [`Self::workers`], with another folder.
    pub fn workers_in(&self, slots: usize, folder: PathBuf) -> Workers {
        let amqp = self.amqp.config(SERVICE);
        Workers::start(self.db.pool(), &amqp, &WorkerConfig { folder, slots })
    }

    /// A request without a session.
    pub fn anonymous(&self, method: Method, path: &str) -> RequestBuilder {
        self.client
            .request(method, format!("{}{path}", self.server.url()))
    }

    /// A request of a signed-in user.
    pub fn call(&self, method: Method, path: &str) -> RequestBuilder {
        self.anonymous(method, path).bearer_auth(self.token())
    }

    /// A GET request of a signed-in user.
    pub fn get(&self, path: &str) -> RequestBuilder {
        self.call(Method::GET, path)
    }

    /// An access token of some firm.
    pub fn token(&self) -> String {
        self.token_of(CustomerId(Uuid::new_v4()))
    }

    /// An access token of this firm.
    pub fn token_of(&self, firm: CustomerId) -> String {
        self.signer
            .sign(
                UserId(Uuid::new_v4()),
                firm,
                Role::User,
                "analyst@meridian.example",
                self.session,
            )
            .unwrap()
    }

    pub async fn look_up(&self, lon: f64, lat: f64) -> (u16, serde_json::Value) {
        let answer = self
            .call(Method::POST, "/process_coords")
            .json(&serde_json::json!({ "lat": lat, "lon": lon }))
            .send()
            .await
            .unwrap();
        (answer.status().as_u16(), answer.json().await.unwrap())
    }

    pub async fn put(&self, parcels: Vec<Staged>) -> Report {
        let from = Provenance {
            source: "Test County".to_owned(),
            licence: None,
            is_sample: false,
        };
        parcel_import::load_made(&self.db.app(), parcels, &from)
            .await
            .unwrap()
    }

    pub async fn stop(self) {
        self.server.stop().await.unwrap();
        self.background.stop().await;
    }
}

/// A square parcel, 0.001 degrees wide, with its lower left corner at the point.
pub fn square(county: &str, number: &str, lon: f64, lat: f64) -> Staged {
    square_of(county, number, lon, lat, 0.001)
}

/// A square parcel of this width in degrees.
pub fn square_of(county: &str, number: &str, lon: f64, lat: f64, side: f64) -> Staged {
    let (east, north) = (lon + side, lat + side);
    let shape =
        format!("POLYGON(({lon} {lat},{east} {lat},{east} {north},{lon} {north},{lon} {lat}))");
    Staged {
        line: 1,
        shape: Shape::Wkt(shape),
        crs: None,
        fields: fields(county, number),
        raw: None,
    }
}

/// A parcel without details.
pub fn fields(county: &str, number: &str) -> ParcelFields {
    let parsed: ParcelNumber = number.parse().unwrap();
    ParcelFields::new(
        ParcelUuid::derive(county, &parsed),
        county.to_owned(),
        number.to_owned(),
    )
}
