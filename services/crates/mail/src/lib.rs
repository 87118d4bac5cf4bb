//! Sends messages to a mail server, or to a folder if none is configured.
//!
//! Shared by two services that must behave alike: same sender, same message id at every attempt,
//! same classification of errors. Queues, retries and selection of recipients belong to the
//! services.

mod compose;
mod smtp;
mod tls;

use std::path::PathBuf;

use ::tls::{FileSetting, TlsError};
use lettre::Message;
use lettre::message::Mailbox;
use settings::Secret;
use uuid::Uuid;

use self::smtp::Server;

pub use ::tls::TlsFiles;

/// Reply codes that reject us rather than the recipient: authentication required or failed, TLS
/// required.
const REFUSES_US: [&str; 5] = ["530", "534", "535", "538", "523"];

/// Transport settings.
#[derive(Debug, Clone)]
pub struct MailConfig {
    /// `smtp://` or `smtps://` with user and password; none writes files. `smtp://…?tls=required`
    /// starts TLS with STARTTLS.
    pub smtp_url: Option<Secret<String>>,
    /// CA file instead of the system's CAs, and client certificate.
    pub tls: TlsFiles,
    /// Folder of `.eml` files when no server is configured.
    pub folder: PathBuf,
    /// Sender: `Name <address>`.
    pub from: String,
}

impl MailConfig {
    /// `smtp` or `folder`.
    pub fn mode(&self) -> &'static str {
        if self.smtp_url.is_some() {
            "smtp"
        } else {
            "folder"
        }
    }
}

/// An attached file.
#[derive(Debug, Clone)]
pub struct File {
    /// File name shown to recipients.
    pub name: String,
    /// Media type.
    pub content_type: String,
    /// Content.
    pub bytes: Vec<u8>,
}

/// One message.
#[derive(Debug, Clone, Default)]
pub struct Mail {
    /// Message id, the same at every attempt, so that a receiver can detect duplicates.
    pub id: Uuid,
    /// Recipients, as `Name <address>` or an address.
    pub to: Vec<String>,
    /// Recipients of copies.
    pub cc: Vec<String>,
    /// Display name of the sender; the installation's own if none. The address is always the
    /// installation's.
    pub from_name: Option<String>,
    /// Address for replies; the sender if none.
    pub reply_to: Option<String>,
    /// Subject.
    pub subject: String,
    /// Plain text with `\n` line ends.
    pub text: String,
    /// The same text in HTML, for readers that show it.
    pub html: Option<String>,
    /// Attached files.
    pub files: Vec<File>,
    /// One-click unsubscribe URL (RFC 8058), for bulk mail.
    pub unsubscribe_url: Option<String>,
}

/// Why a message was not sent.
#[derive(Debug, thiserror::Error)]
pub enum MailError {
    /// An invalid address or header.
    #[error("the message could not be composed: {0}")]
    Compose(String),
    /// Permanently rejected for this recipient; the server's response.
    #[error("the mail server refused the recipient: {0}")]
    Refused(String),
    /// The server is unavailable, busy, or rejected our credentials.
    #[error("the mail server did not accept the message")]
    Smtp(#[from] lettre::transport::smtp::Error),
    /// The connection was lost after the whole message was written: the server may have accepted it.
    #[error("the mail server did not say whether it accepted the message")]
    Unanswered(#[source] lettre::transport::smtp::Error),
    /// The server's URL cannot be read.
    #[error("the mail server's URL is not valid")]
    Url(#[from] url::ParseError),
    /// CA file or client certificate.
    #[error(transparent)]
    Tls(#[from] TlsError),
    /// Files without TLS are an error, because whoever sets them expects TLS.
    #[error(
        "{0} is set, but the mail server's URL is neither smtps:// nor smtp:// with ?tls=required"
    )]
    TlsNotAsked(FileSetting),
    /// The folder is not writable.
    #[error("the mail folder could not be written")]
    Folder(#[from] std::io::Error),
}

impl MailError {
    /// Whether the message may have been sent all the same.
    pub fn is_unclear(&self) -> bool {
        matches!(self, Self::Unanswered(_))
    }

    /// Whether the message was not sent, and a retry may succeed.
    pub fn is_temporary(&self) -> bool {
        matches!(self, Self::Smtp(_) | Self::Folder(_))
    }

    fn of(error: lettre::transport::smtp::Error) -> Self {
        match error.status() {
            Some(code)
                if error.is_permanent() && !REFUSES_US.contains(&code.to_string().as_str()) =>
            {
                Self::Refused(
                    std::error::Error::source(&error)
                        .map_or_else(|| code.to_string(), ToString::to_string),
                )
            }
            _ => Self::Smtp(error),
        }
    }
}

enum Way {
    Smtp(Box<Server>),
    Folder(PathBuf),
}

/// Sends messages.
pub struct Mailer {
    from: Mailbox,
    way: Way,
}

impl Mailer {
    /// Reads the TLS files, but opens no connection.
    pub fn new(config: &MailConfig) -> Result<Self, MailError> {
        let from = compose::mailbox("MAIL_FROM", &config.from)?;
        let way = match &config.smtp_url {
            Some(url) => Way::Smtp(Box::new(Server::new(url.expose(), &config.tls)?)),
            None => Way::Folder(config.folder.clone()),
        };
        Ok(Self { from, way })
    }

    /// Whether sending again replaces the first message: a file has the message's name, while a
    /// mail server would deliver both.
    pub fn repeats_are_harmless(&self) -> bool {
        matches!(self.way, Way::Folder(_))
    }

    /// Sends `mail` to one of its recipients. In folder mode the message is one file, however many
    /// recipients it has.
    pub async fn send(&self, mail: &Mail, recipient: &str) -> Result<(), MailError> {
        let message = compose::message(&self.from, mail)?;
        match &self.way {
            Way::Smtp(server) => {
                let to = compose::mailbox("recipient", recipient)?.email;
                server
                    .send(&self.from.email, &to, &message.formatted())
                    .await
            }
            Way::Folder(folder) => write(folder, mail.id, &message).await,
        }
    }
}

/// Writes a file atomically.
async fn write(folder: &std::path::Path, id: Uuid, message: &Message) -> Result<(), MailError> {
    tokio::fs::create_dir_all(folder).await?;
    let unfinished = folder.join(format!(".{id}.{}.part", Uuid::new_v4()));
    let finished = folder.join(format!("{id}.eml"));
    let written = async {
        tokio::fs::write(&unfinished, message.formatted()).await?;
        tokio::fs::rename(&unfinished, &finished).await
    };
    if let Err(error) = written.await {
        // Each attempt has a name of its own: on a full disk they would leave no space for anything else.
        let _ = tokio::fs::remove_file(&unfinished).await;
        return Err(error.into());
    }
    Ok(())
}
