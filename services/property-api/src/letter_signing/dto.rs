//! Request and response bodies of signing.

use chrono::{DateTime, Utc};
use domain::{Email, RequestKey};
use letter_of_intent::ContentHash;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::domain::{Initials, Words};
use crate::letter_links::domain::{Capacity, DeclineReason, LinkState, PersonName};

/// What the page shows before the letter is opened: neither its text nor its price.
#[derive(Debug, Serialize, ToSchema)]
pub struct SigningInvitation {
    pub state: LinkState,
    /// The firm that sends the letter.
    pub firm: String,
    pub sender_name: String,
    /// Street address, or the parcel number.
    pub property: String,
    pub number: String,
    pub expires_at: DateTime<Utc>,
    /// The signer.
    pub name: String,
    pub capacity: String,
}

/// How the page was used until the letter was opened.
#[derive(Debug, Deserialize, ToSchema)]
pub struct OpenLetterRequest {
    /// Milliseconds for which the page was visible.
    pub visible_ms: u32,
    /// Whether pointer or keys were used.
    pub input: bool,
}

/// A letter to read and sign.
#[derive(Debug, Serialize, ToSchema)]
pub struct SigningLetter {
    /// The body.
    pub html: String,
    /// SHA-256 of the PDF.
    pub pdf_sha256: String,
    /// SHA-256 of what the letter says; signing names it.
    pub content_hash: String,
    pub consent: SigningConsent,
    #[schema(required = true)]
    pub signed_at: Option<DateTime<Utc>>,
    pub can_sign: bool,
    /// Why the letter cannot be signed by this link.
    #[schema(required = true)]
    pub why_not: Option<String>,
    /// Who has signed.
    pub signed: Vec<SignedBy>,
}

/// What a signer agrees to.
#[derive(Debug, Serialize, ToSchema)]
pub struct SigningConsent {
    pub version: String,
    pub text: String,
}

/// Somebody who signed the letter.
#[derive(Debug, Serialize, ToSchema)]
pub struct SignedBy {
    pub name: String,
    pub capacity: String,
    pub at: DateTime<Utc>,
}

/// A signature.
#[derive(Debug, Deserialize, ToSchema)]
pub struct SignLetterRequest {
    /// Typed by the signer.
    #[schema(value_type = String, min_length = 1, max_length = 200)]
    pub full_name: PersonName,
    /// May be empty.
    #[schema(value_type = String, max_length = 200)]
    pub title: Capacity,
    #[schema(value_type = String, min_length = 1, max_length = 10)]
    pub initials: Initials,
    /// True: the signer intends this as the signature.
    pub intent: bool,
    /// Of the consent that the signer read.
    pub consent_version: String,
    /// Of the letter that the signer read.
    #[schema(value_type = String)]
    pub content_hash: ContentHash,
    /// Kept with the signature. A link signs once: every later request returns the first receipt.
    #[schema(value_type = Uuid)]
    pub request_key: RequestKey,
}

/// What a signer keeps.
#[derive(Debug, Serialize, ToSchema)]
pub struct SigningReceipt {
    pub number: String,
    pub signed_at: DateTime<Utc>,
    /// As it was typed.
    pub name: String,
    pub content_hash: String,
    /// Whether all have signed.
    pub complete: bool,
}

/// A refusal of the letter, which closes all its links.
#[derive(Debug, Deserialize, ToSchema)]
pub struct DeclineLetterRequest {
    pub reason: DeclineReason,
    #[serde(default)]
    #[schema(value_type = String, max_length = 2_000)]
    pub text: Words,
}

/// What a person who declined keeps.
#[derive(Debug, Serialize, ToSchema)]
pub struct DeclineReceipt {
    pub number: String,
    pub declined_at: DateTime<Utc>,
    pub reason: DeclineReason,
}

/// Who should sign instead of the holder.
#[derive(Debug, Deserialize, ToSchema)]
pub struct NameOtherSignerRequest {
    #[schema(value_type = String, min_length = 1, max_length = 200)]
    pub name: PersonName,
    #[schema(value_type = String)]
    pub email: Email,
}

/// Who was named; the link is closed, and the sender decides.
#[derive(Debug, Serialize, ToSchema)]
pub struct OtherSignerNamed {
    pub number: String,
    pub name: String,
    pub email: String,
}
