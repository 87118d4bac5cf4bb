//! Rules of personal access tokens.

use auth::Scope;
use chrono::{DateTime, Duration, Utc};
use http_kit::ApiError;
use serde::Serialize;
use utoipa::ToSchema;

use super::dto::CreatePersonalAccessTokenRequest;
use crate::field::Fields;

/// Most active tokens of a user.
pub const MAX_ACTIVE: usize = 50;
const NAME_MAX: usize = 80;
const DEFAULT_DAYS: i64 = 90;
const MAX_DAYS: i64 = 366;

/// Whether a token is accepted.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum PersonalAccessTokenStatus {
    Active,
    Expired,
    Revoked,
}

impl PersonalAccessTokenStatus {
    pub fn at(
        now: DateTime<Utc>,
        expires_at: DateTime<Utc>,
        revoked_at: Option<DateTime<Utc>>,
    ) -> Self {
        if revoked_at.is_some() {
            Self::Revoked
        } else if expires_at <= now {
            Self::Expired
        } else {
            Self::Active
        }
    }
}

/// A new token that passed validation.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CheckedToken {
    pub name: String,
    /// At least one, without duplicates.
    pub scopes: Vec<Scope>,
    pub days: i64,
}

impl CheckedToken {
    pub fn expires_at(&self) -> DateTime<Utc> {
        Utc::now() + Duration::days(self.days)
    }
}

impl TryFrom<CreatePersonalAccessTokenRequest> for CheckedToken {
    type Error = ApiError;

    fn try_from(given: CreatePersonalAccessTokenRequest) -> Result<Self, ApiError> {
        let mut fields = Fields::default();
        let name = fields.required("name", Some(given.name), NAME_MAX, "Name is required.");
        let mut scopes = given.scopes;
        scopes.sort_unstable();
        scopes.dedup();
        if scopes.is_empty() {
            fields.refuse("scopes", "Choose at least one scope.");
        }
        let days = given.expires_in_days.unwrap_or(DEFAULT_DAYS);
        if !(1..=MAX_DAYS).contains(&days) {
            fields.refuse("expires_in_days", format!("Use 1 to {MAX_DAYS} days."));
        }
        fields.finish(None)?;
        Ok(Self { name, scopes, days })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn given(name: &str, scopes: &[Scope], days: Option<i64>) -> CreatePersonalAccessTokenRequest {
        CreatePersonalAccessTokenRequest {
            name: name.to_owned(),
            scopes: scopes.to_vec(),
            expires_in_days: days,
        }
    }

    #[test]
    fn names_scopes_and_expiry_have_limits() {
        let [parcels, projects] = Scope::ALL;
        let checked = CheckedToken::try_from(given(" QGIS ", &[projects, parcels, projects], None));
        let checked = checked.unwrap();
        assert_eq!(
            (checked.name.as_str(), checked.scopes, checked.days),
            ("QGIS", vec![parcels, projects], 90)
        );
        for (name, scopes, days, valid) in [
            ("a", &[parcels][..], Some(1), true),
            (&"a".repeat(80), &[parcels], Some(366), true),
            (" ", &[parcels], None, false),
            (&"a".repeat(81), &[parcels], None, false),
            ("a", &[], None, false),
            ("a", &[parcels], Some(0), false),
            ("a", &[parcels], Some(367), false),
            ("a", &[parcels], Some(-1), false),
        ] {
            let checked = CheckedToken::try_from(given(name, scopes, days));
            assert_eq!(checked.is_ok(), valid, "{name} {scopes:?} {days:?}");
        }
    }

    #[test]
    fn a_revoked_token_stays_revoked_after_it_expired() {
        let now = Utc::now();
        let (past, future) = (now - Duration::days(1), now + Duration::days(1));
        let status =
            |expires_at, revoked_at| PersonalAccessTokenStatus::at(now, expires_at, revoked_at);
        assert_eq!(status(future, None), PersonalAccessTokenStatus::Active);
        assert_eq!(status(now, None), PersonalAccessTokenStatus::Expired);
        assert_eq!(status(past, Some(past)), PersonalAccessTokenStatus::Revoked);
    }
}
