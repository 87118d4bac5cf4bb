//! Programs that share no code with the crate.

use std::fs;
use std::path::Path;
use std::process::{Command, Output};

use tempfile::TempDir;

/// Runs a program in a folder; its output, or what it said when it failed.
pub fn run(folder: &Path, program: &str, arguments: &[&str]) -> Result<String, String> {
    let output = output(folder, program, arguments);
    let said = String::from_utf8_lossy(&output.stdout).into_owned();
    if output.status.success() {
        return Ok(said);
    }
    Err(format!("{said}{}", String::from_utf8_lossy(&output.stderr)))
}

fn output(folder: &Path, program: &str, arguments: &[&str]) -> Output {
    let mut command = Command::new(program);
    // pdfsig would read certificates of a browser there.
    command.env("HOME", folder);
    command.args(arguments).current_dir(folder);
    command.output().unwrap()
}

/// The file in a folder of its own, as `a.pdf`.
pub fn folder_with(pdf: &[u8]) -> TempDir {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("a.pdf"), pdf).unwrap();
    folder
}

/// What a program says about a file, with its warnings: those of a repaired file would be others.
pub fn said_of(pdf: &[u8], program: &str, arguments: &[&str]) -> String {
    let folder = folder_with(pdf);
    let output = output(folder.path(), program, arguments);
    assert!(output.status.success(), "{output:?}");
    let said = [output.stdout, output.stderr].concat();
    String::from_utf8_lossy(&said).into_owned()
}

/// Four numbers and the signature's bytes, found as text.
pub fn range_and_contents(pdf: &[u8]) -> Result<([usize; 4], Vec<u8>), String> {
    let after = |word: &[u8]| {
        let at = pdf.windows(word.len()).rposition(|other| other == word);
        at.map(|at| &pdf[at + word.len()..])
            .ok_or_else(|| "no signature".to_owned())
    };
    let until = |bytes: &[u8], end: u8| {
        let text = bytes.split(|byte| *byte == end).next().unwrap_or_default();
        String::from_utf8_lossy(text).into_owned()
    };
    let numbers = until(after(b"/ByteRange[")?, b']');
    let numbers: Vec<usize> = numbers
        .split_whitespace()
        .filter_map(|number| number.parse().ok())
        .collect();
    let range = numbers
        .try_into()
        .map_err(|_other_count| "no range".to_owned())?;
    let digits = until(after(b"/Contents<")?, b'>');
    let pairs = digits.as_bytes().chunks(2).map(|pair| {
        let pair = std::str::from_utf8(pair).map_err(|fault| fault.to_string())?;
        u8::from_str_radix(pair, 16).map_err(|fault| fault.to_string())
    });
    Ok((range, pairs.collect::<Result<_, _>>()?))
}

/// What the range covers.
pub fn covered(pdf: &[u8], [start, length, second, rest]: [usize; 4]) -> Result<Vec<u8>, String> {
    let part = |start: usize, length: usize| {
        let end = start.checked_add(length);
        end.and_then(|end| pdf.get(start..end))
            .ok_or_else(|| "the range leaves the file".to_owned())
    };
    Ok([part(start, length)?, part(second, rest)?].concat())
}

/// `openssl cms -verify` of what the range covers, with the certificate's hash among the signed attributes.
pub fn openssl(pdf: &[u8], trusted_pem: &str) -> Result<(), String> {
    openssl_with(pdf, trusted_pem, &[])
}

pub fn openssl_with(pdf: &[u8], trusted_pem: &str, more: &[&str]) -> Result<(), String> {
    let (range, signature) = range_and_contents(pdf)?;
    let folder = tempfile::tempdir().unwrap();
    let write = |name: &str, bytes: &[u8]| fs::write(folder.path().join(name), bytes).unwrap();
    write("content", &covered(pdf, range)?);
    write("signature", &signature);
    write("trusted.pem", trusted_pem.as_bytes());
    let mut arguments = "cms -verify -binary -cades -inform DER -in signature -content content -CAfile trusted.pem \
                         -no-CApath -no-CAstore -out verified"
        .split_whitespace()
        .collect::<Vec<_>>();
    arguments.extend(more);
    run(folder.path(), "openssl", &arguments)?;
    let verified = fs::read(folder.path().join("verified")).unwrap();
    assert_eq!(verified, covered(pdf, range)?);
    Ok(())
}

/// poppler's pdfsig, without trust in any certificate.
pub fn pdfsig(pdf: &[u8]) -> String {
    let folder = folder_with(pdf);
    run(folder.path(), "pdfsig", &["-nocert", "a.pdf"]).unwrap_or_else(|said| said)
}

/// A new key and certificate by openssl, with these arguments of `openssl req`.
pub fn made_by_openssl(arguments: &str) -> (String, String) {
    let folder = tempfile::tempdir().unwrap();
    let arguments = format!(
        "req -x509 -nodes -subj /CN=Oak -days 30 -keyout key.pem -out certificate.pem {arguments}"
    );
    let arguments: Vec<&str> = arguments.split_whitespace().collect();
    run(folder.path(), "openssl", &arguments).unwrap();
    let read = |name| fs::read_to_string(folder.path().join(name)).unwrap();
    (read("key.pem"), read("certificate.pem"))
}
