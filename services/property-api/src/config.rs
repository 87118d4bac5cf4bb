//! Settings; the variables are documented in `deploy/env/property-api.env.example`.

use std::path::PathBuf;
use std::time::Duration;

use db::{DbConfig, TlsFiles};
use mail::MailConfig;
use messaging::AmqpConfig;
use service::AccessConfig;
use settings::{Env, Secret};

use crate::SERVICE;
use crate::mail::quota::Limits;

/// Where attachments are stored.
#[derive(Debug, Clone)]
pub enum Storage {
    /// A folder (`STORAGE_DIR`).
    Folder(PathBuf),
    /// An S3 bucket (`STORAGE_S3_BUCKET`).
    Bucket(String),
}

/// Files of the key that seals signed letters.
#[derive(Debug, Clone)]
pub struct SigningFiles {
    /// Private key, PEM (`SIGNING_KEY_FILE`).
    pub key: PathBuf,
    /// Certificate, with its chain, PEM (`SIGNING_CERTIFICATE_FILE`).
    pub certificate: PathBuf,
}

/// Configuration of `serve`.
#[derive(Debug, Clone)]
pub struct Config {
    /// Database as the application role.
    pub database: DbConfig,
    pub amqp: AmqpConfig,
    pub access: AccessConfig,
    /// Base URL of main-api, without the proxy.
    pub main_api_url: String,
    pub storage: Storage,
    /// Outgoing mail.
    pub mail: MailConfig,
    /// Daily limits of mail.
    pub mail_limits: Limits,
    /// How long what a person sends is held before it leaves.
    pub mail_hold: Duration,
    /// After this a job of a killed process runs again.
    pub job_lease: Duration,
    /// Key that signs unsubscribe links.
    pub unsubscribe_key: Secret,
    /// None: letters cannot be signed by links.
    pub signing: Option<SigningFiles>,
    /// Days that copies of Regrid's facts may be kept.
    pub regrid_copies_keep_days: Option<u16>,
}

/// Configuration of `mail-worker`.
#[derive(Debug, Clone)]
pub struct WorkerConfig {
    /// Database as the application role.
    pub database: DbConfig,
    pub storage: Storage,
    /// Outgoing mail.
    pub mail: MailConfig,
    /// After this a job of a killed process runs again.
    pub job_lease: Duration,
}

impl WorkerConfig {
    pub fn from_env(env: &mut Env) -> Self {
        Self {
            database: DbConfig::from_env(env, SERVICE),
            storage: storage(env),
            mail: outgoing(env),
            job_lease: job_lease(env),
        }
    }
}

impl SigningFiles {
    pub fn from_env(env: &mut Env) -> Option<Self> {
        let key = env.optional("SIGNING_KEY_FILE");
        match (key, env.optional("SIGNING_CERTIFICATE_FILE")) {
            (Some(key), Some(certificate)) => Some(Self {
                key: key.into(),
                certificate: certificate.into(),
            }),
            (None, None) => None,
            _ => {
                env.problem("SIGNING_KEY_FILE and SIGNING_CERTIFICATE_FILE are set together");
                None
            }
        }
    }
}

impl Config {
    pub fn from_env(env: &mut Env) -> Self {
        Self {
            database: DbConfig::from_env(env, SERVICE),
            amqp: AmqpConfig::from_env(env, SERVICE),
            access: AccessConfig::from_env(env),
            main_api_url: env.required("MAIN_API_URL"),
            storage: storage(env),
            mail: outgoing(env),
            mail_limits: Limits {
                user: env.parsed("MAIL_DAILY_PER_USER", 1_000),
                firm: env.parsed("MAIL_DAILY_PER_FIRM", 5_000),
            },
            mail_hold: Duration::from_secs(env.parsed::<u32>("MAIL_HOLD_SECONDS", 10).into()),
            job_lease: job_lease(env),
            unsubscribe_key: env.secret("UNSUBSCRIBE_KEY"),
            signing: SigningFiles::from_env(env),
            regrid_copies_keep_days: db::copies::regrid_keep_days(env),
        }
    }
}

/// The same names and meanings as in main-api, so that both send in the same way.
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

/// Renewed four times in its length: a shorter one would be lost on a busy machine.
fn job_lease(env: &mut Env) -> Duration {
    let seconds = env.parsed::<u32>("JOB_LEASE_SECONDS", 60);
    if seconds < 10 {
        env.problem("JOB_LEASE_SECONDS is at least 10");
    }
    Duration::from_secs(seconds.into())
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
        let mut env = Env::unset();
        let config = Config::from_env(&mut env);
        let problems = env.finish(config).unwrap_err().problems;
        for name in [
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

    #[test]
    fn a_lease_is_long_enough_to_be_renewed() {
        for (seconds, taken) in [("9", false), ("10", true)] {
            let mut env = Env::from_source(move |name| {
                (name == "JOB_LEASE_SECONDS").then(|| seconds.to_owned())
            });
            let lease = job_lease(&mut env);
            assert_eq!(env.finish(lease).is_ok(), taken, "{seconds}");
        }
    }
}
