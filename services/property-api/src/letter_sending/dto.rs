//! Request and response bodies of sending.

use domain::{LetterId, MailId, RequestKey};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::choose::{Ready, ReadyLink};
use crate::letter_register::dto::RefusedLetter;
use crate::mail::domain::{Subject, Text};
use crate::mail::dto::HeldSending;

/// Letters to send to the contacts of their properties, or to their signers.
#[derive(Debug, Deserialize, ToSchema)]
pub struct SendLettersRequest {
    /// 1 to 500.
    #[schema(value_type = Vec<Uuid>)]
    pub letters: Vec<LetterId>,
    /// With merge fields: `{{number}}`, `{{property}}`, `{{owner_name}}`, `{{contact_name}}`.
    pub subject: Subject,
    /// Plain text with merge fields. With `{{link}}`, once, each letter goes to its likely signer only, and the address
    /// by which that person reads and signs it is written there.
    pub body: Text,
    /// Whether the caller receives a copy of each; not of messages with `{{link}}`.
    #[serde(default)]
    #[schema(default = false)]
    pub copy_to_me: bool,
    /// Those that are sent although their properties have other letters.
    #[serde(default)]
    #[schema(value_type = Vec<Uuid>)]
    pub confirmed: Vec<LetterId>,
    /// Idempotency key: a repeated request returns the first answer.
    #[schema(value_type = Uuid)]
    pub request_key: RequestKey,
}

/// Which letters are on their way.
#[derive(Debug, Clone, Default, Serialize, Deserialize, ToSchema)]
pub struct LettersQueued {
    pub queued: Vec<QueuedLetter>,
    pub refused: Vec<RefusedLetter>,
    /// Null if it cannot be undone.
    #[schema(required = true)]
    pub sending: Option<HeldSending>,
}

/// A letter whose message is queued.
#[derive(Debug, Clone, Serialize, Deserialize, ToSchema)]
pub struct QueuedLetter {
    #[schema(value_type = Uuid)]
    pub letter_id: LetterId,
    #[schema(value_type = Uuid)]
    pub mail_id: MailId,
    /// Addresses of the property's contacts, or of the signer.
    pub to: Vec<String>,
}

/// Letters that may be sent.
#[derive(Debug, Deserialize, ToSchema)]
pub struct PreviewLettersToSendRequest {
    /// 1 to 500.
    #[schema(value_type = Vec<Uuid>)]
    pub letters: Vec<LetterId>,
    /// Whether with a link to sign.
    #[serde(default)]
    #[schema(default = false)]
    pub link: bool,
    /// Those that are sent although their properties have other letters.
    #[serde(default)]
    #[schema(value_type = Vec<Uuid>)]
    pub confirmed: Vec<LetterId>,
}

/// Which letters can be sent now.
#[derive(Debug, Serialize, ToSchema)]
pub struct LettersToSend {
    /// In the order asked for.
    pub ready: Vec<LetterToSend>,
    pub refused: Vec<RefusedLetter>,
}

/// A letter that can be sent.
#[derive(Debug, Serialize, ToSchema)]
pub struct LetterToSend {
    #[schema(value_type = Uuid)]
    pub letter_id: LetterId,
    /// Addresses of the property's contacts, or of the signer.
    pub to: Vec<String>,
    /// Who gets the link; null without one.
    #[schema(required = true)]
    pub signer: Option<LetterSigner>,
}

/// Who reads and signs a letter by a link.
#[derive(Debug, Serialize, ToSchema)]
pub struct LetterSigner {
    pub name: String,
    /// For whom and as what the person signs; may be empty.
    pub capacity: String,
}

impl From<&Ready<'_>> for LetterToSend {
    fn from(one: &Ready<'_>) -> Self {
        Self {
            letter_id: one.row.letter_id,
            to: one
                .to
                .iter()
                .map(|email| email.as_str().to_owned())
                .collect(),
            signer: one.link.as_ref().map(LetterSigner::from),
        }
    }
}

impl From<&ReadyLink> for LetterSigner {
    fn from(link: &ReadyLink) -> Self {
        Self {
            name: link.name().to_owned(),
            capacity: link.capacity().to_owned(),
        }
    }
}
