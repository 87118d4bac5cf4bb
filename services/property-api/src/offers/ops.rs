//! Reads the history, and adds what changes of values do to it.

use auth::CurrentUser;
use db::AsyncPgConnection;
use diesel::QueryResult;
use domain::{CompSnapshotId, Money, OfferId, PropertyId};
use uuid::Uuid;

use super::domain::{Basis, Side};
use super::store::{self, NewOffer, OfferRow};
use crate::properties::PropertyError;
use crate::state::AppState;

/// Adds the firm's new offer for a property, or that it was cleared. One from comparable sales has
/// their frozen copy.
pub async fn add(
    conn: &mut AsyncPgConnection,
    user: &CurrentUser,
    actor_name: &str,
    property_id: PropertyId,
    (amount, basis, reason): (Option<Money>, Basis, &str),
    comp_snapshot_id: Option<CompSnapshotId>,
) -> QueryResult<()> {
    let row = NewOffer {
        offer_id: OfferId(Uuid::now_v7()),
        property_id,
        amount: amount.map(Into::into),
        side: Side::Buyer,
        basis,
        reason,
        actor_id: user.user_id,
        actor_name,
        letter_id: None,
        comp_snapshot_id,
    };
    store::insert_offers(conn, &[row]).await
}

/// The offers, and which of their comparable sales changed since.
pub async fn list_offers(
    state: &AppState,
    user: &CurrentUser,
    property_id: PropertyId,
) -> Result<(Vec<OfferRow>, Vec<CompSnapshotId>), PropertyError> {
    db::tenant_tx(&state.pool, user.customer_id, async |conn| {
        if !store::has_property(conn, property_id).await? {
            return Err(PropertyError::NotFound);
        }
        let rows = store::list_offers(conn, property_id).await?;
        let changed = store::list_changed_snapshots(conn, property_id).await?;
        Ok((rows, changed))
    })
    .await
}
