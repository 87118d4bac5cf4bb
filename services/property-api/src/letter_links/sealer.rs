//! The installation's key, which seals signed letters.

use std::fs::read_to_string;
use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

use anyhow::Context as _;
use chrono::{DateTime, TimeDelta, Utc};
use http_kit::Shutdown;
use pdf_seal::Sealer;

use crate::config::SigningFiles;

const WARN: TimeDelta = TimeDelta::days(60);
/// Interval between looks at the certificate.
const PAUSE: Duration = Duration::from_hours(24);

/// Reads the key and its certificate.
pub fn open(files: &SigningFiles) -> anyhow::Result<Sealer> {
    let read = |path: &Path| {
        let failed = || format!("{} cannot be read", path.display());
        read_to_string(path).with_context(failed)
    };
    let (key, certificate) = (read(&files.key)?, read(&files.certificate)?);
    let sealer = Sealer::from_pem(&key, &certificate)
        .with_context(|| format!("{} cannot seal letters", files.key.display()))?;
    let (until, fingerprint) = (sealer.not_after(), sealer.fingerprint());
    tracing::info!(%until, %fingerprint, "signed letters are sealed");
    Ok(sealer)
}

/// Says in the log, at the start and once a day, when the certificate ends soon; in the metrics how many days are left.
pub async fn watch(sealer: Arc<Sealer>, shutdown: Shutdown) {
    let (until, fingerprint) = (sealer.not_after(), sealer.fingerprint());
    loop {
        let now = Utc::now();
        let days = (until - now).num_days();
        let gauge = i32::try_from(days).map_or(f64::INFINITY, f64::from);
        metrics::gauge!("signing_certificate_days_left").set(gauge);
        if let Some(why) = warning(until, now) {
            tracing::warn!(%until, %fingerprint, days, "{why}");
        }
        tokio::select! {
            () = shutdown.begun() => return,
            () = tokio::time::sleep(PAUSE) => {}
        }
    }
}

fn warning(until: DateTime<Utc>, now: DateTime<Utc>) -> Option<&'static str> {
    if until <= now {
        Some("the certificate of signed letters has ended: letters are not sealed")
    } else if until - now <= WARN {
        Some("the certificate of signed letters ends soon")
    } else {
        None
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_end_of_the_certificate_is_said_before_and_after() {
        let until: DateTime<Utc> = "2027-03-01T00:00:00Z".parse().unwrap();
        let said = |before: TimeDelta| warning(until, until - before);
        assert_eq!(said(WARN + TimeDelta::seconds(1)), None);
        assert!(said(WARN).unwrap().contains("ends soon"));
        assert!(said(TimeDelta::zero()).unwrap().contains("has ended"));
        assert!(said(TimeDelta::days(-3)).unwrap().contains("has ended"));
    }
}
