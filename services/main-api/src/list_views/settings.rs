//! What a view keeps of each list. The columns of the specification are always first; a view only adds others.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::assignee::Assignee;
use crate::directory::dto::{CompanyFilter, CompanySort, ContactFilter, ContactSort};
use crate::projects::list_dto::{ProjectListFilter, ProjectSort};

/// A list that has views.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum ListPlace {
    Contacts,
    Companies,
    Projects,
    /// The properties of a project; of every project alike.
    Properties,
}

impl ListPlace {
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Contacts => "contacts",
            Self::Companies => "companies",
            Self::Projects => "projects",
            Self::Properties => "properties",
        }
    }
}

/// Filter, order and columns of a list.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, ToSchema)]
#[serde(tag = "place", rename_all = "snake_case")]
pub enum ViewSettings {
    Contacts(ContactsView),
    Companies(CompaniesView),
    Projects(ProjectsView),
    Properties(PropertiesView),
}

impl ViewSettings {
    /// The list that it is of.
    pub const fn place(&self) -> ListPlace {
        match self {
            Self::Contacts(_) => ListPlace::Contacts,
            Self::Companies(_) => ListPlace::Companies,
            Self::Projects(_) => ListPlace::Projects,
            Self::Properties(_) => ListPlace::Properties,
        }
    }
}

/// A view of the contacts.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct ContactsView {
    pub filter: ContactFilter,
    #[schema(inline)]
    pub sort: ContactSort,
    /// After the list's own, in this order; each once.
    pub columns: Vec<ContactColumn>,
}

/// A column that the list of contacts does not have by itself.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum ContactColumn {
    JobTitle,
    Tags,
    AssignedTo,
    Status,
    MobileNumber,
    City,
    State,
    LeadScore,
    CreatedAt,
}

/// A view of the companies, which are cards.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct CompaniesView {
    pub filter: CompanyFilter,
    #[schema(inline)]
    pub sort: CompanySort,
    /// Shown on each card after its own fields, in this order; each once.
    #[serde(default)]
    #[schema(required = true)]
    pub columns: Vec<CompanyColumn>,
}

/// A field that the card of a company does not show by itself.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum CompanyColumn {
    AssignedTo,
    Contacts,
    CreatedAt,
    UpdatedAt,
}

/// A view of the projects, which are cards.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct ProjectsView {
    pub filter: ProjectListFilter,
    #[schema(inline)]
    pub sort: ProjectSort,
    /// Shown on each card after its own fields, in this order; each once.
    #[serde(default)]
    #[schema(required = true)]
    pub columns: Vec<ProjectColumn>,
}

/// A field that the card of a project does not show by itself.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum ProjectColumn {
    AssignedTo,
    MarketType,
    BuildingSize,
    SiteSize,
    ClearHeight,
}

/// A view of a project's properties.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct PropertiesView {
    pub filter: PropertyListFilter,
    #[schema(inline)]
    pub sort: PropertyListSort,
    /// After the list's own, in this order; each once.
    pub columns: Vec<PropertyColumn>,
}

/// Which properties of the project. Stages are named so that they mean the same in every project.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct PropertyListFilter {
    /// Text, as `q` of the list.
    #[serde(default)]
    pub q: Option<String>,
    /// Deals in the stages of these milestones, if there are any here or in `stage_names`.
    #[serde(default)]
    pub milestones: Vec<StageMilestone>,
    /// Besides these, deals in stages of these names that the firm added.
    #[serde(default)]
    pub stage_names: Vec<String>,
    /// Deals of these people, if there are any: users' ids, or `none`.
    #[serde(default)]
    pub assigned_to: Vec<Assignee>,
    /// Deals with any of these tags, if there are any.
    #[serde(default)]
    pub tags: Vec<String>,
}

/// Milestones of property-api's stages.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum StageMilestone {
    Found,
    Contacted,
    LoiOut,
    Countered,
    UnderContract,
    Dropped,
}

/// A column that the list of properties does not have by itself.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum PropertyColumn {
    ParcelNumber,
    OwnerName,
    PropertyName,
    SquareFeet,
    /// Of the deal, like those that follow.
    Stage,
    AssignedTo,
    NextStep,
    Tags,
}

/// Sort orders of property-api's list of properties.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub enum PropertyListSort {
    #[serde(rename = "added")]
    Added,
    #[serde(rename = "-added")]
    AddedDescending,
    #[serde(rename = "address")]
    Address,
    #[serde(rename = "-address")]
    AddressDescending,
    #[serde(rename = "year_built")]
    YearBuilt,
    #[serde(rename = "-year_built")]
    YearBuiltDescending,
    #[serde(rename = "parcel_value_type")]
    ValueType,
    #[serde(rename = "-parcel_value_type")]
    ValueTypeDescending,
    #[serde(rename = "total_value")]
    TotalValue,
    #[serde(rename = "-total_value")]
    TotalValueDescending,
    #[serde(rename = "appraised_value")]
    AppraisedValue,
    #[serde(rename = "-appraised_value")]
    AppraisedValueDescending,
    #[serde(rename = "acres")]
    Acres,
    #[serde(rename = "-acres")]
    AcresDescending,
    #[serde(rename = "parcel_number")]
    ParcelNumber,
    #[serde(rename = "-parcel_number")]
    ParcelNumberDescending,
    #[serde(rename = "owner_name")]
    OwnerName,
    #[serde(rename = "-owner_name")]
    OwnerNameDescending,
    #[serde(rename = "property_name")]
    PropertyName,
    #[serde(rename = "-property_name")]
    PropertyNameDescending,
    #[serde(rename = "square_feet")]
    SquareFeet,
    #[serde(rename = "-square_feet")]
    SquareFeetDescending,
    #[serde(rename = "stage")]
    Stage,
    #[serde(rename = "-stage")]
    StageDescending,
    #[serde(rename = "assigned_to")]
    AssignedTo,
    #[serde(rename = "-assigned_to")]
    AssignedToDescending,
    #[serde(rename = "next_step_on")]
    NextStepOn,
    #[serde(rename = "-next_step_on")]
    NextStepOnDescending,
    #[serde(rename = "tags")]
    Tags,
    #[serde(rename = "-tags")]
    TagsDescending,
}
