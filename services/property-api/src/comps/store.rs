//! Queries of comparable sales. Row-level security scopes every query.

use bigdecimal::BigDecimal;
use chrono::{DateTime, NaiveDate, Utc};
use db::AsyncPgConnection;
use diesel::prelude::*;
use diesel_async::RunQueryDsl;
use domain::{CompId, Money, ParcelUuid};

use super::domain::Confidence;
use crate::schema::{comp_set_items, comp_sets, comps};

/// What people enter. `None` clears a column.
#[derive(Debug, Clone, Queryable, Selectable, Insertable, AsChangeset)]
#[diesel(table_name = comps, check_for_backend(diesel::pg::Pg), treat_none_as_null = true)]
pub struct CompColumns {
    pub address: Option<String>,
    pub ll_uuid: Option<ParcelUuid>,
    pub parcel_number: Option<String>,
    pub lon: Option<f64>,
    pub lat: Option<f64>,
    pub sale_date: NaiveDate,
    pub price: Money,
    pub acres: Option<BigDecimal>,
    pub land_square_feet: Option<BigDecimal>,
    pub gross_square_feet: Option<BigDecimal>,
    pub rentable_square_feet: Option<BigDecimal>,
    pub use_class: Option<String>,
    pub buyer: Option<String>,
    pub seller: Option<String>,
    pub source: String,
    pub confidence: Confidence,
    pub several_parcels: bool,
    pub related_parties: bool,
    pub notes: Option<String>,
}

#[derive(Debug, Clone, Queryable, Selectable)]
#[diesel(table_name = comps, check_for_backend(diesel::pg::Pg))]
pub struct CompRow {
    pub comp_id: CompId,
    #[diesel(embed)]
    pub columns: CompColumns,
    pub created_by_name: String,
    pub created_at: DateTime<Utc>,
    pub version: i64,
    pub deleted_at: Option<DateTime<Utc>>,
}

/// A sale to be added with others.
#[derive(Debug, Insertable)]
#[diesel(table_name = comps)]
pub struct NewComp<'a> {
    pub comp_id: CompId,
    #[diesel(embed)]
    pub columns: CompColumns,
    pub created_by_name: &'a str,
}

/// Rows of one INSERT: PostgreSQL limits the values of a statement.
const CHUNK: usize = 1_000;

/// Position in the list.
pub type Key = (NaiveDate, CompId);

impl CompRow {
    pub fn key(&self) -> Key {
        (self.columns.sale_date, self.comp_id)
    }
}

/// The latest sale first, after `after`.
pub async fn list_comps(
    conn: &mut AsyncPgConnection,
    pattern: Option<&str>,
    since: Option<NaiveDate>,
    after: Option<Key>,
    limit: i64,
) -> QueryResult<Vec<CompRow>> {
    let mut rows = comps::table
        .filter(comps::deleted_at.is_null())
        .into_boxed();
    if let Some(pattern) = pattern {
        let found = comps::address
            .ilike(pattern)
            .or(comps::parcel_number.ilike(pattern))
            .or(comps::buyer.ilike(pattern))
            .or(comps::seller.ilike(pattern));
        rows = rows.filter(found.assume_not_null());
    }
    if let Some(since) = since {
        rows = rows.filter(comps::sale_date.ge(since));
    }
    if let Some((sold, comp_id)) = after {
        let earlier = comps::sale_date.lt(sold);
        let same_day = comps::sale_date.eq(sold).and(comps::comp_id.lt(comp_id));
        rows = rows.filter(earlier.or(same_day));
    }
    rows.order((comps::sale_date.desc(), comps::comp_id.desc()))
        .limit(limit)
        .select(CompRow::as_select())
        .load(conn)
        .await
}

pub async fn insert_comp(
    conn: &mut AsyncPgConnection,
    comp_id: CompId,
    columns: &CompColumns,
    created_by_name: &str,
) -> QueryResult<CompRow> {
    diesel::insert_into(comps::table)
        .values((
            comps::comp_id.eq(comp_id),
            columns,
            comps::created_by_name.eq(created_by_name),
        ))
        .returning(CompRow::as_returning())
        .get_result(conn)
        .await
}

pub async fn insert_comps(conn: &mut AsyncPgConnection, rows: &[NewComp<'_>]) -> QueryResult<()> {
    for chunk in rows.chunks(CHUNK) {
        diesel::insert_into(comps::table)
            .values(chunk)
            .execute(conn)
            .await?;
    }
    Ok(())
}

/// The sales of these days.
pub async fn list_comps_of_days(
    conn: &mut AsyncPgConnection,
    days: &[NaiveDate],
) -> QueryResult<Vec<CompColumns>> {
    comps::table
        .filter(comps::deleted_at.is_null())
        .filter(comps::sale_date.eq_any(days))
        .select(CompColumns::as_select())
        .load(conn)
        .await
}

/// Also a deleted one, locked until the transaction ends.
pub async fn lock_comp(
    conn: &mut AsyncPgConnection,
    comp_id: CompId,
) -> QueryResult<Option<CompRow>> {
    comps::table
        .find(comp_id)
        .select(CompRow::as_select())
        .for_update()
        .first(conn)
        .await
        .optional()
}

pub async fn update_comp(
    conn: &mut AsyncPgConnection,
    comp_id: CompId,
    columns: &CompColumns,
) -> QueryResult<CompRow> {
    diesel::update(comps::table.find(comp_id))
        .set((columns, comps::version.eq(comps::version + 1)))
        .returning(CompRow::as_returning())
        .get_result(conn)
        .await
}

/// Hides a sale, or shows it again; its row is kept.
pub async fn set_deleted(
    conn: &mut AsyncPgConnection,
    comp_id: CompId,
    deleted: bool,
) -> QueryResult<CompRow> {
    diesel::update(comps::table.find(comp_id))
        .set((
            comps::deleted_at.eq(deleted.then(Utc::now)),
            comps::version.eq(comps::version + 1),
        ))
        .returning(CompRow::as_returning())
        .get_result(conn)
        .await
}

/// The sets with this sale count as changed.
pub async fn touch_sets(conn: &mut AsyncPgConnection, comp_id: CompId) -> QueryResult<()> {
    let with_it = comp_set_items::table
        .filter(comp_set_items::comp_id.eq(comp_id))
        .filter(comp_set_items::removed_at.is_null())
        .select(comp_set_items::property_id);
    diesel::update(comp_sets::table.filter(comp_sets::property_id.eq_any(with_it)))
        .set(comp_sets::version.eq(comp_sets::version + 1))
        .execute(conn)
        .await
        .map(drop)
}
