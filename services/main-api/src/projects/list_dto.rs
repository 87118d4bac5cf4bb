//! Request and response of the project list.

use domain::ProjectId;
use list_file::ListFormat;
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

use super::dto::Project;
use crate::assignee::Assignee;
use crate::markets::dto::State;

/// Sort order; `-` is descending.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub enum ProjectSort {
    #[serde(rename = "created")]
    Created,
    #[default]
    #[serde(rename = "-created")]
    CreatedDescending,
    #[serde(rename = "name")]
    Name,
    #[serde(rename = "-name")]
    NameDescending,
    #[serde(rename = "progress")]
    Progress,
    #[serde(rename = "-progress")]
    ProgressDescending,
}

/// Filters, sorting and paging.
#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct ProjectsQuery {
    /// Page size (1 to 200); all of them when absent.
    pub limit: Option<i64>,
    /// `next_cursor` of the previous page.
    pub cursor: Option<String>,
    /// Words, each contained in the name, description, type or place.
    pub q: Option<String>,
    /// Only this status.
    pub status: Option<String>,
    /// Only this project type.
    pub category: Option<String>,
    /// Only this state, by its two-digit FIPS code.
    pub state: Option<String>,
    /// Only projects with this tag, in upper or lower case.
    pub tag: Option<String>,
    /// Only projects that this person is responsible for: a user's id, or `none`.
    pub assigned_to: Option<Assignee>,
    /// Sort order; `-created` when absent.
    #[serde(default)]
    #[param(inline)]
    pub sort: ProjectSort,
}

/// Which projects of the list; those that match all of it.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct ProjectListFilter {
    /// Words, as `q` of the list.
    #[serde(default)]
    pub q: Option<String>,
    /// Of this status.
    #[serde(default)]
    pub status: Option<String>,
    /// Of this project type.
    #[serde(default)]
    pub category: Option<String>,
    /// In this state, by its two-digit FIPS code.
    #[serde(default)]
    pub state: Option<String>,
    /// With this tag, in upper or lower case.
    #[serde(default)]
    pub tag: Option<String>,
    /// That this person is responsible for: a user's id, or `none`.
    #[serde(default)]
    pub assigned_to: Option<Assignee>,
}

/// Which projects: those with these ids, or all that match the filter.
#[derive(Debug, Deserialize, ToSchema)]
pub struct ExportProjectsRequest {
    pub format: ListFormat,
    /// 50,000 at most.
    #[serde(default)]
    #[schema(max_items = 50_000)]
    pub project_ids: Option<Vec<ProjectId>>,
    /// Used without `project_ids`; 100,000 projects at most may match.
    #[serde(default)]
    pub filter: Option<ProjectListFilter>,
    /// Order of the rows; `-created` when absent.
    #[serde(default)]
    #[schema(inline)]
    pub sort: Option<ProjectSort>,
}

/// Projects of the firm in the requested order.
#[derive(Debug, Serialize, ToSchema)]
pub struct ProjectsResponse {
    pub projects: Vec<Project>,
    /// Pass it as `cursor` for the next page; null at the end.
    #[schema(required = true)]
    pub next_cursor: Option<String>,
    /// Number of rows on all pages.
    #[schema(required = true)]
    pub total: Option<usize>,
    /// Figures of all pages; on the first page only.
    #[schema(required = true)]
    pub totals: Option<ProjectTotals>,
}

/// Figures of projects.
#[derive(Debug, Clone, Copy, Serialize, ToSchema, diesel::Queryable)]
pub struct ProjectTotals {
    pub count: i64,
    /// Number of parcels in these projects.
    pub property_count: i64,
    /// Average progress in percent, rounded; null without projects.
    #[schema(required = true)]
    pub progress: Option<i32>,
}

/// Values of `status`, `category`, `state` and `tag` that occur, sorted; the 200 most frequent of each.
#[derive(Debug, Serialize, ToSchema)]
pub struct ProjectFilters {
    pub statuses: Vec<String>,
    pub categories: Vec<String>,
    pub states: Vec<State>,
    /// In lower case.
    pub tags: Vec<String>,
}
