//! Request and response bodies of saved views.

use chrono::{DateTime, Utc};
use domain::ListViewId;
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

use super::settings::{ListPlace, ViewSettings};

/// Names a list.
#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct ListViewsQuery {
    #[param(inline)]
    pub place: ListPlace,
}

/// A view as it is to be.
#[derive(Debug, Deserialize, ToSchema)]
pub struct ListViewFields {
    /// Unique among the firm's views of the list, or among the person's own.
    #[schema(example = "Brokers in Houston", min_length = 1, max_length = 80)]
    pub name: String,
    /// Whether everyone of the firm has it.
    #[serde(default)]
    pub is_shared: bool,
    pub settings: ViewSettings,
}

/// A changed view.
#[derive(Debug, Deserialize, ToSchema)]
pub struct UpdateListViewRequest {
    pub view_id: ListViewId,
    /// The version that was changed; without it the last change wins.
    #[serde(default)]
    pub version: Option<i64>,
    #[serde(flatten)]
    pub fields: ListViewFields,
}

/// Names a view.
#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct ListViewQuery {
    pub view_id: ListViewId,
}

/// With which view the signed-in person begins.
#[derive(Debug, Deserialize, ToSchema)]
pub struct SetDefaultListViewRequest {
    pub place: ListPlace,
    /// Null for the list without a view.
    #[serde(default)]
    pub view_id: Option<ListViewId>,
}

/// A saved view of a list.
#[derive(Debug, Serialize, ToSchema)]
pub struct ListView {
    pub view_id: ListViewId,
    pub name: String,
    /// Whether everyone of the firm has it; otherwise only the signed-in person.
    pub is_shared: bool,
    /// Null if this release cannot read it: it must not be applied in part, which would show more than was filtered.
    #[schema(required = true)]
    pub settings: Option<ViewSettings>,
    /// Incremented by each change.
    pub version: i64,
    /// Name of the person.
    #[schema(example = "Ana Diaz")]
    pub created_by: String,
    /// Whether the signed-in person may change and delete it: who made it, and admins if it is shared.
    pub may_change: bool,
    /// Whether the signed-in person begins with it.
    pub is_default: bool,
    pub updated_at: DateTime<Utc>,
}

/// The views of a list: the person's own and the firm's, by name.
#[derive(Debug, Serialize, ToSchema)]
pub struct ListViewsResponse {
    pub list_views: Vec<ListView>,
}
