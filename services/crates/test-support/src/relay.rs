//! TLS in front of a server without TLS.

use std::net::SocketAddr;
use std::sync::Arc;

use tokio::net::{TcpListener, TcpStream};
use tokio_rustls::TlsAcceptor;
use tokio_rustls::rustls::pki_types::pem::PemObject as _;
use tokio_rustls::rustls::pki_types::{CertificateDer, PrivateKeyDer};
use tokio_rustls::rustls::server::WebPkiClientVerifier;
use tokio_rustls::rustls::{RootCertStore, ServerConfig};
use url::Url;

use crate::ca::{TestCa, TestCertificate};

/// Terminates TLS and forwards the content. Ends with the test.
pub struct TlsRelay {
    address: SocketAddr,
    target: Url,
}

impl TlsRelay {
    /// A relay with this certificate to the server of this URL. Where a CA is given, clients have to
    /// show a certificate of it.
    ///
    /// # Panics
    /// When the URL has no host or port, or no loopback port is free.
    pub async fn to(url: &str, certificate: &TestCertificate, clients: Option<&TestCa>) -> Self {
        let target = Url::parse(url).expect("a URL");
        let host = target.host_str().expect("a host");
        let server = format!("{host}:{}", target.port().expect("a port"));
        let listener = TcpListener::bind("127.0.0.1:0").await.expect("a free port");
        let address = listener.local_addr().expect("a bound address");
        let acceptor = acceptor(certificate, clients);
        tokio::spawn(async move {
            while let Ok((client, _)) = listener.accept().await {
                tokio::spawn(forward(client, acceptor.clone(), server.clone()));
            }
        });
        Self { address, target }
    }

    /// The URL to use instead of the server's own, by this scheme and host.
    ///
    /// # Panics
    /// When either is not valid in a URL.
    pub fn url(&self, scheme: &str, host: &str) -> String {
        let mut url = self.target.clone();
        url.set_host(Some(host)).expect("a host");
        url.set_port(Some(self.address.port())).expect("a port");
        let (_, rest) = url.as_str().split_once("://").expect("a scheme");
        format!("{scheme}://{rest}")
    }
}

/// The server's side of TLS.
pub(crate) fn acceptor(certificate: &TestCertificate, clients: Option<&TestCa>) -> TlsAcceptor {
    let chain = CertificateDer::pem_file_iter(&certificate.cert)
        .and_then(Iterator::collect)
        .expect("a certificate");
    let key = PrivateKeyDer::from_pem_file(&certificate.key).expect("a key");
    let builder = ServerConfig::builder();
    let builder = match clients {
        None => builder.with_no_client_auth(),
        Some(ca) => {
            let mut roots = RootCertStore::empty();
            let root = CertificateDer::from_pem_file(ca.file()).expect("a certificate");
            roots.add(root).expect("a CA");
            let verifier = WebPkiClientVerifier::builder(Arc::new(roots));
            builder.with_client_cert_verifier(verifier.build().expect("a verifier"))
        }
    };
    let config = builder
        .with_single_cert(chain, key)
        .expect("a key that fits");
    TlsAcceptor::from(Arc::new(config))
}

async fn forward(client: TcpStream, acceptor: TlsAcceptor, server: String) -> Option<()> {
    let mut client = acceptor.accept(client).await.ok()?;
    let mut server = TcpStream::connect(server).await.ok()?;
    tokio::io::copy_bidirectional(&mut client, &mut server)
        .await
        .ok()?;
    Some(())
}
