//! The firm's people, to whom deals and tasks are assigned.

use auth::CurrentUser;
use domain::UserId;

use super::DealError;
use crate::main_api::{MainApi, Person};

/// A person of the firm; fails for anybody else. Call it outside a transaction.
pub async fn require(
    main_api: &MainApi,
    user: &CurrentUser,
    user_id: UserId,
) -> Result<Person, DealError> {
    let found = main_api.find_person(user, user_id).await;
    let sentence = "Please choose a person of your firm.";
    found
        .map_err(DealError::People)?
        .ok_or(DealError::Field("assigned_to", sentence))
}
