//! Request and response bodies of letters' deadlines.

use chrono::NaiveDate;
use letter_of_intent::Value;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::date_terms::{self, DateTerm};
use super::deadlines::{Dated, Dates};

/// A deadline that the letter's own terms make.
#[derive(Debug, Serialize, ToSchema)]
pub struct LetterDeadline {
    /// `earnest_money`, `due_diligence`, `deposit`, `closing` or `extended_closing`.
    pub name: String,
    #[schema(example = "Closing")]
    pub label: String,
    /// The last day, in the property's zone; null: not yet known.
    #[schema(required = true)]
    pub on: Option<NaiveDate>,
    #[schema(example = "30 days after the Feasibility Date: date not yet known")]
    pub words: String,
}

impl From<Dated> for LetterDeadline {
    fn from(dated: Dated) -> Self {
        let deadline = dated.due.deadline;
        let words = match dated.on {
            Some(_) => deadline.words(),
            None => deadline.words_without_date(),
        };
        Self {
            name: dated.due.name.to_owned(),
            label: dated.due.label.to_owned(),
            on: dated.on,
            words,
        }
    }
}

/// A term from which dates follow.
#[derive(Debug, Serialize, ToSchema)]
pub struct LetterDateTerm {
    /// Its name.
    pub term: String,
    #[schema(example = "Due diligence in days")]
    pub label: String,
    /// A number of days, or a local time in the letter's zone: `2026-12-15T17:00`.
    #[schema(example = "60")]
    pub value: String,
    /// Whether it is a local time.
    pub is_time: bool,
    /// Whether the text has a field of it. Without one the value stays that of the letter as first made.
    pub is_field: bool,
}

impl From<DateTerm> for LetterDateTerm {
    fn from(one: DateTerm) -> Self {
        Self {
            value: date_terms::typed(&one.value),
            is_time: matches!(one.value, Value::LocalDatetime(_)),
            term: one.term.name.into_owned(),
            label: one.term.label.into_owned(),
            is_field: one.is_field,
        }
    }
}

/// Days from which deadlines are counted.
#[derive(Debug, Serialize, ToSchema)]
pub struct LetterDates {
    #[schema(required = true)]
    pub psa_executed_on: Option<NaiveDate>,
    #[schema(required = true)]
    pub materials_delivered_on: Option<NaiveDate>,
    /// Why they cannot be set; null if they can.
    #[schema(required = true)]
    pub refusal: Option<String>,
}

impl LetterDates {
    pub fn new(dates: &Dates, refusal: Option<&str>) -> Self {
        Self {
            psa_executed_on: dates.psa_executed_on,
            materials_delivered_on: dates.materials_delivered_on,
            refusal: refusal.map(str::to_owned),
        }
    }
}

/// Days that have come.
#[derive(Debug, Deserialize, ToSchema)]
pub struct SetLetterDatesRequest {
    /// When the purchase and sale agreement was executed; null: not yet.
    #[serde(deserialize_with = "crate::properties::domain::nullable")]
    #[schema(required = true)]
    pub psa_executed_on: Option<NaiveDate>,
    /// When the access agreement was executed and the seller had delivered its materials; null: not yet.
    #[serde(deserialize_with = "crate::properties::domain::nullable")]
    #[schema(required = true)]
    pub materials_delivered_on: Option<NaiveDate>,
    /// The letter's `version`.
    pub version: i64,
}
