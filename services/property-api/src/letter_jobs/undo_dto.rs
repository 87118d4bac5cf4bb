//! Response body of letters that are taken back.

use domain::PropertyId;
use serde::Serialize;
use utoipa::ToSchema;

/// Letters that were taken back.
#[derive(Debug, Serialize, ToSchema)]
pub struct LetterJobUndone {
    /// How many. Their numbers stay used.
    pub letters: i32,
    /// Offer values that are not as they were before.
    pub left: Vec<LetterOfferLeft>,
}

/// A property whose offer value was changed after its letter was made.
#[derive(Debug, Serialize, ToSchema)]
pub struct LetterOfferLeft {
    #[schema(value_type = Uuid)]
    pub property_id: PropertyId,
    /// Its address, or its parcel number.
    pub place: String,
    /// For the user.
    pub sentence: String,
}
