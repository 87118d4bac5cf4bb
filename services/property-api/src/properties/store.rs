//! Queries of properties. Row-level security scopes every query.

use bigdecimal::BigDecimal;
use chrono::{DateTime, Utc};
use db::AsyncPgConnection;
use db::copies::kept_text;
use diesel::dsl::now;
use diesel::prelude::*;
use diesel_async::RunQueryDsl;
use domain::{Money, ParcelUuid, PropertyId};
use serde_json::Value;

use super::copies::{kept_facts, kept_json, own_amount, own_count};
use crate::schema::properties;

/// Facts of a parcel, from its marker and then from its published record. Once the provider's terms have ended, only its county and point, and
/// where the facts were from.
#[derive(Debug, Clone, PartialEq, Queryable, Selectable, Insertable, AsChangeset)]
#[diesel(table_name = properties, check_for_backend(diesel::pg::Pg))]
pub struct ParcelFacts {
    /// State and county, five digits.
    #[diesel(treat_none_as_null = true)]
    pub county_fips: Option<String>,
    // None leaves this and the next three columns unchanged: a source without an address must not
    // delete the marker's.
    #[diesel(select_expression = kept_text(properties::address, properties::keep_until))]
    pub address: Option<String>,
    #[diesel(select_expression = kept_text(properties::city, properties::keep_until))]
    pub city: Option<String>,
    #[diesel(select_expression = kept_text(properties::zip, properties::keep_until))]
    pub zip: Option<String>,
    #[diesel(select_expression = kept_text(properties::owner_name, properties::keep_until))]
    pub owner_name: Option<String>,
    /// WGS 84.
    pub lon: f64,
    /// WGS 84.
    pub lat: f64,
    /// None until the parcel is described.
    pub source: Option<String>,
    /// Generated sample data.
    pub is_sample: bool,
    /// See [`super::facts::Facts`].
    #[diesel(select_expression = kept_facts(properties::facts, properties::keep_until))]
    pub facts: Value,
    /// Until when the provider's terms allow to keep these facts.
    #[diesel(treat_none_as_null = true)]
    pub keep_until: Option<DateTime<Utc>>,
}

/// A property without its outline.
#[derive(Debug, Clone, PartialEq, Queryable, Selectable)]
#[diesel(table_name = properties, check_for_backend(diesel::pg::Pg))]
pub struct PropertyRow {
    pub property_id: PropertyId,
    pub ll_uuid: ParcelUuid,
    /// True while the identity is derived.
    pub provisional: bool,
    pub parcel_number: String,
    #[diesel(embed)]
    pub parcel: ParcelFacts,
    pub property_name: Option<String>,
    #[diesel(select_expression = own_count(properties::square_feet, "square_feet", properties::edited, properties::keep_until))]
    pub square_feet: Option<i64>,
    /// US dollars.
    #[diesel(select_expression = own_amount(properties::total_value, "total_value", properties::edited, properties::keep_until))]
    pub total_value: Option<BigDecimal>,
    /// US dollars.
    #[diesel(select_expression = own_amount(properties::appraised_value, "appraised_value", properties::edited, properties::keep_until))]
    pub appraised_value: Option<BigDecimal>,
    /// US dollars.
    #[diesel(select_expression = own_amount(properties::market_value, "market_value", properties::edited, properties::keep_until))]
    pub market_value: Option<BigDecimal>,
    /// US dollars.
    pub offer_value: Option<BigDecimal>,
    /// Names of the columns that the firm set itself.
    pub edited: Vec<String>,
    /// Path of the saved site image.
    pub image_path: Option<String>,
    /// Version of the last applied `parcel.described`.
    pub described_version: i64,
    /// Incremented by each change.
    pub version: i64,
    pub created_at: DateTime<Utc>,
}

/// The column's check constraint guarantees the range.
pub fn money(amount: Option<BigDecimal>) -> Option<Money> {
    amount.and_then(|amount| Money::try_from(amount).ok())
}

/// A property's row, not locked.
pub async fn find_property(
    conn: &mut AsyncPgConnection,
    property_id: PropertyId,
) -> QueryResult<Option<PropertyRow>> {
    properties::table
        .find(property_id)
        .select(PropertyRow::as_select())
        .first(conn)
        .await
        .optional()
}

/// Locks the row against other changes until the transaction ends. Rows that refer to it can be
/// added meanwhile: whoever holds a letter and adds an offer must not wait for whoever holds the
/// property and changes its letter.
pub async fn lock_property(
    conn: &mut AsyncPgConnection,
    property_id: PropertyId,
) -> QueryResult<Option<PropertyRow>> {
    properties::table
        .find(property_id)
        .select(PropertyRow::as_select())
        .for_no_key_update()
        .first(conn)
        .await
        .optional()
}

/// As [`lock_property`].
pub async fn lock_property_of_parcel(
    conn: &mut AsyncPgConnection,
    ll_uuid: ParcelUuid,
) -> QueryResult<Option<PropertyRow>> {
    properties::table
        .filter(properties::ll_uuid.eq(ll_uuid))
        .select(PropertyRow::as_select())
        .for_no_key_update()
        .first(conn)
        .await
        .optional()
}

/// The outline as GeoJSON.
pub async fn find_geometry(
    conn: &mut AsyncPgConnection,
    property_id: PropertyId,
) -> QueryResult<Option<Value>> {
    properties::table
        .find(property_id)
        .select(kept_json(properties::geometry, properties::keep_until))
        .first(conn)
        .await
}

#[derive(Debug, Insertable)]
#[diesel(table_name = properties)]
pub struct NewProperty {
    pub ll_uuid: ParcelUuid,
    /// True while the identity is derived.
    pub provisional: bool,
    pub parcel_number: String,
    #[diesel(embed)]
    pub parcel: ParcelFacts,
    pub image_path: Option<String>,
}

/// Stores a property of this transaction's firm unless another transaction was first; locked in
/// either case.
pub async fn insert_property(
    conn: &mut AsyncPgConnection,
    property: &NewProperty,
) -> QueryResult<Option<PropertyRow>> {
    diesel::insert_into(properties::table)
        .values(property)
        .on_conflict_do_nothing()
        .returning(PropertyRow::as_returning())
        .get_result(conn)
        .await
        .optional()
}

/// Columns to change together with the version. `None` leaves a column unchanged, `Some(None)`
/// clears it.
#[derive(Debug, Clone, Default, PartialEq, AsChangeset)]
#[diesel(table_name = properties)]
pub struct Change {
    pub ll_uuid: Option<ParcelUuid>,
    pub provisional: Option<bool>,
    #[diesel(embed)]
    pub parcel: Option<ParcelFacts>,
    pub property_name: Option<Option<String>>,
    pub square_feet: Option<Option<i64>>,
    pub total_value: Option<Option<BigDecimal>>,
    pub appraised_value: Option<Option<BigDecimal>>,
    pub market_value: Option<Option<BigDecimal>>,
    pub offer_value: Option<Option<BigDecimal>>,
    pub edited: Option<Vec<String>>,
    pub image_path: Option<Option<String>>,
    pub geometry: Option<Option<Value>>,
    pub described_version: Option<i64>,
}

/// Changes a property and increments its version; an empty change only increments the version.
pub async fn update_property(
    conn: &mut AsyncPgConnection,
    property_id: PropertyId,
    change: &Change,
) -> QueryResult<PropertyRow> {
    diesel::update(properties::table.find(property_id))
        .set((
            change,
            properties::version.eq(properties::version + 1),
            properties::updated_at.eq(now),
        ))
        .returning(PropertyRow::as_returning())
        .get_result(conn)
        .await
}
