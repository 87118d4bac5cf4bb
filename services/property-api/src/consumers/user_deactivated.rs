//! `user.deactivated`: ends the user's calendar feed.

use db::AsyncPgConnection;
use domain::UserId;
use messaging::{Envelope, HandlerError};
use serde::Deserialize;

use crate::calendar_feed::store;

#[derive(Deserialize)]
struct Data {
    user_id: UserId,
}

/// The address does not come back with the user, who makes a new one.
pub async fn handle(conn: &mut AsyncPgConnection, envelope: &Envelope) -> Result<(), HandlerError> {
    let data: Data = envelope.parse()?;
    Ok(store::delete_feed(conn, data.user_id).await?)
}
