//! Why there is no dossier.

use diesel::result::Error;
use domain::ParcelUuid;
use http_kit::{ApiError, ErrorCode};
use rust_xlsxwriter::XlsxError;
use serde_json::Value;
use typeset::TypesetError;

use crate::assemblages::error::AssemblageError;
use crate::buildable::error::BuildableError;
use crate::growth::runs::error::RunError;
use crate::search_runs::SearchError;

#[derive(Debug, thiserror::Error)]
pub enum DossierError {
    /// Also when only another firm bought it.
    #[error("no such parcel")]
    NoParcel(Vec<ParcelUuid>),
    /// Bought by the firm: it may not leave the product.
    #[error("a parcel may not be printed")]
    Licensed(Vec<ParcelUuid>),
    /// The site at this place of the request has parts.
    #[error("the parcels of a site do not adjoin")]
    Apart(usize),
    /// With those of kept sites, the site at this place of the request has more parcels than allowed.
    #[error("a site has too many parcels")]
    TooMany(usize),
    /// Also when the project belongs to another firm.
    #[error("no such project")]
    NoProject,
    #[error("main-api is unavailable: {0}")]
    MainApi(String),
    #[error("property-api is unavailable: {0}")]
    PropertyApi(String),
    #[error(transparent)]
    Invalid(#[from] ApiError),
    #[error(transparent)]
    Growth(#[from] RunError),
    #[error(transparent)]
    Search(#[from] SearchError),
    #[error(transparent)]
    Buildable(#[from] BuildableError),
    #[error(transparent)]
    Assemblage(#[from] AssemblageError),
    #[error(transparent)]
    Typeset(#[from] TypesetError),
    #[error(transparent)]
    Workbook(#[from] XlsxError),
    /// A thread that reads pictures or writes has panicked.
    #[error("the dossier ended unexpectedly")]
    Interrupted(#[from] tokio::task::JoinError),
    #[error(transparent)]
    Database(#[from] Error),
}

impl From<DossierError> for ApiError {
    fn from(error: DossierError) -> Self {
        match error {
            DossierError::NoParcel(ids) => {
                Self::new(ErrorCode::ParcelNotFound, "Parcel not found.")
                    .with("not_found", listed(&ids))
            }
            DossierError::Licensed(ids) => Self::new(
                ErrorCode::DossierLicensedParcel,
                "A parcel was bought from a provider whose licence keeps it in Sitewright. Please leave it out.",
            )
            .with("ll_uuids", listed(&ids)),
            DossierError::Apart(place) => Self::invalid(
                format!("sites[{place}].ll_uuids"),
                "These parcels do not adjoin. Make them sites of their own.",
            ),
            DossierError::TooMany(place) => Self::invalid(
                format!("sites[{place}].ll_uuids"),
                "A site has 1 to 100 parcels.",
            ),
            DossierError::Invalid(error) => error,
            DossierError::NoProject => Self::new(ErrorCode::ProjectNotFound, "Project not found."),
            error @ DossierError::MainApi(_) => Self::new(
                ErrorCode::ProjectUnavailable,
                "The project cannot be read at the moment. Please try again.",
            )
            .caused_by(error),
            error @ DossierError::PropertyApi(_) => Self::new(
                ErrorCode::PropertyServiceUnavailable,
                "Photos and comparable sales cannot be read at the moment. Please try again.",
            )
            .caused_by(error),
            // A run of another firm, one without a result, or a calibration.
            DossierError::Growth(
                error @ (RunError::NotFound | RunError::NoResult(_) | RunError::NoMap),
            ) => Self::invalid("growth_run_id", error.to_string()),
            DossierError::Growth(error) => error.into(),
            DossierError::Search(error @ (SearchError::NotFound | SearchError::NoResult(_))) => {
                Self::invalid("search_run_id", error.to_string())
            }
            DossierError::Search(error) => error.into(),
            DossierError::Buildable(error) => error.into(),
            DossierError::Assemblage(error) => error.into(),
            error @ (DossierError::Typeset(_)
            | DossierError::Workbook(_)
            | DossierError::Interrupted(_)) => Self::internal(error),
            DossierError::Database(error) => error.into(),
        }
    }
}

fn listed(ids: &[ParcelUuid]) -> Value {
    ids.iter().map(|id| id.0.to_string()).collect()
}
