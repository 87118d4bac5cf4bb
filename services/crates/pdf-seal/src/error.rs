use chrono::{DateTime, Utc};

/// Why there is no seal.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum SealError {
    /// It is no PEM, encrypted, or of another form.
    #[error("the private key is not an unencrypted PEM in PKCS#8, SEC 1 or PKCS#1")]
    KeyUnreadable,
    /// Its kind or length is not accepted.
    #[error("the private key is neither P-256 nor RSA of 3072 to 8192 bits")]
    KeyKind,
    /// Text between two lines of a certificate cannot be read.
    #[error("the certificates cannot be read")]
    CertificateUnreadable(#[source] der::Error),
    /// There is none.
    #[error("there is no certificate")]
    NoCertificate,
    /// The first certificate is another key's.
    #[error("the private key does not fit the first certificate")]
    KeyMismatch,
    /// The certificate is for other uses, or does not say for which.
    #[error("the certificate's key usage lacks digitalSignature or nonRepudiation")]
    KeyUsage,
    /// Expired, or not yet valid.
    #[error("the certificate is valid from {from} until {until}, not at {at}")]
    NotValid {
        /// First second.
        from: DateTime<Utc>,
        /// Last second.
        until: DateTime<Utc>,
        /// The seal's time.
        at: DateTime<Utc>,
    },
    /// A certificate needs a name of 1 to 64 characters.
    #[error("the name of the certificate is empty or longer than 64 characters")]
    CommonName,
    /// A certificate ends after it starts, between 1970 and 9999.
    #[error("the certificate's period is empty or outside of the years 1970 to 9999")]
    Period,
    /// The PDF has a seal, or a form or an update that is not ours.
    #[error("the PDF has a seal, a form or an update already")]
    AlreadySealed,
    /// The PDF is not as our typesetter writes one.
    #[error("the PDF is not one of the typesetter: {0}")]
    Document(&'static str),
    /// The signature could not be made.
    #[error("the signature could not be made: {0}")]
    Signature(&'static str),
    /// The signature could not be written.
    #[error("the signature could not be written")]
    Encoding(#[source] der::Error),
}
