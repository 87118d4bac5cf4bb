//! Links of letters: their texts and states. No I/O.

use chrono::{DateTime, Days, Utc};
use domain::Invalid;
use letter_of_intent::Status;
use serde::{Deserialize, Deserializer, Serialize, de};
use utoipa::ToSchema;

use super::store::LinkRow;
use crate::letter_register::store::LetterRow;

pub const MAX_LINKS: usize = 20;
/// Days that a link is valid if neither it nor the letter has an expiry.
pub const USUAL_DAYS: u64 = 30;
/// Days that a link is valid at most.
const MAX_DAYS: u64 = 366;
/// Days in which a signer can still read the letter.
const READABLE_DAYS: u64 = 30;
/// Changes that a link can ask for in a minute.
pub const CALLS_A_MINUTE: i32 = 10;

/// Names allowed between double braces in a message with a link.
pub const MERGE_FIELDS: [&str; 4] = ["number", "property", "owner_name", "contact_name"];
/// The one that becomes the address of the page.
pub const LINK_FIELD: &str = "{{link}}";

/// A side of a letter that signs by links.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum LinkParty {
    Seller,
}

impl LinkParty {
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Seller => "seller",
        }
    }
}

/// A person's name: one line of 1 to 200 characters.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
#[schema(value_type = String, min_length = 1, max_length = 200, as = SignerName)]
pub struct PersonName(String);

/// What a person signs as: one line of at most 200 characters, which may be empty.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
#[schema(value_type = String, max_length = 200, as = SignerCapacity)]
pub struct Capacity(String);

impl PersonName {
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl Capacity {
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl TryFrom<String> for PersonName {
    type Error = Invalid;

    fn try_from(text: String) -> Result<Self, Invalid> {
        let text = one_line(&text)?;
        if text.is_empty() {
            return Err(Invalid::new("Please enter a name."));
        }
        Ok(Self(text))
    }
}

impl TryFrom<String> for Capacity {
    type Error = Invalid;

    fn try_from(text: String) -> Result<Self, Invalid> {
        one_line(&text).map(Self)
    }
}

/// Prevents line breaks, by which text could look like another part of a document or a message.
fn one_line(text: &str) -> Result<String, Invalid> {
    let text = text.trim();
    if text.chars().any(char::is_control) {
        return Err(Invalid::new("Use one line."));
    }
    if text.chars().count() > 200 {
        return Err(Invalid::new("Use at most 200 characters."));
    }
    Ok(text.to_owned())
}

impl<'de> Deserialize<'de> for PersonName {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        String::deserialize(deserializer)?
            .try_into()
            .map_err(de::Error::custom)
    }
}

impl<'de> Deserialize<'de> for Capacity {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        String::deserialize(deserializer)?
            .try_into()
            .map_err(de::Error::custom)
    }
}

/// Why somebody does not sign.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum DeclineReason {
    Price,
    Terms,
    NotForSale,
    AlreadyCommitted,
    Other,
}

impl DeclineReason {
    const ALL: [Self; 5] = [
        Self::Price,
        Self::Terms,
        Self::NotForSale,
        Self::AlreadyCommitted,
        Self::Other,
    ];

    pub fn as_str(self) -> &'static str {
        match self {
            Self::Price => "price",
            Self::Terms => "terms",
            Self::NotForSale => "not_for_sale",
            Self::AlreadyCommitted => "already_committed",
            Self::Other => "other",
        }
    }

    /// From the database.
    pub fn named(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|reason| reason.as_str() == name)
    }

    /// In the letter's history.
    pub fn words(self) -> &'static str {
        match self {
            Self::Price => "The price",
            Self::Terms => "The terms",
            Self::NotForSale => "Not for sale",
            Self::AlreadyCommitted => "Committed to another buyer",
            Self::Other => "Another reason",
        }
    }
}

/// Where a link stands.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
#[schema(as = LetterLinkState)]
pub enum LinkState {
    /// The letter can be signed.
    Open,
    Signed,
    /// By the holder, or by another signer of the letter.
    Declined,
    /// By the firm, or because the holder is not the right person.
    Revoked,
    Expired,
    /// There is a newer version or a counter, or the letter was settled another way.
    Superseded,
    Withdrawn,
}

impl LinkState {
    /// For programs, why a link is closed.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Open => "open",
            Self::Signed => "signed",
            Self::Declined => "declined",
            Self::Revoked => "revoked",
            Self::Expired => "expired",
            Self::Superseded => "superseded",
            Self::Withdrawn => "withdrawn",
        }
    }

    /// For the holder of a link that is not open.
    pub fn sentence(self) -> &'static str {
        match self {
            Self::Open => "The letter can be signed.",
            Self::Signed => "You signed the letter. Its copy is no longer available here.",
            Self::Declined => "The letter was declined.",
            Self::Revoked => "The sender closed this link. Please ask for a new one.",
            Self::Expired => "The letter or its link has expired. Please ask the sender.",
            Self::Superseded => "There is a newer version of this letter, or it was settled.",
            Self::Withdrawn => "The sender withdrew the letter.",
        }
    }
}

impl LinkRow {
    /// `is_superseded`: a newer version of the letter went out.
    pub fn state(&self, letter: &LetterRow, is_superseded: bool, now: DateTime<Utc>) -> LinkState {
        if self.signed_at.is_some() {
            return LinkState::Signed;
        }
        if self.declined_at.is_some() {
            return LinkState::Declined;
        }
        if self.revoked_at.is_some() || self.proposed_at.is_some() {
            return LinkState::Revoked;
        }
        if letter.withdrawn_at.is_some() {
            return LinkState::Withdrawn;
        }
        if is_superseded {
            return LinkState::Superseded;
        }
        match letter.status() {
            Status::Declined => LinkState::Declined,
            Status::Expired => LinkState::Expired,
            Status::Draft | Status::Countered | Status::Signed => LinkState::Superseded,
            Status::Approved | Status::Sent | Status::Opened => {
                let is_over = letter.expiry().is_some_and(|expiry| expiry.is_over(now));
                if is_over || self.expires_at <= now {
                    LinkState::Expired
                } else {
                    LinkState::Open
                }
            }
        }
    }

    /// Whether the holder may read the letter: until it is settled otherwise, and a while after
    /// signing.
    pub fn is_readable(&self, state: LinkState, now: DateTime<Utc>) -> bool {
        let until = self
            .signed_at
            .and_then(|at| at.checked_add_days(Days::new(READABLE_DAYS)));
        match state {
            LinkState::Open => true,
            LinkState::Signed => until.is_some_and(|until| now < until),
            _ => false,
        }
    }

    /// Whether the letter waits for this signer, or for the firm to say who signs instead.
    pub fn is_awaited(&self) -> bool {
        self.signed_at.is_none() && self.revoked_at.is_none()
    }
}

/// When a link ends: as asked for, with the letter, or after the usual time.
pub fn expiry(
    asked: Option<DateTime<Utc>>,
    of_letter: Option<DateTime<Utc>>,
    now: DateTime<Utc>,
) -> Result<DateTime<Utc>, &'static str> {
    let after = |days| now.checked_add_days(Days::new(days)).unwrap_or(now);
    let Some(asked) = asked else {
        return Ok(of_letter.unwrap_or_else(|| after(USUAL_DAYS)));
    };
    if asked <= now {
        return Err("Use a time in the future.");
    }
    if of_letter.is_some_and(|end| asked > end) {
        return Err("The letter expires before this time.");
    }
    if asked > after(MAX_DAYS) {
        return Err("A link is valid for at most a year.");
    }
    Ok(asked)
}

/// Why a letter cannot get a link.
pub fn check_letter(
    row: &LetterRow,
    is_superseded: bool,
    now: DateTime<Utc>,
) -> Result<(), &'static str> {
    if row.withdrawn_at.is_some() {
        return Err("The letter was withdrawn.");
    }
    if is_superseded {
        return Err("There is a newer version of the letter.");
    }
    match row.status() {
        Status::Draft => return Err("The letter is not approved."),
        Status::Approved | Status::Sent | Status::Opened => {}
        Status::Countered | Status::Signed | Status::Declined | Status::Expired => {
            return Err("The letter is settled.");
        }
    }
    if row.expiry().is_some_and(|expiry| expiry.is_over(now)) {
        return Err("The letter has expired.");
    }
    match row.pdf {
        Some(_) => Ok(()),
        None if row.pdf_state == "made" => Err("Its PDF was removed."),
        None => Err("Its PDF is not made yet."),
    }
}

/// Why a link is not sent again: each message has a new address and ends the one before, which its signer may be about
/// to get. `mail_status`: of the messages with it.
pub fn check_mail(mail_status: Option<&str>) -> Result<(), &'static str> {
    match mail_status {
        Some("queued") => Err("A message with this link is on its way."),
        Some("unclear") => Err(
            "It is not certain whether an earlier message with this link went out. Ask the signer, or revoke the link and make another.",
        ),
        _ => Ok(()),
    }
}

#[cfg(test)]
mod tests {
    use chrono::TimeDelta;

    use super::*;

    #[test]
    fn names_are_one_line() {
        let name = |text: &str| PersonName::try_from(text.to_owned());
        assert_eq!(name(" Dana Lee ").unwrap().as_str(), "Dana Lee");
        for bad in ["", " ", "a\nb", &"x".repeat(201)] {
            assert!(name(bad).is_err(), "{bad:?}");
        }
        assert_eq!(Capacity::try_from(" ".to_owned()).unwrap().as_str(), "");
    }

    #[test]
    fn a_link_ends_with_its_letter_at_the_latest() {
        let now = Utc::now();
        let day = TimeDelta::days(1);
        assert_eq!(expiry(None, None, now), Ok(now + day * 30));
        assert_eq!(expiry(None, Some(now + day), now), Ok(now + day));
        assert_eq!(expiry(Some(now + day), Some(now + day), now), Ok(now + day));
        assert!(expiry(Some(now + day * 2), Some(now + day), now).is_err());
        assert!(expiry(Some(now), None, now).is_err());
        assert!(expiry(Some(now + day * 400), None, now).is_err());
    }

    #[test]
    fn a_message_that_may_arrive_is_not_replaced() {
        for (state, is_allowed) in [
            (None, true),
            (Some("failed"), true),
            (Some("sent"), true),
            (Some("queued"), false),
            (Some("unclear"), false),
        ] {
            assert_eq!(check_mail(state).is_ok(), is_allowed, "{state:?}");
        }
    }

    #[test]
    fn every_reason_is_read_back() {
        for reason in DeclineReason::ALL {
            assert_eq!(DeclineReason::named(reason.as_str()), Some(reason));
        }
    }
}
