//! The service's implementation of [`service::Program`].

use ::mail::Mailer;
use actix_web::web::Data;
use http_kit::ServerConfig;
use service::{Access, Program, Service};
use settings::Env;
use typeset::Typesetter;
use utoipa::openapi::OpenApi;

use crate::attachments::FileStore;
use crate::campaigns::progress::Progress;
use crate::config::{Config, WorkerConfig};
use crate::letter_links::mailing::CarriedLetters;
use crate::letter_register::delivery::Outcomes;
use crate::mail::delivery::MailSender;
use crate::state::AppState;
use crate::{ALL_MIGRATIONS, API, SERVICE, app, routes};

pub struct PropertyApi;

impl Program for PropertyApi {
    const NAME: &'static str = SERVICE;
    const MIGRATIONS: &'static [db::EmbeddedMigrations] = ALL_MIGRATIONS;
    const PROCESSES: &'static [&'static str] = &["serve", "mail-worker"];
    const HAS_JOBS: bool = true;

    fn document() -> OpenApi {
        http_kit::openapi::document(API, routes::register)
    }

    fn read_settings(env: &mut Env) {
        ServerConfig::from_env(API, env);
        Config::from_env(env);
        ServerConfig::for_worker(API, MAIL_WORKER_ADDRESS, env);
        WorkerConfig::from_env(env);
        db::DbConfig::owner_from_env(env, SERVICE);
    }

    async fn serve() -> anyhow::Result<()> {
        let (server, config) = settings::from_process(|env| {
            (ServerConfig::from_env(API, env), Config::from_env(env))
        })?;
        let access = Access::by_main_api(&config.access, &server.cors_allowed_origins)?;
        let state = Data::new(AppState::new(&config, Typesetter::beside_this_program()?)?);
        let service = app::service(server, &state, access, &config.amqp);
        service.run(state, routes::register).await?;
        Ok(())
    }
}

/// Address where a mail worker answers health and metrics.
const MAIL_WORKER_ADDRESS: &str = "MAIL_WORKER_BIND_ADDRESS";

/// `mail-worker`: sends queued mail to the mail server until SIGTERM or SIGINT.
pub async fn mail_worker() -> anyhow::Result<()> {
    let (server, config) = settings::from_process(|env| {
        (
            ServerConfig::for_worker(API, MAIL_WORKER_ADDRESS, env),
            WorkerConfig::from_env(env),
        )
    })?;
    let pool = db::connect(&config.database)?;
    let sender = MailSender {
        publisher: Box::new(Outcomes {
            progress: Progress::new(pool.clone()),
        }),
        carried: Box::new(CarriedLetters { pool: pool.clone() }),
        pool: pool.clone(),
        files: FileStore::open(&config.storage)?,
        mailer: Mailer::new(&config.mail)?,
    };
    let mut service = Service::new(server);
    service.check_database(&pool);
    service.jobs(sender.runner().lease(config.job_lease));
    tracing::info!(mail.mode = config.mail.mode(), "mail worker started");
    service.run_worker().await?;
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_setting_is_documented() {
        let example = include_str!("../../../deploy/env/property-api.env.example");
        assert_eq!(service::undocumented::<PropertyApi>(example), [""; 0]);
    }
}
