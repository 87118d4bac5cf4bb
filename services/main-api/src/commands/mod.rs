//! The subcommands that only main-api has. Errors are `anyhow` only here, in program.rs and in
//! main.rs, because they are only printed.

pub mod create_admin;
pub mod geography;
pub mod seed;

use std::io::Write as _;

use db::DbConfig;
use settings::Env;

use crate::SERVICE;

/// The settings of all these subcommands.
pub(crate) fn read_settings(env: &mut Env) {
    DbConfig::owner_from_env(env, SERVICE);
    create_admin::password(env);
}

/// The database as the role that owns the schema.
fn owner_pool() -> anyhow::Result<db::Pool> {
    let database = settings::from_process(|env| DbConfig::owner_from_env(env, SERVICE))?;
    Ok(db::connect(&database)?)
}

/// Prints one line to standard output; logs go to standard error.
fn say(line: &str) -> std::io::Result<()> {
    writeln!(std::io::stdout().lock(), "{line}")
}
