//! Errors of campaigns.

use http_kit::{ApiError, ErrorCode};

use super::domain::FIELDS;
use crate::mail::quota::Spent;
use crate::properties::PropertyError;

#[derive(Debug, thiserror::Error)]
pub enum CampaignError {
    /// The text contains an unknown merge field.
    #[error("a merge field is not known")]
    UnknownField {
        /// `subject` or `body`.
        place: &'static str,
        name: String,
    },
    /// No properties were selected, or too many.
    #[error("no properties, or too many")]
    Properties,
    /// None of the selected people can be written to.
    #[error("there are no recipients")]
    Nobody,
    /// The campaign has too many recipients.
    #[error("too many recipients")]
    TooMany,
    /// The daily limit of recipients is reached.
    #[error("the daily recipient limit is reached")]
    Spent(Spent),
    /// The link's signature is invalid, or its message no longer exists.
    #[error("the link is not valid")]
    BadLink,
    #[error(transparent)]
    Property(#[from] PropertyError),
    /// main-api did not return the sender's name.
    #[error("main-api did not return the sender's name")]
    Sender(#[source] reqwest::Error),
    #[error("the database failed")]
    Database(#[from] diesel::result::Error),
}

impl From<CampaignError> for ApiError {
    fn from(error: CampaignError) -> Self {
        match error {
            CampaignError::UnknownField { place, name } => {
                let name: String = name.chars().take(40).collect();
                let known = FIELDS.join(", ");
                Self::invalid(
                    place,
                    format!("{{{{{name}}}}} is not a merge field. Available: {known}."),
                )
            }
            CampaignError::Properties => {
                Self::invalid("property_ids", "Please choose 1 to 5,000 properties.")
            }
            CampaignError::Nobody => Self::invalid(
                "contact_ids",
                "No recipients: link contacts with an e-mail address to the project's properties.",
            )
            .code(ErrorCode::CampaignEmpty),
            CampaignError::TooMany => {
                Self::invalid("contact_ids", "A campaign has at most 500 recipients.")
            }
            CampaignError::Spent(spent) => spent.problem("contact_ids"),
            CampaignError::BadLink => {
                Self::new(ErrorCode::UnsubscribeLinkInvalid, "This link is not valid.")
            }
            CampaignError::Property(error) => error.into(),
            CampaignError::Sender(cause) => Self::new(
                ErrorCode::MailUnavailable,
                "Mail cannot be sent right now. Please try again in a moment.",
            )
            .caused_by(cause),
            CampaignError::Database(error) => error.into(),
        }
    }
}
