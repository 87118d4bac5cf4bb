//! Withdraws letters that nobody signed or declined, one or many. Their numbers stay used.

use std::collections::{BTreeMap, HashMap, HashSet};

use auth::CurrentUser;
use db::AsyncPgConnection;
use diesel::QueryResult;
use domain::{LetterId, ProjectId};
use letter_of_intent::Status;

use super::activity::{self, Named};
use super::approve::check_count;
use super::changes::{self, Actor};
use super::commands::{self, Done};
use super::domain::{MAX_WITHDRAWN, Note, RefusalCode, Refused, check_withdrawal};
use super::dto::{LettersWithdrawn, RefusedLetter, WithdrawLetterRequest, WithdrawLettersRequest};
use super::states::{lock, reload};
use super::store::{self, LetterRow};
use super::{RegisterError, deadline_tasks, events};
use crate::properties::events::By;
use crate::state::AppState;

const CHANGED: &str = "Somebody changed it since it was listed.";

pub async fn withdraw_letter(
    state: &AppState,
    user: &CurrentUser,
    letter_id: LetterId,
    request: &WithdrawLetterRequest,
) -> Result<LetterRow, RegisterError> {
    let name = state.main_api.name_of(user).await;
    db::tenant_tx(&state.pool, user.customer_id, async |conn| {
        let row = lock(conn, letter_id, request.version).await?;
        check_withdrawal(&row).map_err(|refused| RegisterError::Refused(vec![refused.sentence]))?;
        let note = request.note.as_ref().and_then(Note::text);
        withdraw(conn, user, &name, &[&row], note).await?;
        reload(conn, letter_id).await
    })
    .await
}

/// Withdraws each of the letters or leaves it as it is.
pub async fn withdraw_letters(
    state: &AppState,
    user: &CurrentUser,
    request: &WithdrawLettersRequest,
) -> Result<LettersWithdrawn, RegisterError> {
    check_count(request.letters.len(), MAX_WITHDRAWN)?;
    let name = state.main_api.name_of(user).await;
    let ids: Vec<LetterId> = request.letters.iter().map(|one| one.letter_id).collect();
    db::tenant_tx(&state.pool, user.customer_id, async |conn| {
        let rows = store::lock_letters(conn, &ids).await?;
        let by_id: HashMap<LetterId, &LetterRow> =
            rows.iter().map(|row| (row.letter_id, row)).collect();
        let (mut withdrawn, mut refused, mut seen) = (Vec::new(), Vec::new(), HashSet::new());
        for asked in &request.letters {
            if !seen.insert(asked.letter_id) {
                continue;
            }
            let row = by_id.get(&asked.letter_id).copied();
            let checked = row.ok_or_else(Refused::not_found).and_then(|row| {
                check_withdrawal(row)?;
                if row.version != asked.version {
                    return Err(Refused::new(RefusalCode::Changed, CHANGED));
                }
                Ok(row)
            });
            match checked {
                Ok(row) => withdrawn.push(row),
                Err(why) => refused.push(RefusedLetter {
                    letter_id: asked.letter_id,
                    refused: why,
                }),
            }
        }
        let mut command_id = None;
        if !withdrawn.is_empty() {
            command_id = Some(commands::insert(conn, Done::Withdrawn, &withdrawn).await?);
            let note = request.note.as_ref().and_then(Note::text);
            withdraw(conn, user, &name, &withdrawn, note).await?;
        }
        Ok(LettersWithdrawn {
            withdrawn: withdrawn.iter().map(|row| row.letter_id).collect(),
            refused,
            command_id,
        })
    })
    .await
}

/// Withdraws locked letters, with all that follows. They keep their states, so their deals stay where they are.
async fn withdraw(
    conn: &mut AsyncPgConnection,
    user: &CurrentUser,
    name: &str,
    rows: &[&LetterRow],
    note: Option<&str>,
) -> QueryResult<()> {
    let ids: Vec<LetterId> = rows.iter().map(|row| row.letter_id).collect();
    changes::withdraw(conn, &ids).await?;
    let actor = Actor::user(user.user_id, name);
    changes::insert_events(conn, &ids, "withdrawn", actor, note).await?;
    tracing::info!(letters = rows.len(), "letters withdrawn");
    let by = By::user(user);
    let mut projects: BTreeMap<ProjectId, Vec<Named<'_>>> = BTreeMap::new();
    for row in rows {
        let letters = projects.entry(row.project_id).or_default();
        letters.push(Named::from(*row));
    }
    for (project_id, letters) in projects {
        activity::report(conn, by, project_id, &letters, "withdrawn").await?;
        events::changed(conn, user.customer_id, project_id).await?;
    }
    // Before it is sent a letter has no task.
    let sent = rows
        .iter()
        .filter(|row| !matches!(row.status(), Status::Draft | Status::Approved));
    let sent: Vec<LetterId> = sent.map(|row| row.letter_id).collect();
    deadline_tasks::follow(conn, by, &sent).await
}
