//! Bodies of the letterhead calls, as on the wire.

use domain::UserId;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::field;

/// What a letter says of the firm and of the person who signs it.
#[derive(Debug, Serialize, ToSchema)]
pub struct Letterhead {
    /// The same for everybody at the firm.
    pub firm: LetterheadFirm,
    /// The signed-in user.
    pub sender: LetterheadSender,
}

/// The firm as letters name it.
#[derive(Debug, Serialize, ToSchema)]
pub struct LetterheadFirm {
    /// Name.
    pub name: String,
    /// Path of the logo; changes with each upload.
    #[schema(required = true)]
    pub logo_url: Option<String>,
    /// Address block, line by line.
    pub address_lines: Vec<String>,
    /// Phone number.
    #[schema(required = true)]
    pub phone_number: Option<String>,
    /// Website, as it is printed.
    #[schema(required = true)]
    pub website: Option<String>,
    /// Title under the name of a user without a job title; null: 'Director, Investments'.
    #[schema(required = true)]
    pub signatory_title: Option<String>,
    /// Foot of the letter; null: the usual sentence.
    #[schema(required = true)]
    pub disclaimer: Option<String>,
}

/// The person who signs.
#[derive(Debug, Serialize, ToSchema)]
pub struct LetterheadSender {
    /// Key.
    pub user_id: UserId,
    /// First and last name.
    pub name: String,
    /// What the user does at the firm.
    #[schema(required = true)]
    pub job_title: Option<String>,
    /// E-mail address.
    pub email: String,
    /// Phone number.
    #[schema(required = true)]
    pub phone_number: Option<String>,
    /// Path of the own signature; changes with each upload.
    #[schema(required = true)]
    pub signature_url: Option<String>,
}

/// The firm's part of the letterhead; what is left out is cleared.
#[derive(Debug, Deserialize, ToSchema)]
pub struct UpdateLetterheadRequest {
    /// At most five lines.
    #[serde(default, deserialize_with = "field::null_as_default")]
    pub address_lines: Vec<String>,
    /// Empty, or at least seven of digits, spaces and `- + ( ) .`
    #[serde(default)]
    pub phone_number: Option<String>,
    /// Website.
    #[serde(default)]
    pub website: Option<String>,
    /// Title under the name of a user without a job title.
    #[serde(default)]
    pub signatory_title: Option<String>,
    /// Foot of the letter.
    #[serde(default)]
    pub disclaimer: Option<String>,
}

/// A picture for letters.
#[derive(Debug, ToSchema)]
pub struct LetterImageForm {
    /// PNG, JPEG or WebP of at most 2097152 bytes.
    #[schema(format = Binary, content_media_type = "application/octet-stream")]
    pub image: String,
}
