//! Request and response bodies of the dashboard endpoints.

use chrono::{DateTime, Utc};
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

/// An action by a user of the firm.
#[derive(Debug, Serialize, ToSchema)]
pub struct ActivityItem {
    /// Increases with each activity.
    pub id: i64,
    /// `project.created`, `marker.added`, …
    pub kind: String,
    /// Text for the screen.
    pub text: String,
    pub at: DateTime<Utc>,
    /// Name of the user; null when it followed from what somebody outside the firm did, or from a date.
    #[schema(required = true)]
    pub actor: Option<String>,
    /// Path of the screen that shows it.
    #[schema(required = true)]
    pub link: Option<String>,
}

/// Key figures of the firm.
#[derive(Debug, Serialize, ToSchema)]
pub struct Dashboard {
    pub total_contacts: i64,
    pub companies: i64,
    /// Projects with status `active`, as many as the list of projects has with this filter.
    pub active_projects: i64,
    /// Percent change of projects and properties added in the last 30 days against the 30 before;
    /// null when nothing was added before.
    #[schema(required = true)]
    pub growth_rate: Option<f64>,
    /// The ten newest.
    pub recent_activity: Vec<ActivityItem>,
}

/// Filters and paging.
#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct ActivityQuery {
    /// Page size (1 to 200); defaults to 50.
    pub limit: Option<i64>,
    /// `next_cursor` of the previous page.
    pub cursor: Option<String>,
}

/// Activities, newest first.
#[derive(Debug, Serialize, ToSchema)]
pub struct ActivityResponse {
    pub activities: Vec<ActivityItem>,
    /// Pass it as `cursor` for the next page; null at the end.
    #[schema(required = true)]
    pub next_cursor: Option<String>,
}
