//! Request and response bodies of the campaign endpoints.

use chrono::{DateTime, Utc};
use domain::{CampaignId, ContactId, ParcelNumber, ProjectId, PropertyId, RequestKey};
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

use super::CampaignError;
use super::domain::{MAX_RECIPIENTS, PostalAddress};
use super::store::{Audience, CampaignRow, Counts, OwnersOf};
use crate::deals::domain::MAX_DEALS;
use crate::mail::domain::{Subject, Text};
use crate::mail::dto::{HeldSending, MailMode, Recipient};

/// A campaign to preview.
#[derive(Debug, Deserialize, ToSchema)]
pub struct PreviewCampaignRequest {
    /// The project whose owner contacts are written to; absent for contacts chosen in the directory.
    #[serde(default)]
    pub project_id: Option<ProjectId>,
    /// Only contacts of this property.
    #[serde(default)]
    pub parcel_number: Option<ParcelNumber>,
    /// Only contacts of these properties.
    #[serde(default)]
    #[schema(max_items = 5000)]
    pub property_ids: Option<Vec<PropertyId>>,
    /// The contacts that are written to; 500 at most. Used without `project_id` only.
    #[serde(default)]
    #[schema(max_items = 500)]
    pub contact_ids: Option<Vec<ContactId>>,
    /// Subject with merge fields; may still be empty.
    #[serde(default)]
    pub subject: String,
    /// Text with merge fields; may still be empty.
    #[serde(default)]
    pub body: String,
}

impl PreviewCampaignRequest {
    pub fn audience(&self) -> Result<Audience<'_>, CampaignError> {
        audience(
            self.project_id,
            self.parcel_number.as_ref(),
            self.property_ids.as_deref(),
            self.contact_ids.as_deref(),
        )
    }
}

impl CreateCampaignRequest {
    pub fn audience(&self) -> Result<Audience<'_>, CampaignError> {
        audience(
            self.project_id,
            self.parcel_number.as_ref(),
            self.property_ids.as_deref(),
            self.contact_ids.as_deref(),
        )
    }
}

fn audience<'a>(
    project_id: Option<ProjectId>,
    parcel_number: Option<&'a ParcelNumber>,
    property_ids: Option<&'a [PropertyId]>,
    contact_ids: Option<&'a [ContactId]>,
) -> Result<Audience<'a>, CampaignError> {
    if property_ids.is_some_and(|ids| !(1..=MAX_DEALS).contains(&ids.len())) {
        return Err(CampaignError::Properties);
    }
    let Some(project_id) = project_id else {
        if parcel_number.is_some() || property_ids.is_some() {
            return Err(CampaignError::NoProject);
        }
        let ids = contact_ids.unwrap_or_default();
        return if (1..=MAX_RECIPIENTS).contains(&ids.len()) {
            Ok(Audience::Contacts(ids))
        } else {
            Err(CampaignError::Contacts)
        };
    };
    Ok(Audience::Owners(OwnersOf {
        project_id,
        parcel_number: parcel_number.map(AsRef::as_ref),
        property_ids,
    }))
}

/// Recipients and their messages.
#[derive(Debug, Serialize, ToSchema)]
pub struct CampaignPreview {
    /// The project's owner contacts, or the chosen ones; one entry per person.
    pub recipients: Vec<PreviewRecipient>,
    /// Contacts without an entry, because another one has the same e-mail address.
    pub duplicates: usize,
    /// Chosen contacts that do not exist any more.
    pub not_found: usize,
    /// Names allowed between double braces.
    pub merge_fields: Vec<String>,
    /// Unknown names; the campaign cannot be sent until they are corrected.
    pub unknown_fields: Vec<UnknownField>,
}

/// An unknown name between double braces.
#[derive(Debug, Serialize, ToSchema)]
pub struct UnknownField {
    /// `subject` or `body`.
    pub place: String,
    /// The name between the braces.
    pub name: String,
}

/// A recipient and their message.
#[derive(Debug, Serialize, ToSchema)]
pub struct PreviewRecipient {
    pub contact_id: ContactId,
    pub name: String,
    /// Null when the contact has none.
    #[schema(required = true)]
    pub email: Option<String>,
    /// Address of the property that they own; empty for contacts chosen in the directory.
    pub property_address: String,
    /// Empty when the contact has none.
    pub company_name: String,
    /// Whether they are on the suppression list.
    pub suppressed: bool,
    /// Subject with merge fields replaced.
    pub subject: String,
    /// Text with merge fields replaced, without the footer.
    pub body: String,
}

/// A campaign to send.
#[derive(Debug, Deserialize, ToSchema)]
pub struct CreateCampaignRequest {
    /// The project whose owner contacts are written to; absent for contacts chosen in the directory.
    #[serde(default)]
    pub project_id: Option<ProjectId>,
    /// Only contacts of this property.
    #[serde(default)]
    pub parcel_number: Option<ParcelNumber>,
    /// Only contacts of these properties.
    #[serde(default)]
    #[schema(max_items = 5000)]
    pub property_ids: Option<Vec<PropertyId>>,
    /// Only these contacts; all when absent. Without `project_id` those that are written to, 500 at
    /// most.
    #[serde(default)]
    pub contact_ids: Option<Vec<ContactId>>,
    /// Subject with merge fields.
    pub subject: Subject,
    /// Text with merge fields.
    pub body: Text,
    /// The sender's postal address, part of every message.
    pub postal_address: PostalAddress,
    /// Idempotency key: a repeated request returns the first campaign.
    #[serde(default)]
    #[schema(value_type = Option<Uuid>)]
    pub request_key: Option<RequestKey>,
}

/// The campaign was queued.
#[derive(Debug, Serialize, ToSchema)]
pub struct CampaignCreated {
    /// Always true.
    pub success: bool,
    pub campaign: Campaign,
    /// Null if it cannot be undone.
    #[schema(required = true)]
    pub sending: Option<HeldSending>,
}

/// Filters of the list.
#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct CampaignsQuery {
    /// The project; campaigns to contacts chosen in the directory when absent.
    pub project_id: Option<ProjectId>,
    /// Only this campaign, with its recipients.
    #[param(value_type = Option<Uuid>)]
    pub campaign_id: Option<CampaignId>,
    /// Words, each contained in the subject. Without a project the campaigns of all projects and those to contacts are
    /// searched; the newest 20 are found.
    pub q: Option<String>,
}

/// Campaigns of a project, or to chosen contacts; newest first.
#[derive(Debug, Serialize, ToSchema)]
pub struct Campaigns {
    pub campaigns: Vec<Campaign>,
    /// The postal address used last by the firm.
    #[schema(required = true)]
    pub postal_address: Option<String>,
    /// How mail is sent.
    pub mail_mode: MailMode,
}

/// A campaign and its progress.
#[derive(Debug, Serialize, ToSchema)]
pub struct Campaign {
    #[schema(value_type = Uuid)]
    pub campaign_id: CampaignId,
    /// Null when it went to contacts chosen in the directory.
    #[schema(required = true)]
    pub project_id: Option<ProjectId>,
    /// Subject with merge fields.
    pub subject: String,
    /// Text with merge fields.
    pub body: String,
    /// E-mail address of the sender.
    pub created_by: String,
    /// When it was queued.
    pub created_at: DateTime<Utc>,
    /// When its last message left the queue.
    #[schema(required = true)]
    pub finished_at: Option<DateTime<Utc>>,
    /// Number of recipients.
    pub total: i64,
    /// Messages still queued.
    pub queued: i64,
    /// Messages accepted by the mail server.
    pub sent: i64,
    /// Messages that failed or whose outcome is unknown.
    pub failed: i64,
    /// Recipients on the suppression list.
    pub suppressed: i64,
    /// Messages that did not leave because the campaign was undone.
    pub undone: i64,
    /// Set only when one campaign was requested.
    #[schema(required = true)]
    pub recipients: Option<Vec<Recipient>>,
}

impl Campaign {
    pub fn new(row: CampaignRow, counts: Counts, recipients: Option<Vec<Recipient>>) -> Self {
        Self {
            campaign_id: row.campaign_id,
            project_id: row.project_id,
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
            undone: counts.undone,
            recipients,
        }
    }
}
