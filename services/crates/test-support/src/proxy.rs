//! A TCP proxy that can be cut, to simulate an outage without touching the server that other tests
//! use.

use std::net::SocketAddr;
use std::sync::Arc;

use tokio::net::{TcpListener, TcpStream};
use tokio::sync::watch;
use url::Url;

/// A proxy between a client and a server. Starts open.
pub struct TcpProxy {
    address: SocketAddr,
    target: Url,
    open: Arc<watch::Sender<bool>>,
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
        tokio::spawn(accept(listener, server, open.subscribe()));
        Self {
            address,
            target,
            open,
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
}

async fn accept(listener: TcpListener, server: String, mut open: watch::Receiver<bool>) {
    loop {
        let Ok((client, _)) = listener.accept().await else {
            return;
        };
        if open.has_changed().is_err() {
            // The proxy was dropped.
            return;
        }
        if *open.borrow_and_update() {
            tokio::spawn(forward(client, server.clone(), open.clone()));
        }
    }
}

/// Until one side closes or the proxy is cut.
async fn forward(mut client: TcpStream, server: String, mut open: watch::Receiver<bool>) {
    let Ok(mut upstream) = TcpStream::connect(&server).await else {
        return;
    };
    tokio::select! {
        _ = tokio::io::copy_bidirectional(&mut client, &mut upstream) => {}
        // Any change is a cut, even one that is already over.
        _ = open.changed() => {}
    }
}
