//! The subcommands that only this program has. Only here, in program.rs and in main.rs, errors are
//! `anyhow`: they end in a terminal.

pub mod create_admin;
pub mod geography;
pub mod import_markets;
pub mod seed;

use std::io::Write as _;

use db::DbConfig;
use settings::Env;

use crate::SERVICE;

/// The settings of all of them.
pub(crate) fn read_settings(env: &mut Env) {
    DbConfig::owner_from_env(env, SERVICE);
    create_admin::password(env);
}

/// The database as the role that owns the schema.
fn owner_pool() -> anyhow::Result<db::Pool> {
    let database = settings::from_process(|env| DbConfig::owner_from_env(env, SERVICE))?;
    Ok(db::connect(&database)?)
}

/// One line for the person at the terminal. Logs go elsewhere.
fn say(line: &str) -> std::io::Result<()> {
    writeln!(std::io::stdout().lock(), "{line}")
}
