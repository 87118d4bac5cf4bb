//! What parcels are searched by besides the words of their sources: class of use, kind of owner, values
//! per acre, years held.
//!
//! The classes are columns, computed when a parcel is written or soon after. What depends on the day, or is
//! one division, is an expression of columns, which filters and answers share.

use diesel::pg::Pg;
use diesel::sql_types::{Bool, Double, Integer, Nullable, Text};
use diesel::{Queryable, Selectable};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::schema::beyond::{self, Beyond};

/// SQL: total value by area, dollars an acre.
pub const VALUE_PER_ACRE: &str = "(parcels.parval / nullif(parcels.ll_gisacre, 0))::float8";

/// SQL: value of the land by area, dollars an acre.
pub const LAND_VALUE_PER_ACRE: &str = "(parcels.landval / nullif(parcels.ll_gisacre, 0))::float8";

/// SQL: full years since the last sale. Sources also have days that are still to come.
pub const YEARS_HELD: &str = "(CASE WHEN parcels.saledate <= current_date \
    THEN date_part('year', age(current_date, parcels.saledate))::integer END)";

/// SQL: whether the zones of the parcel have one of those that flood once in a hundred years. D is
/// undetermined, and neither says no.
pub const IN_FLOOD_ZONE: &str = "(CASE \
    WHEN parcels.flood_zone ~* '(^|[^A-Z0-9])(A|A[0-9]{1,2}|AE|AH|AO|AR|V|V[0-9]{1,2}|VE)($|[^A-Z0-9])' THEN true \
    WHEN parcels.flood_zone ~* '(^|[^A-Z0-9])D($|[^A-Z0-9])' THEN NULL \
    WHEN parcels.flood_zone ~* '(^|[^A-Z0-9])(X|X500|B|C)($|[^A-Z0-9])' THEN false END)";

/// What a parcel is searched by; null is unknown.
#[derive(
    Debug, Clone, Default, PartialEq, Serialize, Deserialize, ToSchema, Queryable, Selectable,
)]
#[diesel(table_name = parcels, check_for_backend(Pg))]
pub struct ParcelFacts {
    /// Class of the use, by a crosswalk of the counties' codes: industrial, office, retail, hospitality,
    /// multifamily, residential, agricultural, public, vacant, commercial (of no particular kind), other.
    #[schema(required = true, example = "industrial")]
    #[diesel(select_expression = beyond::use_class(), select_expression_type = Beyond<Nullable<Text>>)]
    pub use_class: Option<String>,
    /// Whether it has buildings.
    #[schema(required = true)]
    #[diesel(select_expression = beyond::is_improved(), select_expression_type = Beyond<Nullable<Bool>>)]
    pub is_improved: Option<bool>,
    /// Kind of the owner: person, company, trust, estate, government, association, bank, religious, utility.
    #[schema(required = true, example = "company")]
    #[diesel(select_expression = beyond::owner_kind(), select_expression_type = Beyond<Nullable<Text>>)]
    pub owner_kind: Option<String>,
    /// Whether the tax bill goes to another place.
    #[schema(required = true)]
    #[diesel(select_expression = beyond::is_absentee(), select_expression_type = Beyond<Nullable<Bool>>)]
    pub is_absentee: Option<bool>,
    /// Full years since the last sale.
    #[schema(required = true)]
    #[diesel(select_expression = beyond::years_held(), select_expression_type = Beyond<Nullable<Integer>>)]
    pub years_held: Option<i32>,
    /// Total value by area, dollars an acre.
    #[schema(required = true)]
    #[diesel(select_expression = beyond::value_per_acre(), select_expression_type = Beyond<Nullable<Double>>)]
    pub value_per_acre: Option<f64>,
    /// Value of the land by area, dollars an acre.
    #[schema(required = true)]
    #[diesel(select_expression = beyond::land_value_per_acre(), select_expression_type = Beyond<Nullable<Double>>)]
    pub land_value_per_acre: Option<f64>,
    /// Whether its FEMA zones have one that floods once in a hundred years. Null for D, which is undetermined.
    #[schema(required = true)]
    #[diesel(select_expression = beyond::in_flood_zone(), select_expression_type = Beyond<Nullable<Bool>>)]
    pub in_flood_zone: Option<bool>,
}
