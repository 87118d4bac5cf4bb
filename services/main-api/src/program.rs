//! The service's implementation of [`service::Program`].

use actix_web::web::Data;
use http_kit::ServerConfig;
use service::Program;
use settings::Env;
use utoipa::openapi::OpenApi;

use crate::config::Config;
use crate::state::AppState;
use crate::{ALL_MIGRATIONS, API, SERVICE, app, commands, routes};

pub struct MainApi;

impl Program for MainApi {
    const NAME: &'static str = SERVICE;
    const MIGRATIONS: &'static [db::EmbeddedMigrations] = ALL_MIGRATIONS;
    const PROCESSES: &'static [&'static str] = &["serve"];
    const HAS_JOBS: bool = true;

    fn document() -> OpenApi {
        routes::document()
    }

    fn read_settings(env: &mut Env) {
        ServerConfig::from_env(API, env);
        Config::from_env(env);
        commands::read_settings(env);
    }

    async fn serve() -> anyhow::Result<()> {
        let (server, config) = settings::from_process(|env| {
            (ServerConfig::from_env(API, env), Config::from_env(env))
        })?;
        let state = Data::new(AppState::new(config).await?);
        let service = app::service(server, &state)?;
        service.run(state, routes::register).await?;
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_setting_is_documented() {
        let example = include_str!("../../../deploy/env/main-api.env.example");
        assert_eq!(service::undocumented::<MainApi>(example), [""; 0]);
    }
}
