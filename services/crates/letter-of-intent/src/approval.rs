//! Approvals: who may approve a letter, and what an approval covers.
//!
//! A firm has a threshold for a letter and one for all letters of a job, because forty letters under
//! the first can sum to far above it. An approval belongs to the content that the approver read, by
//! its hash: any edit ends it.

use chrono::{DateTime, Utc};
use domain::{Money, UserId};
use serde::{Deserialize, Serialize};

use crate::ContentHash;

/// A firm's rule. Without thresholds everybody approves.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct ApprovalRule {
    /// Letters above need another person, in dollars.
    pub letter_threshold: Option<Money>,
    /// Jobs whose letters sum to more do too, in dollars.
    pub job_threshold: Option<Money>,
    /// Whether authors who may approve also approve their own letters above a threshold.
    pub own_letters: bool,
}

/// An approval that was given.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Approval {
    /// Whose approval.
    pub approver: UserId,
    /// When, by the server's clock.
    pub at: DateTime<Utc>,
    /// What was approved.
    pub content: ContentHash,
}

impl Approval {
    /// Whether it is still of this content.
    pub fn covers(&self, content: &ContentHash) -> bool {
        self.content == *content
    }
}

/// Who approves what.
#[derive(Debug, Clone, Copy)]
pub struct Approving<'a> {
    /// The letter's price.
    pub price: &'a Money,
    /// Sum of the prices of the letter's job; the price itself for a single letter. `None` if it is
    /// too large for an amount.
    pub job_total: Option<&'a Money>,
    /// Who wrote it.
    pub author: UserId,
    /// Who approves it.
    pub approver: UserId,
    /// Whether the firm lets the approver approve above thresholds.
    pub may_approve: bool,
}

/// Which threshold is exceeded.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Threshold {
    /// Of a letter.
    Letter,
    /// Of all letters of a job.
    Job,
}

/// Why an approval is refused.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum ApprovalError {
    /// The amount needs somebody who may approve.
    #[error("the amount is above the threshold")]
    AboveThreshold(Threshold),
    /// The approver wrote the letter.
    #[error("somebody else approves this letter")]
    OwnLetter,
}

impl ApprovalRule {
    /// The threshold that the letter or its job exceeds; at the threshold itself none is.
    pub fn exceeded(&self, price: &Money, job_total: Option<&Money>) -> Option<Threshold> {
        let is_above = |limit: &Option<Money>, amount: Option<&Money>| {
            // A total without amount is above all limits.
            limit
                .as_ref()
                .is_some_and(|limit| amount.is_none_or(|amount| amount > limit))
        };
        if is_above(&self.letter_threshold, Some(price)) {
            Some(Threshold::Letter)
        } else if is_above(&self.job_threshold, job_total) {
            Some(Threshold::Job)
        } else {
            None
        }
    }

    /// Whether the approver may approve the letter.
    ///
    /// # Errors
    /// The amount exceeds a threshold, and the approver may not approve it or wrote it.
    pub fn check(&self, approving: &Approving<'_>) -> Result<(), ApprovalError> {
        let Some(threshold) = self.exceeded(approving.price, approving.job_total) else {
            return Ok(());
        };
        if !approving.may_approve {
            Err(ApprovalError::AboveThreshold(threshold))
        } else if approving.author == approving.approver && !self.own_letters {
            Err(ApprovalError::OwnLetter)
        } else {
            Ok(())
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Values;

    fn dollars(text: &str) -> Money {
        text.parse().unwrap()
    }

    fn user(last: char) -> UserId {
        format!("00000000-0000-4000-8000-00000000000{last}")
            .parse()
            .unwrap()
    }

    #[test]
    fn thresholds_need_another_person() {
        let rule = ApprovalRule {
            letter_threshold: Some(dollars("1000000")),
            job_threshold: Some(dollars("10000000")),
            own_letters: false,
        };
        let check = |rule: &ApprovalRule, price: &str, total: &str, approver, may_approve| {
            rule.check(&Approving {
                price: &dollars(price),
                job_total: Some(&dollars(total)),
                author: user('1'),
                approver: user(approver),
                may_approve,
            })
        };
        let above = |threshold| Err(ApprovalError::AboveThreshold(threshold));
        assert_eq!(check(&rule, "1000000", "1000000", '1', false), Ok(()));
        assert_eq!(
            check(&rule, "1000000.01", "1000000.01", '2', false),
            above(Threshold::Letter)
        );
        assert_eq!(check(&rule, "1000001", "1000001", '2', true), Ok(()));
        assert_eq!(
            check(&rule, "1000001", "1000001", '1', true),
            Err(ApprovalError::OwnLetter)
        );
        // Forty letters under the limit.
        assert_eq!(
            check(&rule, "900000", "36000000", '2', false),
            above(Threshold::Job)
        );
        let alone = ApprovalRule {
            own_letters: true,
            ..rule.clone()
        };
        assert_eq!(check(&alone, "1000001", "1000001", '1', true), Ok(()));
        assert_eq!(
            check(&ApprovalRule::default(), "999999999999", "1", '1', false),
            Ok(())
        );
        assert_eq!(rule.exceeded(&dollars("1"), None), Some(Threshold::Job));
    }

    #[test]
    fn an_approval_is_of_one_content() {
        let content = ContentHash::of("1", &Values::new(), "<p>a</p>");
        let approval = Approval {
            approver: user('1'),
            at: "2026-11-25T12:00:00Z".parse().unwrap(),
            content: content.clone(),
        };
        assert!(approval.covers(&content));
        assert!(!approval.covers(&ContentHash::of("1", &Values::new(), "<p>a </p>")));
        let json = serde_json::to_string(&approval).unwrap();
        assert_eq!(serde_json::from_str::<Approval>(&json).unwrap(), approval);
    }
}
