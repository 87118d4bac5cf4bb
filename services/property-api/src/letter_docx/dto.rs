//! Request and response bodies of returned documents.

use chrono::{DateTime, Utc};
use domain::{LetterId, LetterReturnId, Money};
use letter_docx::Changes;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::store::ReturnRow;
use crate::letter_register::date_terms::Said;
use crate::properties::store::money;

/// A returned document, as a form.
#[derive(ToSchema)]
#[expect(dead_code, reason = "describes the form in the API document")]
pub struct LetterReturnForm {
    /// `.docx`, at most 10 MB.
    #[schema(value_type = String, format = Binary)]
    file: Vec<u8>,
    /// The letter's `version`.
    version: i64,
    /// `true` if a document that does not say which letter it is belongs to this one.
    confirmed: Option<bool>,
}

/// What a document says differently.
#[derive(Debug, Serialize, ToSchema)]
pub struct LetterReturnReceived {
    /// Null if the document was compared only.
    #[schema(required = true)]
    pub returned: Option<LetterReturnSummary>,
    /// Why it was compared only; null if it was stored.
    #[schema(required = true)]
    pub compared_only: Option<ComparedOnly>,
    pub changes: Changes,
}

/// Why a document was compared only.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
#[schema(as = LetterComparedOnly)]
pub enum ComparedOnly {
    /// It does not say which letter it is; `confirmed` stores it.
    Unmarked,
    /// It is another letter, or another text of this one.
    OtherLetter,
    /// It says what the letter says.
    NoChanges,
}

/// Documents that came back.
#[derive(Debug, Serialize, ToSchema)]
pub struct LetterReturns {
    /// The newest 100 of all versions of the letter's number, newest first.
    pub returns: Vec<LetterReturnSummary>,
}

/// A document that came back.
#[derive(Debug, Serialize, ToSchema)]
pub struct LetterReturnSummary {
    #[schema(value_type = Uuid)]
    pub return_id: LetterReturnId,
    #[schema(value_type = Uuid)]
    pub letter_id: LetterId,
    /// Of the letter.
    pub number: String,
    pub file_name: String,
    /// Its path among the property's attachments; null if it was removed.
    #[schema(required = true)]
    pub path: Option<String>,
    /// As stated in the document.
    #[schema(required = true)]
    pub author: Option<String>,
    /// What it says in the field of the price, if it is another; US dollars.
    #[schema(required = true)]
    pub price: Option<Money>,
    /// Who received it.
    pub created_by_name: String,
    pub created_at: DateTime<Utc>,
}

/// A document that came back, with its changes.
#[derive(Debug, Serialize, ToSchema)]
pub struct LetterReturn {
    #[serde(flatten)]
    pub summary: LetterReturnSummary,
    pub changes: Changes,
}

/// Changes that are accepted; the others are rejected.
#[derive(Debug, Deserialize, ToSchema)]
pub struct AcceptLetterChangesRequest {
    /// Their places in `changes.changes`.
    #[schema(max_items = 20_000)]
    pub accepted: Vec<usize>,
}

/// The letter's text with the accepted changes; nothing is stored.
#[derive(Debug, Serialize, ToSchema)]
pub struct LetterWithChanges {
    pub html: String,
    /// The price that it says, if it is not the letter's; US dollars.
    #[schema(required = true)]
    pub price: Option<Money>,
    /// Its `date_terms` of which the text says something else than the letter.
    pub terms: Vec<SaidTerm>,
}

/// A term from which dates follow, as an accepted text says it.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = LetterSaidTerm)]
pub struct SaidTerm {
    /// Its name.
    pub term: String,
    /// What its field says.
    pub text: String,
    /// The value for the next version; null: a person has to enter it.
    #[schema(required = true)]
    pub value: Option<String>,
    /// Why a person has to enter it; null if the text was read.
    #[schema(required = true)]
    pub sentence: Option<String>,
}

impl From<Said> for SaidTerm {
    fn from(said: Said) -> Self {
        let (value, sentence) = match said.value {
            Ok(value) => (Some(value), None),
            Err(sentence) => (None, Some(sentence)),
        };
        Self {
            term: said.term.to_owned(),
            text: said.text,
            value,
            sentence,
        }
    }
}

impl From<ReturnRow> for LetterReturnSummary {
    fn from(row: ReturnRow) -> Self {
        Self {
            return_id: row.return_id,
            letter_id: row.letter_id,
            number: row.number,
            file_name: row.file_name,
            path: row.path,
            author: row.author,
            price: money(row.price),
            created_by_name: row.created_by_name,
            created_at: row.created_at,
        }
    }
}
