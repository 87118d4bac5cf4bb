//! Bodies of the value calls. One shape a call, because each names its field.

use domain::{Money, ParcelNumber, ParcelUuid, ProjectId};
use serde::Deserialize;
use utoipa::ToSchema;

use crate::properties::domain::nullable;

macro_rules! update_requests {
    ($($(#[$doc:meta])* $name:ident { $field:ident }),+ $(,)?) => {$(
        $(#[$doc])*
        #[derive(Debug, Deserialize, ToSchema)]
        pub struct $name {
            /// The county's number of the parcel.
            pub parcel_number: ParcelNumber,
            /// Only among this project's properties.
            #[serde(default)]
            pub project_id: Option<ProjectId>,
            /// The parcel's identity, where the number means several.
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
    /// An offer of one's own.
    UpdateOfferValueRequest { offer_value },
}
