//! Sets letters back in one transaction: each one or not at all.

use std::collections::{BTreeMap, HashMap, HashSet};

use auth::CurrentUser;
use db::AsyncPgConnection;
use diesel::QueryResult;
use domain::{LetterCommandId, LetterId, ProjectId};

use super::domain::{Now, check, is_in_use, is_unsent, would_open};
use super::dto::LettersUndone;
use crate::letter_links::ops::note;
use crate::letter_links::store::{self as links, LinkRow};
use crate::letter_register::activity::{self, Named};
use crate::letter_register::changes::{self, Actor};
use crate::letter_register::commands::{self, Done};
use crate::letter_register::dto::RefusedLetter;
use crate::letter_register::store::{LetterRow, lock_letters};
use crate::letter_register::{RegisterError, deadline_tasks, events};
use crate::properties::events::By;
use crate::state::AppState;

/// Undoes an approval or a withdrawal. Undone again, it finds the letters changed.
pub async fn undo(
    state: &AppState,
    user: &CurrentUser,
    command_id: LetterCommandId,
) -> Result<LettersUndone, RegisterError> {
    let name = state.main_api.name_of(user).await;
    db::tenant_tx(&state.pool, user.customer_id, async |conn| {
        let done = commands::find(conn, command_id).await?;
        let done = done.ok_or(RegisterError::NoCommand)?;
        let versions: HashMap<LetterId, i64> = commands::list_items(conn, command_id)
            .await?
            .into_iter()
            .collect();
        let ids: Vec<LetterId> = versions.keys().copied().collect();
        let mut rows = lock_letters(conn, &ids).await?;
        rows.sort_by_key(LetterRow::key);
        let links = links::list_links_of(conn, &ids).await?;
        let in_use = links.iter().filter(|link| is_in_use(link));
        let in_use: HashSet<LetterId> = in_use.map(|link| link.letter_id).collect();
        let (mut set_back, mut left) = (Vec::new(), Vec::new());
        for row in &rows {
            let now = Now {
                version: row.version,
                version_after: versions.get(&row.letter_id).copied().unwrap_or_default(),
                status: row.status(),
                mail_status: row.mail_status.as_deref(),
                has_link: in_use.contains(&row.letter_id),
                newer: row.newer.as_deref(),
            };
            match check(done, &now) {
                Ok(()) => set_back.push(row),
                Err(refused) => left.push(RefusedLetter {
                    letter_id: row.letter_id,
                    refused,
                }),
            }
        }
        let undoing = Undoing {
            user,
            actor: Actor::user(user.user_id, &name),
            rows: &set_back,
        };
        let undone = undoing.ids();
        let links_closed = match done {
            _ if undone.is_empty() => 0,
            Done::Approved => undoing.take_back_approval(conn).await?,
            Done::Withdrawn => undoing.restore(conn, &links).await?,
        };
        Ok(LettersUndone {
            undone,
            left,
            links_closed,
        })
    })
    .await
}

/// Locked letters that are set back, as they were before.
struct Undoing<'a> {
    user: &'a CurrentUser,
    actor: Actor<'a>,
    rows: &'a [&'a LetterRow],
}

impl Undoing<'_> {
    fn ids(&self) -> Vec<LetterId> {
        self.rows.iter().map(|row| row.letter_id).collect()
    }

    /// Approved letters have moved no deal and have no task. Returns that no link was closed.
    async fn take_back_approval(&self, conn: &mut AsyncPgConnection) -> QueryResult<usize> {
        let ids = self.ids();
        commands::take_back_approval(conn, &ids).await?;
        changes::insert_events(conn, &ids, "approval_taken_back", self.actor, None).await?;
        self.tell(conn, "taken back from approval").await?;
        Ok(0)
    }

    /// Restores withdrawn letters, and their tasks. Links that would be open again are closed; returns their number.
    async fn restore(&self, conn: &mut AsyncPgConnection, links: &[LinkRow]) -> QueryResult<usize> {
        let ids = self.ids();
        commands::restore(conn, &ids).await?;
        changes::insert_events(conn, &ids, "restored", self.actor, None).await?;
        let by_id: HashMap<LetterId, &LetterRow> =
            self.rows.iter().map(|row| (row.letter_id, *row)).collect();
        let mut closed = 0;
        for link in links.iter().filter(|link| would_open(link)) {
            if let Some(row) = by_id.get(&link.letter_id) {
                links::revoke(conn, link.link_id).await?;
                note(conn, row, link, ("link_revoked", self.actor)).await?;
                closed += 1;
            }
        }
        self.tell(conn, "restored").await?;
        let sent = self.rows.iter().filter(|row| !is_unsent(row.status()));
        let sent: Vec<LetterId> = sent.map(|row| row.letter_id).collect();
        deadline_tasks::follow(conn, By::user(self.user), &sent).await?;
        Ok(closed)
    }

    /// Reports it in the projects' activity, and to browsers.
    async fn tell(&self, conn: &mut AsyncPgConnection, verb: &str) -> QueryResult<()> {
        tracing::info!(letters = self.rows.len(), "letters were set back");
        let mut projects: BTreeMap<ProjectId, Vec<Named<'_>>> = BTreeMap::new();
        for row in self.rows {
            let letters = projects.entry(row.project_id).or_default();
            letters.push(Named::from(*row));
        }
        for (project_id, letters) in projects {
            activity::report(conn, By::user(self.user), project_id, &letters, verb).await?;
            events::changed(conn, self.user.customer_id, project_id).await?;
        }
        Ok(())
    }
}
