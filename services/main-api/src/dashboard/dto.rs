//! Bodies of the dashboard calls, as on the wire.

use chrono::{DateTime, Utc};
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

/// Something that somebody of the firm did.
#[derive(Debug, Serialize, ToSchema)]
pub struct ActivityItem {
    /// Key; newer ones are larger.
    pub id: i64,
    /// What kind: `project.created`, `marker.added`, …
    pub kind: String,
    /// A sentence for the screen.
    pub text: String,
    /// When.
    pub at: DateTime<Utc>,
    /// Path of the screen that shows it.
    #[schema(required = true)]
    pub link: Option<String>,
}

/// The firm's figures.
#[derive(Debug, Serialize, ToSchema)]
pub struct Dashboard {
    /// Contacts.
    pub total_contacts: i64,
    /// Companies.
    pub companies: i64,
    /// Projects with status active.
    pub active_projects: i64,
    /// Percent change of projects and properties added in the last 30 days against the 30 before;
    /// null when nothing was added before.
    #[schema(required = true)]
    pub growth_rate: Option<f64>,
    /// The ten newest.
    pub recent_activity: Vec<ActivityItem>,
}

/// Which activities to list.
#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct ActivityQuery {
    /// Most to answer (1 to 200); 50 when absent.
    pub limit: Option<i64>,
    /// `next_cursor` of the page before.
    pub cursor: Option<String>,
}

/// Activities, newest first.
#[derive(Debug, Serialize, ToSchema)]
pub struct ActivityResponse {
    /// The activities.
    pub activities: Vec<ActivityItem>,
    /// Pass it as `cursor` to go on; null at the end.
    #[schema(required = true)]
    pub next_cursor: Option<String>,
}
