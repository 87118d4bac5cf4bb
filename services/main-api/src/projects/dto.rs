//! Request and response bodies of the project endpoints.

use bigdecimal::BigDecimal;
use chrono::{DateTime, Utc};
use domain::{MarketId, ProjectId, SubmarketId, UserId};
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

use crate::field;

/// The fields of the project form. Numbers may be sent as text; empty text and null mean "none".
#[derive(Debug, Clone, Default, PartialEq, Deserialize, ToSchema)]
pub struct ProjectFields {
    /// Required. A `--test-url` in it (any case) is removed and sets `use_test_webhook`.
    #[serde(default, deserialize_with = "field::null_as_default")]
    #[schema(required = true, max_length = 200, example = "North Houston logistics")]
    pub project_name: String,
    /// Required: the project type.
    #[serde(default, deserialize_with = "field::null_as_default")]
    #[schema(
        required = true,
        max_length = 120,
        example = "Site Selection - Industrial/Logistics"
    )]
    pub category: String,
    /// Defaults to 'No description provided'.
    #[serde(default)]
    #[schema(max_length = 4000)]
    pub description: Option<String>,
    /// Required: two-digit state code.
    #[serde(default, deserialize_with = "field::null_as_default")]
    #[schema(required = true, example = "48")]
    pub state: String,
    /// Three-digit county code within the state.
    #[serde(default)]
    #[schema(example = "201")]
    pub county: Option<String>,
    #[serde(default, deserialize_with = "field::id")]
    pub market: Option<MarketId>,
    #[serde(default, deserialize_with = "field::id")]
    pub submarket: Option<SubmarketId>,
    /// Industrial, Office or Retail.
    #[serde(default)]
    #[schema(example = "Industrial")]
    pub market_type: Option<String>,
    /// Square feet.
    #[serde(default, deserialize_with = "field::decimal")]
    #[schema(value_type = Option<f64>)]
    pub bldg_sqft_min: Option<BigDecimal>,
    /// Square feet.
    #[serde(default, deserialize_with = "field::decimal")]
    #[schema(value_type = Option<f64>)]
    pub bldg_sqft_max: Option<BigDecimal>,
    /// Acres.
    #[serde(default, deserialize_with = "field::decimal")]
    #[schema(value_type = Option<f64>)]
    pub site_size_min: Option<BigDecimal>,
    /// Acres.
    #[serde(default, deserialize_with = "field::decimal")]
    #[schema(value_type = Option<f64>)]
    pub site_size_max: Option<BigDecimal>,
    /// Feet.
    #[serde(default, deserialize_with = "field::decimal")]
    #[schema(value_type = Option<f64>)]
    pub clear_height: Option<BigDecimal>,
    /// Defaults to 'None'.
    #[serde(default)]
    pub additional_filter: Option<String>,
    /// Defaults to 'active'.
    #[serde(default)]
    pub status: Option<String>,
    /// Percent; defaults to 20.
    #[serde(default)]
    pub progress: Option<i32>,
    /// Webhooks of this project go to the operator's test URL.
    #[serde(default, deserialize_with = "field::null_as_default")]
    pub use_test_webhook: bool,
}

/// Changes of a project: an absent field stays unchanged; null or empty clears it.
#[derive(Debug, Deserialize, ToSchema)]
pub struct UpdateProjectRequest {
    pub project_id: ProjectId,
    #[serde(default, deserialize_with = "field::given")]
    #[schema(value_type = Option<String>)]
    pub project_name: Option<Option<String>>,
    /// The project type.
    #[serde(default, deserialize_with = "field::given")]
    #[schema(value_type = Option<String>)]
    pub category: Option<Option<String>>,
    /// Null or empty: the default text.
    #[serde(default, deserialize_with = "field::given")]
    #[schema(value_type = Option<String>)]
    pub description: Option<Option<String>>,
    /// Two-digit state code.
    #[serde(default, deserialize_with = "field::given")]
    #[schema(value_type = Option<String>)]
    pub state: Option<Option<String>>,
    /// Three-digit county code.
    #[serde(default, deserialize_with = "field::given")]
    #[schema(value_type = Option<String>)]
    pub county: Option<Option<String>>,
    #[serde(default, deserialize_with = "field::given_id")]
    #[schema(value_type = Option<MarketId>)]
    pub market: Option<Option<MarketId>>,
    #[serde(default, deserialize_with = "field::given_id")]
    #[schema(value_type = Option<SubmarketId>)]
    pub submarket: Option<Option<SubmarketId>>,
    /// Industrial, Office or Retail.
    #[serde(default, deserialize_with = "field::given")]
    #[schema(value_type = Option<String>)]
    pub market_type: Option<Option<String>>,
    /// Square feet.
    #[serde(default, deserialize_with = "field::given_decimal")]
    #[schema(value_type = Option<f64>)]
    pub bldg_sqft_min: Option<Option<BigDecimal>>,
    /// Square feet.
    #[serde(default, deserialize_with = "field::given_decimal")]
    #[schema(value_type = Option<f64>)]
    pub bldg_sqft_max: Option<Option<BigDecimal>>,
    /// Acres.
    #[serde(default, deserialize_with = "field::given_decimal")]
    #[schema(value_type = Option<f64>)]
    pub site_size_min: Option<Option<BigDecimal>>,
    /// Acres.
    #[serde(default, deserialize_with = "field::given_decimal")]
    #[schema(value_type = Option<f64>)]
    pub site_size_max: Option<Option<BigDecimal>>,
    /// Feet.
    #[serde(default, deserialize_with = "field::given_decimal")]
    #[schema(value_type = Option<f64>)]
    pub clear_height: Option<Option<BigDecimal>>,
    /// Null or empty: 'None'.
    #[serde(default, deserialize_with = "field::given")]
    #[schema(value_type = Option<String>)]
    pub additional_filter: Option<Option<String>>,
    /// Null or empty: 'active'.
    #[serde(default, deserialize_with = "field::given")]
    #[schema(value_type = Option<String>)]
    pub status: Option<Option<String>>,
    /// Percent.
    #[serde(default, deserialize_with = "field::given")]
    #[schema(value_type = Option<i32>)]
    pub progress: Option<Option<i32>>,
    /// Webhooks of this project go to the operator's test URL.
    #[serde(default, deserialize_with = "field::given")]
    #[schema(value_type = Option<bool>)]
    pub use_test_webhook: Option<Option<bool>>,
}

impl UpdateProjectRequest {
    /// Applies the changes to the current fields.
    pub fn apply(self, fields: &mut ProjectFields) {
        if let Some(project_name) = self.project_name {
            fields.project_name = project_name.unwrap_or_default();
        }
        if let Some(category) = self.category {
            fields.category = category.unwrap_or_default();
        }
        if let Some(description) = self.description {
            fields.description = description;
        }
        if let Some(state) = self.state {
            fields.state = state.unwrap_or_default();
        }
        if let Some(county) = self.county {
            fields.county = county;
        }
        if let Some(market) = self.market {
            fields.market = market;
        }
        if let Some(submarket) = self.submarket {
            fields.submarket = submarket;
        }
        if let Some(market_type) = self.market_type {
            fields.market_type = market_type;
        }
        if let Some(bldg_sqft_min) = self.bldg_sqft_min {
            fields.bldg_sqft_min = bldg_sqft_min;
        }
        if let Some(bldg_sqft_max) = self.bldg_sqft_max {
            fields.bldg_sqft_max = bldg_sqft_max;
        }
        if let Some(site_size_min) = self.site_size_min {
            fields.site_size_min = site_size_min;
        }
        if let Some(site_size_max) = self.site_size_max {
            fields.site_size_max = site_size_max;
        }
        if let Some(clear_height) = self.clear_height {
            fields.clear_height = clear_height;
        }
        if let Some(additional_filter) = self.additional_filter {
            fields.additional_filter = additional_filter;
        }
        if let Some(status) = self.status {
            fields.status = status;
        }
        if let Some(progress) = self.progress {
            fields.progress = progress;
        }
        if let Some(use_test_webhook) = self.use_test_webhook {
            fields.use_test_webhook = use_test_webhook.unwrap_or_default();
        }
    }
}

/// Identifies one project.
#[derive(Debug, Deserialize, ToSchema)]
pub struct DeleteProjectRequest {
    pub project_id: ProjectId,
}

/// Identifies projects.
#[derive(Debug, Deserialize, ToSchema)]
pub struct ProjectIdsRequest {
    #[schema(min_items = 1, max_items = 500)]
    pub project_ids: Vec<ProjectId>,
}

/// The projects that were deleted or restored.
#[derive(Debug, Serialize, ToSchema)]
pub struct ProjectsDone {
    /// Those that did not exist, or were restored or removed meanwhile, are not among them.
    pub project_ids: Vec<ProjectId>,
}

#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct Project {
    pub project_id: ProjectId,
    pub project_name: String,
    /// The project type.
    #[schema(required = true)]
    pub category: Option<String>,
    /// Never empty.
    pub description: String,
    /// Two-digit state code.
    #[schema(required = true)]
    pub state: Option<String>,
    /// Three-digit county code within the state.
    #[schema(required = true)]
    pub county: Option<String>,
    #[schema(required = true)]
    pub market: Option<MarketId>,
    #[schema(required = true)]
    pub submarket: Option<SubmarketId>,
    /// Industrial, Office or Retail.
    #[schema(required = true)]
    pub market_type: Option<String>,
    /// Square feet.
    #[serde(serialize_with = "field::as_number")]
    #[schema(required = true, value_type = Option<f64>)]
    pub bldg_sqft_min: Option<BigDecimal>,
    /// Square feet.
    #[serde(serialize_with = "field::as_number")]
    #[schema(required = true, value_type = Option<f64>)]
    pub bldg_sqft_max: Option<BigDecimal>,
    /// Acres.
    #[serde(serialize_with = "field::as_number")]
    #[schema(required = true, value_type = Option<f64>)]
    pub site_size_min: Option<BigDecimal>,
    /// Acres.
    #[serde(serialize_with = "field::as_number")]
    #[schema(required = true, value_type = Option<f64>)]
    pub site_size_max: Option<BigDecimal>,
    /// Feet.
    #[serde(serialize_with = "field::as_number")]
    #[schema(required = true, value_type = Option<f64>)]
    pub clear_height: Option<BigDecimal>,
    /// 'None' when there is none.
    pub additional_filter: String,
    /// Lower case: `active`, `planning`, `review`, or a label chosen by the firm.
    #[schema(example = "active")]
    pub status: String,
    /// Percent.
    #[schema(minimum = 0, maximum = 100)]
    pub progress: i32,
    pub created_at: DateTime<Utc>,
    #[schema(required = true)]
    pub state_name: Option<String>,
    #[schema(required = true)]
    pub market_name: Option<String>,
    #[schema(required = true)]
    pub submarket_name: Option<String>,
    /// Number of parcels in the project.
    pub property_count: i64,
    /// Comma-separated words.
    #[schema(required = true)]
    pub tags: Option<String>,
    /// Who is responsible.
    #[schema(required = true)]
    pub assigned_to: Option<UserId>,
    #[schema(required = true)]
    pub assigned_to_name: Option<String>,
    /// Incremented by each change.
    pub version: i64,
}

/// The new project.
#[derive(Debug, Serialize, ToSchema)]
pub struct CreateProjectResponse {
    pub project_id: ProjectId,
    /// Message for the user.
    pub message: String,
    pub project: Project,
}

/// The changed project.
#[derive(Debug, Serialize, ToSchema)]
pub struct UpdateProjectResponse {
    /// Always true.
    pub success: bool,
    /// Message for the user.
    pub message: String,
    pub project: Project,
}

/// `{"success": true}`
#[derive(Debug, Serialize, ToSchema)]
pub struct Success {
    /// Always true.
    pub success: bool,
}

/// Identifies one project.
#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct ProjectIdQuery {
    pub project_id: ProjectId,
}

/// A project with its submarket under the field name that the map reads.
#[derive(Debug, Serialize, ToSchema)]
pub struct ProjectData {
    #[serde(flatten)]
    pub project: Project,
    #[schema(required = true)]
    pub submarket_id: Option<SubmarketId>,
}

/// Response of `get_project_data`.
#[derive(Debug, Serialize, ToSchema)]
pub struct ProjectDataResponse {
    pub project_data: ProjectData,
}
