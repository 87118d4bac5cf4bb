//! Sealed files pass the check of level B-B, openssl and pdfsig.

use chrono::TimeDelta;
use der::DecodePem as _;
use pdf_seal::{Seal, SealError, Sealer};
use x509_cert::Certificate;

use crate::check::check;
use crate::documents::{certificate, letter, plain, seal, sealer};
use crate::tools::{made_by_openssl, openssl, pdfsig};

fn passes_everywhere(pdf: &[u8], certificate_pem: &str) {
    let certificate = Certificate::from_pem(certificate_pem).unwrap();
    check(pdf, &certificate).unwrap();
    openssl(pdf, certificate_pem).unwrap();
    let said = pdfsig(pdf);
    for line in [
        "Signature #1",
        "Signature Validation: Signature is Valid.",
        "Signature Type: ETSI.CAdES.detached",
        "Signing Hash Algorithm: SHA-256",
        "Total document signed",
    ] {
        assert!(said.contains(line), "{line}: {said}");
    }
    assert!(
        !said.contains("Signature #2") && !said.contains("Not total"),
        "{said}"
    );
}

#[test]
fn documents_with_and_without_annotations_pass_with_their_bytes_unchanged() {
    let own = certificate();
    for pdf in [letter("$1,250,000"), plain()] {
        let sealed = sealer(&own).seal(&pdf, &seal()).unwrap();
        assert!(sealed.starts_with(&pdf));
        passes_everywhere(&sealed, &own.certificate_pem);
    }
}

#[test]
fn an_rsa_key_and_each_form_of_a_p256_key_seal() {
    let usage = "-addext keyUsage=critical,digitalSignature,nonRepudiation";
    let pdf = plain();
    for kind in [
        "rsa:3072",
        "rsa:4096",
        "ec -pkeyopt ec_paramgen_curve:P-256",
    ] {
        let (key, certificate) = made_by_openssl(&format!("-newkey {kind} {usage}"));
        let sealer = Sealer::from_pem(&key, &certificate).unwrap();
        let seal = Seal {
            at: chrono::Utc::now(),
            ..seal()
        };
        let made = sealer.seal(&pdf, &seal).unwrap();
        passes_everywhere(&made, &certificate);
        assert_eq!(made, sealer.seal(&pdf, &seal).unwrap(), "{kind}");
    }
}

/// The two halves of the file's identity.
fn identity(pdf: &[u8]) -> [Vec<u8>; 2] {
    let text = String::from_utf8_lossy(pdf);
    let (_, trailer) = text.rsplit_once("trailer").unwrap();
    let (_, identity) = trailer.split_once("/ID").unwrap();
    let (identity, _) = identity.split_once(']').unwrap();
    let halves = identity.trim().trim_start_matches('[');
    let half = halves.find([')', '>']).unwrap() + 1;
    [&halves[..half], &halves[half..]].map(|half| half.as_bytes().to_vec())
}

#[test]
fn the_same_key_document_and_seal_give_the_same_bytes_and_others_do_not() {
    let own = certificate();
    let pdf = plain();
    let first = sealer(&own).seal(&pdf, &seal()).unwrap();
    assert_eq!(first, sealer(&own).seal(&pdf, &seal()).unwrap());
    let at = seal().at + TimeDelta::seconds(1);
    let [name, reason] = ["Sitewright for Elm", "Record"];
    let others = [
        Seal { at, ..seal() },
        Seal { name, ..seal() },
        Seal { reason, ..seal() },
    ];
    for other in others {
        let other = sealer(&own).seal(&pdf, &other).unwrap();
        assert_eq!(identity(&other)[0], identity(&pdf)[0]);
        assert_ne!(identity(&other)[1], identity(&first)[1]);
        assert_ne!(identity(&other)[1], identity(&pdf)[1]);
    }
}

#[test]
fn what_is_no_document_of_ours_is_refused() {
    let own = sealer(&certificate());
    let pdf = plain();
    let sealed = own.seal(&pdf, &seal()).unwrap();
    let again = own.seal(&sealed, &seal());
    assert!(matches!(again, Err(SealError::AlreadySealed)), "{again:?}");
    let with = |old: &str, new: &str| {
        let at = pdf
            .windows(old.len())
            .rposition(|bytes| bytes == old.as_bytes())
            .unwrap();
        [&pdf[..at], new.as_bytes(), &pdf[at + old.len()..]].concat()
    };
    for other in [
        Vec::new(),
        b"%PDF-1.7".to_vec(),
        pdf[1..].to_vec(),
        pdf[..pdf.len() - 1].to_vec(),
        [&pdf[..], b"1 0 obj"].concat(),
        with("/Size", "/Encrypt 1 0 R/Size"),
        with("/Root ", "/Root 9"),
        with("/Root ", "/Toor "),
        with("xref\n0 ", "xref\n0 9999999999999999999"),
        with("xref\n0 ", "xref\n0 999999999999"),
        with("startxref\n", "startxref\n9"),
    ] {
        let refused = own.seal(&other, &seal());
        let expected = matches!(refused, Err(SealError::Document(_)));
        assert!(expected, "{refused:?}");
    }
    // Of the same length, so that all objects are where the table says.
    for other in [
        with("/Metadata", "/AcroForm"),
        with("/Lang(en)", "/Perms(n)"),
        with("/Size", "/Prev 10/Size"),
        with("xref\n0 ", "xref\n9 "),
    ] {
        let refused = own.seal(&other, &seal());
        let expected = matches!(refused, Err(SealError::AlreadySealed));
        assert!(expected, "{refused:?}");
    }
    // Cut or damaged anywhere it is no panic.
    for place in (0..pdf.len()).step_by(13) {
        assert!(own.seal(&pdf[..place], &seal()).is_err(), "{place}");
        let mut damaged = pdf.clone();
        damaged[place] ^= 0x11;
        if let Ok(sealed) = own.seal(&damaged, &seal()) {
            assert!(sealed.starts_with(&damaged), "{place}");
        }
    }
}
