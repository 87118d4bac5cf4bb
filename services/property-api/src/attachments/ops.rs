//! File operations: objects first, then rows and events in one transaction.

use auth::CurrentUser;
use db::AsyncPgConnection;

use super::form::Deletion;
use super::store::{self, AttachmentRow, NewAttachment};
use super::upload::{Received, StoredFile, discard};
use super::{AttachmentError, events};
use crate::offers::approval;
use crate::properties::events::By;
use crate::properties::locate::{self, Locator};
use crate::properties::store::PropertyRow;
use crate::state::AppState;

/// Field of an upload: the file is a letter of this price.
const LETTER_PRICE: &str = "purchase_price";
/// Longer paths do not exist.
const MAX_PATH_CHARS: usize = 1000;

pub async fn list_attachments(
    state: &AppState,
    user: &CurrentUser,
    wanted: &Locator,
) -> Result<Vec<AttachmentRow>, AttachmentError> {
    db::tenant_tx(&state.pool, user.customer_id, async |conn| {
        let row = locate::find(conn, wanted).await?;
        Ok(store::list_attachments(conn, row.property_id, wanted.project_id).await?)
    })
    .await
}

/// Writes the rows of stored objects; deletes the objects on failure. A letter above the firm's threshold is refused.
pub async fn add_attachments(
    state: &AppState,
    user: &CurrentUser,
    wanted: &Locator,
    received: &Received,
) -> Result<Vec<AttachmentRow>, AttachmentError> {
    let files = &received.files;
    let written = db::tenant_tx(&state.pool, user.customer_id, async |conn| {
        let row = locate::find(conn, wanted).await?;
        let said = received.fields.get(LETTER_PRICE).map(String::as_str);
        let is_letter = said.is_some() || files.iter().any(|file| file.name.is_letter());
        let offer = row.offer_value.clone();
        if is_letter {
            approval::check_save(conn, user.user_id, offer, said)
                .await?
                .map_err(AttachmentError::Approval)?;
        }
        let mut rows = Vec::with_capacity(files.len());
        for file in files {
            rows.push(add_one(conn, user, wanted, &row, file).await?);
        }
        Ok(rows)
    })
    .await;
    if written.is_err() {
        discard(&state.files, user.customer_id, files).await;
    }
    written
}

async fn add_one(
    conn: &mut AsyncPgConnection,
    user: &CurrentUser,
    wanted: &Locator,
    property: &PropertyRow,
    file: &StoredFile,
) -> Result<AttachmentRow, AttachmentError> {
    let name = file.name.as_str();
    let (customer, id) = (user.customer_id, file.attachment_id);
    let version = store::next_version(conn, property.property_id, name).await?;
    let new = NewAttachment {
        attachment_id: id,
        property_id: property.property_id,
        project_id: wanted.project_id,
        path: format!("{customer}/{}/{id}/{name}", property.property_id),
        name,
        version,
        size: i64::try_from(file.size).unwrap_or(i64::MAX),
        content_type: file.content_type,
        uploaded_by: user.user_id,
        uploaded_by_email: &user.email,
    };
    let row = store::insert_attachment(conn, &new).await?;
    events::added(conn, By::user(user), property, &row).await?;
    Ok(row)
}

/// Deletes a file. Its object remains until the sweep, so that it can be restored.
pub async fn delete_attachment(
    state: &AppState,
    user: &CurrentUser,
    deletion: &Deletion,
) -> Result<(), AttachmentError> {
    let Deletion {
        wanted,
        project_id,
        path,
    } = deletion;
    check_path(path)?;
    db::tenant_tx(&state.pool, user.customer_id, async |conn| {
        let property = locate::find(conn, wanted).await?;
        let removed = store::delete_attachment(conn, property.property_id, *project_id, path)
            .await?
            .ok_or(AttachmentError::NotFound)?;
        events::removed(conn, By::user(user), &property, &removed).await?;
        Ok(())
    })
    .await
}

/// Restores a deleted file.
pub async fn restore_attachment(
    state: &AppState,
    user: &CurrentUser,
    deletion: &Deletion,
) -> Result<(), AttachmentError> {
    check_path(&deletion.path)?;
    db::tenant_tx(&state.pool, user.customer_id, async |conn| {
        let property = locate::find(conn, &deletion.wanted).await?;
        let restored = store::restore_attachment(conn, property.property_id, &deletion.path)
            .await?
            .ok_or(AttachmentError::NotFound)?;
        events::restored(conn, By::user(user), &property, &restored).await?;
        Ok(())
    })
    .await
}

pub async fn get_attachment(
    state: &AppState,
    user: &CurrentUser,
    path: &str,
) -> Result<AttachmentRow, AttachmentError> {
    check_path(path)?;
    let found = db::tenant_tx(&state.pool, user.customer_id, async |conn| {
        store::find_attachment(conn, path).await
    })
    .await?;
    found.ok_or(AttachmentError::NotFound)
}

/// None of our paths is that long or contains NUL, which the database rejects.
fn check_path(path: &str) -> Result<(), AttachmentError> {
    if path.len() > MAX_PATH_CHARS || path.contains('\0') {
        return Err(AttachmentError::NotFound);
    }
    Ok(())
}
