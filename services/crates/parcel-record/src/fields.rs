//! Facts of one parcel from a source, cleaned and typed.
//!
//! Produced by the importer, the sample generator and the providers, so that one statement writes
//! parcels. Sent to PostgreSQL as JSON, and to others in [`ParcelRecord`].

use std::borrow::Cow;

use chrono::{DateTime, NaiveDate, Utc};
use diesel::pg::Pg;
use diesel::{Queryable, Selectable};
use domain::{Money, ParcelUuid, State};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::postgis::float8;
use crate::schema::parcels;
use crate::{ParcelRecord, TaxRollSource};

/// Facts of a parcel except location and outline.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, ToSchema, Queryable, Selectable)]
#[diesel(table_name = parcels, check_for_backend(Pg))]
pub struct ParcelFields {
    /// The parcel's identity.
    pub ll_uuid: ParcelUuid,
    /// State and county, five digits.
    #[schema(example = "48201")]
    pub county_fips: String,
    /// Parcel number within its county.
    pub parcelnumb: String,
    /// Street address.
    pub address: Option<String>,
    /// City of the site.
    pub scity: Option<String>,
    /// State of the site, two letters.
    pub state2: Option<String>,
    /// ZIP code of the site.
    pub szip: Option<String>,
    /// Recorded taxpayer.
    pub owner: Option<String>,
    /// `In care of` of the tax bill's address.
    pub careof: Option<String>,
    /// Address of the tax bill.
    pub mailing_address: Option<String>,
    /// Date of the last sale.
    pub saledate: Option<NaiveDate>,
    /// Price of the last sale, dollars.
    pub saleprice: Option<Money>,
    /// Year of construction of the main building.
    pub year_built: Option<i32>,
    /// Use code of the county.
    pub usecode: Option<String>,
    /// Land use in words.
    pub usedesc: Option<String>,
    /// Zoning code.
    pub zoning: Option<String>,
    /// Kind of zoning.
    pub zoning_type: Option<String>,
    /// Kind of zoning in more detail.
    pub zoning_subtype: Option<String>,
    /// Legal description.
    pub legaldesc: Option<String>,
    /// Subdivision.
    pub subdivision: Option<String>,
    /// Total value, dollars.
    pub parval: Option<Money>,
    /// Kind of assessed value in `parval`.
    pub parvaltype: Option<String>,
    /// Value of the land, dollars.
    pub landval: Option<Money>,
    /// Value of the improvements, dollars.
    pub improvval: Option<Money>,
    /// Floor area of the buildings, square feet.
    pub sqft: Option<i64>,
    /// Area in acres; measured on the outline if the source has none.
    #[diesel(select_expression = float8(parcels::ll_gisacre))]
    pub ll_gisacre: Option<f64>,
    /// Number of buildings.
    pub building_count: Option<i32>,
    /// FEMA flood zone.
    pub flood_zone: Option<String>,
    /// FEMA flood zone, in more detail.
    pub flood_zone_subtype: Option<String>,
}

impl ParcelFields {
    /// A parcel without details.
    pub fn new(ll_uuid: ParcelUuid, county_fips: String, parcelnumb: String) -> Self {
        Self {
            ll_uuid,
            county_fips,
            parcelnumb,
            address: None,
            scity: None,
            state2: None,
            szip: None,
            owner: None,
            careof: None,
            mailing_address: None,
            saledate: None,
            saleprice: None,
            year_built: None,
            usecode: None,
            usedesc: None,
            zoning: None,
            zoning_type: None,
            zoning_subtype: None,
            legaldesc: None,
            subdivision: None,
            parval: None,
            parvaltype: None,
            landval: None,
            improvval: None,
            sqft: None,
            ll_gisacre: None,
            building_count: None,
            flood_zone: None,
            flood_zone_subtype: None,
        }
    }

    /// With the state of its county if the source has none: county files rarely contain it.
    #[must_use]
    pub fn with_state(mut self) -> Self {
        if self.state2.is_none() {
            let state = State::of_county(&self.county_fips);
            self.state2 = state.map(|state| state.postal_code.to_owned());
        }
        self
    }
}

/// A parcel's outline in the source's format; PostGIS parses, repairs and projects it.
#[derive(Debug, Clone, PartialEq)]
pub enum Shape {
    /// A GeoJSON geometry.
    GeoJson(String),
    /// Well-known text.
    Wkt(String),
    /// Well-known binary.
    Wkb(Vec<u8>),
    /// Only a point, in the coordinates of its source: the outline is that of the parcel already known there.
    Point {
        /// Degrees east, or x.
        lon: f64,
        /// Degrees north, or y.
        lat: f64,
    },
}

impl Shape {
    /// The kind, as named by `parcel_geometry` and the staging table.
    pub fn kind(&self) -> &'static str {
        match self {
            Self::GeoJson(_) => "j",
            Self::Wkt(_) => "w",
            Self::Wkb(_) => "b",
            Self::Point { .. } => "p",
        }
    }

    /// Bytes of its text or binary form.
    pub fn size(&self) -> usize {
        match self {
            Self::GeoJson(text) | Self::Wkt(text) => text.len(),
            Self::Wkb(bytes) => bytes.len(),
            Self::Point { .. } => 0,
        }
    }

    /// The text sent to PostgreSQL.
    pub fn text(&self) -> Cow<'_, str> {
        match self {
            Self::GeoJson(text) | Self::Wkt(text) => Cow::Borrowed(text),
            Self::Wkb(bytes) => Cow::Owned(hex(bytes)),
            Self::Point { lon, lat } => Cow::Owned(format!("POINT({lon} {lat})")),
        }
    }

    /// What the source has, to be hashed.
    pub fn bytes(&self) -> Cow<'_, [u8]> {
        match self {
            Self::Wkb(bytes) => Cow::Borrowed(bytes),
            Self::GeoJson(text) | Self::Wkt(text) => Cow::Borrowed(text.as_bytes()),
            Self::Point { .. } => Cow::Owned(self.text().into_owned().into_bytes()),
        }
    }
}

fn hex(bytes: &[u8]) -> String {
    const DIGITS: &[u8; 16] = b"0123456789abcdef";
    bytes
        .iter()
        .flat_map(|byte| {
            [
                DIGITS[usize::from(byte >> 4)],
                DIGITS[usize::from(byte & 15)],
            ]
        })
        .map(char::from)
        .collect()
}

/// Source and licence of a record.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Provenance {
    /// Name of the source.
    pub source: String,
    /// Licence, if known.
    pub licence: Option<String>,
    /// Generated sample data.
    pub is_sample: bool,
}

/// Source and licence of a single row, in a file with rows from several sources: an export of ours.
/// Has the names of our columns.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct RowProvenance {
    /// Name of the source.
    pub source: String,
    /// Licence, if known.
    pub source_licence: Option<String>,
    /// Generated sample data; as the whole file if none.
    pub is_sample: Option<bool>,
    /// When the source was read; now if none.
    pub fetched_at: Option<DateTime<Utc>>,
    /// Date of the source's file; not known if none.
    pub source_date: Option<NaiveDate>,
    /// Whose facts are those of a tax roll. Not a column: it is kept with the original row.
    #[serde(skip)]
    pub tax_roll: Option<TaxRollSource>,
}

impl ParcelFields {
    /// The record of a parcel without an outline.
    pub fn into_record(self, lon: f64, lat: f64, source: &str) -> ParcelRecord {
        ParcelRecord {
            fields: self,
            lon,
            lat,
            geometry: None,
            shared_land: None,
            source: source.to_owned(),
            source_licence: None,
            fetched_at: None,
            source_date: None,
            is_sample: false,
            retired_at: None,
            retired_file_date: None,
            keep_until: None,
        }
    }
}
