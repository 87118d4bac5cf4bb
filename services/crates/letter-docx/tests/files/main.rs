//! Files as word processors return them, and files that attack the reader.

#![expect(
    clippy::unwrap_used,
    reason = "a test that cannot go on has failed; helpers outside #[test] functions too"
)]

mod libreoffice;

use std::collections::BTreeSet;
use std::io::{Cursor, Read as _, Write as _};

use letter_docx::{
    AlsoChanged, Block, ChangeKind, Changes, Frame, Letter, PieceKind, ReadError, apply, blocks_of,
    changes, read, text_hash, write,
};
use proptest::prelude::*;
use zip::write::SimpleFileOptions;
use zip::{ZipArchive, ZipWriter};

const ID: &str = "0192f0c4-0000-7000-8000-000000000001";
const HTML: &str = "<p>Dear <span data-term=\"salutation\">Dana &amp; Co</span>:</p>\
    <p><strong>Purchase Price:</strong> <span data-term=\"purchase_price\">$950,000</span></p>\
    <p>Closing within thirty (30) days of the Feasibility Date.</p><p></p>\
    <ul><li>Seller pays debts.</li><li>Costs are shared.</li></ul>\
    <table><tbody><tr><td>Parcel</td><td>1</td></tr></tbody></table><p>We look forward.</p>";
const ANA: &str = "w:id=\"900\" w:author=\"Ana Seller\" w:date=\"2026-11-26T10:00:00Z\"";

fn frame() -> Frame {
    let owned =
        |lines: &[&str]| -> Vec<String> { lines.iter().map(|line| (*line).to_owned()).collect() };
    Frame {
        header: owned(&["Meridian Land Partners", "1 Main St & Co"]),
        sender_name: "Ana Lyst".to_owned(),
        sender_title: "Director, Investments".to_owned(),
        footer: owned(&["This letter is not a contract.", "No contract exists."]),
    }
}

fn letter() -> (Vec<Block>, Vec<u8>) {
    let blocks = blocks_of(HTML);
    let bytes = write(&Letter {
        letter_id: ID,
        number: "LOI-2026-0042",
        frame: &frame(),
        blocks: &blocks,
    });
    (blocks, bytes)
}

fn parts(bytes: &[u8]) -> Vec<(String, Vec<u8>)> {
    let mut zip = ZipArchive::new(Cursor::new(bytes)).unwrap();
    let names: Vec<String> = zip.file_names().map(str::to_owned).collect();
    let mut part = |name: String| {
        let mut content = Vec::new();
        zip.by_name(&name)
            .unwrap()
            .read_to_end(&mut content)
            .unwrap();
        (name, content)
    };
    names.into_iter().map(&mut part).collect()
}

fn zipped(parts: &[(String, Vec<u8>)]) -> Vec<u8> {
    let mut zip = ZipWriter::new(Cursor::new(Vec::new()));
    for (name, content) in parts {
        let options = SimpleFileOptions::default();
        zip.start_file(name, options).unwrap();
        zip.write_all(content).unwrap();
    }
    zip.finish().unwrap().into_inner()
}

/// The letter with a part changed or added.
fn with_part(name: &str, change: impl FnOnce(String) -> String) -> Vec<u8> {
    let (_, bytes) = letter();
    let mut parts = parts(&bytes);
    if !parts.iter().any(|(known, _)| known == name) {
        parts.push((name.to_owned(), Vec::new()));
    }
    let part = parts.iter_mut().find(|(known, _)| known == name).unwrap();
    let text = String::from_utf8(part.1.clone()).unwrap();
    part.1 = change(text).into_bytes();
    zipped(&parts)
}

/// The letter with texts of its document replaced; each must be there once.
fn edited(replacements: &[(&str, &str)]) -> Vec<u8> {
    with_part("word/document.xml", |mut xml| {
        for (old, new) in replacements {
            assert_eq!(xml.matches(old).count(), 1, "{old} in {xml}");
            xml = xml.replace(old, new);
        }
        xml
    })
}

fn found(bytes: &[u8]) -> Changes {
    changes(&letter().0, &frame(), &read(bytes).unwrap())
}

/// Kinds and texts of all pieces that are not the same.
fn pieces(found: &Changes) -> Vec<(PieceKind, &str)> {
    let pieces = found.blocks.iter().flat_map(|block| &block.pieces);
    pieces
        .filter(|piece| piece.kind != PieceKind::Same)
        .map(|piece| (piece.kind, piece.text.as_str()))
        .collect()
}

fn all(found: &Changes) -> BTreeSet<usize> {
    (0..found.changes.len()).collect()
}

fn accepted(found: &Changes) -> String {
    apply(HTML, found, &all(found)).unwrap()
}

fn run(text: &str) -> String {
    format!("<w:r><w:rPr></w:rPr><w:t xml:space=\"preserve\">{text}</w:t></w:r>")
}

fn inserted(text: &str) -> String {
    format!("<w:ins {ANA}>{}</w:ins>", run(text))
}

fn deleted(text: &str) -> String {
    let run = run(text)
        .replace("w:t>", "w:delText>")
        .replace("<w:t ", "<w:delText ");
    format!("<w:del {ANA}>{run}</w:del>")
}

#[test]
fn a_letter_that_nobody_edited_has_no_changes() {
    let (blocks, bytes) = letter();
    let returned = read(&bytes).unwrap();
    let mark = returned.letter.clone().unwrap();
    assert_eq!(
        (mark.letter_id.as_str(), mark.sha256),
        (ID, text_hash(&blocks))
    );
    let found = changes(&blocks, &frame(), &returned);
    assert_eq!(pieces(&found), []);
    assert!(found.changes.is_empty() && found.terms.is_empty() && found.also_changed.is_empty());
    assert_eq!(accepted(&found), HTML);
    assert_eq!(letter().1, bytes);
}

#[test]
fn tracked_insertions_and_deletions_have_an_author() {
    let file = edited(&[(
        &run("Closing within thirty (30) days of the Feasibility Date."),
        &[
            run("Closing within "),
            deleted("thirty (30)"),
            inserted("ninety (90)"),
            run(" days of the Feasibility Date."),
        ]
        .concat(),
    )]);
    let found = found(&file);
    assert_eq!(
        pieces(&found),
        [
            (PieceKind::Deleted, "thirty (30)"),
            (PieceKind::Inserted, "ninety (90)")
        ]
    );
    let change = &found.changes[0];
    assert_eq!(
        (found.changes.len(), change.kind, change.is_tracked),
        (1, ChangeKind::Replaced, true)
    );
    assert_eq!(change.author.as_deref(), Some("Ana Seller"));
    assert_eq!(change.at.as_deref(), Some("2026-11-26T10:00:00Z"));
    assert_eq!(accepted(&found), HTML.replace("thirty (30)", "ninety (90)"));
    assert_eq!(apply(HTML, &found, &BTreeSet::new()).unwrap(), HTML);
}

#[test]
fn a_price_changed_in_its_control_is_a_proposal() {
    let file = edited(&[(
        &run("$950,000"),
        &[deleted("$950,000"), inserted("$1,000,000")].concat(),
    )]);
    let found = found(&file);
    let term = &found.terms[0];
    assert_eq!(
        (term.term.as_str(), term.old.as_str(), term.new.as_str()),
        ("purchase_price", "$950,000", "$1,000,000")
    );
    assert_eq!(accepted(&found), HTML.replace("$950,000", "$1,000,000"));
}

#[test]
fn a_price_typed_beside_its_control_is_text() {
    let file = edited(&[(
        "</w:sdtContent></w:sdt><w:bookmarkEnd w:id=\"1\"/>",
        &format!(
            "</w:sdtContent></w:sdt>{}<w:bookmarkEnd w:id=\"1\"/>",
            inserted(" or $1,000,000")
        ),
    )]);
    let found = found(&file);
    assert!(found.terms.is_empty());
    assert_eq!(pieces(&found), [(PieceKind::Inserted, " or $1,000,000")]);
    assert!(accepted(&found).contains("$950,000</span> or $1,000,000</p>"));
}

#[test]
fn changes_without_tracking_are_found_and_marked() {
    for (old, new, text) in [
        ("thirty (30)", "ninety (90)", "ninety (90)"),
        ("Seller pays debts.", "Seller pays no debts.", "no "),
    ] {
        let found = found(&edited(&[(old, new)]));
        assert!(pieces(&found).contains(&(PieceKind::Inserted, text)) || pieces(&found).len() > 1);
        assert!(
            found
                .changes
                .iter()
                .all(|change| !change.is_tracked && change.author.is_none())
        );
        assert_eq!(accepted(&found), HTML.replace(old, new));
    }
    // Tracked in one place, not in the other.
    let file = edited(&[
        ("Costs are shared.", "Costs are Buyer's."),
        (&run("We look forward."), &deleted("We look forward.")),
    ]);
    let found = found(&file);
    let tracked: Vec<bool> = found
        .changes
        .iter()
        .map(|change| change.is_tracked)
        .collect();
    assert_eq!(tracked, [false, true]);
    assert_eq!(
        accepted(&found),
        HTML.replace("shared", "Buyer&#39;s")
            .replace("<p>We look forward.</p>", "")
    );
}

#[test]
fn a_price_without_tracking_is_a_proposal_too() {
    let found = found(&edited(&[("$950,000", "$1,000,000")]));
    assert_eq!(found.terms[0].new, "$1,000,000");
    assert_eq!(accepted(&found), HTML.replace("$950,000", "$1,000,000"));
}

#[test]
fn paragraphs_are_split_joined_and_added() {
    let whole = "Closing within thirty (30) days of the Feasibility Date.";
    let split = edited(&[(
        &run(whole),
        &format!(
            "{}</w:p><w:p>{}",
            run("Closing within thirty (30) days "),
            run("of the Feasibility Date.")
        ),
    )]);
    let split = with_document(&split, |xml| mark_end(&xml, 2, "ins"));
    let split = found(&split);
    assert_eq!(pieces(&split), [(PieceKind::Split, "")]);
    assert_eq!(accepted(&split), HTML.replace("days of", "days </p><p>of"));

    let joined = with_document(&letter().1, |xml| mark_end(&xml, 0, "del"));
    let joined = found(&joined);
    assert_eq!(pieces(&joined), [(PieceKind::Joined, "")]);
    assert!(accepted(&joined).starts_with(
        "<p>Dear <span data-term=\"salutation\">Dana &amp; Co</span>:<strong>Purchase"
    ));

    let added = edited(&[(
        "<w:bookmarkEnd w:id=\"2\"/></w:p>",
        &format!(
            "<w:bookmarkEnd w:id=\"2\"/></w:p><w:p><w:pPr><w:rPr><w:ins {ANA}/></w:rPr></w:pPr>{}</w:p>",
            inserted("Seller leases back.")
        ),
    )]);
    let added = found(&added);
    assert_eq!((added.blocks[3].old, added.changes.len()), (None, 1));
    assert_eq!(
        accepted(&added),
        HTML.replace("Date.</p>", "Date.</p><p>Seller leases back.</p>")
    );
}

fn with_document(bytes: &[u8], change: impl FnOnce(String) -> String) -> Vec<u8> {
    let mut parts = parts(bytes);
    let part = parts
        .iter_mut()
        .find(|(name, _)| name == "word/document.xml")
        .unwrap();
    part.1 = change(String::from_utf8(part.1.clone()).unwrap()).into_bytes();
    zipped(&parts)
}

/// Tracks the end of a block's paragraph.
fn mark_end(xml: &str, block: usize, how: &str) -> String {
    let start = format!("<w:pPr></w:pPr><w:bookmarkStart w:id=\"{block}\"");
    assert!(xml.contains(&start));
    xml.replace(
        &start,
        &format!("<w:pPr><w:rPr><w:{how} {ANA}/></w:rPr></w:pPr><w:bookmarkStart w:id=\"{block}\""),
    )
}

#[test]
fn moves_are_one_change_and_rows_are_changes() {
    let moved = "Costs are shared.";
    let from = run(moved);
    let to = run("We look forward.");
    let file = edited(&[
        (
            &from,
            &format!(
                "<w:moveFromRangeStart w:id=\"1\" w:name=\"m\"/><w:moveFrom {ANA}>{from}</w:moveFrom><w:moveFromRangeEnd w:id=\"1\"/>"
            ),
        ),
        (&to, &format!("{to}<w:moveTo {ANA}>{from}</w:moveTo>")),
    ]);
    let moved_found = found(&file);
    assert_eq!(moved_found.changes.len(), 1);
    assert_eq!(moved_found.changes[0].kind, ChangeKind::Moved);
    assert_eq!(
        pieces(&moved_found),
        [(PieceKind::MovedFrom, moved), (PieceKind::MovedTo, moved)]
    );
    assert_eq!(
        accepted(&moved_found),
        HTML.replace("<li>Costs are shared.</li>", "")
            .replace("forward.", "forward.Costs are shared.")
    );

    let row = format!(
        "</w:tr><w:tr><w:trPr><w:ins {ANA}/></w:trPr><w:tc><w:p>{}</w:p></w:tc></w:tr></w:tbl>",
        run("Parcel 2")
    );
    let rows = found(&edited(&[("</w:tr></w:tbl>", &row)]));
    assert_eq!(pieces(&rows), [(PieceKind::Inserted, "Parcel 2")]);
    assert!(rows.changes[0].is_tracked);
    let gone = found(&edited(&[(
        "<w:tr><w:tc>",
        &format!("<w:tr><w:trPr><w:del {ANA}/></w:trPr><w:tc>"),
    )]));
    assert_eq!(
        pieces(&gone),
        [(PieceKind::Deleted, "Parcel"), (PieceKind::Deleted, "1")]
    );
}

#[test]
fn format_comments_and_other_parts_are_named() {
    let comment = "<w:comments xmlns:w=\"http://schemas.openxmlformats.org/wordprocessingml/2006/main\">\
        <w:comment w:id=\"7\" w:author=\"Ana Seller\" w:date=\"2026-11-26T10:00:00Z\"><w:p><w:r><w:t>Too </w:t></w:r><w:r><w:t>long.</w:t></w:r></w:p></w:comment></w:comments>";
    let closing = run("Closing within thirty (30) days of the Feasibility Date.");
    let file = edited(&[
        (
            &closing,
            &format!(
                "<w:commentRangeStart w:id=\"7\"/>{closing}<w:commentRangeEnd w:id=\"7\"/><w:r><w:commentReference w:id=\"7\"/></w:r>"
            ),
        ),
        (
            "<w:rPr></w:rPr><w:t xml:space=\"preserve\">We look",
            &format!(
                "<w:rPr><w:b/><w:rPrChange {ANA}><w:rPr/></w:rPrChange></w:rPr><w:t xml:space=\"preserve\">We look"
            ),
        ),
        (
            "<w:sectPr>",
            "<w:p><w:r><mc:AlternateContent xmlns:mc=\"http://schemas.openxmlformats.org/markup-compatibility/2006\">\
            <mc:Choice><w:drawing><w:txbxContent><w:p><w:r><w:t>hidden</w:t></w:r></w:p></w:txbxContent></w:drawing></mc:Choice>\
            <mc:Fallback><w:t>twice</w:t></mc:Fallback></mc:AlternateContent></w:r></w:p><w:sectPr>",
        ),
    ]);
    let mut all = parts(&file);
    all.push(("word/comments.xml".to_owned(), comment.into()));
    all.push((
        "word/footnotes.xml".to_owned(),
        comment.replace("comment", "footnote").into(),
    ));
    let returned = read(&zipped(&all)).unwrap();
    let other = Frame {
        header: vec!["Other firm".to_owned()],
        ..frame()
    };
    let said = changes(&letter().0, &other, &returned);
    assert_eq!(pieces(&said), [(PieceKind::Formatted, "We look forward.")]);
    assert!(said.changes.is_empty());
    let comment = &said.comments[0];
    assert_eq!(
        (comment.block, comment.text.as_str()),
        (Some(2), "Too long.")
    );
    assert!(comment.quote.starts_with("Closing within"));
    assert_eq!(
        said.also_changed,
        [AlsoChanged::Header, AlsoChanged::TextBox, AlsoChanged::Note]
    );
}

#[test]
fn the_closing_and_the_footer_are_those_of_the_letter_and_never_merged() {
    let document = with_part("word/document.xml", |xml| {
        let last = xml.find("We look forward.").unwrap();
        let mut rest = &xml[last..];
        for line in [
            "Sincerely,",
            "Ana Lyst",
            "Director, Investments",
            "Acknowledged and Agreed",
            "Signature",
            "Title",
            "Date",
        ] {
            let (_, after) = rest.split_once(&format!(">{line}<")).unwrap();
            rest = after;
        }
        xml
    });
    assert!(found(&document).also_changed.is_empty());
    let closing = |old: &str, new: &str| found(&edited(&[(old, new)]));
    let run = |text: &str| format!("<w:r><w:t xml:space=\"preserve\">{text}</w:t></w:r>");
    let added = |text: &str| format!("{}</w:p><w:p>{}", run("Date"), run(text));
    for said in [
        // Typed over, signed, tracked, one line more.
        closing("Director, Investments", "Partner"),
        closing(">Signature<", ">Signature Dana Lee<"),
        closing(&run("Title"), &(run("Title") + &inserted(" Manager"))),
        closing(&run("Date"), &added("Witness")),
    ] {
        assert_eq!(said.also_changed, [AlsoChanged::Closing], "{said:?}");
        assert_eq!((pieces(&said), said.changes.len()), (vec![], 0));
        assert_eq!(accepted(&said), HTML);
    }
    // What is written above it is the letter's.
    let above = closing(
        "<w:p><w:pPr><w:keepNext/></w:pPr><w:bookmarkStart w:id=\"9\"",
        &format!(
            "<w:p>{}</w:p><w:p><w:pPr><w:keepNext/></w:pPr><w:bookmarkStart w:id=\"9\"",
            inserted("One more.")
        ),
    );
    assert_eq!(pieces(&above), [(PieceKind::Inserted, "One more.")]);
    assert!(above.also_changed.is_empty());
    // Without any closing.
    let without = with_part("word/document.xml", |xml| {
        let start = xml.find("<w:p><w:pPr><w:keepNext/>").unwrap();
        let end = xml.find("<w:sectPr>").unwrap();
        format!("{}{}", &xml[..start], &xml[end..])
    });
    assert_eq!(found(&without).also_changed, [AlsoChanged::Closing]);
    assert_eq!(pieces(&found(&without)), []);
    let footer = with_part("word/footer1.xml", |xml| {
        xml.replace("No contract", "A contract")
    });
    assert_eq!(found(&footer).also_changed, [AlsoChanged::Footer]);
}

#[test]
fn other_programs_write_other_markup() {
    // Strict namespace, smart tags, fields, hyperlinks, runs cut anywhere, tabs of styles.
    let file = with_part("word/document.xml", |xml| {
        let closing = run("Closing within thirty (30) days of the Feasibility Date.");
        let cut = format!(
            "<w:smartTag><w:r><w:t>Clo</w:t></w:r></w:smartTag><w:hyperlink><w:r><w:t xml:space=\"preserve\">sing within </w:t></w:r></w:hyperlink>\
             <w:r><w:fldChar w:fldCharType=\"begin\"/></w:r><w:r><w:instrText>DATE</w:instrText></w:r><w:r><w:fldChar w:fldCharType=\"separate\"/></w:r>\
             <w:r><w:t xml:space=\"preserve\">thirty (30) days</w:t></w:r><w:r><w:fldChar w:fldCharType=\"end\"/></w:r><w:proofErr w:type=\"x\"/>{}",
            run(" of the Feasibility Date.")
        );
        xml.replace(&closing, &cut)
            .replace(
                "<w:pPr></w:pPr>",
                "<w:pPr><w:tabs><w:tab w:val=\"left\" w:pos=\"720\"/></w:tabs></w:pPr>",
            )
            .replace(
                "http://schemas.openxmlformats.org/wordprocessingml/2006/main",
                "http://purl.oclc.org/ooxml/wordprocessingml/main",
            )
            .replace("w:", "x:")
            .replace("xmlns:w=", "xmlns:x=")
    });
    assert_eq!(pieces(&found(&file)), []);
    // Google Docs drops properties and bookmarks.
    let mut kept = parts(&edited(&[("thirty (30)", "ten (10)")]));
    kept.retain(|(name, _)| name != "docProps/custom.xml");
    for (_, content) in &mut kept {
        let text = String::from_utf8(content.clone()).unwrap();
        *content = text.replace("w:name=\"b_", "w:name=\"kix.").into_bytes();
    }
    let returned = read(&zipped(&kept)).unwrap();
    assert_eq!(returned.letter, None);
    let found = changes(&letter().0, &frame(), &returned);
    assert_eq!(accepted(&found), HTML.replace("thirty (30)", "ten (10)"));
}

#[test]
fn what_is_no_letter_is_refused() {
    let (_, bytes) = letter();
    let empty = ReadError::NotDocx;
    assert_eq!(read(b"").unwrap_err(), empty);
    assert_eq!(read(b"%PDF-1.7").unwrap_err(), empty);
    assert_eq!(
        read(&[0xD0, 0xCF, 0x11, 0xE0, 1]).unwrap_err(),
        ReadError::OldFormat
    );
    for cut in [10, bytes.len() / 2, bytes.len() - 5] {
        assert_eq!(read(&bytes[..cut]).unwrap_err(), ReadError::Damaged);
    }
    assert_eq!(
        read(&with_part("word/vbaProject.bin", |_| "x".to_owned())).unwrap_err(),
        ReadError::Macros
    );
    let macros = with_part("[Content_Types].xml", |xml| {
        xml.replace(
            "wordprocessingml.document.main",
            "document.macroEnabled.main",
        )
    });
    assert_eq!(read(&macros).unwrap_err(), ReadError::Macros);
    assert_eq!(
        read(&with_part("word/embeddings/a.bin", |_| "x".to_owned())).unwrap_err(),
        ReadError::Embedded
    );
    let bomb = with_part("word/media/a.xml", |_| "a".repeat(5_000_000));
    assert_eq!(read(&bomb).unwrap_err(), ReadError::TooLarge);
    let many: Vec<(String, Vec<u8>)> = (0..2_001).map(|n| (format!("a{n}"), Vec::new())).collect();
    assert_eq!(read(&zipped(&many)).unwrap_err(), ReadError::TooLarge);
    assert_eq!(read(&zipped(&many[..3])).unwrap_err(), ReadError::NotDocx);
    let entities =
        "<?xml version=\"1.0\"?><!DOCTYPE a [<!ENTITY b \"bbbb\"><!ENTITY c \"&b;&b;\">]>";
    let entities = with_document(&bytes, |xml| {
        entities.to_owned() + &xml.replace("We look", "&c;")
    });
    assert_eq!(read(&entities).unwrap_err(), ReadError::DocumentType);
    let unknown = with_document(&bytes, |xml| xml.replace("We look", "&c;"));
    assert_eq!(read(&unknown).unwrap_err(), ReadError::Damaged);
    let open = with_document(&bytes, |xml| xml.replace("</w:body></w:document>", ""));
    assert_eq!(read(&open).unwrap_err(), ReadError::Damaged);
    let deep = with_document(&bytes, |xml| {
        xml.replace("<w:sectPr>", &("<w:a>".repeat(300) + "<w:sectPr>"))
    });
    assert_eq!(read(&deep).unwrap_err(), ReadError::Damaged);
    let runs = with_document(&bytes, |xml| {
        xml.replace(
            "<w:sectPr>",
            &format!("<w:p>{}</w:p><w:sectPr>", "<w:r/>".repeat(20_001)),
        )
    });
    assert_eq!(read(&runs).unwrap_err(), ReadError::TooLarge);
}

proptest! {
    #[test]
    fn what_is_written_is_read_without_changes(
        texts in prop::collection::vec("[a-z0-9 .,$&<>\"'é\u{a0}\u{2019}]{0,30}", 0..8),
        tags in prop::collection::vec(0..6_usize, 8),
    ) {
        let mut html = String::new();
        for (text, tag) in texts.iter().zip(tags) {
            let text = text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;");
            let block = match tag {
                0 => format!("<p>{text}</p>"),
                1 => format!("<h2><em>{text}</em></h2>"),
                2 => format!("<ol start=\"2\"><li>{text}</li><li><p>{text}<br>x</p></li></ol>"),
                3 => format!("<table><tbody><tr><td colspan=\"2\">{text}</td></tr><tr><td></td><td>{text}</td></tr></tbody></table>"),
                4 => format!("<blockquote><p>a <a href=\"https://a.example/?a=1&amp;b\">{text}</a></p></blockquote><hr>"),
                _ => format!("<p><span data-term=\"buyer\">{text}</span> <strong>{text}</strong></p>"),
            };
            html.push_str(&block);
        }
        let blocks = blocks_of(&html);
        let bytes = write(&Letter { letter_id: ID, number: "LOI-2026-0042", frame: &frame(), blocks: &blocks });
        let returned = read(&bytes).unwrap();
        let found = changes(&blocks, &frame(), &returned);
        prop_assert_eq!(pieces(&found), []);
        prop_assert!(found.terms.is_empty() && found.also_changed.is_empty());
    }

    #[test]
    fn any_bytes_are_read_without_panic(mut at in prop::collection::vec((0..4_000_usize, any::<u8>()), 1..6)) {
        let (blocks, mut bytes) = letter();
        for (place, byte) in at.drain(..) {
            let place = place % bytes.len();
            bytes[place] = byte;
        }
        if let Ok(returned) = read(&bytes) {
            let found = changes(&blocks, &frame(), &returned);
            prop_assert!(apply(HTML, &found, &all(&found)).is_some());
        }
    }
}
