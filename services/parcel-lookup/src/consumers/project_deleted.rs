//! `project.deleted`: removes the search runs of the project. Who works on one of them stops at its next
//! report.

use diesel_async::AsyncPgConnection;
use domain::ProjectId;
use messaging::{Envelope, HandlerError};
use serde::Deserialize;

use crate::search_runs::store;

/// Data of `project.deleted`.
#[derive(Debug, Deserialize)]
struct ProjectDeleted {
    project_id: ProjectId,
}

/// Removing them again changes nothing.
pub async fn handle(conn: &mut AsyncPgConnection, envelope: &Envelope) -> Result<(), HandlerError> {
    let project: ProjectDeleted = envelope.parse()?;
    store::delete_of_project(conn, project.project_id).await?;
    Ok(())
}
