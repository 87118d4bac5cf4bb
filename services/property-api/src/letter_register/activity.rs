//! What the firm's list of recent activity says of letters.

use db::AsyncPgConnection;
use diesel::QueryResult;
use domain::{LetterId, ProjectId};
use letter_of_intent::Status;

use super::changes::NewLetter;
use super::store::LetterRow;
use crate::properties::activities;
use crate::properties::events::By;

/// A letter as far as sentence and link need it: its number, and the address where it is known.
pub struct Named<'a> {
    pub letter_id: LetterId,
    pub number: &'a str,
    pub address: Option<&'a str>,
}

impl<'a> From<&'a LetterRow> for Named<'a> {
    fn from(row: &'a LetterRow) -> Self {
        Self {
            letter_id: row.letter_id,
            number: &row.number,
            address: row.address.as_deref(),
        }
    }
}

impl<'a> From<&'a NewLetter> for Named<'a> {
    fn from(letter: &'a NewLetter) -> Self {
        Self {
            letter_id: letter.letter_id,
            number: &letter.number,
            address: letter.address.as_deref(),
        }
    }
}

/// Reports letters of a project that entered a state, by whom if they are no user of the firm. Being
/// opened is not reported: a letter is opened often, and by scanners.
pub async fn report_state(
    conn: &mut AsyncPgConnection,
    by: By,
    project_id: ProjectId,
    letters: &[Named<'_>],
    (to, who): (Status, Option<&str>),
) -> QueryResult<()> {
    let Some(verb) = past(to) else {
        return Ok(());
    };
    let verb = match who {
        Some(who) => format!("{verb} by {who}"),
        None => verb.to_owned(),
    };
    report(conn, by, project_id, letters, &verb).await
}

/// Reports what was done with letters of a project, as `made`.
pub async fn report(
    conn: &mut AsyncPgConnection,
    by: By,
    project_id: ProjectId,
    letters: &[Named<'_>],
    verb: &str,
) -> QueryResult<()> {
    let Some(text) = sentence(letters, verb) else {
        return Ok(());
    };
    let kind = format!("letters.{}", verb.split(' ').next().unwrap_or(verb));
    let link = match letters {
        [one] => link_of(project_id, one.letter_id),
        _ => format!("/letters?project_id={project_id}"),
    };
    activities::report(conn, by, project_id.0, &kind, &text, &link).await
}

/// Path of the screen that shows a letter.
pub fn link_of(project_id: ProjectId, letter_id: LetterId) -> String {
    format!("/letters?project_id={project_id}&letter_id={letter_id}")
}

fn past(status: Status) -> Option<&'static str> {
    match status {
        Status::Draft | Status::Opened => None,
        Status::Approved => Some("approved"),
        Status::Sent => Some("sent"),
        Status::Countered => Some("countered"),
        Status::Signed => Some("signed"),
        Status::Declined => Some("declined"),
        Status::Expired => Some("expired"),
    }
}

/// None without letters.
fn sentence(letters: &[Named<'_>], verb: &str) -> Option<String> {
    let verb = if verb == "expired" {
        verb.to_owned()
    } else {
        let be = if letters.len() == 1 { "was" } else { "were" };
        format!("{be} {verb}")
    };
    let lowest = letters.iter().map(|letter| letter.number).min()?;
    let highest = letters.iter().map(|letter| letter.number).max()?;
    let [one] = letters else {
        let count = letters.len();
        let until = if count == 2 { "and" } else { "to" };
        return Some(format!(
            "{count} letters {verb}, {lowest} {until} {highest}."
        ));
    };
    let of = one
        .address
        .map(|it| format!(" for {it}"))
        .unwrap_or_default();
    Some(format!("Letter {lowest}{of} {verb}."))
}

#[cfg(test)]
mod tests {
    use uuid::Uuid;

    use super::*;

    #[test]
    fn sentences_name_one_letter_or_the_range_of_many() {
        let letter = |number, address| Named {
            letter_id: LetterId(Uuid::nil()),
            number,
            address,
        };
        let one = letter("LOI-2026-0007", Some("1 Elm St"));
        assert_eq!(
            sentence(&[one], "signed").unwrap(),
            "Letter LOI-2026-0007 for 1 Elm St was signed."
        );
        let one = letter("LOI-2026-0007", Some("1 Elm St"));
        assert_eq!(
            sentence(&[one], "signed by Dana Lee").unwrap(),
            "Letter LOI-2026-0007 for 1 Elm St was signed by Dana Lee."
        );
        assert_eq!(
            sentence(&[letter("LOI-2026-0007", None)], "expired").unwrap(),
            "Letter LOI-2026-0007 expired."
        );
        let many = [letter("LOI-2026-0009", None), letter("LOI-2026-0007", None)];
        assert_eq!(
            sentence(&many, "made").unwrap(),
            "2 letters were made, LOI-2026-0007 and LOI-2026-0009."
        );
        assert_eq!(sentence(&[], "made"), None);
    }
}
