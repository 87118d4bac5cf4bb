//! What may be done with a provider's parcels: who sees them, how long they are kept, when they are
//! requested again.

use chrono::{DateTime, Duration, Utc};
use serde::Deserialize;

/// Default age at which a public source is requested again, days. Counties publish their rolls weekly
/// to yearly.
pub const REFRESH_DAYS: u16 = 30;
/// The longest period of a setting, days: ten years.
const MAX_DAYS: u16 = 3650;

/// Who sees a provider's parcels, and how long.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Use {
    /// Public data: kept, and read by all firms.
    Shared,
    /// Read only by the firm whose lookup bought them, and deleted after these days.
    Licensed { keep_days: u16 },
}

/// A provider's terms.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Terms {
    pub kind: Use,
    /// Age in days at which a lookup requests a parcel again.
    pub refresh_days: u16,
}

/// The terms of a layer, as written in the operator's file.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Kind {
    Shared,
    Licensed,
}

/// Why terms contradict themselves.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum TermsError {
    #[error("days must be 1 to 3650")]
    Days,
    #[error("a parcel that is kept for a shorter time cannot be refreshed")]
    RefreshAfterKeep,
    #[error("licensed parcels need the number of days they may be kept")]
    NoKeep,
    #[error("public parcels are kept for ever")]
    KeepOfShared,
    #[error(
        "give its `licence`, or say by `terms` whether its parcels may be kept for all firms (`shared`) or not (`licensed`)"
    )]
    Unsaid,
}

impl Terms {
    /// Licensed for one day.
    pub const DAY: Self = Self {
        kind: Use::Licensed { keep_days: 1 },
        refresh_days: 1,
    };

    /// Terms of these settings. Licensed parcels are refreshed when they expire unless it is said
    /// earlier.
    pub fn new(
        kind: Kind,
        keep_days: Option<u16>,
        refresh_days: Option<u16>,
    ) -> Result<Self, TermsError> {
        let within = |days: &u16| (1..=MAX_DAYS).contains(days);
        if ![keep_days, refresh_days].iter().flatten().all(within) {
            return Err(TermsError::Days);
        }
        match (kind, keep_days) {
            (Kind::Shared, Some(_)) => Err(TermsError::KeepOfShared),
            (Kind::Shared, None) => Ok(Self {
                kind: Use::Shared,
                refresh_days: refresh_days.unwrap_or(REFRESH_DAYS),
            }),
            (Kind::Licensed, None) => Err(TermsError::NoKeep),
            (Kind::Licensed, Some(keep_days)) => {
                let refresh_days = refresh_days.unwrap_or(keep_days);
                if refresh_days > keep_days {
                    return Err(TermsError::RefreshAfterKeep);
                }
                Ok(Self {
                    kind: Use::Licensed { keep_days },
                    refresh_days,
                })
            }
        }
    }

    /// Whether a parcel of this time is to be requested again.
    pub fn is_due(&self, fetched_at: DateTime<Utc>, now: DateTime<Utc>) -> bool {
        now - fetched_at >= Duration::days(self.refresh_days.into())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn terms_that_contradict_themselves_are_refused() {
        for (kind, keep, refresh, error) in [
            (Kind::Licensed, None, None, TermsError::NoKeep),
            (Kind::Licensed, Some(0), None, TermsError::Days),
            (Kind::Licensed, Some(3651), None, TermsError::Days),
            (
                Kind::Licensed,
                Some(7),
                Some(8),
                TermsError::RefreshAfterKeep,
            ),
            (Kind::Shared, None, Some(0), TermsError::Days),
            (Kind::Shared, Some(7), None, TermsError::KeepOfShared),
        ] {
            assert_eq!(Terms::new(kind, keep, refresh), Err(error));
        }
    }

    #[test]
    fn licensed_parcels_are_due_when_they_expire_unless_it_is_said_earlier() {
        let terms = |refresh| Terms::new(Kind::Licensed, Some(30), refresh).unwrap();
        assert_eq!(terms(None).refresh_days, 30);
        let now = Utc::now();
        let weekly = terms(Some(7));
        assert!(weekly.is_due(now - Duration::days(7), now));
        assert!(!weekly.is_due(now - Duration::days(6), now));
        let shared = Terms::new(Kind::Shared, None, None).unwrap();
        assert_eq!(shared.refresh_days, REFRESH_DAYS);
    }
}
