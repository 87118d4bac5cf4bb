//! Request and response bodies of the mail endpoints.

use ::mail::MailConfig;
use chrono::{DateTime, Utc};
use domain::{Email, MailId, ParcelNumber, ParcelUuid, ProjectId, RequestKey, SendingId};
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

use super::domain::{Outcome, Subject, Text};
use super::hold::Hold;
use super::store::{MailRow, Message, RecipientRow};

/// A message to send.
#[derive(Debug, Deserialize, ToSchema)]
pub struct SendEmailRequest {
    /// Parcel number of the property, unique within its county.
    pub parcel_number: ParcelNumber,
    /// Restricts the match to this project's properties.
    #[serde(default)]
    pub project_id: Option<ProjectId>,
    /// The parcel's identity, if the number is ambiguous.
    #[serde(default)]
    pub ll_uuid: Option<ParcelUuid>,
    /// Recipients, 1 to 20 including copies.
    pub to: Vec<Email>,
    /// Recipients of copies.
    #[serde(default)]
    pub cc: Vec<Email>,
    /// Whether the caller receives a copy.
    #[serde(default = "yes")]
    #[schema(default = true)]
    pub copy_to_me: bool,
    pub subject: Subject,
    /// Plain text.
    pub body: Text,
    /// Paths of files of this property; at most 20 files and 18 MB together.
    #[serde(default)]
    pub attachments: Vec<String>,
    /// Idempotency key: a repeated request returns the first message.
    #[serde(default)]
    #[schema(value_type = Option<Uuid>)]
    pub request_key: Option<RequestKey>,
}

fn yes() -> bool {
    true
}

/// The message is queued.
#[derive(Debug, Serialize, ToSchema)]
pub struct EmailQueued {
    /// Always true.
    pub success: bool,
    pub email: SentEmail,
    /// How mail is sent.
    pub mail_mode: MailMode,
    /// Null if it cannot be undone.
    #[schema(required = true)]
    pub sending: Option<HeldSending>,
}

/// What was sent at once, while it is held: `POST /undo_sending` takes all of it back.
#[derive(Debug, Clone, Serialize, Deserialize, ToSchema)]
pub struct HeldSending {
    #[schema(value_type = Uuid)]
    pub sending_id: SendingId,
    /// For how long from now.
    pub undo_seconds: i64,
}

impl HeldSending {
    /// None without a hold, or when it is over.
    pub fn of(hold: Option<Hold>) -> Option<Self> {
        let hold = hold?;
        Some(Self {
            sending_id: hold.sending_id,
            undo_seconds: hold.seconds_left(Utc::now())?,
        })
    }
}

/// How this installation sends mail.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum MailMode {
    /// Through a mail server.
    Smtp,
    /// Not sent: messages are written to a folder.
    Folder,
}

impl MailMode {
    pub fn of(config: &MailConfig) -> Self {
        if config.smtp_url.is_some() {
            Self::Smtp
        } else {
            Self::Folder
        }
    }
}

/// Filters and paging.
#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct SentEmailsQuery {
    /// Parcel number within its county.
    pub parcel_number: ParcelNumber,
    /// Restricts the match to this project's properties.
    pub project_id: Option<ProjectId>,
    /// The parcel's identity, if the number is ambiguous.
    pub ll_uuid: Option<ParcelUuid>,
    /// Only messages to this address.
    pub address: Option<Email>,
}

/// Messages about a property, newest first.
#[derive(Debug, Serialize, ToSchema)]
pub struct SentEmails {
    pub emails: Vec<SentEmail>,
    /// Cursor of the next page.
    #[schema(required = true)]
    pub next_cursor: Option<String>,
    /// How mail is sent.
    pub mail_mode: MailMode,
}

/// A message.
#[derive(Debug, Serialize, ToSchema)]
pub struct SentEmail {
    /// Also the name of its file in folder mode.
    #[schema(value_type = Uuid)]
    pub email_id: MailId,
    pub subject: String,
    /// Plain text.
    pub body: String,
    /// Sender's display name; null when the installation's own is used.
    #[schema(required = true)]
    pub sender_name: Option<String>,
    /// Address for replies.
    pub reply_to: String,
    pub created_at: DateTime<Utc>,
    /// Recipients with their outcomes.
    pub recipients: Vec<Recipient>,
    /// Names of the attached files.
    pub attachments: Vec<String>,
}

/// A recipient and the outcome of the message.
#[derive(Debug, Serialize, ToSchema)]
pub struct Recipient {
    pub email: String,
    /// Whether it is a copy.
    pub is_copy: bool,
    pub outcome: Outcome,
    /// Explanation of a failure or a delay.
    #[schema(required = true)]
    pub reason: Option<String>,
    /// When the final outcome was reached.
    #[schema(required = true)]
    pub settled_at: Option<DateTime<Utc>>,
}

impl From<RecipientRow> for Recipient {
    fn from(row: RecipientRow) -> Self {
        Self {
            outcome: Outcome::of(&row.status),
            email: row.email,
            is_copy: row.is_copy,
            reason: row.reason,
            settled_at: row.settled_at,
        }
    }
}

impl From<Message> for SentEmail {
    fn from(message: Message) -> Self {
        let Message {
            mail,
            recipients,
            files,
        } = message;
        let MailRow {
            mail_id,
            subject,
            body,
            sender_name,
            reply_to,
            created_at,
            ..
        } = mail;
        Self {
            email_id: mail_id,
            subject,
            body,
            sender_name,
            reply_to,
            created_at,
            recipients: recipients.into_iter().map(Recipient::from).collect(),
            attachments: files.into_iter().map(|file| file.name).collect(),
        }
    }
}
