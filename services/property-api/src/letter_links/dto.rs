//! Request and response bodies of links, for the firm.

use chrono::{DateTime, Utc};
use domain::{Email, LetterId, LetterLinkId, MailId, RequestKey};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::domain::{Capacity, DeclineReason, LinkParty, LinkState, PersonName};
use super::evidence::EvidenceRow;
use super::seals::SealRow;
use super::signer::SuggestedSigner;
use super::store::LinkRow;
use crate::letter_register::dto::LetterMailStatus;
use crate::mail::domain::{Subject, Text};

/// Path of a link.
#[derive(Debug, Clone, Copy, Deserialize)]
pub struct LinkPath {
    pub letter_id: LetterId,
    pub link_id: LetterLinkId,
}

/// A link for one signer.
#[derive(Debug, Deserialize, ToSchema)]
pub struct MakeLetterLinkRequest {
    pub party: LinkParty,
    #[schema(value_type = String, min_length = 1, max_length = 200)]
    pub name: PersonName,
    #[schema(value_type = String)]
    pub email: Email,
    /// For whom and as what the person signs, such as `Manager of Oak LLC`; may be empty.
    #[schema(value_type = String, max_length = 200)]
    pub capacity: Capacity,
    /// Null: when the letter expires, or after 30 days.
    #[serde(default)]
    pub expires_at: Option<DateTime<Utc>>,
    /// Idempotency key: a repeated request returns the first link.
    #[schema(value_type = Uuid)]
    pub request_key: RequestKey,
}

/// A new link.
#[derive(Debug, Serialize, ToSchema)]
pub struct LetterLinkMade {
    #[serde(flatten)]
    pub link: LetterLink,
    /// Address for the signer, only in this answer. Null in the answer to a repeated request once
    /// the link was used or mailed; before, a repeated request makes a new address.
    #[schema(required = true)]
    pub url: Option<String>,
}

/// Links of a letter.
#[derive(Debug, Serialize, ToSchema)]
pub struct LetterLinks {
    /// Oldest first.
    pub links: Vec<LetterLink>,
    /// Nobody of those who have a link.
    pub suggested_signer: SuggestedSigner,
}

/// A link by which one person reads and signs a letter.
#[derive(Debug, Serialize, ToSchema)]
pub struct LetterLink {
    #[schema(value_type = Uuid)]
    pub link_id: LetterLinkId,
    pub party: LinkParty,
    pub name: String,
    pub email: String,
    pub capacity: String,
    pub created_by_name: String,
    pub created_at: DateTime<Utc>,
    /// When the last message with it was queued.
    #[schema(required = true)]
    pub mailed_at: Option<DateTime<Utc>>,
    /// Of a message with it that is on its way or unclear, else of that one.
    #[schema(required = true)]
    pub mail_status: Option<LetterMailStatus>,
    pub expires_at: DateTime<Utc>,
    #[schema(required = true)]
    pub revoked_at: Option<DateTime<Utc>>,
    pub state: LinkState,
    /// How often its page was loaded, without its text; scanners of mail do so too.
    pub fetched: i32,
    pub openings: LetterOpenings,
    #[schema(required = true)]
    pub signed_at: Option<DateTime<Utc>>,
    #[schema(required = true)]
    pub decline: Option<LetterDecline>,
    /// Who should sign instead, as the holder says.
    #[schema(required = true)]
    pub proposed: Option<ProposedSigner>,
}

/// How often the letter's text was opened.
#[derive(Debug, Serialize, ToSchema)]
pub struct LetterOpenings {
    /// By a person: it was visible for 5 seconds and somebody used pointer or keys.
    pub least: i32,
    /// With those that may be a scanner's.
    pub most: i32,
}

/// Why a signer declined.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct LetterDecline {
    pub reason: DeclineReason,
    #[schema(required = true)]
    pub text: Option<String>,
    pub at: DateTime<Utc>,
}

/// Another person to sign.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct ProposedSigner {
    pub name: String,
    pub email: String,
}

impl LetterLink {
    pub fn new(row: LinkRow, state: LinkState, mail_status: Option<LetterMailStatus>) -> Self {
        let declined = row.declined_at.zip(row.decline_reason.as_deref());
        let decline = declined.and_then(|(at, reason)| {
            let reason = DeclineReason::named(reason)?;
            let text = row.decline_text.clone();
            Some(LetterDecline { reason, text, at })
        });
        let proposed = row.proposed_name.zip(row.proposed_email);
        Self {
            link_id: row.link_id,
            party: LinkParty::Seller,
            name: row.name,
            email: row.email,
            capacity: row.capacity,
            created_by_name: row.created_by_name,
            created_at: row.created_at,
            mailed_at: row.mailed_at,
            mail_status,
            expires_at: row.expires_at,
            revoked_at: row.revoked_at,
            state,
            fetched: row.fetched,
            openings: LetterOpenings {
                least: row.certain_openings,
                most: row.certain_openings + row.other_openings,
            },
            signed_at: row.signed_at,
            decline,
            proposed: proposed.map(|(name, email)| ProposedSigner { name, email }),
        }
    }
}

/// Closes a link.
#[derive(Debug, Default, Deserialize, ToSchema)]
pub struct RevokeLetterLinkRequest {
    /// Whether the letter is signed by this, if all others have signed; if not, it waits for another
    /// link.
    #[serde(default)]
    #[schema(default = false)]
    pub finish: bool,
}

/// A message with a link.
#[derive(Debug, Deserialize, ToSchema)]
pub struct SendLetterLinkRequest {
    /// With merge fields: `{{number}}`, `{{property}}`, `{{owner_name}}`, `{{contact_name}}`.
    pub subject: Subject,
    /// Plain text with merge fields, and `{{link}}` where the address is written.
    pub body: Text,
    /// Idempotency key: a repeated request returns the first message.
    #[schema(value_type = Uuid)]
    pub request_key: RequestKey,
}

/// A link whose message is queued.
#[derive(Debug, Serialize, Deserialize, ToSchema)]
pub struct LetterLinkQueued {
    #[schema(value_type = Uuid)]
    pub mail_id: MailId,
    pub to: String,
}

/// The evidence of a letter's links.
#[derive(Debug, Serialize, ToSchema)]
pub struct LetterEvidence {
    /// Oldest first.
    pub rows: Vec<EvidenceItem>,
    /// Whether each row fits to the one before, and the sealed file's last row is among them.
    pub intact: bool,
    /// Number of the first row that does not fit.
    #[schema(required = true)]
    pub broken_at: Option<i32>,
    /// None until all signers have signed.
    #[schema(required = true)]
    pub seal: Option<LetterSeal>,
}

/// A row of the evidence.
#[derive(Debug, Serialize, ToSchema)]
pub struct EvidenceItem {
    pub seq: i32,
    /// `link_made`, `link_sent`, `link_not_sent`, `link_revoked`, `opened`, `signed`, `declined`, `not_me`, `refused`, `completed` or `sealed`.
    pub kind: String,
    pub at: DateTime<Utc>,
    #[schema(required = true, value_type = Option<Uuid>)]
    pub link_id: Option<LetterLinkId>,
    /// Of the signer; null of what the firm did.
    #[schema(required = true)]
    pub ip: Option<String>,
    #[schema(required = true)]
    pub user_agent: Option<String>,
    /// Of the letter.
    pub content_hash: String,
    /// JSON as it was hashed.
    pub detail: String,
    pub prev_hash: String,
    /// SHA-256 over the row and `prev_hash`.
    pub hash: String,
}

impl From<EvidenceRow> for EvidenceItem {
    fn from(row: EvidenceRow) -> Self {
        Self {
            seq: row.seq,
            kind: row.kind,
            at: row.at,
            link_id: row.link_id,
            ip: row.ip,
            user_agent: row.user_agent,
            content_hash: row.content_hash,
            detail: row.detail,
            prev_hash: row.prev_hash,
            hash: row.hash,
        }
    }
}

/// The sealed file of a signed letter.
#[derive(Debug, Serialize, ToSchema)]
pub struct LetterSeal {
    pub state: SealState,
    /// Path of its attachment; null until it is made and once it was removed.
    #[schema(required = true)]
    pub pdf: Option<String>,
    /// SHA-256 of the certificate.
    #[schema(required = true)]
    pub fingerprint: Option<String>,
    /// SHA-256 of the sealed file.
    #[schema(required = true)]
    pub sha256: Option<String>,
    /// Hash of the last row that the file prints.
    #[schema(required = true)]
    pub chain_head: Option<String>,
    #[schema(required = true)]
    pub sealed_at: Option<DateTime<Utc>>,
}

/// Whether a signed letter is sealed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
#[schema(as = LetterSealState)]
pub enum SealState {
    /// Waits for a worker.
    Waiting,
    Sealed,
    /// Could not be sealed after several attempts.
    Failed,
}

impl From<SealRow> for LetterSeal {
    fn from(row: SealRow) -> Self {
        Self {
            state: match row.state.as_str() {
                "sealed" => SealState::Sealed,
                "failed" => SealState::Failed,
                _ => SealState::Waiting,
            },
            pdf: row.path,
            fingerprint: row.fingerprint,
            sha256: row.sha256,
            chain_head: row.chain_head,
            sealed_at: row.sealed_at,
        }
    }
}
