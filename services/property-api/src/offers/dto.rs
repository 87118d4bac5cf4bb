//! Request and response of the offer history.

use chrono::{DateTime, Utc};
use domain::{CompSnapshotId, LetterId, Money, OfferId, PropertyId};
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

use super::domain::{Basis, Side};
use super::store::OfferRow;
use crate::properties::store::money;

/// Whose history.
#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct OffersQuery {
    #[param(value_type = Uuid)]
    pub property_id: PropertyId,
}

/// Offers for a property, newest first.
#[derive(Debug, Serialize, ToSchema)]
pub struct Offers {
    pub offers: Vec<Offer>,
}

/// An offer for a property, or that it was cleared.
#[derive(Debug, Serialize, ToSchema)]
pub struct Offer {
    #[schema(value_type = Uuid)]
    pub offer_id: OfferId,
    /// US dollars; null when the offer was cleared.
    #[schema(required = true)]
    pub amount: Option<Money>,
    pub side: Side,
    #[schema(inline)]
    pub basis: Basis,
    pub reason: String,
    /// Name of the user.
    pub actor_name: String,
    pub at: DateTime<Utc>,
    /// The letter that it was made for or that it answers.
    #[schema(required = true, value_type = Option<Uuid>)]
    pub letter_id: Option<LetterId>,
    /// The frozen comparable sales that it was calculated from.
    #[schema(required = true, value_type = Option<Uuid>)]
    pub comp_snapshot_id: Option<CompSnapshotId>,
    /// The property's comparable sales changed since they were frozen for this offer.
    pub comps_changed: bool,
}

impl Offer {
    /// `changed` are frozen comparable sales that differ from the ones of today.
    pub fn new(row: OfferRow, changed: &[CompSnapshotId]) -> Self {
        let is_changed = |id| changed.contains(&id);
        Self {
            offer_id: row.offer_id,
            amount: money(row.amount),
            side: row.side,
            basis: row.basis,
            reason: row.reason,
            actor_name: row.actor_name,
            at: row.created_at,
            letter_id: row.letter_id,
            comp_snapshot_id: row.comp_snapshot_id,
            comps_changed: row.comp_snapshot_id.is_some_and(is_changed),
        }
    }
}
