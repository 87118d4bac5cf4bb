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

/// Whether the person may save a letter as final, at the property's offer value and at the price that the letter says,
/// if that can be read. Who saves it is its author.
pub async fn may_save(
    conn: &mut AsyncPgConnection,
    user_id: UserId,
    offer_value: Option<BigDecimal>,
    said: Option<&str>,
) -> QueryResult<bool> {
    let prices = [money(offer_value), said.and_then(price_of)];
    let rule = find_rule(conn).await?;
    let may_save = |price: &Money| {
        let approving = Approving {
            price,
            job_total: Some(price),
            author: user_id,
            approver: user_id,
            may_approve: true,
        };
        rule.check(&approving).is_ok()
    };
    Ok(prices.iter().flatten().all(may_save))
}

/// Says that a letter is not saved, and what to do.
pub fn needed() -> ApiError {
    ApiError::new(ErrorCode::LetterStateRefused, NEEDED).with("refusals", json!([NEEDED]))
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
        ] {
            assert_eq!(
                price_of(said),
                amount.map(|text| text.parse().unwrap()),
                "{said}"
            );
        }
    }
}
