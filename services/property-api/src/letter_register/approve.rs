//! Approves letters, each one or not at all.

use std::collections::{HashMap, HashSet};

use auth::CurrentUser;
use domain::LetterId;
use letter_of_intent::Status;

use super::changes::{self, Actor};
use super::commands::{self, Done};
use super::domain::{Approvals, MAX_APPROVED, Refused, check_approval};
use super::dto::{ApproveLettersRequest, LettersApproved, RefusedLetter};
use super::store::{self, LetterRow};
use super::{RegisterError, effects, list};
use crate::offers::approval;
use crate::properties::events::By;
use crate::state::AppState;

pub async fn approve_letters(
    state: &AppState,
    user: &CurrentUser,
    request: &ApproveLettersRequest,
) -> Result<LettersApproved, RegisterError> {
    check_count(request.letters.len(), MAX_APPROVED)?;
    let name = state.main_api.name_of(user).await;
    let ids: Vec<LetterId> = request.letters.iter().map(|one| one.letter_id).collect();
    db::tenant_tx(&state.pool, user.customer_id, async |conn| {
        let rows = store::lock_letters(conn, &ids).await?;
        let rule = approval::find_rule(conn).await?;
        let totals = list::job_totals(conn, &rows).await?;
        let by_id: HashMap<LetterId, &LetterRow> =
            rows.iter().map(|row| (row.letter_id, row)).collect();
        let (mut approved, mut refused, mut seen) = (Vec::new(), Vec::new(), HashSet::new());
        for asked in &request.letters {
            if !seen.insert(asked.letter_id) {
                continue;
            }
            let row = by_id.get(&asked.letter_id).copied();
            let checked = row.ok_or_else(Refused::not_found).and_then(|row| {
                let approvals = Approvals {
                    rule: &rule,
                    job_total: totals.get(&row.job_id).and_then(Option::as_ref),
                    approver: user.user_id,
                };
                check_approval(row, &asked.content_hash, &approvals).map(|()| row)
            });
            match checked {
                Ok(row) => approved.push(row),
                Err(why) => refused.push(RefusedLetter {
                    letter_id: asked.letter_id,
                    refused: why,
                }),
            }
        }
        let ids: Vec<LetterId> = approved.iter().map(|row| row.letter_id).collect();
        let mut command_id = None;
        if !ids.is_empty() {
            command_id = Some(commands::insert(conn, Done::Approved, &approved).await?);
            changes::approve(conn, &ids, user.user_id, &name).await?;
            let actor = Actor::user(user.user_id, &name);
            changes::insert_events(conn, &ids, "approved", actor, None).await?;
            effects::follow(conn, By::user(user), &approved, Status::Approved).await?;
        }
        Ok(LettersApproved {
            approved: ids,
            refused,
            command_id,
        })
    })
    .await
}

/// Limits of a list of letters.
pub fn check_count(count: usize, most: usize) -> Result<(), RegisterError> {
    let sentence = match count {
        0 => "Select at least one letter.".to_owned(),
        count if count > most => format!("Select at most {most} letters."),
        _ => return Ok(()),
    };
    Err(RegisterError::Field("letters", sentence))
}
