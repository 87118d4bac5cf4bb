//! Readers of PDF files that share no code with the product: pyHanko, pikepdf and pdfplumber, by
//! the Python of `PDF_READERS_PYTHON`, which `make test` sets up (`deploy/local/pdf-readers.in`).

use std::path::Path;
use std::process::Command;

use serde_json::Value;

/// Set to the interpreter that has the readers' packages.
const PYTHON: &str = "PDF_READERS_PYTHON";

/// What pyHanko says of each signature when it trusts this certificate only: `intact`, `valid`,
/// `trusted`, `coverage`, `modified`, `digest`, `sub_filter`, `at`.
///
/// # Panics
/// Without the readers, or when pyHanko cannot read the file.
#[must_use]
pub fn pdf_signatures(pdf: &[u8], certificate_pem: &str) -> Value {
    let script = include_str!("pdf_readers/verify_signature.py");
    let files = [
        ("a.pdf", pdf),
        ("certificate.pem", certificate_pem.as_bytes()),
    ];
    json_of(script, &files)
}

/// The tags of a file in reading order, as pikepdf and pdfplumber read them: `marked`, `language`,
/// `shows_title`, `title`, `pdfua_part`, `text`, `elements` (`role`, `text`, `alt`), the `untagged` text
/// that is no artifact, and the pages' text as it is `printed`.
///
/// # Panics
/// Without the readers, or when they cannot read the file.
#[must_use]
pub fn pdf_tags(pdf: &[u8]) -> Value {
    json_of(include_str!("pdf_readers/read_tags.py"), &[("a.pdf", pdf)])
}

fn json_of(script: &str, files: &[(&str, &[u8])]) -> Value {
    let folder = tempfile::tempdir().expect("a folder");
    let output = python()
        .args(["-c", script])
        .args(files.iter().map(|(name, bytes)| {
            std::fs::write(folder.path().join(name), bytes).expect("a file");
            Path::new(name)
        }))
        .current_dir(folder.path())
        .output()
        .expect("an interpreter");
    let said = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{said}");
    serde_json::from_slice(&output.stdout).expect("JSON")
}

fn python() -> Command {
    let python = std::env::var_os(PYTHON);
    Command::new(
        python.unwrap_or_else(|| panic!("{PYTHON} is not set; `make test` installs the readers")),
    )
}
