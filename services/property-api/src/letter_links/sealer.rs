//! The installation's key, which seals signed letters.

use std::fs::read_to_string;
use std::path::Path;

use anyhow::Context as _;
use pdf_seal::Sealer;

use crate::config::SigningFiles;

/// Reads the key and its certificate; says so in the log when the certificate ends soon.
pub fn open(files: &SigningFiles) -> anyhow::Result<Sealer> {
    let read = |path: &Path| {
        let failed = || format!("{} cannot be read", path.display());
        read_to_string(path).with_context(failed)
    };
    let (key, certificate) = (read(&files.key)?, read(&files.certificate)?);
    let sealer = Sealer::from_pem(&key, &certificate)
        .with_context(|| format!("{} cannot seal letters", files.key.display()))?;
    let days = (sealer.not_after() - chrono::Utc::now()).num_days();
    let (until, fingerprint) = (sealer.not_after(), sealer.fingerprint());
    if days <= WARN_DAYS {
        tracing::warn!(%until, %fingerprint, days, "the certificate of signed letters ends soon");
    } else {
        tracing::info!(%until, %fingerprint, "signed letters are sealed");
    }
    Ok(sealer)
}

const WARN_DAYS: i64 = 60;
