//! The facts of a parcel that are watched, how a project has the parcel, and how often mail tells of it.

use diesel::sql_types::Text;
use diesel::{AsExpression, FromSqlRow};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// What changed of a parcel.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum WatchedFact {
    /// The county's file has several parcels in its place: their numbers are `after`.
    Split,
    /// The county's file has one parcel in place of several: their numbers are `before`.
    Merged,
    /// The county's file no longer has it.
    Retired,
    /// The county's file has it again.
    Returned,
    /// Recorded taxpayer.
    Owner,
    /// Date of the last sale.
    Saledate,
    /// Price of the last sale, dollars.
    Saleprice,
    Zoning,
    FloodZone,
    /// Land use in words.
    Usedesc,
    /// Appraised value, dollars.
    Parval,
    /// Area, acres.
    LlGisacre,
}

/// A fact before and after an import.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct FactChange {
    pub fact: WatchedFact,
    /// Null if it was unknown. Dates are `YYYY-MM-DD`, numbers have no separators.
    #[schema(required = true)]
    pub before: Option<String>,
    /// Null if it is unknown.
    #[schema(required = true)]
    pub after: Option<String>,
}

/// How many parcels that matched a saved search an import changed. Each fact is counted, so a parcel can be in several counts.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct MatchedChanges {
    /// Those of the other counts, each once.
    pub parcels: i64,
    /// Parcels that still match and have another owner.
    pub owner: i64,
    /// Parcels that still match and have another last sale, by date or price.
    pub sale: i64,
    /// Parcels that still match and have another zoning.
    pub zoning: i64,
    /// Parcels that still match and have another flood zone: in the county's record, or after a change of flood layers by these.
    pub flood: i64,
    /// Parcels that were split, merged or retired.
    pub gone: i64,
    /// Parcels that match no longer, because a fact changed. Older events do not have it.
    #[serde(default)]
    #[schema(required = true)]
    pub unmatched: i64,
}

/// How a project has a parcel.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum HeldAs {
    Saved,
    Discarded,
}

/// How often a person gets a mail of the changes.
#[derive(
    Debug,
    Clone,
    Copy,
    PartialEq,
    Eq,
    Hash,
    Serialize,
    Deserialize,
    ToSchema,
    AsExpression,
    FromSqlRow,
)]
#[serde(rename_all = "snake_case")]
#[diesel(sql_type = Text)]
pub enum DigestFrequency {
    Off,
    Daily,
    Weekly,
}

impl DigestFrequency {
    pub const ALL: [Self; 3] = [Self::Off, Self::Daily, Self::Weekly];

    /// As stored and in JSON.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Off => "off",
            Self::Daily => "daily",
            Self::Weekly => "weekly",
        }
    }
}

db::text_enum!(DigestFrequency);

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn changes_that_older_events_do_not_count_are_none() {
        let older = serde_json::json!({ "parcels": 3, "owner": 1, "sale": 0, "zoning": 0, "flood": 0, "gone": 2 });
        let read: MatchedChanges = serde_json::from_value(older).unwrap();
        let expected = MatchedChanges {
            parcels: 3,
            owner: 1,
            gone: 2,
            ..MatchedChanges::default()
        };
        assert_eq!(read, expected);
    }

    #[test]
    fn frequencies_are_stored_as_in_json() {
        for frequency in DigestFrequency::ALL {
            assert_eq!(serde_json::json!(frequency), frequency.as_str());
        }
    }
}
