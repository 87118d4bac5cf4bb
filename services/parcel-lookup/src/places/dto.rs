//! Query and response of the place search.

use chrono::{DateTime, NaiveDate, Utc};
use domain::LonLat;
use http_kit::{ApiError, ApiResult};
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct PlacesQuery {
    /// Words of an address, an owner's name or a parcel number, or their beginnings, in any order;
    /// the name of a county, city or market; or `lat, lon`.
    #[param(min_length = 2, max_length = 200)]
    pub q: String,
    /// Centre of the map, degrees north: nearer places come first.
    pub lat: Option<f64>,
    /// Centre of the map, degrees east.
    pub lon: Option<f64>,
    /// Most places returned, 1 to 20; 8 by default.
    #[param(minimum = 1, maximum = 20)]
    pub limit: Option<u32>,
}

#[derive(Debug, Clone, PartialEq)]
pub struct Search {
    /// Trimmed, 2 to 200 characters, no control characters.
    pub text: String,
    /// Nearer places come first.
    pub near: Option<LonLat>,
    pub limit: i64,
}

impl Search {
    /// The most places, as a length.
    pub fn room(&self) -> usize {
        usize::try_from(self.limit).unwrap_or(0)
    }
}

impl PlacesQuery {
    /// The search, or a 422 that names the fields.
    pub fn check(self) -> ApiResult<Search> {
        let text = self.q.trim().to_owned();
        let mut wrong = ApiError::validation();
        if !(2..=200).contains(&text.chars().count()) || text.chars().any(char::is_control) {
            wrong = wrong.field("q", "Please enter 2 to 200 characters.");
        }
        let limit = self.limit.unwrap_or(8);
        if !(1..=20).contains(&limit) {
            wrong = wrong.field("limit", "limit must be between 1 and 20.");
        }
        let near = match (self.lat, self.lon) {
            (Some(lat), Some(lon)) => LonLat::new(lon, lat).map(Some),
            (None, None) => Ok(None),
            _ => Err(domain::Invalid::new(
                "lat and lon are given together or not at all.",
            )),
        };
        match near {
            Ok(near) => {
                wrong.check()?;
                Ok(Search {
                    text,
                    near,
                    limit: i64::from(limit),
                })
            }
            Err(refused) => Err(wrong.field("lat", refused.sentence())),
        }
    }
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum PlaceKind {
    /// A parcel in our table.
    Parcel,
    /// A street address.
    Address,
    /// A town, neighbourhood or point.
    Place,
    County,
    /// A city of parcels in our table.
    City,
    /// A metropolitan area, or a market of the user's firm.
    Market,
    /// An area of a market of the user's firm.
    Submarket,
}

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, ToSchema)]
pub struct Place {
    pub label: String,
    pub kind: PlaceKind,
    /// Degrees north.
    pub lat: f64,
    /// Degrees east.
    pub lon: f64,
    /// Set for parcels.
    pub ll_uuid: Option<domain::ParcelUuid>,
    /// Area in acres; set for parcels.
    pub acres: Option<f64>,
    /// West, south, east, north in degrees, if the place has an extent.
    pub bbox: Option<[f64; 4]>,
    /// Set for parcels.
    pub from: Option<PlaceSource>,
}

/// Where what is said of a parcel is from.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, ToSchema)]
pub struct PlaceSource {
    pub source: String,
    pub source_licence: Option<String>,
    /// Of the source's file, as the source says.
    pub source_date: Option<NaiveDate>,
    /// When it was read.
    pub fetched_at: DateTime<Utc>,
}

/// Places: the parcels with exactly this number; counties, cities and markets of this name; parcels
/// whose address begins with the text; the other parcels that match, nearest first; what the
/// geocoder finds.
#[derive(Debug, Serialize, Deserialize, ToSchema)]
pub struct PlacesResponse {
    /// At most `limit`.
    pub places: Vec<Place>,
}
