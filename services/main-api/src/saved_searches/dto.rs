//! Request and response bodies of saved searches.

use chrono::{DateTime, Utc};
use domain::{ProjectId, SavedSearchId};
use serde::{Deserialize, Serialize};
use serde_json::Value;
use utoipa::{IntoParams, ToSchema};

use super::store::SearchRow;

/// A GeoJSON Polygon or `MultiPolygon`, longitude and latitude.
#[derive(Debug, Clone, PartialEq, Deserialize, Serialize, ToSchema)]
#[serde(tag = "type", content = "coordinates")]
pub enum SavedArea {
    Polygon(Vec<Vec<Vec<f64>>>),
    MultiPolygon(Vec<Vec<Vec<Vec<f64>>>>),
}

/// What is searched for, and where.
#[derive(Debug, Deserialize, ToSchema)]
pub struct SearchFields {
    /// Unique in the project.
    #[schema(example = "Vacant land above 5 acres", min_length = 1, max_length = 80)]
    pub name: String,
    /// CQL2 text over the queryables of parcel-lookup's OGC collection `parcels`.
    #[schema(example = "ll_gisacre >= 5", max_length = 8000)]
    pub filter: String,
    /// Everywhere if absent.
    #[serde(default)]
    pub area: Option<SavedArea>,
}

/// A new search of a project.
#[derive(Debug, Deserialize, ToSchema)]
pub struct CreateSavedSearchRequest {
    pub project_id: ProjectId,
    #[serde(flatten)]
    pub fields: SearchFields,
}

/// A search as it is to be.
#[derive(Debug, Deserialize, ToSchema)]
pub struct UpdateSavedSearchRequest {
    pub search_id: SavedSearchId,
    /// The version that was changed; without it the last change wins.
    #[serde(default)]
    pub version: Option<i64>,
    #[serde(flatten)]
    pub fields: SearchFields,
}

/// Names a search.
#[derive(Debug, Deserialize, ToSchema, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct SavedSearchQuery {
    pub search_id: SavedSearchId,
}

/// A search of a project.
#[derive(Debug, Serialize, ToSchema)]
pub struct SavedSearch {
    pub search_id: SavedSearchId,
    pub project_id: ProjectId,
    pub name: String,
    /// CQL2 text.
    pub filter: String,
    /// Null for everywhere.
    #[schema(value_type = Option<SavedArea>, required = true)]
    pub area: Option<Value>,
    pub version: i64,
    /// Name of the person.
    #[schema(example = "Ana Diaz")]
    pub created_by: String,
    pub created_at: DateTime<Utc>,
    pub updated_at: DateTime<Utc>,
    /// When the signed-in person last looked at what it finds; null before the first time.
    #[schema(required = true)]
    pub last_looked_at: Option<DateTime<Utc>>,
}

impl From<SearchRow> for SavedSearch {
    fn from(row: SearchRow) -> Self {
        Self {
            search_id: row.search_id,
            project_id: row.project_id,
            name: row.name,
            filter: row.filter,
            area: row.area,
            version: row.version,
            created_by: row.created_by,
            created_at: row.created_at,
            updated_at: row.updated_at,
            last_looked_at: row.last_looked_at,
        }
    }
}

/// The searches of a project, by name.
#[derive(Debug, Serialize, ToSchema)]
pub struct SavedSearchesResponse {
    pub saved_searches: Vec<SavedSearch>,
}
