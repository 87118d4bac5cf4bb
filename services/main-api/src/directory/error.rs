//! Errors of contacts and companies.

use domain::Invalid;
use http_kit::{ApiError, ErrorCode};

#[derive(Debug, thiserror::Error)]
pub enum DirectoryError {
    /// Also when the contact belongs to another firm.
    #[error("no such contact")]
    NoContact,
    /// Somebody changed it meanwhile; the current version.
    #[error("the contact's version is old")]
    ContactChanged(i64),
    /// Also when the company belongs to another firm.
    #[error("no such company")]
    NoCompany,
    /// Somebody changed it meanwhile; the current version.
    #[error("the company's version is old")]
    CompanyChanged(i64),
    /// The firm already has a company of this name.
    #[error("the company exists")]
    CompanyExists,
    /// The list has another number of contacts than the user saw, if they saw one.
    #[error("the list changed")]
    ListChanged { count: usize, seen: Option<usize> },
    /// As [`Self::ListChanged`], of companies.
    #[error("the list of companies changed")]
    CompanyListChanged { count: usize, seen: Option<usize> },
    /// Field and message.
    #[error("a field is not valid")]
    Field(&'static str, String),
    /// Also when it was undone, or can no longer be.
    #[error("no such command")]
    NoCommand,
    /// As [`Self::NoCommand`], of companies.
    #[error("no such command of companies")]
    NoCompanyCommand,
    #[error("the database failed")]
    Database(#[source] diesel::result::Error),
}

impl DirectoryError {
    /// Tags of a change that are not valid.
    pub fn tags(invalid: Invalid) -> Self {
        Self::Field("change.tags", invalid.sentence().to_owned())
    }
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
            DirectoryError::ContactChanged(version) => Self::new(
                ErrorCode::ContactChanged,
                "Someone else has changed this contact. Please look at it again.",
            )
            .with("version", version),
            DirectoryError::NoCompany => {
                Self::new(ErrorCode::CompanyNotFound, "Company not found.")
            }
            DirectoryError::CompanyChanged(version) => Self::new(
                ErrorCode::CompanyChanged,
                "Someone else has changed this company. Please look at it again.",
            )
            .with("version", version),
            DirectoryError::ListChanged { count, seen } => {
                let of = if count == 1 { "contact" } else { "contacts" };
                Self::new(ErrorCode::ContactListChanged, list_changed(of, count, seen))
                    .with("count", count)
            }
            DirectoryError::CompanyListChanged { count, seen } => {
                let of = if count == 1 { "company" } else { "companies" };
                Self::new(ErrorCode::CompanyListChanged, list_changed(of, count, seen))
                    .with("count", count)
            }
            DirectoryError::Field(name, sentence) => Self::invalid(name, sentence),
            DirectoryError::NoCommand => Self::new(
                ErrorCode::ContactCommandNotFound,
                "This change can no longer be undone.",
            ),
            DirectoryError::NoCompanyCommand => Self::new(
                ErrorCode::CompanyCommandNotFound,
                "This change can no longer be undone.",
            ),
            DirectoryError::Database(error) => error.into(),
        }
    }
}

fn list_changed(of: &str, count: usize, seen: Option<usize>) -> String {
    match seen {
        Some(seen) => format!("{count} {of} now, {seen} when you looked."),
        None => format!("{count} {of} match."),
    }
}
