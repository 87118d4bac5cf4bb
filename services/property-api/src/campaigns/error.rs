//! Errors of campaigns.

use http_kit::{ApiError, ErrorCode};

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
        /// The merge fields of such a campaign.
        known: &'static [&'static str],
    },
    /// No properties were selected, or too many.
    #[error("no properties, or too many")]
    Properties,
    /// No contacts were chosen, or too many.
    #[error("no contacts, or too many")]
    Contacts,
    /// Properties were selected without their project.
    #[error("the project is missing")]
    NoProject,
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
            CampaignError::UnknownField { place, name, known } => {
                let name: String = name.chars().take(40).collect();
                let known = known.join(", ");
                Self::invalid(
                    place,
                    format!("{{{{{name}}}}} is not a merge field. Available: {known}."),
                )
            }
            CampaignError::Properties => {
                Self::invalid("property_ids", "Please choose 1 to 5,000 properties.")
            }
            CampaignError::Contacts => {
                Self::invalid("contact_ids", "Please choose 1 to 500 contacts.")
            }
            CampaignError::NoProject => {
                Self::invalid("project_id", "Please name the project of the properties.")
            }
            CampaignError::Nobody => Self::invalid(
                "contact_ids",
                "No recipients: none of the contacts has an e-mail address to which mail may be sent.",
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
