//! What follows from openings and signatures for the letter, in the transaction that records them.

use chrono::Utc;
use db::AsyncPgConnection;
use diesel::QueryResult;
use domain::{CustomerId, LetterId};
use letter_of_intent::{Guard, Status};
use serde_json::json;

use super::ops::Held;
use super::sealing::LetterSealing;
use super::store::LinkRow;
use super::{LinkError, evidence, seals};
use crate::letter_register::changes::{self, Actor};
use crate::letter_register::effects;
use crate::letter_register::store::LetterRow;
use crate::properties::events::By;

const BY_LINK: &str = "Its link was opened.";

/// Marks a letter as opened by a person. A letter that was not sent by mail was handed over.
pub async fn open(
    conn: &mut AsyncPgConnection,
    firm: CustomerId,
    letter: &LetterRow,
) -> QueryResult<()> {
    if letter.status() == Status::Approved {
        let (actor, note) = (Actor::default(), Some(BY_LINK));
        changes::insert_events(conn, &[letter.letter_id], "sent", actor, note).await?;
        set(conn, firm, letter, Status::Sent, None).await?;
    }
    match letter.status() {
        Status::Approved | Status::Sent => set(conn, firm, letter, Status::Opened, None).await,
        _ => Ok(()),
    }
}

/// Sets the state of a locked letter, and does what follows from it. `who` names the signers who
/// caused it.
pub async fn set(
    conn: &mut AsyncPgConnection,
    firm: CustomerId,
    letter: &LetterRow,
    to: Status,
    who: Option<&str>,
) -> QueryResult<()> {
    changes::set_status(conn, letter.letter_id, to).await?;
    let by = By {
        customer_id: firm,
        actor: None,
    };
    effects::follow_outside(conn, by, &[letter], to, who).await
}

/// The letter is signed, and will be sealed, if all who are asked have signed; false if not. After its
/// hour this is refused, although the sweep may not have marked it as expired yet.
pub async fn complete(
    conn: &mut AsyncPgConnection,
    firm: CustomerId,
    letter_id: LetterId,
) -> Result<bool, LinkError> {
    let held = Held::lock(conn, letter_id).await?;
    let has_ended = !matches!(held.letter.status(), Status::Sent | Status::Opened);
    if has_ended || held.letter.withdrawn_at.is_some() || held.is_superseded {
        return Ok(false);
    }
    let signed = held.links.iter().filter(|link| link.signed_at.is_some());
    let signers: Vec<&str> = signed.map(|link| link.name.as_str()).collect();
    if signers.is_empty() || held.links.iter().any(LinkRow::is_awaited) {
        return Ok(false);
    }
    let expiry = held.letter.expiry();
    if expiry.is_some_and(|expiry| expiry.is_over(Utc::now())) {
        return Err(LinkError::Refused(Guard::BeforeExpiry.sentence()));
    }
    let who = listed(&signers);
    set(conn, firm, &held.letter, Status::Signed, Some(&who)).await?;
    seals::insert_seal(conn, letter_id).await?;
    evidence::append(conn, held.subject(), "completed", None, None, &json!({})).await?;
    jobs::enqueue(conn, firm, &LetterSealing { letter_id }).await?;
    Ok(true)
}

/// Names in a sentence; of more than two, the first.
fn listed(names: &[&str]) -> String {
    match names {
        [] => String::new(),
        [one] => (*one).to_owned(),
        [one, two] => format!("{one} and {two}"),
        [first, others @ ..] => format!("{first} and {} others", others.len()),
    }
}

#[cfg(test)]
mod tests {
    use super::listed;

    #[test]
    fn a_sentence_names_two_signers_or_the_first() {
        for (names, text) in [
            (vec!["Dana Lee"], "Dana Lee"),
            (vec!["Dana Lee", "Sam Oak"], "Dana Lee and Sam Oak"),
            (
                vec!["Dana Lee", "Sam Oak", "Al Pine"],
                "Dana Lee and 2 others",
            ),
        ] {
            assert_eq!(listed(&names), text);
        }
    }
}
