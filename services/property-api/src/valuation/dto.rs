//! Request bodies of the value endpoints, one type each, because each names its field.

use domain::{Money, ParcelNumber, ParcelUuid, ProjectId, ValueEditId};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::domain::OfferReason;
use crate::properties::domain::nullable;
use crate::properties::dto::Property;

/// A property with a new value, name or floor area.
#[derive(Debug, Serialize, ToSchema)]
pub struct ValueUpdated {
    /// Always true.
    pub success: bool,
    pub property: Property,
    /// For undoing it; null if the value was the same before.
    #[schema(required = true)]
    pub edit_id: Option<ValueEditId>,
}

/// An edit of a value to undo.
#[derive(Debug, Clone, Copy, Deserialize, ToSchema)]
pub struct UndoValueEditRequest {
    pub edit_id: ValueEditId,
}

macro_rules! update_requests {
    ($($(#[$doc:meta])* $name:ident { $field:ident }),+ $(,)?) => {$(
        $(#[$doc])*
        #[derive(Debug, Deserialize, ToSchema)]
        pub struct $name {
            /// Parcel number within its county.
            pub parcel_number: ParcelNumber,
            /// Restricts the match to this project's properties.
            #[serde(default)]
            pub project_id: Option<ProjectId>,
            /// The parcel's identity, if the number is ambiguous.
            #[serde(default)]
            pub ll_uuid: Option<ParcelUuid>,
            /// US dollars, at most two decimals; null clears it.
            #[serde(deserialize_with = "nullable")]
            #[schema(required = true)]
            pub $field: Option<Money>,
        }
    )+};
}

update_requests! {
    /// A new total value.
    UpdateTotalValueRequest { total_value },
    /// A new appraised value.
    UpdateAppraisedValueRequest { appraised_value },
    /// A new market value.
    UpdateMarketValueRequest { market_value },
}

/// An offer set by the firm.
#[derive(Debug, Deserialize, ToSchema)]
pub struct UpdateOfferValueRequest {
    /// Parcel number within its county.
    pub parcel_number: ParcelNumber,
    /// Restricts the match to this project's properties.
    #[serde(default)]
    pub project_id: Option<ProjectId>,
    /// The parcel's identity, if the number is ambiguous.
    #[serde(default)]
    pub ll_uuid: Option<ParcelUuid>,
    /// US dollars, at most two decimals; null clears it.
    #[serde(deserialize_with = "nullable")]
    #[schema(required = true)]
    pub offer_value: Option<Money>,
    /// Why, for the offer history; 'Edited' when absent.
    #[serde(default)]
    pub reason: Option<OfferReason>,
}
