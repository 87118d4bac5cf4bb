//! A sealed file is as accessible as its document: the points of PDF/UA-1 that a seal touches, and the rest unchanged.

use hayro_syntax::Pdf;
use hayro_syntax::object::{Array, Dict, Name, String as Text};

use crate::documents::{certificate, letter, plain, seal, sealer};
use crate::tools::said_of;

const HIDDEN: i32 = 2;

fn sealed(pdf: &[u8]) -> Vec<u8> {
    sealer(&certificate()).seal(pdf, &seal()).unwrap()
}

fn name(of: &Dict<'_>, key: &str) -> Option<String> {
    of.get::<Name<'_>>(key).map(|name| name.as_str().to_owned())
}

/// What PDF/UA-1 demands of a catalog, and all that a page has but for its annotations.
fn described(pdf: &[u8]) -> Vec<String> {
    let pdf = Pdf::new(pdf.to_vec()).unwrap();
    let xref = pdf.xref();
    let catalog: Dict<'_> = xref.get(xref.root_id()).unwrap();
    let entries = |of: &Dict<'_>, without: &[&str]| -> String {
        let kept = of.entries();
        let kept = kept.filter(|(name, _)| !without.contains(&name.as_str()));
        format!("{:?}", kept.collect::<Vec<_>>())
    };
    let marked: Dict<'_> = catalog.get("MarkInfo").unwrap();
    assert_eq!(marked.get("Marked"), Some(true));
    let shown: Dict<'_> = catalog.get("ViewerPreferences").unwrap();
    assert_eq!(shown.get("DisplayDocTitle"), Some(true));
    assert!(catalog.contains_key("StructTreeRoot") && catalog.contains_key("Metadata"));
    assert_eq!(catalog.get::<Text<'_>>("Lang").unwrap().as_bytes(), b"en");
    let pages = pdf.pages().iter().map(|page| {
        assert_eq!(name(page.raw(), "Tabs").as_deref(), Some("S"));
        entries(page.raw(), &["Annots"])
    });
    [entries(&catalog, &["AcroForm", "Perms"])]
        .into_iter()
        .chain(pages)
        .collect()
}

#[test]
fn the_structure_stays_as_it_is() {
    for pdf in [letter("$1,250,000"), plain()] {
        let sealed = sealed(&pdf);
        assert_eq!(described(&sealed), described(&pdf));
        let is_marked = |word: &[u8]| sealed.windows(word.len()).any(|bytes| bytes == word);
        assert!(is_marked(b"<pdfuaid:part>1</pdfuaid:part>"));
        for arguments in [
            &["-struct-text", "a.pdf"][..],
            &["-meta", "a.pdf"],
            &["-url", "a.pdf"],
        ] {
            let said = said_of(&sealed, "pdfinfo", arguments);
            assert_eq!(said, said_of(&pdf, "pdfinfo", arguments));
        }
        let text = ["a.pdf", "-"];
        let said = said_of(&sealed, "pdftotext", &text);
        assert_eq!(said, said_of(&pdf, "pdftotext", &text));
        let said = said_of(&sealed, "pdfinfo", &["a.pdf"]);
        assert!(said.contains("Tagged:          yes"), "{said}");
    }
}

#[derive(Debug, PartialEq)]
struct Annotation {
    kind: Option<String>,
    flags: i32,
    place: [f32; 4],
    text: Option<Vec<u8>>,
}

fn annotations(pdf: &[u8]) -> Vec<Annotation> {
    let pdf = Pdf::new(pdf.to_vec()).unwrap();
    let page = &pdf.pages()[0];
    let all: Array<'_> = page.raw().get("Annots").unwrap();
    let all = all.iter::<Dict<'_>>().map(|annotation| Annotation {
        kind: name(&annotation, "Subtype"),
        flags: annotation.get("F").unwrap(),
        place: annotation.get("Rect").unwrap(),
        text: annotation
            .get::<Text<'_>>("TU")
            .map(|text| text.as_bytes().to_vec()),
    });
    all.collect()
}

#[test]
fn a_reader_sees_nothing_of_the_field_and_hears_its_name_at_most() {
    let pdf = letter("$1,250,000");
    let (before, mut after) = (annotations(&pdf), annotations(&sealed(&pdf)));
    let field = after.pop().unwrap();
    assert_eq!(after, before);
    assert_eq!(before.len(), 1);
    assert_eq!(field.kind.as_deref(), Some("Widget"));
    assert_eq!(field.flags & HIDDEN, HIDDEN);
    assert!(field.place.iter().all(|number| *number == 0.0));
    let text: Vec<u16> = field.text.unwrap()[2..]
        .chunks(2)
        .map(|unit| u16::from_be_bytes([unit[0], unit[1]]))
        .collect();
    let text = String::from_utf16(&text).unwrap();
    assert_eq!(text, "Seal: Sitewright for Oak & Świt");
}

#[test]
fn pages_look_the_same() {
    let pdf = letter("$1,250,000");
    let drawn = |pdf: &[u8]| said_of(pdf, "pdftoppm", &["-r", "50", "-png", "a.pdf"]);
    let before = drawn(&pdf);
    assert!(before.contains("PNG") && before.len() > 1000);
    assert_eq!(drawn(&sealed(&pdf)), before);
}
