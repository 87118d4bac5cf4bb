//! Request and response bodies of numbered letters.

use std::collections::BTreeMap;

use chrono::{DateTime, Utc};
use domain::{LetterCommandId, LetterId, LetterJobId, Money, ParcelUuid, ProjectId, PropertyId};
use letter_of_intent::{ContentHash, Lack, Status};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::deadline_dto::{LetterDateTerm, LetterDates, LetterDeadline};
use super::domain::{LetterTransition, Note, Refused};
use super::expiry_dto::LetterExpiry;
use super::store::{EventRow, LetterRow};

/// A numbered letter.
#[derive(Debug, Serialize, ToSchema)]
pub struct LetterSummary {
    #[schema(value_type = Uuid)]
    pub letter_id: LetterId,
    /// `LOI-2026-0042`; of later versions `LOI-2026-0042/2`.
    #[schema(example = "LOI-2026-0042")]
    pub number: String,
    pub letter_version: i32,
    /// Incremented by each change of state.
    pub version: i64,
    pub project_id: ProjectId,
    #[schema(value_type = Uuid)]
    pub property_id: PropertyId,
    /// The parcel's identity.
    pub ll_uuid: ParcelUuid,
    /// Parcel number within its county.
    pub parcel_number: String,
    #[schema(required = true)]
    pub address: Option<String>,
    #[schema(required = true)]
    pub city: Option<String>,
    #[schema(required = true)]
    pub owner_name: Option<String>,
    /// US dollars.
    pub price: Money,
    pub status: Status,
    #[schema(required = true)]
    pub withdrawn_at: Option<DateTime<Utc>>,
    /// SHA-256 of what the letter says; approvals name it.
    pub content_hash: String,
    #[schema(value_type = Uuid)]
    pub job_id: LetterJobId,
    /// Path of its attachment; null until it is made and once it was removed.
    #[schema(required = true)]
    pub pdf: Option<String>,
    pub pdf_state: PdfState,
    pub created_by_name: String,
    pub created_at: DateTime<Utc>,
    #[schema(required = true)]
    pub approved_by_name: Option<String>,
    #[schema(required = true)]
    pub approved_at: Option<DateTime<Utc>>,
    #[schema(required = true)]
    pub sent_at: Option<DateTime<Utc>>,
    #[schema(required = true)]
    pub expires_at: Option<DateTime<Utc>>,
    /// The same in the property's zone.
    #[schema(required = true)]
    pub expiry: Option<LetterExpiry>,
    /// Of all its messages: `queued` while any is on its way, else `unclear` if any is, else `sent`, else `failed`; null
    /// without one.
    #[schema(required = true)]
    pub mail_status: Option<LetterMailStatus>,
    /// Number of the last later version; null if this is the last one.
    #[schema(required = true)]
    pub newer: Option<String>,
    /// Number of the last later version that went out and is not withdrawn: this letter is not out any more.
    #[schema(required = true)]
    pub replaced_by: Option<String>,
}

/// Whether a letter's PDF is made.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum PdfState {
    /// Waits for a worker.
    Waiting,
    /// Was made; `pdf` is null once it was removed.
    Made,
    /// Could not be made after several attempts.
    Failed,
}

/// What became of messages with a letter.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum LetterMailStatus {
    /// Not yet accepted by the mail server.
    Queued,
    /// Accepted for one of the recipients at least.
    Sent,
    /// Not accepted for any.
    Failed,
    /// Not certain whether it went out; it is not resent automatically.
    Unclear,
}

impl PdfState {
    fn of(text: &str) -> Self {
        match text {
            "made" => Self::Made,
            "failed" => Self::Failed,
            _ => Self::Waiting,
        }
    }
}

impl LetterMailStatus {
    /// From the database.
    pub fn of(text: &str) -> Self {
        match text {
            "sent" => Self::Sent,
            "queued" => Self::Queued,
            "unclear" => Self::Unclear,
            _ => Self::Failed,
        }
    }
}

impl From<LetterRow> for LetterSummary {
    fn from(row: LetterRow) -> Self {
        Self {
            status: row.status(),
            expiry: LetterExpiry::of(&row),
            letter_id: row.letter_id,
            number: row.number,
            letter_version: row.letter_version,
            version: row.version,
            project_id: row.project_id,
            property_id: row.property_id,
            ll_uuid: row.ll_uuid,
            parcel_number: row.parcel_number,
            address: row.address,
            city: row.city,
            owner_name: row.owner_name,
            price: row.price,
            withdrawn_at: row.withdrawn_at,
            content_hash: row.content_hash,
            job_id: row.job_id,
            pdf: row.pdf,
            pdf_state: PdfState::of(&row.pdf_state),
            created_by_name: row.created_by_name,
            created_at: row.created_at,
            approved_by_name: row.approved_by_name,
            approved_at: row.approved_at,
            sent_at: row.sent_at,
            expires_at: row.expires_at,
            mail_status: row.mail_status.as_deref().map(LetterMailStatus::of),
            newer: row.newer,
            replaced_by: row.replaced_by,
        }
    }
}

/// A letter with its text and history.
#[derive(Debug, Serialize, ToSchema)]
pub struct Letter {
    #[serde(flatten)]
    pub summary: LetterSummary,
    /// The body.
    pub html: String,
    /// What it says of each term.
    pub terms: BTreeMap<String, String>,
    /// What it lacks.
    pub report: Vec<Lack>,
    /// Oldest first.
    pub events: Vec<LetterEvent>,
    /// States that can follow, for the caller.
    pub transitions: Vec<LetterTransition>,
    /// From its own terms, in the order of the deal; its expiry is not among them.
    pub deadlines: Vec<LetterDeadline>,
    /// From which they are counted.
    pub dates: LetterDates,
    /// Terms from which dates follow.
    pub date_terms: Vec<LetterDateTerm>,
}

/// What happened to a letter.
#[derive(Debug, Serialize, ToSchema)]
pub struct LetterEvent {
    pub at: DateTime<Utc>,
    /// `made`, `copied`, `approved`, `approval_taken_back`, `reopened`, `queued`, `sent`, `handed_over`, `countered`, `signed`, `declined`, `withdrawn`, `restored`, `expiry_set`, `expiry_cleared`, `dates_set`, `expired`, `pdf_failed`, `pdf_again`, `mail_failed`, `mail_undone`, `not_sent`; of links `link_made`, `link_sent`, `link_not_sent`, `link_revoked`, `opened`, `signed`, `declined`, `not_me`, `sealed`, `seal_failed` or `seal_again`.
    pub kind: String,
    /// Name of the user; null: the system.
    #[schema(required = true)]
    pub actor_name: Option<String>,
    #[schema(required = true)]
    pub note: Option<String>,
}

impl From<EventRow> for LetterEvent {
    fn from(row: EventRow) -> Self {
        Self {
            at: row.created_at,
            kind: row.kind,
            actor_name: row.actor_name,
            note: row.note,
        }
    }
}

/// Letters to approve.
#[derive(Debug, Deserialize, ToSchema)]
pub struct ApproveLettersRequest {
    /// 1 to 5,000.
    pub letters: Vec<LetterToApprove>,
}

/// A letter as the approver read it.
#[derive(Debug, Deserialize, ToSchema)]
pub struct LetterToApprove {
    #[schema(value_type = Uuid)]
    pub letter_id: LetterId,
    /// Its `content_hash`.
    #[schema(value_type = String)]
    pub content_hash: ContentHash,
}

/// Which letters are approved now.
#[derive(Debug, Serialize, ToSchema)]
pub struct LettersApproved {
    #[schema(value_type = Vec<Uuid>)]
    pub approved: Vec<LetterId>,
    pub refused: Vec<RefusedLetter>,
    /// For undoing; null when nothing was approved.
    #[schema(value_type = Option<Uuid>, required = true)]
    pub command_id: Option<LetterCommandId>,
}

/// A letter that was left as it is.
#[derive(Debug, Clone, Serialize, Deserialize, ToSchema)]
pub struct RefusedLetter {
    #[schema(value_type = Uuid)]
    pub letter_id: LetterId,
    #[serde(flatten)]
    pub refused: Refused,
}

/// A state that is set by hand.
#[derive(Debug, Deserialize, ToSchema)]
pub struct SetLetterStatusRequest {
    /// `sent` (handed over), `countered`, `signed` (on paper), `declined`, or `draft` to end an approval.
    pub to: Status,
    /// The letter's `version`.
    pub version: i64,
    #[serde(default)]
    pub note: Option<Note>,
    /// The seller's price with `countered`, for the offer history.
    #[serde(default)]
    pub counter_price: Option<Money>,
}

/// A letter to withdraw.
#[derive(Debug, Deserialize, ToSchema)]
pub struct WithdrawLetterRequest {
    /// The letter's `version`.
    pub version: i64,
    #[serde(default)]
    pub note: Option<Note>,
}

/// Letters to withdraw.
#[derive(Debug, Deserialize, ToSchema)]
pub struct WithdrawLettersRequest {
    /// 1 to 5,000.
    pub letters: Vec<LetterToWithdraw>,
    /// For each letter's history.
    #[serde(default)]
    pub note: Option<Note>,
}

/// A letter as the caller read it.
#[derive(Debug, Deserialize, ToSchema)]
pub struct LetterToWithdraw {
    #[schema(value_type = Uuid)]
    pub letter_id: LetterId,
    /// Its `version`.
    pub version: i64,
}

/// Which letters are withdrawn now.
#[derive(Debug, Serialize, ToSchema)]
pub struct LettersWithdrawn {
    #[schema(value_type = Vec<Uuid>)]
    pub withdrawn: Vec<LetterId>,
    pub refused: Vec<RefusedLetter>,
    /// For undoing; null when nothing was withdrawn.
    #[schema(value_type = Option<Uuid>, required = true)]
    pub command_id: Option<LetterCommandId>,
}

/// What letters of the firm need.
#[derive(Debug, Serialize, ToSchema)]
pub struct LetterSettings {
    /// Letters above need another person, US dollars; null: none do.
    #[schema(required = true)]
    pub letter_threshold: Option<Money>,
    /// Letters of jobs that sum to more do too, US dollars.
    #[schema(required = true)]
    pub job_threshold: Option<Money>,
    /// Whether authors approve their own letters above a threshold.
    pub approver_may_be_author: bool,
    /// Incremented by each change; 0 before the first.
    pub version: i64,
}

/// New settings.
#[derive(Debug, Deserialize, ToSchema)]
pub struct UpdateLetterSettingsRequest {
    /// US dollars above 0; null: none.
    #[serde(deserialize_with = "crate::properties::domain::nullable")]
    #[schema(required = true)]
    pub letter_threshold: Option<Money>,
    /// US dollars above 0; null: none.
    #[serde(deserialize_with = "crate::properties::domain::nullable")]
    #[schema(required = true)]
    pub job_threshold: Option<Money>,
    pub approver_may_be_author: bool,
    /// The version that was read.
    pub version: i64,
}
