//! The signature: CMS as CAdES has it, detached, without a time of its own (PAdES takes it from the PDF).

use cms::content_info::{CmsVersion, ContentInfo};
use cms::signed_data::{
    EncapsulatedContentInfo, SignedData, SignerIdentifier, SignerInfo, SignerInfos,
};
use der::asn1::{Any, ObjectIdentifier, OctetString, SetOfVec};
use der::{Encode as _, Sequence};
use x509_cert::attr::{Attribute, Attributes};
use x509_cert::spki::AlgorithmIdentifierOwned;

use crate::SealError;
use crate::certificate::Chain;
use crate::key::Key;

const SHA256: ObjectIdentifier = ObjectIdentifier::new_unwrap("2.16.840.1.101.3.4.2.1");
const DATA: ObjectIdentifier = ObjectIdentifier::new_unwrap("1.2.840.113549.1.7.1");
const SIGNED_DATA: ObjectIdentifier = ObjectIdentifier::new_unwrap("1.2.840.113549.1.7.2");
const CONTENT_TYPE: ObjectIdentifier = ObjectIdentifier::new_unwrap("1.2.840.113549.1.9.3");
const MESSAGE_DIGEST: ObjectIdentifier = ObjectIdentifier::new_unwrap("1.2.840.113549.1.9.4");
const SIGNING_CERTIFICATE_V2: ObjectIdentifier =
    ObjectIdentifier::new_unwrap("1.2.840.113549.1.9.16.2.47");

/// RFC 5035: names the certificate by its hash, so that no other one of the same key can take its place.
#[derive(Sequence)]
struct SigningCertificateV2 {
    certificates: Vec<CertificateIdV2>,
}

/// The hash is SHA-256, which is the default and therefore not written.
#[derive(Sequence)]
struct CertificateIdV2 {
    hash: OctetString,
}

/// Signs the SHA-256 of what is covered. Returns DER.
pub fn sign(digest: &[u8], key: &Key, chain: &Chain) -> Result<Vec<u8>, SealError> {
    let attributes = attributes(digest, chain).map_err(SealError::Encoding)?;
    // As a set, not with the tag that it has in the structure (RFC 5652, section 5.4).
    let message = attributes.to_der().map_err(SealError::Encoding)?;
    let signature = key.sign(&message)?;
    encode(attributes, &signature, key, chain).map_err(SealError::Encoding)
}

/// Most bytes that [`sign`] returns.
pub fn longest(key: &Key, chain: &Chain) -> Result<usize, SealError> {
    attributes(&[0; 32], chain)
        .and_then(|attributes| encode(attributes, &vec![0; key.longest_signature()], key, chain))
        .map(|encoded| encoded.len())
        .map_err(SealError::Encoding)
}

fn attributes(digest: &[u8], chain: &Chain) -> der::Result<Attributes> {
    let certificate = SigningCertificateV2 {
        certificates: vec![CertificateIdV2 {
            hash: OctetString::new(chain.hash())?,
        }],
    };
    SetOfVec::try_from(vec![
        attribute(CONTENT_TYPE, Any::from(DATA))?,
        attribute(
            MESSAGE_DIGEST,
            Any::encode_from(&OctetString::new(digest)?)?,
        )?,
        attribute(SIGNING_CERTIFICATE_V2, Any::encode_from(&certificate)?)?,
    ])
}

fn attribute(oid: ObjectIdentifier, value: Any) -> der::Result<Attribute> {
    Ok(Attribute {
        oid,
        values: SetOfVec::try_from(vec![value])?,
    })
}

fn encode(
    attributes: Attributes,
    signature: &[u8],
    key: &Key,
    chain: &Chain,
) -> der::Result<Vec<u8>> {
    let sha256 = AlgorithmIdentifierOwned {
        oid: SHA256,
        parameters: None,
    };
    let signer = SignerInfo {
        version: CmsVersion::V1,
        sid: SignerIdentifier::IssuerAndSerialNumber(chain.issuer_and_serial_number()),
        digest_alg: sha256.clone(),
        signed_attrs: Some(attributes),
        signature_algorithm: key.algorithm(),
        signature: OctetString::new(signature)?,
        unsigned_attrs: None,
    };
    let data = SignedData {
        version: CmsVersion::V1,
        digest_algorithms: SetOfVec::try_from(vec![sha256])?,
        encap_content_info: EncapsulatedContentInfo {
            econtent_type: DATA,
            econtent: None,
        },
        certificates: Some(chain.all().clone()),
        crls: None,
        signer_infos: SignerInfos(SetOfVec::try_from(vec![signer])?),
    };
    let content = ContentInfo {
        content_type: SIGNED_DATA,
        content: Any::encode_from(&data)?,
    };
    content.to_der()
}
