//! The running service: what every handler shares, and the workers beside the server.
//!
//! Tests start it through the same functions on port 0, so they see the real middleware and the
//! real workers.

use std::sync::Arc;
use std::time::Duration;

use actix_web::web::Data;
use auth::{Authenticator, Origins, Revocations, Role, Signer};
use domain::{CustomerId, SessionId, UserId};
use http_kit::{Readiness, ServiceConfig, Shutdown};
use mail::{MailError, Mailer};
use messaging::{Broadcast, Health, Relay, RelayHandle};
use tokio::sync::{Notify, watch};
use tokio::task::JoinSet;
use tokio_util::sync::CancellationToken;

use crate::accounts::passwords::{PasswordError, Passwords};
use crate::accounts::{self, AccountError};
use crate::config::Config;
use crate::live::Hub;
use crate::site_images::fetch::AerialSource;
use crate::{consumers, directory, live, projects, routes, users, webhooks};

/// How often old rows are removed.
const HOUSEKEEPING_INTERVAL: Duration = Duration::from_hours(1);
/// How often the ended sessions are read while the broker is away.
const SESSIONS_PAUSE: Duration = Duration::from_secs(2);

/// What every handler shares.
pub struct AppState {
    /// As configured.
    pub config: Config,
    /// The database.
    pub pool: db::Pool,
    /// Hashes and checks passwords.
    pub passwords: Passwords,
    /// Signs access tokens.
    pub signer: Signer,
    /// Sessions that ended early.
    pub revocations: Revocations,
    /// Open event streams.
    pub hub: Hub,
    /// Calls to other services and sources; follows no redirects.
    pub http: reqwest::Client,
    /// Where aerial pictures of parcels come from.
    pub aerial: Option<AerialSource>,
    /// Wakes the mail worker.
    pub mail_wake: Arc<Notify>,
    /// Wakes the webhook worker.
    pub webhook_wake: Arc<Notify>,
}

/// Why the service cannot start.
#[derive(Debug, thiserror::Error)]
pub enum StartError {
    /// The signing key.
    #[error("JWT_PRIVATE_KEY_FILE cannot be read")]
    KeyFile(#[source] std::io::Error),
    /// The signing key.
    #[error("JWT_PRIVATE_KEY_FILE is not usable")]
    Key(#[from] auth::KeyError),
    /// The database's settings.
    #[error("DATABASE_URL is not usable")]
    Database(#[from] db::ConfigError),
    /// Hashing.
    #[error("passwords cannot be hashed")]
    Passwords(#[from] PasswordError),
    /// Outgoing mail's settings.
    #[error("outgoing mail is not configured correctly")]
    Mail(#[from] MailError),
    /// The HTTP client.
    #[error("the HTTP client cannot be made")]
    Http(#[from] reqwest::Error),
}

impl AppState {
    /// Prepares everything that needs no running database.
    pub async fn new(config: Config) -> Result<Self, StartError> {
        let pem = tokio::fs::read_to_string(&config.jwt_private_key_file)
            .await
            .map_err(StartError::KeyFile)?;
        let http = reqwest::Client::builder()
            .redirect(reqwest::redirect::Policy::none())
            .connect_timeout(Duration::from_secs(5))
            .timeout(Duration::from_secs(20))
            .user_agent(concat!("Sitewright/", env!("CARGO_PKG_VERSION")))
            .build()?;
        Ok(Self {
            pool: db::connect(&config.database)?,
            passwords: Passwords::new().await?,
            signer: Signer::from_pkcs8_pem(&pem, config.jwt_issuer.clone())?,
            revocations: Revocations::unread(),
            hub: Hub::default(),
            http,
            aerial: config.site_image_aerial_url.clone().map(AerialSource::new),
            mail_wake: Arc::new(Notify::new()),
            webhook_wake: Arc::new(Notify::new()),
            config,
        })
    }

    /// Ends sessions in this replica at once; the others hear of it by `session.revoked`.
    pub fn revoke(&self, sessions: &[SessionId]) {
        self.revocations.revoke(sessions.iter().copied());
        for session in sessions {
            self.hub.end_session(*session);
        }
    }

    /// Signs an access token.
    pub fn sign(
        &self,
        user_id: UserId,
        customer_id: CustomerId,
        role: &str,
        email: &str,
        session_id: SessionId,
    ) -> Result<String, AccountError> {
        let role = role.parse().unwrap_or(Role::User);
        self.signer
            .sign(user_id, customer_id, role, email, session_id)
            .map_err(|error| AccountError::Signing(error.into()))
    }

    /// Seconds that an access token works.
    pub fn access_seconds(&self) -> u64 {
        auth::ACCESS_SECONDS.unsigned_abs()
    }

    /// What the extractors verify with.
    pub fn authenticator(&self) -> Authenticator {
        Authenticator {
            keys: self.signer.key_set(),
            revocations: self.revocations.clone(),
            origins: Origins::new(
                self.config.public_url.as_str(),
                self.config.cors_allowed_origins.clone(),
            ),
        }
    }
}

/// The workers beside the server. Dropping it ends them at once.
pub struct Workers {
    stop: CancellationToken,
    tasks: JoinSet<()>,
    relay: RelayHandle,
    consumer: messaging::ConsumerHandle,
}

impl Workers {
    /// Starts relay, consumer, event fan-out, mail, webhooks, deletions and housekeeping.
    pub fn start(state: &Data<AppState>) -> Result<(Self, Readiness), StartError> {
        let (pool, amqp) = (state.pool.clone(), state.config.amqp.clone());
        let stop = CancellationToken::new();
        let relay = Relay::spawn(pool.clone(), amqp.clone());
        let consumer = consumers::start(pool.clone(), amqp.clone());
        let events = Broadcast::subscribe(amqp, live::FORWARDED_EVENTS);
        let (relaying, consuming, hearing) = (relay.health(), consumer.health(), events.health());
        let readiness = Readiness::new();
        let database = pool.clone();
        readiness.register("database", move || {
            let pool = database.clone();
            async move { db::ready(&pool).await }
        });
        readiness.register("relay", move || std::future::ready(relaying.check()));
        readiness.register("consumer", move || std::future::ready(consuming.check()));
        readiness.register("events", move || std::future::ready(hearing.check()));
        let sessions = state.revocations.clone();
        readiness.register("sessions", move || std::future::ready(sessions.check()));
        let mailer = Mailer::new(&state.config.mail)?;
        let mut tasks = JoinSet::new();
        tasks.spawn(follow_sessions(
            state.clone(),
            events.connections(),
            events.health(),
        ));
        tasks.spawn(live::listen(state.clone(), events));
        tasks.spawn(accounts::mail::work(
            pool.clone(),
            mailer,
            state.config.clone(),
            Arc::clone(&state.mail_wake),
            stop.clone(),
        ));
        let (hooks, http) = (state.config.webhooks.clone(), state.http.clone());
        tasks.spawn(webhooks::worker::work(
            pool,
            hooks,
            http,
            Arc::clone(&state.webhook_wake),
            stop.clone(),
        ));
        tasks.spawn(projects::deletions::work(state.clone(), stop.clone()));
        tasks.spawn(housekeeping(state.clone(), stop.clone()));
        Ok((
            Self {
                stop,
                tasks,
                relay,
                consumer,
            },
            readiness,
        ))
    }

    /// Lets what is at hand end, then stops.
    pub async fn shutdown(mut self) {
        self.stop.cancel();
        self.consumer.shutdown().await;
        self.relay.shutdown().await;
        self.tasks.abort_all();
        while self.tasks.join_next().await.is_some() {}
    }
}

/// Registers the shared state and every route: what the server and the tests start.
pub fn routes(state: &Data<AppState>) -> impl Fn(&mut ServiceConfig<'_>) + Clone + Send + 'static {
    let (state, authenticator) = (state.clone(), Data::new(state.authenticator()));
    move |config: &mut ServiceConfig<'_>| {
        config
            .app_data(state.clone())
            .app_data(authenticator.clone());
        routes::register(config);
    }
}

/// Ends every event stream when the server begins to stop; they never end by themselves.
pub fn close_streams_on(shutdown: Shutdown, state: &Data<AppState>) {
    let hub = state.hub.clone();
    tokio::spawn(async move {
        shutdown.begun().await;
        hub.close();
    });
}

/// Keeps the ended sessions complete: reads them at the start, after each connection to the broker,
/// and again and again while there is none. As `auth::EndedSessions`, from our own table.
async fn follow_sessions(
    state: Data<AppState>,
    mut connections: watch::Receiver<u64>,
    broker: Health,
) {
    loop {
        if state.revocations.check().is_err() || !broker.is_connected() {
            match accounts::ops::list_ended(&state.pool).await {
                Ok(ended) => {
                    state.revoke(&ended);
                    state.revocations.catch_up(ended);
                }
                Err(error) => {
                    tracing::warn!(error.cause = %error, "the ended sessions cannot be read");
                }
            }
        }
        tokio::select! {
            changed = connections.changed() => match changed {
                Ok(()) => state.revocations.fall_behind(),
                Err(_stopped) => return,
            },
            () = tokio::time::sleep(SESSIONS_PAUSE) => {}
        }
    }
}

/// Removes old rows now and then.
async fn housekeeping(state: Data<AppState>, stop: CancellationToken) {
    while !stop.is_cancelled() {
        let outcome = db::unscoped_tx(&state.pool, "housekeeping", async |conn| {
            accounts::throttle::delete_expired(conn).await?;
            accounts::store::unscoped_delete_expired(conn).await?;
            accounts::email_change::unscoped_delete_expired(conn).await?;
            accounts::known_places::unscoped_delete_expired(conn).await?;
            webhooks::store::unscoped_delete_expired(conn).await?;
            directory::store::unscoped_delete_removed(conn).await?;
            users::store::unscoped_list_avatars(conn).await
        })
        .await;
        match outcome {
            Ok(avatars) => {
                if let Err(error) = users::avatars::sweep(&state.config.storage_dir, avatars).await
                {
                    tracing::warn!(error.cause = %error, "old avatars were not removed");
                }
            }
            Err(error) => tracing::warn!(error.cause = %error, "housekeeping failed"),
        }
        tokio::select! {
            () = tokio::time::sleep(HOUSEKEEPING_INTERVAL) => {}
            () = stop.cancelled() => {}
        }
    }
}
