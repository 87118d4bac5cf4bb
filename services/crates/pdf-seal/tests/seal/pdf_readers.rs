//! pyHanko, which shares no code with the crate, openssl or poppler, verifies sealed files.

use serde_json::json;
use test_support::pdf_signatures;

use crate::documents::{at, certificate, letter, plain, seal, sealer};

#[test]
#[ignore = "needs packages from PyPI"]
fn pyhanko_trusts_a_sealed_file_and_sees_that_it_covers_all() {
    let own = certificate();
    for pdf in [letter("$1,250,000"), plain()] {
        let sealed = sealer(&own).seal(&pdf, &seal()).unwrap();
        assert_eq!(
            pdf_signatures(&sealed, &own.certificate_pem),
            json!([{
                "intact": true, "valid": true, "trusted": true,
                "coverage": "ENTIRE_FILE", "modified": "NONE", "digest": "sha256",
                "sub_filter": "/ETSI.CAdES.detached",
                "at": at().format("%Y-%m-%dT%H:%M:%S+00:00").to_string(),
            }])
        );
    }
}

#[test]
#[ignore = "needs packages from PyPI"]
fn pyhanko_sees_a_changed_price_and_a_foreign_certificate() {
    let (own, other) = (certificate(), certificate());
    let pdf = plain();
    let sealed = sealer(&own).seal(&pdf, &seal()).unwrap();
    let mut changed = sealed.clone();
    changed[pdf.len() / 2] ^= 1;
    let said = pdf_signatures(&changed, &own.certificate_pem);
    assert_eq!(
        (&said[0]["intact"], &said[0]["valid"]),
        (&json!(false), &json!(true))
    );
    let said = pdf_signatures(&sealed, &other.certificate_pem);
    assert_eq!(
        (&said[0]["intact"], &said[0]["trusted"]),
        (&json!(true), &json!(false))
    );
}
