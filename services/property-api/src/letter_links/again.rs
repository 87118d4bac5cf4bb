//! Seals a signed letter again whose sealing was given up.

use auth::CurrentUser;
use domain::LetterId;

use super::dto::LetterEvidence;
use super::sealing::LetterSealing;
use super::{LinkError, ops, seals};
use crate::letter_register::changes::{self, Actor};
use crate::letter_register::store::lock_letters;
use crate::letter_register::{RegisterError, events};
use crate::state::AppState;

/// What is sealed or being sealed is left as it is, so a repeated request changes nothing.
pub async fn seal_again(
    state: &AppState,
    user: &CurrentUser,
    letter_id: LetterId,
) -> Result<LetterEvidence, LinkError> {
    let name = state.main_api.name_of(user).await;
    let firm = user.customer_id;
    db::tenant_tx(&state.pool, firm, async |conn| {
        let found = lock_letters(conn, &[letter_id]).await?.pop();
        let letter = found.ok_or(RegisterError::NotFound)?;
        if state.sealer.is_none() {
            return Err(LinkError::NotSetUp);
        }
        if seals::reset_failed(conn, letter_id).await? {
            let actor = Actor::user(user.user_id, &name);
            changes::insert_events(conn, &[letter_id], "seal_again", actor, None).await?;
            jobs::dead::enqueue_again(conn, firm, &[LetterSealing { letter_id }]).await?;
            events::changed(conn, firm, letter.project_id).await?;
        }
        Ok(())
    })
    .await?;
    ops::get_evidence(state, user, letter_id).await
}
