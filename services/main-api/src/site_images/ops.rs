//! Site image operations. Images are downloaded outside transactions.

use std::path::PathBuf;

use auth::CurrentUser;
use domain::{LonLat, ParcelNumber, ParcelUuid};
use sha2::{Digest as _, Sha256};
use uuid::Uuid;

use super::domain::{Frame, Outline, image_path};
use super::draw::with_outline;
use super::fetch::AerialSource;
use super::store::{self, SiteImageRow};
use super::{SiteImageError, events};
use crate::markers;
use crate::state::AppState;

/// The firm's image of a parcel, and the path of its file. Without an identity, the first image of the
/// number.
pub async fn get_site_image(
    state: &AppState,
    user: &CurrentUser,
    number: &ParcelNumber,
    ll_uuid: Option<ParcelUuid>,
) -> Result<(SiteImageRow, PathBuf), SiteImageError> {
    let row = db::tenant_tx(&state.pool, user.customer_id, async |conn| {
        store::find_site_image(conn, number.as_str(), ll_uuid)
            .await?
            .ok_or(SiteImageError::NotFound)
    })
    .await?;
    let path = folder(state, user).join(&row.file_name);
    Ok((row, path))
}

/// Path of the parcel's image: stored, else newly fetched, else none. A failure of the source is
/// not an error of the request: there is no image then, and the next request tries again.
pub async fn fetch_and_save(
    state: &AppState,
    user: &CurrentUser,
    at: LonLat,
    number: &ParcelNumber,
    ll_uuid: Option<ParcelUuid>,
) -> Result<Option<String>, SiteImageError> {
    match get_site_image(state, user, number, ll_uuid).await {
        Ok(_) => return Ok(Some(image_path(number, ll_uuid))),
        Err(SiteImageError::NotFound) => {}
        Err(error) => return Err(error),
    }
    let Some(source) = &state.aerial else {
        return Ok(None);
    };
    let outline = outline(state, user, at, number, ll_uuid).await;
    let picture = match take(state, source, at, outline).await {
        Err(SiteImageError::Source(reason)) => {
            tracing::warn!(error.cause = reason, "the site image could not be fetched");
            return Ok(None);
        }
        picture => picture?,
    };
    keep(state, user, number, ll_uuid, &picture).await?;
    Ok(Some(image_path(number, ll_uuid)))
}

/// The parcel's outline, if it is known and lies at this place.
async fn outline(
    state: &AppState,
    user: &CurrentUser,
    at: LonLat,
    number: &ParcelNumber,
    ll_uuid: Option<ParcelUuid>,
) -> Option<Outline> {
    match markers::ops::get_parcel(state, user, number.as_str(), None, ll_uuid).await {
        Ok(parcel) => {
            Outline::from_geojson(parcel.geometry).filter(|outline| outline.is_around(at))
        }
        Err(error) => {
            tracing::debug!(error.cause = %error, "site image stored without outline");
            None
        }
    }
}

/// Downloads an aerial image of the parcel as JPEG.
async fn take(
    state: &AppState,
    source: &AerialSource,
    at: LonLat,
    outline: Option<Outline>,
) -> Result<Vec<u8>, SiteImageError> {
    let frame = Frame::of(at, outline.as_ref());
    let url = frame.fill(source.template());
    let bytes = source.fetch(&state.http, &url).await?;
    // Decoding and encoding take tens of milliseconds of CPU time.
    tokio::task::spawn_blocking(move || with_outline(&bytes, &frame, outline.as_ref()))
        .await
        .unwrap_or_else(|stopped| Err(SiteImageError::Source(stopped.to_string())))
}

async fn keep(
    state: &AppState,
    user: &CurrentUser,
    number: &ParcelNumber,
    ll_uuid: Option<ParcelUuid>,
    picture: &[u8],
) -> Result<(), SiteImageError> {
    let folder = folder(state, user);
    tokio::fs::create_dir_all(&folder).await?;
    let row = SiteImageRow {
        parcelnumb: number.as_str().to_owned(),
        ll_uuid,
        file_name: format!("{}.jpg", Uuid::new_v4().simple()),
        content_type: "image/jpeg".to_owned(),
        sha256: format!("{:x}", Sha256::digest(picture)),
        source: "aerial".to_owned(),
    };
    let file = folder.join(&row.file_name);
    // The file must be complete before a row refers to it.
    tokio::fs::write(&file, picture).await?;
    let first = db::tenant_tx(&state.pool, user.customer_id, async |conn| {
        if !store::insert_site_image(conn, &row).await? {
            return Ok::<_, SiteImageError>(false);
        }
        let path = image_path(number, ll_uuid);
        markers::store::update_image_path(conn, number.as_str(), ll_uuid, &path).await?;
        events::saved(
            conn,
            user.customer_id,
            user.user_id,
            number.as_str(),
            ll_uuid,
            &path,
        )
        .await?;
        Ok(true)
    })
    .await;
    if !matches!(first, Ok(true)) {
        tokio::fs::remove_file(&file).await?;
    }
    first.map(drop)
}

fn folder(state: &AppState, user: &CurrentUser) -> PathBuf {
    state
        .config
        .storage_dir
        .join("site-images")
        .join(user.customer_id.to_string())
}
