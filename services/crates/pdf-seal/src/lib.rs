//! Seals PDFs of our own typesetter: a signature of the installation, PAdES level B-B, appended to the file.
//!
//! The bytes of the document stay as they are; what follows them is one incremental update with the signature, an
//! invisible field that keeps PDF/UA, and the rule that nothing may be changed any more. No I/O and no clock: the caller
//! gives key, certificates and time. The same key, document and [`Seal`] give the same bytes.

mod certificate;
mod document;
mod error;
mod key;
mod scan;
mod self_signed;
mod signature;
mod update;

use std::fmt::{Debug, Formatter};

use chrono::{DateTime, Utc};

use certificate::Chain;
use document::Document;
pub use error::SealError;
use key::Key;
pub use self_signed::{KeyAndCertificate, self_signed};

/// Seals documents with the key of an installation.
pub struct Sealer {
    key: Key,
    chain: Chain,
}

/// What a seal says.
#[derive(Debug, Clone, Copy)]
pub struct Seal<'a> {
    /// Who seals: 'Sitewright for Oak Partners'.
    pub name: &'a str,
    /// Why.
    pub reason: &'a str,
    /// When, as the installation claims. To the second.
    pub at: DateTime<Utc>,
}

impl Sealer {
    /// With a private key (P-256, or RSA of 3072 bits or more; PKCS#8, SEC 1 or PKCS#1, not encrypted) and its
    /// certificate, which those of its issuers may follow. Whether the certificate has expired is asked at each seal.
    ///
    /// # Errors
    /// When one cannot be read, the key does not fit the certificate, or the certificate is not for signatures
    /// (`digitalSignature` and `nonRepudiation`).
    pub fn from_pem(key_pem: &str, chain_pem: &str) -> Result<Self, SealError> {
        let key = Key::from_pem(key_pem)?;
        let chain = Chain::from_pem(chain_pem)?;
        if !key.fits(chain.public_key()) {
            return Err(SealError::KeyMismatch);
        }
        Ok(Self { key, chain })
    }

    /// SHA-256 of the certificate, in hexadecimal digits.
    pub fn fingerprint(&self) -> String {
        self.chain.fingerprint()
    }

    /// The first second at which the certificate is valid.
    pub fn not_before(&self) -> DateTime<Utc> {
        self.chain.not_before()
    }

    /// The last second at which the certificate is valid.
    pub fn not_after(&self) -> DateTime<Utc> {
        self.chain.not_after()
    }

    /// Whom the certificate names, as RFC 4514 writes it: 'CN=Sitewright'.
    pub fn subject(&self) -> String {
        self.chain.subject()
    }

    /// Seals a document. The result starts with its bytes.
    ///
    /// # Errors
    /// When the certificate is not valid at the seal's time, or the document is not as our typesetter writes one: also
    /// when it has a seal already.
    pub fn seal(&self, pdf: &[u8], seal: &Seal<'_>) -> Result<Vec<u8>, SealError> {
        self.chain.check_valid_at(seal.at)?;
        let document = Document::read(pdf)?;
        let longest = signature::longest(&self.key, &self.chain)?;
        let unsigned = update::append(&document, seal, longest);
        let digest = unsigned.digest();
        let signature = signature::sign(&digest, &self.key, &self.chain)?;
        Ok(unsigned.with_signature(&signature))
    }
}

/// Without the key.
impl Debug for Sealer {
    fn fmt(&self, formatter: &mut Formatter<'_>) -> std::fmt::Result {
        formatter
            .debug_struct("Sealer")
            .field("subject", &self.subject())
            .field("fingerprint", &self.fingerprint())
            .finish_non_exhaustive()
    }
}

/// Hexadecimal digits in lower case.
fn hex(bytes: &[u8]) -> String {
    use std::fmt::Write as _;
    bytes.iter().fold(String::new(), |mut text, byte| {
        // Writing to a string does not fail.
        let _ = write!(text, "{byte:02x}");
        text
    })
}
