//! Bodies of changes of several projects.

use domain::{ProjectId, UserId};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::field;

/// Changes of name, description, status, category, progress, tags and person, each of one project.
#[derive(Debug, Deserialize, ToSchema)]
pub struct ChangeProjectsRequest {
    #[schema(min_items = 1, max_items = 500)]
    pub changes: Vec<ProjectChange>,
}

/// A change of one project; what is absent stays.
#[derive(Debug, Deserialize, ToSchema)]
pub struct ProjectChange {
    pub project_id: ProjectId,
    #[serde(default)]
    #[schema(example = "North gate", max_length = 200)]
    pub project_name: Option<String>,
    /// Empty: the default text.
    #[serde(default)]
    #[schema(max_length = 4000)]
    pub description: Option<String>,
    #[serde(default)]
    #[schema(example = "review", max_length = 40)]
    pub status: Option<String>,
    #[serde(default)]
    #[schema(example = "Site Selection", max_length = 120)]
    pub category: Option<String>,
    /// Percent.
    #[serde(default)]
    #[schema(minimum = 0, maximum = 100)]
    pub progress: Option<i32>,
    /// Adds tags to those that the project has: 20 at most, 40 characters each, without commas.
    #[serde(default)]
    #[schema(max_items = 20)]
    pub add_tags: Vec<String>,
    /// Removes tags, in upper or lower case.
    #[serde(default)]
    #[schema(max_items = 20)]
    pub remove_tags: Vec<String>,
    /// Sets the tags, comma-separated; none when null. For undoing.
    #[serde(default, deserialize_with = "field::given")]
    #[schema(value_type = Option<String>)]
    pub tags: Option<Option<String>>,
    /// Sets who is responsible: a person of the firm, or nobody when null.
    #[serde(default, deserialize_with = "field::given")]
    #[schema(value_type = Option<Uuid>)]
    pub assigned_to: Option<Option<UserId>>,
    /// The change is made only while the project is so. For undoing: what was `after`.
    #[serde(default)]
    pub expected: Option<Labels>,
}

/// Name, description, status, category, progress, tags and person of a project.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, ToSchema)]
pub struct Labels {
    #[schema(example = "North gate")]
    pub project_name: String,
    #[serde(default)]
    #[schema(required = true)]
    pub description: String,
    #[schema(example = "active")]
    pub status: String,
    #[schema(example = "Site Selection")]
    pub category: String,
    /// Percent.
    #[serde(default)]
    #[schema(required = true)]
    pub progress: i32,
    /// Comma-separated words.
    #[serde(default)]
    #[schema(required = true)]
    pub tags: Option<String>,
    /// Who is responsible.
    #[serde(default)]
    #[schema(required = true)]
    pub assigned_to: Option<UserId>,
    #[serde(default)]
    #[schema(required = true)]
    pub assigned_to_name: Option<String>,
}

/// What became of changes of projects.
#[derive(Debug, Default, Serialize, ToSchema)]
pub struct ChangedProjects {
    pub changed: Vec<ChangedProject>,
    /// Projects that do not exist, or that are no longer as `expected`.
    pub left: Vec<ProjectId>,
}

#[derive(Debug, Serialize, ToSchema)]
pub struct ChangedProject {
    pub project_id: ProjectId,
    pub before: Labels,
    pub after: Labels,
}
