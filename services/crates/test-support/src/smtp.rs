//! A mail server on loopback that keeps what it is given: other companies' mail servers stood in for.
//!
//! It speaks as much SMTP as a client needs to hand a message over, refuses the addresses that it is
//! told to refuse, and can be out of order. No sign-in, no TLS.

use std::collections::HashMap;
use std::net::SocketAddr;
use std::sync::{Arc, Mutex};

use tokio::io::{AsyncBufReadExt as _, AsyncWriteExt as _, BufReader};
use tokio::net::{TcpListener, TcpStream};

/// A message as it came in.
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
}

/// The server. It ends with the test.
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
        let listener = TcpListener::bind("127.0.0.1:0").await.expect("a free port");
        let address = listener.local_addr().expect("a bound address");
        let state = Arc::new(Mutex::new(State::default()));
        let shared = Arc::clone(&state);
        tokio::spawn(async move {
            while let Ok((client, _)) = listener.accept().await {
                tokio::spawn(converse(client, Arc::clone(&shared)));
            }
        });
        Self { address, state }
    }

    /// What to configure: `smtp://127.0.0.1:port`.
    pub fn url(&self) -> String {
        format!("smtp://{}", self.address)
    }

    /// Answers this code to this recipient from now on.
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

    /// Answers 421 to everybody, or works again.
    ///
    /// # Panics
    /// When a test panicked before.
    pub fn set_out_of_order(&self, out_of_order: bool) {
        self.state.lock().expect("unharmed").out_of_order = out_of_order;
    }

    /// Everything that came in, in order.
    ///
    /// # Panics
    /// When a test panicked before.
    pub fn received(&self) -> Vec<ReceivedMail> {
        self.state.lock().expect("unharmed").received.clone()
    }
}

async fn converse(client: TcpStream, state: Arc<Mutex<State>>) -> Option<()> {
    let (reader, mut writer) = client.into_split();
    let mut lines = BufReader::new(reader).lines();
    writer.write_all(b"220 sink ready\r\n").await.ok()?;
    let (mut from, mut to) = (String::new(), Vec::new());
    while let Some(line) = lines.next_line().await.ok()? {
        let verb = line
            .split([' ', ':'])
            .next()
            .unwrap_or_default()
            .to_uppercase();
        let answer = match verb.as_str() {
            _ if state.lock().expect("unharmed").out_of_order => "421 out of order".to_owned(),
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
                writer.write_all(b"354 go on\r\n").await.ok()?;
                let mut data = String::new();
                while let Some(line) = lines.next_line().await.ok()? {
                    if line == "." {
                        break;
                    }
                    data.push_str(line.strip_prefix('.').unwrap_or(&line));
                    data.push_str("\r\n");
                }
                state.lock().expect("unharmed").received.push(ReceivedMail {
                    from: from.clone(),
                    to: std::mem::take(&mut to),
                    data,
                });
                "250 kept".to_owned()
            }
            "RSET" | "NOOP" => "250 ok".to_owned(),
            "QUIT" => {
                writer.write_all(b"221 bye\r\n").await.ok()?;
                return Some(());
            }
            _ => "502 not here".to_owned(),
        };
        writer
            .write_all(format!("{answer}\r\n").as_bytes())
            .await
            .ok()?;
    }
    Some(())
}

/// Between the angle brackets.
fn address(line: &str) -> String {
    line.split_once('<')
        .and_then(|(_, rest)| rest.split_once('>'))
        .map_or_else(String::new, |(address, _)| address.to_owned())
}
