//! A loopback HTTP server with scripted responses, for external services only.
//!
//! Implemented on plain TCP so that it can misbehave: hang, stop in the middle of a body, send
//! wrong lengths. One request per connection.

use std::collections::{HashMap, VecDeque};
use std::net::SocketAddr;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use serde_json::Value;
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::{TcpListener, TcpStream};
use tokio::task::JoinHandle;

/// A scripted response.
#[derive(Debug, Clone)]
pub struct Answer {
    status: u16,
    headers: Vec<(String, String)>,
    body: Vec<u8>,
    delay: Duration,
    way: Way,
}

#[derive(Debug, Clone, Copy)]
enum Way {
    Whole,
    Hang,
    /// Announces so many bytes more than it sends.
    Truncated(usize),
}

impl Answer {
    /// A body of any type.
    pub fn body(status: u16, content_type: &str, body: impl Into<Vec<u8>>) -> Self {
        Self {
            status,
            headers: vec![("content-type".to_owned(), content_type.to_owned())],
            body: body.into(),
            delay: Duration::ZERO,
            way: Way::Whole,
        }
    }

    /// A JSON body.
    pub fn json(status: u16, body: &Value) -> Self {
        Self::body(status, "application/json", body.to_string())
    }

    /// Only a status.
    pub fn status(status: u16) -> Self {
        Self::body(status, "text/plain", Vec::new())
    }

    /// A redirect (302).
    pub fn redirect(location: &str) -> Self {
        Self::status(302).header("location", location)
    }

    /// 200 with this many bytes.
    pub fn large(bytes: usize) -> Self {
        Self::body(200, "application/octet-stream", vec![b'x'; bytes])
    }

    /// Reads the request and never responds.
    pub fn hang() -> Self {
        Self {
            way: Way::Hang,
            ..Self::status(200)
        }
    }

    /// Truncates the response: the length announces `missing` bytes more than are sent.
    #[must_use]
    pub fn truncated(mut self, missing: usize) -> Self {
        self.way = Way::Truncated(missing);
        self
    }

    /// Sends the response after this time.
    #[must_use]
    pub fn after(mut self, delay: Duration) -> Self {
        self.delay = delay;
        self
    }

    /// Adds a header.
    #[must_use]
    pub fn header(mut self, name: &str, value: &str) -> Self {
        self.headers.push((name.to_owned(), value.to_owned()));
        self
    }
}

/// A received request.
#[derive(Debug, Clone)]
pub struct Recorded {
    /// `GET`.
    pub method: String,
    /// Path with query, as sent.
    pub target: String,
    /// Names in lower case.
    pub headers: HashMap<String, String>,
    /// As sent.
    pub body: Vec<u8>,
}

impl Recorded {
    /// The body as JSON.
    ///
    /// # Panics
    /// When it is not JSON.
    pub fn json(&self) -> Value {
        serde_json::from_slice(&self.body).expect("a JSON body")
    }
}

#[derive(Default)]
struct Script {
    /// By `METHOD /path` without the query.
    answers: HashMap<String, VecDeque<Answer>>,
    recorded: Vec<Recorded>,
    /// Requests without a response yet, and the highest number of them.
    open: usize,
    most_open: usize,
}

/// The server; ends on drop. What is not scripted gets 404.
pub struct StubServer {
    address: SocketAddr,
    script: Arc<Mutex<Script>>,
    task: JoinHandle<()>,
}

impl StubServer {
    /// On a free loopback port.
    ///
    /// # Panics
    /// When no port is free.
    pub async fn start() -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").await.expect("a free port");
        let address = listener.local_addr().expect("a bound address");
        let script = Arc::new(Mutex::new(Script::default()));
        let task = tokio::spawn(serve(listener, Arc::clone(&script)));
        Self {
            address,
            script,
            task,
        }
    }

    /// `http://127.0.0.1:port`, without a trailing slash.
    pub fn url(&self) -> String {
        format!("http://{}", self.address)
    }

    /// Adds a response for `method` and `path` (without query). Several responses are used in
    /// order; the last one repeats.
    pub fn on(&self, method: &str, path: &str, answer: Answer) {
        lock(&self.script)
            .answers
            .entry(format!("{method} {path}"))
            .or_default()
            .push_back(answer);
    }

    /// Removes every scripted response.
    pub fn clear(&self) {
        lock(&self.script).answers.clear();
    }

    /// All requests so far.
    pub fn requests(&self) -> Vec<Recorded> {
        lock(&self.script).recorded.clone()
    }

    /// The highest number of requests at the same time.
    pub fn most_at_once(&self) -> usize {
        lock(&self.script).most_open
    }
}

impl Drop for StubServer {
    fn drop(&mut self) {
        self.task.abort();
    }
}

fn lock(script: &Mutex<Script>) -> MutexGuard<'_, Script> {
    script.lock().unwrap_or_else(PoisonError::into_inner)
}

async fn serve(listener: TcpListener, script: Arc<Mutex<Script>>) {
    while let Ok((stream, _)) = listener.accept().await {
        let script = Arc::clone(&script);
        tokio::spawn(async move {
            // Many tests have a client that disconnects.
            if let Ok(Some((stream, answer))) = ask(stream, &script).await {
                tokio::time::sleep(answer.delay).await;
                // Before the client can react to the response with another request.
                lock(&script).open -= 1;
                send(stream, answer).await.ok();
            }
        });
    }
}

/// Reads a request, and finds the response.
async fn ask(
    mut stream: TcpStream,
    script: &Mutex<Script>,
) -> std::io::Result<Option<(TcpStream, Answer)>> {
    let Some(request) = read_request(&mut stream).await? else {
        return Ok(None);
    };
    let path = request.target.split('?').next().unwrap_or_default();
    let key = format!("{} {path}", request.method);
    let answer = {
        let mut script = lock(script);
        script.recorded.push(request);
        script.open += 1;
        script.most_open = script.most_open.max(script.open);
        match script.answers.get_mut(&key) {
            Some(answers) if answers.len() > 1 => answers.pop_front(),
            Some(answers) => answers.front().cloned(),
            None => None,
        }
    }
    .unwrap_or_else(|| Answer::status(404));
    Ok(Some((stream, answer)))
}

async fn send(mut stream: TcpStream, answer: Answer) -> std::io::Result<()> {
    let missing = match answer.way {
        Way::Hang => {
            // Until the client gives up.
            let mut rest = [0; 64];
            while stream.read(&mut rest).await? > 0 {}
            return Ok(());
        }
        Way::Truncated(missing) => missing,
        Way::Whole => 0,
    };
    let mut head = format!(
        "HTTP/1.1 {} Stub\r\nconnection: close\r\ncontent-length: {}\r\n",
        answer.status,
        answer.body.len() + missing
    );
    for (name, value) in &answer.headers {
        for part in [name, ": ", value, "\r\n"] {
            head.push_str(part);
        }
    }
    head.push_str("\r\n");
    stream.write_all(head.as_bytes()).await?;
    stream.write_all(&answer.body).await?;
    stream.shutdown().await
}

async fn read_request(stream: &mut TcpStream) -> std::io::Result<Option<Recorded>> {
    let mut bytes = Vec::new();
    let mut chunk = vec![0; 8192];
    let head_end = loop {
        if let Some(end) = bytes.windows(4).position(|four| four == b"\r\n\r\n") {
            break end;
        }
        let read = stream.read(&mut chunk).await?;
        if read == 0 {
            return Ok(None);
        }
        bytes.extend_from_slice(&chunk[..read]);
    };
    let head = String::from_utf8_lossy(&bytes[..head_end]).into_owned();
    let mut lines = head.split("\r\n");
    let mut first = lines.next().unwrap_or_default().split(' ');
    let method = first.next().unwrap_or_default().to_owned();
    let target = first.next().unwrap_or_default().to_owned();
    let headers: HashMap<String, String> = lines
        .filter_map(|line| line.split_once(':'))
        .map(|(name, value)| (name.trim().to_ascii_lowercase(), value.trim().to_owned()))
        .collect();
    let mut body = bytes.split_off(head_end + 4);
    if headers
        .get("transfer-encoding")
        .is_some_and(|coding| coding == "chunked")
    {
        body = read_chunked(stream, body).await?;
    } else {
        let length = headers
            .get("content-length")
            .and_then(|length| length.parse().ok())
            .unwrap_or(0);
        while body.len() < length {
            let read = stream.read(&mut chunk).await?;
            if read == 0 {
                break;
            }
            body.extend_from_slice(&chunk[..read]);
        }
    }
    Ok(Some(Recorded {
        method,
        target,
        headers,
        body,
    }))
}

/// Streams of unknown length, such as file uploads.
async fn read_chunked(stream: &mut TcpStream, mut raw: Vec<u8>) -> std::io::Result<Vec<u8>> {
    let mut body = Vec::new();
    let mut chunk = vec![0; 8192];
    loop {
        while let Some(end) = raw.windows(2).position(|two| two == b"\r\n") {
            let size = String::from_utf8_lossy(&raw[..end]).into_owned();
            let Ok(size) = usize::from_str_radix(size.split(';').next().unwrap_or("").trim(), 16)
            else {
                return Ok(body);
            };
            if raw.len() < end + 2 + size + 2 {
                break;
            }
            body.extend_from_slice(&raw[end + 2..end + 2 + size]);
            raw.drain(..end + 2 + size + 2);
            if size == 0 {
                return Ok(body);
            }
        }
        let read = stream.read(&mut chunk).await?;
        if read == 0 {
            return Ok(body);
        }
        raw.extend_from_slice(&chunk[..read]);
    }
}
