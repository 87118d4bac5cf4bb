//! Bodies of the mail calls, as on the wire.

use ::mail::MailConfig;
use chrono::{DateTime, Utc};
use domain::{Email, ParcelNumber, ParcelUuid, ProjectId};
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};
use uuid::Uuid;

use super::domain::{Outcome, Subject, Text};
use super::store::{MailRow, Message, RecipientRow};

/// A message to send.
#[derive(Debug, Deserialize, ToSchema)]
pub struct SendEmailRequest {
    /// The county's number of the parcel that it is about.
    pub parcel_number: ParcelNumber,
    /// Only among this project's properties.
    #[serde(default)]
    pub project_id: Option<ProjectId>,
    /// The parcel's identity, where the number means several.
    #[serde(default)]
    pub ll_uuid: Option<ParcelUuid>,
    /// Whom it is for, 1 to 20 with the copies.
    pub to: Vec<Email>,
    /// Who else gets it, in copy.
    #[serde(default)]
    pub cc: Vec<Email>,
    /// Whether the caller gets it in copy.
    #[serde(default = "yes")]
    #[schema(default = true)]
    pub copy_to_me: bool,
    /// Subject.
    pub subject: Subject,
    /// Plain text.
    pub body: Text,
    /// Paths of files of this property, as listed; at most 20 files and 18 MB together.
    #[serde(default)]
    pub attachments: Vec<String>,
    /// A name of this request: sent again it changes nothing and answers the same.
    #[serde(default)]
    pub request_key: Option<Uuid>,
}

fn yes() -> bool {
    true
}

/// The message is queued.
#[derive(Debug, Serialize, ToSchema)]
pub struct EmailQueued {
    /// Always true.
    pub success: bool,
    /// The message as listed.
    pub email: SentEmail,
    /// How mail leaves.
    pub mail_mode: MailMode,
}

/// How mail leaves this installation.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum MailMode {
    /// By a mail server.
    Smtp,
    /// Not at all: messages are written to a folder of files.
    Folder,
}

impl MailMode {
    /// As configured.
    pub fn of(config: &MailConfig) -> Self {
        if config.smtp_url.is_some() {
            Self::Smtp
        } else {
            Self::Folder
        }
    }
}

/// Whose messages.
#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct SentEmailsQuery {
    /// The county's number of the parcel.
    pub parcel_number: ParcelNumber,
    /// Only among this project's properties.
    pub project_id: Option<ProjectId>,
    /// The parcel's identity, where the number means several.
    pub ll_uuid: Option<ParcelUuid>,
    /// Only messages to this address.
    pub address: Option<Email>,
}

/// Messages about a property, newest first.
#[derive(Debug, Serialize, ToSchema)]
pub struct SentEmails {
    /// The messages.
    pub emails: Vec<SentEmail>,
    /// Where the list goes on.
    #[schema(required = true)]
    pub next_cursor: Option<String>,
    /// How mail leaves.
    pub mail_mode: MailMode,
}

/// A message that was asked for.
#[derive(Debug, Serialize, ToSchema)]
pub struct SentEmail {
    /// Key; also the name of its file where mail goes to a folder.
    pub email_id: Uuid,
    /// Subject.
    pub subject: String,
    /// Plain text.
    pub body: String,
    /// The name that it comes from; null where that is the installation's own.
    #[schema(required = true)]
    pub sender_name: Option<String>,
    /// Where answers go.
    pub reply_to: String,
    /// When it was asked for.
    pub created_at: DateTime<Utc>,
    /// Whom it is for and what became of it.
    pub recipients: Vec<Recipient>,
    /// Names of the files that go with it.
    pub attachments: Vec<String>,
}

/// A recipient and what became of the message.
#[derive(Debug, Serialize, ToSchema)]
pub struct Recipient {
    /// Address.
    pub email: String,
    /// Whether it is a copy.
    pub is_copy: bool,
    /// How far it is.
    pub outcome: Outcome,
    /// A sentence, where it did not end well or has to wait.
    #[schema(required = true)]
    pub reason: Option<String>,
    /// When it ended.
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
