//! Name, status and category of several projects at once.

use auth::CurrentUser;
use db::AsyncPgConnection;

use super::dto::{ChangeProjectsRequest, ChangedProject, ChangedProjects, Labels, ProjectChange};
use super::store::{self, ProjectRow};
use super::{ProjectError, events};
use crate::dashboard;
use crate::field::Fields;
use crate::projects::deletions::MAX_PROJECTS;
use crate::state::AppState;

/// Changes each project unless it is not as `expected`; in one transaction.
pub async fn change_projects(
    state: &AppState,
    user: &CurrentUser,
    request: ChangeProjectsRequest,
) -> Result<ChangedProjects, http_kit::ApiError> {
    let changes = checked(request.changes)?;
    let outcome = db::tenant_tx(&state.pool, user.customer_id, async |conn| {
        let mut outcome = ChangedProjects::default();
        let mut found = false;
        for change in changes {
            let id = change.project_id;
            let row = store::find_project_for_update(conn, id).await?;
            found |= row.is_some();
            match row.filter(|row| change.applies_to(row)) {
                Some(row) => outcome.changed.push(set(conn, user, row, change).await?),
                None => outcome.left.push(id),
            }
        }
        if found {
            Ok(outcome)
        } else {
            Err(ProjectError::NotFound)
        }
    })
    .await?;
    Ok(outcome)
}

/// The changes, checked, in the order of the ids, so that two requests do not wait for each other's rows.
fn checked(mut changes: Vec<ProjectChange>) -> Result<Vec<ProjectChange>, http_kit::ApiError> {
    changes.sort_by_key(|change| change.project_id);
    changes.dedup_by_key(|change| change.project_id);
    if changes.is_empty() || changes.len() > MAX_PROJECTS {
        return Err(ProjectError::Count.into());
    }
    let mut fields = Fields::default();
    for change in &mut changes {
        if let Some(status) = change.status.take() {
            let status = fields.required("status", Some(status), 40, "Enter a status.");
            change.status = Some(status.to_lowercase());
        }
        if let Some(category) = change.category.take() {
            let category = fields.required("category", Some(category), 120, "Enter a category.");
            change.category = Some(category);
        }
        if let Some(name) = change.project_name.take() {
            let sentence = "Enter a name.";
            change.project_name = Some(fields.required("project_name", Some(name), 200, sentence));
        }
        if change.is_empty() {
            fields.refuse("changes", "Give a name, a status or a category.");
        }
    }
    fields.finish(None)?;
    Ok(changes)
}

async fn set(
    conn: &mut AsyncPgConnection,
    user: &CurrentUser,
    row: ProjectRow,
    change: ProjectChange,
) -> Result<ChangedProject, ProjectError> {
    let before = Labels::of(&row);
    let after = Labels {
        project_name: change.project_name.unwrap_or(row.project_name),
        status: change.status.unwrap_or(row.status),
        category: change.category.unwrap_or(row.category),
    };
    let row = store::update_labels(conn, row.project_id, &after).await?;
    let (customer, actor) = (user.customer_id, user.user_id);
    events::project(conn, customer, actor, "updated", &row, row.version).await?;
    let text = sentence(&before, &after);
    let link = super::ops::map_link(row.project_id);
    dashboard::store::insert_activity(conn, "project.updated", &text, Some(&link), Some(actor))
        .await?;
    Ok(ChangedProject {
        project_id: row.project_id,
        before,
        after,
    })
}

/// What was done to a project, for the activity list.
fn sentence(before: &Labels, after: &Labels) -> String {
    let name = &after.project_name;
    if *name != before.project_name {
        return format!("Project '{}' is now called '{name}'.", before.project_name);
    }
    format!(
        "Project '{name}' is now {}, {}.",
        after.status, after.category
    )
}

impl ProjectChange {
    const fn is_empty(&self) -> bool {
        self.project_name.is_none() && self.status.is_none() && self.category.is_none()
    }

    fn applies_to(&self, row: &ProjectRow) -> bool {
        self.expected
            .as_ref()
            .is_none_or(|expected| *expected == Labels::of(row))
    }
}

impl Labels {
    fn of(row: &ProjectRow) -> Self {
        Self {
            project_name: row.project_name.clone(),
            status: row.status.clone(),
            category: row.category.clone(),
        }
    }
}

#[cfg(test)]
mod tests {
    use domain::ProjectId;
    use uuid::Uuid;

    use super::*;

    fn change(id: u128, status: Option<&str>) -> ProjectChange {
        ProjectChange {
            project_id: ProjectId(Uuid::from_u128(id)),
            project_name: None,
            status: status.map(str::to_owned),
            category: None,
            expected: None,
        }
    }

    #[test]
    fn a_status_is_stored_as_that_of_a_new_project() {
        let changes =
            checked(vec![change(2, Some(" Review ")), change(1, Some("ACTIVE"))]).unwrap();
        let statuses: Vec<_> = changes
            .iter()
            .map(|change| change.status.as_deref())
            .collect();
        assert_eq!(statuses, [Some("active"), Some("review")]);
    }

    #[test]
    fn nothing_to_change_is_refused() {
        assert!(checked(Vec::new()).is_err());
        assert!(checked(vec![change(1, None)]).is_err());
        assert!(checked(vec![change(1, Some(" "))]).is_err());
        assert!(checked((0..501).map(|id| change(id, Some("a"))).collect()).is_err());
    }
}
