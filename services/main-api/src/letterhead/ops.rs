//! Letterhead operations, one transaction each.

use auth::CurrentUser;
use db::AsyncPgConnection;
use domain::LetterImageId;

use super::LetterheadError;
use super::domain::CheckedLetterhead;
use super::dto::{Letterhead, LetterheadFirm, LetterheadSender};
use super::image::Image;
use super::store::{self, ImageOwner};
use crate::accounts::store::find_customer_name;
use crate::state::AppState;
use crate::users::store::find_user;

/// The letterhead of this user's letters.
pub async fn get_letterhead(
    state: &AppState,
    user: &CurrentUser,
) -> Result<Letterhead, LetterheadError> {
    db::tenant_tx(&state.pool, user.customer_id, async |conn| {
        read(conn, user).await
    })
    .await
}

/// Replaces the firm's part.
pub async fn update_letterhead(
    state: &AppState,
    admin: &CurrentUser,
    letterhead: CheckedLetterhead,
) -> Result<Letterhead, LetterheadError> {
    db::tenant_tx(&state.pool, admin.customer_id, async |conn| {
        store::upsert_letterhead(conn, &letterhead).await?;
        read(conn, admin).await
    })
    .await
}

pub async fn update_image(
    state: &AppState,
    user: &CurrentUser,
    owner: ImageOwner,
    image: Image,
) -> Result<Letterhead, LetterheadError> {
    db::tenant_tx(&state.pool, user.customer_id, async |conn| {
        store::upsert_image(conn, owner, &image).await?;
        read(conn, user).await
    })
    .await
}

pub async fn remove_image(
    state: &AppState,
    user: &CurrentUser,
    owner: ImageOwner,
) -> Result<Letterhead, LetterheadError> {
    db::tenant_tx(&state.pool, user.customer_id, async |conn| {
        store::delete_image(conn, owner).await?;
        read(conn, user).await
    })
    .await
}

/// Media type and bytes of the firm's logo or the user's signature.
pub async fn get_image(
    state: &AppState,
    user: &CurrentUser,
    image_id: LetterImageId,
) -> Result<(String, Vec<u8>), LetterheadError> {
    db::tenant_tx(&state.pool, user.customer_id, async |conn| {
        store::find_image(conn, user, image_id)
            .await?
            .ok_or(LetterheadError::NoImage)
    })
    .await
}

async fn read(
    conn: &mut AsyncPgConnection,
    user: &CurrentUser,
) -> Result<Letterhead, LetterheadError> {
    let person = find_user(conn, user.user_id)
        .await?
        .ok_or(LetterheadError::UserGone)?;
    let name = find_customer_name(conn, user.customer_id)
        .await?
        .unwrap_or_default();
    let row = store::find_letterhead(conn).await?;
    let logo = store::find_image_id(conn, ImageOwner::Firm).await?;
    let signature = store::find_image_id(conn, ImageOwner::User(user.user_id)).await?;
    Ok(Letterhead {
        firm: LetterheadFirm {
            name,
            logo_url: logo.map(image_url),
            address_lines: row.address_lines,
            phone_number: row.phone_number,
            website: row.website,
            signatory_title: row.signatory_title,
            disclaimer: row.disclaimer,
        },
        sender: LetterheadSender {
            user_id: user.user_id,
            name: format!("{} {}", person.fname, person.lname)
                .trim()
                .to_owned(),
            job_title: person.job_title,
            email: person.email,
            phone_number: person.phone_number,
            signature_url: signature.map(image_url),
        },
    })
}

fn image_url(image_id: LetterImageId) -> String {
    format!("/api/letterhead/images/{image_id}")
}
