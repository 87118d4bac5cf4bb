//! Undoes an edit in one transaction: a value and the offer that followed it, or a fact.

use auth::CurrentUser;
use db::AsyncPgConnection;
use domain::ValueEditId;

use super::domain::{Field, Values};
use super::own_facts::OwnFact;
use super::store::{self, EditRow};
use crate::offers;
use crate::offers::domain::Basis;
use crate::properties::ops::{PropertyDetail, save_with};
use crate::properties::store::{PropertyRow, lock_property, money};
use crate::properties::{PropertyError, edits};
use crate::state::AppState;

/// Reason of an offer that an undo brings back, for the offer history.
const UNDONE: &str = "Edit undone";

/// Sets what an edit changed back, if all of it is still as the edit left it. An edit is undone once. What was the
/// county's before is the county's again.
pub async fn undo_value_edit(
    state: &AppState,
    user: &CurrentUser,
    edit_id: ValueEditId,
) -> Result<PropertyDetail, PropertyError> {
    let name = state.main_api.name_of(user).await;
    db::tenant_tx(&state.pool, user.customer_id, async |conn| {
        let first = store::find_edit(conn, edit_id).await?.pop();
        let property_id = first.ok_or(PropertyError::NoValueEdit)?.property_id;
        let row = lock_property(conn, property_id).await?;
        let row = row.ok_or(PropertyError::NotFound)?;
        // Under the lock: another undo of the same edit may just have ended.
        let items = store::find_edit(conn, edit_id).await?;
        if items.is_empty() {
            return Err(PropertyError::NoValueEdit);
        }
        let fact = items
            .iter()
            .find_map(|item| Some((OwnFact::named(&item.field)?, item)));
        let changed: Vec<_> = items.iter().map(|item| item.field.as_str()).collect();
        let change = match fact {
            Some((fact, item)) if fact.of(&row) == item.after_text => {
                fact.to_change(item.before_text.as_deref())
            }
            Some((fact, _)) => return Err(set_since(conn, &row, fact.name()).await?),
            None => {
                let after = set_back(conn, &row, &items).await?;
                if changed.contains(&Field::Offer.name()) {
                    let offer = (after.offer.clone(), Basis::Manual, UNDONE);
                    offers::ops::add(conn, user, &name, property_id, offer, None).await?;
                }
                // An offer that followed another value was not reported, so its undo is not either.
                if changed == [Field::Offer.name()] {
                    offers::activity::report(conn, user, &row, None, after.offer.as_ref()).await?;
                }
                after.to_change()
            }
        };
        store::delete_edit(conn, edit_id).await?;
        let not_own = items.iter().filter(|item| !item.was_edited);
        let not_own: Vec<_> = not_own.map(|item| item.field.as_str()).collect();
        save_with(conn, user, &name, &row, change, &changed, &not_own).await
    })
    .await
}

/// The values before the edit.
async fn set_back(
    conn: &mut AsyncPgConnection,
    row: &PropertyRow,
    items: &[EditRow],
) -> Result<Values, PropertyError> {
    let mut values = Values::of(row);
    for field in Field::ALL {
        let Some(item) = items.iter().find(|item| item.field == field.name()) else {
            continue;
        };
        if *values.get(field) != money(item.after.clone()) {
            return Err(set_since(conn, row, field.name()).await?);
        }
        values = values.with(field, money(item.before.clone()));
    }
    Ok(values)
}

/// The failure that names who set a field since.
async fn set_since(
    conn: &mut AsyncPgConnection,
    row: &PropertyRow,
    field: &str,
) -> Result<PropertyError, PropertyError> {
    let edits = edits::list(conn, row.property_id).await?;
    let last = edits.into_iter().find(|edit| edit.field == field);
    Ok(PropertyError::ValueChanged(
        last.map(|edit| edit.edited_by_name),
    ))
}
