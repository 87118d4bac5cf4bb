//! The offer from the comparable sales of a property, with the frozen copy that it points to.

use auth::CurrentUser;
use comparable_sales::Calculation;
use domain::CompSnapshotId;
use serde::Deserialize as _;
use uuid::Uuid;

use super::CompError;
use super::evaluate::METHOD;
use super::set_dto::{CompSnapshot, CompsUsed, FrozenComps, UseCompsRequest};
use super::set_ops::load;
use super::set_store::{self, NewSnapshot};
use crate::offers;
use crate::offers::domain::Basis;
use crate::properties::PropertyError;
use crate::properties::ops::save;
use crate::properties::store::lock_property;
use crate::state::AppState;
use crate::valuation::domain::{Field, Values};

/// Freezes the set, sets the property's offer and adds it to the history, all or nothing.
pub async fn use_comps(
    state: &AppState,
    user: &CurrentUser,
    request: UseCompsRequest,
) -> Result<CompsUsed, CompError> {
    let name = state.main_api.name_of(user).await;
    db::tenant_tx(&state.pool, user.customer_id, async |conn| {
        let property = lock_property(conn, request.property_id).await?;
        let property = property.ok_or(PropertyError::NotFound)?;
        let set = set_store::lock_set(conn, property.property_id).await?;
        let set = load(conn, &property, set).await?;
        if set.version != request.version {
            return Err(CompError::SetChanged(set.version));
        }
        let calculation = Calculation {
            measure: request.measure,
            unit: set.unit,
            percent: request.percent,
            area: request.area,
            step: request.step,
        };
        let offer_value = calculation.offer(&set.statistics)?;
        let reason = calculation.sentence(&set.statistics)?;
        let frozen = FrozenComps {
            items: set.items,
            statistics: set.statistics,
            calculation: calculation.into(),
            offer_value: offer_value.clone(),
            reason: reason.clone(),
        };
        let snapshot_id = CompSnapshotId(Uuid::now_v7());
        let snapshot = NewSnapshot {
            snapshot_id,
            property_id: property.property_id,
            set_version: set.version,
            method: METHOD,
            content: serde_json::to_value(frozen)?,
            created_by_name: &name,
        };
        set_store::insert_snapshot(conn, &snapshot).await?;
        let offer = (Some(offer_value.clone()), Basis::Comps, reason.as_str());
        let of = property.property_id;
        offers::ops::add(conn, user, &name, of, offer, Some(snapshot_id)).await?;
        let before = Values::of(&property);
        if before.offer.as_ref() != Some(&offer_value) {
            offers::activity::report(conn, user, &property, None, Some(&offer_value)).await?;
        }
        let values = before.set(Field::Offer, Some(offer_value.clone()));
        save(
            conn,
            user,
            &name,
            &property,
            values.to_change(),
            &[Field::Offer.name()],
        )
        .await?;
        Ok(CompsUsed {
            snapshot_id,
            offer_value,
            reason,
        })
    })
    .await
}

pub async fn get_snapshot(
    state: &AppState,
    user: &CurrentUser,
    snapshot_id: CompSnapshotId,
) -> Result<CompSnapshot, CompError> {
    db::tenant_tx(&state.pool, user.customer_id, async |conn| {
        let row = set_store::find_snapshot(conn, snapshot_id).await?;
        let row = row.ok_or(CompError::NoSnapshot)?;
        Ok(CompSnapshot {
            snapshot_id,
            property_id: row.property_id,
            created_by_name: row.created_by_name,
            created_at: row.created_at,
            frozen: FrozenComps::deserialize(&row.content)?,
        })
    })
    .await
}
