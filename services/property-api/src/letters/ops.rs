//! What draft calls do, a transaction each.

use auth::CurrentUser;
use chrono::{DateTime, Utc};

use super::domain::{MOST, sanitize};
use super::{LetterError, store};
use crate::app::AppState;
use crate::properties::locate::{self, Locator};

/// The draft of a property, if there is one.
pub async fn get_loi_template(
    state: &AppState,
    user: &CurrentUser,
    wanted: &Locator,
) -> Result<Option<(String, DateTime<Utc>)>, LetterError> {
    db::tenant_tx(&state.pool, user.customer_id, async |conn| {
        let row = locate::find(conn, wanted).await?;
        Ok(store::find_draft(conn, row.property_id).await?)
    })
    .await
}

/// Stores a draft; the last one to store wins.
pub async fn update_loi_template(
    state: &AppState,
    user: &CurrentUser,
    wanted: &Locator,
    html: &str,
) -> Result<DateTime<Utc>, LetterError> {
    if html.len() > MOST {
        return Err(LetterError::TooLarge);
    }
    let html = sanitize(html);
    db::tenant_tx(&state.pool, user.customer_id, async |conn| {
        let row = locate::find(conn, wanted).await?;
        Ok(store::upsert_draft(conn, row.property_id, &html, user.user_id).await?)
    })
    .await
}

/// Deletes a draft; none there is fine.
pub async fn delete_loi_template(
    state: &AppState,
    user: &CurrentUser,
    wanted: &Locator,
) -> Result<(), LetterError> {
    db::tenant_tx(&state.pool, user.customer_id, async |conn| {
        let row = locate::find(conn, wanted).await?;
        store::delete_draft(conn, row.property_id).await?;
        Ok(())
    })
    .await
}
