//! A letter that `LibreOffice` 7.4 returned: `libreoffice/edit.py` made the files from `libreoffice/letter.docx`.

use letter_docx::{ChangeKind, Changes, PieceKind, apply, read};

use super::{
    HTML, ID, accepted, all, deleted, edited, found, inserted, pieces, run, with_document,
};

const UNTOUCHED: &[u8] = include_bytes!("libreoffice/untouched.docx");
const TRACKED: &[u8] = include_bytes!("libreoffice/tracked.docx");
const UNTRACKED: &[u8] = include_bytes!("libreoffice/untracked.docx");

fn with_all_changes() -> String {
    HTML.replace("thirty (30)", "ninety (90)")
        .replace("$950,000", "$1,000,000")
        .replace("Costs are shared.", "Costs are Buyer's.")
        .replace(
            "<p>We look",
            "<p>Seller leases back for a year.</p><p>We look",
        )
}

fn terms(found: &Changes) -> Vec<(&str, &str, &str)> {
    let terms = found.terms.iter();
    terms
        .map(|term| (term.term.as_str(), term.old.as_str(), term.new.as_str()))
        .collect()
}

#[test]
fn saved_without_an_edit_it_has_no_changes() {
    let returned = read(UNTOUCHED).unwrap();
    assert_eq!(returned.letter.unwrap().letter_id, ID);
    let found = found(UNTOUCHED);
    assert_eq!(pieces(&found), []);
    assert!(found.terms.is_empty() && found.also_changed.is_empty());
}

#[test]
fn tracked_edits_have_their_author_and_the_price_is_a_proposal() {
    let found = found(TRACKED);
    assert_eq!(
        pieces(&found),
        [
            (PieceKind::Deleted, "$950,000"),
            (PieceKind::Inserted, "$1,000,000"),
            (PieceKind::Deleted, "thirty (30)"),
            (PieceKind::Inserted, "ninety (90)"),
            (PieceKind::Deleted, "Costs are shared."),
            (PieceKind::Inserted, "Costs are Buyer's."),
            (PieceKind::Inserted, "Seller leases back for a year."),
        ]
    );
    let ana = found
        .changes
        .iter()
        .all(|change| change.is_tracked && change.author.as_deref() == Some("Ana Seller"));
    assert!(ana && found.changes[0].at.is_some());
    assert_eq!(found.changes[0].kind, ChangeKind::Replaced);
    assert_eq!(
        terms(&found),
        [("purchase_price", "$950,000", "$1,000,000")]
    );
    assert!(found.also_changed.is_empty());
    assert_eq!(unescaped(&accepted(&found)), with_all_changes());
    assert_eq!(apply(HTML, &found, &[].into()).unwrap(), HTML);

    let comment = &found.comments[0];
    assert_eq!(
        (comment.quote.as_str(), comment.text.as_str()),
        ("Feasibility Date", "Please shorten this.")
    );
    // The file says 0-00-00T00:00:00Z.
    assert_eq!((comment.block, comment.at.as_deref()), (Some(2), None));
}

#[test]
fn untracked_edits_are_found_and_the_price_is_a_proposal() {
    let found = found(UNTRACKED);
    assert!(found.changes.iter().all(|change| !change.is_tracked));
    assert_eq!(
        terms(&found),
        [("purchase_price", "$950,000", "$1,000,000")]
    );
    assert_eq!(unescaped(&accepted(&found)), with_all_changes());
}

fn unescaped(html: &str) -> String {
    html.replace("&#39;", "'")
}

/// The letter with its price replaced by this in a file without content controls, as Google Docs returns it.
fn without_controls(price: &str) -> Changes {
    let file = with_document(&edited(&[(&run("$950,000"), price)]), |xml| {
        let mut kept = String::new();
        let mut rest = xml.as_str();
        while let Some((before, after)) = rest.split_once("<w:sdt>") {
            let (_, after) = after.split_once("<w:sdtContent>").unwrap();
            let (content, after) = after.split_once("</w:sdtContent></w:sdt>").unwrap();
            kept.extend([before, content]);
            rest = after;
        }
        kept + rest
    });
    found(&file)
}

#[test]
fn without_controls_what_replaces_a_field_is_its_proposal() {
    for price in [
        run("$1,000,000"),
        [deleted("$950,000"), inserted("$1,000,000")].concat(),
        [inserted("$1,000,000"), deleted("$950,000")].concat(),
    ] {
        let found = without_controls(&price);
        assert_eq!(
            terms(&found),
            [("purchase_price", "$950,000", "$1,000,000")]
        );
        assert_eq!(accepted(&found), HTML.replace("$950,000", "$1,000,000"));
    }
    let inside = [run("$950"), inserted(",500 and"), run(",000")].concat();
    let found_inside = without_controls(&inside);
    assert_eq!(found_inside.terms[0].new, "$950,500 and,000");
}

#[test]
fn without_controls_what_is_typed_beside_a_field_is_text() {
    let found = without_controls(&[run("$950,000"), inserted(" or more")].concat());
    assert!(found.terms.is_empty());
    assert_eq!(
        accepted(&found),
        HTML.replace("$950,000</span>", "$950,000</span> or more")
    );
    let gone = without_controls(&deleted("$950,000"));
    assert!(gone.terms.is_empty());
    assert_eq!(all(&gone).len(), 1);
}
