//! Errors of projects.

use http_kit::{ApiError, ErrorCode};

#[derive(Debug, thiserror::Error)]
pub enum ProjectError {
    /// Also when the project belongs to another firm.
    #[error("no such project")]
    NotFound,
    /// A state, county, market or submarket that does not exist or does not match the others.
    #[error("unknown place")]
    Place {
        field: &'static str,
        /// Message for the user.
        sentence: &'static str,
    },
    /// A field of a change, with the message for the user.
    #[error("{0}: {1}")]
    Field(&'static str, String),
    /// Of projects to change, delete or restore.
    #[error("no projects, or too many")]
    Count,
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
            ProjectError::Field(field, sentence) => ApiError::invalid(field, sentence),
            ProjectError::Count => ApiError::invalid(
                "project_ids",
                "Select at least one project, and 500 at most.",
            ),
            ProjectError::Database(error) => error.into(),
        }
    }
}
