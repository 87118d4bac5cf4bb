//! The program's subcommands. `anyhow` is used only here and in main.rs, where errors end in a
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

/// Prints one line to standard output; logs go to standard error.
fn say(line: &str) -> std::io::Result<()> {
    writeln!(std::io::stdout().lock(), "{line}")
}
