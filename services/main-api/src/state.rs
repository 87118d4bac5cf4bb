//! What handlers and workers share. It knows no route and no worker: those are put together in
//! `app.rs`, above the resources; this is below them.

use std::time::Duration;

use auth::{Authenticator, Introspection, Origins, Revocations, Signer};
use domain::SessionId;
use service::ServiceClient;

use crate::accounts::introspection::introspection;
use crate::accounts::passwords::Passwords;
use crate::config::Config;
use crate::live::Hub;
use crate::site_images::fetch::AerialSource;

pub struct AppState {
    pub config: Config,
    pub pool: db::Pool,
    /// For reads that may be a few seconds old: the OGC API.
    pub reads: db::ReadPool,
    pub passwords: Passwords,
    /// Signs access tokens.
    pub signer: Signer,
    /// Sessions that ended before their tokens expired.
    pub revocations: Revocations,
    /// Owners of personal access tokens.
    pub introspection: Introspection,
    /// Open event streams.
    pub hub: Hub,
    pub parcel_lookup: ServiceClient,
    /// For calls to webhooks and providers; follows no redirects.
    pub http: reqwest::Client,
    pub aerial: Option<AerialSource>,
}

/// Why the service cannot start.
#[derive(Debug, thiserror::Error)]
pub enum StartError {
    #[error("JWT_PRIVATE_KEY_FILE cannot be read")]
    KeyFile(#[source] std::io::Error),
    #[error("JWT_PRIVATE_KEY_FILE is not usable")]
    Key(#[from] auth::KeyError),
    #[error("DATABASE_URL or DATABASE_READ_URLS is not usable")]
    Database(#[from] db::ConfigError),
    #[error("outgoing mail is not configured correctly")]
    Mail(#[from] mail::MailError),
    #[error("the HTTP client cannot be created")]
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
        let pool = db::connect(&config.database)?;
        Ok(Self {
            introspection: introspection(&pool),
            reads: db::ReadPool::connect(pool.clone(), &config.replicas)?,
            pool,
            passwords: Passwords::default(),
            signer: Signer::from_pkcs8_pem(&pem, config.jwt_issuer.clone())?,
            revocations: Revocations::unread(),
            hub: Hub::default(),
            parcel_lookup: ServiceClient::new(config.parcel_lookup_url.as_str())?,
            http,
            aerial: config.site_image_aerial_url.clone().map(AerialSource::new),
            config,
        })
    }

    /// Ends sessions in this replica at once; `session.revoked` tells the others.
    pub fn revoke(&self, sessions: &[SessionId]) {
        self.revocations.revoke(sessions.iter().copied());
        self.hub.end_sessions(sessions);
    }

    /// What the extractors verify with.
    pub fn authenticator(&self) -> Authenticator {
        Authenticator {
            keys: self.signer.key_set(),
            revocations: self.revocations.clone(),
            introspection: self.introspection.clone(),
            origins: Origins::new(
                self.config.public_url.as_str(),
                self.config.cors_allowed_origins.clone(),
            ),
        }
    }
}
