//! Which keys and certificates are accepted, and what a sealer tells about them.

use chrono::{DateTime, TimeDelta, Utc};
use pdf_seal::{Seal, SealError, Sealer, self_signed};

use crate::check::check;
use crate::documents::{at, certificate, plain, seal, sealer};
use crate::tools::{made_by_openssl, openssl, openssl_with, run};

fn refused(key: &str, certificate: &str) -> SealError {
    Sealer::from_pem(key, certificate).unwrap_err()
}

#[test]
fn a_sealer_tells_whose_it_is_as_openssl_does() {
    let own = certificate();
    let sealer = sealer(&own);
    let folder = tempfile::tempdir().unwrap();
    std::fs::write(folder.path().join("c.pem"), &own.certificate_pem).unwrap();
    let arguments = "x509 -in c.pem -noout -fingerprint -sha256 -subject -enddate -ext keyUsage,basicConstraints";
    let arguments: Vec<&str> = arguments.split(' ').collect();
    let said = run(folder.path(), "openssl", &arguments).unwrap();
    let fingerprint = said
        .lines()
        .find_map(|line| line.strip_prefix("sha256 Fingerprint="));
    let fingerprint = fingerprint.unwrap().replace(':', "").to_lowercase();
    assert_eq!(sealer.fingerprint(), fingerprint);
    assert_eq!(sealer.subject(), "CN=Sitewright of Oak Partners");
    assert!(said.contains("CN = Sitewright of Oak Partners"), "{said}");
    let end = sealer.not_after();
    assert_eq!(end, at() + TimeDelta::days(364));
    let written = end.format("notAfter=%b %e %H:%M:%S %Y GMT").to_string();
    assert!(said.contains(&written), "{written}: {said}");
    assert!(
        said.contains("Digital Signature, Non Repudiation"),
        "{said}"
    );
    assert!(said.contains("CA:FALSE"), "{said}");
    let shown = format!("{sealer:?} {own:?}");
    let secret = own.key_pem.lines().nth(1).unwrap();
    assert!(
        !shown.contains(secret) && shown.contains(&fingerprint),
        "{shown}"
    );
}

#[test]
fn keys_of_other_kinds_or_of_another_certificate_are_refused() {
    let own = certificate();
    let usage = "-addext keyUsage=digitalSignature,nonRepudiation";
    for kind in ["rsa:2048", "ec -pkeyopt ec_paramgen_curve:P-384", "ed25519"] {
        let (key, certificate) = made_by_openssl(&format!("-newkey {kind} {usage}"));
        let refused = refused(&key, &certificate);
        assert!(matches!(refused, SealError::KeyKind), "{kind}: {refused:?}");
    }
    let mismatch = refused(&certificate().key_pem, &own.certificate_pem);
    assert!(matches!(mismatch, SealError::KeyMismatch), "{mismatch:?}");
    let (rsa, _) = made_by_openssl(&format!("-newkey rsa:3072 {usage}"));
    let mismatch = refused(&rsa, &own.certificate_pem);
    assert!(matches!(mismatch, SealError::KeyMismatch), "{mismatch:?}");
    for key in ["", "key", &own.certificate_pem, &own.key_pem[..60]] {
        let refused = refused(key, &own.certificate_pem);
        assert!(matches!(refused, SealError::KeyUnreadable), "{refused:?}");
    }
    let none = refused(&own.key_pem, "");
    assert!(matches!(none, SealError::NoCertificate), "{none:?}");
    let broken = own.certificate_pem.replace("\nMII", "\nMIJ");
    let broken = refused(&own.key_pem, &broken);
    assert!(
        matches!(broken, SealError::CertificateUnreadable(_)),
        "{broken:?}"
    );
}

#[test]
fn older_forms_of_keys_are_read() {
    let folder = tempfile::tempdir().unwrap();
    let own = certificate();
    let usage = "-addext keyUsage=digitalSignature,nonRepudiation";
    let (rsa, rsa_certificate) = made_by_openssl(&format!("-newkey rsa:3072 {usage}"));
    for (key, certificate, label) in [
        (&own.key_pem, &own.certificate_pem, "EC PRIVATE KEY"),
        (&rsa, &rsa_certificate, "RSA PRIVATE KEY"),
    ] {
        std::fs::write(folder.path().join("key.pem"), key).unwrap();
        let arguments = ["pkey", "-in", "key.pem", "-traditional"];
        let older = run(folder.path(), "openssl", &arguments).unwrap();
        assert!(older.contains(label), "{label}");
        Sealer::from_pem(&older, certificate).unwrap();
    }
    let arguments = "pkcs8 -topk8 -in key.pem -passout pass:x";
    let arguments: Vec<&str> = arguments.split(' ').collect();
    let encrypted = run(folder.path(), "openssl", &arguments).unwrap();
    let refused = refused(&encrypted, &rsa_certificate);
    assert!(matches!(refused, SealError::KeyUnreadable), "{refused:?}");
}

#[test]
fn a_certificate_for_other_uses_is_refused() {
    for usage in [
        "",
        "-addext keyUsage=digitalSignature",
        "-addext keyUsage=nonRepudiation",
        "-addext keyUsage=keyCertSign",
    ] {
        let kind = "-newkey ec -pkeyopt ec_paramgen_curve:P-256";
        let (key, certificate) = made_by_openssl(&format!("{kind} {usage}"));
        let refused = refused(&key, &certificate);
        assert!(
            matches!(refused, SealError::KeyUsage),
            "{usage}: {refused:?}"
        );
    }
}

#[test]
fn nothing_is_sealed_outside_of_the_certificates_period() {
    let own = certificate();
    let sealer = sealer(&own);
    let pdf = plain();
    let first = at() - TimeDelta::days(1);
    let second = TimeDelta::seconds(1);
    let at_time = |at: DateTime<Utc>| sealer.seal(&pdf, &Seal { at, ..seal() });
    for valid in [first, sealer.not_after(), sealer.not_after() + second / 2] {
        at_time(valid).unwrap();
    }
    for wrong in [first - second, sealer.not_after() + second] {
        let refused = at_time(wrong);
        assert!(
            matches!(refused, Err(SealError::NotValid { .. })),
            "{refused:?}"
        );
    }
}

#[test]
fn an_expired_certificate_is_refused_now_and_passes_at_its_time() {
    let from = at() - TimeDelta::days(20);
    let old = self_signed("Old", from, from + TimeDelta::days(10)).unwrap();
    let time = from + TimeDelta::days(5);
    let sealed = sealer(&old)
        .seal(&plain(), &Seal { at: time, ..seal() })
        .unwrap();
    let said = openssl(&sealed, &old.certificate_pem).unwrap_err();
    assert!(said.contains("certificate has expired"), "{said}");
    let then = time.timestamp().to_string();
    openssl_with(&sealed, &old.certificate_pem, &["-attime", &then]).unwrap();
}

#[test]
fn the_issuers_certificate_goes_with_the_seal() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path();
    let openssl_in = |arguments: &str| {
        let arguments: Vec<&str> = arguments.split_whitespace().collect();
        run(path, "openssl", &arguments).unwrap()
    };
    let extensions = "[e]\nkeyUsage=critical,digitalSignature,nonRepudiation\n[m]\nbasicConstraints=critical,CA:TRUE\n";
    std::fs::write(path.join("e.cnf"), extensions).unwrap();
    let curve = "-pkeyopt ec_paramgen_curve:P-256 -nodes";
    openssl_in(&format!(
        "req -x509 -newkey ec {curve} -subj /CN=Root -keyout root.key -out root.pem"
    ));
    for (name, issuer, section) in [("middle", "root", "m"), ("leaf", "middle", "e")] {
        openssl_in(&format!(
            "req -newkey ec {curve} -subj /CN={name} -keyout {name}.key -out {name}.csr"
        ));
        openssl_in(&format!(
            "x509 -req -in {name}.csr -CA {issuer}.pem -CAkey {issuer}.key -CAcreateserial -days 9 -extfile e.cnf \
             -extensions {section} -out {name}.pem"
        ));
    }
    let read = |name: &str| std::fs::read_to_string(path.join(name)).unwrap();
    // With the lines that openssl writes before a certificate.
    let chain = format!(
        "subject=CN = leaf\n{}\n{}",
        read("leaf.pem"),
        read("middle.pem")
    );
    let sealer = Sealer::from_pem(&read("leaf.key"), &chain).unwrap();
    let now = Seal {
        at: Utc::now(),
        ..seal()
    };
    let pdf = sealer.seal(&plain(), &now).unwrap();
    openssl(&pdf, &read("root.pem")).unwrap();
    let leaf = der::DecodePem::from_pem(read("leaf.pem")).unwrap();
    check(&pdf, &leaf).unwrap();
    let alone = Sealer::from_pem(&read("leaf.key"), &read("leaf.pem")).unwrap();
    let pdf = alone.seal(&plain(), &now).unwrap();
    let said = openssl(&pdf, &read("root.pem")).unwrap_err();
    assert!(
        said.contains("unable to get local issuer certificate"),
        "{said}"
    );
}

#[test]
fn a_certificate_needs_a_name_and_a_period() {
    let (from, until) = (at(), at() + TimeDelta::days(3650));
    for name in ["", "  ", "x".repeat(65).as_str()] {
        let refused = self_signed(name, from, until).unwrap_err();
        assert!(matches!(refused, SealError::CommonName), "{name}");
    }
    let before_1970 = DateTime::from_timestamp(-1, 0).unwrap();
    for (from, until) in [
        (from, from),
        (until, from),
        (before_1970, until),
        (from, DateTime::<Utc>::MAX_UTC),
    ] {
        let refused = self_signed("Oak", from, until).unwrap_err();
        assert!(matches!(refused, SealError::Period), "{from} {until}");
    }
    // Names of other scripts, and years that need the longer form.
    let far = from + TimeDelta::days(36_500);
    let made = self_signed(&"Ł".repeat(64), from, far).unwrap();
    let sealer = sealer(&made);
    assert_eq!(sealer.not_after(), far);
    let pdf = sealer.seal(&plain(), &seal()).unwrap();
    openssl(&pdf, &made.certificate_pem).unwrap();
    let again = self_signed("Oak", from, until).unwrap();
    assert_ne!(made.key_pem, again.key_pem);
}
