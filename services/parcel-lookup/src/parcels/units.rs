//! Reads the table `parcel_units`: the rows of a tax roll that name one parcel. The importer writes it.

use chrono::NaiveDate;
use diesel::pg::Pg;
use diesel::prelude::*;
use diesel_async::{AsyncPgConnection, RunQueryDsl};
use domain::{Money, ParcelUuid};
use serde::Serialize;
use utoipa::ToSchema;

use crate::schema::parcel_units;

/// Most units that are listed of a parcel.
const MAX_UNITS: i64 = 500;

/// A unit of a parcel, such as a condominium.
#[derive(Debug, Clone, PartialEq, Serialize, ToSchema, Queryable, Selectable)]
#[diesel(table_name = parcel_units, check_for_backend(Pg))]
pub struct ParcelUnit {
    /// The tax roll's own number.
    pub parcelnumb: String,
    /// Number of the unit.
    #[schema(required = true)]
    pub unit: Option<String>,
    /// Street address.
    #[schema(required = true)]
    pub address: Option<String>,
    /// Recorded taxpayer.
    #[schema(required = true)]
    pub owner: Option<String>,
    /// `In care of` of the tax bill's address.
    #[schema(required = true)]
    pub careof: Option<String>,
    /// Address of the tax bill.
    #[schema(required = true)]
    pub mailing_address: Option<String>,
    /// Date of the last sale.
    #[schema(required = true)]
    pub saledate: Option<NaiveDate>,
    /// Price of the last sale, dollars.
    #[schema(required = true)]
    pub saleprice: Option<Money>,
    /// Year of construction.
    #[schema(required = true)]
    pub year_built: Option<i32>,
    /// Use code of the county.
    #[schema(required = true)]
    pub usecode: Option<String>,
    /// Use in words.
    #[schema(required = true)]
    pub usedesc: Option<String>,
    /// Total value, dollars.
    #[schema(required = true)]
    pub parval: Option<Money>,
    /// Value of the land, dollars.
    #[schema(required = true)]
    pub landval: Option<Money>,
    /// Value of the improvements, dollars.
    #[schema(required = true)]
    pub improvval: Option<Money>,
    /// Floor area, square feet.
    #[schema(required = true)]
    pub sqft: Option<i64>,
}

/// The units of a parcel in the order of their roll, at most 500, and how many there are.
pub async fn list(
    conn: &mut AsyncPgConnection,
    id: ParcelUuid,
) -> QueryResult<(i64, Vec<ParcelUnit>)> {
    let current = || {
        parcel_units::table
            .filter(parcel_units::ll_uuid.eq(id))
            .filter(parcel_units::replaced_by.is_null())
    };
    let units: Vec<ParcelUnit> = current()
        .order((parcel_units::roll_row, parcel_units::unit_id))
        .limit(MAX_UNITS)
        .select(ParcelUnit::as_select())
        .load(conn)
        .await?;
    let listed = i64::try_from(units.len()).unwrap_or(MAX_UNITS);
    let count = if listed < MAX_UNITS {
        listed
    } else {
        current().count().get_result(conn).await?
    };
    Ok((count, units))
}
