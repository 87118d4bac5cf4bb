//! What can go wrong with a project.

use http_kit::{ApiError, ErrorCode};

/// A failure of a project call.
#[derive(Debug, thiserror::Error)]
pub enum ProjectError {
    /// It does not exist, or belongs to another firm.
    #[error("no such project")]
    NotFound,
    /// A state, county, market or submarket that does not exist or does not belong together.
    #[error("unknown place")]
    Place {
        /// The field at fault.
        field: &'static str,
        /// What to tell the user.
        sentence: &'static str,
    },
    /// The database failed.
    #[error("the database failed")]
    Database(#[from] diesel::result::Error),
}

impl From<ProjectError> for ApiError {
    fn from(error: ProjectError) -> Self {
        match error {
            ProjectError::NotFound => {
                ApiError::new(ErrorCode::ProjectNotFound, "Project not found.")
            }
            ProjectError::Place { field, sentence } => {
                ApiError::invalid(field, sentence).code(ErrorCode::PlaceInvalid)
            }
            ProjectError::Database(error) => error.into(),
        }
    }
}
