//! A mail server on loopback that stores what it receives: a stub of external mail servers.
//!
//! It implements as much SMTP as a client needs, rejects configured addresses, and can simulate an
//! outage. Supports STARTTLS, but no authentication.

use std::collections::HashMap;
use std::net::SocketAddr;
use std::sync::{Arc, Mutex};

use tokio::io::{AsyncBufReadExt as _, AsyncRead, AsyncWrite, AsyncWriteExt as _, BufReader};
use tokio::net::{TcpListener, TcpStream};
use tokio_rustls::TlsAcceptor;

use crate::ca::TestCertificate;
use crate::relay::acceptor;

/// A received message.
#[derive(Debug, Clone)]
pub struct ReceivedMail {
    /// The envelope's sender.
    pub from: String,
    /// The envelope's recipients.
    pub to: Vec<String>,
    /// Headers and body, dots unstuffed.
    pub data: String,
}

#[derive(Default)]
struct State {
    received: Vec<ReceivedMail>,
    refused: HashMap<String, u16>,
    out_of_order: bool,
    silent: bool,
    hangs_up: bool,
    connections: usize,
}

/// The server; ends with the test.
pub struct SmtpSink {
    address: SocketAddr,
    state: Arc<Mutex<State>>,
}

impl SmtpSink {
    /// Listens on a free loopback port.
    ///
    /// # Panics
    /// When no port is free.
    pub async fn start() -> Self {
        Self::start_as(None).await
    }

    /// Like [`SmtpSink::start`], accepting mail only after STARTTLS with this certificate.
    ///
    /// # Panics
    /// When no port is free.
    pub async fn start_with_tls(certificate: &TestCertificate) -> Self {
        Self::start_as(Some(acceptor(certificate, None))).await
    }

    async fn start_as(tls: Option<TlsAcceptor>) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").await.expect("a free port");
        let address = listener.local_addr().expect("a bound address");
        let state = Arc::new(Mutex::new(State::default()));
        let shared = Arc::clone(&state);
        tokio::spawn(async move {
            while let Ok((client, _)) = listener.accept().await {
                shared.lock().expect("unharmed").connections += 1;
                tokio::spawn(serve(client, Arc::clone(&shared), tls.clone()));
            }
        });
        Self { address, state }
    }

    /// URL for the configuration: `smtp://127.0.0.1:port`.
    pub fn url(&self) -> String {
        format!("smtp://{}", self.address)
    }

    /// Replies with this code to this recipient from now on.
    ///
    /// # Panics
    /// When a test panicked before.
    pub fn refuse(&self, email: &str, code: u16) {
        self.state
            .lock()
            .expect("unharmed")
            .refused
            .insert(email.to_owned(), code);
    }

    /// Replies 421 to every client, or works again.
    ///
    /// # Panics
    /// When a test panicked before.
    pub fn set_out_of_order(&self, out_of_order: bool) {
        self.state.lock().expect("unharmed").out_of_order = out_of_order;
    }

    /// Stores messages without replying to them, or works again.
    ///
    /// # Panics
    /// When a test panicked before.
    pub fn keep_silent(&self, silent: bool) {
        self.state.lock().expect("unharmed").silent = silent;
    }

    /// Stores messages and closes the connection without replying to them, or works again.
    ///
    /// # Panics
    /// When a test panicked before.
    pub fn hang_up(&self, hangs_up: bool) {
        self.state.lock().expect("unharmed").hangs_up = hangs_up;
    }

    /// Number of connections since the start.
    ///
    /// # Panics
    /// When a test panicked before.
    pub fn connections(&self) -> usize {
        self.state.lock().expect("unharmed").connections
    }

    /// All received messages, in order.
    ///
    /// # Panics
    /// When a test panicked before.
    pub fn received(&self) -> Vec<ReceivedMail> {
        self.state.lock().expect("unharmed").received.clone()
    }
}

async fn serve(
    mut client: TcpStream,
    state: Arc<Mutex<State>>,
    tls: Option<TlsAcceptor>,
) -> Option<()> {
    client.write_all(b"220 sink ready\r\n").await.ok()?;
    let Some(tls) = tls else {
        return converse(client, &state, false).await.map(drop);
    };
    // Returns when the client requested TLS.
    let client = converse(client, &state, true).await?;
    let client = tls.accept(client).await.ok()?;
    converse(client, &state, false).await.map(drop)
}

/// Returns the connection when the client requested TLS.
async fn converse<S>(client: S, state: &Mutex<State>, starttls: bool) -> Option<S>
where
    S: AsyncRead + AsyncWrite + Unpin,
{
    let mut client = BufReader::new(client);
    let (mut from, mut to) = (String::new(), Vec::new());
    loop {
        let line = next_line(&mut client).await?;
        let verb = line
            .split([' ', ':'])
            .next()
            .unwrap_or_default()
            .to_uppercase();
        let answer = match verb.as_str() {
            _ if state.lock().expect("unharmed").out_of_order => "421 out of order".to_owned(),
            "EHLO" if starttls => "250-sink\r\n250 STARTTLS".to_owned(),
            "STARTTLS" if starttls => {
                client.write_all(b"220 go on\r\n").await.ok()?;
                return Some(client.into_inner());
            }
            "MAIL" if starttls => "530 STARTTLS first".to_owned(),
            "EHLO" => "250-sink\r\n250 8BITMIME".to_owned(),
            "MAIL" => {
                from = address(&line);
                to.clear();
                "250 ok".to_owned()
            }
            "RCPT" => {
                let email = address(&line);
                let refused = state.lock().expect("unharmed").refused.get(&email).copied();
                if let Some(code) = refused {
                    format!("{code} no such mailbox")
                } else {
                    to.push(email);
                    "250 ok".to_owned()
                }
            }
            "DATA" if to.is_empty() => "503 nobody to send to".to_owned(),
            "DATA" => {
                client.write_all(b"354 go on\r\n").await.ok()?;
                let mut data = String::new();
                loop {
                    let line = next_line(&mut client).await?;
                    if line == "." {
                        break;
                    }
                    data.push_str(line.strip_prefix('.').unwrap_or(&line));
                    data.push_str("\r\n");
                }
                let (silent, hangs_up) = {
                    let mut state = state.lock().expect("unharmed");
                    state.received.push(ReceivedMail {
                        from: from.clone(),
                        to: std::mem::take(&mut to),
                        data,
                    });
                    (state.silent, state.hangs_up)
                };
                if hangs_up {
                    return None;
                }
                if silent {
                    next_line(&mut client).await?;
                }
                "250 kept".to_owned()
            }
            "RSET" | "NOOP" => "250 ok".to_owned(),
            "QUIT" => {
                client.write_all(b"221 bye\r\n").await.ok()?;
                return None;
            }
            _ => "502 not here".to_owned(),
        };
        client
            .write_all(format!("{answer}\r\n").as_bytes())
            .await
            .ok()?;
        client.flush().await.ok()?;
    }
}

/// None at the end of the connection.
async fn next_line(client: &mut (impl tokio::io::AsyncBufRead + Unpin)) -> Option<String> {
    let mut line = String::new();
    if client.read_line(&mut line).await.ok()? == 0 {
        return None;
    }
    Some(line.trim_end_matches(['\r', '\n']).to_owned())
}

/// Between the angle brackets.
fn address(line: &str) -> String {
    line.split_once('<')
        .and_then(|(_, rest)| rest.split_once('>'))
        .map_or_else(String::new, |(address, _)| address.to_owned())
}
