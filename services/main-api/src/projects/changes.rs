//! Name, description, status, category, progress, tags and person of several projects at once.

use auth::CurrentUser;
use db::AsyncPgConnection;

use domain::UserId;
use domain::tags::{self, TagChange, TooManyTags};

use super::changes_dto::{
    ChangeProjectsRequest, ChangedProject, ChangedProjects, Labels, ProjectChange,
};
use super::domain::{MAX_DESCRIPTION, NO_DESCRIPTION, PROGRESS, PROGRESS_REFUSED};
use super::store::{self, ProjectRow};
use super::{ProjectError, events};
use crate::field::Fields;
use crate::projects::deletions::MAX_PROJECTS;
use crate::state::AppState;
use crate::{dashboard, users};

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
        if let Some(text) = change.description.take() {
            let text = fields.optional("description", Some(text), MAX_DESCRIPTION);
            change.description = Some(text.unwrap_or_else(|| NO_DESCRIPTION.to_owned()));
        }
        if change
            .progress
            .is_some_and(|percent| !PROGRESS.contains(&percent))
        {
            fields.refuse("progress", PROGRESS_REFUSED);
        }
        for (field, tags) in [
            ("add_tags", &mut change.add_tags),
            ("remove_tags", &mut change.remove_tags),
        ] {
            if !tags.is_empty() {
                match tags::checked(tags) {
                    Ok(checked) => *tags = checked,
                    Err(invalid) => fields.refuse(field, invalid.sentence()),
                }
            }
        }
        if let Some(Some(list)) = &change.tags {
            let given: Vec<String> = list.split(',').map(str::to_owned).collect();
            if let Err(invalid) = tags::checked(&given) {
                fields.refuse("tags", invalid.sentence());
            }
        }
        if change.is_empty() {
            fields.refuse(
                "changes",
                "Give a name, a description, a status, a category, progress, tags or a person.",
            );
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
    let (assigned_to, assigned_to_name) = match change.assigned_to {
        Some(Some(id)) => person(conn, id, change.expected.is_some()).await?,
        Some(None) => (None, None),
        None => (row.assigned_to, row.assigned_to_name),
    };
    let mut tags = change.tags.unwrap_or(row.tags);
    for change in [
        TagChange::Remove(change.remove_tags),
        TagChange::Add(change.add_tags),
    ] {
        tags = change.apply(tags.as_deref()).map_err(|TooManyTags| {
            let sentence = format!("'{}' would have more than 20 tags.", before.project_name);
            ProjectError::Field("add_tags", sentence)
        })?;
    }
    let after = Labels {
        project_name: change.project_name.unwrap_or(row.project_name),
        description: change.description.unwrap_or(row.description),
        status: change.status.unwrap_or(row.status),
        category: change.category.unwrap_or(row.category),
        progress: change.progress.unwrap_or(row.progress),
        tags,
        assigned_to,
        assigned_to_name,
    };
    if after == before {
        return Ok(ChangedProject {
            project_id: row.project_id,
            before,
            after,
        });
    }
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

/// A person of the firm, and their name; for an undo also one who cannot sign in any more.
async fn person(
    conn: &mut AsyncPgConnection,
    id: UserId,
    inactive_too: bool,
) -> Result<(Option<UserId>, Option<String>), ProjectError> {
    let row = users::store::find_user(conn, id).await?;
    let row = row.filter(|row| row.active || inactive_too);
    let row = row.ok_or_else(|| {
        let sentence = "This person is not in the firm.".to_owned();
        ProjectError::Field("assigned_to", sentence)
    })?;
    let person = users::dto::FirmPerson::from(row);
    Ok((Some(id), Some(person.name)))
}

/// What was done to a project, for the activity list.
fn sentence(before: &Labels, after: &Labels) -> String {
    let name = &after.project_name;
    if *name != before.project_name {
        return format!("Project '{}' is now called '{name}'.", before.project_name);
    }
    if after.tags != before.tags {
        return match &after.tags {
            Some(tags) => format!("Project '{name}' has the tags {tags}."),
            None => format!("Project '{name}' has no tags any more."),
        };
    }
    if after.description != before.description {
        return format!("Project '{name}' has another description.");
    }
    if after.progress != before.progress {
        return format!("Project '{name}' is at {} percent.", after.progress);
    }
    if after.assigned_to != before.assigned_to {
        let person = after.assigned_to_name.as_deref().unwrap_or("nobody");
        return format!("Project '{name}' was assigned to {person}.");
    }
    format!(
        "Project '{name}' is now {}, {}.",
        after.status, after.category
    )
}

impl ProjectChange {
    const fn is_empty(&self) -> bool {
        self.project_name.is_none()
            && self.description.is_none()
            && self.progress.is_none()
            && self.status.is_none()
            && self.category.is_none()
            && self.add_tags.is_empty()
            && self.remove_tags.is_empty()
            && self.tags.is_none()
            && self.assigned_to.is_none()
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
            description: row.description.clone(),
            status: row.status.clone(),
            category: row.category.clone(),
            progress: row.progress,
            tags: row.tags.clone(),
            assigned_to: row.assigned_to,
            assigned_to_name: row.assigned_to_name.clone(),
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
            description: None,
            progress: None,
            status: status.map(str::to_owned),
            category: None,
            add_tags: Vec::new(),
            remove_tags: Vec::new(),
            tags: None,
            assigned_to: None,
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
    fn an_empty_description_is_the_default_one() {
        let mut one = change(1, None);
        one.description = Some(" ".to_owned());
        one.progress = Some(100);
        let changes = checked(vec![one]).unwrap();
        assert_eq!(changes[0].description.as_deref(), Some(NO_DESCRIPTION));
        let mut one = change(1, None);
        one.progress = Some(101);
        assert!(checked(vec![one]).is_err());
    }

    #[test]
    fn nothing_to_change_is_refused() {
        assert!(checked(Vec::new()).is_err());
        assert!(checked(vec![change(1, None)]).is_err());
        assert!(checked(vec![change(1, Some(" "))]).is_err());
        assert!(checked((0..501).map(|id| change(id, Some("a"))).collect()).is_err());
    }
}
