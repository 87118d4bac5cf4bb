//! Sets a value and recomputes the offer in one transaction.

use auth::CurrentUser;
use domain::{Money, ValueEditId};
use uuid::Uuid;

use super::domain::{Field, Values};
use super::dto::ValueUpdated;
use super::store;
use crate::offers;
use crate::offers::domain::Basis;
use crate::properties::PropertyError;
use crate::properties::locate::{self, Locator};
use crate::properties::ops::save;
use crate::state::AppState;

/// Reason of an offer that was set without one.
const EDITED: &str = "Edited";

/// Sets or clears one value; `reason` is that of an offer. The row is locked, so that concurrent
/// changes cannot compute an offer from inconsistent values. A changed offer is added to the history.
pub async fn update_value(
    state: &AppState,
    user: &CurrentUser,
    wanted: &Locator,
    field: Field,
    value: Option<Money>,
    reason: Option<&str>,
) -> Result<ValueUpdated, PropertyError> {
    let name = state.main_api.name_of(user).await;
    db::tenant_tx(&state.pool, user.customer_id, async |conn| {
        let row = locate::lock(conn, wanted).await?;
        let before = Values::of(&row);
        let after = before.set(field, value);
        let mut changed = after.changed_since(&before);
        let edit_id = (!changed.is_empty()).then(|| ValueEditId(Uuid::now_v7()));
        if let Some(edit_id) = edit_id {
            store::insert_edit(conn, edit_id, &row, &changed, (&before, &after)).await?;
        }
        if !changed.contains(&field) {
            changed.push(field);
        }
        if after.offer != before.offer || field == Field::Offer {
            let why = match field {
                Field::Offer => (Basis::Manual, reason.unwrap_or(EDITED).to_owned()),
                _ => (Basis::Formula, format!("New {}", field.words())),
            };
            let offer = (after.offer.clone(), why.0, why.1.as_str());
            offers::ops::add(conn, user, &name, row.property_id, offer, None).await?;
        }
        if field == Field::Offer && after.offer != before.offer {
            let amount = after.offer.as_ref();
            offers::activity::report(conn, user, &row, wanted.project_id, amount).await?;
        }
        let names: Vec<_> = changed.into_iter().map(Field::name).collect();
        let detail = save(conn, user, &name, &row, after.to_change(), &names).await?;
        Ok(ValueUpdated {
            success: true,
            property: detail.into(),
            edit_id,
        })
    })
    .await
}
