//! `migrate`: brings the schema up to date, as the owner of the database.

use settings::Env;

use crate::config::OwnerConfig;

/// Runs pending migrations; safe to run concurrently.
pub async fn run() -> anyhow::Result<()> {
    let config = OwnerConfig::read(Env::process())?;
    let ran = db::migrate(&config.database, crate::ALL_MIGRATIONS).await?;
    tracing::info!(migrations = ran.len(), "the schema is up to date");
    Ok(())
}
