//! Subcommands that are programs of their own, so that readers of parcel files and the sample city are
//! not linked into the process that answers requests.

use std::ffi::OsString;
use std::os::unix::process::CommandExt as _;
use std::process::Command;

use anyhow::Context as _;

/// Replaces this process by the program of this name in the same folder.
pub fn run_tool(name: &str, arguments: &[OsString]) -> anyhow::Result<()> {
    let program = std::env::current_exe()?.with_file_name(name);
    let error = Command::new(&program).args(arguments).exec();
    Err(error).with_context(|| format!("{} cannot be run", program.display()))
}
