//! What site picture calls do. The picture is fetched between transactions, never inside one.

use std::path::PathBuf;

use auth::CurrentUser;
use domain::{LonLat, ParcelNumber, ParcelUuid};
use sha2::{Digest as _, Sha256};
use uuid::Uuid;

use super::domain::{fill, image_path};
use super::fetch::{self, Picture};
use super::store::{self, SiteImageRow};
use super::{SiteImageError, events};
use crate::app::AppState;
use crate::markers;

/// The firm's picture of a parcel, and where its file is.
pub async fn get_site_image(
    state: &AppState,
    user: &CurrentUser,
    number: &ParcelNumber,
) -> Result<(SiteImageRow, PathBuf), SiteImageError> {
    let row = db::tenant_tx(&state.pool, user.customer_id, async |conn| {
        store::find_site_image(conn, number.as_str())
            .await?
            .ok_or(SiteImageError::NotFound)
    })
    .await?;
    let path = folder(state, user).join(&row.file_name);
    Ok((row, path))
}

/// Path of the parcel's picture: the one that is kept, else a fetched one, else none.
pub async fn fetch_and_save(
    state: &AppState,
    user: &CurrentUser,
    at: LonLat,
    number: &ParcelNumber,
    ll_uuid: Option<ParcelUuid>,
) -> Result<Option<String>, SiteImageError> {
    match get_site_image(state, user, number).await {
        Ok(_) => return Ok(Some(image_path(number))),
        Err(SiteImageError::NotFound) => {}
        Err(error) => return Err(error),
    }
    let Some(template) = &state.config.site_image_aerial_url else {
        return Ok(None);
    };
    let picture = fetch::fetch(&state.http, &fill(template, at)).await?;
    keep(state, user, number, ll_uuid.map(|uuid| uuid.0), &picture).await?;
    Ok(Some(image_path(number)))
}

async fn keep(
    state: &AppState,
    user: &CurrentUser,
    number: &ParcelNumber,
    ll_uuid: Option<Uuid>,
    picture: &Picture,
) -> Result<(), SiteImageError> {
    let folder = folder(state, user);
    tokio::fs::create_dir_all(&folder).await?;
    let row = SiteImageRow {
        parcelnumb: number.as_str().to_owned(),
        ll_uuid,
        file_name: format!("{}.{}", Uuid::new_v4().simple(), picture.extension),
        content_type: picture.content_type.to_owned(),
        sha256: format!("{:x}", Sha256::digest(&picture.bytes)),
        source: "aerial".to_owned(),
    };
    let file = folder.join(&row.file_name);
    // The file is whole before a row points at it.
    tokio::fs::write(&file, &picture.bytes).await?;
    let first = db::tenant_tx(&state.pool, user.customer_id, async |conn| {
        if !store::insert_site_image(conn, &row).await? {
            return Ok::<_, SiteImageError>(false);
        }
        let path = image_path(number);
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
