//! Request and response of a comparison; a dossier is made of the same.

use chrono::{DateTime, NaiveDate, Utc};
use domain::{ParcelUuid, ProjectId, RunId};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::buildable::dto::BuildableOptions;

/// Most parcels of a site.
pub const MAX_PARCELS: usize = 100;

/// Sites to compare.
#[derive(Debug, Clone, Deserialize, ToSchema)]
pub struct DossierRequest {
    /// Named on the dossier.
    #[serde(default)]
    pub project_id: Option<ProjectId>,
    /// A finished prediction: the chance of growth.
    #[serde(default)]
    #[schema(value_type = Option<Uuid>)]
    pub growth_run_id: Option<RunId>,
    /// A finished search: score, rank and reasons.
    #[serde(default)]
    #[schema(value_type = Option<Uuid>)]
    pub search_run_id: Option<RunId>,
    /// What net buildable areas are calculated with, as on the map.
    #[serde(default)]
    pub buildable: Option<BuildableOptions>,
    /// 1 to 6 sites.
    #[schema(min_items = 1, max_items = 6)]
    pub sites: Vec<DossierSite>,
}

/// A parcel, or adjoining parcels as one site.
#[derive(Debug, Clone, Deserialize, ToSchema)]
pub struct DossierSite {
    /// 1 to 100 parcels; a site that the firm keeps stands for its parcels.
    #[schema(min_items = 1, max_items = 100)]
    pub ll_uuids: Vec<ParcelUuid>,
}

/// A dossier.
#[derive(ToSchema)]
#[schema(value_type = String, format = Binary)]
#[expect(dead_code, reason = "read by the OpenAPI macro only")]
pub struct DossierFile(Vec<u8>);

/// Sites side by side.
#[derive(Debug, Serialize, ToSchema)]
pub struct SiteComparison {
    /// Name of the project.
    #[schema(required = true)]
    pub project: Option<String>,
    pub made_at: DateTime<Utc>,
    /// In the order of the request.
    pub sites: Vec<ComparedSite>,
    /// What is known of the sites, in groups.
    pub rows: Vec<ComparedRow>,
    /// Everything that was read.
    pub sources: Vec<ComparedSource>,
}

/// A site of a comparison.
#[derive(Debug, Serialize, ToSchema)]
pub struct ComparedSite {
    /// Address of its largest parcel, else that parcel's number.
    #[schema(example = "1201 Elm St and 2 more")]
    pub name: String,
    /// City and state.
    #[schema(required = true)]
    pub place: Option<String>,
    /// The largest parcel first.
    pub parcels: Vec<SiteParcel>,
    pub map: SiteMap,
    pub deductions: Vec<SiteDeduction>,
    /// What a search says of it, of several parcels as one; null without a search, or unless all of it is of the search's area.
    #[schema(required = true)]
    pub score: Option<SiteScore>,
    /// Sentences about the site.
    pub notes: Vec<String>,
}

/// A parcel of a site.
#[derive(Debug, Serialize, ToSchema)]
pub struct SiteParcel {
    pub ll_uuid: ParcelUuid,
    pub parcelnumb: String,
    #[schema(required = true)]
    pub address: Option<String>,
    #[schema(required = true)]
    pub owner: Option<String>,
    #[schema(required = true)]
    pub acres: Option<f64>,
    /// Dollars.
    #[schema(required = true)]
    pub total_value: Option<f64>,
}

/// A map of a site, in metres from its north-western corner; north is up.
#[derive(Debug, Serialize, ToSchema)]
pub struct SiteMap {
    pub width_m: f64,
    pub height_m: f64,
    /// From the lowest to the highest.
    pub shapes: Vec<MapShape>,
    pub labels: Vec<MapLabel>,
    /// Length of the scale bar.
    pub scale_m: f64,
    /// The same in words.
    #[schema(example = "200 ft")]
    pub scale: String,
}

/// What a shape of a map is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum MapKind {
    Neighbour,
    Water,
    Rail,
    Road,
    Highway,
    Site,
    Buildable,
    Floodway,
    Flood,
    Wetland,
    OpenWater,
    Easement,
    Slope,
    Setback,
    Leftover,
    Unknown,
    /// Boundaries between parcels of the site.
    Parcel,
    Outline,
}

/// A shape of a map.
#[derive(Debug, Serialize, ToSchema)]
pub struct MapShape {
    pub kind: MapKind,
    /// A path as in SVG, of the commands M, L and Z.
    #[schema(example = "M0 0L10 0L10 10Z")]
    pub path: String,
}

/// A name of a street on a map.
#[derive(Debug, Serialize, ToSchema)]
pub struct MapLabel {
    pub text: String,
    pub x: f64,
    pub y: f64,
    /// Clockwise, degrees.
    pub turn: f64,
}

/// Land that cannot be built on.
#[derive(Debug, Serialize, ToSchema)]
pub struct SiteDeduction {
    pub kind: MapKind,
    pub label: String,
    /// Null if it is not known.
    #[schema(required = true)]
    pub acres_alone: Option<f64>,
    /// Beyond those before it; null if it is not known.
    #[schema(required = true)]
    pub acres_beyond: Option<f64>,
    /// Why there is no figure, or that it was not deducted.
    #[schema(required = true)]
    pub state: Option<String>,
    /// All of its sources, each with its date if these differ.
    #[schema(required = true)]
    pub source: Option<String>,
    /// Of its source; null if the dates of several sources differ.
    #[schema(required = true)]
    pub as_of: Option<NaiveDate>,
}

/// The score of a parcel in a search, or that of several parcels as one site.
#[derive(Debug, Serialize, ToSchema)]
pub struct SiteScore {
    /// The run and its day.
    pub run: String,
    /// Of a site that of its largest parcel and how many more there are.
    pub parcelnumb: String,
    /// Parcels that were judged as one.
    pub parcels: usize,
    /// 0 to 100.
    pub score: f64,
    /// Of a site the rank that it would have.
    #[schema(required = true)]
    pub rank: Option<u64>,
    /// Of a site how many would be ranked with it; null of a parcel.
    #[schema(required = true)]
    pub rank_of: Option<u64>,
    /// Share of the weight on known facts, 0 to 1.
    pub certainty: f64,
    /// It was judged for this comparison, by what is known today.
    pub is_judged_now: bool,
    /// A bar for each criterion.
    pub bars: Vec<SiteBar>,
    /// Gates that it fails, in words.
    pub fails: Vec<String>,
}

/// What a criterion adds to a score.
#[derive(Debug, Serialize, ToSchema)]
pub struct SiteBar {
    pub label: String,
    /// Null if it is unknown.
    #[schema(required = true)]
    pub value: Option<String>,
    pub points: f64,
    /// What it would add at most.
    pub most: f64,
}

/// A row of a comparison.
#[derive(Debug, Serialize, ToSchema)]
pub struct ComparedRow {
    /// Stable name.
    #[schema(example = "value_per_acre")]
    pub key: String,
    /// Name of its group.
    #[schema(example = "Value")]
    pub section: String,
    #[schema(example = "Value per acre")]
    pub label: String,
    pub unit: RowUnit,
    /// One for each site.
    pub values: Vec<ComparedValue>,
    /// Places of the sites with the best value; empty where none is better than another, or that is not certain.
    pub best: Vec<usize>,
}

/// What the number of a value is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum RowUnit {
    None,
    Count,
    Year,
    Acres,
    SquareFeet,
    Feet,
    Miles,
    Dollars,
    DollarsPerAcre,
    Percent,
    Points,
}

/// A value of a site.
#[derive(Debug, Clone, Default, PartialEq, Serialize, ToSchema)]
pub struct ComparedValue {
    /// As it is shown; null if it is unknown.
    #[schema(required = true)]
    pub text: Option<String>,
    #[schema(required = true)]
    pub number: Option<f64>,
    #[schema(required = true)]
    pub day: Option<NaiveDate>,
    /// Something is not known: the number is an upper bound.
    pub is_upper_bound: bool,
    #[schema(required = true)]
    pub source: Option<String>,
    /// Of its source; null if the source names several dates.
    #[schema(required = true)]
    pub as_of: Option<NaiveDate>,
}

/// A source, to be named where its data is shown.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Serialize, ToSchema)]
pub struct ComparedSource {
    pub name: String,
    #[schema(required = true)]
    pub licence: Option<String>,
    /// Made up, to try the product.
    pub is_sample: bool,
}
