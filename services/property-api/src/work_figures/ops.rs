//! Reads the figures by the statements of the lists, so that they cannot differ.

use auth::CurrentUser;
use chrono::{DateTime, Utc};
use db::AsyncPgConnection;
use domain::CampaignId;
use http_kit::{ApiError, Cursor, Page};

use super::dto::{
    CampaignFigures, CampaignFiguresPage, ExpiringLetters, OffersOut, StalledDeals, WorkFigures,
};
use crate::campaigns;
use crate::deals::list as deals;
use crate::deals::list_dto::DealsQuery;
use crate::letter_register::list as letters;
use crate::letter_register::list_dto::LettersQuery;
use crate::state::AppState;

/// Whole days since an offer was sent.
const AGES: [(u16, Option<u16>); 4] = [(0, Some(7)), (8, Some(14)), (15, Some(30)), (31, None)];
/// Days in which a letter expires soon.
const SOON: u16 = 7;
const CAMPAIGNS: i64 = 10;
/// Each has three counts.
const MOST_CAMPAIGNS: i64 = 50;

pub async fn get_work_figures(
    state: &AppState,
    user: &CurrentUser,
) -> Result<WorkFigures, ApiError> {
    db::tenant_tx(&state.pool, user.customer_id, async |conn| {
        db::one_state(conn).await?;
        let newest = read_campaigns(conn, None, CAMPAIGNS).await?;
        Ok(WorkFigures {
            offers_out: read_offers(conn).await?,
            expiring: read_expiring(conn).await?,
            stalled: read_stalled(conn).await?,
            campaigns: newest.campaigns,
            campaigns_next: newest.next_cursor,
        })
    })
    .await
}

pub async fn list_campaign_figures(
    state: &AppState,
    user: &CurrentUser,
    page: &Page,
) -> Result<CampaignFiguresPage, ApiError> {
    let after = page.after()?;
    let limit = page.limit().unwrap_or(CAMPAIGNS).min(MOST_CAMPAIGNS);
    db::tenant_tx(&state.pool, user.customer_id, async |conn| {
        db::one_state(conn).await?;
        read_campaigns(conn, after, limit).await
    })
    .await
}

async fn read_offers(conn: &mut AsyncPgConnection) -> Result<Vec<OffersOut>, ApiError> {
    let mut all = Vec::with_capacity(AGES.len());
    for (days_min, days_max) in AGES {
        let query = LettersQuery {
            out: true,
            sent_days_min: Some(days_min),
            sent_days_max: days_max,
            ..LettersQuery::default()
        };
        let totals = letters::get_totals(conn, &query).await?;
        all.push(OffersOut {
            days_min,
            days_max,
            count: totals.count,
            price: totals.price,
        });
    }
    Ok(all)
}

async fn read_expiring(conn: &mut AsyncPgConnection) -> Result<ExpiringLetters, ApiError> {
    let query = LettersQuery {
        out: true,
        expires_within: Some(SOON),
        ..LettersQuery::default()
    };
    let totals = letters::get_totals(conn, &query).await?;
    Ok(ExpiringLetters {
        expires_within: SOON,
        count: totals.count,
        price: totals.price,
    })
}

async fn read_stalled(conn: &mut AsyncPgConnection) -> Result<StalledDeals, ApiError> {
    let query = DealsQuery {
        stalled: Some(true),
        ..DealsQuery::default()
    };
    let totals = deals::get_totals(conn, &query).await?;
    Ok(StalledDeals {
        count: totals.count,
        offer_value: totals.offer_value,
    })
}

async fn read_campaigns(
    conn: &mut AsyncPgConnection,
    after: Option<(DateTime<Utc>, CampaignId)>,
    limit: i64,
) -> Result<CampaignFiguresPage, ApiError> {
    let mut rows = campaigns::store::list_newest_of_projects(conn, after, limit + 1).await?;
    let next_cursor = Cursor::cut(&mut rows, Some(limit), |row| {
        (row.created_at, row.campaign_id)
    })?;
    let mut campaigns = Vec::with_capacity(rows.len());
    for row in rows {
        let Some(project_id) = row.project_id else {
            continue;
        };
        let mut query = DealsQuery {
            campaign_id: Some(row.campaign_id),
            ..DealsQuery::default()
        };
        let reached = deals::get_count(conn, &query).await?;
        query.opened = true;
        let opened = deals::get_count(conn, &query).await?;
        query.responded = true;
        let responded = deals::get_count(conn, &query).await?;
        campaigns.push(CampaignFigures {
            campaign_id: row.campaign_id,
            project_id,
            subject: row.subject,
            created_at: row.created_at,
            reached,
            opened,
            responded,
        });
    }
    Ok(CampaignFiguresPage {
        campaigns,
        next_cursor,
    })
}
