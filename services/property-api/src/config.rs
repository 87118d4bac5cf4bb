//! Settings, as `deploy/env/property-api.env.example` explains them.

use std::path::PathBuf;

use db::{DbConfig, TlsFiles};
use http_kit::ServerConfig;
use mail::MailConfig;
use messaging::AmqpConfig;
use settings::ConfigError;
use settings::{Env, Secret};

use crate::SERVICE;
use crate::mail::quota::Limits;
use crate::routes::API;

/// Largest JSON body, in bytes: a letter of 1 MB with every quote escaped.
const MAX_BODY_BYTES: usize = 4 * 1024 * 1024;

/// Where the bytes of attachments are.
#[derive(Debug, Clone)]
pub enum Storage {
    /// A folder (`STORAGE_DIR`).
    Folder(PathBuf),
    /// An S3 bucket (`STORAGE_S3_BUCKET`).
    Bucket(String),
}

/// Settings of `serve`.
#[derive(Debug, Clone)]
pub struct Config {
    /// How it listens.
    pub server: ServerConfig,
    /// The application role's database.
    pub database: DbConfig,
    /// The broker.
    pub amqp: AmqpConfig,
    /// Where main-api publishes its keys.
    pub jwks_url: String,
    /// Issuer of accepted tokens.
    pub jwt_issuer: String,
    /// The address that browsers use.
    pub public_url: String,
    /// main-api on its own port.
    pub main_api_url: String,
    /// Where attachments are.
    pub storage: Storage,
    /// How mail leaves.
    pub mail: MailConfig,
    /// How much of it a day.
    pub mail_limits: Limits,
    /// Signs the links by which receivers of campaigns leave.
    pub unsubscribe_key: Secret,
}

/// Settings of `mail-worker`.
#[derive(Debug, Clone)]
pub struct WorkerConfig {
    /// The application role's database.
    pub database: DbConfig,
    /// The broker.
    pub amqp: AmqpConfig,
    /// Where attachments are.
    pub storage: Storage,
    /// How mail leaves.
    pub mail: MailConfig,
}

impl WorkerConfig {
    /// Reads the environment; every complaint at once.
    pub fn from_env(mut env: Env) -> Result<Self, ConfigError> {
        let config = Self {
            database: DbConfig::from_env(&mut env, SERVICE),
            amqp: AmqpConfig::from_env(&mut env, SERVICE),
            storage: storage(&mut env),
            mail: outgoing(&mut env),
        };
        env.finish(config)
    }
}

impl Config {
    /// Reads the environment; every complaint at once.
    pub fn from_env(mut env: Env) -> Result<Self, ConfigError> {
        let mut server = ServerConfig::from_env(API, &mut env);
        server.payload_limit = MAX_BODY_BYTES;
        let config = Self {
            server,
            database: DbConfig::from_env(&mut env, SERVICE),
            amqp: AmqpConfig::from_env(&mut env, SERVICE),
            jwks_url: env.required("JWKS_URL"),
            jwt_issuer: env.parsed("JWT_ISSUER", auth::DEFAULT_ISSUER.to_owned()),
            public_url: env.required("PUBLIC_URL"),
            main_api_url: env.required("MAIN_API_URL"),
            storage: storage(&mut env),
            mail: outgoing(&mut env),
            mail_limits: Limits {
                user: env.parsed("MAIL_DAILY_PER_USER", 1_000),
                firm: env.parsed("MAIL_DAILY_PER_FIRM", 5_000),
            },
            unsubscribe_key: env.secret("UNSUBSCRIBE_KEY"),
        };
        env.finish(config)
    }
}

/// The same names and meanings as main-api's, so that one installation sends in one way.
fn outgoing(env: &mut Env) -> MailConfig {
    let smtp_url = env.optional_secret("SMTP_URL");
    let folder = match &smtp_url {
        Some(_) => env.optional("MAIL_DIR").unwrap_or_default(),
        None => env.required("MAIL_DIR"),
    };
    MailConfig {
        smtp_url,
        tls: TlsFiles::from_env("SMTP", |name| env.optional(name)),
        folder: folder.into(),
        from: env
            .optional("MAIL_FROM")
            .unwrap_or_else(|| "Sitewright <no-reply@sitewright.example>".to_owned()),
    }
}

fn storage(env: &mut Env) -> Storage {
    match env.optional("STORAGE_S3_BUCKET") {
        Some(bucket) => Storage::Bucket(bucket),
        None => Storage::Folder(env.required("STORAGE_DIR").into()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_missing_is_said_at_once() {
        let problems = Config::from_env(Env::from_source(|_| None))
            .unwrap_err()
            .problems;
        for name in [
            "BIND_ADDRESS",
            "DATABASE_URL",
            "AMQP_URL",
            "JWKS_URL",
            "MAIN_API_URL",
            "STORAGE_DIR",
            "MAIL_DIR",
            "UNSUBSCRIBE_KEY",
        ] {
            assert!(
                problems.iter().any(|problem| problem.contains(name)),
                "{name}: {problems:?}"
            );
        }
    }
}
