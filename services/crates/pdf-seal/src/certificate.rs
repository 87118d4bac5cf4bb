//! The certificate of the key, and those of its issuers.

use chrono::{DateTime, Utc};
use cms::cert::{CertificateChoices, IssuerAndSerialNumber};
use cms::signed_data::CertificateSet;
use der::{Decode as _, Document, Encode as _};
use sha2::{Digest as _, Sha256};
use x509_cert::Certificate;
use x509_cert::ext::pkix::KeyUsage;
use x509_cert::spki::SubjectPublicKeyInfoOwned;
use x509_cert::time::Time;

use crate::{SealError, hex};

const END: &str = "-----END CERTIFICATE-----";

pub struct Chain {
    certificate: Certificate,
    hash: [u8; 32],
    from: DateTime<Utc>,
    until: DateTime<Utc>,
    all: CertificateSet,
}

impl Chain {
    pub fn from_pem(pem: &str) -> Result<Self, SealError> {
        let unreadable = SealError::CertificateUnreadable;
        let ends = pem.match_indices(END).map(|(at, _)| at + END.len());
        let mut start = 0;
        let mut certificates = Vec::new();
        for end in ends {
            let (_, der) = Document::from_pem(&pem[start..end]).map_err(unreadable)?;
            let certificate = Certificate::from_der(der.as_bytes()).map_err(unreadable)?;
            // It is encoded again for the signature, which must not change its hash.
            if certificate.to_der().map_err(unreadable)? != der.as_bytes() {
                return Err(unreadable(
                    der::ErrorKind::Noncanonical {
                        tag: der::Tag::Sequence,
                    }
                    .into(),
                ));
            }
            certificates.push(certificate);
            start = end;
        }
        let certificate = certificates
            .first()
            .ok_or(SealError::NoCertificate)?
            .clone();
        check_usage(&certificate)?;
        let all: Vec<_> = certificates
            .into_iter()
            .map(CertificateChoices::Certificate)
            .collect();
        let validity = certificate.tbs_certificate.validity;
        Ok(Self {
            hash: Sha256::digest(certificate.to_der().map_err(unreadable)?).into(),
            from: instant(validity.not_before),
            until: instant(validity.not_after),
            all: all.try_into().map_err(unreadable)?,
            certificate,
        })
    }

    pub fn public_key(&self) -> &SubjectPublicKeyInfoOwned {
        &self.certificate.tbs_certificate.subject_public_key_info
    }

    pub fn fingerprint(&self) -> String {
        hex(&self.hash)
    }

    /// SHA-256 of the certificate.
    pub fn hash(&self) -> &[u8] {
        &self.hash
    }

    pub fn not_before(&self) -> DateTime<Utc> {
        self.from
    }

    pub fn not_after(&self) -> DateTime<Utc> {
        self.until
    }

    pub fn subject(&self) -> String {
        self.certificate.tbs_certificate.subject.to_string()
    }

    pub fn issuer_and_serial_number(&self) -> IssuerAndSerialNumber {
        let certificate = &self.certificate.tbs_certificate;
        IssuerAndSerialNumber {
            issuer: certificate.issuer.clone(),
            serial_number: certificate.serial_number.clone(),
        }
    }

    pub fn all(&self) -> &CertificateSet {
        &self.all
    }

    pub fn check_valid_at(&self, at: DateTime<Utc>) -> Result<(), SealError> {
        let (from, until) = (self.from, self.until);
        if at < from || at.timestamp() > until.timestamp() {
            return Err(SealError::NotValid { from, until, at });
        }
        Ok(())
    }
}

fn check_usage(certificate: &Certificate) -> Result<(), SealError> {
    let usage = certificate.tbs_certificate.get::<KeyUsage>();
    let usage = usage.map_err(SealError::CertificateUnreadable)?;
    usage
        .filter(|(_, usage)| usage.digital_signature() && usage.non_repudiation())
        .map(|_fits| ())
        .ok_or(SealError::KeyUsage)
}

fn instant(time: Time) -> DateTime<Utc> {
    time.to_system_time().into()
}
