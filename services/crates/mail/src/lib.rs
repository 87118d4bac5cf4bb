//! Handing a message over to a mail server, or to a folder where none is configured.
//!
//! One crate because two services send mail and must do it alike: the same sender, the same message
//! id at every attempt, the same word on what a refusal means. Queues, retries and who may be
//! written to are the services' own business.

mod compose;
mod tls;

use std::path::PathBuf;
use std::time::Duration;

use ::tls::{FileSetting, TlsError};
use lettre::address::Envelope;
use lettre::message::Mailbox;
use lettre::{Address, AsyncSmtpTransport, AsyncTransport as _, Message, Tokio1Executor};
use settings::Secret;
use uuid::Uuid;

pub use ::tls::TlsFiles;

/// How long a mail server may take over one command.
const REQUEST_TIMEOUT: Duration = Duration::from_secs(20);

/// Codes by which a server refuses us, not the recipient: sign-in wanted or wrong, TLS wanted.
const REFUSES_US: [&str; 5] = ["530", "534", "535", "538", "523"];

/// How mail leaves.
#[derive(Debug, Clone)]
pub struct MailConfig {
    /// `smtp://` or `smtps://` with user and password; none writes files. `smtp://…?tls=required`
    /// begins TLS by STARTTLS.
    pub smtp_url: Option<Secret<String>>,
    /// CA file in place of the system's CAs, and client certificate, of that server.
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

/// A file that goes with a message.
#[derive(Debug, Clone)]
pub struct File {
    /// What the receiver sees it as.
    pub name: String,
    /// Its media type.
    pub content_type: String,
    /// Its bytes.
    pub bytes: Vec<u8>,
}

/// One message.
#[derive(Debug, Clone, Default)]
pub struct Mail {
    /// Names the message at every attempt, so that a receiver can tell a repeat.
    pub id: Uuid,
    /// Whom it is for, as `Name <address>` or an address.
    pub to: Vec<String>,
    /// Who gets it in copy.
    pub cc: Vec<String>,
    /// The name that it comes from, at the installation's address; the installation's own where none is given.
    pub from_name: Option<String>,
    /// Where answers go; the sender where none is given.
    pub reply_to: Option<String>,
    /// Subject.
    pub subject: String,
    /// Plain text; lines end with `\n`.
    pub text: String,
    /// Files that go with it.
    pub files: Vec<File>,
    /// Address of the one-click unsubscription (RFC 8058), for mail to many.
    pub unsubscribe_url: Option<String>,
}

/// Why a message did not go out.
#[derive(Debug, thiserror::Error)]
pub enum MailError {
    /// An address or header that mail cannot hold.
    #[error("the message could not be composed: {0}")]
    Compose(String),
    /// The server will never take it for this recipient; its words.
    #[error("the mail server refused the recipient: {0}")]
    Refused(String),
    /// The server is away, busy, or does not let us in.
    #[error("the mail server did not take the message")]
    Smtp(#[from] lettre::transport::smtp::Error),
    /// CA file or client certificate.
    #[error(transparent)]
    Tls(#[from] TlsError),
    /// Files are of no use without TLS: whoever names them expects it.
    #[error(
        "{0} is set, but the mail server's URL is neither smtps:// nor smtp:// with ?tls=required"
    )]
    TlsNotAsked(FileSetting),
    /// The folder cannot be written.
    #[error("the mail folder could not be written")]
    Folder(#[from] std::io::Error),
}

impl MailError {
    /// Whether another attempt could end otherwise.
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
    Smtp(Box<AsyncSmtpTransport<Tokio1Executor>>),
    Folder(PathBuf),
}

/// Hands messages over.
pub struct Mailer {
    from: Mailbox,
    way: Way,
}

impl Mailer {
    /// As configured. The files of TLS are read, but nothing is opened yet.
    pub fn new(config: &MailConfig) -> Result<Self, MailError> {
        let from = compose::mailbox("MAIL_FROM", &config.from)?;
        let way = match &config.smtp_url {
            Some(url) => {
                let mut transport = AsyncSmtpTransport::<Tokio1Executor>::from_url(url.expose())?
                    .timeout(Some(REQUEST_TIMEOUT));
                if let Some(tls) = tls::of(url.expose(), &config.tls)? {
                    transport = transport.tls(tls);
                }
                Way::Smtp(Box::new(transport.build()))
            }
            None => Way::Folder(config.folder.clone()),
        };
        Ok(Self { from, way })
    }

    /// Whether handing a message over again replaces the first one: files have the message's name,
    /// while a mail server would send both.
    pub fn repeats_are_harmless(&self) -> bool {
        matches!(self.way, Way::Folder(_))
    }

    /// Hands `mail` over for one of its recipients. In a folder the message is one file, however
    /// many recipients it has.
    pub async fn send(&self, mail: &Mail, recipient: &str) -> Result<(), MailError> {
        let message = compose::message(&self.from, mail)?;
        match &self.way {
            Way::Smtp(transport) => {
                let to: Address = compose::mailbox("recipient", recipient)?.email;
                let envelope = Envelope::new(Some(self.from.email.clone()), vec![to])
                    .map_err(|error| MailError::Compose(error.to_string()))?;
                let sent = transport.send_raw(&envelope, &message.formatted()).await;
                sent.map(drop).map_err(MailError::of)
            }
            Way::Folder(folder) => write(folder, mail.id, &message).await,
        }
    }
}

/// A file that is there whole or not at all.
async fn write(folder: &std::path::Path, id: Uuid, message: &Message) -> Result<(), MailError> {
    tokio::fs::create_dir_all(folder).await?;
    let unfinished = folder.join(format!(".{id}.{}.part", Uuid::new_v4()));
    tokio::fs::write(&unfinished, message.formatted()).await?;
    tokio::fs::rename(&unfinished, folder.join(format!("{id}.eml"))).await?;
    Ok(())
}
