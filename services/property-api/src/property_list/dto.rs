//! Request and response of the list of properties.

use domain::{MarkerId, Money, ParcelUuid, ProjectId, PropertyId};
use list_file::ListFormat;
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

use super::store::{DealOfProperty, ListedRow};
use super::totals::PropertyTotals;
use crate::deal_stages::domain::Milestone;
use crate::deals::sites::SiteOfDeal;
use crate::properties::facts::Facts;
use crate::properties::store::money;

/// Sort order; `-` is descending. Properties without the value come last in both directions.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub enum PropertySort {
    /// When the property was added to the project.
    #[default]
    #[serde(rename = "added")]
    Added,
    #[serde(rename = "-added")]
    AddedDescending,
    /// Address, or parcel number if there is none.
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
    /// Position of the deal's stage.
    #[serde(rename = "stage")]
    Stage,
    #[serde(rename = "-stage")]
    StageDescending,
    /// Name of the person who works on the deal.
    #[serde(rename = "assigned_to")]
    AssignedTo,
    #[serde(rename = "-assigned_to")]
    AssignedToDescending,
    #[serde(rename = "next_step_on")]
    NextStepOn,
    #[serde(rename = "-next_step_on")]
    NextStepOnDescending,
    /// The deal's tags, as text.
    #[serde(rename = "tags")]
    Tags,
    #[serde(rename = "-tags")]
    TagsDescending,
}

/// Filters, sorting and paging.
#[derive(Debug, Clone, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct PropertyListQuery {
    pub project_id: ProjectId,
    /// Part of the specification's request; ignored, because the session identifies the user.
    #[serde(default)]
    pub email: Option<String>,
    /// Part of an address, parcel number, owner, name or city.
    #[serde(default)]
    pub q: Option<String>,
    /// Sort order; `added` when absent.
    #[serde(default)]
    #[param(inline)]
    pub sort: PropertySort,
}

/// Which properties a file has, and its format.
#[derive(Debug, Deserialize, ToSchema)]
pub struct ExportPropertiesRequest {
    pub project_id: ProjectId,
    /// 1 to 50,000 properties of the project; those that match the rest when absent.
    #[serde(default)]
    pub property_ids: Option<Vec<PropertyId>>,
    /// Part of an address, parcel number, owner, name or city.
    #[serde(default)]
    pub q: Option<String>,
    /// Only deals in the stages of these milestones, if there are any here or in `stage_names`.
    #[serde(default)]
    pub milestones: Vec<Milestone>,
    /// Besides these, deals in stages of these names that the firm added.
    #[serde(default)]
    pub stage_names: Vec<String>,
    /// Only deals of these people, if there are any: users' ids, or `none`.
    #[serde(default)]
    pub assigned_to: Vec<String>,
    /// Only deals with any of these tags, if there are any, in upper or lower case.
    #[serde(default)]
    pub tags: Vec<String>,
    /// Order of the lines; `added` when absent.
    #[serde(default)]
    pub sort: PropertySort,
    pub format: ListFormat,
}

/// A project's properties.
#[derive(Debug, Serialize, ToSchema)]
pub struct PropertyList {
    /// In the requested order.
    pub properties: Vec<PropertyRow>,
    /// Cursor of the next page, if any.
    #[schema(required = true)]
    pub next_cursor: Option<String>,
    /// Number of rows on all pages; null above 1,000.
    #[schema(required = true)]
    pub total: Option<usize>,
    /// Figures of all pages, on the first page of a list with a `limit`; else null.
    #[schema(required = true)]
    pub totals: Option<PropertyTotals>,
}

/// A property in a list.
#[derive(Debug, Serialize, ToSchema)]
pub struct PropertyRow {
    /// The firm's property of the parcel.
    #[schema(value_type = Uuid)]
    pub property_id: PropertyId,
    /// Parcel number within its county.
    pub parcel_number: String,
    /// The parcel's identity.
    pub ll_uuid: ParcelUuid,
    #[schema(required = true)]
    pub address: Option<String>,
    #[schema(required = true)]
    pub city: Option<String>,
    #[schema(required = true)]
    pub zip: Option<String>,
    /// Year of construction.
    #[schema(required = true)]
    pub year_built: Option<i64>,
    /// Kind of assessed value on the tax roll.
    #[schema(required = true)]
    pub parcel_value_type: Option<String>,
    /// US dollars.
    #[schema(required = true)]
    pub total_value: Option<Money>,
    /// US dollars.
    #[schema(required = true)]
    pub appraised_value: Option<Money>,
    /// Area of the parcel in acres.
    #[schema(required = true)]
    pub acres: Option<f64>,
    /// Path of the saved site image.
    #[schema(required = true)]
    pub image_path: Option<String>,
    /// Name given by the firm.
    #[schema(required = true)]
    pub property_name: Option<String>,
    /// Owner of record.
    #[schema(required = true)]
    pub owner_name: Option<String>,
    /// Floor area.
    #[schema(required = true)]
    pub square_feet: Option<i64>,
    /// Id of its marker on the project's map.
    pub marker_id: MarkerId,
    /// Degrees, WGS 84.
    pub lon: f64,
    /// Degrees, WGS 84.
    pub lat: f64,
    /// Generated sample data.
    pub is_sample: bool,
    /// Parcels of a site that the firm keeps as one; 1 of a single parcel.
    pub parcel_count: usize,
    #[schema(required = true)]
    pub deal: Option<DealOfProperty>,
    /// The site of the project that the parcel is part of. Totals have the site's land and values only.
    #[schema(required = true)]
    pub site: Option<SiteOfDeal>,
}

impl PropertyRow {
    pub(super) fn new(listed: ListedRow, site: Option<SiteOfDeal>) -> Self {
        let ListedRow {
            property: row,
            marker_id,
            deal,
        } = listed;
        let parcel = row.parcel;
        let facts = Facts::from_stored(&parcel.facts);
        Self {
            property_id: row.property_id,
            parcel_number: row.parcel_number,
            ll_uuid: row.ll_uuid,
            address: parcel.address,
            city: parcel.city,
            zip: parcel.zip,
            year_built: facts.year_built,
            parcel_value_type: facts.parvaltype,
            total_value: money(row.total_value),
            appraised_value: money(row.appraised_value),
            acres: facts.ll_gisacre,
            image_path: row.image_path,
            property_name: row.property_name,
            owner_name: parcel.owner_name,
            square_feet: row.square_feet,
            marker_id,
            lon: parcel.lon,
            lat: parcel.lat,
            is_sample: parcel.is_sample,
            parcel_count: facts.members.len().max(1),
            deal: deal.map(|(_, deal)| deal),
            site,
        }
    }
}
