//! A test CA, and certificates signed by it.

use std::path::{Path, PathBuf};

use rcgen::{
    BasicConstraints, CertificateParams, DnType, ExtendedKeyUsagePurpose, IsCa, Issuer, KeyPair,
    KeyUsagePurpose,
};
use tempfile::TempDir;
use uuid::Uuid;

/// A CA trusted by nothing else. Its files are deleted on drop.
pub struct TestCa {
    folder: TempDir,
    issuer: Issuer<'static, KeyPair>,
}

/// A certificate and its key, as PEM files.
#[derive(Debug, Clone)]
pub struct TestCertificate {
    /// The certificate.
    pub cert: PathBuf,
    /// Its key.
    pub key: PathBuf,
}

impl TestCa {
    /// A CA of its own name and key.
    ///
    /// # Panics
    /// When the temporary folder cannot be written.
    #[expect(clippy::new_without_default, reason = "each is another one")]
    pub fn new() -> Self {
        let folder = tempfile::tempdir().expect("a temporary folder");
        let mut params = named(&format!("Made-up CA {}", Uuid::new_v4()), Vec::new());
        params.is_ca = IsCa::Ca(BasicConstraints::Unconstrained);
        params.key_usages = vec![KeyUsagePurpose::KeyCertSign, KeyUsagePurpose::CrlSign];
        let key = KeyPair::generate().expect("a key");
        let cert = params.self_signed(&key).expect("a certificate");
        write(&folder.path().join("ca.pem"), &cert.pem());
        Self {
            folder,
            issuer: Issuer::new(params, key),
        }
    }

    /// The CA's own certificate, which clients trust.
    pub fn file(&self) -> PathBuf {
        self.folder.path().join("ca.pem")
    }

    /// A certificate for `name`, good for a server and for a client.
    ///
    /// # Panics
    /// When `name` is no host name, or the temporary folder cannot be written.
    pub fn issue(&self, name: &str) -> TestCertificate {
        let mut params = named(name, vec![name.to_owned()]);
        params.extended_key_usages = vec![
            ExtendedKeyUsagePurpose::ServerAuth,
            ExtendedKeyUsagePurpose::ClientAuth,
        ];
        let key = KeyPair::generate().expect("a key");
        let cert = params
            .signed_by(&key, &self.issuer)
            .expect("a signed certificate");
        let file = |what: &str| self.folder.path().join(format!("{name}.{what}.pem"));
        let issued = TestCertificate {
            cert: file("cert"),
            key: file("key"),
        };
        write(&issued.cert, &cert.pem());
        write(&issued.key, &key.serialize_pem());
        issued
    }
}

fn named(name: &str, hosts: Vec<String>) -> CertificateParams {
    let mut params = CertificateParams::new(hosts).expect("host names");
    params.distinguished_name.push(DnType::CommonName, name);
    params
}

fn write(path: &Path, pem: &str) {
    std::fs::write(path, pem)
        .unwrap_or_else(|error| panic!("{} cannot be written: {error}", path.display()));
}
