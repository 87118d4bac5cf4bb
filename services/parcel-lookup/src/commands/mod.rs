//! The subcommands that only parcel-lookup has. Errors are `anyhow` only here, in program.rs and in
//! main.rs, because they are only printed.

mod check_layers;
mod check_provider;
mod export;

pub use check_layers::check_layers;
pub use check_provider::check_provider;
pub use export::{ExportArguments, export};
