//! Limits of a message, and outcomes of recipients. No I/O.

use domain::{Email, Invalid};
use serde::{Deserialize, Deserializer, Serialize, de};
use utoipa::ToSchema;

/// Copies included.
pub const MAX_RECIPIENTS: usize = 20;
pub const MAX_FILES: usize = 20;
/// All files together; mail servers commonly reject more.
pub const MAX_BYTES: i64 = 18 * 1024 * 1024;

const MAX_SUBJECT_CHARS: usize = 200;
const MAX_TEXT_CHARS: usize = 100_000;

/// One line of 1 to 200 characters.
#[derive(Debug, Clone, PartialEq, Eq, ToSchema)]
#[schema(value_type = String, min_length = 1, max_length = 200)]
pub struct Subject(String);

/// Plain text of at most 100,000 bytes; not blank.
#[derive(Debug, Clone, PartialEq, Eq, ToSchema)]
#[schema(value_type = String, min_length = 1, max_length = 100_000)]
pub struct Text(String);

impl Subject {
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl Text {
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl TryFrom<String> for Subject {
    type Error = Invalid;

    fn try_from(text: String) -> Result<Self, Invalid> {
        let text = text.trim();
        if text.is_empty() {
            return Err(Invalid::new("Please enter a subject."));
        }
        if text.chars().count() > MAX_SUBJECT_CHARS {
            return Err(Invalid::new("A subject has at most 200 characters."));
        }
        // Prevents header injection by line breaks.
        if text.chars().any(char::is_control) {
            return Err(Invalid::new("A subject is one line."));
        }
        Ok(Self(text.to_owned()))
    }
}

impl TryFrom<String> for Text {
    type Error = Invalid;

    fn try_from(text: String) -> Result<Self, Invalid> {
        let text = text.replace("\r\n", "\n").replace(['\r', '\0'], "");
        if text.trim().is_empty() {
            return Err(Invalid::new("Please write a message."));
        }
        if text.len() > MAX_TEXT_CHARS {
            return Err(Invalid::new("A message has at most 100,000 characters."));
        }
        Ok(Self(text))
    }
}

/// A subject after its merge fields were filled, on one line: names from a directory or county must not inject headers.
pub fn subject_line(text: &str) -> String {
    text.chars()
        .map(|c| if c.is_control() { ' ' } else { c })
        .take(MAX_SUBJECT_CHARS)
        .collect()
}

impl<'de> Deserialize<'de> for Subject {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        String::deserialize(deserializer)?
            .try_into()
            .map_err(de::Error::custom)
    }
}

impl<'de> Deserialize<'de> for Text {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        String::deserialize(deserializer)?
            .try_into()
            .map_err(de::Error::custom)
    }
}

/// Recipients of a message, each address once; an address in `to` is not repeated in `copies`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Recipients {
    pub to: Vec<Email>,
    pub copies: Vec<Email>,
}

impl Recipients {
    /// Removes duplicates; needs at least one `to`, at most [`MAX_RECIPIENTS`] in all.
    pub fn new(to: Vec<Email>, copies: Vec<Email>) -> Result<Self, Invalid> {
        let mut seen = std::collections::HashSet::new();
        let to: Vec<_> = to
            .into_iter()
            .filter(|email| seen.insert(email.key()))
            .collect();
        let copies: Vec<_> = copies
            .into_iter()
            .filter(|email| seen.insert(email.key()))
            .collect();
        if to.is_empty() {
            return Err(Invalid::new("Please enter at least one recipient."));
        }
        if to.len() + copies.len() > MAX_RECIPIENTS {
            return Err(Invalid::new(
                "A message has at most 20 recipients. Use a campaign for more.",
            ));
        }
        Ok(Self { to, copies })
    }
}

/// Delivery state of a recipient's message.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum Outcome {
    /// Waits for the worker or a retry.
    Queued,
    /// Accepted by the mail server, or written to the folder.
    Sent,
    /// Permanently failed; `reason` says why.
    Failed,
    /// The worker stopped during delivery. Not retried, so that nobody receives it twice.
    Unclear,
    /// The recipient is on the suppression list.
    Suppressed,
    /// Its sending was undone before it left.
    Undone,
}

impl Outcome {
    /// From the database; a message in delivery counts as queued.
    pub fn of(status: &str) -> Self {
        match status {
            "sent" => Self::Sent,
            "failed" | "given_up" => Self::Failed,
            "unclear" => Self::Unclear,
            "suppressed" => Self::Suppressed,
            "undone" => Self::Undone,
            _ => Self::Queued,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_subject_is_one_line_with_something_in_it() {
        assert_eq!(
            Subject::try_from(" LOI ".to_owned()).unwrap().as_str(),
            "LOI"
        );
        for bad in ["", "  ", "a\r\nBcc: x@y.example", &"x".repeat(201)] {
            assert!(Subject::try_from(bad.to_owned()).is_err(), "{bad:?}");
        }
    }

    #[test]
    fn a_filled_subject_stays_one_line_of_limited_length() {
        assert_eq!(
            subject_line("LOI for Oak\r\nBcc: x@y.example"),
            "LOI for Oak  Bcc: x@y.example"
        );
        assert_eq!(subject_line(&"x".repeat(500)).len(), MAX_SUBJECT_CHARS);
    }

    #[test]
    fn a_text_keeps_its_lines_only() {
        assert_eq!(
            Text::try_from("a\r\nb\0".to_owned()).unwrap().as_str(),
            "a\nb"
        );
        assert!(Text::try_from(" \n ".to_owned()).is_err());
        assert!(Text::try_from("x".repeat(100_001)).is_err());
    }

    #[test]
    fn each_address_counts_once() {
        let email = |text: &str| text.parse::<Email>().unwrap();
        let both = Recipients::new(
            vec![email("a@x.example"), email("A@x.example")],
            vec![email("a@X.example"), email("b@x.example")],
        )
        .unwrap();
        assert_eq!((both.to.len(), both.copies.len()), (1, 1));
        assert!(Recipients::new(Vec::new(), vec![email("b@x.example")]).is_err());
        let many = (0..21).map(|n| email(&format!("a{n}@x.example"))).collect();
        assert!(Recipients::new(many, Vec::new()).is_err());
    }
}
