//! Request and response bodies of parcel changes.

use chrono::{DateTime, NaiveDate, Utc};
use domain::{ParcelUuid, ProjectId, SavedSearchId};
use serde::{Deserialize, Serialize};
use serde_json::Value;
use utoipa::{IntoParams, ToSchema};

use super::domain::{DigestFrequency, FactChange, HeldAs, MatchedChanges};
use super::matches::MatchRow;
use super::store::ChangeRow;

/// Filters and paging.
#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct ParcelChangesQuery {
    /// Only parcels that this project had.
    pub project_id: Option<ProjectId>,
    /// Only those that the signed-in person has not read.
    pub unread: Option<bool>,
    /// Page size (1 to 200); defaults to 50.
    pub limit: Option<i64>,
    /// `next_cursor` of the previous page.
    pub cursor: Option<String>,
}

/// A project that had the parcel when it changed.
#[derive(Debug, Serialize, Deserialize, ToSchema)]
pub struct HoldingProject {
    pub project_id: ProjectId,
    pub project_name: String,
    pub held_as: HeldAs,
    /// The site through which the project has the parcel, as a parcel; null if it has the parcel itself.
    #[serde(default)]
    #[schema(required = true)]
    pub site_id: Option<ParcelUuid>,
    /// Name of the site, else its number.
    #[serde(default)]
    #[schema(required = true)]
    pub site_name: Option<String>,
}

impl HoldingProject {
    /// The project's name, with the site that has the parcel, and whether it discarded the parcel.
    pub fn words(&self) -> String {
        match self.held_as {
            HeldAs::Saved => match &self.site_name {
                Some(site) => format!("site {site} of {}", self.project_name),
                None => self.project_name.clone(),
            },
            HeldAs::Discarded => format!("{} (discarded)", self.project_name),
        }
    }
}

/// What an import changed of a parcel.
#[derive(Debug, Serialize, ToSchema)]
pub struct ParcelChange {
    /// Increases with each change.
    pub change_id: i64,
    /// The parcel's identity.
    pub ll_uuid: ParcelUuid,
    /// State and county, five digits.
    pub county_fips: String,
    /// Parcel number within its county.
    pub parcelnumb: String,
    #[schema(required = true)]
    pub address: Option<String>,
    /// At least one.
    #[schema(value_type = Vec<FactChange>)]
    pub changes: Value,
    /// At least one, by name.
    #[schema(value_type = Vec<HoldingProject>)]
    pub projects: Value,
    /// Publisher of the imported data.
    pub source: String,
    /// Date of the imported data.
    #[schema(required = true)]
    pub source_date: Option<NaiveDate>,
    /// True if the import was undone: `before` is what it had said.
    pub is_undone: bool,
    /// When the import was switched in, or undone.
    pub changed_at: DateTime<Utc>,
    /// Whether the signed-in person has read it.
    pub is_read: bool,
}

impl From<ChangeRow> for ParcelChange {
    fn from(row: ChangeRow) -> Self {
        Self {
            change_id: row.change_id,
            ll_uuid: row.ll_uuid,
            county_fips: row.county_fips,
            parcelnumb: row.parcelnumb,
            address: row.address,
            changes: row.changes,
            projects: row.projects,
            source: row.source,
            source_date: row.source_date,
            is_undone: row.is_undone,
            changed_at: row.changed_at,
            is_read: row.is_read,
        }
    }
}

/// Changes, newest first.
#[derive(Debug, Serialize, ToSchema)]
pub struct ParcelChangesResponse {
    pub parcel_changes: Vec<ParcelChange>,
    /// Pass it as `cursor` for the next page; null at the end.
    #[schema(required = true)]
    pub next_cursor: Option<String>,
    /// Changes of all projects that the signed-in person has not read.
    pub unread: i64,
}

/// Paging of what newly matches saved searches.
#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct SearchMatchesQuery {
    /// Only those that the signed-in person has not read.
    pub unread: Option<bool>,
    /// Page size (1 to 200); defaults to 50.
    pub limit: Option<i64>,
    /// `next_cursor` of the previous page.
    pub cursor: Option<String>,
}

/// How many parcels newly matched a saved search after an import, and what changed of those that matched before.
#[derive(Debug, Serialize, ToSchema)]
pub struct SearchMatch {
    /// Increases; numbered with the changes of parcels.
    pub match_id: i64,
    pub search_id: SavedSearchId,
    /// The search's name of today.
    pub search_name: String,
    /// Whether the search was changed after the import: the parcels matched it as it was.
    pub is_search_changed: bool,
    pub project_id: ProjectId,
    pub project_name: String,
    /// Parcels that were new or changed by the import, match, and did not match before it; 0 only if others changed.
    pub parcels: i64,
    /// Parcels that matched before the import, by what it changed of them.
    pub changed: MatchedChanges,
    /// Publisher of the imported data.
    pub source: String,
    /// Date of the imported data.
    #[schema(required = true)]
    pub source_date: Option<NaiveDate>,
    /// True if the import was undone: the parcels are no longer new, and the changes are taken back.
    pub is_undone: bool,
    /// When the import was switched in, or undone.
    pub changed_at: DateTime<Utc>,
    /// Whether the signed-in person has read it.
    pub is_read: bool,
}

impl From<MatchRow> for SearchMatch {
    fn from(row: MatchRow) -> Self {
        Self {
            changed: row.changed(),
            match_id: row.match_id,
            search_id: row.search_id,
            search_name: row.search_name,
            is_search_changed: row.is_search_changed,
            project_id: row.project_id,
            project_name: row.project_name,
            parcels: row.parcels,
            source: row.source,
            source_date: row.source_date,
            is_undone: row.is_undone,
            changed_at: row.changed_at,
            is_read: row.is_read,
        }
    }
}

/// What newly matched, newest first.
#[derive(Debug, Serialize, ToSchema)]
pub struct SearchMatchesResponse {
    pub search_matches: Vec<SearchMatch>,
    /// Pass it as `cursor` for the next page; null at the end.
    #[schema(required = true)]
    pub next_cursor: Option<String>,
    /// Entries that the signed-in person has not read.
    pub unread: i64,
}

/// Up to which change everything is read.
#[derive(Debug, Deserialize, ToSchema)]
pub struct ReadParcelChangesRequest {
    /// The newest change, or `match_id` of what newly matches a search, that was shown.
    pub change_id: i64,
}

/// What is left.
#[derive(Debug, Serialize, ToSchema)]
pub struct ReadParcelChangesResponse {
    /// Changes that the signed-in person has not read.
    pub unread: i64,
    /// Entries about saved searches that the signed-in person has not read.
    pub unread_matches: i64,
}

/// How the signed-in person hears of changes.
#[derive(Debug, Serialize, ToSchema)]
pub struct ParcelWatchSettings {
    pub digest: DigestFrequency,
    /// When the address of the person's feed was made; null if there is none.
    #[schema(required = true)]
    pub feed_created_at: Option<DateTime<Utc>>,
}

/// How often to mail.
#[derive(Debug, Deserialize, ToSchema)]
pub struct UpdateParcelWatchRequest {
    pub digest: DigestFrequency,
}

/// The new feed.
#[derive(Serialize, ToSchema)]
pub struct CreateParcelFeedResponse {
    /// The secret address, for a feed reader; returned only here.
    pub url: String,
    pub feed_created_at: DateTime<Utc>,
}
