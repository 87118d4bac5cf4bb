//! Request and response bodies of the contact endpoints.

use domain::{ContactId, ParcelNumber, ParcelUuid, ProjectId};
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};
use utoipa::{IntoParams, ToSchema};

use super::suggestions::SuggestionRow;
use crate::contacts::store::ContactRow;

/// Identifies the contacts.
#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct ContactsQuery {
    /// Comma-separated ids, at most 200. Unknown ones are omitted from the response.
    pub contact_ids: String,
}

/// A contact of a property.
#[derive(Debug, Serialize, ToSchema)]
pub struct PropertyContact {
    pub contact_id: ContactId,
    pub first_name: String,
    pub last_name: String,
    /// Job title, or title.
    #[schema(required = true)]
    pub title: Option<String>,
    pub email: String,
    #[schema(required = true)]
    pub phone_number: Option<String>,
    #[schema(required = true)]
    pub company_name: Option<String>,
}

impl From<ContactRow> for PropertyContact {
    fn from(row: ContactRow) -> Self {
        Self {
            contact_id: row.contact_id,
            first_name: row.first_name,
            last_name: row.last_name,
            title: row.job_title.or(row.title),
            email: row.email,
            phone_number: row.phone_number,
            company_name: row.company_name,
        }
    }
}

/// Contacts in the order of the request.
#[derive(Debug, Serialize, ToSchema)]
pub struct ContactsResponse {
    pub contacts: Vec<PropertyContact>,
}

/// A contact to link: one of the directory (`contact_id`), or a new one.
#[derive(Debug, Deserialize, ToSchema)]
pub struct AddPropertyContactRequest {
    /// Parcel number within its county.
    pub parcel_number: ParcelNumber,
    /// Restricts the match to this project's properties.
    #[serde(default)]
    pub project_id: Option<ProjectId>,
    /// The parcel's identity, if the number is ambiguous.
    #[serde(default)]
    pub ll_uuid: Option<ParcelUuid>,
    /// A contact of the directory; absent for a new one.
    #[serde(default)]
    pub contact_id: Option<ContactId>,
    /// Required for a new contact.
    #[serde(default)]
    pub first_name: Option<String>,
    /// Required for a new contact.
    #[serde(default)]
    pub last_name: Option<String>,
    #[serde(default)]
    pub title: Option<String>,
    /// Required for a new contact.
    #[serde(default)]
    pub email: Option<String>,
    /// A contact of the directory needs one of ten digits.
    #[serde(default)]
    pub phone_number: Option<String>,
}

impl AddPropertyContactRequest {
    /// The fields of a new contact, for main-api.
    pub fn fields(&self) -> Map<String, Value> {
        given([
            ("first_name", &self.first_name),
            ("last_name", &self.last_name),
            ("title", &self.title),
            ("email", &self.email),
            ("phone_number", &self.phone_number),
        ])
    }
}

fn given<const N: usize>(fields: [(&str, &Option<String>); N]) -> Map<String, Value> {
    fields
        .into_iter()
        .filter_map(|(name, value)| Some((name.to_owned(), Value::String(value.clone()?))))
        .collect()
}

/// A contact of the directory to link or unlink.
#[derive(Debug, Deserialize, ToSchema)]
pub struct ContactLinkRequest {
    /// Parcel number within its county.
    pub parcel_number: ParcelNumber,
    /// Restricts the match to this project's properties.
    #[serde(default)]
    pub project_id: Option<ProjectId>,
    /// The parcel's identity, if the number is ambiguous.
    #[serde(default)]
    pub ll_uuid: Option<ParcelUuid>,
    pub contact_id: ContactId,
}

/// The contacts now linked to a property.
#[derive(Debug, Serialize, ToSchema)]
pub struct LinkedContacts {
    /// Always true.
    pub success: bool,
    /// In the order in which they were linked.
    pub updated_contact_ids: Vec<ContactId>,
}

/// A changed contact. Absent fields stay unchanged.
#[derive(Debug, Deserialize, ToSchema)]
pub struct UpdatePropertyContactRequest {
    pub contact_id: ContactId,
    #[serde(default)]
    pub first_name: Option<String>,
    #[serde(default)]
    pub last_name: Option<String>,
    #[serde(default)]
    pub title: Option<String>,
    #[serde(default)]
    pub email: Option<String>,
    #[serde(default)]
    pub phone_number: Option<String>,
}

impl UpdatePropertyContactRequest {
    /// The changed fields, for main-api. The title is written to the field from which it is
    /// displayed.
    pub fn fields(&self, stored: &ContactRow) -> Map<String, Value> {
        let title_field = stored.title_field(self.title.as_deref().unwrap_or_default());
        given([
            ("first_name", &self.first_name),
            ("last_name", &self.last_name),
            (title_field, &self.title),
            ("email", &self.email),
            ("phone_number", &self.phone_number),
        ])
    }
}

/// The changed contact.
#[derive(Debug, Serialize, ToSchema)]
pub struct ContactChanged {
    /// Always true.
    pub success: bool,
    pub contact: PropertyContact,
}

/// The owner to suggest contacts for.
#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct OwnerContactsQuery {
    /// The owner's name as on the deed.
    pub owner_name: String,
    /// Page size, 1 to 200; 10 when absent.
    #[serde(default)]
    #[param(minimum = 1, maximum = 200)]
    pub limit: Option<i64>,
    /// Number of rows to skip.
    #[serde(default)]
    #[param(minimum = 0)]
    pub offset: Option<i64>,
}

/// A contact that may belong to the owner.
#[derive(Debug, Serialize, ToSchema)]
pub struct SuggestedContact {
    pub id: ContactId,
    pub first_name: String,
    pub last_name: String,
    /// Job title, or title.
    #[schema(required = true)]
    pub title: Option<String>,
}

impl From<SuggestionRow> for SuggestedContact {
    fn from(row: SuggestionRow) -> Self {
        Self {
            id: row.contact_id,
            first_name: row.first_name,
            last_name: row.last_name,
            title: row.title,
        }
    }
}

/// A page of suggestions, best match first.
#[derive(Debug, Serialize, ToSchema)]
pub struct SuggestedContacts {
    pub contacts: Vec<SuggestedContact>,
    /// Total number of suggestions.
    pub total: i64,
}
