//! Requests and responses of selections.

use chrono::{DateTime, Utc};
use domain::{ParcelUuid, ProjectId, RunId, SelectionId};
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

use super::columns::SelectionColumns;
use crate::parcels::dto::ListedParcel;

/// A GeoJSON Polygon or `MultiPolygon`, longitude and latitude.
#[derive(Debug, Clone, Deserialize, Serialize, ToSchema)]
#[serde(tag = "type", content = "coordinates")]
pub enum AreaGeometry {
    Polygon(Vec<Vec<Vec<f64>>>),
    MultiPolygon(Vec<Vec<Vec<Vec<f64>>>>),
}

/// A GeoJSON `LineString` or `MultiLineString`, longitude and latitude.
#[derive(Debug, Clone, Deserialize, Serialize, ToSchema)]
#[serde(tag = "type", content = "coordinates")]
pub enum LineGeometry {
    LineString(Vec<Vec<f64>>),
    MultiLineString(Vec<Vec<Vec<f64>>>),
}

/// A circle.
#[derive(Debug, Clone, Deserialize, ToSchema)]
pub struct Circle {
    /// Longitude of the centre, degrees.
    pub lon: f64,
    /// Latitude of the centre, degrees.
    pub lat: f64,
    /// Metres, at most 100,000.
    pub radius_m: f64,
}

/// A strip along a line, such as a road.
#[derive(Debug, Clone, Deserialize, ToSchema)]
pub struct Corridor {
    pub line: LineGeometry,
    /// Metres on each side of the line, at most 10,000.
    pub distance_m: f64,
}

/// What is selected: at most one of `area`, `bbox`, `circle`, `corridor`, `adjoining_to`, `numbers`, `points`, `ll_uuids`,
/// `owner_of`, `search_run_id`, and of that what the filter lets through. Without any of them the filter alone.
#[derive(Debug, Default, Deserialize, ToSchema)]
pub struct SelectionRequest {
    /// Parcels that this project discarded are left out, and those that it has are counted.
    #[serde(default)]
    pub project_id: Option<ProjectId>,
    /// Parcels with their inner point in it. An outline that crosses itself is repaired.
    #[serde(default)]
    pub area: Option<AreaGeometry>,
    /// West, south, east, north in degrees; parcels with their inner point in it.
    #[serde(default)]
    pub bbox: Option<[f64; 4]>,
    /// Parcels with their inner point in it.
    #[serde(default)]
    pub circle: Option<Circle>,
    /// Parcels that it touches.
    #[serde(default)]
    pub corridor: Option<Corridor>,
    /// Parcels that share an edge of at least 3 metres with one of these, 100 at most.
    #[serde(default)]
    pub adjoining_to: Option<Vec<ParcelUuid>>,
    /// Parcel numbers or street addresses, 10,000 at most. What no parcel has as it is written is also found with other punctuation and
    /// in small letters, up to 2,000 addresses also with other abbreviations of streets and directions.
    #[serde(default)]
    pub numbers: Option<Vec<String>>,
    /// Parcels under these points, 10,000 at most, each its longitude and latitude in degrees.
    #[serde(default)]
    pub points: Option<Vec<[f64; 2]>>,
    /// Of `numbers` that parcels of several counties have, the county that is meant: the first of these, five digits each, 100 at most. If
    /// it is none of them, that of the project's parcels, if they are in one of these counties.
    #[serde(default)]
    pub preferred_counties: Option<Vec<String>>,
    /// These parcels, 10,000 at most: those of a project, say, to export them.
    #[serde(default)]
    pub ll_uuids: Option<Vec<ParcelUuid>>,
    /// With `ll_uuids`: more columns of the selection's files.
    #[serde(default)]
    pub columns: Option<SelectionColumns>,
    /// Parcels of the same owner as this one, as `owner_group` finds them.
    #[serde(default)]
    pub owner_of: Option<ParcelUuid>,
    /// Only parcels of this county, five digits: a number alone may mean parcels of several counties.
    #[serde(default)]
    pub county_fips: Option<String>,
    /// The best parcels of this finished search run, so many as `top` says, in the order of their ranks.
    #[serde(default)]
    #[schema(value_type = Option<Uuid>)]
    pub search_run_id: Option<RunId>,
    /// With `search_run_id`: 1 to 10,000; 10 by default.
    #[serde(default)]
    #[schema(minimum = 1, maximum = 10000)]
    pub top: Option<u32>,
    /// CQL2 text over the queryables of the OGC collection `parcels`. `slope_percent` is one more property;
    /// with `growth_run_id = '…' AND` before them, `growth_chance` (0 to 1) and `growth_decade` are too.
    #[serde(default)]
    #[schema(example = "ll_gisacre >= 5 AND usedesc LIKE '%VACANT%'")]
    pub filter: Option<String>,
    /// Only parcels that are new or changed since then: `last_looked_at` of a saved search.
    #[serde(default)]
    pub changed_since: Option<DateTime<Utc>>,
}

/// What was selected. Sums are of the parcels that have the value.
#[derive(Debug, Serialize, ToSchema)]
pub struct SelectionSummary {
    /// For adding and for reading it by pages, for a day.
    pub selection_id: SelectionId,
    /// Parcels; without the discarded ones.
    pub count: usize,
    /// Sum of their areas, acres. Land that several of them are on, such as condominiums, counts once.
    pub acres: f64,
    /// Parcels whose area is unknown.
    pub without_acres: usize,
    /// Sum of their appraised values, dollars.
    pub total_value: f64,
    /// Parcels whose value is unknown.
    pub without_value: usize,
    /// Owners; several spellings of a name are one.
    pub owners: usize,
    /// Parcels whose owner is unknown.
    pub without_owner: usize,
    /// Of `count`, those that the project has.
    pub in_project: usize,
    /// Parcels left out because the project discarded them.
    pub discarded: usize,
    /// Of `numbers` and `ll_uuids`, those that match no parcel; of `points`, those on no parcel, as `latitude, longitude`.
    pub not_found: Vec<String>,
    /// Of `numbers`, those that match parcels of several counties, or in another spelling several parcels; none of these is selected.
    pub ambiguous: Vec<String>,
    /// The counties of `ambiguous`, which can be `preferred_counties`.
    pub ambiguous_counties: Vec<CountyOfLines>,
    /// Of `numbers`, those that were found in another spelling.
    pub respelled: Vec<RespelledLine>,
    /// Of `owner_of`: more parcels may be of the owner than these, as `owner_group` says.
    pub truncated: bool,
}

/// A county with parcels of ambiguous lines.
#[derive(Debug, Serialize, ToSchema)]
pub struct CountyOfLines {
    /// State and county, five digits.
    #[schema(example = "48201")]
    pub county_fips: String,
    #[schema(example = "Harris, TX (48201)")]
    pub name: String,
    /// Lines that it has parcels of.
    pub lines: usize,
}

/// A line that was found in another spelling.
#[derive(Debug, Serialize, ToSchema)]
pub struct RespelledLine {
    /// As it was given.
    #[schema(example = "12-34")]
    pub given: String,
    /// The parcel's number or address.
    #[schema(example = "1234")]
    pub found: String,
}

/// The page wanted.
#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct SelectionPageQuery {
    /// Parcels to skip; 0 by default.
    #[serde(default)]
    pub offset: u32,
    /// Most parcels of the page, 1 to 1,000; 100 by default.
    #[param(minimum = 1, maximum = 1000)]
    pub limit: Option<u32>,
}

/// What is in the file besides the records.
#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct SelectionFileQuery {
    /// A finished growth run of the firm, of which `growth_chance` and `growth_decade` are; they are empty without one.
    #[serde(default)]
    #[param(value_type = Option<Uuid>)]
    pub growth_run_id: Option<RunId>,
}

/// Some parcels of a selection.
#[derive(Debug, Serialize, ToSchema)]
pub struct SelectionPage {
    /// Parcels of the whole selection.
    pub count: usize,
    /// In the order of the list, without outlines. Parcels that no longer exist are omitted.
    pub parcels: Vec<ListedParcel>,
}
