//! Request and response of the list of deals.

use bigdecimal::{BigDecimal, ToPrimitive as _};
use chrono::{DateTime, NaiveDate, TimeDelta, Utc};
use domain::{CampaignId, DealStageId, Money, ParcelUuid, ProjectId, PropertyId, UserId};
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

use super::list::{ListedRow, TotalRow};
use super::sites::SiteOfDeal;
use crate::deal_stages::domain::{Cause, Milestone};
use crate::properties::store::money;

/// Sort order; `-` is descending. Deals without the value come last in both directions.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub enum DealSort {
    /// Position of the stage.
    #[serde(rename = "stage")]
    Stage,
    #[serde(rename = "-stage")]
    StageDescending,
    /// Since when the deal is in its stage: longest first.
    #[default]
    #[serde(rename = "since")]
    Since,
    #[serde(rename = "-since")]
    SinceDescending,
    #[serde(rename = "offer_value")]
    OfferValue,
    #[serde(rename = "-offer_value")]
    OfferValueDescending,
    /// Address, or parcel number if there is none.
    #[serde(rename = "address")]
    Address,
    #[serde(rename = "-address")]
    AddressDescending,
    #[serde(rename = "next_step_on")]
    NextStepOn,
    #[serde(rename = "-next_step_on")]
    NextStepOnDescending,
    #[serde(rename = "acres")]
    Acres,
    #[serde(rename = "-acres")]
    AcresDescending,
}

/// Filters, sorting and paging.
#[expect(
    clippy::struct_excessive_bools,
    reason = "each is a filter of its own, absent or true"
)]
#[derive(Debug, Clone, Default, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct DealsQuery {
    /// All projects when absent.
    #[serde(default)]
    pub project_id: Option<ProjectId>,
    /// Only the deals of one property.
    #[serde(default)]
    pub property_id: Option<PropertyId>,
    #[serde(default)]
    pub stage_id: Option<DealStageId>,
    /// A user's id, or `none` for deals that nobody is assigned to.
    #[serde(default)]
    pub assigned_to: Option<String>,
    /// Only the caller's; `assigned_to` does not count then.
    #[serde(default)]
    pub mine: bool,
    /// Only deals whose next step has a day.
    #[serde(default)]
    pub next_step_dated: bool,
    /// Only deals whose next step is due on this day or earlier.
    #[serde(default)]
    pub next_step_to: Option<NaiveDate>,
    /// Only stalled deals, or only others.
    #[serde(default)]
    pub stalled: Option<bool>,
    /// Only deals in open stages, or only others.
    #[serde(default)]
    pub open: Option<bool>,
    /// Only in the stages of this milestone, of all projects.
    #[serde(default)]
    #[param(inline)]
    pub milestone: Option<Milestone>,
    /// Only in stages of this name that the firm added, of all projects.
    #[serde(default)]
    pub stage_name: Option<String>,
    /// Only deals whose owner contact received a message of this campaign.
    #[serde(default)]
    pub campaign_id: Option<CampaignId>,
    /// With `campaign_id`: only those with a letter that was opened by a person or answered after it.
    #[serde(default)]
    pub opened: bool,
    /// With `campaign_id`: only those with a letter that was answered after it.
    #[serde(default)]
    pub responded: bool,
    /// Only deals with this tag, in upper or lower case.
    #[serde(default)]
    pub tag: Option<String>,
    /// Part of an address, parcel number, owner, name or city.
    #[serde(default)]
    pub q: Option<String>,
    /// Sort order; `since` when absent.
    #[serde(default)]
    #[param(inline)]
    pub sort: DealSort,
    /// `next` of the previous page.
    #[serde(default)]
    pub after: Option<String>,
    /// Page size, 1 to 200; 50 when absent.
    #[serde(default)]
    #[param(minimum = 1, maximum = 200)]
    pub limit: Option<u16>,
}

/// A page of deals.
#[derive(Debug, Serialize, ToSchema)]
pub struct Deals {
    /// In the requested order.
    pub deals: Vec<Deal>,
    /// Cursor of the next page, if any.
    #[schema(required = true)]
    pub next: Option<String>,
    pub totals: DealTotals,
}

/// A property in a project, on its way through the pipeline.
#[derive(Debug, Serialize, ToSchema)]
pub struct Deal {
    pub project_id: ProjectId,
    pub property_id: PropertyId,
    /// The parcel's identity.
    pub ll_uuid: ParcelUuid,
    /// Parcel number within its county.
    pub parcel_number: String,
    #[schema(required = true)]
    pub address: Option<String>,
    #[schema(required = true)]
    pub city: Option<String>,
    /// Owner of record.
    #[schema(required = true)]
    pub owner_name: Option<String>,
    /// Area of the parcel in acres.
    #[schema(required = true)]
    pub acres: Option<f64>,
    /// US dollars.
    #[schema(required = true)]
    pub offer_value: Option<Money>,
    /// The site that the parcel is part of, whose deal in the project is not lost. Sums have the site's offer value
    /// only.
    #[schema(required = true)]
    pub site: Option<SiteOfDeal>,
    pub stage_id: DealStageId,
    pub stage_name: String,
    /// In this stage.
    pub since: DateTime<Utc>,
    /// Why the deal came to the stage.
    pub cause: Cause,
    /// Whether it is in the stage for longer than the stage's number of days.
    pub stalled: bool,
    #[schema(required = true)]
    pub assigned_to: Option<UserId>,
    #[schema(required = true)]
    pub assigned_to_name: Option<String>,
    #[schema(required = true)]
    pub next_step: Option<String>,
    #[schema(required = true)]
    pub next_step_on: Option<NaiveDate>,
    #[schema(required = true)]
    pub drop_reason: Option<String>,
    /// Comma-separated words.
    #[schema(required = true)]
    pub tags: Option<String>,
    /// Changes with each change of the deal.
    pub version: i64,
}

impl Deal {
    pub(super) fn new(row: ListedRow, site: Option<SiteOfDeal>, now: DateTime<Utc>) -> Self {
        let days = row.stale_after_days.map(i64::from).map(TimeDelta::days);
        Self {
            project_id: row.project_id,
            property_id: row.property_id,
            ll_uuid: row.ll_uuid,
            parcel_number: row.parcel_number,
            address: row.address,
            city: row.city,
            owner_name: row.owner_name,
            acres: row.acres,
            offer_value: money(row.offer_value),
            site,
            stage_id: row.state.stage_id,
            stage_name: row.stage_name,
            since: row.state.since,
            cause: row.state.cause,
            stalled: days.is_some_and(|days| now - row.state.since > days),
            assigned_to: row.state.assigned_to,
            assigned_to_name: row.state.assigned_to_name,
            next_step: row.state.next_step,
            next_step_on: row.state.next_step_on,
            drop_reason: row.state.drop_reason,
            tags: row.state.tags,
            version: row.version,
        }
    }
}

/// A sum of amounts, which can be larger than an amount.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, ToSchema)]
#[serde(transparent)]
#[schema(value_type = f64, minimum = 0)]
pub struct MoneySum(f64);

impl MoneySum {
    /// None if no amount is known.
    pub fn of(sum: Option<BigDecimal>) -> Option<Self> {
        sum.and_then(|sum| sum.to_f64()).map(Self)
    }
}

/// Figures of all pages.
#[derive(Debug, Serialize, ToSchema)]
pub struct DealTotals {
    pub count: i64,
    /// Deals of these that are part of a site, whose offer values are not in the sum.
    pub in_sites: i64,
    /// Sum of the offer values that are known, US dollars; null if none is.
    #[schema(required = true)]
    pub offer_value: Option<MoneySum>,
    /// Of the same filter without its stage; stages without deals are left out.
    pub by_stage: Vec<StageTotal>,
}

/// Figures of a stage.
#[derive(Debug, Serialize, ToSchema)]
pub struct StageTotal {
    pub stage_id: DealStageId,
    pub count: i64,
    pub in_sites: i64,
    /// Sum of the offer values that are known, US dollars; null if none is.
    #[schema(required = true)]
    pub offer_value: Option<MoneySum>,
}

impl DealTotals {
    pub(super) fn new(rows: Vec<TotalRow>, stage_id: Option<DealStageId>) -> Self {
        let listed = rows
            .iter()
            .filter(|row| stage_id.is_none_or(|id| id == row.stage_id));
        let (mut count, mut in_sites) = (0, 0);
        let mut sum: Option<BigDecimal> = None;
        for row in listed {
            count += row.count;
            in_sites += row.in_sites;
            if let Some(amount) = &row.offer_value {
                sum = Some(sum.unwrap_or_default() + amount);
            }
        }
        let by_stage = rows.into_iter().map(|row| StageTotal {
            stage_id: row.stage_id,
            count: row.count,
            in_sites: row.in_sites,
            offer_value: MoneySum::of(row.offer_value),
        });
        Self {
            count,
            in_sites,
            offer_value: MoneySum::of(sum),
            by_stage: by_stage.collect(),
        }
    }
}
