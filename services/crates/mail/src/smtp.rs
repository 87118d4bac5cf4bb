//! A mail server: connections to it, each for one message after the other, and the commands that hand a message over.
//!
//! The library's own transport does not say how far a message came when its connection is lost. After the end of the
//! message that matters: the server may have accepted it, so it must not be sent again as if it had not.

use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use ::tls::TlsFiles;
use lettre::transport::smtp::authentication::{Credentials, DEFAULT_MECHANISMS};
use lettre::transport::smtp::client::{AsyncSmtpConnection, Tls};
use lettre::transport::smtp::commands::{Data, Mail, Rcpt};
use lettre::transport::smtp::extension::{ClientId, Extension, MailBodyParameter, MailParameter};
use lettre::transport::smtp::{Error, SMTP_PORT, SUBMISSION_PORT, SUBMISSIONS_PORT};
use lettre::{Address, AsyncSmtpTransport, Tokio1Executor};
use percent_encoding::percent_decode_str;
use url::Url;

use crate::{MailError, tls};

/// Time-out of connecting. The replies of a server have none here: whoever ends the wait for the last one does not know
/// whether the message was accepted.
const CONNECT_TIMEOUT: Duration = Duration::from_secs(20);
/// An idle connection that is older is replaced.
const MAX_IDLE: Duration = Duration::from_mins(1);

/// A mail server with its idle connections.
pub(crate) struct Server {
    host: String,
    port: u16,
    hello: ClientId,
    tls: Tls,
    credentials: Option<Credentials>,
    /// Since when each waits for the next message.
    idle: Mutex<Vec<(AsyncSmtpConnection, Instant)>>,
}

impl Server {
    /// Reads the URL and the TLS files, but opens no connection.
    pub fn new(text: &str, files: &TlsFiles) -> Result<Self, MailError> {
        let url = Url::parse(text)?;
        // Schemes and parameters are those of the library.
        drop(AsyncSmtpTransport::<Tokio1Executor>::from_url(text)?);
        let tls = tls::of(&url, files)?;
        let usual_port = match &tls {
            Tls::None => SMTP_PORT,
            Tls::Wrapper(_) => SUBMISSIONS_PORT,
            _ => SUBMISSION_PORT,
        };
        let hello = match url.path().trim_matches('/') {
            "" => ClientId::default(),
            name => ClientId::Domain(name.to_owned()),
        };
        let credentials = url
            .password()
            .map(|password| Credentials::new(decoded(url.username()), decoded(password)));
        Ok(Self {
            host: url.host_str().unwrap_or_default().to_owned(),
            port: url.port().unwrap_or(usual_port),
            hello,
            tls,
            credentials,
            idle: Mutex::default(),
        })
    }

    /// Sends a message to one recipient.
    pub async fn send(
        &self,
        from: &Address,
        to: &Address,
        message: &[u8],
    ) -> Result<(), MailError> {
        let mut connection = self.connection().await.map_err(MailError::of)?;
        let handed_over = hand_over(&mut connection, from, to, message).await;
        if handed_over.is_ok() {
            self.idle().push((connection, Instant::now()));
        } else {
            connection.abort().await;
        }
        handed_over
    }

    /// An idle connection that the server still answers, or a new one.
    async fn connection(&self) -> Result<AsyncSmtpConnection, Error> {
        while let Some((mut connection, since)) = self.take_idle() {
            if since.elapsed() < MAX_IDLE && connection.test_connected().await {
                return Ok(connection);
            }
            connection.abort().await;
        }
        self.connect().await
    }

    async fn connect(&self) -> Result<AsyncSmtpConnection, Error> {
        let encrypted = match &self.tls {
            Tls::Wrapper(parameters) => Some(parameters.clone()),
            _ => None,
        };
        let server = (self.host.as_str(), self.port);
        let limit = Some(CONNECT_TIMEOUT);
        let mut connection =
            AsyncSmtpConnection::connect_tokio1(server, limit, &self.hello, encrypted, None)
                .await?;
        let parameters = match &self.tls {
            Tls::Required(parameters) => Some(parameters),
            Tls::Opportunistic(parameters) if connection.can_starttls() => Some(parameters),
            _ => None,
        };
        if let Some(parameters) = parameters {
            connection.starttls(parameters.clone(), &self.hello).await?;
        }
        if let Some(credentials) = &self.credentials {
            connection.auth(DEFAULT_MECHANISMS, credentials).await?;
        }
        Ok(connection)
    }

    fn take_idle(&self) -> Option<(AsyncSmtpConnection, Instant)> {
        self.idle().pop()
    }

    fn idle(&self) -> MutexGuard<'_, Vec<(AsyncSmtpConnection, Instant)>> {
        self.idle.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

fn decoded(text: &str) -> String {
    percent_decode_str(text).decode_utf8_lossy().into_owned()
}

async fn hand_over(
    connection: &mut AsyncSmtpConnection,
    from: &Address,
    to: &Address,
    message: &[u8],
) -> Result<(), MailError> {
    let mail = Mail::new(
        Some(from.clone()),
        parameters(connection, [from, to], message)?,
    );
    connection.command(mail).await.map_err(MailError::of)?;
    let recipient = Rcpt::new(to.clone(), Vec::new());
    connection.command(recipient).await.map_err(MailError::of)?;
    connection.command(Data).await.map_err(MailError::of)?;
    // Asked for more when all of it is written; then comes the line that ends it.
    let mut is_written = false;
    let end = std::iter::from_fn(|| {
        is_written = true;
        None
    });
    let answered = connection
        .message_iter(std::iter::once(message).chain(end))
        .await;
    match answered {
        Ok(_accepted) => Ok(()),
        Err(error) if is_written && error.status().is_none() => Err(MailError::Unanswered(error)),
        Err(error) => Err(MailError::of(error)),
    }
}

/// What the server must know of a message; an error if it does not accept such messages.
fn parameters(
    connection: &AsyncSmtpConnection,
    addresses: [&Address; 2],
    message: &[u8],
) -> Result<Vec<MailParameter>, MailError> {
    let server = connection.server_info();
    let mut parameters = Vec::new();
    let is_ascii = |address: &Address| AsRef::<str>::as_ref(address).is_ascii();
    if !addresses.into_iter().all(is_ascii) {
        if !server.supports_feature(Extension::SmtpUtfEight) {
            return Err(MailError::Compose(
                "the mail server accepts ASCII addresses only".to_owned(),
            ));
        }
        parameters.push(MailParameter::SmtpUtfEight);
    }
    if !message.is_ascii() {
        if !server.supports_feature(Extension::EightBitMime) {
            return Err(MailError::Compose(
                "the mail server accepts ASCII messages only".to_owned(),
            ));
        }
        parameters.push(MailParameter::Body(MailBodyParameter::EightBitMime));
    }
    Ok(parameters)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn server(url: &str) -> Server {
        Server::new(url, &TlsFiles::default()).unwrap()
    }

    #[test]
    fn the_url_says_all_that_the_library_reads_of_it() {
        let named = server("smtps://ana%40oak.example:p%2Fw+d@mail.example/hello.example");
        assert_eq!((named.host.as_str(), named.port), ("mail.example", 465));
        assert_eq!(named.hello, ClientId::Domain("hello.example".to_owned()));
        let known = Credentials::new("ana@oak.example".to_owned(), "p/w+d".to_owned());
        assert!(named.credentials == Some(known), "decoded");
        let plain = server("smtp://127.0.0.1");
        assert_eq!((plain.host.as_str(), plain.port), ("127.0.0.1", 25));
        assert!(plain.credentials.is_none() && plain.hello == ClientId::default());
        assert_eq!(server("smtp://mail.example?tls=required").port, 587);
        assert_eq!(server("smtp://mail.example:2525?tls=required").port, 2525);
        for bad in ["http://mail.example", "smtp://mail.example?tls=no", "mail"] {
            assert!(Server::new(bad, &TlsFiles::default()).is_err(), "{bad}");
        }
    }
}
