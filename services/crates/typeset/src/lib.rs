//! Documents as tagged PDF: a template of ours, data as JSON and named images go to the program `typesetter`, and the
//! file comes back.
//!
//! A program of its own, because a compilation cannot be interrupted and has no limit of memory: here it is ended after
//! [`LONGEST`] or [`LONGEST_OF_MANY`], and its failure is not ours. It also keeps the compiler's crates out of the services. Each document has a
//! new process with an empty environment; no more than a few run at once. What a template may do is in the crate
//! `typesetter`.

mod request;

use std::path::{Path, PathBuf};
use std::process::Stdio;
use std::sync::Arc;
use std::time::Duration;

use tokio::io::AsyncWriteExt as _;
use tokio::process::Command;
use tokio::sync::Semaphore;

pub use request::{Document, MAX_DATA_BYTES, MAX_IMAGE_BYTES, Refusal, Reply};

/// Name of the program.
pub const PROGRAM: &str = "typesetter";
/// A document takes a second, six times as long in a debug build.
pub const LONGEST: Duration = Duration::from_secs(20);
/// One of hundreds of pages takes ten seconds, six times as long in a debug build.
pub const LONGEST_OF_MANY: Duration = Duration::from_secs(150);
/// Family of the text; others are for scripts that it lacks.
pub const TEXT_FONT: &str = "Inter";
/// Documents of a process at once.
const AT_ONCE: usize = 2;

/// Typesets documents. Cheap to clone.
#[derive(Debug, Clone)]
pub struct Typesetter {
    program: PathBuf,
    places: Arc<Semaphore>,
    place_of_many: Arc<Semaphore>,
}

/// A finished document.
#[derive(Debug)]
pub struct Typeset {
    /// The file.
    pub pdf: Vec<u8>,
    /// What was made.
    pub reply: Reply,
}

/// Why there is no document.
#[derive(Debug, thiserror::Error)]
pub enum TypesetError {
    /// The program is not where it should be, or ended unexpectedly.
    #[error("the program {PROGRAM} cannot be run")]
    Program(#[from] std::io::Error),
    /// It took too long and was ended.
    #[error("the document is not finished after {} seconds", .0.as_secs())]
    TooSlow(Duration),
    /// The template is wrong or does not fit the data, or a limit was exceeded.
    #[error("the document was refused: {0:?}")]
    Refused(Refusal),
    /// The program said something else.
    #[error("the program {PROGRAM} failed: {0}")]
    Failed(String),
}

impl Typesetter {
    /// With the program at this path.
    pub fn at(program: PathBuf) -> Self {
        Self {
            program,
            places: Arc::new(Semaphore::new(AT_ONCE)),
            place_of_many: Arc::new(Semaphore::new(1)),
        }
    }

    /// With the program in the folder of the running one.
    ///
    /// # Errors
    /// When the path of the running program is unknown.
    pub fn beside_this_program() -> std::io::Result<Self> {
        let own = std::env::current_exe()?;
        let folder = own.parent().unwrap_or(Path::new("."));
        Ok(Self::at(folder.join(PROGRAM)))
    }

    /// Typesets a document as PDF 1.7 with the tags of PDF/UA-1. The same document gives the same bytes.
    ///
    /// # Errors
    /// When the document is refused, or the program cannot be run.
    pub async fn pdf(&self, document: &Document) -> Result<Typeset, TypesetError> {
        self.within(LONGEST, &self.places, document).await
    }

    /// As [`Self::pdf`], for a document of hundreds of pages: it may take longer, and there is one at a time, which no
    /// other document waits for.
    ///
    /// # Errors
    /// When the document is refused, or the program cannot be run.
    pub async fn pdf_of_many(&self, document: &Document) -> Result<Typeset, TypesetError> {
        let place = &self.place_of_many;
        self.within(LONGEST_OF_MANY, place, document).await
    }

    async fn within(
        &self,
        longest: Duration,
        places: &Semaphore,
        document: &Document,
    ) -> Result<Typeset, TypesetError> {
        let request = serde_json::to_vec(document).map_err(std::io::Error::from)?;
        // It is never closed.
        let _place = places.acquire().await.ok();
        tokio::time::timeout(longest, self.run(longest, request))
            .await
            .map_err(|_elapsed| TypesetError::TooSlow(longest))?
    }

    async fn run(&self, longest: Duration, request: Vec<u8>) -> Result<Typeset, TypesetError> {
        // Of the processor: the program ends by itself, whatever becomes of this one.
        let seconds = (longest * 3 / 4).as_secs();
        let mut running = Command::new(&self.program)
            .arg(seconds.to_string())
            .env_clear()
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .kill_on_drop(true)
            .spawn()?;
        let stdin = running.stdin.take();
        let write = async {
            if let Some(mut stdin) = stdin {
                // A program that has ended says why on its other pipes.
                let _ = stdin.write_all(&request).await;
            }
        };
        let ((), output) = tokio::join!(write, running.wait_with_output());
        let output = output?;
        if !output.status.success() {
            return Err(serde_json::from_slice(&output.stderr).map_or_else(
                |_unreadable| {
                    let said = String::from_utf8_lossy(&output.stderr);
                    TypesetError::Failed(format!("{}: {said}", output.status))
                },
                TypesetError::Refused,
            ));
        }
        // A line of JSON, then the file.
        let end = output.stdout.iter().position(|byte| *byte == b'\n');
        let (head, pdf) = output.stdout.split_at(end.unwrap_or_default());
        let reply = serde_json::from_slice(head)
            .map_err(|fault| TypesetError::Failed(fault.to_string()))?;
        Ok(Typeset {
            reply,
            pdf: pdf[1..].to_vec(),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn a_missing_or_other_program_is_an_error() {
        let document = Document::new("text", serde_json::json!({}), "test", chrono::Utc::now());
        let missing = Typesetter::at("/nowhere/typesetter".into());
        let refused = missing.pdf(&document).await;
        assert!(
            matches!(refused, Err(TypesetError::Program(_))),
            "{refused:?}"
        );
        let other = Typesetter::at("/bin/false".into());
        let refused = other.pdf(&document).await;
        assert!(
            matches!(refused, Err(TypesetError::Failed(_))),
            "{refused:?}"
        );
        let silent = Typesetter::at("/bin/true".into());
        let refused = silent.pdf(&document).await;
        assert!(
            matches!(refused, Err(TypesetError::Failed(_))),
            "{refused:?}"
        );
    }
}
