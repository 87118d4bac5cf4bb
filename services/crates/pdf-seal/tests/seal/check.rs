//! Checks a sealed file for each item of PAdES level B-B, and that it is as the crate writes it. What openssl and pdfsig
//! leave open is here: that the range covers the whole file, and the form of what no signature covers.

use aws_lc_rs::signature::{
    ECDSA_P256_SHA256_ASN1, RSA_PKCS1_2048_8192_SHA256, UnparsedPublicKey, VerificationAlgorithm,
};
use chrono::NaiveDateTime;
use cms::cert::CertificateChoices;
use cms::content_info::{CmsVersion, ContentInfo};
use cms::signed_data::{SignedData, SignerIdentifier, SignerInfo};
use der::asn1::{Null, ObjectIdentifier, OctetStringRef};
use der::{Any, Decode as _, Encode as _, Reader as _, SliceReader};
use hayro_syntax::Pdf;
use hayro_syntax::object::{Array, Dict, Name, String as Text};
use sha2::{Digest as _, Sha256};
use x509_cert::Certificate;
use x509_cert::ext::pkix::KeyUsage;

use crate::tools::{covered, range_and_contents};

const SHA256: &str = "2.16.840.1.101.3.4.2.1";
const DATA: &str = "1.2.840.113549.1.7.1";
const SIGNED_DATA: &str = "1.2.840.113549.1.7.2";
const CONTENT_TYPE: &str = "1.2.840.113549.1.9.3";
const MESSAGE_DIGEST: &str = "1.2.840.113549.1.9.4";
const SIGNING_CERTIFICATE_V2: &str = "1.2.840.113549.1.9.16.2.47";
const ECDSA_WITH_SHA256: &str = "1.2.840.10045.4.3.2";
const RSA_WITH_SHA256: &str = "1.2.840.113549.1.1.11";

type Checked<T> = Result<T, String>;

fn demand(holds: bool, what: &str) -> Checked<()> {
    holds.then_some(()).ok_or_else(|| what.to_owned())
}

/// `Err` names the first item that does not hold. The certificate is the one that is trusted.
pub fn check(pdf: &[u8], certificate: &Certificate) -> Checked<()> {
    let (range, contents) = range_and_contents(pdf)?;
    check_range(pdf, range, contents.len())?;
    let at = check_objects(pdf, range, &contents)?;
    check_certificate(certificate, at)?;
    check_signature(&covered(pdf, range)?, &contents, certificate)
}

/// The whole file but for the signature's digits and their brackets.
fn check_range(pdf: &[u8], range: [usize; 4], signature_bytes: usize) -> Checked<()> {
    let [start, hole, after, rest] = range;
    demand(
        start == 0 && after + rest == pdf.len(),
        "range of the whole file",
    )?;
    demand(
        after == hole + 2 * signature_bytes + 2,
        "range without the signature only",
    )?;
    demand(
        pdf[..hole].ends_with(b"/Contents"),
        "range around the signature",
    )?;
    let digits = pdf[hole..after].strip_prefix(b"<");
    let digits = digits.and_then(|digits| digits.strip_suffix(b">"));
    let is_digit = |byte: &u8| matches!(byte, b'0'..=b'9' | b'a'..=b'f');
    demand(
        digits.is_some_and(|digits| digits.iter().all(is_digit)),
        "signature in hexadecimal digits",
    )
}

/// Form, field, signature and permission; returns the time.
fn check_objects(pdf: &[u8], range: [usize; 4], contents: &[u8]) -> Checked<NaiveDateTime> {
    let pdf = Pdf::new(pdf.to_vec()).map_err(|fault| format!("{fault:?}"))?;
    let xref = pdf.xref();
    let catalog: Dict<'_> = xref.get(xref.root_id()).ok_or("no catalog")?;
    let form: Dict<'_> = catalog.get("AcroForm").ok_or("no form")?;
    demand(form.get("SigFlags") == Some(3), "flags of the form")?;
    let fields: Array<'_> = form.get("Fields").ok_or("no fields")?;
    let fields: Vec<Dict<'_>> = fields.iter().collect();
    let [field] = fields.as_slice() else {
        return Err("one field".to_owned());
    };
    let name =
        |of: &Dict<'_>, key: &str| of.get::<Name<'_>>(key).map(|name| name.as_str().to_owned());
    let is = |of: &Dict<'_>, key: &str, value: &str| {
        demand(name(of, key).as_deref() == Some(value), value)
    };
    is(field, "FT", "Sig")?;
    is(field, "Subtype", "Widget")?;
    let permissions: Dict<'_> = catalog.get("Perms").ok_or("no permissions")?;
    let same = permissions.get_ref("DocMDP") == field.get_ref("V");
    demand(same, "permission of the same signature")?;
    let signature: Dict<'_> = field.get("V").ok_or("no signature")?;
    is(&signature, "Type", "Sig")?;
    is(&signature, "Filter", "Adobe.PPKLite")?;
    is(&signature, "SubFilter", "ETSI.CAdES.detached")?;
    demand(
        !signature.contains_key("Cert"),
        "certificates in the CMS only",
    )?;
    let reference: Array<'_> = signature.get("Reference").ok_or("no reference")?;
    let reference: Dict<'_> = reference.iter().next().ok_or("no reference")?;
    is(&reference, "TransformMethod", "DocMDP")?;
    let parameters: Dict<'_> = reference.get("TransformParams").ok_or("no parameters")?;
    demand(parameters.get("P") == Some(1), "no changes permitted")?;
    is(&parameters, "V", "1.2")?;
    let read: Array<'_> = signature.get("ByteRange").ok_or("no range")?;
    let read: Vec<i32> = read.iter().collect();
    let same = read.into_iter().map(usize::try_from).eq(range.map(Ok));
    demand(same, "range of the same signature")?;
    let read: Text<'_> = signature.get("Contents").ok_or("no contents")?;
    demand(read.as_bytes() == contents, "bytes of the same signature")?;
    let text = |key| signature.get::<Text<'_>>(key);
    demand(
        text("Name").is_some() && text("Reason").is_some(),
        "name and reason",
    )?;
    let time = text("M").ok_or("no time")?;
    let time = std::str::from_utf8(time.as_bytes()).map_err(|fault| fault.to_string())?;
    NaiveDateTime::parse_from_str(time, "D:%Y%m%d%H%M%SZ").map_err(|fault| fault.to_string())
}

fn check_certificate(certificate: &Certificate, at: NaiveDateTime) -> Checked<()> {
    let certificate = &certificate.tbs_certificate;
    let usage = certificate.get::<KeyUsage>();
    let usage = usage.map_err(|fault| fault.to_string())?;
    let fits = usage.is_some_and(|(_, usage)| usage.digital_signature() && usage.non_repudiation());
    demand(fits, "key usage")?;
    let at = u64::try_from(at.and_utc().timestamp()).map_err(|fault| fault.to_string())?;
    let from = certificate.validity.not_before.to_unix_duration();
    let until = certificate.validity.not_after.to_unix_duration();
    let valid = (from.as_secs()..=until.as_secs()).contains(&at);
    demand(valid, "certificate valid at the time")
}

fn check_signature(covered: &[u8], contents: &[u8], certificate: &Certificate) -> Checked<()> {
    let wrong = |fault: der::Error| fault.to_string();
    let mut reader = SliceReader::new(contents).map_err(wrong)?;
    let content = ContentInfo::decode(&mut reader).map_err(wrong)?;
    let end: usize = reader.position().try_into().map_err(wrong)?;
    demand(content.to_der().map_err(wrong)? == contents[..end], "DER")?;
    let rest = &contents[end..];
    demand(
        rest.iter().all(|byte| *byte == 0),
        "zeros after the signature",
    )?;
    demand(is(content.content_type, SIGNED_DATA), "signed data")?;
    let data: SignedData = content.content.decode_as().map_err(wrong)?;
    demand(data.version == CmsVersion::V1, "version of the data")?;
    let digests = data.digest_algorithms.as_slice();
    let sha256 = digests
        .iter()
        .all(|one| is(one.oid, SHA256) && one.parameters.is_none());
    demand(digests.len() == 1 && sha256, "one hash")?;
    let content = &data.encap_content_info;
    let detached = is(content.econtent_type, DATA) && content.econtent.is_none();
    demand(detached, "detached data")?;
    let certificates = data.certificates.ok_or("no certificates")?;
    let expected = CertificateChoices::Certificate(certificate.clone());
    demand(
        certificates.0.as_slice().contains(&expected),
        "its certificate",
    )?;
    demand(data.crls.is_none(), "no lists")?;
    let [signer] = data.signer_infos.0.as_slice() else {
        return Err("one signer".to_owned());
    };
    check_signer(signer, covered, certificate)
}

fn check_signer(signer: &SignerInfo, covered: &[u8], certificate: &Certificate) -> Checked<()> {
    let wrong = |fault: der::Error| fault.to_string();
    demand(signer.version == CmsVersion::V1, "version of the signer")?;
    demand(signer.unsigned_attrs.is_none(), "nothing unsigned")?;
    let hash = &signer.digest_alg;
    demand(is(hash.oid, SHA256) && hash.parameters.is_none(), "SHA-256")?;
    let tbs = &certificate.tbs_certificate;
    let SignerIdentifier::IssuerAndSerialNumber(named) = &signer.sid else {
        return Err("issuer and number".to_owned());
    };
    let same = named.issuer == tbs.issuer && named.serial_number == tbs.serial_number;
    demand(same, "signer is the certificate")?;
    let attributes = signer.signed_attrs.as_ref().ok_or("no attributes")?;
    let kinds: Vec<String> = attributes.iter().map(|one| one.oid.to_string()).collect();
    // Not signing-time: PAdES has it in the PDF.
    let expected = [CONTENT_TYPE, MESSAGE_DIGEST, SIGNING_CERTIFICATE_V2];
    demand(kinds == expected, "three attributes")?;
    let mut values: Vec<&Any> = Vec::new();
    for attribute in attributes.iter() {
        demand(attribute.values.len() == 1, "one value")?;
        values.extend(attribute.values.iter());
    }
    let kind: ObjectIdentifier = values[0].decode_as().map_err(wrong)?;
    demand(is(kind, DATA), "content type")?;
    let digest: OctetStringRef<'_> = values[1].decode_as().map_err(wrong)?;
    demand(
        digest.as_bytes() == Sha256::digest(covered).as_slice(),
        "digest",
    )?;
    let hash = Sha256::digest(certificate.to_der().map_err(wrong)?);
    // Three sequences around the hash, whose algorithm is the default.
    let expected = [
        &[0x30, 0x26, 0x30, 0x24, 0x30, 0x22, 0x04, 0x20],
        hash.as_slice(),
    ]
    .concat();
    demand(
        values[2].to_der().map_err(wrong)? == expected,
        "hash of the certificate",
    )?;
    let message = attributes.to_der().map_err(wrong)?;
    let used = &signer.signature_algorithm;
    let algorithm: &dyn VerificationAlgorithm = match used.oid.to_string().as_str() {
        ECDSA_WITH_SHA256 if used.parameters.is_none() => &ECDSA_P256_SHA256_ASN1,
        RSA_WITH_SHA256 if used.parameters == Some(Null.into()) => &RSA_PKCS1_2048_8192_SHA256,
        _ => return Err("algorithm".to_owned()),
    };
    let key = tbs.subject_public_key_info.subject_public_key.raw_bytes();
    let key = UnparsedPublicKey::new(algorithm, key);
    let verified = key.verify(&message, signer.signature.as_bytes());
    verified.map_err(|_opaque| "signature".to_owned())
}

fn is(identifier: ObjectIdentifier, expected: &str) -> bool {
    identifier == ObjectIdentifier::new_unwrap(expected)
}
