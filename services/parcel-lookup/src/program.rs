//! The service's implementation of [`service::Program`].

use actix_web::web::Data;
use http_kit::ServerConfig;
use service::{Access, Program};
use settings::Env;
use utoipa::openapi::OpenApi;

use crate::config::{Config, WorkerCommandConfig};
use crate::state::AppState;
use crate::{ALL_MIGRATIONS, API, SERVICE, app, routes};

pub struct ParcelLookup;

impl Program for ParcelLookup {
    const NAME: &'static str = SERVICE;
    const MIGRATIONS: &'static [db::EmbeddedMigrations] = ALL_MIGRATIONS;
    const PROCESSES: &'static [&'static str] = &["serve", "worker"];

    fn document() -> OpenApi {
        http_kit::openapi::document(API, routes::register)
    }

    fn read_settings(env: &mut Env) {
        ServerConfig::from_env(API, env);
        Config::from_env(env);
        ServerConfig::for_worker(API, WORKER_ADDRESS, env);
        WorkerCommandConfig::from_env(env);
        db::DbConfig::owner_from_env(env, SERVICE);
    }

    async fn serve() -> anyhow::Result<()> {
        let (server, config) = settings::from_process(|env| {
            (ServerConfig::from_env(API, env), Config::from_env(env))
        })?;
        config.warn_without_contact();
        let access = Access::by_main_api(&config.access, &server.cors_allowed_origins)?;
        let state = Data::new(AppState::new(&config)?);
        let service = app::service(server, &state, access, &config.amqp);
        service.run(state, routes::register).await?;
        Ok(())
    }
}

/// Address where a growth worker answers health and metrics.
const WORKER_ADDRESS: &str = "GROWTH_WORKER_BIND_ADDRESS";

/// `worker`: computes batches of growth runs until SIGTERM or SIGINT.
pub async fn worker() -> anyhow::Result<()> {
    let (server, config) = settings::from_process(|env| {
        (
            ServerConfig::for_worker(API, WORKER_ADDRESS, env),
            WorkerCommandConfig::from_env(env),
        )
    })?;
    let pool = db::connect(&config.database)?;
    app::growth_worker(server, &pool, &config.amqp, &config.worker)
        .run_worker()
        .await?;
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_setting_is_documented() {
        let example = include_str!("../../../deploy/env/parcel-lookup.env.example");
        assert_eq!(service::undocumented::<ParcelLookup>(example), [""; 0]);
    }
}
