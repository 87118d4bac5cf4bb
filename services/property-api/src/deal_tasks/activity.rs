//! What the firm's list of recent activity says of tasks: who got one from somebody else. Tasks for oneself, and their
//! titles and days, are not reported.

use std::collections::BTreeMap;

use auth::CurrentUser;
use db::AsyncPgConnection;
use diesel::QueryResult;

use super::store::TaskRow;
use crate::properties::activities::{self, link_of};
use crate::properties::events::By;

/// Reports tasks that were assigned just now, those of a person in one sentence.
pub async fn report(
    conn: &mut AsyncPgConnection,
    user: &CurrentUser,
    assigned: &[&TaskRow],
) -> QueryResult<()> {
    let mut people: BTreeMap<_, Vec<&TaskRow>> = BTreeMap::new();
    for task in assigned {
        if task.assigned_to != user.user_id {
            people.entry(task.assigned_to).or_default().push(task);
        }
    }
    for (person, tasks) in people {
        let Some(first) = tasks.first() else { continue };
        let name = &first.assigned_to_name;
        let (text, link) = if tasks.len() == 1 {
            let place = first.address.as_deref().unwrap_or(&first.parcel_number);
            (
                format!("Task '{}' for {place} was assigned to {name}.", first.title),
                link_of(&first.parcel_number, Some(first.project_id)),
            )
        } else {
            (
                format!("{} tasks were assigned to {name}.", tasks.len()),
                format!("/tasks?person={person}"),
            )
        };
        let (by, subject) = (By::user(user), first.project_id.0);
        activities::report(conn, by, subject, "tasks.assigned", &text, &link).await?;
    }
    Ok(())
}
