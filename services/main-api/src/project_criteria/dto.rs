//! Request and response bodies of the criteria endpoints.

use chrono::{DateTime, Utc};
use domain::ProjectId;
use serde::{Deserialize, Serialize};
use site_search::{Criteria, NotJudged};
use utoipa::ToSchema;

/// The criteria to save.
#[derive(Debug, Deserialize, ToSchema)]
pub struct UpdateProjectCriteriaRequest {
    pub project_id: ProjectId,
    pub criteria: Criteria,
    /// The version that was edited; 409 if it is no longer the current one. Absent: whichever is.
    #[serde(default)]
    pub version: Option<i64>,
}

/// Criteria of a project category.
#[derive(Debug, Serialize, ToSchema)]
pub struct CriteriaPreset {
    #[schema(example = "Site Selection - Industrial/Logistics")]
    pub category: String,
    pub criteria: Criteria,
}

/// The criteria of a project.
#[derive(Debug, Serialize, ToSchema)]
pub struct ProjectCriteriaResponse {
    pub project_id: ProjectId,
    pub criteria: Criteria,
    /// Whether none were saved: these are the preset with the project's own fields.
    pub is_preset: bool,
    /// The category whose preset they are; null when saved.
    #[schema(required = true)]
    pub preset_of: Option<String>,
    /// Null if none were saved.
    #[schema(required = true)]
    pub updated_at: Option<DateTime<Utc>>,
    /// Name of the person who saved them; null if none were saved.
    #[schema(required = true, example = "Ana Diaz")]
    pub updated_by: Option<String>,
    /// Incremented by each change; 0 if none were saved.
    pub version: i64,
    /// The presets of all categories.
    pub presets: Vec<CriteriaPreset>,
    /// The project's fields that no criterion judges, or not wholly.
    pub not_judged: Vec<NotJudged>,
}
