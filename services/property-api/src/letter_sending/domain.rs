//! Which letters can be sent. No I/O.

use std::collections::HashSet;

use chrono::{DateTime, Utc};
use domain::{LetterId, LetterLinkId};
use letter_of_intent::{Guard, Status};

use crate::letter_links::domain::{LinkState, MAX_LINKS, check_letter};
use crate::letter_links::store::LinkRow;
use crate::letter_register::domain::{RefusalCode, Refused};
use crate::letter_register::store::LetterRow;

pub const MAX_SENT: usize = 500;

/// Names allowed between double braces in a message with a letter.
pub const MERGE_FIELDS: [&str; 4] = ["number", "property", "owner_name", "contact_name"];
/// The same in the body, where the link to sign is one more.
pub const BODY_FIELDS: [&str; 5] = ["number", "property", "owner_name", "contact_name", "link"];

const NOT_APPROVED: &str = "The letter is not approved.";

/// Whether the letter may be sent with its PDF.
pub fn check_sending(row: &LetterRow, now: DateTime<Utc>) -> Result<(), Refused> {
    check_withdrawn(row)?;
    match row.status() {
        Status::Draft => return Err(Refused::new(RefusalCode::NotApproved, NOT_APPROVED)),
        Status::Approved => {}
        _ => {
            let sentence = "The letter was sent before.";
            return Err(Refused::new(RefusalCode::AlreadySent, sentence));
        }
    }
    if row.expiry().is_some_and(|expiry| expiry.is_over(now)) {
        let sentence = Guard::BeforeExpiry.sentence();
        return Err(Refused::new(RefusalCode::Withdrawn, sentence));
    }
    if row.is_superseded {
        let sentence = "There is a newer version of the letter.";
        return Err(Refused::new(RefusalCode::Settled, sentence));
    }
    check_mail(row)?;
    check_pdf(row)
}

/// Whether the letter may be sent with a link to sign it: also one that went out without.
pub fn check_signing(row: &LetterRow, now: DateTime<Utc>) -> Result<(), Refused> {
    check_withdrawn(row)?;
    match row.status() {
        Status::Draft => return Err(Refused::new(RefusalCode::NotApproved, NOT_APPROVED)),
        Status::Signed => {
            let sentence = "The letter is signed.";
            return Err(Refused::new(RefusalCode::AlreadySigned, sentence));
        }
        _ => {}
    }
    check_pdf(row)?;
    check_letter(row, row.is_superseded, now)
        .map_err(|sentence| Refused::new(RefusalCode::Settled, sentence))?;
    check_mail(row)
}

fn check_withdrawn(row: &LetterRow) -> Result<(), Refused> {
    match row.withdrawn_at {
        Some(_) => Err(Refused::new(
            RefusalCode::Withdrawn,
            Guard::NotWithdrawn.sentence(),
        )),
        None => Ok(()),
    }
}

/// A message that may have gone out is not repeated.
fn check_mail(row: &LetterRow) -> Result<(), Refused> {
    let (code, sentence) = match row.mail_status.as_deref() {
        Some("queued") => (RefusalCode::MailQueued, "A message with it is on its way."),
        Some("unclear") => (
            RefusalCode::MailUnclear,
            "It is not certain whether an earlier message went out. If it did, mark the letter as sent.",
        ),
        _ => return Ok(()),
    };
    Err(Refused::new(code, sentence))
}

fn check_pdf(row: &LetterRow) -> Result<(), Refused> {
    let (code, sentence) = match row.pdf {
        Some(_) => return Ok(()),
        None if row.pdf_state == "made" => (RefusalCode::PdfRemoved, "Its PDF was removed."),
        None => (RefusalCode::PdfNotMade, "Its PDF is not made yet."),
    };
    Err(Refused::new(code, sentence))
}

/// The link to send: the one that waits for an answer, or none if one is to be made. A link that somebody may be
/// using is not replaced, and whom the firm asked to sign decides who else must, so other links need a person.
/// `not_delivered`: links whose last message failed.
pub(crate) fn link_to_send<'a>(
    row: &LetterRow,
    links: &'a [LinkRow],
    not_delivered: &HashSet<LetterLinkId>,
    now: DateTime<Utc>,
) -> Result<Option<&'a LinkRow>, Refused> {
    let is_mailed =
        |link: &LinkRow| link.mailed_at.is_some() && !not_delivered.contains(&link.link_id);
    let is_used = |link: &LinkRow| link.fetched > 0 || is_mailed(link);
    let mut open = Vec::new();
    for link in links {
        if link.state(row, row.is_superseded, now) == LinkState::Open {
            open.push(link);
        }
    }
    let (code, sentence) = match open.as_slice() {
        [link] if is_used(link) => (RefusalCode::AlreadySent, "Its signer has a link."),
        [link] => return Ok(Some(*link)),
        [] if links.iter().any(|link| link.revoked_at.is_none()) => (
            RefusalCode::HasLinks,
            "It has a link that was answered or has ended: see Signature in the letter.",
        ),
        [] if links.len() >= MAX_LINKS => (RefusalCode::HasLinks, "It has 20 links already."),
        [] => return Ok(None),
        _ => (
            RefusalCode::HasLinks,
            "Several people sign it: send their links in the letter.",
        ),
    };
    Err(Refused::new(code, sentence))
}

/// A letter that the owner of a property has, or is about to get.
#[derive(Debug, Clone)]
pub struct Other {
    /// Year and serial.
    number: (i32, i32),
    /// Of one that is sent at the same time; a version of a letter that is out takes the place of that one instead.
    beside: Option<LetterId>,
    name: String,
}

impl Other {
    pub fn out(number: (i32, i32), name: String) -> Self {
        Self {
            number,
            beside: None,
            name,
        }
    }

    pub fn beside(row: &LetterRow) -> Self {
        Self {
            number: (row.year, row.serial),
            beside: Some(row.letter_id),
            name: row.number.clone(),
        }
    }

    fn is_other(&self, number: (i32, i32), letter_id: LetterId) -> bool {
        match self.beside {
            Some(beside) => beside != letter_id,
            None => self.number != number,
        }
    }
}

/// Whether the letter is the only one that its property has; `others` may have itself among them.
pub fn check_others(
    number: (i32, i32),
    letter_id: LetterId,
    others: &[Other],
) -> Result<(), Refused> {
    let mut names: Vec<&str> = others
        .iter()
        .filter(|other| other.is_other(number, letter_id))
        .map(|other| other.name.as_str())
        .collect();
    // One that is out is among those that are sent with a link now, too.
    names.sort_unstable();
    names.dedup();
    if names.is_empty() {
        return Ok(());
    }
    let sentence = format!(
        "Its property has another letter that was sent or is being sent: {}.",
        names.join(", ")
    );
    Err(Refused::new(RefusalCode::OtherLetter, sentence))
}

#[cfg(test)]
mod tests {
    use uuid::Uuid;

    use super::*;

    #[test]
    fn a_property_has_one_letter_at_a_time() {
        let id = |n| LetterId(Uuid::from_u128(n));
        let beside = |n, serial| Other {
            number: (2026, serial),
            beside: Some(id(n)),
            name: format!("LOI-2026-000{serial}"),
        };
        let out = |serial| Other::out((2026, serial), format!("LOI-2026-000{serial}"));
        let check = |others: &[Other]| check_others((2026, 2), id(2), others);
        // Itself, and an earlier version of its number.
        assert_eq!(check(&[out(2), beside(2, 2)]), Ok(()));
        for others in [
            vec![out(1), beside(2, 2)],
            vec![beside(1, 1), beside(2, 2)],
            vec![out(1), beside(1, 1)],
        ] {
            let refused = check(&others).unwrap_err();
            assert_eq!(refused.code, RefusalCode::OtherLetter);
            assert_eq!(
                refused.sentence,
                "Its property has another letter that was sent or is being sent: LOI-2026-0001."
            );
        }
        // Two versions of one number are two prices, too.
        check(&[beside(3, 2)]).unwrap_err();
    }
}
