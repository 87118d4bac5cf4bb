//! Which letters can be set back. No I/O.

use letter_of_intent::Status;

use crate::letter_links::store::LinkRow;
use crate::letter_register::commands::Done;
use crate::letter_register::domain::{ON_ITS_WAY, RefusalCode, Refused};

const CHANGED: &str = "It was sent or changed since.";
const UNCLEAR: &str = "It is not certain whether a message with it went out.";
const HAS_LINK: &str = "It has a link to sign it.";

/// A letter that was approved or withdrawn, as it is now.
#[derive(Debug, Clone)]
pub struct Now<'a> {
    pub version: i64,
    /// The version that the approval or withdrawal gave it.
    pub version_after: i64,
    pub status: Status,
    /// Of its messages.
    pub mail_status: Option<&'a str>,
    /// Somebody can sign it by a link, or may have read it.
    pub has_link: bool,
    /// Number of a later version.
    pub newer: Option<&'a str>,
}

/// Whether nothing happened to the letter since.
pub fn check(done: Done, now: &Now<'_>) -> Result<(), Refused> {
    let refused = |code, sentence: &str| Err(Refused::new(code, sentence));
    if now.version != now.version_after {
        return refused(RefusalCode::Changed, CHANGED);
    }
    match (done, now.newer, now.mail_status) {
        (Done::Approved, _, Some("queued")) => refused(RefusalCode::MailQueued, ON_ITS_WAY),
        (Done::Approved, _, Some("unclear")) => refused(RefusalCode::MailUnclear, UNCLEAR),
        (Done::Approved, _, _) if now.has_link => refused(RefusalCode::HasLinks, HAS_LINK),
        // One of a letter that was not sent was made after the withdrawal: both could be sent.
        (Done::Withdrawn, Some(newer), _) if is_unsent(now.status) => {
            refused(RefusalCode::Changed, &format!("{newer} was made since."))
        }
        _ => Ok(()),
    }
}

/// Before it is sent.
pub fn is_unsent(status: Status) -> bool {
    matches!(status, Status::Draft | Status::Approved)
}

/// Whether a link of an approved letter is open, or was.
pub fn is_in_use(link: &LinkRow) -> bool {
    link.revoked_at.is_none() || link.fetched + link.certain_openings + link.other_openings > 0
}

/// Whether a link would be open again with its letter.
pub fn would_open(link: &LinkRow) -> bool {
    link.revoked_at.is_none() && link.signed_at.is_none() && link.declined_at.is_none()
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn now(status: Status) -> Now<'static> {
        Now {
            version: 2,
            version_after: 2,
            status,
            mail_status: None,
            has_link: false,
            newer: None,
        }
    }

    fn code(done: Done, now: &Now<'_>) -> Option<RefusalCode> {
        check(done, now).err().map(|refused| refused.code)
    }

    #[test]
    fn an_approval_is_taken_back_before_anything_leaves() {
        let approved = now(Status::Approved);
        assert_eq!(code(Done::Approved, &approved), None);
        for (mail, refused) in [
            ("queued", Some(RefusalCode::MailQueued)),
            ("unclear", Some(RefusalCode::MailUnclear)),
            ("failed", None),
        ] {
            let mail_status = Some(mail);
            let letter = Now {
                mail_status,
                ..approved.clone()
            };
            assert_eq!(code(Done::Approved, &letter), refused, "{mail}");
        }
        let linked = Now {
            has_link: true,
            ..approved
        };
        assert_eq!(code(Done::Approved, &linked), Some(RefusalCode::HasLinks));
    }

    #[test]
    fn a_withdrawn_letter_comes_back_unless_another_took_its_place() {
        for (status, refused) in [
            (Status::Draft, Some(RefusalCode::Changed)),
            (Status::Approved, Some(RefusalCode::Changed)),
            (Status::Sent, None),
            (Status::Countered, None),
        ] {
            let letter = now(status);
            assert_eq!(code(Done::Withdrawn, &letter), None);
            let replaced = Now {
                newer: Some("LOI-2026-0042/2"),
                ..letter
            };
            assert_eq!(code(Done::Withdrawn, &replaced), refused);
        }
        // Its links are closed, and its message went out before.
        let sent = Now {
            has_link: true,
            mail_status: Some("unclear"),
            ..now(Status::Sent)
        };
        assert_eq!(code(Done::Withdrawn, &sent), None);
    }

    proptest! {
        #[test]
        fn a_letter_that_was_changed_since_is_left(version in 0..9_i64, version_after in 0..9_i64, approved: bool) {
            let done = if approved { Done::Approved } else { Done::Withdrawn };
            let letter = Now { version, version_after, ..now(Status::Approved) };
            prop_assert_eq!(check(done, &letter).is_ok(), version == version_after);
        }
    }
}
