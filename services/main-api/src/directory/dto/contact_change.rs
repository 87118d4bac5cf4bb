//! Changes of a contact. Absent, null and a value are distinguished.

use domain::ContactId;
use serde::Deserialize;
use utoipa::ToSchema;

use super::ContactFields;
use crate::field;

/// Changes of a contact: an absent field stays unchanged; null or empty clears it.
#[derive(Debug, Deserialize, ToSchema)]
pub struct UpdateContactRequest {
    pub contact_id: ContactId,
    /// The version that was changed; without it the last change wins.
    #[serde(default)]
    pub version: Option<i64>,
    #[serde(default, deserialize_with = "field::given")]
    #[schema(value_type = Option<String>)]
    pub first_name: Option<Option<String>>,
    #[serde(default, deserialize_with = "field::given")]
    #[schema(value_type = Option<String>)]
    pub last_name: Option<Option<String>>,
    #[serde(default, deserialize_with = "field::given")]
    #[schema(value_type = Option<String>)]
    pub middle_name: Option<Option<String>>,
    /// Form of address, or title.
    #[serde(default, deserialize_with = "field::given")]
    #[schema(value_type = Option<String>)]
    pub title: Option<Option<String>>,
    #[serde(default, deserialize_with = "field::given")]
    #[schema(value_type = Option<String>)]
    pub job_title: Option<Option<String>>,
    #[serde(default, deserialize_with = "field::given")]
    #[schema(value_type = Option<String>)]
    pub email: Option<Option<String>>,
    #[serde(default, deserialize_with = "field::given")]
    #[schema(value_type = Option<String>)]
    pub email2: Option<Option<String>>,
    #[serde(default, deserialize_with = "field::given")]
    #[schema(value_type = Option<String>)]
    pub phone_number: Option<Option<String>>,
    #[serde(default, deserialize_with = "field::given")]
    #[schema(value_type = Option<String>)]
    pub phone_number2: Option<Option<String>>,
    #[serde(default, deserialize_with = "field::given")]
    #[schema(value_type = Option<String>)]
    pub mobile_number: Option<Option<String>>,
    #[serde(default, deserialize_with = "field::given")]
    #[schema(value_type = Option<String>)]
    pub fax_number: Option<Option<String>>,
    #[serde(default, deserialize_with = "field::given")]
    #[schema(value_type = Option<String>)]
    pub address: Option<Option<String>>,
    #[serde(default, deserialize_with = "field::given")]
    #[schema(value_type = Option<String>)]
    pub city: Option<Option<String>>,
    #[serde(default, deserialize_with = "field::given")]
    #[schema(value_type = Option<String>)]
    pub state: Option<Option<String>>,
    #[serde(default, deserialize_with = "field::given")]
    #[schema(value_type = Option<String>)]
    pub postal_code: Option<Option<String>>,
    #[serde(default, deserialize_with = "field::given")]
    #[schema(value_type = Option<String>)]
    pub country: Option<Option<String>>,
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
    /// A label chosen by the firm.
    #[serde(default, deserialize_with = "field::given")]
    #[schema(value_type = Option<String>)]
    pub status: Option<Option<String>>,
    #[serde(default, deserialize_with = "field::given")]
    #[schema(value_type = Option<String>)]
    pub preferred_contact_method: Option<Option<String>>,
    /// On a scale chosen by the firm.
    #[serde(default, deserialize_with = "field::given_id")]
    #[schema(value_type = Option<i32>)]
    pub lead_score: Option<Option<i64>>,
    /// The user responsible for this contact.
    #[serde(default, deserialize_with = "field::given")]
    #[schema(value_type = Option<String>)]
    pub assigned_to: Option<Option<String>>,
    #[serde(default, deserialize_with = "field::given")]
    #[schema(value_type = Option<String>)]
    pub gender: Option<Option<String>>,
    #[serde(default, deserialize_with = "field::given")]
    #[schema(value_type = Option<String>)]
    pub language: Option<Option<String>>,
    #[serde(default, deserialize_with = "field::given")]
    #[schema(value_type = Option<String>)]
    pub timezone: Option<Option<String>>,
    #[serde(default, deserialize_with = "field::given")]
    #[schema(value_type = Option<String>)]
    pub company_name: Option<Option<String>>,
}

impl UpdateContactRequest {
    /// Applies the changes to the current fields.
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
