//! A contact as returned, and the responses that hold one.

use chrono::{DateTime, Utc};
use domain::ContactId;
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

/// A person in the firm's directory.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct Contact {
    pub contact_id: ContactId,
    /// Alias of `contact_id`.
    pub id: ContactId,
    pub first_name: String,
    pub last_name: String,
    #[schema(required = true)]
    pub middle_name: Option<String>,
    /// Form of address, or title.
    #[schema(required = true)]
    pub title: Option<String>,
    #[schema(required = true)]
    pub job_title: Option<String>,
    pub email: String,
    #[schema(required = true)]
    pub email2: Option<String>,
    #[schema(required = true)]
    pub phone_number: Option<String>,
    #[schema(required = true)]
    pub phone_number2: Option<String>,
    #[schema(required = true)]
    pub mobile_number: Option<String>,
    #[schema(required = true)]
    pub fax_number: Option<String>,
    #[schema(required = true)]
    pub address: Option<String>,
    #[schema(required = true)]
    pub city: Option<String>,
    #[schema(required = true)]
    pub state: Option<String>,
    #[schema(required = true)]
    pub postal_code: Option<String>,
    #[schema(required = true)]
    pub country: Option<String>,
    #[schema(required = true)]
    pub notes: Option<String>,
    /// Comma-separated addresses.
    #[schema(required = true)]
    pub social_media_links: Option<String>,
    /// Comma-separated words.
    #[schema(required = true)]
    pub tags: Option<String>,
    /// A label chosen by the firm.
    #[schema(required = true)]
    pub status: Option<String>,
    #[schema(required = true)]
    pub preferred_contact_method: Option<String>,
    /// On a scale chosen by the firm.
    #[schema(required = true)]
    pub lead_score: Option<i32>,
    /// The user responsible for this contact.
    #[schema(required = true)]
    pub assigned_to: Option<String>,
    #[schema(required = true)]
    pub gender: Option<String>,
    #[schema(required = true)]
    pub language: Option<String>,
    #[schema(required = true)]
    pub timezone: Option<String>,
    #[schema(required = true)]
    pub company_name: Option<String>,
    /// Alias of `email`.
    pub email1: String,
    /// Alias of `phone_number`.
    #[serde(rename = "phoneNumber")]
    #[schema(required = true)]
    pub phone_number_alias: Option<String>,
    /// Incremented by each change.
    pub version: i64,
    pub created_at: DateTime<Utc>,
}

/// Sort order: by last and first name, e-mail address, company, digits of the phone number, responsible
/// person or lead score; `-` is descending. Contacts without the value come last in both directions.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub enum ContactSort {
    #[default]
    #[serde(rename = "name")]
    Name,
    #[serde(rename = "-name")]
    NameDescending,
    #[serde(rename = "email")]
    Email,
    #[serde(rename = "-email")]
    EmailDescending,
    #[serde(rename = "company")]
    Company,
    #[serde(rename = "-company")]
    CompanyDescending,
    #[serde(rename = "phone")]
    Phone,
    #[serde(rename = "-phone")]
    PhoneDescending,
    #[serde(rename = "assigned_to")]
    AssignedTo,
    #[serde(rename = "-assigned_to")]
    AssignedToDescending,
    #[serde(rename = "lead_score")]
    LeadScore,
    #[serde(rename = "-lead_score")]
    LeadScoreDescending,
}

/// Search, sorting and paging.
#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct ContactsQuery {
    /// Words, each contained in a name, address, number, company or title; or a phone number in any
    /// notation.
    pub q: Option<String>,
    /// Only this contact.
    pub contact_id: Option<ContactId>,
    /// Only contacts with this tag.
    pub tag: Option<String>,
    /// Only contacts that this person is responsible for, by name.
    pub assigned_to: Option<String>,
    /// Only contacts of this company.
    pub company_name: Option<String>,
    /// Sort order; `name` when absent.
    #[serde(default)]
    #[param(inline)]
    pub sort: ContactSort,
    /// Page size (1 to 200); all of them when absent.
    pub limit: Option<i64>,
    /// `next_cursor` of the previous page.
    pub cursor: Option<String>,
    /// Whether `total` is exact above 10,000 with a search or filter too, which takes longer.
    #[serde(default)]
    #[param(default = false)]
    pub exact_total: bool,
}

impl ContactsQuery {
    /// What the listed contacts match.
    pub fn filter(&self) -> ContactFilter {
        ContactFilter {
            q: self.q.clone(),
            tag: self.tag.clone(),
            assigned_to: self.assigned_to.clone(),
            company_name: self.company_name.clone(),
        }
    }
}

/// Which contacts of the directory; those that match all of it.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct ContactFilter {
    /// Words, as `q` of the list.
    #[serde(default)]
    pub q: Option<String>,
    /// With this tag.
    #[serde(default)]
    pub tag: Option<String>,
    /// That this person is responsible for, by name.
    #[serde(default)]
    pub assigned_to: Option<String>,
    /// Of this company.
    #[serde(default)]
    pub company_name: Option<String>,
}

/// Values by which contacts can be filtered.
#[derive(Debug, Serialize, ToSchema)]
pub struct ContactFilters {
    /// Tags that occur, in lower case, sorted; the 200 most frequent.
    pub tags: Vec<String>,
}

/// Contacts in the requested order.
#[derive(Debug, Serialize, ToSchema)]
pub struct ContactsResponse {
    pub contacts: Vec<Contact>,
    /// Pass it as `cursor` for the next page; null at the end.
    #[schema(required = true)]
    pub next_cursor: Option<String>,
    /// Number of rows on all pages; null above 10,000 with a search or filter, unless `exact_total` is asked for.
    #[schema(required = true)]
    pub total: Option<usize>,
}

/// The new contact.
#[derive(Debug, Serialize, ToSchema)]
pub struct AddContactResponse {
    /// Always true.
    pub success: bool,
    pub contact_id: ContactId,
    pub contact: Contact,
}

/// The changed contact.
#[derive(Debug, Serialize, ToSchema)]
pub struct UpdateContactResponse {
    /// Always true.
    pub success: bool,
    pub contact: Contact,
}

/// Identifies one contact.
#[derive(Debug, Deserialize, ToSchema)]
pub struct DeleteContactRequest {
    pub contact_id: ContactId,
}
