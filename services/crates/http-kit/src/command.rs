//! Exit of our programs.

use std::fmt::Display;
use std::io::Write as _;
use std::process::ExitCode;

/// Success; or failure, with the error and its causes as one line on standard error. A backtrace
/// would not help an operator, because most errors are wrong settings.
pub fn outcome<E: Display>(result: Result<(), E>) -> ExitCode {
    let Err(error) = result else {
        return ExitCode::SUCCESS;
    };
    // The alternate form prints anyhow's causes. If standard error is closed, nothing can be
    // reported.
    let _ = writeln!(std::io::stderr(), "error: {error:#}");
    ExitCode::FAILURE
}
