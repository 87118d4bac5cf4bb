//! A contact as it is answered, and the lists and answers that hold one.

use chrono::{DateTime, Utc};
use domain::ContactId;
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

/// A person in the firm's directory.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct Contact {
    /// Key.
    pub contact_id: ContactId,
    /// The directory's other name of `contact_id`.
    pub id: ContactId,
    /// First name.
    pub first_name: String,
    /// Last name.
    pub last_name: String,
    /// Middle name.
    #[schema(required = true)]
    pub middle_name: Option<String>,
    /// Form of address, or title.
    #[schema(required = true)]
    pub title: Option<String>,
    /// Job title.
    #[schema(required = true)]
    pub job_title: Option<String>,
    /// E-mail address.
    pub email: String,
    /// Second e-mail address.
    #[schema(required = true)]
    pub email2: Option<String>,
    /// Phone number.
    #[schema(required = true)]
    pub phone_number: Option<String>,
    /// Second phone number.
    #[schema(required = true)]
    pub phone_number2: Option<String>,
    /// Mobile number.
    #[schema(required = true)]
    pub mobile_number: Option<String>,
    /// Fax number.
    #[schema(required = true)]
    pub fax_number: Option<String>,
    /// Street address.
    #[schema(required = true)]
    pub address: Option<String>,
    /// City.
    #[schema(required = true)]
    pub city: Option<String>,
    /// State.
    #[schema(required = true)]
    pub state: Option<String>,
    /// Postal code.
    #[schema(required = true)]
    pub postal_code: Option<String>,
    /// Country.
    #[schema(required = true)]
    pub country: Option<String>,
    /// Notes.
    #[schema(required = true)]
    pub notes: Option<String>,
    /// Comma-separated addresses.
    #[schema(required = true)]
    pub social_media_links: Option<String>,
    /// Comma-separated words.
    #[schema(required = true)]
    pub tags: Option<String>,
    /// A word of the firm's own.
    #[schema(required = true)]
    pub status: Option<String>,
    /// How this person likes to be reached.
    #[schema(required = true)]
    pub preferred_contact_method: Option<String>,
    /// A number of the firm's own scale.
    #[schema(required = true)]
    pub lead_score: Option<i32>,
    /// Who looks after this contact.
    #[schema(required = true)]
    pub assigned_to: Option<String>,
    /// Gender.
    #[schema(required = true)]
    pub gender: Option<String>,
    /// Language.
    #[schema(required = true)]
    pub language: Option<String>,
    /// Time zone.
    #[schema(required = true)]
    pub timezone: Option<String>,
    /// Company.
    #[schema(required = true)]
    pub company_name: Option<String>,
    /// The directory's other name of `email`.
    pub email1: String,
    /// The directory's other name of `phone_number`.
    #[serde(rename = "phoneNumber")]
    #[schema(required = true)]
    pub phone_number_alias: Option<String>,
    /// Grows with each change.
    pub version: i64,
    /// When it was made.
    pub created_at: DateTime<Utc>,
}

/// Which contacts to list.
#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct ContactsQuery {
    /// Words, each part of a name, address, number, company or title; a phone number in any writing.
    pub q: Option<String>,
    /// Most contacts to answer (1 to 200); all of them when absent.
    pub limit: Option<i64>,
    /// `next_cursor` of the page before.
    pub cursor: Option<String>,
}

/// Contacts by name.
#[derive(Debug, Serialize, ToSchema)]
pub struct ContactsResponse {
    /// The contacts.
    pub contacts: Vec<Contact>,
    /// Pass it as `cursor` to go on; null at the end.
    #[schema(required = true)]
    pub next_cursor: Option<String>,
}

/// The contact that was made.
#[derive(Debug, Serialize, ToSchema)]
pub struct AddContactResponse {
    /// Always true.
    pub success: bool,
    /// Its key.
    pub contact_id: ContactId,
    /// All of it.
    pub contact: Contact,
}

/// The contact that was changed.
#[derive(Debug, Serialize, ToSchema)]
pub struct UpdateContactResponse {
    /// Always true.
    pub success: bool,
    /// All of it.
    pub contact: Contact,
}

/// Names one contact.
#[derive(Debug, Deserialize, ToSchema)]
pub struct DeleteContactRequest {
    /// Which contact.
    pub contact_id: ContactId,
}
