//! `GET /parcels.{format}`: the parcels that a request selects, as a file.

use actix_web::http::header::{CACHE_CONTROL, CONTENT_DISPOSITION, HeaderName};
use actix_web::{HttpRequest, HttpResponse, get, web};
use auth::{ParcelsRead, ReadAccess};
use chrono::Utc;
use http_kit::openapi::StandardErrors;
use http_kit::{ApiError, ApiResult, ErrorCode, Path};
use ogc_features::Selection;
use parcel_export::Format;

use super::dto::ParcelFile;
use super::ops::{self, Parcels, WithRetired};
use crate::ogc::PARCELS;
use crate::state::AppState;

/// Parcels as a file: GeoJSON, FlatGeobuf, CSV, `GeoParquet`, XLSX, KML or `GeoPackage`. Each queryable property of the OGC
/// collection `parcels` is a parameter too: the value that it must have.
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
    _access: ReadAccess<ParcelsRead>,
    request: HttpRequest,
    state: web::Data<AppState>,
    format: Path<String>,
) -> ApiResult<HttpResponse> {
    let format = format_of(&format.0)?;
    let selection = Selection::of(&request, &PARCELS)?;
    attachment(
        &state,
        Parcels::Selected(selection, WithRetired(false)),
        format,
    )
    .await
}

/// The format with this ending of the file's name.
pub fn format_of(ending: &str) -> ApiResult<Format> {
    Format::of_extension(ending)
        .ok_or_else(|| ApiError::new(ErrorCode::AddressNotFound, "There is no such file format."))
}

/// A file of these parcels, to be saved by its reader.
pub async fn attachment(
    state: &AppState,
    parcels: Parcels,
    format: Format,
) -> ApiResult<HttpResponse> {
    let body = ops::body(&state.exports, &state.pool, parcels, format).await?;
    let (day, ending) = (Utc::now().date_naive(), format.extension());
    let attachment = format!("attachment; filename=\"parcels-{day}.{ending}\"");
    Ok(HttpResponse::Ok()
        .content_type(format.media_type())
        .insert_header((CONTENT_DISPOSITION, attachment))
        .insert_header((CACHE_CONTROL, "no-store"))
        // The proxy would write the file to its disk, for as many clients as read slowly.
        .insert_header((HeaderName::from_static("x-accel-buffering"), "no"))
        .streaming(body))
}
