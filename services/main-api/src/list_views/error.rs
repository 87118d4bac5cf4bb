//! Errors of saved views.

use http_kit::{ApiError, ErrorCode};

use super::domain::MAX_VIEWS;

#[derive(Debug, thiserror::Error)]
pub enum ListViewError {
    /// Also when the view belongs to another person or firm.
    #[error("no such view")]
    NotFound,
    /// The firm or the person has a view of this name.
    #[error("the name is taken")]
    NameTaken,
    #[error("too many views")]
    LimitReached,
    /// Someone else changed it; the current version.
    #[error("the version is old")]
    Changed(i64),
    /// A shared view of somebody else.
    #[error("the view is another person's")]
    OfAnother,
    /// The settings are of another list than the view.
    #[error("the view is of another list")]
    OtherPlace,
    #[error("the database failed")]
    Database(#[source] diesel::result::Error),
}

impl From<diesel::result::Error> for ListViewError {
    fn from(error: diesel::result::Error) -> Self {
        match db::violation(&error) {
            Some(violation)
                if matches!(
                    violation.name,
                    "list_views_of_person_once" | "list_views_of_firm_once"
                ) =>
            {
                Self::NameTaken
            }
            _ => Self::Database(error),
        }
    }
}

impl From<ListViewError> for ApiError {
    fn from(error: ListViewError) -> Self {
        match error {
            ListViewError::NotFound => Self::new(ErrorCode::ListViewNotFound, "View not found."),
            ListViewError::NameTaken => Self::new(
                ErrorCode::ListViewNameTaken,
                "This list already has a view with this name.",
            ),
            ListViewError::LimitReached => Self::new(
                ErrorCode::ListViewLimitReached,
                format!(
                    "A list has at most {MAX_VIEWS} views. Delete one that you no longer need."
                ),
            ),
            ListViewError::Changed(version) => Self::new(
                ErrorCode::ListViewChanged,
                "Someone else has changed this view. Please look at it again.",
            )
            .with("version", version),
            ListViewError::OfAnother => Self::new(
                ErrorCode::ListViewOfAnother,
                "Only who made this view, or an admin, can change it. Save it under another name.",
            ),
            ListViewError::OtherPlace => {
                Self::invalid("settings.place", "This view is of another list.")
            }
            ListViewError::Database(error) => error.into(),
        }
    }
}
