//! The settings that name TLS files, and the content of these files.

use std::path::PathBuf;

use rustls::pki_types::pem::PemObject as _;
use rustls::pki_types::{CertificateDer, PrivateKeyDer};
use rustls::sign::CertifiedKey;

use crate::verify::provider;

/// A file with the name of its setting; errors mention both.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FileSetting {
    /// `DATABASE_CA_FILE`, or `sslrootcert` of a URL.
    pub setting: String,
    /// The file.
    pub path: PathBuf,
}

impl FileSetting {
    /// `path` as given by `setting`.
    pub fn new(setting: impl Into<String>, path: impl Into<PathBuf>) -> Self {
        Self {
            setting: setting.into(),
            path: path.into(),
        }
    }
}

impl std::fmt::Display for FileSetting {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{} ({})", self.setting, self.path.display())
    }
}

/// The TLS files of one server; none are needed for a server with a certificate of a public CA.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct TlsFiles {
    /// PEM file of the CAs that are trusted instead of the system's.
    pub ca: Option<FileSetting>,
    /// PEM file of our own certificate, with its intermediate certificates.
    pub client_cert: Option<FileSetting>,
    /// PEM file of its key.
    pub client_key: Option<FileSetting>,
}

/// An invalid file. The file's content is never part of the error.
#[derive(Debug, thiserror::Error)]
pub enum TlsError {
    /// The file is missing or not readable.
    #[error("{file} cannot be read: {cause}")]
    Unreadable {
        /// The file.
        file: FileSetting,
        /// The cause.
        cause: std::io::Error,
    },
    /// The file contains no certificate, or a corrupt one.
    #[error("{0} contains no usable certificate in PEM form")]
    NoCertificate(FileSetting),
    /// The file contains no key, a corrupt one, or one with a passphrase.
    #[error("{0} contains no usable private key in PEM form without a passphrase")]
    NoKey(FileSetting),
    /// The key belongs to another certificate.
    #[error("the key of {key} does not match the certificate of {cert}")]
    KeyDoesNotFit {
        /// File of the certificate.
        cert: FileSetting,
        /// File of the key.
        key: FileSetting,
    },
    /// A certificate without its key, or a key without its certificate.
    #[error("{given} is set, but the setting of its {missing} is not")]
    Alone {
        /// The one that is set.
        given: FileSetting,
        /// What is missing: `key` or `certificate`.
        missing: &'static str,
    },
    /// The system has no CAs, so nothing can be verified.
    #[error("the system has no CA certificates: {0}")]
    NoSystemRoots(String),
    /// The library rejected the settings.
    #[error("TLS cannot be set up")]
    Library(#[from] rustls::Error),
}

/// Our certificate and key.
#[derive(Clone)]
pub struct Identity {
    /// The certificate with its intermediate certificates.
    pub chain: Vec<CertificateDer<'static>>,
    /// Content of the key's file.
    pub key_pem: Vec<u8>,
    key: std::sync::Arc<PrivateKeyDer<'static>>,
}

impl Identity {
    pub(crate) fn key(&self) -> PrivateKeyDer<'static> {
        self.key.clone_key()
    }
}

impl std::fmt::Debug for Identity {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Identity(redacted)")
    }
}

/// Content of the files, validated.
#[derive(Debug, Clone, Default)]
pub struct LoadedTlsFiles {
    /// Certificates of the trusted CAs; none means the system's.
    pub ca: Option<Vec<CertificateDer<'static>>>,
    /// Our own certificate.
    pub identity: Option<Identity>,
}

impl TlsFiles {
    /// `{prefix}_CA_FILE`, `{prefix}_CLIENT_CERT_FILE` and `{prefix}_CLIENT_KEY_FILE`, if `read`
    /// has them.
    pub fn from_env(prefix: &str, mut read: impl FnMut(&str) -> Option<String>) -> Self {
        let mut file = |what: &str| {
            let setting = format!("{prefix}_{what}_FILE");
            read(&setting).map(|path| FileSetting::new(setting, path))
        };
        Self {
            ca: file("CA"),
            client_cert: file("CLIENT_CERT"),
            client_key: file("CLIENT_KEY"),
        }
    }

    /// The first file that is set.
    pub fn any(&self) -> Option<&FileSetting> {
        self.ca
            .as_ref()
            .or(self.client_cert.as_ref())
            .or(self.client_key.as_ref())
    }

    /// Reads and checks the files.
    pub fn load(&self) -> Result<LoadedTlsFiles, TlsError> {
        let ca = self.ca.as_ref().map(certificates).transpose()?;
        let identity = match (&self.client_cert, &self.client_key) {
            (None, None) => None,
            (Some(cert), Some(key)) => Some(identity(cert, key)?),
            (Some(given), None) => return Err(alone(given, "key")),
            (None, Some(given)) => return Err(alone(given, "certificate")),
        };
        Ok(LoadedTlsFiles { ca, identity })
    }
}

fn alone(given: &FileSetting, missing: &'static str) -> TlsError {
    TlsError::Alone {
        given: given.clone(),
        missing,
    }
}

fn read(file: &FileSetting) -> Result<Vec<u8>, TlsError> {
    std::fs::read(&file.path).map_err(|cause| TlsError::Unreadable {
        file: file.clone(),
        cause,
    })
}

/// At least one.
fn certificates(file: &FileSetting) -> Result<Vec<CertificateDer<'static>>, TlsError> {
    let none = || TlsError::NoCertificate(file.clone());
    let pem = read(file)?;
    let found: Vec<_> = CertificateDer::pem_slice_iter(&pem)
        .collect::<Result<_, _>>()
        .map_err(|_damaged| none())?;
    // An unreadable certificate would otherwise be detected only at the first connection.
    let readable = found
        .iter()
        .all(|certificate| rustls::server::ParsedCertificate::try_from(certificate).is_ok());
    if found.is_empty() || !readable {
        return Err(none());
    }
    Ok(found)
}

fn identity(cert: &FileSetting, key: &FileSetting) -> Result<Identity, TlsError> {
    let chain = certificates(cert)?;
    let key_pem = read(key)?;
    let no_key = || TlsError::NoKey(key.clone());
    let secret = PrivateKeyDer::from_pem_slice(&key_pem).map_err(|_damaged| no_key())?;
    let signing = provider()
        .key_provider
        .load_private_key(secret.clone_key())
        .map_err(|_unusable| no_key())?;
    CertifiedKey::new(chain.clone(), signing)
        .keys_match()
        .map_err(|_other| TlsError::KeyDoesNotFit {
            cert: cert.clone(),
            key: key.clone(),
        })?;
    Ok(Identity {
        chain,
        key_pem,
        key: std::sync::Arc::new(secret),
    })
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use rcgen::{CertificateParams, KeyPair};

    use super::*;

    fn write(folder: &Path, name: &str, text: &str) -> FileSetting {
        let path = folder.join(name);
        std::fs::write(&path, text).unwrap();
        FileSetting::new(name.to_uppercase(), path)
    }

    fn pair(folder: &Path, name: &str) -> (FileSetting, FileSetting) {
        let key = KeyPair::generate().unwrap();
        let cert = CertificateParams::new(vec![name.to_owned()])
            .unwrap()
            .self_signed(&key)
            .unwrap();
        (
            write(folder, &format!("{name}_cert"), &cert.pem()),
            write(folder, &format!("{name}_key"), &key.serialize_pem()),
        )
    }

    fn complaint(files: &TlsFiles) -> String {
        files.load().unwrap_err().to_string()
    }

    #[test]
    fn settings_are_named_after_what_they_are_for() {
        let files = TlsFiles::from_env("AMQP", |name| {
            (name != "AMQP_CA_FILE").then(|| format!("/etc/{name}"))
        });
        assert_eq!(files.ca, None);
        let cert = FileSetting::new("AMQP_CLIENT_CERT_FILE", "/etc/AMQP_CLIENT_CERT_FILE");
        assert_eq!(files.any(), Some(&cert));
        assert!(TlsFiles::default().load().unwrap().identity.is_none());
    }

    #[test]
    fn a_certificate_and_its_key_are_taken() {
        let folder = tempfile::tempdir().unwrap();
        let (cert, key) = pair(folder.path(), "ours");
        let files = TlsFiles {
            ca: Some(cert.clone()),
            client_cert: Some(cert),
            client_key: Some(key),
        };
        let loaded = files.load().unwrap();
        assert_eq!(loaded.ca.map(|all| all.len()), Some(1));
        assert!(!format!("{:?}", loaded.identity).contains("PRIVATE"));
    }

    #[test]
    fn complaints_name_the_setting_and_the_file() {
        let folder = tempfile::tempdir().unwrap();
        let (cert, key) = pair(folder.path(), "ours");
        let (_, other_key) = pair(folder.path(), "other");
        let missing = FileSetting::new("X_CA_FILE", "/nowhere/ca.pem");
        let ca = |file: &FileSetting| TlsFiles {
            ca: Some(file.clone()),
            ..TlsFiles::default()
        };
        let said = complaint(&ca(&missing));
        assert!(
            said.starts_with("X_CA_FILE (/nowhere/ca.pem) cannot be read: No such file"),
            "{said}"
        );
        let empty = write(folder.path(), "empty", "not a certificate");
        assert!(complaint(&ca(&empty)).starts_with("EMPTY ("));
        let damaged = "-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----\n";
        let damaged = write(folder.path(), "damaged", damaged);
        assert!(complaint(&ca(&damaged)).ends_with("contains no usable certificate in PEM form"));
        let with = |cert: Option<&FileSetting>, key: Option<&FileSetting>| TlsFiles {
            ca: None,
            client_cert: cert.cloned(),
            client_key: key.cloned(),
        };
        assert!(complaint(&with(Some(&cert), None)).contains("setting of its key is not"));
        assert!(complaint(&with(None, Some(&key))).contains("setting of its certificate is not"));
        let said = complaint(&with(Some(&cert), Some(&other_key)));
        assert!(
            said.contains("OTHER_KEY") && said.contains("does not match"),
            "{said}"
        );
        let said = complaint(&with(Some(&cert), Some(&empty)));
        assert!(said.contains("contains no usable private key"), "{said}");
    }
}
