//! Request and response bodies of expiries.

use chrono::{NaiveDate, NaiveTime};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::store::LetterRow;

/// When a letter expires, in the property's zone.
#[derive(Debug, Serialize, ToSchema)]
pub struct LetterExpiry {
    pub on: NaiveDate,
    #[schema(example = "17:00")]
    pub time: String,
    /// IANA name.
    #[schema(example = "America/Chicago")]
    pub zone: String,
    #[schema(example = "Central Time")]
    pub zone_name: String,
    /// Whether the letter's text says it; otherwise only the firm knows it.
    pub in_text: bool,
}

impl LetterExpiry {
    /// None if it does not expire.
    pub fn of(row: &LetterRow) -> Option<Self> {
        let expiry = row.expiry()?;
        Some(Self {
            on: expiry.at.date(),
            time: clock(expiry.at.time()),
            zone: expiry.zone.name().to_owned(),
            zone_name: expiry.zone.words().to_owned(),
            in_text: row.says_expiry,
        })
    }
}

fn clock(time: NaiveTime) -> String {
    time.format("%H:%M").to_string()
}

/// The last day of a letter.
#[derive(Debug, Deserialize, ToSchema)]
pub struct SetLetterExpiryRequest {
    /// Until 17:00 in the property's zone, at most 366 days ahead; null: it does not expire.
    #[serde(deserialize_with = "crate::properties::domain::nullable")]
    #[schema(required = true)]
    pub expires_on: Option<NaiveDate>,
    /// The letter's `version`.
    pub version: i64,
}
