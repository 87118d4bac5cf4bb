//! `serve`: runs until SIGTERM or SIGINT, then drains open requests.

use actix_web::web::Data;
use http_kit::{ServerConfig, server};
use settings::Env;

use crate::app::{self, AppState, Workers};
use crate::config::Config;
use crate::routes::API;

pub async fn run() -> anyhow::Result<()> {
    let mut env = Env::process();
    let http = ServerConfig::from_env(API, &mut env);
    let config = Config::read(env)?;
    let state = Data::new(AppState::new(config).await?);
    let (workers, readiness) = Workers::start(&state)?;
    let http = ServerConfig { readiness, ..http };
    app::close_streams_on(http.shutdown.clone(), &state);
    server::run(http, app::routes(&state)).await?;
    workers.shutdown().await;
    tracing::info!("main-api has stopped");
    Ok(())
}
