//! Bodies of the contact and company calls, as on the wire.

use chrono::{DateTime, Utc};
use domain::{CompanyId, ContactId};
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

use crate::field;

/// A contact as a form sends it. First name, last name and e-mail address are required.
#[derive(Debug, Clone, Default, Deserialize, ToSchema)]
pub struct ContactFields {
    /// First name.
    #[serde(default, deserialize_with = "field::null_as_default")]
    #[schema(required = true, max_length = 120)]
    pub first_name: String,
    /// Last name.
    #[serde(default, deserialize_with = "field::null_as_default")]
    #[schema(required = true, max_length = 120)]
    pub last_name: String,
    /// Middle name.
    #[serde(default)]
    #[schema(max_length = 120)]
    pub middle_name: Option<String>,
    /// Form of address, or title.
    #[serde(default)]
    #[schema(max_length = 120)]
    pub title: Option<String>,
    /// Job title.
    #[serde(default)]
    #[schema(max_length = 160)]
    pub job_title: Option<String>,
    /// E-mail address.
    #[serde(default, deserialize_with = "field::null_as_default")]
    #[schema(required = true, max_length = 254)]
    pub email: String,
    /// Second e-mail address.
    #[serde(default)]
    #[schema(max_length = 254)]
    pub email2: Option<String>,
    /// Phone number.
    #[serde(default)]
    #[schema(max_length = 40)]
    pub phone_number: Option<String>,
    /// Second phone number.
    #[serde(default)]
    #[schema(max_length = 40)]
    pub phone_number2: Option<String>,
    /// Mobile number.
    #[serde(default)]
    #[schema(max_length = 40)]
    pub mobile_number: Option<String>,
    /// Fax number.
    #[serde(default)]
    #[schema(max_length = 40)]
    pub fax_number: Option<String>,
    /// Street address.
    #[serde(default)]
    #[schema(max_length = 300)]
    pub address: Option<String>,
    /// City.
    #[serde(default)]
    #[schema(max_length = 120)]
    pub city: Option<String>,
    /// State.
    #[serde(default)]
    #[schema(max_length = 120)]
    pub state: Option<String>,
    /// Postal code.
    #[serde(default)]
    #[schema(max_length = 20)]
    pub postal_code: Option<String>,
    /// Country.
    #[serde(default)]
    #[schema(max_length = 120)]
    pub country: Option<String>,
    /// Notes.
    #[serde(default)]
    #[schema(max_length = 8000)]
    pub notes: Option<String>,
    /// Comma-separated addresses.
    #[serde(default)]
    #[schema(max_length = 2000)]
    pub social_media_links: Option<String>,
    /// Comma-separated words.
    #[serde(default)]
    #[schema(max_length = 1000)]
    pub tags: Option<String>,
    /// A word of the firm's own.
    #[serde(default)]
    #[schema(max_length = 60)]
    pub status: Option<String>,
    /// How this person likes to be reached.
    #[serde(default)]
    #[schema(max_length = 60)]
    pub preferred_contact_method: Option<String>,
    /// A number of the firm's own scale.
    #[serde(default, deserialize_with = "field::id")]
    #[schema(value_type = Option<i32>)]
    pub lead_score: Option<i64>,
    /// Who looks after this contact.
    #[serde(default)]
    #[schema(max_length = 200)]
    pub assigned_to: Option<String>,
    /// Gender.
    #[serde(default)]
    #[schema(max_length = 60)]
    pub gender: Option<String>,
    /// Language.
    #[serde(default)]
    #[schema(max_length = 60)]
    pub language: Option<String>,
    /// Time zone.
    #[serde(default)]
    #[schema(max_length = 60)]
    pub timezone: Option<String>,
    /// Company.
    #[serde(default)]
    #[schema(max_length = 200)]
    pub company_name: Option<String>,
    /// The directory's other name of `email`.
    #[serde(default)]
    pub email1: Option<String>,
    /// The directory's other name of `phone_number`.
    #[serde(default, rename = "phoneNumber")]
    pub phone_number_alias: Option<String>,
}

/// Changes of a contact: a field that is left out stays as it is; null or empty clears it.
#[derive(Debug, Deserialize, ToSchema)]
pub struct UpdateContactRequest {
    /// Which contact.
    pub contact_id: ContactId,
    /// First name.
    #[serde(default, deserialize_with = "field::given")]
    #[schema(value_type = Option<String>)]
    pub first_name: Option<Option<String>>,
    /// Last name.
    #[serde(default, deserialize_with = "field::given")]
    #[schema(value_type = Option<String>)]
    pub last_name: Option<Option<String>>,
    /// Middle name.
    #[serde(default, deserialize_with = "field::given")]
    #[schema(value_type = Option<String>)]
    pub middle_name: Option<Option<String>>,
    /// Form of address, or title.
    #[serde(default, deserialize_with = "field::given")]
    #[schema(value_type = Option<String>)]
    pub title: Option<Option<String>>,
    /// Job title.
    #[serde(default, deserialize_with = "field::given")]
    #[schema(value_type = Option<String>)]
    pub job_title: Option<Option<String>>,
    /// E-mail address.
    #[serde(default, deserialize_with = "field::given")]
    #[schema(value_type = Option<String>)]
    pub email: Option<Option<String>>,
    /// Second e-mail address.
    #[serde(default, deserialize_with = "field::given")]
    #[schema(value_type = Option<String>)]
    pub email2: Option<Option<String>>,
    /// Phone number.
    #[serde(default, deserialize_with = "field::given")]
    #[schema(value_type = Option<String>)]
    pub phone_number: Option<Option<String>>,
    /// Second phone number.
    #[serde(default, deserialize_with = "field::given")]
    #[schema(value_type = Option<String>)]
    pub phone_number2: Option<Option<String>>,
    /// Mobile number.
    #[serde(default, deserialize_with = "field::given")]
    #[schema(value_type = Option<String>)]
    pub mobile_number: Option<Option<String>>,
    /// Fax number.
    #[serde(default, deserialize_with = "field::given")]
    #[schema(value_type = Option<String>)]
    pub fax_number: Option<Option<String>>,
    /// Street address.
    #[serde(default, deserialize_with = "field::given")]
    #[schema(value_type = Option<String>)]
    pub address: Option<Option<String>>,
    /// City.
    #[serde(default, deserialize_with = "field::given")]
    #[schema(value_type = Option<String>)]
    pub city: Option<Option<String>>,
    /// State.
    #[serde(default, deserialize_with = "field::given")]
    #[schema(value_type = Option<String>)]
    pub state: Option<Option<String>>,
    /// Postal code.
    #[serde(default, deserialize_with = "field::given")]
    #[schema(value_type = Option<String>)]
    pub postal_code: Option<Option<String>>,
    /// Country.
    #[serde(default, deserialize_with = "field::given")]
    #[schema(value_type = Option<String>)]
    pub country: Option<Option<String>>,
    /// Notes.
    #[serde(default, deserialize_with = "field::given")]
    #[schema(value_type = Option<String>)]
    pub notes: Option<Option<String>>,
    /// Comma-separated addresses.
    #[serde(default, deserialize_with = "field::given")]
    #[schema(value_type = Option<String>)]
    pub social_media_links: Option<Option<String>>,
    /// Comma-separated words.
    #[serde(default, deserialize_with = "field::given")]
    #[schema(value_type = Option<String>)]
    pub tags: Option<Option<String>>,
    /// A word of the firm's own.
    #[serde(default, deserialize_with = "field::given")]
    #[schema(value_type = Option<String>)]
    pub status: Option<Option<String>>,
    /// How this person likes to be reached.
    #[serde(default, deserialize_with = "field::given")]
    #[schema(value_type = Option<String>)]
    pub preferred_contact_method: Option<Option<String>>,
    /// A number of the firm's own scale.
    #[serde(default, deserialize_with = "field::given_id")]
    #[schema(value_type = Option<i32>)]
    pub lead_score: Option<Option<i64>>,
    /// Who looks after this contact.
    #[serde(default, deserialize_with = "field::given")]
    #[schema(value_type = Option<String>)]
    pub assigned_to: Option<Option<String>>,
    /// Gender.
    #[serde(default, deserialize_with = "field::given")]
    #[schema(value_type = Option<String>)]
    pub gender: Option<Option<String>>,
    /// Language.
    #[serde(default, deserialize_with = "field::given")]
    #[schema(value_type = Option<String>)]
    pub language: Option<Option<String>>,
    /// Time zone.
    #[serde(default, deserialize_with = "field::given")]
    #[schema(value_type = Option<String>)]
    pub timezone: Option<Option<String>>,
    /// Company.
    #[serde(default, deserialize_with = "field::given")]
    #[schema(value_type = Option<String>)]
    pub company_name: Option<Option<String>>,
}

impl UpdateContactRequest {
    /// Lays the changes over the fields as they are.
    pub fn apply(self, fields: &mut ContactFields) {
        if let Some(first_name) = self.first_name {
            fields.first_name = first_name.unwrap_or_default();
        }
        if let Some(last_name) = self.last_name {
            fields.last_name = last_name.unwrap_or_default();
        }
        if let Some(middle_name) = self.middle_name {
            fields.middle_name = middle_name;
        }
        if let Some(title) = self.title {
            fields.title = title;
        }
        if let Some(job_title) = self.job_title {
            fields.job_title = job_title;
        }
        if let Some(email) = self.email {
            fields.email = email.unwrap_or_default();
        }
        if let Some(email2) = self.email2 {
            fields.email2 = email2;
        }
        if let Some(phone_number) = self.phone_number {
            fields.phone_number = phone_number;
        }
        if let Some(phone_number2) = self.phone_number2 {
            fields.phone_number2 = phone_number2;
        }
        if let Some(mobile_number) = self.mobile_number {
            fields.mobile_number = mobile_number;
        }
        if let Some(fax_number) = self.fax_number {
            fields.fax_number = fax_number;
        }
        if let Some(address) = self.address {
            fields.address = address;
        }
        if let Some(city) = self.city {
            fields.city = city;
        }
        if let Some(state) = self.state {
            fields.state = state;
        }
        if let Some(postal_code) = self.postal_code {
            fields.postal_code = postal_code;
        }
        if let Some(country) = self.country {
            fields.country = country;
        }
        if let Some(notes) = self.notes {
            fields.notes = notes;
        }
        if let Some(social_media_links) = self.social_media_links {
            fields.social_media_links = social_media_links;
        }
        if let Some(tags) = self.tags {
            fields.tags = tags;
        }
        if let Some(status) = self.status {
            fields.status = status;
        }
        if let Some(preferred_contact_method) = self.preferred_contact_method {
            fields.preferred_contact_method = preferred_contact_method;
        }
        if let Some(lead_score) = self.lead_score {
            fields.lead_score = lead_score;
        }
        if let Some(assigned_to) = self.assigned_to {
            fields.assigned_to = assigned_to;
        }
        if let Some(gender) = self.gender {
            fields.gender = gender;
        }
        if let Some(language) = self.language {
            fields.language = language;
        }
        if let Some(timezone) = self.timezone {
            fields.timezone = timezone;
        }
        if let Some(company_name) = self.company_name {
            fields.company_name = company_name;
        }
    }
}

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
    /// Part of a name, address, number, company or title.
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

/// A company as a form sends it. The name is required.
#[derive(Debug, Default, Deserialize, ToSchema)]
pub struct CompanyFields {
    /// Name.
    #[serde(default, deserialize_with = "field::null_as_default")]
    #[schema(required = true, max_length = 200)]
    pub company_name: String,
    /// Industry.
    #[serde(default)]
    pub industry: Option<String>,
    /// City of the office.
    #[serde(default)]
    pub office_city: Option<String>,
    /// State of the office.
    #[serde(default)]
    pub office_state: Option<String>,
    /// Number of employees.
    #[serde(default, deserialize_with = "field::id")]
    #[schema(value_type = Option<i32>)]
    pub number_of_employees: Option<i64>,
}

/// A company.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct Company {
    /// Key.
    pub company_id: CompanyId,
    /// Name.
    pub company_name: String,
    /// Industry.
    #[schema(required = true)]
    pub industry: Option<String>,
    /// City of the office.
    #[schema(required = true)]
    pub office_city: Option<String>,
    /// State of the office.
    #[schema(required = true)]
    pub office_state: Option<String>,
    /// Number of employees.
    #[schema(required = true)]
    pub number_of_employees: Option<i32>,
}

/// Which companies to list.
#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct CompaniesQuery {
    /// Part of the name.
    pub q: Option<String>,
}

/// Companies by name.
#[derive(Debug, Serialize, ToSchema)]
pub struct CompaniesResponse {
    /// The companies.
    pub companies: Vec<Company>,
}

/// The company that was made.
#[derive(Debug, Serialize, ToSchema)]
pub struct AddCompanyResponse {
    /// Always true.
    pub success: bool,
    /// Its key.
    pub company_id: CompanyId,
    /// All of it.
    pub company: Company,
}
