//! `migrate`: brings the schema up to date as its owner.

use settings::Env;

use crate::config::OwnerConfig;

/// Runs what has not run yet; several at once are safe.
pub async fn run() -> anyhow::Result<()> {
    let config = OwnerConfig::read(Env::process())?;
    let ran = db::migrate(&config.database, crate::ALL_MIGRATIONS).await?;
    tracing::info!(migrations = ran.len(), "the schema is up to date");
    Ok(())
}
