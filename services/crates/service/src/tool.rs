//! Subcommands that are separate programs, so that imports and the sample city are not linked into
//! the server process.

use std::ffi::OsString;
use std::os::unix::process::CommandExt as _;
use std::process::Command;

use anyhow::Context as _;

/// Replaces this process by the program with this name in the same folder.
pub fn run_tool(name: &str, arguments: &[OsString]) -> anyhow::Result<()> {
    let program = std::env::current_exe()?.with_file_name(name);
    let error = Command::new(&program).args(arguments).exec();
    Err(error).with_context(|| format!("{} cannot be run", program.display()))
}
