//! How a program of ours ends.

use std::fmt::Display;
use std::io::Write as _;
use std::process::ExitCode;

/// Success; or failure, with the error and its causes as one sentence on standard error. An operator
/// has no use for a backtrace of what is mostly a wrong setting.
pub fn outcome<E: Display>(result: Result<(), E>) -> ExitCode {
    let Err(error) = result else {
        return ExitCode::SUCCESS;
    };
    // The alternate form is the one that anyhow writes with the causes. Nobody can be told where
    // standard error is closed.
    let _ = writeln!(std::io::stderr(), "error: {error:#}");
    ExitCode::FAILURE
}
