//! Errors of assemblages.

use std::fmt::Write as _;

use db::DatabaseFault;
use diesel::result::Error;
use domain::ParcelUuid;
use http_kit::{ApiError, ErrorCode};
use ogc_features::ReadError;
use site_search::with_commas;

use super::domain::MAX_AREA;
use crate::search_runs::SearchError;
use crate::selections::SelectionError;

#[derive(Debug, thiserror::Error)]
pub enum AssemblageError {
    #[error(
        "more parcels of the area match, or are around those that may be part of a site, than can be read"
    )]
    TooLarge,
    #[error("more parcels of the area may be part of a site than can be compared")]
    TooMany(Narrowing),
    /// There are so many corners that finding which parcels adjoin was ended.
    #[error("finding which parcels adjoin took too long")]
    TooSlow,
    #[error("no such parcel")]
    NoParcel(Vec<ParcelUuid>),
    #[error(transparent)]
    Selection(#[from] SelectionError),
    /// Of the criteria, and of reading the facts that they ask for.
    #[error(transparent)]
    Criteria(#[from] SearchError),
    /// The thread that searches has panicked.
    #[error("the search ended unexpectedly")]
    Interrupted(#[from] tokio::task::JoinError),
    #[error(transparent)]
    Read(#[from] ReadError),
}

/// How many parcels of an area may be part of a site, and what would leave fewer.
#[derive(Debug)]
pub struct Narrowing {
    pub left: usize,
    pub of: usize,
    /// The requirement that leaves the fewest, in words, with how many it leaves alone.
    pub gate: Option<(String, usize)>,
    /// The use of most of those left, if it is of few enough, with their number.
    pub use_class: Option<(String, usize)>,
}

impl Narrowing {
    fn sentence(&self) -> String {
        let written = |number: usize| with_commas(number as u64);
        let mut sentence = format!(
            "{} of {} parcels of this area may be part of such a site, and at most {} can be compared",
            written(self.left),
            written(self.of),
            written(MAX_AREA),
        );
        if let Some((gate, left)) = &self.gate {
            let _ = write!(sentence, ": {gate} alone leaves {}", written(*left));
        }
        sentence.push_str(". ");
        if let Some((class, left)) = &self.use_class {
            let left = written(*left);
            let _ = write!(
                sentence,
                "A requirement on use would narrow it: {left} are {class}. "
            );
        }
        sentence.push_str("Narrow the requirements or the filter, ask for more land or fewer owners, or choose a smaller area.");
        sentence
    }
}

impl From<Error> for AssemblageError {
    fn from(error: Error) -> Self {
        Self::Read(error.into())
    }
}

impl DatabaseFault for AssemblageError {
    fn database_error(&self) -> Option<&Error> {
        match self {
            Self::Read(error) => error.database_error(),
            Self::Selection(error) => error.database_error(),
            Self::Criteria(error) => error.database_error(),
            _ => None,
        }
    }
}

impl From<AssemblageError> for ApiError {
    fn from(error: AssemblageError) -> Self {
        match error {
            AssemblageError::TooLarge => Self::new(
                ErrorCode::SelectionTooLarge,
                "This area has too many parcels to be searched. Choose a smaller area, or use a filter.",
            ),
            AssemblageError::TooMany(narrowing) => {
                Self::new(ErrorCode::SelectionTooLarge, narrowing.sentence())
                    .with("limit", MAX_AREA)
                    .with("left", narrowing.left)
            }
            AssemblageError::TooSlow => Self::new(
                ErrorCode::FilterTooSlow,
                "Finding which of these parcels adjoin takes too long. Choose a smaller area.",
            ),
            AssemblageError::NoParcel(missing) => {
                let missing: Vec<String> = missing.iter().map(|id| id.0.to_string()).collect();
                Self::new(ErrorCode::ParcelNotFound, "Parcel not found.").with("not_found", missing)
            }
            AssemblageError::Selection(error) => error.into(),
            AssemblageError::Criteria(error) => error.into(),
            AssemblageError::Interrupted(error) => Self::internal(error),
            AssemblageError::Read(error) => error.into(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_refusal_says_how_many_are_left_and_what_would_leave_fewer() {
        let narrowing = Narrowing {
            left: 31_204,
            of: 94_112,
            gate: Some(("use".to_owned(), 45_000)),
            use_class: Some(("vacant".to_owned(), 3_912)),
        };
        let sentence = narrowing.sentence();
        let begin = "31,204 of 94,112 parcels of this area may be part of such a site, and at most 20,000 can be compared: use alone leaves \
            45,000. A requirement on use would narrow it: 3,912 are vacant. Narrow";
        assert!(sentence.starts_with(begin), "{sentence}");
        let plain = Narrowing {
            gate: None,
            use_class: None,
            ..narrowing
        };
        assert!(plain.sentence().contains("can be compared. Narrow"));
    }
}
