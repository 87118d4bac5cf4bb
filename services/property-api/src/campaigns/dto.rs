//! Bodies of the campaign calls, as on the wire.

use chrono::{DateTime, Utc};
use domain::{ContactId, ParcelNumber, ProjectId};
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};
use uuid::Uuid;

use super::domain::PostalAddress;
use super::store::{CampaignRow, Counts};
use crate::mail::domain::{Subject, Text};
use crate::mail::dto::{MailMode, Recipient};

/// A campaign to look at before it is sent.
#[derive(Debug, Deserialize, ToSchema)]
pub struct PreviewCampaignRequest {
    /// The project whose owner contacts are written to.
    pub project_id: ProjectId,
    /// Only contacts of this property.
    #[serde(default)]
    pub parcel_number: Option<ParcelNumber>,
    /// Subject with merge fields; may still be empty.
    #[serde(default)]
    pub subject: String,
    /// Text with merge fields; may still be empty.
    #[serde(default)]
    pub body: String,
}

/// Whom it would go to, and what each would read.
#[derive(Debug, Serialize, ToSchema)]
pub struct CampaignPreview {
    /// The project's owner contacts, each person once.
    pub recipients: Vec<PreviewRecipient>,
    /// Names that may stand between double braces.
    pub merge_fields: Vec<String>,
    /// Names that stand there and are none of these. The campaign is not sent before they are mended.
    pub unknown_fields: Vec<UnknownField>,
}

/// A name between double braces that means nothing.
#[derive(Debug, Serialize, ToSchema)]
pub struct UnknownField {
    /// `subject` or `body`.
    pub place: String,
    /// What stands between the braces.
    pub name: String,
}

/// A person and their message.
#[derive(Debug, Serialize, ToSchema)]
pub struct PreviewRecipient {
    /// The contact.
    pub contact_id: ContactId,
    /// First and last name.
    pub name: String,
    /// Address; null where the contact has none.
    #[schema(required = true)]
    pub email: Option<String>,
    /// What they own.
    pub property_address: String,
    /// Whether they asked not to be written to.
    pub suppressed: bool,
    /// Subject, filled in.
    pub subject: String,
    /// Text, filled in, without the foot.
    pub body: String,
}

/// A campaign to send.
#[derive(Debug, Deserialize, ToSchema)]
pub struct CreateCampaignRequest {
    /// The project whose owner contacts are written to.
    pub project_id: ProjectId,
    /// Only contacts of this property.
    #[serde(default)]
    pub parcel_number: Option<ParcelNumber>,
    /// Only these contacts; all where left out.
    #[serde(default)]
    pub contact_ids: Option<Vec<ContactId>>,
    /// Subject with merge fields.
    pub subject: Subject,
    /// Text with merge fields.
    pub body: Text,
    /// The sender's postal address; stands in every message.
    pub postal_address: PostalAddress,
    /// A name of this request: sent again it changes nothing and answers the same.
    #[serde(default)]
    pub request_key: Option<Uuid>,
}

/// It is on its way.
#[derive(Debug, Serialize, ToSchema)]
pub struct CampaignCreated {
    /// Always true.
    pub success: bool,
    /// The campaign as listed.
    pub campaign: Campaign,
}

/// Whose campaigns.
#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct CampaignsQuery {
    /// The project.
    pub project_id: ProjectId,
    /// Only this one, with its recipients.
    pub campaign_id: Option<Uuid>,
}

/// Campaigns of a project, newest first.
#[derive(Debug, Serialize, ToSchema)]
pub struct Campaigns {
    /// The campaigns.
    pub campaigns: Vec<Campaign>,
    /// The postal address that the firm gave last.
    #[schema(required = true)]
    pub postal_address: Option<String>,
    /// How mail leaves.
    pub mail_mode: MailMode,
}

/// A campaign and how far it is.
#[derive(Debug, Serialize, ToSchema)]
pub struct Campaign {
    /// Key.
    pub campaign_id: Uuid,
    /// Subject with merge fields.
    pub subject: String,
    /// Text with merge fields.
    pub body: String,
    /// Who sent it.
    pub created_by: String,
    /// When it was sent off.
    pub created_at: DateTime<Utc>,
    /// When no recipient waited any more.
    #[schema(required = true)]
    pub finished_at: Option<DateTime<Utc>>,
    /// Recipients in all.
    pub total: i64,
    /// Those who wait.
    pub queued: i64,
    /// Those whose message was handed over.
    pub sent: i64,
    /// Those whom it will not reach, or of whom nobody knows.
    pub failed: i64,
    /// Those who asked not to be written to.
    pub suppressed: i64,
    /// Each recipient; only where one campaign was asked for.
    #[schema(required = true)]
    pub recipients: Option<Vec<Recipient>>,
}

impl Campaign {
    /// A campaign with its figures.
    pub fn new(row: CampaignRow, counts: Counts, recipients: Option<Vec<Recipient>>) -> Self {
        Self {
            campaign_id: row.campaign_id,
            subject: row.subject,
            body: row.body,
            created_by: row.created_by_email,
            created_at: row.created_at,
            finished_at: row.finished_at,
            total: counts.total,
            queued: counts.queued,
            sent: counts.sent,
            failed: counts.failed,
            suppressed: counts.suppressed,
            recipients,
        }
    }
}
