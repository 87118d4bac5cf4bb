//! What a new state of letters causes besides, in the transaction that changes it.

use std::collections::BTreeSet;

use db::AsyncPgConnection;
use diesel::QueryResult;
use domain::{CustomerId, ProjectId};
use letter_of_intent::Status;

use super::events;
use super::store::LetterRow;

/// Follows a change of letters to a state; `rows` are as they were before. All ways to a state lead
/// here: approval, delivery of a message, and setting it by hand.
pub async fn follow(
    conn: &mut AsyncPgConnection,
    firm: CustomerId,
    rows: &[&LetterRow],
    to: Status,
) -> QueryResult<()> {
    tracing::info!(letters = rows.len(), state = to.as_str(), "letters changed");
    let projects: BTreeSet<ProjectId> = rows.iter().map(|row| row.project_id).collect();
    for project_id in projects {
        events::changed(conn, firm, project_id).await?;
    }
    Ok(())
}
