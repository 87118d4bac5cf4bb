//! `GET /parcels.{format}`: the parcels that a request selects, as a file.

use actix_web::http::header::{CACHE_CONTROL, CONTENT_DISPOSITION, HeaderName};
use actix_web::{HttpRequest, HttpResponse, HttpResponseBuilder, get, web};
use auth::{ParcelsRead, ReadAccess};
use chrono::Utc;
use domain::CustomerId;
use http_kit::openapi::StandardErrors;
use http_kit::{ApiError, ApiResult, ErrorCode, Path};
use ogc_features::Selection;
use parcel_export::Format;

use super::dto::ParcelFile;
use super::land::{CHOSEN_BY, LAND};
use super::lines;
use super::ops::{self, Parcels, WithRetired};
use super::units::UNITS;
use crate::ogc::{PARCELS, ensure_named};
use crate::state::AppState;

/// Parcels as a file: GeoJSON, FlatGeobuf, CSV, `GeoParquet`, XLSX, KML or `GeoPackage`. Each queryable property of the OGC
/// collection `parcels` is a parameter too: the value that it must have. `growth_run_id` names a finished growth run of the
/// firm, of which `growth_chance` and `growth_decade` are.
#[utoipa::path(tag = "parcels", security(("personal_access_token" = ["parcels:read"])),
    params(("format" = inline(Format), Path, description = "Ending of the file's name"), Selection),
    responses((status = 200, description = "The file, as an attachment", content(
        (ParcelFile = "application/geo+json"), (ParcelFile = "application/flatgeobuf"),
        (ParcelFile = "text/csv"), (ParcelFile = "application/vnd.apache.parquet"),
        (ParcelFile = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"),
        (ParcelFile = "application/vnd.google-earth.kml+xml"), (ParcelFile = "application/geopackage+sqlite3"),
    )), StandardErrors))]
#[get("/parcels.{format}")]
pub async fn export_parcels(
    access: ReadAccess<ParcelsRead>,
    request: HttpRequest,
    state: web::Data<AppState>,
    format: Path<String>,
) -> ApiResult<HttpResponse> {
    let format = format_of(&format.0)?;
    let selection = Selection::of(&request, &PARCELS)?;
    let firm = access.customer_id;
    ensure_named(&state.pool, &state.growth, firm, selection.named()).await?;
    let parcels = Parcels::Selected(selection, WithRetired(false));
    file(&state, firm, parcels, format).await
}

/// The format with this ending of the file's name.
pub fn format_of(ending: &str) -> ApiResult<Format> {
    Format::of_extension(ending)
        .ok_or_else(|| ApiError::new(ErrorCode::AddressNotFound, "There is no such file format."))
}

/// A file of these parcels for a client of a firm.
pub async fn file(
    state: &AppState,
    firm: CustomerId,
    parcels: Parcels,
    format: Format,
) -> ApiResult<HttpResponse> {
    let body = ops::body(&state.exports, firm, &state.pool, parcels, format).await?;
    let name = format!("parcels-{}.{}", Utc::now().date_naive(), format.extension());
    Ok(attachment(&name, format).streaming(body))
}

/// Units of parcels, such as condominiums, as CSV: a row of a tax roll each, with the identity and number of its
/// parcel. The parameters are those of `/parcels.{format}` and select parcels.
#[utoipa::path(tag = "parcels", security(("personal_access_token" = ["parcels:read"])), params(Selection),
    responses((status = 200, description = "The file, as an attachment", body = ParcelFile, content_type = "text/csv"), StandardErrors))]
#[get("/parcel_units.csv")]
pub async fn export_parcel_units(
    access: ReadAccess<ParcelsRead>,
    request: HttpRequest,
    state: web::Data<AppState>,
) -> ApiResult<HttpResponse> {
    let selection = Selection::of(&request, &PARCELS)?;
    let firm = access.customer_id;
    ensure_named(&state.pool, &state.growth, firm, selection.named()).await?;
    let body = lines::body(&state.exports, firm, &state.pool, &UNITS, selection).await?;
    let name = format!("parcel-units-{}.csv", Utc::now().date_naive());
    Ok(attachment(&name, Format::Csv).streaming(body))
}

/// Land that counties map without a parcel number, as CSV: its kind, its source and its outline. The parameters are those of
/// `/parcels.{format}`; the properties are `county_fips`, `kind`, `description` and `source`.
#[utoipa::path(tag = "parcels", security(("personal_access_token" = ["parcels:read"])), params(Selection),
    responses((status = 200, description = "The file, as an attachment", body = ParcelFile, content_type = "text/csv"), StandardErrors))]
#[get("/unnumbered_features.csv")]
pub async fn export_unnumbered_features(
    access: ReadAccess<ParcelsRead>,
    request: HttpRequest,
    state: web::Data<AppState>,
) -> ApiResult<HttpResponse> {
    let selection = Selection::of(&request, &CHOSEN_BY)?;
    let firm = access.customer_id;
    let body = lines::body(&state.exports, firm, &state.pool, &LAND, selection).await?;
    let name = format!("unnumbered-features-{}.csv", Utc::now().date_naive());
    Ok(attachment(&name, Format::Csv).streaming(body))
}

/// The head of a response with a file.
pub fn attachment(name: &str, format: Format) -> HttpResponseBuilder {
    let attachment = format!("attachment; filename=\"{name}\"");
    let mut response = HttpResponse::Ok();
    response
        .content_type(format.media_type())
        .insert_header((CONTENT_DISPOSITION, attachment))
        .insert_header((CACHE_CONTROL, "no-store"))
        // The proxy would write the file to its disk, for as many clients as read slowly.
        .insert_header((HeaderName::from_static("x-accel-buffering"), "no"));
    response
}
