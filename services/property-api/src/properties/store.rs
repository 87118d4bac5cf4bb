//! Queries of properties. No transaction is opened here; row-level security scopes every query.

use bigdecimal::BigDecimal;
use chrono::{DateTime, Utc};
use db::AsyncPgConnection;
use diesel::dsl::{exists, now};
use diesel::prelude::*;
use diesel_async::RunQueryDsl;
use domain::{Money, ProjectId};
use serde_json::Value;
use uuid::Uuid;

use super::locate::Locator;
use crate::schema::{project_links, properties};

/// Most properties that one number is looked up among; a county never has that many of a number.
const MAX_CANDIDATES: i64 = 50;

/// A property as stored, without its outline.
#[derive(Debug, Clone, PartialEq, Queryable, Selectable)]
#[diesel(table_name = properties, check_for_backend(diesel::pg::Pg))]
pub struct PropertyRow {
    /// Key.
    pub property_id: Uuid,
    /// The parcel's identity.
    pub ll_uuid: Uuid,
    /// True while the identity is only derived.
    pub provisional: bool,
    /// The county's number.
    pub parcel_number: String,
    /// Five digits.
    pub county_fips: Option<String>,
    /// Street address.
    pub address: Option<String>,
    /// City.
    pub city: Option<String>,
    /// Postal code.
    pub zip: Option<String>,
    /// Owner of record.
    pub owner_name: Option<String>,
    /// Degrees.
    pub lon: f64,
    /// Degrees.
    pub lat: f64,
    /// What the firm calls it.
    pub property_name: Option<String>,
    /// Square feet.
    pub square_feet: Option<i64>,
    /// US dollars.
    pub total_value: Option<BigDecimal>,
    /// US dollars.
    pub appraised_value: Option<BigDecimal>,
    /// US dollars.
    pub market_value: Option<BigDecimal>,
    /// US dollars.
    pub offer_value: Option<BigDecimal>,
    /// Columns that the firm set itself.
    pub edited: Vec<String>,
    /// Path of the saved picture.
    pub image_path: Option<String>,
    /// See [`super::facts::Facts`].
    pub facts: Value,
    /// Who published it.
    pub source: Option<String>,
    /// Made up for demonstration.
    pub is_sample: bool,
    /// Version of the parcel that was last described.
    pub described_version: i64,
    /// Grows with each change.
    pub version: i64,
    /// When it came to the firm.
    pub created_at: DateTime<Utc>,
}

/// A property in a project's list, with its marker.
#[derive(Debug, Clone, PartialEq, Queryable)]
pub struct ListedRow {
    /// The property.
    pub property: PropertyRow,
    /// Its marker.
    pub marker_id: i64,
    /// When it came to the project.
    pub linked_at: DateTime<Utc>,
}

/// An amount as the wire shows it. The column's own check keeps it in range.
pub fn money(amount: Option<BigDecimal>) -> Option<Money> {
    amount.and_then(|amount| Money::try_from(amount).ok())
}

/// Properties that may be meant, and whether each is in any project now.
pub async fn list_candidates(
    conn: &mut AsyncPgConnection,
    wanted: &Locator,
) -> QueryResult<Vec<(PropertyRow, bool)>> {
    let linked = project_links::table
        .filter(project_links::property_id.eq(properties::property_id.nullable()))
        .filter(project_links::removed_at.is_null());
    let mut query = properties::table
        .filter(properties::parcel_number.eq(wanted.parcel_number.as_str()))
        .order(properties::created_at)
        .limit(MAX_CANDIDATES)
        .select((PropertyRow::as_select(), exists(linked)))
        .into_boxed();
    if let Some(project) = wanted.project_id {
        query = query.filter(exists(
            linked.filter(project_links::project_id.eq(project.0)),
        ));
    }
    if let Some(parcel) = wanted.ll_uuid {
        query = query.filter(properties::ll_uuid.eq(parcel.0));
    }
    query.load(conn).await
}

/// One property, locked until the transaction ends.
pub async fn lock_property(
    conn: &mut AsyncPgConnection,
    property_id: Uuid,
) -> QueryResult<Option<PropertyRow>> {
    properties::table
        .find(property_id)
        .select(PropertyRow::as_select())
        .for_update()
        .first(conn)
        .await
        .optional()
}

/// The property of a parcel, locked until the transaction ends.
pub async fn lock_property_of_parcel(
    conn: &mut AsyncPgConnection,
    ll_uuid: Uuid,
) -> QueryResult<Option<PropertyRow>> {
    properties::table
        .filter(properties::ll_uuid.eq(ll_uuid))
        .select(PropertyRow::as_select())
        .for_update()
        .first(conn)
        .await
        .optional()
}

/// A project's properties with their markers, oldest first, after `after`.
pub async fn list_properties(
    conn: &mut AsyncPgConnection,
    project_id: ProjectId,
    pattern: Option<&str>,
    after: Option<(DateTime<Utc>, i64)>,
    limit: Option<i64>,
) -> QueryResult<Vec<ListedRow>> {
    let mut query = project_links::table
        .inner_join(
            properties::table.on(properties::property_id
                .nullable()
                .eq(project_links::property_id)),
        )
        .filter(project_links::project_id.eq(project_id.0))
        .filter(project_links::removed_at.is_null())
        .order((project_links::linked_at, project_links::marker_id))
        .select((
            PropertyRow::as_select(),
            project_links::marker_id,
            project_links::linked_at,
        ))
        .into_boxed();
    if let Some((at, marker)) = after {
        query = query.filter(
            project_links::linked_at.gt(at).or(project_links::linked_at
                .eq(at)
                .and(project_links::marker_id.gt(marker))),
        );
    }
    if let Some(pattern) = pattern {
        query = query.filter(
            properties::parcel_number
                .ilike(pattern.to_owned())
                .or(properties::address
                    .ilike(pattern.to_owned())
                    .assume_not_null())
                .or(properties::owner_name
                    .ilike(pattern.to_owned())
                    .assume_not_null())
                .or(properties::property_name
                    .ilike(pattern.to_owned())
                    .assume_not_null())
                .or(properties::city.ilike(pattern.to_owned()).assume_not_null()),
        );
    }
    if let Some(limit) = limit {
        query = query.limit(limit);
    }
    query.load(conn).await
}

/// The outline of a property (GeoJSON).
pub async fn find_geometry(
    conn: &mut AsyncPgConnection,
    property_id: Uuid,
) -> QueryResult<Option<Value>> {
    properties::table
        .find(property_id)
        .select(properties::geometry)
        .first(conn)
        .await
}

/// A property as first heard of.
#[derive(Debug, Insertable)]
#[diesel(table_name = properties)]
pub struct NewProperty {
    /// The parcel's identity.
    pub ll_uuid: Uuid,
    /// True while the identity is only derived.
    pub provisional: bool,
    /// The county's number.
    pub parcel_number: String,
    /// Five digits.
    pub county_fips: Option<String>,
    /// Street address.
    pub address: Option<String>,
    /// City.
    pub city: Option<String>,
    /// Postal code.
    pub zip: Option<String>,
    /// Owner of record.
    pub owner_name: Option<String>,
    /// Degrees.
    pub lon: f64,
    /// Degrees.
    pub lat: f64,
    /// Path of the saved picture.
    pub image_path: Option<String>,
    /// See [`super::facts::Facts`].
    pub facts: Value,
}

/// Stores a property of this transaction's firm, unless another was faster; locked either way.
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

/// Columns that change together with the version. `None` leaves a column, `Some(None)` empties it.
#[derive(Debug, Clone, Default, PartialEq, AsChangeset)]
#[diesel(table_name = properties)]
pub struct Change {
    /// The parcel's identity.
    pub ll_uuid: Option<Uuid>,
    /// True while the identity is only derived.
    pub provisional: Option<bool>,
    /// The county's number.
    pub parcel_number: Option<String>,
    /// Five digits.
    pub county_fips: Option<Option<String>>,
    /// Street address.
    pub address: Option<Option<String>>,
    /// City.
    pub city: Option<Option<String>>,
    /// Postal code.
    pub zip: Option<Option<String>>,
    /// Owner of record.
    pub owner_name: Option<Option<String>>,
    /// Degrees.
    pub lon: Option<f64>,
    /// Degrees.
    pub lat: Option<f64>,
    /// What the firm calls it.
    pub property_name: Option<Option<String>>,
    /// Square feet.
    pub square_feet: Option<Option<i64>>,
    /// US dollars.
    pub total_value: Option<Option<BigDecimal>>,
    /// US dollars.
    pub appraised_value: Option<Option<BigDecimal>>,
    /// US dollars.
    pub market_value: Option<Option<BigDecimal>>,
    /// US dollars.
    pub offer_value: Option<Option<BigDecimal>>,
    /// Columns that the firm set itself.
    pub edited: Option<Vec<String>>,
    /// Path of the saved picture.
    pub image_path: Option<Option<String>>,
    /// See [`super::facts::Facts`].
    pub facts: Option<Value>,
    /// GeoJSON.
    pub geometry: Option<Option<Value>>,
    /// Who published it.
    pub source: Option<Option<String>>,
    /// Made up for demonstration.
    pub is_sample: Option<bool>,
    /// Version of the parcel.
    pub described_version: Option<i64>,
}

/// Changes a property and counts its version up; an empty change counts the version only.
pub async fn update_property(
    conn: &mut AsyncPgConnection,
    property_id: Uuid,
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
