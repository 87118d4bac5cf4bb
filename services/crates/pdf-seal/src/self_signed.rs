//! A key with a certificate of its own, for installations that have none from an authority.

use std::fmt::{Debug, Formatter};
use std::time::Duration;

use chrono::{DateTime, Utc};
use der::asn1::{
    Any, BitString, GeneralizedTime, ObjectIdentifier, OctetString, SetOfVec, UtcTime,
    Utf8StringRef,
};
use der::pem::LineEnding;
use der::{Encode as _, EncodePem as _};
use p256::SecretKey;
use p256::ecdsa::SigningKey;
use p256::elliptic_curve::rand_core::{OsRng, RngCore as _};
use p256::pkcs8::EncodePrivateKey as _;
use sha2::{Digest as _, Sha256};
use x509_cert::attr::AttributeTypeAndValue;
use x509_cert::certificate::{Certificate, TbsCertificate, Version};
use x509_cert::ext::pkix::{BasicConstraints, KeyUsage, KeyUsages, SubjectKeyIdentifier};
use x509_cert::ext::{AsExtension, Extension};
use x509_cert::name::{Name, RdnSequence, RelativeDistinguishedName};
use x509_cert::serial_number::SerialNumber;
use x509_cert::spki::SubjectPublicKeyInfoOwned;
use x509_cert::time::{Time, Validity};

use crate::SealError;
use crate::key::Key;

const COMMON_NAME: ObjectIdentifier = ObjectIdentifier::new_unwrap("2.5.4.3");
/// RFC 5280, appendix A: `ub-common-name`.
const LONGEST_NAME: usize = 64;
const SERIAL_BYTES: usize = 16;
/// RFC 7093, section 2: method 1.
const KEY_IDENTIFIER_BYTES: usize = 20;

/// A key and its certificate, both as PEM.
pub struct KeyAndCertificate {
    /// The private key, PKCS#8, not encrypted.
    pub key_pem: String,
    /// The certificate.
    pub certificate_pem: String,
}

/// Without the key.
impl Debug for KeyAndCertificate {
    fn fmt(&self, formatter: &mut Formatter<'_>) -> std::fmt::Result {
        formatter
            .debug_struct("KeyAndCertificate")
            .field("certificate_pem", &self.certificate_pem)
            .finish_non_exhaustive()
    }
}

/// Makes a new P-256 key with a certificate that it signs itself: proof that nothing was changed, and a reader's warning
/// that it does not know the signer.
///
/// # Errors
/// When the name is empty or longer than 64 characters, or the period is empty or not in the years 1970 to 9999.
pub fn self_signed(
    common_name: &str,
    from: DateTime<Utc>,
    until: DateTime<Utc>,
) -> Result<KeyAndCertificate, SealError> {
    if !(1..=LONGEST_NAME).contains(&common_name.trim().chars().count()) {
        return Err(SealError::CommonName);
    }
    if from.timestamp() >= until.timestamp() {
        return Err(SealError::Period);
    }
    let secret = SecretKey::random(&mut OsRng);
    let key_pem = secret.to_pkcs8_pem(LineEnding::LF);
    let key_pem = key_pem.map_err(|_opaque| SealError::Signature("the new key"))?;
    let validity = Validity {
        not_before: time(from)?,
        not_after: time(until)?,
    };
    let certificate = certificate(common_name.trim(), validity, SigningKey::from(secret))?;
    Ok(KeyAndCertificate {
        key_pem: key_pem.to_string(),
        certificate_pem: certificate
            .to_pem(LineEnding::LF)
            .map_err(SealError::Encoding)?,
    })
}

fn certificate(name: &str, validity: Validity, key: SigningKey) -> Result<Certificate, SealError> {
    let public = p256::PublicKey::from(key.verifying_key());
    let public = SubjectPublicKeyInfoOwned::from_key(public)
        .map_err(|_opaque| SealError::Signature("the new key"))?;
    let key = Key::P256(key);
    let unsigned = unsigned(name, validity, public, &key).map_err(SealError::Encoding)?;
    let signature = key.sign(&unsigned.to_der().map_err(SealError::Encoding)?)?;
    Ok(Certificate {
        tbs_certificate: unsigned,
        signature_algorithm: key.algorithm(),
        signature: BitString::from_bytes(&signature).map_err(SealError::Encoding)?,
    })
}

fn unsigned(
    name: &str,
    validity: Validity,
    public: SubjectPublicKeyInfoOwned,
    key: &Key,
) -> der::Result<TbsCertificate> {
    let name = common_name(name)?;
    let identifier = Sha256::digest(public.subject_public_key.raw_bytes());
    let identifier = OctetString::new(&identifier[..KEY_IDENTIFIER_BYTES])?;
    let constraints = BasicConstraints {
        ca: false,
        path_len_constraint: None,
    };
    let usage = KeyUsage(KeyUsages::DigitalSignature | KeyUsages::NonRepudiation);
    let extensions: [&dyn Extend; 3] = [&constraints, &usage, &SubjectKeyIdentifier(identifier)];
    let extensions = extensions.map(|extension| extension.of(&name));
    Ok(TbsCertificate {
        version: Version::V3,
        serial_number: SerialNumber::new(&serial())?,
        signature: key.algorithm(),
        issuer: name.clone(),
        validity,
        subject: name,
        subject_public_key_info: public,
        issuer_unique_id: None,
        subject_unique_id: None,
        extensions: Some(extensions.into_iter().collect::<Result<_, _>>()?),
    })
}

/// [`AsExtension`] of different types in one list.
trait Extend {
    fn of(&self, subject: &Name) -> der::Result<Extension>;
}

impl<T: AsExtension> Extend for T {
    fn of(&self, subject: &Name) -> der::Result<Extension> {
        self.to_extension(subject, &[])
    }
}

fn common_name(name: &str) -> der::Result<Name> {
    let value = AttributeTypeAndValue {
        oid: COMMON_NAME,
        value: Any::from(Utf8StringRef::new(name)?),
    };
    let values = SetOfVec::try_from(vec![value])?;
    Ok(RdnSequence(vec![RelativeDistinguishedName(values)]))
}

/// Positive, and of the same length always.
fn serial() -> [u8; SERIAL_BYTES] {
    let mut bytes = [0; SERIAL_BYTES];
    OsRng.fill_bytes(&mut bytes);
    bytes[0] = bytes[0] & 0x7f | 0x40;
    bytes
}

/// `UTCTime` until 2049, as RFC 5280 demands.
fn time(at: DateTime<Utc>) -> Result<Time, SealError> {
    let seconds = u64::try_from(at.timestamp()).map_err(|_before_1970| SealError::Period)?;
    let since_1970 = Duration::from_secs(seconds);
    UtcTime::from_unix_duration(since_1970)
        .map(Time::UtcTime)
        .or_else(|_late| GeneralizedTime::from_unix_duration(since_1970).map(Time::GeneralTime))
        .map_err(|_late| SealError::Period)
}
