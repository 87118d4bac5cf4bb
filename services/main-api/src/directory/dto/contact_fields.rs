//! A contact as a form sends it.

use serde::Deserialize;
use utoipa::ToSchema;

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
