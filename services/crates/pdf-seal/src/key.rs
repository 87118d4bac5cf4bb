//! Private keys: P-256 by RustCrypto, whose signatures are deterministic (RFC 6979); RSA by aws-lc, whose operations take
//! the same time for all keys.

use aws_lc_rs::rand::SystemRandom;
use aws_lc_rs::signature::{KeyPair as _, RSA_PKCS1_SHA256, RsaKeyPair};
use der::SecretDocument;
use der::asn1::{Any, Null, ObjectIdentifier};
use p256::ecdsa::signature::Signer as _;
use p256::ecdsa::{DerSignature, SigningKey};
use p256::pkcs8::DecodePrivateKey as _;
use x509_cert::spki::{AlgorithmIdentifierOwned, SubjectPublicKeyInfoOwned};

use crate::SealError;

const EC_PUBLIC_KEY: ObjectIdentifier = ObjectIdentifier::new_unwrap("1.2.840.10045.2.1");
const RSA_ENCRYPTION: ObjectIdentifier = ObjectIdentifier::new_unwrap("1.2.840.113549.1.1.1");
const RSA_WITH_SHA256: ObjectIdentifier = ObjectIdentifier::new_unwrap("1.2.840.113549.1.1.11");
const ECDSA_WITH_SHA256: ObjectIdentifier = ObjectIdentifier::new_unwrap("1.2.840.10045.4.3.2");
/// A sequence of two numbers of 33 bytes, each with two bytes before it.
const LONGEST_P256_SIGNATURE: usize = 72;
const SHORTEST_RSA_BYTES: usize = 3072 / 8;

pub enum Key {
    P256(SigningKey),
    Rsa(Box<RsaKeyPair>),
}

impl Key {
    pub fn from_pem(pem: &str) -> Result<Self, SealError> {
        let (label, der) = SecretDocument::from_pem(pem.trim_ascii_start())
            .map_err(|_no_detail_of_a_key| SealError::KeyUnreadable)?;
        let der = der.as_bytes();
        match label {
            "PRIVATE KEY" => SigningKey::from_pkcs8_der(der)
                .map(Self::P256)
                .or_else(|_other| Self::rsa(RsaKeyPair::from_pkcs8(der).ok())),
            "EC PRIVATE KEY" => p256::SecretKey::from_sec1_der(der)
                .map(|key| Self::P256(key.into()))
                .map_err(|_other| SealError::KeyKind),
            "RSA PRIVATE KEY" => Self::rsa(RsaKeyPair::from_der(der).ok()),
            _ => Err(SealError::KeyUnreadable),
        }
    }

    fn rsa(key: Option<RsaKeyPair>) -> Result<Self, SealError> {
        key.filter(|key| key.public_modulus_len() >= SHORTEST_RSA_BYTES)
            .map(|key| Self::Rsa(Box::new(key)))
            .ok_or(SealError::KeyKind)
    }

    /// Whether this is the public key of it.
    pub fn fits(&self, public: &SubjectPublicKeyInfoOwned) -> bool {
        let bits = public.subject_public_key.raw_bytes();
        match self {
            Self::P256(key) => {
                public.algorithm.oid == EC_PUBLIC_KEY
                    && p256::PublicKey::from_sec1_bytes(bits)
                        .is_ok_and(|public| public == key.verifying_key().into())
            }
            Self::Rsa(key) => {
                public.algorithm.oid == RSA_ENCRYPTION && bits == key.public_key().as_ref()
            }
        }
    }

    pub fn algorithm(&self) -> AlgorithmIdentifierOwned {
        match self {
            Self::P256(_) => AlgorithmIdentifierOwned {
                oid: ECDSA_WITH_SHA256,
                parameters: None,
            },
            Self::Rsa(_) => AlgorithmIdentifierOwned {
                oid: RSA_WITH_SHA256,
                parameters: Some(Any::from(Null)),
            },
        }
    }

    pub fn longest_signature(&self) -> usize {
        match self {
            Self::P256(_) => LONGEST_P256_SIGNATURE,
            Self::Rsa(key) => key.public_modulus_len(),
        }
    }

    pub fn sign(&self, message: &[u8]) -> Result<Vec<u8>, SealError> {
        match self {
            Self::P256(key) => key
                .try_sign(message)
                .map(|signature: DerSignature| signature.as_bytes().to_vec())
                .map_err(|_opaque| SealError::Signature("P-256")),
            Self::Rsa(key) => {
                let mut signature = vec![0; key.public_modulus_len()];
                // The padding of PKCS#1 v1.5 is not random; the numbers are for blinding.
                key.sign(
                    &RSA_PKCS1_SHA256,
                    &SystemRandom::new(),
                    message,
                    &mut signature,
                )
                .map_err(|_opaque| SealError::Signature("RSA"))?;
                Ok(signature)
            }
        }
    }
}
