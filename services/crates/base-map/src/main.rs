//! `parcel-lookup base-map FOLDER`: writes the base map that is built without any download. A separate
//! program, so that its data is not part of the process that answers requests.

use std::path::PathBuf;
use std::process::ExitCode;

use anyhow::Context as _;

#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

fn main() -> ExitCode {
    match run() {
        Ok(()) => ExitCode::SUCCESS,
        Err(fault) => {
            eprintln!("base-map: {fault:#}");
            ExitCode::FAILURE
        }
    }
}

fn run() -> anyhow::Result<()> {
    let folder: PathBuf = std::env::args_os()
        .nth(1)
        .context("usage: parcel-lookup base-map FOLDER")?
        .into();
    base_map::write(&folder)
}
