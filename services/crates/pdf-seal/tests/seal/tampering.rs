//! Each change of a sealed file is found by openssl or by the check.

use der::DecodePem as _;
use x509_cert::Certificate;

use crate::check::check;
use crate::documents::{certificate, letter, plain, seal, sealer};
use crate::tools::{folder_with, openssl, pdfsig, range_and_contents, run, said_of};

const PLACES: usize = 64;

struct Sealed {
    pdf: Vec<u8>,
    pem: String,
    certificate: Certificate,
}

fn sealed(pdf: &[u8]) -> Sealed {
    let own = certificate();
    let sealed = Sealed {
        pdf: sealer(&own).seal(pdf, &seal()).unwrap(),
        certificate: Certificate::from_pem(&own.certificate_pem).unwrap(),
        pem: own.certificate_pem,
    };
    check(&sealed.pdf, &sealed.certificate).unwrap();
    openssl(&sealed.pdf, &sealed.pem).unwrap();
    sealed
}

fn replaced(pdf: &[u8], old: &[u8], new: &[u8]) -> Vec<u8> {
    let at = pdf
        .windows(old.len())
        .rposition(|bytes| bytes == old)
        .unwrap();
    [&pdf[..at], new, &pdf[at + old.len()..]].concat()
}

#[test]
fn a_flipped_byte_is_found_at_each_of_64_places() {
    let Sealed {
        pdf,
        pem,
        certificate,
    } = sealed(&letter("$1,250,000"));
    let ([_, hole, after, _], _) = range_and_contents(&pdf).unwrap();
    for place in 0..PLACES {
        let place = place * pdf.len() / PLACES;
        let mut flipped = pdf.clone();
        flipped[place] ^= 1;
        let found = check(&flipped, &certificate);
        assert!(found.is_err(), "{place}");
        if !(hole..after).contains(&place) {
            assert!(openssl(&flipped, &pem).is_err(), "{place}");
            assert!(!pdfsig(&flipped).contains("Signature is Valid"), "{place}");
        }
    }
}

/// What the signature does not cover is the signature itself.
#[test]
fn a_flipped_byte_is_found_at_each_place_of_the_signature() {
    let Sealed {
        pdf, certificate, ..
    } = sealed(&plain());
    let ([_, hole, after, _], _) = range_and_contents(&pdf).unwrap();
    for place in hole..after {
        // A bit of the number, the case of the digit, and what is no digit.
        for bit in [0x01, 0x20, 0x80] {
            let mut flipped = pdf.clone();
            flipped[place] ^= bit;
            assert!(check(&flipped, &certificate).is_err(), "{place} {bit}");
        }
    }
}

/// An update that takes the text off the first page.
fn updated(pdf: &[u8]) -> Vec<u8> {
    let text = String::from_utf8_lossy(pdf);
    let after = |word: &str| text.rsplit_once(word).unwrap().1;
    let first_word = |text: &str| text.split_whitespace().next().unwrap().to_owned();
    let content = first_word(after("/Contents ").split(" 0 R").next().unwrap());
    let table = first_word(after("startxref"));
    let trailer = after("trailer\n").split_once("/Prev ").unwrap().0;
    let object = format!("{content} 0 obj\n<</Length 0>>\nstream\n\nendstream\nendobj\n");
    let update = format!(
        "{object}xref\n{content} 1\n{:010} 00000 n\r\ntrailer\n{trailer}/Prev {table}>>\nstartxref\n{}\n%%EOF\n",
        pdf.len(),
        pdf.len() + object.len()
    );
    [pdf, update.as_bytes()].concat()
}

#[test]
fn an_appended_update_is_found() {
    let Sealed {
        pdf,
        pem,
        certificate,
    } = sealed(&letter("$1,250,000"));
    let updated = updated(&pdf);
    let price = |pdf: &[u8]| said_of(pdf, "pdftotext", &["a.pdf", "-"]).contains("$1,250,000");
    assert!(price(&pdf) && !price(&updated));
    // The part that is signed is as it was, so openssl finds nothing.
    openssl(&updated, &pem).unwrap();
    let found = check(&updated, &certificate).unwrap_err();
    assert_eq!(found, "range of the whole file");
    assert!(pdfsig(&updated).contains("Not total document signed"));
    for more in ["\n", " "] {
        let longer = [&pdf[..], more.as_bytes()].concat();
        assert!(check(&longer, &certificate).is_err());
    }
}

#[test]
fn the_signature_of_another_letter_is_found() {
    let own = certificate();
    let certificate = Certificate::from_pem(&own.certificate_pem).unwrap();
    let seal_of = |price| sealer(&own).seal(&letter(price), &seal()).unwrap();
    let (one, other) = (seal_of("$1,250,000"), seal_of("$9,250,000"));
    let ([_, start, end, _], _) = range_and_contents(&one).unwrap();
    let ([_, other_start, other_end, _], _) = range_and_contents(&other).unwrap();
    let foreign = [&one[..start], &other[other_start..other_end], &one[end..]].concat();
    assert_eq!(check(&foreign, &certificate).unwrap_err(), "digest");
    assert!(openssl(&foreign, &own.certificate_pem).is_err());
    assert!(!pdfsig(&foreign).contains("Signature is Valid"));
}

#[test]
fn a_page_of_another_letter_is_found() {
    let own = certificate();
    let certificate = Certificate::from_pem(&own.certificate_pem).unwrap();
    let one = letter("$1,250,000");
    let sealed = sealer(&own).seal(&one, &seal()).unwrap();
    let other = letter("$9,250,000");
    let swapped = [&other[..], &sealed[one.len()..]].concat();
    assert!(check(&swapped, &certificate).is_err());
    assert!(openssl(&swapped, &own.certificate_pem).is_err());
}

#[test]
fn a_smaller_or_moved_range_is_found() {
    let Sealed {
        pdf,
        pem,
        certificate,
    } = sealed(&plain());
    let ([start, length, second, rest], _) = range_and_contents(&pdf).unwrap();
    let written = |range: [usize; 4]| {
        let [start, length, second, rest] = range;
        format!("/ByteRange[{start} {length:<10} {second:<10} {rest:<10}]").into_bytes()
    };
    let own = written([start, length, second, rest]);
    for range in [
        [start, length - 100, second, rest],
        [start, length, second, rest - 100],
        [start, length, second + 100, rest - 100],
        [1, length - 1, second, rest],
        [start, length + 1, second - 1, rest + 1],
        [start, length, second, rest + 1],
        [start, 0, second, rest],
    ] {
        let changed = replaced(&pdf, &own, &written(range));
        assert_eq!(changed.len(), pdf.len());
        assert!(check(&changed, &certificate).is_err(), "{range:?}");
        assert!(openssl(&changed, &pem).is_err(), "{range:?}");
    }
}

#[test]
fn another_key_with_the_same_name_is_found() {
    let Sealed { pdf, .. } = sealed(&plain());
    let other = certificate();
    let said = openssl(&pdf, &other.certificate_pem).unwrap_err();
    assert!(said.contains("verify error"), "{said}");
    let other = Certificate::from_pem(&other.certificate_pem).unwrap();
    assert!(check(&pdf, &other).is_err());
}

#[test]
fn a_file_that_a_program_has_saved_has_no_seal() {
    let Sealed {
        pdf, certificate, ..
    } = sealed(&plain());
    let folder = folder_with(&pdf);
    run(folder.path(), "pdfseparate", &["a.pdf", "b%d.pdf"]).unwrap();
    let saved = std::fs::read(folder.path().join("b1.pdf")).unwrap();
    assert!(check(&saved, &certificate).is_err());
    assert!(!pdfsig(&saved).contains("Signature is Valid"));
}
