//! Client of parcel-lookup, using the caller's token.
//!
//! Parcels belong to that service, whose tables we never read. Limited in time and size, because a
//! user is waiting.

use auth::CurrentUser;
use chrono::{DateTime, NaiveDate, Utc};
use domain::ParcelUuid;
use reqwest::StatusCode;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use service::{Call, ServiceClient};

use super::MarkerError;

/// The fields of a parcel record that are used here.
#[derive(Debug, Clone, Deserialize)]
pub struct Parcel {
    pub ll_uuid: ParcelUuid,
    pub parcelnumb: String,
    #[serde(default)]
    pub county_fips: Option<String>,
    #[serde(default)]
    pub address: Option<String>,
    #[serde(default)]
    pub state2: Option<String>,
    #[serde(default)]
    pub ll_gisacre: Option<f64>,
    /// GeoJSON geometry.
    pub geometry: Value,
    /// Generated sample data.
    pub is_sample: bool,
    /// Since when its county's files no longer have it.
    #[serde(default)]
    pub retired_at: Option<DateTime<Utc>>,
    /// Date of the first file that no longer had it.
    #[serde(default)]
    pub retired_file_date: Option<NaiveDate>,
    /// Name of the source.
    #[serde(default)]
    pub source: Option<String>,
    /// Licence of the source.
    #[serde(default)]
    pub source_licence: Option<String>,
    /// When the source was last read.
    #[serde(default)]
    pub fetched_at: Option<DateTime<Utc>>,
}

/// Maximum parcels per request to parcel-lookup.
pub(super) const MAX_PARCELS: usize = 1000;
/// Maximum concurrent requests to parcel-lookup for one call.
pub(super) const CONCURRENT_REQUESTS: usize = 4;

/// Selects outlines.
#[derive(Debug, Default, Serialize)]
pub struct OutlinesRequest {
    /// By identity.
    pub ll_uuids: Vec<ParcelUuid>,
    /// By number, where the identity is not known.
    pub parcelnumbs: Vec<String>,
}

#[derive(Deserialize)]
struct Parcels {
    parcels: Vec<Parcel>,
}

pub async fn by_identity(
    parcel_lookup: &ServiceClient,
    user: &CurrentUser,
    id: ParcelUuid,
) -> Result<Option<Parcel>, MarkerError> {
    send(parcel_lookup.get(&format!("/parcels/{id}"), user)).await
}

/// The parcel with this number; several matches are an error with the candidates.
pub async fn by_number(
    parcel_lookup: &ServiceClient,
    user: &CurrentUser,
    number: &str,
) -> Result<Option<Parcel>, MarkerError> {
    let call = parcel_lookup.get("/parcels", user);
    let call = call.query(&[("parcelnumb", number)]);
    let Some(Parcels { mut parcels }) = send(call).await? else {
        return Ok(None);
    };
    if parcels.len() > 1 {
        return Err(MarkerError::Ambiguous(
            parcels.iter().map(candidate).collect(),
        ));
    }
    Ok(parcels.pop())
}

/// The outlines that parcel-lookup has for up to [`MAX_PARCELS`] parcels, by identity or by
/// number.
pub async fn outlines(
    parcel_lookup: &ServiceClient,
    user: &CurrentUser,
    wanted: &OutlinesRequest,
) -> Result<Vec<Parcel>, MarkerError> {
    let call = parcel_lookup.post("/parcel_outlines", user).json(wanted);
    let answer: Option<Parcels> = send(call).await?;
    Ok(answer
        .map(|Parcels { parcels }| parcels)
        .unwrap_or_default())
}

fn candidate(parcel: &Parcel) -> Value {
    json!({ "ll_uuid": parcel.ll_uuid, "county_fips": parcel.county_fips, "address": parcel.address })
}

pub(super) async fn send<T: for<'de> Deserialize<'de>>(
    call: Call,
) -> Result<Option<T>, MarkerError> {
    let fault = |error: reqwest::Error| MarkerError::Lookup(error.without_url().to_string());
    let answer = call.send().await.map_err(fault)?;
    match answer.status() {
        StatusCode::NOT_FOUND => Ok(None),
        StatusCode::OK => answer.json().await.map(Some).map_err(fault),
        other => Err(MarkerError::Lookup(format!("status {other}"))),
    }
}
