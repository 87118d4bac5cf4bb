//! Letters as PDF: the data of their template. No I/O.

use chrono::{DateTime, Utc};
use letter_of_intent::Format;
use serde::Deserialize as _;
use serde_json::{Value, json};
use typeset::Document;

use super::nodes::blocks_of;
use super::sender::Sender;
use super::store::{JobRow, LetterText};
use crate::properties::store::money;

const TEMPLATE: &str = include_str!("letter.typ");
/// Paragraphs at the end that stay with the closing.
const LAST: usize = 2;
/// Longer ones may break.
const LAST_CHARS: usize = 600;
/// Letters of one print file. Typesetting has limits of pages, memory and time: a letter of one page takes 0.13 s in a debug
/// build, a sixth in a release build, and 0.75 MB.
pub const PART: i32 = 250;

/// The letter of a number. The same letter gives the same bytes.
pub fn single(letter: &LetterText, job: &JobRow) -> Document {
    let title = format!("Letter of Intent {}: {}", letter.number, subject(letter));
    let sender = sender_of(job);
    let data = json!({
        "title": title,
        "author": sender.name,
        "cover": null,
        "letters": [data_of(letter, &sender, &json!([]))],
        "record": null,
    });
    let identity = format!("letter {}", letter.letter_id);
    Document::new(TEMPLATE, data, identity, job.created_at)
}

/// What a signed letter has besides its text.
pub struct Record {
    /// A block for each.
    pub signers: Value,
    /// The last pages.
    pub record: Value,
    pub completed_at: DateTime<Utc>,
}

/// A letter with its signatures and their record. The same letter and record give the same bytes.
pub fn signed(letter: &LetterText, job: &JobRow, record: &Record) -> Document {
    let sender = sender_of(job);
    let data = json!({
        "title": format!("Signed Letter of Intent {}: {}", letter.number, subject(letter)),
        "author": sender.name,
        "cover": null,
        "letters": [data_of(letter, &sender, &record.signers)],
        "record": record.record,
    });
    let identity = format!("signed letter {}", letter.letter_id);
    Document::new(TEMPLATE, data, identity, record.completed_at)
}

/// Letters of a job one after the other, after a list of them; `(part, parts)` of the job.
pub fn print(letters: &[LetterText], job: &JobRow, (part, parts): (i32, i32)) -> Document {
    let sender = sender_of(job);
    let of_parts = match parts {
        1 => String::new(),
        _ => format!(", part {part} of {parts}"),
    };
    let rows = letters.iter().map(|letter| {
        json!({
            "number": letter.number,
            "property": subject(letter),
            "owner": letter.owner_name,
            "price": money(Some(letter.price.clone()))
                .and_then(|price| Format::MoneyWhole.write(&letter_of_intent::Value::Money(price))),
        })
    });
    let data = json!({
        "title": format!("Letters of intent{of_parts}"),
        "author": sender.name,
        "cover": {
            "note": format!(
                "{} of {} letters that {} made on {}. The single files of the letters are the originals.",
                letters.len(), job.letters, job.created_by_name, job.created_at.format("%B %-d, %Y")
            ),
            "rows": rows.collect::<Vec<_>>(),
        },
        "letters": letters.iter().map(|letter| data_of(letter, &sender, &json!([]))).collect::<Vec<_>>(),
        "record": null,
    });
    let identity = format!("letters {} {part}", job.job_id);
    Document::new(TEMPLATE, data, identity, job.created_at)
}

/// How many print files a job has.
pub const fn parts(letters: i32) -> i32 {
    (letters + PART - 1) / PART
}

/// Name of a print file of a job.
pub fn print_name(part: i32, parts: i32) -> String {
    match parts {
        1 => "letters.pdf".to_owned(),
        _ => format!("letters {part} of {parts}.pdf"),
    }
}

pub fn sender_of(job: &JobRow) -> Sender {
    // Stored by this service.
    Sender::deserialize(&job.sender).unwrap_or_else(|_other| Sender {
        firm: String::new(),
        lines: Vec::new(),
        name: job.created_by_name.clone(),
        title: String::new(),
        disclaimer: String::new(),
    })
}

fn subject(letter: &LetterText) -> &str {
    let subject = letter.texts["subject"].as_str();
    subject.unwrap_or(&letter.parcel_number)
}

fn data_of(letter: &LetterText, sender: &Sender, signers: &Value) -> Value {
    let blocks = blocks_of(&letter.html);
    let last = blocks
        .iter()
        .rev()
        .take(LAST)
        .take_while(|block| block["t"] == "p" && block.to_string().len() <= LAST_CHARS)
        .count();
    let (body, last) = blocks.split_at(blocks.len() - last);
    json!({
        "number": letter.number,
        "sender": sender,
        "body": body,
        "last": last,
        "signers": signers,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_letter_is_in_one_part() {
        for (letters, files) in [(1, 1), (PART, 1), (PART + 1, 2), (5_000, 20)] {
            assert_eq!(parts(letters), files, "{letters}");
        }
        assert_eq!(print_name(1, 1), "letters.pdf");
        assert_eq!(print_name(2, 3), "letters 2 of 3.pdf");
    }
}
