//! Which offers need the approval of another person before a letter of them is final.
//!
//! Numbered letters are approved in the register. A letter of the editor is final once it is saved as a PDF, and has no
//! state in which somebody could approve it: above the firm's threshold it is not saved, but made as a numbered one.

use bigdecimal::BigDecimal;
use db::AsyncPgConnection;
use diesel::prelude::*;
use diesel_async::RunQueryDsl;
use domain::{Money, UserId};
use http_kit::{ApiError, ErrorCode};
use letter_of_intent::{ApprovalRule, Approving};
use serde_json::json;

use crate::properties::store::money;
use crate::schema::letter_settings;

const NEEDED: &str = "The price is above the firm's threshold, so another person must approve the letter. \
    Make it under Letters, where it can be approved.";
const NO_PRICE: &str = "The firm has a threshold for letters, so the letter's field 'Purchase Price' must say one amount in \
    dollars, as $1,250,000. It is missing or cannot be read.";

/// The rule that approvals of the firm's letters are judged by. Without settings everybody approves.
pub async fn find_rule(conn: &mut AsyncPgConnection) -> QueryResult<ApprovalRule> {
    let stored: Option<(Option<BigDecimal>, Option<BigDecimal>, bool)> = letter_settings::table
        .select((
            letter_settings::letter_threshold,
            letter_settings::job_threshold,
            letter_settings::approver_may_be_author,
        ))
        .first(conn)
        .await
        .optional()?;
    Ok(match stored {
        Some((letter, job, own_letters)) => ApprovalRule {
            letter_threshold: money(letter),
            job_threshold: money(job),
            own_letters,
        },
        None => ApprovalRule {
            own_letters: true,
            ..ApprovalRule::default()
        },
    })
}

/// Why a letter is not saved.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Unsaved {
    /// Another person must approve its price.
    NeedsApproval,
    /// There is a threshold, and no price that it could be compared with.
    NoPrice,
}

/// Whether the person may save a letter as final, at the property's offer value and at the price that the letter says. `said`
/// is empty if the letter has no field of the price; none if its text is not known. Who saves it is its author.
pub async fn check_save(
    conn: &mut AsyncPgConnection,
    user_id: UserId,
    offer_value: Option<BigDecimal>,
    said: Option<&str>,
) -> QueryResult<Result<(), Unsaved>> {
    let rule = find_rule(conn).await?;
    Ok(judge(&rule, user_id, money(offer_value), said))
}

fn judge(
    rule: &ApprovalRule,
    author: UserId,
    offer: Option<Money>,
    said: Option<&str>,
) -> Result<(), Unsaved> {
    let has_threshold = rule.letter_threshold.is_some() || rule.job_threshold.is_some();
    if rule.own_letters || !has_threshold {
        return Ok(());
    }
    let price = said.and_then(price_of);
    // A text of which the price cannot be read could say any.
    let is_unread = price.is_none() && (said.is_some() || offer.is_none());
    let may_save = |price: &Money| {
        let approving = Approving {
            price,
            job_total: Some(price),
            author,
            approver: author,
            may_approve: true,
        };
        rule.check(&approving).is_ok()
    };
    if ![offer, price].iter().flatten().all(may_save) {
        Err(Unsaved::NeedsApproval)
    } else if is_unread {
        Err(Unsaved::NoPrice)
    } else {
        Ok(())
    }
}

impl Unsaved {
    /// Says that the letter is not saved, and what to do.
    pub fn problem(self) -> ApiError {
        let sentence = match self {
            Self::NeedsApproval => NEEDED,
            Self::NoPrice => NO_PRICE,
        };
        ApiError::new(ErrorCode::LetterStateRefused, sentence).with("refusals", json!([sentence]))
    }
}

/// The amount of `$1,250,000` or `1250000.50`.
fn price_of(said: &str) -> Option<Money> {
    let digits: String = said
        .trim()
        .trim_start_matches('$')
        .chars()
        .filter(|sign| *sign != ',')
        .collect();
    digits.trim().parse().ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_price_is_read_as_letters_say_it() {
        for (said, amount) in [
            ("$1,250,000", Some("1250000")),
            (" 1250000.50 ", Some("1250000.50")),
            ("N/A", None),
            ("", None),
            ("to be agreed", None),
            ("$5 million", None),
            ("$5,000,000 USD", None),
        ] {
            assert_eq!(
                price_of(said),
                amount.map(|text| text.parse().unwrap()),
                "{said}"
            );
        }
    }

    #[test]
    fn with_a_threshold_a_price_must_be_read() {
        let money = |text: &str| text.parse::<Money>().unwrap();
        let rule = ApprovalRule {
            letter_threshold: Some(money("2000000")),
            job_threshold: None,
            own_letters: false,
        };
        let (none, author) = (ApprovalRule::default(), UserId(uuid::Uuid::nil()));
        let own = ApprovalRule {
            own_letters: true,
            ..rule.clone()
        };
        let (needed, no_price) = (Err(Unsaved::NeedsApproval), Err(Unsaved::NoPrice));
        for (offer, said, saved) in [
            (Some("1000000"), Some("$1,000,000"), Ok(())),
            (Some("1000000"), None, Ok(())),
            (Some("1000000"), Some("$2,000,001"), needed),
            (Some("2000001"), Some("$1"), needed),
            (Some("2000001"), Some("$5 million"), needed),
            (Some("1000000"), Some("$5,000,000 USD"), no_price),
            (Some("1000000"), Some("$5 million"), no_price),
            (Some("1000000"), Some(""), no_price),
            (None, Some("N/A"), no_price),
            (None, None, no_price),
            (None, Some("$2,000,000"), Ok(())),
        ] {
            let of = |rule: &ApprovalRule| judge(rule, author, offer.map(money), said);
            assert_eq!(of(&rule), saved, "{offer:?} {said:?}");
            assert_eq!((of(&none), of(&own)), (Ok(()), Ok(())));
        }
    }
}
