//! Contact operations. main-api is called outside transactions.

use auth::CurrentUser;
use db::AsyncPgConnection;
use domain::{ContactId, PropertyId};

use super::domain::has_ten_digits;
use super::dto::{AddPropertyContactRequest, UpdatePropertyContactRequest};
use super::suggestions::{self, SuggestionRow};
use super::{OwnershipError, directory};
use crate::contacts::links;
use crate::contacts::names::NameKey;
use crate::contacts::store::{self, ContactRow, DirectoryContact};
use crate::properties::events::{self, By};
use crate::properties::locate::{self, Locator};
use crate::properties::store::{Change, update_property};
use crate::state::AppState;

/// Most contacts per request, and most suggestions per page.
pub const MAX_CONTACTS: usize = 200;

pub async fn get_contacts(
    state: &AppState,
    user: &CurrentUser,
    ids: &[ContactId],
) -> Result<Vec<ContactRow>, OwnershipError> {
    let rows = db::tenant_tx(&state.pool, user.customer_id, async |conn| {
        store::list_contacts(conn, ids).await
    })
    .await?;
    Ok(rows)
}

pub async fn add_contact(
    state: &AppState,
    user: &CurrentUser,
    wanted: &Locator,
    request: &AddPropertyContactRequest,
) -> Result<Vec<ContactId>, OwnershipError> {
    // Checked before main-api is called: no contact may be added for a property that does not
    // exist.
    db::tenant_tx(&state.pool, user.customer_id, async |conn| {
        locate::find(conn, wanted).await
    })
    .await?;
    let contact_id = if let Some(id) = request.contact_id {
        let known = require_contact(state, user, id).await?;
        let given = request.phone_number.as_deref();
        let phone = given.or(known.phone_number.as_deref());
        if !phone.is_some_and(has_ten_digits) {
            return Err(OwnershipError::NeedsPhone);
        }
        id
    } else {
        let contact = directory::add_contact(&state.main_api, user, &request.fields()).await?;
        remember(state, user, &contact).await?;
        contact.contact_id
    };
    link(state, user, wanted, contact_id).await
}

pub async fn add_associated_contact(
    state: &AppState,
    user: &CurrentUser,
    wanted: &Locator,
    contact_id: ContactId,
) -> Result<Vec<ContactId>, OwnershipError> {
    require_contact(state, user, contact_id).await?;
    link(state, user, wanted, contact_id).await
}

/// Unlinks a contact; the directory keeps it.
pub async fn remove_contact(
    state: &AppState,
    user: &CurrentUser,
    wanted: &Locator,
    contact_id: ContactId,
) -> Result<Vec<ContactId>, OwnershipError> {
    db::tenant_tx(&state.pool, user.customer_id, async |conn| {
        let row = locate::lock(conn, wanted).await?;
        if !links::delete_link(conn, row.property_id, contact_id).await? {
            return Err(OwnershipError::NoContact);
        }
        changed(conn, user, row.property_id).await
    })
    .await
}

/// Changes a contact in the directory and in the read copy.
pub async fn update_contact(
    state: &AppState,
    user: &CurrentUser,
    request: &UpdatePropertyContactRequest,
) -> Result<ContactRow, OwnershipError> {
    let id = request.contact_id;
    let stored = require_contact(state, user, id).await?;
    let fields = request.fields(&stored);
    let contact = directory::update_contact(&state.main_api, user, id, &fields).await?;
    remember(state, user, &contact).await
}

/// A page of suggested contacts, and their total number.
pub async fn lookup_owner_contacts(
    state: &AppState,
    user: &CurrentUser,
    owner_name: &str,
    limit: i64,
    offset: i64,
) -> Result<(Vec<SuggestionRow>, i64), OwnershipError> {
    let owner = NameKey::of(owner_name);
    if owner.words.is_empty() {
        return Ok((Vec::new(), 0));
    }
    let (rows, first) = db::tenant_tx(&state.pool, user.customer_id, async |conn| {
        let rows = suggestions::list_suggestions(conn, &owner, limit, offset).await?;
        // A page past the end has no row to carry the total.
        let first = if rows.is_empty() && offset > 0 {
            suggestions::list_suggestions(conn, &owner, 1, 0).await?
        } else {
            Vec::new()
        };
        Ok::<_, OwnershipError>((rows, first))
    })
    .await?;
    let total = rows.first().or(first.first()).map_or(0, |row| row.total);
    Ok((rows, total))
}

/// A contact of the firm; requested from main-api when the read copy does not have it yet.
async fn require_contact(
    state: &AppState,
    user: &CurrentUser,
    id: ContactId,
) -> Result<ContactRow, OwnershipError> {
    let (known, deleted) = db::tenant_tx(&state.pool, user.customer_id, async |conn| {
        let known = store::find_contact(conn, id).await?;
        let deleted = store::is_deleted(conn, id).await?;
        Ok::<_, OwnershipError>((known, deleted))
    })
    .await?;
    if deleted {
        return Err(OwnershipError::NoContact);
    }
    if let Some(known) = known {
        return Ok(known);
    }
    let contact =
        directory::update_contact(&state.main_api, user, id, &serde_json::Map::new()).await?;
    remember(state, user, &contact).await
}

/// Stores main-api's response in the read copy until the event arrives.
async fn remember(
    state: &AppState,
    user: &CurrentUser,
    contact: &DirectoryContact,
) -> Result<ContactRow, OwnershipError> {
    db::tenant_tx(&state.pool, user.customer_id, async |conn| {
        store::upsert_response(conn, contact).await?;
        store::find_contact(conn, contact.contact_id)
            .await?
            .ok_or(OwnershipError::NoContact)
    })
    .await
}

async fn link(
    state: &AppState,
    user: &CurrentUser,
    wanted: &Locator,
    contact_id: ContactId,
) -> Result<Vec<ContactId>, OwnershipError> {
    db::tenant_tx(&state.pool, user.customer_id, async |conn| {
        let row = locate::lock(conn, wanted).await?;
        if !links::insert_link(conn, row.property_id, contact_id).await? {
            return Ok(links::list_contact_ids(conn, row.property_id).await?);
        }
        changed(conn, user, row.property_id).await
    })
    .await
}

async fn changed(
    conn: &mut AsyncPgConnection,
    user: &CurrentUser,
    property_id: PropertyId,
) -> Result<Vec<ContactId>, OwnershipError> {
    let row = update_property(conn, property_id, &Change::default()).await?;
    events::updated(conn, By::user(user), &row, &["contact_ids"]).await?;
    Ok(links::list_contact_ids(conn, property_id).await?)
}
