//! `make-signing-key`: a key that seals signed letters, for installations without a certificate from
//! an authority.

use std::fs::OpenOptions;
use std::io::Write as _;
use std::os::unix::fs::OpenOptionsExt as _;
use std::path::Path;

use anyhow::{Context as _, bail};
use chrono::{Days, Months, Utc};
use pdf_seal::Sealer;

use crate::config::SigningFiles;

/// Prints the fingerprint of the new certificate.
pub fn run(name: &str, years: u32) -> anyhow::Result<()> {
    let Some(files) = settings::from_process(SigningFiles::from_env)? else {
        bail!("SIGNING_KEY_FILE and SIGNING_CERTIFICATE_FILE are not set");
    };
    let fingerprint = make(&files, name, years)?;
    writeln!(std::io::stdout().lock(), "{fingerprint}")?;
    Ok(())
}

/// Writes key and certificate, readable for their owner only. Existing files are not replaced:
/// letters that were sealed are checked with their certificate.
fn make(files: &SigningFiles, name: &str, years: u32) -> anyhow::Result<String> {
    // Clocks of readers may be a little behind.
    let from = Utc::now() - Days::new(1);
    let until = from + Months::new(12 * years);
    let made = pdf_seal::self_signed(name, from, until)?;
    let sealer = Sealer::from_pem(&made.key_pem, &made.certificate_pem)?;
    for file in [&files.key, &files.certificate] {
        if file.exists() {
            bail!("{} exists", file.display());
        }
    }
    write(&files.key, &made.key_pem)?;
    write(&files.certificate, &made.certificate_pem)?;
    Ok(sealer.fingerprint())
}

fn write(path: &Path, text: &str) -> anyhow::Result<()> {
    let failed = || format!("{} cannot be written", path.display());
    let mut options = OpenOptions::new();
    let options = options.write(true).create_new(true).mode(0o400);
    let mut file = options.open(path).with_context(failed)?;
    file.write_all(text.as_bytes()).with_context(failed)?;
    file.sync_all().with_context(failed)
}

#[cfg(test)]
mod tests {
    use std::os::unix::fs::PermissionsExt as _;

    use super::*;
    use crate::letter_links::sealer;

    #[test]
    fn a_key_is_made_once_and_seals() {
        let folder = tempfile::tempdir().unwrap();
        let files = SigningFiles {
            key: folder.path().join("key.pem"),
            certificate: folder.path().join("certificate.pem"),
        };
        sealer::open(&files).unwrap_err();
        let fingerprint = make(&files, "Sitewright at Oak Partners", 2).unwrap();
        assert_eq!(sealer::open(&files).unwrap().fingerprint(), fingerprint);
        for file in [&files.key, &files.certificate] {
            let mode = file.metadata().unwrap().permissions().mode();
            assert_eq!(mode & 0o777, 0o400);
        }
        let again = make(&files, "Another", 2).unwrap_err();
        assert!(again.to_string().ends_with("key.pem exists"), "{again}");
    }
}
