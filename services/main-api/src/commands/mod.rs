//! The subcommands of the program. Only here, and in main.rs, errors are `anyhow`: they end in a
//! terminal.

pub mod create_admin;
pub mod geography;
pub mod import_markets;
pub mod migrate;
pub mod openapi;
pub mod parked;
pub mod seed;
pub mod serve;

use std::io::Write as _;

/// One line for the person at the terminal. Logs go elsewhere.
fn say(line: &str) -> std::io::Result<()> {
    writeln!(std::io::stdout().lock(), "{line}")
}
