//! The program: `serve`, and the commands that operators run.
//!
//! What a command does stands in [`commands`]; here is only the command line.

mod commands;

use clap::Parser;

#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

#[actix_web::main]
async fn main() -> anyhow::Result<()> {
    commands::run(commands::Arguments::parse()).await
}
