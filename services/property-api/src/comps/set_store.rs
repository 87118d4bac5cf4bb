//! Queries of the sets and of their frozen copies. Row-level security scopes every query.

use chrono::{DateTime, TimeDelta, Utc};
use comparable_sales::AreaUnit;
use db::AsyncPgConnection;
use diesel::dsl::now;
use diesel::prelude::*;
use diesel_async::RunQueryDsl;
use domain::{CompId, CompSnapshotId, PropertyId};
use serde_json::Value;

use super::store::CompRow;
use crate::schema::{comp_set_items, comp_sets, comp_snapshots, comps};

/// How long an item that was taken out of a set can come back with its authors.
const REMOVED_KEPT: TimeDelta = TimeDelta::hours(1);

#[derive(Debug, Queryable, Selectable)]
#[diesel(table_name = comp_sets, check_for_backend(diesel::pg::Pg))]
pub struct SetRow {
    pub unit: String,
    pub version: i64,
    pub updated_by_name: String,
}

#[derive(Debug, Queryable, Selectable)]
#[diesel(table_name = comp_set_items, check_for_backend(diesel::pg::Pg))]
pub struct ItemRow {
    pub adjustments: Value,
    pub excluded_reason: Option<String>,
    pub excluded_by_name: Option<String>,
}

#[derive(Debug, Insertable)]
#[diesel(table_name = comp_set_items)]
pub struct NewItem {
    pub property_id: PropertyId,
    pub comp_id: CompId,
    pub ordinal: i32,
    pub adjustments: Value,
    pub excluded_reason: Option<String>,
    pub excluded_by_name: Option<String>,
}

#[derive(Debug, Insertable)]
#[diesel(table_name = comp_snapshots)]
pub struct NewSnapshot<'a> {
    pub snapshot_id: CompSnapshotId,
    pub property_id: PropertyId,
    pub set_version: i64,
    pub method: i32,
    pub content: Value,
    pub created_by_name: &'a str,
}

#[derive(Debug, Queryable, Selectable)]
#[diesel(table_name = comp_snapshots, check_for_backend(diesel::pg::Pg))]
pub struct SnapshotRow {
    pub snapshot_id: CompSnapshotId,
    pub property_id: PropertyId,
    pub content: Value,
    pub created_by_name: String,
    pub created_at: DateTime<Utc>,
}

/// Name of a unit in the database, as in JSON.
pub const fn unit_name(unit: AreaUnit) -> &'static str {
    match unit {
        AreaUnit::Acre => "acre",
        AreaUnit::LandSquareFoot => "land_square_foot",
        AreaUnit::GrossSquareFoot => "gross_square_foot",
        AreaUnit::RentableSquareFoot => "rentable_square_foot",
    }
}

pub async fn find_set(
    conn: &mut AsyncPgConnection,
    property_id: PropertyId,
) -> QueryResult<Option<SetRow>> {
    comp_sets::table
        .filter(comp_sets::property_id.eq(property_id))
        .select(SetRow::as_select())
        .first(conn)
        .await
        .optional()
}

/// As [`find_set`], locked until the transaction ends: a change of one of its sales waits, so that
/// the version says what the sales are.
pub async fn lock_set(
    conn: &mut AsyncPgConnection,
    property_id: PropertyId,
) -> QueryResult<Option<SetRow>> {
    comp_sets::table
        .filter(comp_sets::property_id.eq(property_id))
        .select(SetRow::as_select())
        .for_update()
        .first(conn)
        .await
        .optional()
}

/// The sales of a set in its order, also deleted ones.
pub async fn list_items(
    conn: &mut AsyncPgConnection,
    property_id: PropertyId,
) -> QueryResult<Vec<(ItemRow, CompRow)>> {
    comp_set_items::table
        .inner_join(comps::table)
        .filter(comp_set_items::property_id.eq(property_id))
        .filter(comp_set_items::removed_at.is_null())
        .order(comp_set_items::ordinal)
        .select((ItemRow::as_select(), CompRow::as_select()))
        .load(conn)
        .await
}

/// What was taken out of a set lately, as it was.
pub async fn list_removed(
    conn: &mut AsyncPgConnection,
    property_id: PropertyId,
) -> QueryResult<Vec<(ItemRow, CompRow)>> {
    comp_set_items::table
        .inner_join(comps::table)
        .filter(comp_set_items::property_id.eq(property_id))
        .filter(comp_set_items::removed_at.ge(Utc::now() - REMOVED_KEPT))
        .select((ItemRow::as_select(), CompRow::as_select()))
        .load(conn)
        .await
}

/// Which of the sales the firm has.
pub async fn list_known(
    conn: &mut AsyncPgConnection,
    comp_ids: &[CompId],
) -> QueryResult<Vec<CompId>> {
    comps::table
        .filter(comps::comp_id.eq_any(comp_ids))
        .select(comps::comp_id)
        .load(conn)
        .await
}

/// Stores a set as a whole. Items that are not in it any more are kept for a while, see [`list_removed`].
pub async fn replace_set(
    conn: &mut AsyncPgConnection,
    property_id: PropertyId,
    unit: AreaUnit,
    by_name: &str,
    items: &[NewItem],
) -> QueryResult<()> {
    let values = (
        comp_sets::property_id.eq(property_id),
        comp_sets::unit.eq(unit_name(unit)),
        comp_sets::updated_by_name.eq(by_name),
    );
    let change = (
        comp_sets::unit.eq(unit_name(unit)),
        comp_sets::updated_by_name.eq(by_name),
        comp_sets::updated_at.eq(now),
        comp_sets::version.eq(comp_sets::version + 1),
    );
    diesel::insert_into(comp_sets::table)
        .values(values)
        .on_conflict((comp_sets::customer_id, comp_sets::property_id))
        .do_update()
        .set(change)
        .execute(conn)
        .await?;
    let stored = || comp_set_items::table.filter(comp_set_items::property_id.eq(property_id));
    let ids: Vec<CompId> = items.iter().map(|item| item.comp_id).collect();
    let is_old = comp_set_items::removed_at.lt(Utc::now() - REMOVED_KEPT);
    diesel::delete(stored().filter(is_old))
        .execute(conn)
        .await?;
    let is_stored_again = comp_set_items::comp_id.eq_any(&ids);
    diesel::delete(stored().filter(is_stored_again))
        .execute(conn)
        .await?;
    // What is left and not marked yet was just taken out.
    diesel::update(stored().filter(comp_set_items::removed_at.is_null()))
        .set(comp_set_items::removed_at.eq(now))
        .execute(conn)
        .await?;
    diesel::insert_into(comp_set_items::table)
        .values(items)
        .execute(conn)
        .await
        .map(drop)
}

pub async fn insert_snapshot(
    conn: &mut AsyncPgConnection,
    snapshot: &NewSnapshot<'_>,
) -> QueryResult<()> {
    diesel::insert_into(comp_snapshots::table)
        .values(snapshot)
        .execute(conn)
        .await
        .map(drop)
}

pub async fn find_snapshot(
    conn: &mut AsyncPgConnection,
    snapshot_id: CompSnapshotId,
) -> QueryResult<Option<SnapshotRow>> {
    comp_snapshots::table
        .find(snapshot_id)
        .select(SnapshotRow::as_select())
        .first(conn)
        .await
        .optional()
}
