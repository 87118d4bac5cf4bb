//! The list of deals: filters, sorting, paging and totals.

use std::collections::HashMap;

use auth::CurrentUser;
use bigdecimal::BigDecimal;
use chrono::{NaiveDate, Utc};
use db::AsyncPgConnection;
use db::copies::kept_text;
use db::keyset::{Kind, Order, Position, SortKey};
use diesel::dsl::{count_star, sql};
use diesel::expression::BoxableExpression;
use diesel::pg::Pg;
use diesel::prelude::*;
use diesel::sql_types::{BigInt, Bool, Date, Double, Nullable, Numeric, Text, Uuid as SqlUuid};
use diesel_async::RunQueryDsl;
use domain::{CampaignId, DealId, DealStageId, ParcelUuid, ProjectId, PropertyId, UserId};
use http_kit::{ApiError, Page};
use serde::{Deserialize, Serialize};

use super::DealError;
use super::domain::DealState;
use super::list_dto::{Deal, DealSort, DealTotals, Deals, DealsQuery};
use super::{joined, sites, tags};
use crate::deal_stages;
use crate::deal_stages::domain::Milestone;
use crate::properties::domain::search_pattern;
use crate::properties::projects;
use crate::schema::{deal_stages as stages, deals, properties};
use crate::state::AppState;

const USUAL_LIMIT: u16 = 50;
const MAX_LIMIT: u16 = 200;

/// The searched fields. Lists join properties only for their order or their offers.
const WORDS: &str =
    "deals.property_id IN (SELECT w.property_id FROM properties w WHERE w.words LIKE lower(";
const ACRES: &str = "properties.acres";
/// As a plain comparison, so that the index of a stage's deals is read up to that time; null of a stage without a limit.
const STALLED: &str = "deals.since < now() - make_interval(days => deal_stages.stale_after_days)";

const OPEN: &str = "(deal_stages.kind = 'open')";
const ADDED_STAGE: &str = "deal_stages.milestone IS NULL AND lower(deal_stages.name) = lower(";
/// The mail server accepted a message of the campaign to a contact of the property.
const REACHED: &str = "EXISTS (SELECT FROM campaigns g JOIN mails m ON m.campaign_id = g.campaign_id \
    JOIN mail_recipients r ON r.mail_id = m.mail_id AND r.status = 'sent' AND NOT r.is_copy \
    JOIN contacts c ON lower(c.email) = r.email_key AND c.deleted_at IS NULL \
    JOIN property_contacts o ON o.contact_id = c.contact_id \
    WHERE o.property_id = deals.property_id AND g.project_id = deals.project_id AND g.campaign_id = ";
/// A letter of the property has an event of these kinds after that campaign. Who answers has read it, if only on paper.
const LETTER_HAS: &str = " AND EXISTS (SELECT FROM letters l JOIN letter_events e ON e.letter_id = l.letter_id \
    WHERE l.property_id = deals.property_id AND l.project_id = deals.project_id AND e.created_at > g.created_at AND e.kind IN ";
const ANSWERED: &str = "'countered', 'signed', 'declined'";

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

/// Who deals are assigned to.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
enum Assigned {
    To(UserId),
    Nobody,
}

/// What a list is filtered by; a cursor holds it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
struct Filter {
    project_id: Option<ProjectId>,
    property_id: Option<PropertyId>,
    stage_id: Option<DealStageId>,
    assigned: Option<Assigned>,
    next_step_dated: bool,
    next_step_to: Option<NaiveDate>,
    stalled: Option<bool>,
    is_open: Option<bool>,
    milestone: Option<Milestone>,
    stage_name: Option<String>,
    campaign_id: Option<CampaignId>,
    opened: bool,
    responded: bool,
    tags: Vec<String>,
    pattern: Option<String>,
}

impl Filter {
    fn of(query: &DealsQuery) -> Result<Self, ApiError> {
        let assigned = match query.assigned_to.as_deref() {
            None => None,
            Some("none") => Some(Assigned::Nobody),
            Some(id) => {
                let refused = |_| ApiError::invalid("assigned_to", "Use a user's id, or none.");
                Some(Assigned::To(id.parse().map_err(refused)?))
            }
        };
        Ok(Self {
            project_id: query.project_id,
            property_id: query.property_id,
            stage_id: query.stage_id,
            assigned,
            next_step_dated: query.next_step_dated,
            next_step_to: query.next_step_to,
            stalled: query.stalled,
            is_open: query.open,
            milestone: query.milestone,
            stage_name: query.stage_name.clone(),
            campaign_id: query.campaign_id,
            opened: query.opened,
            responded: query.responded,
            tags: tags::of_filter(query.tag.clone()),
            pattern: search_pattern(query.q.as_deref()),
        })
    }

    /// The conditions but that of the stage.
    fn conditions<T: 'static>(&self) -> Vec<Box<dyn BoxableExpression<T, Pg, SqlType = Bool>>> {
        let mut all: Vec<Box<dyn BoxableExpression<T, Pg, SqlType = Bool>>> =
            vec![Box::new(sql::<Bool>("deals.removed_at IS NULL"))];
        if let Some(project_id) = self.project_id {
            let part = sql::<Bool>("deals.project_id = ").bind::<SqlUuid, _>(project_id);
            all.push(Box::new(part));
        }
        if let Some(property_id) = self.property_id {
            let part = sql::<Bool>("deals.property_id = ").bind::<SqlUuid, _>(property_id);
            all.push(Box::new(part));
        }
        match self.assigned {
            Some(Assigned::To(user_id)) => {
                let part = sql::<Bool>("deals.assigned_to = ").bind::<SqlUuid, _>(user_id);
                all.push(Box::new(part));
            }
            Some(Assigned::Nobody) => {
                all.push(Box::new(sql::<Bool>("deals.assigned_to IS NULL")));
            }
            None => {}
        }
        if self.next_step_dated {
            all.push(Box::new(sql::<Bool>("deals.next_step_on IS NOT NULL")));
        }
        if let Some(day) = self.next_step_to {
            let part = sql::<Bool>("deals.next_step_on <= ").bind::<Date, _>(day);
            all.push(Box::new(part));
        }
        if let Some(stalled) = self.stalled {
            let part = if stalled {
                STALLED.to_owned()
            } else {
                format!("NOT coalesce({STALLED}, false)")
            };
            all.push(Box::new(sql::<Bool>(&part)));
        }
        if let Some(is_open) = self.is_open {
            let not = if is_open { "" } else { "NOT " };
            all.push(Box::new(sql::<Bool>(&format!("{not}{OPEN}"))));
        }
        if let Some(milestone) = self.milestone {
            let part = sql::<Bool>("deal_stages.milestone = ").bind::<Text, _>(milestone);
            all.push(Box::new(part));
        }
        if let Some(name) = &self.stage_name {
            let part = sql::<Bool>(ADDED_STAGE).bind::<Text, _>(name.clone());
            all.push(Box::new(part.sql(")")));
        }
        if let Some(campaign_id) = self.campaign_id {
            let event = match (self.responded, self.opened) {
                (true, _) => format!("{LETTER_HAS}({ANSWERED}))"),
                (false, true) => format!("{LETTER_HAS}('opened', {ANSWERED}))"),
                _ => String::new(),
            };
            let part = sql::<Bool>(REACHED).bind::<SqlUuid, _>(campaign_id);
            all.push(Box::new(part.sql(&format!("{event})"))));
        }
        all.extend(tags::condition(&self.tags));
        if let Some(pattern) = &self.pattern {
            let part = sql::<Bool>(WORDS).bind::<Text, _>(pattern.clone());
            all.push(Box::new(part.sql("))")));
        }
        all
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
            if of == sort && hash == fingerprint(&filter) && order.accepts(&after) =>
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
        if let Some(stage_id) = filter.stage_id
            && !deal_stages::store::exists(conn, stage_id, filter.project_id).await?
        {
            return Err(DealError::NoStage);
        }
        let totals = read_totals(conn, &filter).await?;
        let rows = read(conn, &filter, sort, after, fetched).await?;
        let ids: Vec<DealId> = rows.iter().map(|(row, _)| row.deal_id).collect();
        let sites = sites::find(conn, &ids).await?;
        Ok((rows, sites, DealTotals::new(totals, filter.stage_id)))
    });
    let (rows, mut sites, totals) = found.await?;
    let hash = fingerprint(&filter);
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

/// Tells the cursors of lists with other filters apart; the same in every process of this version.
fn fingerprint(filter: &Filter) -> u64 {
    let text = serde_json::to_vec(filter).unwrap_or_default();
    // FNV-1a
    text.iter().fold(0xcbf2_9ce4_8422_2325, |hash, byte| {
        (hash ^ u64::from(*byte)).wrapping_mul(0x0100_0000_01b3)
    })
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
#[derive(Debug, Queryable)]
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

async fn read_totals(conn: &mut AsyncPgConnection, filter: &Filter) -> QueryResult<Vec<TotalRow>> {
    let mut query = joined::deals_with(joined::OFFERED)
        .group_by(deals::stage_id)
        .select((
            deals::stage_id,
            count_star(),
            sql::<BigInt>(sites::COUNT_IN_SITES),
            sql::<Nullable<Numeric>>(sites::OFFERS_OF_LIST),
        ))
        .into_boxed();
    for condition in filter.conditions() {
        query = query.filter(condition);
    }
    query.order(deals::stage_id).load(conn).await
}
