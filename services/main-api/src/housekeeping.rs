//! Deletes expired rows and files of all resources.

use std::time::Duration;

use actix_web::web::Data;
use http_kit::Shutdown;

use crate::state::AppState;
use crate::{accounts, directory, marker_removals, personal_access_tokens, users};

const INTERVAL: Duration = Duration::from_hours(1);

pub async fn work(state: Data<AppState>, shutdown: Shutdown) {
    while !shutdown.has_begun() {
        let outcome = db::unscoped_tx(&state.pool, "housekeeping", async |conn| {
            accounts::throttle::delete_expired(conn).await?;
            accounts::store::unscoped_delete_expired(conn).await?;
            accounts::email_change::unscoped_delete_expired(conn).await?;
            accounts::known_places::unscoped_delete_expired(conn).await?;
            personal_access_tokens::store::unscoped_delete_ended(conn).await?;
            directory::store::unscoped_delete_removed(conn).await?;
            directory::contact_changes::store::unscoped_delete_commands(conn).await?;
            directory::company_changes::store::unscoped_delete_commands(conn).await?;
            marker_removals::store::unscoped_delete_old(conn).await?;
            users::store::unscoped_list_avatars(conn).await
        })
        .await;
        match outcome {
            Ok(avatars) => {
                let folder = &state.config.storage_dir;
                if let Err(error) = users::avatars::sweep(folder, avatars).await {
                    tracing::warn!(error.cause = %error, "old avatars were not removed");
                }
            }
            Err(error) => tracing::warn!(error.cause = %error, "housekeeping failed"),
        }
        tokio::select! {
            () = tokio::time::sleep(INTERVAL) => {}
            () = shutdown.begun() => {}
        }
    }
}
