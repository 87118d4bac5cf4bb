//! Bodies of the contact calls, as on the wire.

use domain::{ContactId, ParcelNumber, ParcelUuid, ProjectId};
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};
use utoipa::{IntoParams, ToSchema};

use super::store::{ContactRow, SuggestionRow};

/// Which contacts.
#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct ContactsQuery {
    /// Their ids, separated by commas; at most 200. Unknown ones are left out of the answer.
    pub contact_ids: String,
}

/// A contact of a property.
#[derive(Debug, Serialize, ToSchema)]
pub struct PropertyContact {
    /// Key.
    pub contact_id: ContactId,
    /// First name.
    pub first_name: String,
    /// Last name.
    pub last_name: String,
    /// Job title, or title.
    #[schema(required = true)]
    pub title: Option<String>,
    /// E-mail address.
    pub email: String,
    /// Phone number.
    #[schema(required = true)]
    pub phone_number: Option<String>,
    /// Company.
    #[schema(required = true)]
    pub company_name: Option<String>,
}

impl From<ContactRow> for PropertyContact {
    fn from(row: ContactRow) -> Self {
        Self {
            contact_id: ContactId(row.contact_id),
            first_name: row.first_name,
            last_name: row.last_name,
            title: row.job_title.or(row.title),
            email: row.email,
            phone_number: row.phone_number,
            company_name: row.company_name,
        }
    }
}

/// Contacts in the order asked for.
#[derive(Debug, Serialize, ToSchema)]
pub struct ContactsResponse {
    /// The contacts.
    pub contacts: Vec<PropertyContact>,
}

/// A contact to link: one of the directory (`contact_id`), or a new one.
#[derive(Debug, Deserialize, ToSchema)]
pub struct AddPropertyContactRequest {
    /// The county's number of the parcel.
    pub parcel_number: ParcelNumber,
    /// Only among this project's properties.
    #[serde(default)]
    pub project_id: Option<ProjectId>,
    /// The parcel's identity, where the number means several.
    #[serde(default)]
    pub ll_uuid: Option<ParcelUuid>,
    /// A contact of the directory; left out for a new one.
    #[serde(default)]
    pub contact_id: Option<ContactId>,
    /// First name; required for a new one.
    #[serde(default)]
    pub first_name: Option<String>,
    /// Last name; required for a new one.
    #[serde(default)]
    pub last_name: Option<String>,
    /// Title.
    #[serde(default)]
    pub title: Option<String>,
    /// E-mail address; required for a new one.
    #[serde(default)]
    pub email: Option<String>,
    /// Phone number. A contact of the directory needs one of ten digits.
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

/// A contact of the directory to link, or to unlink.
#[derive(Debug, Deserialize, ToSchema)]
pub struct ContactLinkRequest {
    /// The county's number of the parcel.
    pub parcel_number: ParcelNumber,
    /// Only among this project's properties.
    #[serde(default)]
    pub project_id: Option<ProjectId>,
    /// The parcel's identity, where the number means several.
    #[serde(default)]
    pub ll_uuid: Option<ParcelUuid>,
    /// The contact.
    pub contact_id: ContactId,
}

/// The contacts that a property has now.
#[derive(Debug, Serialize, ToSchema)]
pub struct LinkedContacts {
    /// Always true.
    pub success: bool,
    /// First linked first.
    pub updated_contact_ids: Vec<ContactId>,
}

/// A changed contact. Fields left out stay as they are.
#[derive(Debug, Deserialize, ToSchema)]
pub struct UpdatePropertyContactRequest {
    /// Which contact.
    pub contact_id: ContactId,
    /// First name.
    #[serde(default)]
    pub first_name: Option<String>,
    /// Last name.
    #[serde(default)]
    pub last_name: Option<String>,
    /// Title.
    #[serde(default)]
    pub title: Option<String>,
    /// E-mail address.
    #[serde(default)]
    pub email: Option<String>,
    /// Phone number.
    #[serde(default)]
    pub phone_number: Option<String>,
}

impl UpdatePropertyContactRequest {
    /// The fields that change, for main-api. The title changes where the one that is shown stands.
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

/// A contact as it is now.
#[derive(Debug, Serialize, ToSchema)]
pub struct ContactChanged {
    /// Always true.
    pub success: bool,
    /// The contact.
    pub contact: PropertyContact,
}

/// Whose contacts to suggest.
#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct OwnerContactsQuery {
    /// The owner's name as on the deed.
    pub owner_name: String,
    /// Rows of a page, 1 to 200; 10 when left out.
    #[serde(default)]
    #[param(minimum = 1, maximum = 200)]
    pub limit: Option<i64>,
    /// Rows to skip.
    #[serde(default)]
    #[param(minimum = 0)]
    pub offset: Option<i64>,
}

/// A contact that may belong to the owner.
#[derive(Debug, Serialize, ToSchema)]
pub struct SuggestedContact {
    /// Key.
    pub id: ContactId,
    /// First name.
    pub first_name: String,
    /// Last name.
    pub last_name: String,
    /// Job title, or title.
    #[schema(required = true)]
    pub title: Option<String>,
}

impl From<SuggestionRow> for SuggestedContact {
    fn from(row: SuggestionRow) -> Self {
        Self {
            id: ContactId(row.contact_id),
            first_name: row.first_name,
            last_name: row.last_name,
            title: row.title,
        }
    }
}

/// A page of suggestions, best first.
#[derive(Debug, Serialize, ToSchema)]
pub struct SuggestedContacts {
    /// The page.
    pub contacts: Vec<SuggestedContact>,
    /// Suggestions in all.
    pub total: i64,
}
