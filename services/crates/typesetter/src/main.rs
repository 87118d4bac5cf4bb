//! Reads a document as JSON from its input and writes a line of JSON and the PDF; else the reason as JSON to its other
//! output, with exit code 1. The crate `typeset` calls it, with the seconds of processor time that it may take.

use std::io::{self, Read as _, Write as _};
use std::process::ExitCode;

use nix::sys::resource::{Resource, setrlimit};
use typeset::{Document, Refusal, Reply};

/// The compiler recurses deeply, above all in a debug build.
const STACK_BYTES: usize = 64 << 20;
/// Of the process with its stack; a dossier of six sites needs an eighth, and each page 0.75 MB.
const MEMORY_BYTES: u64 = 3 << 29;
/// When the caller does not say.
const CPU_SECONDS: u64 = 15;

fn main() -> ExitCode {
    let thread = std::thread::Builder::new().stack_size(STACK_BYTES);
    let ended = thread
        .spawn(run)
        .and_then(|running| running.join().map_err(|_panic| io::Error::other("panic")))
        .and_then(|ended| ended);
    match ended {
        Ok(Ok(())) => ExitCode::SUCCESS,
        Ok(Err(refusal)) => {
            let _ = serde_json::to_writer(io::stderr(), &refusal);
            ExitCode::FAILURE
        }
        Err(fault) => {
            let _ = write!(io::stderr(), "{fault}");
            ExitCode::FAILURE
        }
    }
}

fn run() -> io::Result<Result<(), Refusal>> {
    setrlimit(Resource::RLIMIT_AS, MEMORY_BYTES, MEMORY_BYTES)?;
    let asked = std::env::args().nth(1);
    let seconds = asked.and_then(|seconds| seconds.parse().ok());
    let seconds = seconds.unwrap_or(CPU_SECONDS);
    setrlimit(Resource::RLIMIT_CPU, seconds, seconds)?;
    let mut request = Vec::new();
    io::stdin().read_to_end(&mut request)?;
    let document: Document = serde_json::from_slice(&request)?;
    match typesetter::pdf(document) {
        Ok((pdf, reply)) => write(&pdf, &reply).map(Ok),
        Err(refusal) => Ok(Err(refusal)),
    }
}

fn write(pdf: &[u8], reply: &Reply) -> io::Result<()> {
    let mut out = io::stdout().lock();
    serde_json::to_writer(&mut out, reply)?;
    out.write_all(b"\n")?;
    out.write_all(pdf)?;
    out.flush()
}
