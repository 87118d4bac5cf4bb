//! The service on its own port, with its own database and broker namespace.

use std::ops::Deref;
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

use actix_web::web::Data;
use auth::Role;
use db::{ReadPool, ReplicaConfig};
use domain::{CustomerId, ParcelNumber, ParcelUuid, SessionId};
use growth_layers::{LayerConfig, LayerResolver, LayerSource};
use http_kit::ServerConfig;
use parcel_import::{Report, Staged};
use parcel_lookup::dossiers::DossierContext;
use parcel_lookup::export::{ExportConfig, Exports};
use parcel_lookup::growth::runs::scheduling::workers::Workers;
use parcel_lookup::growth::{GrowthConfig, GrowthContext, WorkerConfig};
use parcel_lookup::map_config::MapConfig;
use parcel_lookup::places::{Geocoder, Markets};
use parcel_lookup::providers::Providers;
use parcel_lookup::search_runs::{Areas, SearchContext};
use parcel_lookup::selections::ReviewedParcels;
use parcel_lookup::site_layers::{SiteLayerConfig, SiteLayers};
use parcel_lookup::state::AppState;
use parcel_lookup::tiles::TileCache;
use parcel_lookup::{ALL_MIGRATIONS, API, SERVICE, app, routes};
use parcel_record::{ParcelFields, Provenance, Shape};
use reqwest::{Method, RequestBuilder};
use serde_json::{Value, json};
use service::ServiceClient;
use settings::Env;
use test_support::{
    Answer, Persona, StubServer, TEST_ORIGIN, TestDb, TestService, TestSetup, TestTokens, token_for,
};
use typeset::Typesetter;
use uuid::Uuid;

/// Limits of exports.
pub const EXPORTS: ExportConfig = ExportConfig {
    max_parcels: 3_000,
    at_once: 2,
    silent: Duration::from_secs(2),
};

/// The running service, and a session.
pub struct World {
    service: TestService,
    pub session: SessionId,
    pub tokens: TestTokens,
    /// Knows no market. It is property-api too.
    pub main_api: StubServer,
}

impl Deref for World {
    type Target = TestService;

    fn deref(&self) -> &TestService {
        &self.service
    }
}

/// What differs between worlds.
struct WorldSetup {
    setup: TestSetup,
    reads: ReadPool,
    public_url: String,
    providers: Providers,
    geocoder: Option<Geocoder>,
    layers: Arc<dyn LayerSource>,
    growth: GrowthConfig,
    site_layers: Option<SiteLayerConfig>,
}

impl WorldSetup {
    async fn new() -> Self {
        Self::of(TestSetup::new(SERVICE, ALL_MIGRATIONS).await)
    }

    fn of(setup: TestSetup) -> Self {
        Self {
            reads: ReadPool::of_primary(setup.db.pool().clone()),
            public_url: TEST_ORIGIN.to_owned(),
            providers: Providers::default(),
            geocoder: None,
            layers: Arc::new(LayerResolver::new(LayerConfig::default()).unwrap()),
            growth: GrowthConfig {
                folder: setup.folder.path().join("growth"),
                runs_at_once: 2,
                batches_ahead: 4,
                waiting_calls: 2,
                answer_within: Duration::from_mins(1),
            },
            site_layers: None,
            setup,
        }
    }

    async fn start(self) -> World {
        // Shown when a test fails.
        http_kit::telemetry::init("parcel-lookup", http_kit::telemetry::LogFormat::Pretty);
        let main_api = StubServer::start().await;
        let none = json!({ "markets": [] });
        main_api.on("GET", "/api/find_markets", Answer::json(200, &none));
        let setup = self.setup;
        let state = Data::new(AppState {
            pool: setup.db.pool().clone(),
            reads: self.reads,
            public_url: self.public_url,
            providers: self.providers,
            geocoder: self.geocoder,
            markets: Markets::new(ServiceClient::new(&main_api.url()).unwrap()),
            reviewed: ReviewedParcels::new(ServiceClient::new(&main_api.url()).unwrap()),
            site_layers: Arc::new(SiteLayers::new(self.site_layers).unwrap()),
            map: MapConfig::from_env(&mut Env::unset()),
            tiles: TileCache::new(16 << 20),
            exports: Exports::new(EXPORTS),
            growth: GrowthContext::new(self.growth, self.layers),
            searches: SearchContext::new(Areas::new(ServiceClient::new(&main_api.url()).unwrap())),
            dossiers: DossierContext::new(
                ServiceClient::new(&main_api.url()).unwrap(),
                ServiceClient::new(&main_api.url()).unwrap(),
                typesetter(),
            ),
        });
        let amqp = setup.amqp.config(SERVICE);
        let tokens = TestTokens::default();
        let access = setup.access(&tokens);
        let service = app::service(ServerConfig::for_test(API), &state, access, &amqp);
        let running = service.start(state, routes::register).unwrap();
        World {
            service: setup.run(running).await,
            session: SessionId(Uuid::new_v4()),
            tokens,
            main_api,
        }
    }
}

impl World {
    /// Without providers and geocoder.
    pub async fn start() -> Self {
        Self::with(Providers::default(), None).await
    }

    /// With these external services.
    pub async fn with(providers: Providers, geocoder: Option<Geocoder>) -> Self {
        let mut world = WorldSetup::new().await;
        world.providers = providers;
        world.geocoder = geocoder;
        world.start().await
    }

    /// With these public services of layers of land.
    pub async fn with_layers(config: SiteLayerConfig) -> Self {
        let mut world = WorldSetup::new().await;
        world.site_layers = Some(config);
        world.start().await
    }

    /// With links to this origin.
    pub async fn at(origin: String) -> Self {
        let mut world = WorldSetup::new().await;
        world.public_url = origin;
        world.start().await
    }

    /// With this database and its replicas.
    pub async fn on(db: TestDb, replicas: &ReplicaConfig) -> Self {
        let mut world = WorldSetup::of(TestSetup::with(db));
        world.reads = ReadPool::connect(world.setup.db.pool().clone(), replicas).unwrap();
        world.start().await
    }

    /// With these growth settings.
    pub async fn growing(
        layers: Arc<dyn LayerSource>,
        change: impl FnOnce(&mut GrowthConfig),
    ) -> Self {
        let mut world = WorldSetup::new().await;
        world.layers = layers;
        change(&mut world.growth);
        world.start().await
    }

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
        let mut persona = Persona::of(firm, Role::User);
        persona.session_id = self.session;
        token_for(&persona)
    }

    pub async fn look_up(&self, lon: f64, lat: f64) -> (u16, Value) {
        let point = json!({ "lat": lat, "lon": lon });
        self.post("/process_coords", point).await
    }

    /// Status and body of a POST request of a signed-in user.
    pub async fn post(&self, path: &str, body: Value) -> (u16, Value) {
        let request = self.call(Method::POST, path).json(&body);
        let answer = request.send().await.unwrap();
        (answer.status().as_u16(), answer.json().await.unwrap())
    }

    /// Stores parcels of a county.
    pub async fn put(&self, parcels: Vec<Staged>) -> Report {
        self.put_from(parcels, "Test County", false).await
    }

    /// Stores generated sample parcels.
    pub async fn put_sample(&self, parcels: Vec<Staged>) -> Report {
        self.put_from(parcels, "Sample City", true).await
    }

    async fn put_from(&self, parcels: Vec<Staged>, source: &str, is_sample: bool) -> Report {
        let from = Provenance {
            source: source.to_owned(),
            licence: None,
            is_sample,
        };
        parcel_import::load_made(&self.db.app(), parcels, &from, None)
            .await
            .unwrap()
    }

    pub async fn stop(self) {
        self.service.stop().await;
    }
}

fn typesetter() -> Typesetter {
    Typesetter::at(program(typeset::PROGRAM))
}

/// A program of another crate, in the folder above the tests' own.
pub fn program(name: &str) -> PathBuf {
    let tests = std::env::current_exe().unwrap();
    let folder = tests.parent().and_then(|deps| deps.parent()).unwrap();
    folder.join(name)
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
        provenance: None,
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
