//! The full record of a parcel, in responses and in `parcel.described`.
//!
//! New fields are added to [`ParcelFields`] and to the event's schema together.

use chrono::{DateTime, NaiveDate, Utc};
use diesel::dsl;
use diesel::pg::Pg;
use diesel::prelude::*;
use diesel::sql_types::{Date, Double, Jsonb, Nullable, Text, Timestamptz};
use serde::{Deserialize, Serialize};
use serde_json::Value;
use utoipa::ToSchema;

use crate::schema::beyond::{self, Beyond};
use crate::schema::{Outline, outline, parcels};
use crate::{ParcelFields, SharedLand};

/// The full record of a parcel.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, ToSchema, Queryable, Selectable)]
#[diesel(table_name = parcels, check_for_backend(Pg))]
pub struct ParcelRecord {
    /// Facts from the source.
    #[serde(flatten)]
    #[diesel(embed)]
    pub fields: ParcelFields,
    /// A point on the parcel, degrees.
    #[diesel(select_expression = beyond::lon(), select_expression_type = Beyond<Double>)]
    pub lon: f64,
    /// A point on the parcel, degrees.
    #[diesel(select_expression = beyond::lat(), select_expression_type = Beyond<Double>)]
    pub lat: f64,
    /// `GeoJSON` Polygon or `MultiPolygon` in WGS 84; null when the outline is unknown.
    #[schema(value_type = Option<Object>)]
    #[diesel(select_expression = outline().nullable(), select_expression_type = dsl::Nullable<Outline>)]
    pub geometry: Option<Value>,
    /// Its land, if other parcels are on it too, such as condominiums; null if it has land of its own. Of a retired parcel as it was, of a site
    /// that of its parcels.
    #[serde(default)]
    #[schema(required = true)]
    #[diesel(select_expression = beyond::shared_land(), select_expression_type = Beyond<Nullable<Jsonb>>)]
    pub shared_land: Option<SharedLand>,
    /// Name of the source.
    #[diesel(select_expression = beyond::source(), select_expression_type = Beyond<Text>)]
    pub source: String,
    /// Licence of the source.
    #[diesel(select_expression = beyond::source_licence(), select_expression_type = Beyond<Nullable<Text>>)]
    pub source_licence: Option<String>,
    /// When the source was last read; null if no source was.
    #[diesel(select_expression = beyond::fetched_at().nullable(), select_expression_type = dsl::Nullable<Beyond<Timestamptz>>)]
    pub fetched_at: Option<DateTime<Utc>>,
    /// Date of the source's file, as the source says; null if it is not known.
    #[serde(default)]
    #[schema(required = true)]
    #[diesel(select_expression = beyond::source_date(), select_expression_type = Beyond<Nullable<Date>>)]
    pub source_date: Option<NaiveDate>,
    /// Generated sample data.
    pub is_sample: bool,
    /// Since when its county's files no longer have it; null for a parcel that exists.
    #[serde(default)]
    #[schema(required = true)]
    #[diesel(select_expression = beyond::retired_at(), select_expression_type = Beyond<Nullable<Timestamptz>>)]
    pub retired_at: Option<DateTime<Utc>>,
    /// Date of the first file of its county that no longer had it.
    #[serde(default)]
    #[schema(required = true)]
    #[diesel(select_expression = beyond::retired_file_date(), select_expression_type = Beyond<Nullable<Date>>)]
    pub retired_file_date: Option<NaiveDate>,
    /// Until when the provider's terms allow to keep copies of these facts; null if they state no period.
    #[serde(default)]
    #[schema(required = true)]
    #[diesel(select_expression = beyond::keep_until(), select_expression_type = Beyond<Nullable<Timestamptz>>)]
    pub keep_until: Option<DateTime<Utc>>,
}
