//! Request and response bodies of versions.

use std::collections::BTreeMap;

use domain::{LetterId, Money, RequestKey};
use letter_docx::ComparedBlock;
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

use crate::letter_register::dto::LetterSummary;

/// Versions of one number.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = VersionsOfLetter)]
pub struct Versions {
    /// The latest first.
    pub versions: Vec<LetterSummary>,
}

/// The letter to compare with.
#[derive(Debug, Clone, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct CompareQuery {
    /// The earlier letter.
    #[param(value_type = Uuid)]
    pub with: LetterId,
}

/// What differs between two letters.
#[derive(Debug, Serialize, ToSchema)]
pub struct LetterDifference {
    /// The earlier one.
    pub old_number: String,
    pub new_number: String,
    /// Terms that the letters say differently.
    pub terms: Vec<TermDifference>,
    /// The whole text, in order.
    pub blocks: Vec<ComparedBlock>,
}

/// A term that two letters say differently.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = LetterTermDifference)]
pub struct TermDifference {
    /// Name of the term.
    pub term: String,
    /// Null if the earlier letter does not say it.
    #[schema(required = true)]
    pub old: Option<String>,
    /// Null if the later letter does not say it.
    #[schema(required = true)]
    pub new: Option<String>,
}

/// The next version of a letter.
#[derive(Debug, Deserialize, ToSchema)]
pub struct CopyLetterRequest {
    /// The letter's `version`.
    pub version: i64,
    /// The changed text; sanitized.
    pub html: String,
    /// Another price, US dollars; the fields that follow from it are written again.
    #[serde(default)]
    pub price: Option<Money>,
    /// Values of `date_terms` that are fields: a number of days, or a local time in the letter's zone; their
    /// fields are written again. Null: the text says the term no more, and no date follows from it.
    #[serde(default)]
    pub terms: BTreeMap<String, Option<String>>,
    /// Idempotency key: a repeated request returns the first answer.
    #[schema(value_type = Uuid)]
    pub request_key: RequestKey,
}
