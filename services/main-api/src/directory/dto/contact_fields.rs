//! A contact as submitted by a form.

use serde::Deserialize;
use utoipa::ToSchema;

use crate::field;

/// A contact as submitted by a form. First name, last name and e-mail address are required.
#[derive(Debug, Clone, Default, Deserialize, ToSchema)]
pub struct ContactFields {
    #[serde(default, deserialize_with = "field::null_as_default")]
    #[schema(required = true, max_length = 120)]
    pub first_name: String,
    #[serde(default, deserialize_with = "field::null_as_default")]
    #[schema(required = true, max_length = 120)]
    pub last_name: String,
    #[serde(default)]
    #[schema(max_length = 120)]
    pub middle_name: Option<String>,
    /// Form of address, or title.
    #[serde(default)]
    #[schema(max_length = 120)]
    pub title: Option<String>,
    #[serde(default)]
    #[schema(max_length = 160)]
    pub job_title: Option<String>,
    #[serde(default, deserialize_with = "field::null_as_default")]
    #[schema(required = true, max_length = 254)]
    pub email: String,
    #[serde(default)]
    #[schema(max_length = 254)]
    pub email2: Option<String>,
    #[serde(default)]
    #[schema(max_length = 40)]
    pub phone_number: Option<String>,
    #[serde(default)]
    #[schema(max_length = 40)]
    pub phone_number2: Option<String>,
    #[serde(default)]
    #[schema(max_length = 40)]
    pub mobile_number: Option<String>,
    #[serde(default)]
    #[schema(max_length = 40)]
    pub fax_number: Option<String>,
    #[serde(default)]
    #[schema(max_length = 300)]
    pub address: Option<String>,
    #[serde(default)]
    #[schema(max_length = 120)]
    pub city: Option<String>,
    #[serde(default)]
    #[schema(max_length = 120)]
    pub state: Option<String>,
    #[serde(default)]
    #[schema(max_length = 20)]
    pub postal_code: Option<String>,
    #[serde(default)]
    #[schema(max_length = 120)]
    pub country: Option<String>,
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
    /// A label chosen by the firm.
    #[serde(default)]
    #[schema(max_length = 60)]
    pub status: Option<String>,
    #[serde(default)]
    #[schema(max_length = 60)]
    pub preferred_contact_method: Option<String>,
    /// On a scale chosen by the firm.
    #[serde(default, deserialize_with = "field::id")]
    #[schema(value_type = Option<i32>)]
    pub lead_score: Option<i64>,
    /// The user responsible for this contact.
    #[serde(default)]
    #[schema(max_length = 200)]
    pub assigned_to: Option<String>,
    #[serde(default)]
    #[schema(max_length = 60)]
    pub gender: Option<String>,
    #[serde(default)]
    #[schema(max_length = 60)]
    pub language: Option<String>,
    #[serde(default)]
    #[schema(max_length = 60)]
    pub timezone: Option<String>,
    #[serde(default)]
    #[schema(max_length = 200)]
    pub company_name: Option<String>,
    /// Alias of `email`.
    #[serde(default)]
    pub email1: Option<String>,
    /// Alias of `phone_number`.
    #[serde(default, rename = "phoneNumber")]
    pub phone_number_alias: Option<String>,
}
