//! What a letter's row allows: transitions and approvals. No I/O.

use chrono::Utc;
use domain::{Invalid, Money, UserId};
use letter_of_intent::{
    Approval, ApprovalError, ApprovalRule, Approving, ContentHash, Effect, Guard, Situation, Status,
};
use serde::{Deserialize, Deserializer, Serialize, de};
use utoipa::ToSchema;

use super::store::LetterRow;

pub const MAX_APPROVED: usize = 5_000;
pub const MAX_WITHDRAWN: usize = 5_000;

pub const ON_ITS_WAY: &str =
    "A message with the letter is on its way. Try again when it was delivered.";
pub(super) const ENDED: &str = "The letter is settled.";

const NEW_TERMS: &str = "Make a new letter for the new terms.";

/// A remark on a change of state: 1 to 2,000 characters.
#[derive(Debug, Clone, PartialEq, Eq, ToSchema)]
#[schema(value_type = String, max_length = 2_000)]
#[schema(as = LetterNote)]
pub struct Note(Option<String>);

impl Note {
    /// None when blank.
    pub fn text(&self) -> Option<&str> {
        self.0.as_deref()
    }
}

impl<'de> Deserialize<'de> for Note {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let text = String::deserialize(deserializer)?.replace('\0', "");
        let text = text.trim();
        if text.chars().count() > 2_000 {
            let sentence = Invalid::new("A note has at most 2,000 characters.");
            return Err(de::Error::custom(sentence));
        }
        Ok(Self((!text.is_empty()).then(|| text.to_owned())))
    }
}

/// A state that can follow.
#[derive(Debug, Serialize, ToSchema)]
pub struct LetterTransition {
    pub to: Status,
    /// Why not; empty if it can.
    pub refusals: Vec<String>,
}

/// Why a letter is left as it is.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[schema(as = LetterRefusal)]
pub struct Refused {
    pub code: RefusalCode,
    /// For the user.
    pub sentence: String,
}

/// Why a letter is left as it is, for programs.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
#[schema(as = LetterRefusalCode)]
pub enum RefusalCode {
    /// The firm has no such letter.
    NotFound,
    /// It does not say what the approver read.
    ContentChanged,
    /// Somebody approved it before.
    AlreadyApproved,
    /// It is not a draft.
    NotDraft,
    /// Another person approves it.
    NeedsAnotherPerson,
    /// It lacks something.
    Blocked,
    /// It was withdrawn.
    Withdrawn,
    /// It is not approved.
    NotApproved,
    /// It was sent before.
    AlreadySent,
    /// A message with it waits.
    MailQueued,
    /// It is not certain whether a message with it went out.
    MailUnclear,
    /// The PDF is not made yet, or could not be made.
    PdfNotMade,
    /// The PDF was removed.
    PdfRemoved,
    /// No contact of the property has an e-mail address.
    NoRecipient,
    /// All contacts asked not to be written to.
    Suppressed,
    /// Nobody is known who could sign it by a link.
    NoSigner,
    /// It has links already that a person must look at.
    HasLinks,
    /// It is signed.
    AlreadySigned,
    /// It is settled, has expired, or has a newer version.
    Settled,
    /// Somebody changed it since it was read.
    Changed,
    /// Its property has another letter that went out or is about to, which the caller did not confirm.
    OtherLetter,
}

impl Refused {
    pub fn new(code: RefusalCode, sentence: impl Into<String>) -> Self {
        let sentence = sentence.into();
        Self { code, sentence }
    }

    /// Also of another firm's letter.
    pub fn not_found() -> Self {
        Self::new(RefusalCode::NotFound, "There is no such letter.")
    }
}

/// A firm's rule, and what an approval of a letter is judged by.
#[derive(Debug, Clone)]
pub struct Approvals<'a> {
    pub rule: &'a ApprovalRule,
    /// Sum of the prices of the job that made the letter's number; none if it is too large for an amount.
    pub job_total: Option<&'a Money>,
    pub approver: UserId,
}

impl Approvals<'_> {
    fn check(&self, row: &LetterRow) -> Result<(), ApprovalError> {
        self.rule.check(&Approving {
            price: &row.price,
            job_total: self.job_total,
            author: row.created_by,
            approver: self.approver,
            // Everybody of the firm is another person.
            may_approve: true,
        })
    }
}

/// What must hold for a change of state by hand: the guards that do not, or none if there is no such
/// change.
pub fn refusals(row: &LetterRow, to: Status, approvals: &Approvals<'_>) -> Option<Vec<String>> {
    let transition = row.status().next().find(|next| next.to == to)?;
    let content = row.content_hash.parse::<ContentHash>().ok()?;
    let approval = row.approved_by.zip(row.approved_at).map(|(approver, at)| {
        // A stored text never changes.
        let content = content.clone();
        Approval {
            approver,
            at,
            content,
        }
    });
    let situation = Situation {
        has_price: row.price.whole_dollars() > 0,
        is_blocked: row.is_blocked,
        approving: Some(approvals.check(row)),
        approval: approval.as_ref(),
        content: &content,
        // Whoever sets the state says so.
        is_delivered: true,
        has_counter: true,
        person_opened: false,
        is_withdrawn: row.withdrawn_at.is_some(),
        is_superseded: row.is_superseded,
        expiry: row.expiry(),
        now: Utc::now(),
    };
    let mut refusals: Vec<String> = transition
        .refusals(&situation)
        .into_iter()
        .map(|guard: Guard| guard.sentence().to_owned())
        .collect();
    if transition.effects.contains(&Effect::BeginVersion) {
        refusals.push(NEW_TERMS.to_owned());
    }
    Some(refusals)
}

/// Whether the letter may be approved as the approver read it.
pub fn check_approval(
    row: &LetterRow,
    read: &ContentHash,
    approvals: &Approvals<'_>,
) -> Result<(), Refused> {
    if let (Some(name), Some(at)) = (&row.approved_by_name, row.approved_at) {
        let at = at.format("%B %-d, %H:%M UTC");
        let sentence = format!("{name} approved it on {at}.");
        return Err(Refused::new(RefusalCode::AlreadyApproved, sentence));
    }
    if row.status() != Status::Draft {
        let sentence = "Only drafts can be approved.";
        return Err(Refused::new(RefusalCode::NotDraft, sentence));
    }
    if row.content_hash != read.as_str() {
        let sentence = "The letter has another text than the one that was read.";
        return Err(Refused::new(RefusalCode::ContentChanged, sentence));
    }
    if row.withdrawn_at.is_some() {
        let sentence = Guard::NotWithdrawn.sentence();
        return Err(Refused::new(RefusalCode::Withdrawn, sentence));
    }
    if row.is_blocked {
        let sentence = Guard::NothingBlocks.sentence();
        return Err(Refused::new(RefusalCode::Blocked, sentence));
    }
    approvals.check(row).map_err(|_refused: ApprovalError| {
        let sentence = Guard::MayApprove.sentence();
        Refused::new(RefusalCode::NeedsAnotherPerson, sentence)
    })
}

/// Whether the letter may be withdrawn: nobody signed or declined it.
pub fn check_withdrawal(row: &LetterRow) -> Result<(), Refused> {
    let (code, sentence) = match row.status() {
        _ if row.withdrawn_at.is_some() => (RefusalCode::Withdrawn, Guard::NotWithdrawn.sentence()),
        Status::Signed | Status::Declined | Status::Expired => (RefusalCode::Settled, ENDED),
        _ if row.mail_status.as_deref() == Some("queued") => (RefusalCode::MailQueued, ON_ITS_WAY),
        _ => return Ok(()),
    };
    Err(Refused::new(code, sentence))
}
