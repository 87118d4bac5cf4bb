//! The HTTP server, started in one way by `main` and by tests.
//!
//! It adds what every service has (health, metrics, document, 404 and 405, limits, headers) to the
//! service's routes, and shuts down in order: readiness fails, streams end, running requests are
//! drained. It reads the environment only in [`ServerConfig::from_env`].

use std::io;
use std::net::{SocketAddr, TcpListener, ToSocketAddrs};
use std::sync::LazyLock;
use std::time::Duration;

use actix_web::dev::{Server, ServerHandle};
use actix_web::middleware::from_fn;
use actix_web::web::{self, PayloadConfig};
use actix_web::{App, HttpResponse, HttpServer};
use settings::Env;
use tokio_util::sync::CancellationToken;
use utoipa_actix_web::AppExt as _;

use crate::abandoned::finish_changes;
use crate::health::{Readiness, healthz, readyz};
use crate::methods::{LazyTable, MethodTable, unmatched};
use crate::observe::observe;
use crate::openapi::{self, About};
use crate::shed::{Gate, shed};
use crate::{ServiceConfig, cors, telemetry};

/// Signals shutdown to long-lived work. Clones share it.
#[derive(Debug, Clone, Default)]
pub struct Shutdown(CancellationToken);

impl Shutdown {
    /// Starts the shutdown.
    pub fn begin(&self) {
        self.0.cancel();
    }

    /// Whether it has begun.
    pub fn has_begun(&self) -> bool {
        self.0.is_cancelled()
    }

    /// Waits for it.
    pub async fn begun(&self) {
        self.0.cancelled().await;
    }
}

/// Address and limits of a server.
#[derive(Debug, Clone)]
pub struct ServerConfig {
    /// General information of the service.
    pub api: About,
    /// `host:port`; port 0 takes a free one.
    pub bind_address: String,
    /// Worker threads.
    pub workers: usize,
    /// Concurrent connections per worker; further ones wait in the backlog.
    pub max_connections: usize,
    /// Concurrent requests; further ones get 503.
    pub max_in_work: usize,
    /// Size limit of `Json`, `Form` and `Bytes` bodies; a resource may set its own
    /// `web::PayloadConfig`.
    pub payload_limit: usize,
    /// Idle time-out of connections; longer than the proxy's.
    pub keep_alive: Duration,
    /// Time-out for receiving a request's head.
    pub client_timeout: Duration,
    /// Drain time-out of running requests.
    pub shutdown_timeout: Duration,
    /// Origins, besides our own, whose pages may send requests with cookies.
    pub cors_allowed_origins: Vec<String>,
    /// Checks behind `/readyz`.
    pub readiness: Readiness,
    /// Signalled when the server stops; give clones to background work.
    pub shutdown: Shutdown,
}

impl ServerConfig {
    /// The default limits: a worker per core, 512 concurrent requests, bodies of 2 MiB, 75 s
    /// keep-alive.
    pub fn new(api: About, bind_address: impl Into<String>) -> Self {
        Self {
            api,
            bind_address: bind_address.into(),
            workers: std::thread::available_parallelism().map_or(2, usize::from),
            max_connections: 5_000,
            max_in_work: 512,
            payload_limit: 2 * 1024 * 1024,
            keep_alive: Duration::from_secs(75),
            client_timeout: Duration::from_secs(10),
            shutdown_timeout: Duration::from_secs(15),
            cors_allowed_origins: Vec::new(),
            readiness: Readiness::new(),
            shutdown: Shutdown::default(),
        }
    }

    /// The default limits with `BIND_ADDRESS` (required), `CORS_ALLOWED_ORIGINS` (comma-separated),
    /// `HTTP_WORKERS` and `HTTP_MAX_IN_WORK` from the environment.
    pub fn from_env(api: About, env: &mut Env) -> Self {
        let bind_address = env.required("BIND_ADDRESS");
        let mut config = Self::new(api, bind_address);
        config.cors_allowed_origins = env.list("CORS_ALLOWED_ORIGINS");
        config.workers = env.parsed("HTTP_WORKERS", config.workers).max(1);
        config.max_in_work = env.parsed("HTTP_MAX_IN_WORK", config.max_in_work);
        config
    }

    /// A worker process: its server answers health and metrics only, at the address in `variable`,
    /// or else on a free loopback port.
    pub fn for_worker(api: About, variable: &str, env: &mut Env) -> Self {
        let bind_address = env.parsed(variable, "127.0.0.1:0".to_owned());
        Self {
            workers: 1,
            ..Self::new(api, bind_address)
        }
    }

    /// One worker on a free loopback port, with a short drain time-out.
    pub fn for_test(api: About) -> Self {
        Self {
            workers: 1,
            shutdown_timeout: Duration::from_secs(1),
            ..Self::new(api, "127.0.0.1:0")
        }
    }
}

/// A running server. It runs until [`Running::stop`]; dropping it does not stop it.
#[derive(Debug)]
pub struct Running {
    /// Listening address, with the actual port.
    pub address: SocketAddr,
    handle: ServerHandle,
    shutdown: Shutdown,
    task: tokio::task::JoinHandle<io::Result<()>>,
}

impl Running {
    /// `http://host:port` without a trailing slash.
    pub fn url(&self) -> String {
        format!("http://{}", self.address)
    }

    /// Shuts down in order and waits.
    pub async fn stop(self) -> io::Result<()> {
        self.shutdown.begin();
        self.handle.stop(true).await;
        self.task.await.map_err(io::Error::other)?
    }
}

/// Starts serving and returns immediately; `routes` is called once per worker thread: create
/// `web::Data` outside and capture it.
pub fn start<R>(config: ServerConfig, routes: R) -> io::Result<Running>
where
    R: Fn(&mut ServiceConfig<'_>) + Clone + Send + 'static,
{
    telemetry::install_metrics();
    let listener = bind(&config.bind_address)?;
    let address = listener.local_addr()?;
    let shutdown = config.shutdown.clone();
    let server = server(config, listener, routes)?;
    let handle = server.handle();
    Ok(Running {
        address,
        handle,
        shutdown,
        task: tokio::spawn(server),
    })
}

fn bind(address: &str) -> io::Result<TcpListener> {
    let addresses: Vec<SocketAddr> = address.to_socket_addrs()?.collect();
    TcpListener::bind(addresses.as_slice())
}

fn server<R>(config: ServerConfig, listener: TcpListener, routes: R) -> io::Result<Server>
where
    R: Fn(&mut ServiceConfig<'_>) + Clone + Send + 'static,
{
    let about = config.api;
    let (listed, described) = (routes.clone(), routes.clone());
    let table: LazyTable = LazyLock::new(Box::new(move || {
        MethodTable::new(&openapi::document(about, listed).paths)
    }));
    let table = web::Data::new(table);
    let text: LazyText = LazyLock::new(Box::new(move || {
        openapi::to_json(&openapi::document(about, described))
    }));
    let text = web::Data::new(text);
    let gate = web::Data::new(Gate::new(config.max_in_work));
    let readiness = web::Data::new(config.readiness);
    let shutdown = web::Data::new(config.shutdown);
    let origins = config.cors_allowed_origins;
    let payload = PayloadConfig::new(config.payload_limit);
    let app = move || {
        let (app, _document) = App::new()
            .into_utoipa_app()
            .configure(&routes)
            .split_for_parts();
        app.app_data(payload.clone())
            .app_data(table.clone())
            .app_data(text.clone())
            .app_data(gate.clone())
            .app_data(readiness.clone())
            .app_data(shutdown.clone())
            .route("/healthz", web::get().to(healthz))
            .route("/readyz", web::get().to(readyz))
            .route("/metrics", web::get().to(telemetry::metrics_page))
            .route("/openapi.json", web::get().to(openapi_json))
            .default_service(web::to(unmatched))
            .wrap(from_fn(shed))
            .wrap(cors::cors(&origins))
            .wrap(from_fn(observe))
            .wrap(from_fn(finish_changes))
    };
    let server = HttpServer::new(app)
        .workers(config.workers)
        .max_connections(config.max_connections)
        .keep_alive(config.keep_alive)
        .client_request_timeout(config.client_timeout)
        // A client that has closed its half is gone: its handler is dropped.
        .h1_allow_half_closed(false)
        .shutdown_timeout(config.shutdown_timeout.as_secs())
        .disable_signals()
        .listen(listener)?
        .run();
    Ok(server)
}

/// The document, made for its first reader: few processes have one.
type LazyText = LazyLock<String, Box<dyn FnOnce() -> String + Send>>;

async fn openapi_json(text: web::Data<LazyText>) -> HttpResponse {
    HttpResponse::Ok()
        .content_type("application/json")
        .body(text.as_str().to_owned())
}

/// Waits for SIGTERM or SIGINT.
pub async fn stop_signal() {
    use tokio::signal::unix::{SignalKind, signal};
    let Ok(mut terminate) = signal(SignalKind::terminate()) else {
        // Without the handler the system's default terminates the process, which is acceptable.
        return std::future::pending().await;
    };
    tokio::select! {
        _ = terminate.recv() => {}
        _ = tokio::signal::ctrl_c() => {}
    }
}
