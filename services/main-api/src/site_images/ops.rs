//! Site image operations. Images are downloaded outside transactions.

use std::path::PathBuf;

use auth::CurrentUser;
use db::AsyncPgConnection;
use domain::{LonLat, ParcelNumber, ParcelUuid, Place};
use sha2::{Digest as _, Sha256};
use uuid::Uuid;

use super::domain::{Frame, Outline, image_path};
use super::draw::with_outline;
use super::fetch::AerialSource;
use super::identity::{self, ImageOf};
use super::store::{self, SiteImageRow};
use super::{SiteImageError, events};
use crate::markers;
use crate::state::AppState;

/// The firm's image of a parcel, and the path of its file. Without an identity the number must tell
/// the parcel.
pub async fn get_site_image(
    state: &AppState,
    user: &CurrentUser,
    number: &ParcelNumber,
    ll_uuid: Option<ParcelUuid>,
) -> Result<(SiteImageRow, PathBuf), SiteImageError> {
    let row = db::tenant_tx(&state.pool, user.customer_id, async |conn| {
        let number = number.as_str();
        let image = match ll_uuid {
            Some(id) => ImageOf::Parcel(id),
            None => identity::image_of_number(&store::list_held(conn, number).await?)
                .map_err(SiteImageError::Ambiguous)?
                .ok_or(SiteImageError::NotFound)?,
        };
        store::find_site_image(conn, number, image.ll_uuid())
            .await?
            .ok_or(SiteImageError::NotFound)
    })
    .await?;
    let path = folder(state, user).join(&row.file_name);
    Ok((row, path))
}

/// The image that is wanted.
struct Wanted {
    image: ImageOf,
    place: Place,
    is_saved: bool,
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
    let Some(wanted) = wanted(state, user, at, number, ll_uuid).await? else {
        tracing::warn!("the number's image is of another place, and the county is not known");
        return Ok(None);
    };
    let path = image_path(number, wanted.image.ll_uuid());
    if wanted.is_saved {
        return Ok(Some(path));
    }
    let Some(source) = &state.aerial else {
        return Ok(None);
    };
    let outline = outline(state, user, at, number, wanted.image.ll_uuid()).await;
    let picture = match take(state, source, at, outline).await {
        Err(SiteImageError::Source(reason)) => {
            tracing::warn!(error.cause = reason, "the site image could not be fetched");
            return Ok(None);
        }
        picture => picture?,
    };
    if keep(state, user, number, &wanted, &picture).await? {
        return Ok(Some(path));
    }
    // Another request was first. If it was for a parcel of another county, this one has no image yet.
    let saved = self::wanted(state, user, at, number, ll_uuid).await?;
    let saved = saved.filter(|wanted| wanted.is_saved);
    Ok(saved.map(|wanted| image_path(number, wanted.image.ll_uuid())))
}

/// Which image is that of the parcel; none if that cannot be told.
async fn wanted(
    state: &AppState,
    user: &CurrentUser,
    at: LonLat,
    number: &ParcelNumber,
    ll_uuid: Option<ParcelUuid>,
) -> Result<Option<Wanted>, SiteImageError> {
    db::tenant_tx(&state.pool, user.customer_id, async |conn| {
        let place = store::find_place(conn, at).await?;
        let image = if let Some(id) = ll_uuid {
            Some(ImageOf::Parcel(id))
        } else {
            let held = store::list_held(conn, number.as_str()).await?;
            identity::image_at(number, &place, &held)
        };
        let Some(image) = image else {
            return Ok(None);
        };
        let saved = store::find_site_image(conn, number.as_str(), image.ll_uuid()).await?;
        Ok::<_, SiteImageError>(Some(Wanted {
            image,
            place,
            is_saved: saved.is_some(),
        }))
    })
    .await
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

/// Stores an image; false if another request was first.
async fn keep(
    state: &AppState,
    user: &CurrentUser,
    number: &ParcelNumber,
    wanted: &Wanted,
    picture: &[u8],
) -> Result<bool, SiteImageError> {
    let folder = folder(state, user);
    tokio::fs::create_dir_all(&folder).await?;
    let row = SiteImageRow {
        parcelnumb: number.as_str().to_owned(),
        ll_uuid: wanted.image.ll_uuid(),
        file_name: format!("{}.jpg", Uuid::new_v4().simple()),
        content_type: "image/jpeg".to_owned(),
        sha256: format!("{:x}", Sha256::digest(picture)),
        source: "aerial".to_owned(),
        lon: Some(wanted.place.at.lon()),
        lat: Some(wanted.place.at.lat()),
    };
    let file = folder.join(&row.file_name);
    // The file must be complete before a row refers to it.
    tokio::fs::write(&file, picture).await?;
    let first = db::tenant_tx(&state.pool, user.customer_id, async |conn| {
        if !store::insert_site_image(conn, &row).await? {
            return Ok::<_, SiteImageError>(false);
        }
        announce(conn, user, number, wanted).await?;
        Ok(true)
    })
    .await;
    if !matches!(first, Ok(true)) {
        tokio::fs::remove_file(&file).await?;
    }
    first
}

/// Sets the image of the firm's markers of the parcel, and publishes it.
async fn announce(
    conn: &mut AsyncPgConnection,
    user: &CurrentUser,
    number: &ParcelNumber,
    Wanted { image, place, .. }: &Wanted,
) -> Result<(), SiteImageError> {
    let (number_text, ll_uuid) = (number.as_str(), image.ll_uuid());
    let path = image_path(number, ll_uuid);
    let held = store::list_held(conn, number_text).await?;
    let markers = identity::markers_of(&held, *image, place);
    markers::store::update_image_path(conn, &markers, &path).await?;
    events::saved(
        conn,
        user.customer_id,
        user.user_id,
        number_text,
        ll_uuid,
        &path,
        place,
    )
    .await?;
    Ok(())
}

fn folder(state: &AppState, user: &CurrentUser) -> PathBuf {
    state
        .config
        .storage_dir
        .join("site-images")
        .join(user.customer_id.to_string())
}
