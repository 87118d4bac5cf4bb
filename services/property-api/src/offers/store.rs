//! Queries of offers. Row-level security scopes every query.

use bigdecimal::BigDecimal;
use chrono::{DateTime, Utc};
use db::AsyncPgConnection;
use diesel::prelude::*;
use diesel_async::RunQueryDsl;
use domain::{CompSnapshotId, LetterId, OfferId, PropertyId, UserId};

use super::domain::{Basis, Side};
use crate::schema::{comp_sets, comp_snapshots, offers, properties};

const MAX_LISTED: i64 = 500;
/// Rows of one INSERT: PostgreSQL limits the values of a statement.
const CHUNK: usize = 5_000;

#[derive(Debug, Queryable, Selectable)]
#[diesel(table_name = offers, check_for_backend(diesel::pg::Pg))]
pub struct OfferRow {
    pub offer_id: OfferId,
    pub amount: Option<BigDecimal>,
    pub side: Side,
    pub basis: Basis,
    pub reason: String,
    pub actor_name: String,
    pub letter_id: Option<LetterId>,
    pub comp_snapshot_id: Option<CompSnapshotId>,
    pub created_at: DateTime<Utc>,
}

#[derive(Debug, Insertable)]
#[diesel(table_name = offers)]
pub struct NewOffer<'a> {
    pub offer_id: OfferId,
    pub property_id: PropertyId,
    /// None clears the offer.
    pub amount: Option<BigDecimal>,
    pub side: Side,
    pub basis: Basis,
    pub reason: &'a str,
    pub actor_id: UserId,
    pub actor_name: &'a str,
    pub letter_id: Option<LetterId>,
    pub comp_snapshot_id: Option<CompSnapshotId>,
}

pub async fn insert_offers(conn: &mut AsyncPgConnection, rows: &[NewOffer<'_>]) -> QueryResult<()> {
    for chunk in rows.chunks(CHUNK) {
        diesel::insert_into(offers::table)
            .values(chunk)
            .execute(conn)
            .await?;
    }
    Ok(())
}

pub async fn has_property(
    conn: &mut AsyncPgConnection,
    property_id: PropertyId,
) -> QueryResult<bool> {
    diesel::select(diesel::dsl::exists(properties::table.find(property_id)))
        .get_result(conn)
        .await
}

/// Newest first.
pub async fn list_offers(
    conn: &mut AsyncPgConnection,
    property_id: PropertyId,
) -> QueryResult<Vec<OfferRow>> {
    offers::table
        .filter(offers::property_id.eq(property_id))
        .order((offers::created_at.desc(), offers::offer_id.desc()))
        .limit(MAX_LISTED)
        .select(OfferRow::as_select())
        .load(conn)
        .await
}

/// The frozen comparable sales of a property's offers that differ from its set as it is now.
pub async fn list_changed_snapshots(
    conn: &mut AsyncPgConnection,
    property_id: PropertyId,
) -> QueryResult<Vec<CompSnapshotId>> {
    comp_snapshots::table
        .inner_join(comp_sets::table.on(comp_sets::property_id.eq(comp_snapshots::property_id)))
        .filter(comp_snapshots::property_id.eq(property_id))
        .filter(comp_sets::version.ne(comp_snapshots::set_version))
        .select(comp_snapshots::snapshot_id)
        .load(conn)
        .await
}
