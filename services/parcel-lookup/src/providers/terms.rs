//! What may be done with a provider's parcels: who sees them, how long they and copies of them are kept,
//! when they are requested again.

use chrono::{DateTime, Duration, Utc};
use db::copies::MAX_DAYS;
use serde::Deserialize;

/// Default age at which a public source is requested again, days. Counties publish their rolls weekly
/// to yearly.
pub const REFRESH_DAYS: u16 = 30;

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
    /// Days that copies in a firm's records may be kept; `None` if no period is stated.
    pub copies_keep_days: Option<u16>,
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
    #[error("copies may not end before the parcels that they are copied from")]
    CopiesBeforeKeep,
}

impl Terms {
    /// Licensed for one day.
    pub const DAY: Self = Self {
        kind: Use::Licensed { keep_days: 1 },
        refresh_days: 1,
        copies_keep_days: None,
    };

    /// Terms of these settings. Licensed parcels are refreshed when they expire unless it is said
    /// earlier. Copies last as long as the parcel or longer: a lookup that returned the same parcel could not renew them.
    pub fn new(
        kind: Kind,
        keep_days: Option<u16>,
        refresh_days: Option<u16>,
        copies_keep_days: Option<u16>,
    ) -> Result<Self, TermsError> {
        let within = |days: &u16| (1..=MAX_DAYS).contains(days);
        let all = [keep_days, refresh_days, copies_keep_days];
        if !all.iter().flatten().all(within) {
            return Err(TermsError::Days);
        }
        match (kind, keep_days) {
            (Kind::Shared, _) if keep_days.or(copies_keep_days).is_some() => {
                Err(TermsError::KeepOfShared)
            }
            (Kind::Shared, _) => Ok(Self {
                kind: Use::Shared,
                refresh_days: refresh_days.unwrap_or(REFRESH_DAYS),
                copies_keep_days: None,
            }),
            (Kind::Licensed, None) => Err(TermsError::NoKeep),
            (Kind::Licensed, Some(keep_days)) => {
                let refresh_days = refresh_days.unwrap_or(keep_days);
                if refresh_days > keep_days {
                    return Err(TermsError::RefreshAfterKeep);
                }
                if copies_keep_days.is_some_and(|copies| copies < keep_days) {
                    return Err(TermsError::CopiesBeforeKeep);
                }
                Ok(Self {
                    kind: Use::Licensed { keep_days },
                    refresh_days,
                    copies_keep_days,
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
        use Kind::{Licensed, Shared};

        for (kind, keep, refresh, copies, error) in [
            (Licensed, None, None, None, TermsError::NoKeep),
            (Licensed, Some(0), None, None, TermsError::Days),
            (Licensed, Some(3651), None, None, TermsError::Days),
            (
                Licensed,
                Some(7),
                Some(8),
                None,
                TermsError::RefreshAfterKeep,
            ),
            (Licensed, Some(7), None, Some(0), TermsError::Days),
            (
                Licensed,
                Some(7),
                None,
                Some(6),
                TermsError::CopiesBeforeKeep,
            ),
            (Shared, None, Some(0), None, TermsError::Days),
            (Shared, Some(7), None, None, TermsError::KeepOfShared),
            (Shared, None, None, Some(7), TermsError::KeepOfShared),
        ] {
            assert_eq!(Terms::new(kind, keep, refresh, copies), Err(error));
        }
    }

    #[test]
    fn copies_have_a_period_only_if_it_is_stated() {
        let terms = |copies| Terms::new(Kind::Licensed, Some(7), None, copies).unwrap();
        assert_eq!(terms(None).copies_keep_days, None);
        assert_eq!(terms(Some(7)).copies_keep_days, Some(7));
    }

    #[test]
    fn licensed_parcels_are_due_when_they_expire_unless_it_is_said_earlier() {
        let terms = |refresh| Terms::new(Kind::Licensed, Some(30), refresh, None).unwrap();
        assert_eq!(terms(None).refresh_days, 30);
        let now = Utc::now();
        let weekly = terms(Some(7));
        assert!(weekly.is_due(now - Duration::days(7), now));
        assert!(!weekly.is_due(now - Duration::days(6), now));
        let shared = Terms::new(Kind::Shared, None, None, None).unwrap();
        assert_eq!(shared.refresh_days, REFRESH_DAYS);
    }
}
