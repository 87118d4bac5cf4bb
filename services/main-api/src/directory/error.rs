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
    /// The list has another number of contacts than the user saw, if they saw one.
    #[error("the list changed")]
    ListChanged { count: usize, seen: Option<usize> },
    /// Field and message.
    #[error("a field is not valid")]
    Field(&'static str, String),
    /// Also when it was undone, or can no longer be.
    #[error("no such command")]
    NoCommand,
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
            DirectoryError::ListChanged { count, seen } => {
                Self::new(ErrorCode::ContactListChanged, list_changed(count, seen))
                    .with("count", count)
            }
            DirectoryError::Field(name, sentence) => Self::invalid(name, sentence),
            DirectoryError::NoCommand => Self::new(
                ErrorCode::ContactCommandNotFound,
                "This change can no longer be undone.",
            ),
            DirectoryError::Database(error) => error.into(),
        }
    }
}

fn list_changed(count: usize, seen: Option<usize>) -> String {
    let contacts = if count == 1 { "contact" } else { "contacts" };
    match seen {
        Some(seen) => format!("{count} {contacts} now, {seen} when you looked."),
        None => format!("{count} {contacts} match."),
    }
}
