//! The subcommands that only this program has. Only here, in program.rs and in main.rs, errors are
//! `anyhow`: they end in a terminal.

mod check_layers;
mod check_provider;
mod tool;

pub use check_layers::check_layers;
pub use check_provider::check_provider;
pub use tool::run_tool;
