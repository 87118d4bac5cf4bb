//! What is sealed, and by whom.

use std::sync::LazyLock;

use chrono::{DateTime, TimeDelta, Utc};
use pdf_seal::{KeyAndCertificate, Seal, Sealer, self_signed};
use serde_json::json;
use typeset::Document;

const LETTER: &str = r#"
#let data = json("data.json")
#set document(title: "Letter of Intent", author: "Oak Partners")
#set text(font: ("Inter", "Libertinus Serif"), lang: "en")
= Letter of Intent
Price: #data.price. See #link("https://example.org/terms")[the terms].
#image("logo.svg", alt: "Logo of Oak Partners", width: 2cm)
#table(columns: 2, table.header([Term], [Value]), [Deposit], [\$6,250])
#pagebreak()
== Record
Łódź, שלום
"#;

const LOGO: &str = r##"<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 10 10"><rect width="10" height="10" fill="#123456"/></svg>"##;

pub fn letter(price: &str) -> Vec<u8> {
    let mut document = Document::new(LETTER, json!({ "price": price }), price, at());
    let logo = LOGO.as_bytes().to_vec();
    document.images.insert("logo.svg".to_owned(), logo);
    typeset(document)
}

/// Without annotations.
pub fn plain() -> Vec<u8> {
    let template = "#set document(title: \"T\")\n#set text(lang: \"en\")\nText";
    typeset(Document::new(template, json!({}), "plain", at()))
}

/// As the program does: threads of tests have small stacks.
fn typeset(document: Document) -> Vec<u8> {
    let thread = std::thread::Builder::new().stack_size(64 << 20);
    let work = move || typesetter::pdf(document).unwrap().0;
    thread.spawn(work).unwrap().join().unwrap()
}

/// An hour ago, in whole seconds; the same in all of a test.
pub fn at() -> DateTime<Utc> {
    static AT: LazyLock<i64> = LazyLock::new(|| (Utc::now() - TimeDelta::hours(1)).timestamp());
    DateTime::from_timestamp(*AT, 0).unwrap()
}

pub fn seal() -> Seal<'static> {
    Seal {
        name: "Sitewright for Oak & Świt",
        reason: "All parties have signed (2)",
        at: at(),
    }
}

/// Valid from a day before the seal's time.
pub fn certificate() -> KeyAndCertificate {
    let from = at() - TimeDelta::days(1);
    self_signed(
        "Sitewright of Oak Partners",
        from,
        from + TimeDelta::days(365),
    )
    .unwrap()
}

pub fn sealer(of: &KeyAndCertificate) -> Sealer {
    Sealer::from_pem(&of.key_pem, &of.certificate_pem).unwrap()
}
