//! What an undo means for the letters whose messages are taken back.
//!
//! A letter is sent when its message was accepted, so it is still approved and its deal where it
//! was. What was noted when the message was queued stays and is followed by what became of it.

use std::collections::{BTreeMap, HashSet};

use auth::CurrentUser;
use db::AsyncPgConnection;
use diesel::QueryResult;
use domain::{LetterId, MailId};

use super::store;
use crate::letter_links::ops::note;
use crate::letter_links::store as links;
use crate::letter_register::activity::{self, Named};
use crate::letter_register::changes::{self, Actor};
use crate::letter_register::events;
use crate::letter_register::store::{LetterRow, lock_letters};
use crate::properties::events::By;

/// Frees the letters of the messages, if they carry any, to be sent again.
pub async fn take_back(
    conn: &mut AsyncPgConnection,
    user: &CurrentUser,
    name: &str,
    mails: &[MailId],
) -> QueryResult<()> {
    let ids = store::list_letters(conn, mails).await?;
    if ids.is_empty() {
        return Ok(());
    }
    let rows = lock_letters(conn, &ids).await?;
    store::delete_letters(conn, mails).await?;
    let actor = Actor::user(user.user_id, name);
    let linked = take_back_links(conn, actor, &rows, mails).await?;
    let plain = rows.iter().map(|row| row.letter_id);
    let plain: Vec<LetterId> = plain.filter(|id| !linked.contains(id)).collect();
    changes::insert_events(conn, &plain, "mail_undone", actor, None).await?;
    let mut projects: BTreeMap<_, Vec<_>> = BTreeMap::new();
    for row in &rows {
        let letters = projects.entry(row.project_id).or_default();
        letters.push(Named::from(row));
    }
    for (project_id, letters) in projects {
        let by = By::user(user);
        activity::report(conn, by, project_id, &letters, "taken back from the mail").await?;
        events::changed(conn, user.customer_id, project_id).await?;
    }
    Ok(())
}

/// Closes the links that were made for the messages, whose addresses nobody got; returns the letters that were sent with
/// a link.
async fn take_back_links(
    conn: &mut AsyncPgConnection,
    actor: Actor<'_>,
    rows: &[LetterRow],
    mails: &[MailId],
) -> QueryResult<HashSet<LetterId>> {
    let mut linked = HashSet::new();
    for carried in store::delete_links(conn, mails).await? {
        let link = links::find_link(conn, carried.link_id).await?;
        let Some(row) = rows.iter().find(|row| row.letter_id == link.letter_id) else {
            continue;
        };
        linked.insert(row.letter_id);
        note(conn, row, &link, ("link_not_sent", actor)).await?;
        if carried.is_new && link.revoked_at.is_none() {
            links::revoke(conn, link.link_id).await?;
            note(conn, row, &link, ("link_revoked", actor)).await?;
        }
    }
    Ok(linked)
}
