//! Why parcels cannot be kept as a site, or a site cannot be read.

use diesel::result::Error;
use domain::ParcelUuid;
use http_kit::{ApiError, ErrorCode};
use serde_json::Value;

use crate::assemblages::error::AssemblageError;

/// Numbers that a message lists.
const LISTED: usize = 5;

#[derive(Debug, thiserror::Error)]
pub enum SiteError {
    /// Also when the site belongs to another firm.
    #[error("no such site")]
    NotFound,
    /// Also when only another firm bought it.
    #[error("no such parcel")]
    NoParcel(Vec<ParcelUuid>),
    /// Bought by the firm: other firms' sites would differ, and it expires.
    #[error("a parcel was bought from a provider")]
    Licensed(Vec<Named>),
    /// The county no longer has them.
    #[error("a parcel is retired")]
    Retired(Vec<Named>),
    /// Those that are apart from the largest part.
    #[error("the parcels do not adjoin")]
    Apart(Vec<Named>),
    #[error(transparent)]
    Assemblage(#[from] AssemblageError),
    #[error("the database failed")]
    Database(#[from] Error),
}

/// A parcel and its number.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Named(pub ParcelUuid, pub String);

impl From<SiteError> for ApiError {
    fn from(error: SiteError) -> Self {
        match error {
            SiteError::NotFound => Self::new(ErrorCode::SiteNotFound, "Site not found."),
            SiteError::NoParcel(ids) => Self::new(ErrorCode::ParcelNotFound, "Parcel not found.")
                .with("not_found", listed(ids.iter())),
            SiteError::Licensed(parcels) => of(
                ErrorCode::SiteLicensedParcel,
                "Parcels bought from a provider cannot be part of a site",
                &parcels,
            ),
            SiteError::Retired(parcels) => of(
                ErrorCode::SiteRetiredParcel,
                "The county no longer has",
                &parcels,
            ),
            SiteError::Apart(parcels) => of(
                ErrorCode::SiteNotAdjoining,
                "These parcels do not adjoin the others",
                &parcels,
            ),
            SiteError::Assemblage(error) => error.into(),
            SiteError::Database(error) => error.into(),
        }
    }
}

/// The problem with the numbers in its sentence and the identities beside it.
fn of(code: ErrorCode, sentence: &str, parcels: &[Named]) -> ApiError {
    let numbers = parcels.iter().map(|Named(_, number)| number.as_str());
    let shown: Vec<&str> = numbers.take(LISTED).collect();
    let more = match parcels.len().saturating_sub(LISTED) {
        0 => String::new(),
        more => format!(" and {more} more"),
    };
    let message = format!("{sentence}: {}{more}.", shown.join(", "));
    ApiError::new(code, message).with("ll_uuids", listed(parcels.iter().map(|Named(id, _)| id)))
}

fn listed<'a>(ids: impl Iterator<Item = &'a ParcelUuid>) -> Value {
    ids.map(|id| id.0.to_string()).collect()
}
