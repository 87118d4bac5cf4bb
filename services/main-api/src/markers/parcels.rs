//! Client of parcel-lookup, using the caller's token.
//!
//! Parcels belong to that service, whose tables we never read. Limited in time and size, because a
//! user is waiting.

use std::time::Duration;

use domain::ParcelUuid;
use reqwest::{Client, RequestBuilder, StatusCode, Url};
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use super::MarkerError;

/// A user waits for the response.
const REQUEST_TIMEOUT: Duration = Duration::from_secs(8);

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
    /// The record is generated sample data.
    pub is_sample: bool,
}

/// Maximum parcels per request to parcel-lookup.
pub const MAX_OUTLINES: usize = 1000;

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
    http: &Client,
    base: &Url,
    bearer: &str,
    id: ParcelUuid,
) -> Result<Option<Parcel>, MarkerError> {
    let url = address(base, &["parcels", &id.to_string()])?;
    send(http.get(url), bearer).await
}

/// The parcel with this number; several matches are an error with the candidates.
pub async fn by_number(
    http: &Client,
    base: &Url,
    bearer: &str,
    number: &str,
) -> Result<Option<Parcel>, MarkerError> {
    let mut url = address(base, &["parcels"])?;
    url.query_pairs_mut().append_pair("parcelnumb", number);
    let Some(Parcels { mut parcels }) = send(http.get(url), bearer).await? else {
        return Ok(None);
    };
    if parcels.len() > 1 {
        return Err(MarkerError::Ambiguous(
            parcels.iter().map(candidate).collect(),
        ));
    }
    Ok(parcels.pop())
}

/// The outlines that parcel-lookup has for up to [`MAX_OUTLINES`] parcels, by identity or by
/// number.
pub async fn outlines(
    http: &Client,
    base: &Url,
    bearer: &str,
    wanted: &OutlinesRequest,
) -> Result<Vec<Parcel>, MarkerError> {
    let request = http.post(address(base, &["parcel_outlines"])?).json(wanted);
    let answer: Option<Parcels> = send(request, bearer).await?;
    Ok(answer
        .map(|Parcels { parcels }| parcels)
        .unwrap_or_default())
}

fn candidate(parcel: &Parcel) -> Value {
    json!({ "ll_uuid": parcel.ll_uuid, "county_fips": parcel.county_fips, "address": parcel.address })
}

fn address(base: &Url, segments: &[&str]) -> Result<Url, MarkerError> {
    let mut url = base.clone();
    url.path_segments_mut()
        .map_err(|()| MarkerError::Lookup("PARCEL_LOOKUP_URL cannot be a base".to_owned()))?
        .pop_if_empty()
        .extend(segments);
    Ok(url)
}

async fn send<T: for<'de> Deserialize<'de>>(
    request: RequestBuilder,
    bearer: &str,
) -> Result<Option<T>, MarkerError> {
    let fault = |error: reqwest::Error| MarkerError::Lookup(error.without_url().to_string());
    let mut request = request.bearer_auth(bearer).timeout(REQUEST_TIMEOUT);
    let trace = messaging::trace::TraceContext::current();
    if let Some(id) = trace.request_id {
        request = request.header("x-request-id", id);
    }
    let answer = request.send().await.map_err(fault)?;
    match answer.status() {
        StatusCode::NOT_FOUND => Ok(None),
        StatusCode::OK => answer.json().await.map(Some).map_err(fault),
        other => Err(MarkerError::Lookup(format!("status {other}"))),
    }
}
