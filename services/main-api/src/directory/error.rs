//! Errors of contacts and companies.

use http_kit::{ApiError, ErrorCode};

#[derive(Debug, thiserror::Error)]
pub enum DirectoryError {
    /// Also when the contact belongs to another firm.
    #[error("no such contact")]
    NoContact,
    /// The firm already has a company of this name.
    #[error("the company exists")]
    CompanyExists,
    #[error("the database failed")]
    Database(#[source] diesel::result::Error),
}

impl From<diesel::result::Error> for DirectoryError {
    fn from(error: diesel::result::Error) -> Self {
        match db::violation(&error) {
            Some(violation) if violation.name == "companies_name_unique" => Self::CompanyExists,
            _ => Self::Database(error),
        }
    }
}

impl From<DirectoryError> for ApiError {
    fn from(error: DirectoryError) -> Self {
        match error {
            DirectoryError::NoContact => {
                Self::new(ErrorCode::ContactNotFound, "Contact not found.")
            }
            DirectoryError::CompanyExists => Self::new(
                ErrorCode::CompanyExists,
                "A company with this name already exists.",
            ),
            DirectoryError::Database(error) => error.into(),
        }
    }
}
