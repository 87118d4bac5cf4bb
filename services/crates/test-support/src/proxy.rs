//! A TCP proxy that can be cut or slowed down, to simulate an outage without touching the server
//! that other tests use.

use std::io;
use std::net::SocketAddr;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::time::Duration;

use tokio::io::{AsyncRead, AsyncReadExt as _, AsyncWrite, AsyncWriteExt as _};
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::watch;
use url::Url;

/// A proxy between a client and a server. Starts open.
pub struct TcpProxy {
    address: SocketAddr,
    target: Url,
    open: Arc<watch::Sender<bool>>,
    delay: Arc<watch::Sender<Duration>>,
    turns: Arc<Turns>,
}

/// Who sent last, and how often the client began.
#[derive(Debug, Default)]
struct Turns {
    is_clients: AtomicBool,
    count: AtomicUsize,
}

impl Turns {
    fn take(&self, by_client: bool) {
        let was_clients = self.is_clients.swap(by_client, Ordering::SeqCst);
        if by_client && !was_clients {
            self.count.fetch_add(1, Ordering::SeqCst);
        }
    }
}

impl TcpProxy {
    /// A proxy to the server of this URL (`postgres://`, `amqp://`, `http://` with a port).
    ///
    /// # Panics
    /// When the URL has no host or port, or no loopback port is free.
    pub async fn to(url: &str) -> Self {
        let target = Url::parse(url).expect("a URL");
        let server = format!(
            "{}:{}",
            target.host_str().expect("a host"),
            target.port().expect("a port")
        );
        let listener = TcpListener::bind("127.0.0.1:0").await.expect("a free port");
        let address = listener.local_addr().expect("a bound address");
        let open = Arc::new(watch::Sender::new(true));
        let delay = Arc::new(watch::Sender::new(Duration::ZERO));
        let turns = Arc::new(Turns::default());
        let links = Links {
            server,
            open: open.subscribe(),
            delay: delay.subscribe(),
            turns: Arc::clone(&turns),
        };
        tokio::spawn(links.accept(listener));
        Self {
            address,
            target,
            open,
            delay,
            turns,
        }
    }

    /// The URL to use instead of the server's own.
    ///
    /// # Panics
    /// Never for a URL that [`TcpProxy::to`] took.
    pub fn url(&self) -> String {
        let mut url = self.target.clone();
        url.set_host(Some("127.0.0.1")).expect("a host can be set");
        url.set_port(Some(self.address.port()))
            .expect("a port can be set");
        url.into()
    }

    /// Breaks every connection and rejects new ones.
    pub fn cut(&self) {
        self.open.send_replace(false);
    }

    /// Accepts connections again.
    pub fn restore(&self) {
        self.open.send_replace(true);
    }

    /// Breaks every connection, but accepts new ones immediately.
    pub fn blip(&self) {
        self.cut();
        self.restore();
    }

    /// How often a client sent something after the server had: the round trips of one connection that
    /// is used alone.
    pub fn round_trips(&self) -> usize {
        self.turns.count.load(Ordering::SeqCst)
    }

    /// Delays everything by this much in each direction, also what is on its way.
    pub fn delay(&self, delay: Duration) {
        self.delay.send_replace(delay);
    }
}

#[derive(Clone)]
struct Links {
    server: String,
    open: watch::Receiver<bool>,
    delay: watch::Receiver<Duration>,
    turns: Arc<Turns>,
}

impl Links {
    async fn accept(mut self, listener: TcpListener) {
        loop {
            let Ok((client, _)) = listener.accept().await else {
                return;
            };
            if self.open.has_changed().is_err() {
                // The proxy was dropped.
                return;
            }
            if *self.open.borrow_and_update() {
                tokio::spawn(self.clone().forward(client));
            }
        }
    }

    /// Until both sides close or the proxy is cut.
    async fn forward(mut self, mut client: TcpStream) {
        let Ok(mut upstream) = TcpStream::connect(&self.server).await else {
            return;
        };
        let (from_client, to_client) = client.split();
        let (from_server, to_server) = upstream.split();
        let copied = async {
            tokio::try_join!(
                copy(from_client, to_server, self.delay.clone(), || self
                    .turns
                    .take(true)),
                copy(from_server, to_client, self.delay.clone(), || self
                    .turns
                    .take(false)),
            )
        };
        tokio::select! {
            _ = copied => {}
            // Any change is a cut, even one that is already over.
            _ = self.open.changed() => {}
        }
    }
}

async fn copy(
    mut from: impl AsyncRead + Unpin,
    mut to: impl AsyncWrite + Unpin,
    mut delay: watch::Receiver<Duration>,
    received: impl Fn(),
) -> io::Result<()> {
    let mut buffer = vec![0; 16 * 1024];
    loop {
        let read = from.read(&mut buffer).await?;
        if read == 0 {
            return to.shutdown().await;
        }
        received();
        wait(&mut delay).await;
        to.write_all(&buffer[..read]).await?;
    }
}

async fn wait(delay: &mut watch::Receiver<Duration>) {
    loop {
        let left = *delay.borrow_and_update();
        if left.is_zero() {
            return;
        }
        tokio::select! {
            () = tokio::time::sleep(left) => return,
            changed = delay.changed() => if changed.is_err() { return },
        }
    }
}
