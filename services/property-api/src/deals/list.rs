//! The list of deals: sorting, paging and totals.

use std::collections::HashMap;

use auth::CurrentUser;
use bigdecimal::BigDecimal;
use chrono::Utc;
use db::AsyncPgConnection;
use db::copies::kept_text;
use db::keyset::{Kind, Order, Position, SortKey};
use diesel::dsl::{count_star, sql};
use diesel::pg::Pg;
use diesel::prelude::*;
use diesel::sql_types::{Double, Nullable, Numeric};
use diesel_async::RunQueryDsl;
use domain::{DealId, DealStageId, ParcelUuid, ProjectId, PropertyId};
use http_kit::{ApiError, Page};

use super::DealError;
use super::domain::DealState;
use super::list_dto::{Deal, DealSort, DealTotals, Deals, DealsQuery};
use super::list_filter::{Assigned, Filter};
use super::{joined, sites};
use crate::deal_stages;
use crate::properties::projects;
use crate::schema::{deal_stages as stages, deals, properties};
use crate::state::AppState;

const USUAL_LIMIT: u16 = 50;
const MAX_LIMIT: u16 = 200;

const ACRES: &str = "properties.acres";

const fn by(key: &'static str, kind: Kind, nullable: bool) -> SortKey {
    SortKey {
        key,
        kind,
        nullable,
        id: "deals.deal_id",
        id_kind: Kind::Uuid,
    }
}

impl From<DealSort> for Order {
    fn from(sort: DealSort) -> Self {
        let stage = by("deal_stages.position", Kind::Number, false);
        let since = by("deals.since", Kind::Time, false);
        let offer = by("properties.offer_value", Kind::Number, true);
        let address = by(
            "lower(coalesce(properties.address, properties.parcel_number))",
            Kind::Text,
            false,
        );
        let step = by("deals.next_step_on", Kind::Date, true);
        let acres = by(ACRES, Kind::Number, true);
        match sort {
            DealSort::Stage => stage.ascending(),
            DealSort::StageDescending => stage.descending(),
            DealSort::Since => since.ascending(),
            DealSort::SinceDescending => since.descending(),
            DealSort::OfferValue => offer.ascending(),
            DealSort::OfferValueDescending => offer.descending(),
            DealSort::Address => address.ascending(),
            DealSort::AddressDescending => address.descending(),
            DealSort::NextStepOn => step.ascending(),
            DealSort::NextStepOnDescending => step.descending(),
            DealSort::Acres => acres.ascending(),
            DealSort::AcresDescending => acres.descending(),
        }
    }
}

/// One page, with the figures of all pages.
pub async fn list_deals(
    state: &AppState,
    user: &CurrentUser,
    query: &DealsQuery,
) -> Result<Deals, ApiError> {
    let limit = query.limit.unwrap_or(USUAL_LIMIT);
    if !(1..=MAX_LIMIT).contains(&limit) {
        let sentence = "The limit must be a whole number from 1 to 200.";
        return Err(ApiError::invalid("limit", sentence));
    }
    let page = Page::new(Some(limit), query.after.clone());
    let (mut filter, sort) = (Filter::of(query)?, query.sort);
    if query.mine {
        filter.assigned = Some(Assigned::To(user.user_id));
    }
    let order = Order::from(sort);
    let after = match page.after::<(DealSort, u64, Position)>() {
        Ok(Some((of, hash, after)))
            if of == sort && hash == filter.fingerprint() && order.accepts(&after) =>
        {
            Some(after)
        }
        Ok(None) => None,
        Ok(Some(_)) => {
            return Err(ApiError::invalid(
                "after",
                "This cursor belongs to another list.",
            ));
        }
        Err(_unreadable) => return Err(ApiError::invalid("after", "This cursor is not valid.")),
    };
    if let Some(project_id) = filter.project_id {
        projects::require(&state.pool, &state.main_api, user, project_id).await?;
    }
    let fetched = page.fetch_limit();
    let found = db::tenant_tx(&state.pool, user.customer_id, async |conn| {
        db::one_state(conn).await?;
        if let Some(stage_id) = filter.stage_id
            && !deal_stages::store::exists(conn, stage_id, filter.project_id).await?
        {
            return Err(DealError::NoStage);
        }
        let filter = &filter.searched(conn).await?;
        let totals = read_totals(conn, filter).await?;
        let rows = read(conn, filter, sort, after, fetched).await?;
        let ids: Vec<DealId> = rows.iter().map(|(row, _)| row.deal_id).collect();
        let sites = sites::find(conn, &ids).await?;
        Ok((rows, sites, DealTotals::new(totals, filter.stage_id)))
    });
    let (rows, mut sites, totals) = found.await?;
    let hash = filter.fingerprint();
    let (rows, next) = page.cut(rows, |(_, position)| (sort, hash, position.clone()))?;
    let now = Utc::now();
    let deals = rows.into_iter().map(|(row, _)| {
        let site = sites.remove(&row.deal_id);
        Deal::new(row, site, now)
    });
    Ok(Deals {
        deals: deals.collect(),
        next,
        totals,
    })
}

/// Figures of a list without its page.
pub async fn get_totals(
    conn: &mut AsyncPgConnection,
    query: &DealsQuery,
) -> Result<DealTotals, ApiError> {
    let filter = Filter::of(query)?;
    let totals = read_totals(conn, &filter).await?;
    Ok(DealTotals::new(totals, filter.stage_id))
}

/// The number of deals of a list.
pub async fn get_count(conn: &mut AsyncPgConnection, query: &DealsQuery) -> Result<i64, ApiError> {
    let filter = Filter::of(query)?;
    let counts = count_by_stage(conn, &filter, None).await?;
    let listed = counts.into_iter();
    let listed = listed.filter(|(stage_id, _)| filter.stage_id.is_none_or(|id| id == *stage_id));
    Ok(listed.map(|(_, count)| count).sum())
}

/// A deal as it is listed.
#[derive(Debug, Clone, Queryable, Selectable)]
#[diesel(table_name = deals, check_for_backend(Pg))]
pub(super) struct ListedRow {
    pub deal_id: DealId,
    pub project_id: ProjectId,
    pub property_id: PropertyId,
    #[diesel(embed)]
    pub state: DealState,
    pub version: i64,
    #[diesel(select_expression = properties::ll_uuid)]
    pub ll_uuid: ParcelUuid,
    #[diesel(select_expression = properties::parcel_number)]
    pub parcel_number: String,
    #[diesel(select_expression = kept_text(properties::address, properties::keep_until))]
    pub address: Option<String>,
    #[diesel(select_expression = kept_text(properties::city, properties::keep_until))]
    pub city: Option<String>,
    #[diesel(select_expression = kept_text(properties::owner_name, properties::keep_until))]
    pub owner_name: Option<String>,
    #[diesel(select_expression = properties::offer_value)]
    pub offer_value: Option<BigDecimal>,
    #[diesel(select_expression = sql::<Nullable<Double>>(&format!("kept({ACRES}, properties.keep_until)::float8")))]
    #[diesel(select_expression_type = diesel::expression::SqlLiteral<Nullable<Double>>)]
    pub acres: Option<f64>,
    #[diesel(select_expression = stages::name)]
    pub stage_name: String,
    #[diesel(select_expression = stages::stale_after_days)]
    pub stale_after_days: Option<i32>,
}

/// Figures of a stage.
#[derive(Debug)]
pub(super) struct TotalRow {
    pub stage_id: DealStageId,
    pub count: i64,
    pub in_sites: i64,
    pub offer_value: Option<BigDecimal>,
}

async fn read(
    conn: &mut AsyncPgConnection,
    filter: &Filter,
    sort: DealSort,
    after: Option<Position>,
    limit: Option<i64>,
) -> QueryResult<Vec<(ListedRow, Position)>> {
    let order = Order::from(sort);
    let with = match sort {
        DealSort::OfferValue | DealSort::OfferValueDescending => joined::OFFERED,
        _ => joined::ANY,
    };
    let mut query = joined::deals_with(with).into_boxed();
    for condition in filter.conditions() {
        query = query.filter(condition);
    }
    if let Some(stage_id) = filter.stage_id {
        query = query.filter(deals::stage_id.eq(stage_id));
    }
    if let Some(after) = after {
        query = query.filter(order.after(after));
    }
    if let Some(limit) = limit {
        query = query.limit(limit);
    }
    // Ids are sorted, and only the page's rows are read whole.
    let sorted: Vec<(DealId, Position)> = query
        .select((deals::deal_id, order.position()))
        .order(order.order_by())
        .load(conn)
        .await?;
    let ids = sorted.iter().map(|(deal_id, _)| *deal_id);
    let rows: Vec<ListedRow> = deals::table
        .inner_join(properties::table)
        .inner_join(stages::table)
        .filter(deals::deal_id.eq_any(ids))
        .select(ListedRow::as_select())
        .load(conn)
        .await?;
    let rows: HashMap<DealId, ListedRow> = rows.into_iter().map(|row| (row.deal_id, row)).collect();
    let listed = sorted.into_iter().filter_map(|(deal_id, position)| {
        // Missing if it was removed since the first query.
        Some((rows.get(&deal_id)?.clone(), position))
    });
    Ok(listed.collect())
}

/// Deals are counted without their properties, and offers summed from the few properties that have one.
async fn read_totals(conn: &mut AsyncPgConnection, filter: &Filter) -> QueryResult<Vec<TotalRow>> {
    let parts = sites::parts(conn, filter.project_id).await?;
    let parts: Vec<DealId> = parts.into_iter().map(|part| part.deal_id).collect();
    let counts = count_by_stage(conn, filter, None).await?;
    let in_sites: HashMap<DealStageId, i64> = if parts.is_empty() {
        HashMap::new()
    } else {
        let counts = count_by_stage(conn, filter, Some(&parts)).await?;
        counts.into_iter().collect()
    };
    let offers = sum_by_stage(conn, filter, parts).await?;
    let mut offers: HashMap<_, _> = offers.into_iter().collect();
    let totals = counts.into_iter().map(|(stage_id, count)| TotalRow {
        stage_id,
        count,
        in_sites: in_sites.get(&stage_id).copied().unwrap_or_default(),
        offer_value: offers.remove(&stage_id).flatten(),
    });
    Ok(totals.collect())
}

/// Numbers of deals, or of those of them that are among `ids`.
async fn count_by_stage(
    conn: &mut AsyncPgConnection,
    filter: &Filter,
    ids: Option<&[DealId]>,
) -> QueryResult<Vec<(DealStageId, i64)>> {
    let mut query = joined::deals_with(joined::ANY)
        .group_by(deals::stage_id)
        .select((deals::stage_id, count_star()))
        .into_boxed();
    for condition in filter.conditions() {
        query = query.filter(condition);
    }
    if let Some(ids) = ids {
        query = query.filter(deals::deal_id.eq_any(ids.to_vec()));
    }
    query.order(deals::stage_id).load(conn).await
}

/// Sums of the offer values of deals that are not part of a site.
async fn sum_by_stage(
    conn: &mut AsyncPgConnection,
    filter: &Filter,
    parts: Vec<DealId>,
) -> QueryResult<Vec<(DealStageId, Option<BigDecimal>)>> {
    let mut query = joined::deals_with(joined::OFFERED)
        .group_by(deals::stage_id)
        .select((
            deals::stage_id,
            sql::<Nullable<Numeric>>("sum(properties.offer_value)"),
        ))
        .into_boxed()
        // Makes the join an inner one, which begins with these properties.
        .filter(properties::property_id.is_not_null());
    for condition in filter.conditions() {
        query = query.filter(condition);
    }
    if !parts.is_empty() {
        query = query.filter(deals::deal_id.ne_all(parts));
    }
    query.load(conn).await
}
