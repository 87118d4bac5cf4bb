//! The program: `serve`, and the commands that operators run.
//!
//! What a command does stands in [`commands`]; here is only the command line.

mod commands;

use std::process::ExitCode;

use clap::Parser;

#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

#[actix_web::main]
async fn main() -> ExitCode {
    http_kit::command::outcome(commands::run(commands::Arguments::parse()).await)
}
