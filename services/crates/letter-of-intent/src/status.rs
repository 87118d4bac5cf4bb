//! The states of a version of a letter, and what leads from one to the next.
//!
//! States, guards and effects are data: screens list what is possible and why not, and the caller
//! checks and writes in one transaction, with the server's clock. `withdrawn` and `superseded` are
//! facts beside the state.

use chrono::{DateTime, Utc};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::{Approval, ApprovalError, ContentHash, Expiry};

/// State of a version of a letter.
#[derive(
    Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, ToSchema,
)]
#[serde(rename_all = "snake_case")]
#[schema(as = LetterStatus)]
pub enum Status {
    /// Can be edited.
    Draft,
    /// Its content is frozen by a hash.
    Approved,
    /// Handed to the mail server or, on paper, to the seller.
    Sent,
    /// A person opened its link.
    Opened,
    /// The other side answered with other terms; a new version begins.
    Countered,
    /// All parties signed.
    Signed,
    /// A seller declined.
    Declined,
    /// Its hour passed without an answer.
    Expired,
}

/// What must hold before a transition.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Guard {
    /// The letter has a price.
    PriceSet,
    /// Neither template nor report has a blocking finding.
    NothingBlocks,
    /// The firm's rule lets the approver approve it ([`crate::ApprovalRule::check`]).
    MayApprove,
    /// The approval covers the content as it is now.
    ContentUnchanged,
    /// The relay accepted the mail, or a person says that the letter was handed over.
    Delivered,
    /// The page was opened in a way that scanners do not.
    PersonOpened,
    /// The counter is stored as a version by the counterparty.
    CounterStored,
    /// The letter was not withdrawn.
    NotWithdrawn,
    /// No later version was sent.
    NotSuperseded,
    /// The expiry is not over.
    BeforeExpiry,
    /// The letter has an expiry and it is over.
    ExpiryOver,
}

/// What a transition does besides.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Effect {
    /// Keep the hash of template version, terms and body.
    FreezeContent,
    /// End the approval, and say so.
    VoidApproval,
    /// Make the signers' links.
    MakeLinks,
    /// Make the task of the expiry, if there is one.
    MakeExpiryTask,
    /// Note the first and last opening.
    NoteOpening,
    /// Close the links.
    CloseLinks,
    /// Begin the next version under the same number.
    BeginVersion,
    /// Move the property's stage.
    MoveStage,
}

/// A row of the transition table.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Transition {
    /// From this state.
    pub from: Status,
    /// To this one.
    pub to: Status,
    /// All must hold, in the order in which they are reported.
    pub guards: &'static [Guard],
    /// What the caller does in the same transaction.
    pub effects: &'static [Effect],
}

const APPROVE: &[Guard] = &[
    Guard::PriceSet,
    Guard::NothingBlocks,
    Guard::NotWithdrawn,
    Guard::MayApprove,
];
const SEND: &[Guard] = &[
    Guard::NotWithdrawn,
    Guard::ContentUnchanged,
    Guard::NotSuperseded,
    Guard::BeforeExpiry,
    Guard::Delivered,
];
const OPEN: &[Guard] = &[
    Guard::NotWithdrawn,
    Guard::NotSuperseded,
    Guard::PersonOpened,
];
const COUNTER: &[Guard] = &[Guard::CounterStored];
const SIGN: &[Guard] = &[
    Guard::NotWithdrawn,
    Guard::NotSuperseded,
    Guard::BeforeExpiry,
    Guard::ContentUnchanged,
];
const DECLINE: &[Guard] = &[
    Guard::NotWithdrawn,
    Guard::NotSuperseded,
    Guard::BeforeExpiry,
];
const EXPIRE: &[Guard] = &[Guard::ExpiryOver];
const CLOSED: &[Effect] = &[Effect::CloseLinks, Effect::MoveStage];

const fn row(
    from: Status,
    to: Status,
    guards: &'static [Guard],
    effects: &'static [Effect],
) -> Transition {
    Transition {
        from,
        to,
        guards,
        effects,
    }
}

/// All transitions. A late paper signature is a counter: it must be accepted by the sender.
pub const TRANSITIONS: [Transition; 15] = [
    row(
        Status::Draft,
        Status::Approved,
        APPROVE,
        &[Effect::FreezeContent],
    ),
    row(
        Status::Approved,
        Status::Draft,
        &[],
        &[Effect::VoidApproval],
    ),
    row(
        Status::Approved,
        Status::Sent,
        SEND,
        &[Effect::MakeLinks, Effect::MakeExpiryTask, Effect::MoveStage],
    ),
    row(Status::Sent, Status::Opened, OPEN, &[Effect::NoteOpening]),
    row(Status::Sent, Status::Countered, COUNTER, CLOSED),
    row(Status::Sent, Status::Signed, SIGN, CLOSED),
    row(Status::Sent, Status::Declined, DECLINE, CLOSED),
    row(Status::Sent, Status::Expired, EXPIRE, CLOSED),
    row(Status::Opened, Status::Countered, COUNTER, CLOSED),
    row(Status::Opened, Status::Signed, SIGN, CLOSED),
    row(Status::Opened, Status::Declined, DECLINE, CLOSED),
    row(Status::Opened, Status::Expired, EXPIRE, CLOSED),
    row(
        Status::Expired,
        Status::Countered,
        COUNTER,
        &[Effect::MoveStage],
    ),
    row(
        Status::Declined,
        Status::Countered,
        COUNTER,
        &[Effect::MoveStage],
    ),
    row(
        Status::Countered,
        Status::Draft,
        &[],
        &[Effect::BeginVersion],
    ),
];

/// What the caller knows when a state is to change.
#[derive(Debug, Clone, Copy)]
#[expect(
    clippy::struct_excessive_bools,
    reason = "facts that are independent of each other"
)]
pub struct Situation<'a> {
    /// Whether the letter has a price.
    pub has_price: bool,
    /// Whether a finding blocks.
    pub is_blocked: bool,
    /// The firm's rule, applied to the approver.
    pub approving: Option<Result<(), ApprovalError>>,
    /// The approval that is in force.
    pub approval: Option<&'a Approval>,
    /// The letter's content now.
    pub content: &'a ContentHash,
    /// Whether it was delivered.
    pub is_delivered: bool,
    /// Whether a person opened it, as far as the page can tell.
    pub person_opened: bool,
    /// Whether the counter is stored.
    pub has_counter: bool,
    /// Whether it was withdrawn.
    pub is_withdrawn: bool,
    /// Whether a later version was sent.
    pub is_superseded: bool,
    /// When it expires, if ever.
    pub expiry: Option<Expiry>,
    /// The server's clock.
    pub now: DateTime<Utc>,
}

/// Why a state does not change.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum Refusal {
    /// The table has no such row.
    #[error("there is no way from {from:?} to {to:?}")]
    NoTransition {
        /// The state it is in.
        from: Status,
        /// The state that was asked for.
        to: Status,
    },
    /// This does not hold.
    #[error("{0:?} does not hold")]
    Guard(Guard),
}

impl Status {
    /// All, in the order of a letter's life.
    pub const ALL: [Self; 8] = [
        Self::Draft,
        Self::Approved,
        Self::Sent,
        Self::Opened,
        Self::Countered,
        Self::Signed,
        Self::Declined,
        Self::Expired,
    ];

    /// Name in JSON and in tables.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Draft => "draft",
            Self::Approved => "approved",
            Self::Sent => "sent",
            Self::Opened => "opened",
            Self::Countered => "countered",
            Self::Signed => "signed",
            Self::Declined => "declined",
            Self::Expired => "expired",
        }
    }

    /// By name.
    pub fn named(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|status| status.as_str() == name)
    }

    /// States that can follow.
    pub fn next(self) -> impl Iterator<Item = &'static Transition> {
        TRANSITIONS.iter().filter(move |row| row.from == self)
    }

    /// Whether the other side can still sign.
    pub const fn is_open(self) -> bool {
        matches!(self, Self::Sent | Self::Opened)
    }

    /// Judges a change of state.
    ///
    /// # Errors
    /// There is no such transition, or the first guard that does not hold.
    pub fn change(
        self,
        to: Self,
        situation: &Situation<'_>,
    ) -> Result<&'static Transition, Refusal> {
        let row = self
            .next()
            .find(|row| row.to == to)
            .ok_or(Refusal::NoTransition { from: self, to })?;
        match row.guards.iter().find(|guard| !guard.holds(situation)) {
            Some(guard) => Err(Refusal::Guard(*guard)),
            None => Ok(row),
        }
    }
}

impl Transition {
    /// What does not hold, in the order of the guards; empty if the state can change.
    pub fn refusals(&self, situation: &Situation<'_>) -> Vec<Guard> {
        let failing = self.guards.iter().filter(|guard| !guard.holds(situation));
        failing.copied().collect()
    }
}

impl Guard {
    fn holds(self, situation: &Situation<'_>) -> bool {
        let is_over = situation.expiry.map(|expiry| expiry.is_over(situation.now));
        match self {
            Self::PriceSet => situation.has_price,
            Self::NothingBlocks => !situation.is_blocked,
            Self::MayApprove => situation.approving == Some(Ok(())),
            Self::ContentUnchanged => situation
                .approval
                .is_some_and(|approval| approval.covers(situation.content)),
            Self::Delivered => situation.is_delivered,
            Self::PersonOpened => situation.person_opened,
            Self::CounterStored => situation.has_counter,
            Self::NotWithdrawn => !situation.is_withdrawn,
            Self::NotSuperseded => !situation.is_superseded,
            Self::BeforeExpiry => is_over != Some(true),
            Self::ExpiryOver => is_over == Some(true),
        }
    }

    /// For the user, when it does not hold.
    pub const fn sentence(self) -> &'static str {
        match self {
            Self::PriceSet => "The letter has no price.",
            Self::NothingBlocks => "The letter has findings that must be resolved first.",
            Self::MayApprove => "This letter needs the approval of another person.",
            Self::ContentUnchanged => "The letter was changed after its approval.",
            Self::Delivered => "The letter was not delivered.",
            Self::PersonOpened => "Nobody opened the letter yet.",
            Self::CounterStored => "The counter-offer is not stored.",
            Self::NotWithdrawn => "The letter was withdrawn.",
            Self::NotSuperseded => "A newer version of this letter was sent.",
            Self::BeforeExpiry => "The letter has expired.",
            Self::ExpiryOver => "The letter has not expired.",
        }
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use chrono::TimeDelta;

    use super::*;
    use crate::{Values, Zone};

    /// Everything for signing; each test spoils something.
    fn good(approval: &Approval) -> Situation<'_> {
        Situation {
            has_price: true,
            is_blocked: false,
            approving: Some(Ok(())),
            approval: Some(approval),
            content: &approval.content,
            is_delivered: true,
            person_opened: true,
            has_counter: true,
            is_withdrawn: false,
            is_superseded: false,
            expiry: None,
            now: "2026-11-25T12:00:00Z".parse().unwrap(),
        }
    }

    fn approval() -> Approval {
        Approval {
            approver: "00000000-0000-4000-8000-000000000001".parse().unwrap(),
            at: "2026-11-25T11:00:00Z".parse().unwrap(),
            content: ContentHash::of("1", &Values::new(), "<p>a</p>"),
        }
    }

    #[test]
    fn the_table_is_as_decided() {
        use Status::{Approved, Countered, Declined, Draft, Expired, Opened, Sent, Signed};
        let next = |status: Status| -> Vec<Status> { status.next().map(|row| row.to).collect() };
        assert_eq!(next(Draft), [Approved]);
        assert_eq!(next(Approved), [Draft, Sent]);
        assert_eq!(next(Sent), [Opened, Countered, Signed, Declined, Expired]);
        assert_eq!(next(Opened), [Countered, Signed, Declined, Expired]);
        assert_eq!(next(Countered), [Draft]);
        assert_eq!(next(Signed), []);
        assert_eq!(next(Expired), [Countered], "a late paper signature");
        let pairs: BTreeSet<_> = TRANSITIONS.iter().map(|row| (row.from, row.to)).collect();
        assert_eq!(pairs.len(), TRANSITIONS.len());
        let approval = approval();
        let expiry = Some(Expiry {
            at: "2026-11-24T17:00:00".parse().unwrap(),
            zone: Zone::Chicago,
        });
        for from in Status::ALL {
            for to in Status::ALL {
                let expiry = expiry.filter(|_| to == Expired);
                let changed = from.change(
                    to,
                    &Situation {
                        expiry,
                        ..good(&approval)
                    },
                );
                assert_eq!(
                    changed.is_ok(),
                    pairs.contains(&(from, to)),
                    "{from:?} {to:?}"
                );
            }
        }
    }

    #[test]
    fn each_guard_refuses() {
        use Status::{Approved, Countered, Draft, Expired, Opened, Sent, Signed};
        let approval = approval();
        let other = ContentHash::of("1", &Values::new(), "<p>b</p>");
        let good = good(&approval);
        let over = Some(Expiry {
            at: "2026-11-25T05:00:00".parse().unwrap(),
            zone: Zone::Chicago,
        });
        for (from, to, situation, guard) in [
            (
                Draft,
                Approved,
                Situation {
                    has_price: false,
                    ..good
                },
                Guard::PriceSet,
            ),
            (
                Draft,
                Approved,
                Situation {
                    is_blocked: true,
                    ..good
                },
                Guard::NothingBlocks,
            ),
            (
                Draft,
                Approved,
                Situation {
                    approving: None,
                    ..good
                },
                Guard::MayApprove,
            ),
            (
                Draft,
                Approved,
                Situation {
                    approving: Some(Err(ApprovalError::OwnLetter)),
                    ..good
                },
                Guard::MayApprove,
            ),
            (
                Approved,
                Sent,
                Situation {
                    content: &other,
                    ..good
                },
                Guard::ContentUnchanged,
            ),
            (
                Approved,
                Sent,
                Situation {
                    approval: None,
                    ..good
                },
                Guard::ContentUnchanged,
            ),
            (
                Approved,
                Sent,
                Situation {
                    is_delivered: false,
                    ..good
                },
                Guard::Delivered,
            ),
            (
                Sent,
                Opened,
                Situation {
                    person_opened: false,
                    ..good
                },
                Guard::PersonOpened,
            ),
            (
                Sent,
                Countered,
                Situation {
                    has_counter: false,
                    ..good
                },
                Guard::CounterStored,
            ),
            (
                Opened,
                Signed,
                Situation {
                    is_withdrawn: true,
                    ..good
                },
                Guard::NotWithdrawn,
            ),
            (
                Opened,
                Signed,
                Situation {
                    is_superseded: true,
                    ..good
                },
                Guard::NotSuperseded,
            ),
            (
                Opened,
                Signed,
                Situation {
                    expiry: over,
                    ..good
                },
                Guard::BeforeExpiry,
            ),
            (Sent, Expired, good, Guard::ExpiryOver),
        ] {
            assert_eq!(from.change(to, &situation), Err(Refusal::Guard(guard)));
            assert!(guard.sentence().ends_with('.'));
        }
    }

    #[test]
    fn a_letter_is_signed_until_its_hour() {
        let approval = approval();
        let expiry = Expiry {
            at: "2026-12-01T17:00:00".parse().unwrap(),
            zone: Zone::Chicago,
        };
        let at = |seconds| Situation {
            expiry: Some(expiry),
            now: expiry.instant() + TimeDelta::seconds(seconds),
            ..good(&approval)
        };
        assert!(Status::Opened.change(Status::Signed, &at(-1)).is_ok());
        for late in [0, 1] {
            assert_eq!(
                Status::Opened.change(Status::Signed, &at(late)),
                Err(Refusal::Guard(Guard::BeforeExpiry))
            );
            assert!(Status::Opened.change(Status::Expired, &at(late)).is_ok());
        }
        assert!(Status::Opened.change(Status::Expired, &at(-1)).is_err());
    }
}
