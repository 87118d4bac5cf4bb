//! Response body of the figures.

use bigdecimal::BigDecimal;
use chrono::{DateTime, Utc};
use domain::{CampaignId, ProjectId};
use serde::Serialize;
use utoipa::ToSchema;

use crate::deals::list_dto::MoneySum;
use crate::letter_register::list_dto::dollars;

/// Figures of the firm's work.
#[derive(Debug, Serialize, ToSchema)]
pub struct WorkFigures {
    /// Letters that are out, by age, newest first: `GET /letters?out=true` with the same days.
    pub offers_out: Vec<OffersOut>,
    pub expiring: ExpiringLetters,
    pub stalled: StalledDeals,
    /// The newest ten to owner contacts of projects, newest first. Which contact of the directory answered a campaign
    /// is not known, so those to them are left out.
    pub campaigns: Vec<CampaignFigures>,
    /// Cursor of `GET /campaign_figures` for older ones; null if there are none.
    #[schema(required = true)]
    pub campaigns_next: Option<String>,
}

/// What came of campaigns to owner contacts of projects.
#[derive(Debug, Serialize, ToSchema)]
pub struct CampaignFiguresPage {
    /// Newest first.
    pub campaigns: Vec<CampaignFigures>,
    /// Cursor of the next page; null on the last one.
    #[schema(required = true)]
    pub next_cursor: Option<String>,
}

/// Letters that are out since so many days.
#[derive(Debug, Serialize, ToSchema)]
pub struct OffersOut {
    /// `sent_days_min` of the list.
    pub days_min: u16,
    /// `sent_days_max` of the list; null: no limit.
    #[schema(required = true)]
    pub days_max: Option<u16>,
    pub count: i64,
    /// Sum of the prices, US dollars.
    #[serde(serialize_with = "dollars")]
    #[schema(value_type = f64)]
    pub price: BigDecimal,
}

/// Letters that are out and expire soon: `GET /letters?out=true` with the same `expires_within`.
#[derive(Debug, Serialize, ToSchema)]
pub struct ExpiringLetters {
    pub expires_within: u16,
    pub count: i64,
    /// Sum of the prices, US dollars.
    #[serde(serialize_with = "dollars")]
    #[schema(value_type = f64)]
    pub price: BigDecimal,
}

/// Deals that are in their stage for too long: `GET /deals?stalled=true`.
#[derive(Debug, Serialize, ToSchema)]
pub struct StalledDeals {
    pub count: i64,
    /// Sum of the offer values that are known, US dollars; null if none is.
    #[schema(required = true)]
    pub offer_value: Option<MoneySum>,
}

/// What came of a campaign: `GET /deals` with its `campaign_id`.
#[derive(Debug, Serialize, ToSchema)]
pub struct CampaignFigures {
    pub campaign_id: CampaignId,
    pub project_id: ProjectId,
    pub subject: String,
    pub created_at: DateTime<Utc>,
    /// Deals whose owner contact received a message.
    pub reached: i64,
    /// Of these, deals with a letter that was opened by a person or answered after the campaign: `opened` of the list.
    pub opened: i64,
    /// Of these, deals with a letter that was answered after the campaign: `responded` of the list.
    pub responded: i64,
}
