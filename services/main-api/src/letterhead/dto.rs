//! Request and response bodies of the letterhead endpoints.

use domain::UserId;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::field;

/// The letterhead of the firm and of the person who signs.
#[derive(Debug, Serialize, ToSchema)]
pub struct Letterhead {
    /// Shared by all users of the firm.
    pub firm: LetterheadFirm,
    pub sender: LetterheadSender,
}

/// The firm's part of the letterhead.
#[derive(Debug, Serialize, ToSchema)]
pub struct LetterheadFirm {
    pub name: String,
    /// Path of the logo; changes with each upload.
    #[schema(required = true)]
    pub logo_url: Option<String>,
    /// Address block, line by line.
    pub address_lines: Vec<String>,
    #[schema(required = true)]
    pub phone_number: Option<String>,
    /// Website, as it is printed.
    #[schema(required = true)]
    pub website: Option<String>,
    /// Title under the name of a user without a job title; null: 'Director, Investments'.
    #[schema(required = true)]
    pub signatory_title: Option<String>,
    /// Footer of the letter; null: the default text.
    #[schema(required = true)]
    pub disclaimer: Option<String>,
}

/// The person who signs.
#[derive(Debug, Serialize, ToSchema)]
pub struct LetterheadSender {
    pub user_id: UserId,
    /// First and last name.
    pub name: String,
    /// Job title of the user.
    #[schema(required = true)]
    pub job_title: Option<String>,
    pub email: String,
    #[schema(required = true)]
    pub phone_number: Option<String>,
    /// Path of the user's signature; changes with each upload.
    #[schema(required = true)]
    pub signature_url: Option<String>,
}

/// The firm's part of the letterhead; absent fields are cleared.
#[derive(Debug, Deserialize, ToSchema)]
pub struct UpdateLetterheadRequest {
    /// At most five lines.
    #[serde(default, deserialize_with = "field::null_as_default")]
    pub address_lines: Vec<String>,
    /// Empty, or at least seven of digits, spaces and `- + ( ) .`
    #[serde(default)]
    pub phone_number: Option<String>,
    #[serde(default)]
    pub website: Option<String>,
    /// Title under the name of a user without a job title.
    #[serde(default)]
    pub signatory_title: Option<String>,
    /// Footer of the letter.
    #[serde(default)]
    pub disclaimer: Option<String>,
}

/// An image for letters.
#[derive(Debug, ToSchema)]
pub struct LetterImageForm {
    /// PNG, JPEG or WebP of at most 2097152 bytes.
    #[schema(format = Binary, content_media_type = "application/octet-stream")]
    pub image: String,
}
