//! The work on runs.

use domain::ParcelUuid;

use super::api::result_dto::{SearchList, SearchResult};
use super::error::SearchError;
use super::row::SearchRow;
use crate::state::AppState;

/// Ranks of a run.
#[derive(Debug)]
pub struct Ranks {
    /// The best first, at most 10,000.
    pub best: Vec<ParcelUuid>,
    pub data_hash: String,
}

/// Ranks the area of a run again.
pub(super) async fn rank_again(_state: &AppState, run: &SearchRow) -> Result<Ranks, SearchError> {
    Err(SearchError::NoResult(run.state.as_str()))
}

/// Judges a parcel by the criteria of a run.
pub(super) async fn judge_parcel(
    _state: &AppState,
    _run: &SearchRow,
    _parcel: ParcelUuid,
) -> Result<(Option<SearchList>, SearchResult), SearchError> {
    Err(SearchError::NoParcel)
}
