//! What can go wrong with a campaign.

use http_kit::{ApiError, ErrorCode};

use super::domain::FIELDS;
use crate::mail::quota::Spent;
use crate::properties::PropertyError;

/// A failure of a campaign call.
#[derive(Debug, thiserror::Error)]
pub enum CampaignError {
    /// A name between double braces that means nothing.
    #[error("a merge field is not known")]
    UnknownField {
        /// `subject` or `body`.
        place: &'static str,
        /// What stands there.
        name: String,
    },
    /// Nobody of the chosen people can be written to.
    #[error("nobody can be written to")]
    Nobody,
    /// Too many people.
    #[error("too many recipients")]
    TooMany,
    /// Too many recipients for a day.
    #[error("the recipients of this day are spent")]
    Spent(Spent),
    /// Not a link of ours, or of a message that is gone.
    #[error("the link is not valid")]
    BadLink,
    /// The project or property could not be found.
    #[error(transparent)]
    Property(#[from] PropertyError),
    /// main-api could not be asked for the sender's name.
    #[error("main-api did not name the sender")]
    Sender(#[source] reqwest::Error),
    /// The database failed.
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
                    format!("{{{{{name}}}}} is not a merge field. There are: {known}."),
                )
            }
            CampaignError::Nobody => Self::invalid(
                "contact_ids",
                "Nobody to write to: link contacts with an e-mail address to the project's properties.",
            )
            .code(ErrorCode::CampaignEmpty),
            CampaignError::TooMany => {
                Self::invalid("contact_ids", "A campaign has at most 500 recipients.")
            }
            CampaignError::Spent(spent) => spent.problem("contact_ids"),
            CampaignError::BadLink => Self::new(ErrorCode::UnsubscribeLinkInvalid, "This link is not valid."),
            CampaignError::Property(error) => error.into(),
            CampaignError::Sender(cause) => {
                Self::new(ErrorCode::MailUnavailable, "Mail cannot be sent right now. Please try again in a moment.")
                    .caused_by(cause)
            }
            CampaignError::Database(error) => error.into(),
        }
    }
}
