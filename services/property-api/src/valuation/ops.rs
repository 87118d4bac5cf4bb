//! Sets a value and recomputes the offer in one transaction.

use auth::CurrentUser;
use domain::Money;

use super::domain::{Field, Values};
use crate::properties::PropertyError;
use crate::properties::locate::{self, Locator};
use crate::properties::ops::{PropertyDetail, save};
use crate::state::AppState;

/// Sets or clears one value. The row is locked, so that concurrent changes cannot compute an offer
/// from inconsistent values.
pub async fn update_value(
    state: &AppState,
    user: &CurrentUser,
    wanted: &Locator,
    field: Field,
    value: Option<Money>,
) -> Result<PropertyDetail, PropertyError> {
    db::tenant_tx(&state.pool, user.customer_id, async |conn| {
        let row = locate::lock(conn, wanted).await?;
        let before = Values::of(&row);
        let after = before.set(field, value);
        let mut changed = after.changed_since(&before);
        if !changed.contains(&field.name()) {
            changed.push(field.name());
        }
        save(conn, user, &row, after.to_change(), &changed).await
    })
    .await
}
