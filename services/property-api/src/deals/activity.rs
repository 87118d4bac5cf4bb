//! What the firm's list of recent activity says of deals: that they came to another stage, and whose they are. Their
//! other fields are edited in lists and not reported.

use db::AsyncPgConnection;
use diesel::QueryResult;
use domain::ProjectId;

use super::store::Changed;
use crate::deal_stages::store::StageRow;
use crate::properties::activities::{self, link_of, name_of};
use crate::properties::events::By;
use crate::properties::store::find_property;

/// Reports one change of deals of a project: each of its kinds in one sentence, however many they are.
pub async fn report(
    conn: &mut AsyncPgConnection,
    by: By,
    project_id: ProjectId,
    changed: &[Changed],
    stage: Option<&StageRow>,
) -> QueryResult<()> {
    let all = format!("/deals?project_id={project_id}");
    let moved: Vec<_> = changed
        .iter()
        .filter(|deal| deal.after.stage_id != deal.before.stage_id)
        .collect();
    if let Some(stage) = stage {
        let what = format!("moved to {}", stage.name);
        say(conn, by, project_id, &moved, ("deals.moved", &what, &all)).await?;
    }
    let assigned: Vec<_> = changed
        .iter()
        .filter(|deal| deal.after.assigned_to != deal.before.assigned_to)
        .collect();
    // A change assigns all its deals to one person.
    let Some(first) = assigned.first() else {
        return Ok(());
    };
    let person = first.after.assigned_to;
    let person = person.map_or_else(|| "none".to_owned(), |id| id.to_string());
    let name = first.after.assigned_to_name.as_deref().unwrap_or("nobody");
    let what = format!("assigned to {name}");
    let all = format!("{all}&assigned_to={person}");
    let said = ("deals.assigned", what.as_str(), all.as_str());
    say(conn, by, project_id, &assigned, said).await
}

/// A single deal is named and leads to its property, more lead to the list.
async fn say(
    conn: &mut AsyncPgConnection,
    by: By,
    project_id: ProjectId,
    deals: &[&Changed],
    (kind, what, all): (&str, &str, &str),
) -> QueryResult<()> {
    let (text, link) = match deals {
        [] => return Ok(()),
        [one] => match find_property(conn, one.property_id).await? {
            Some(property) => (
                format!("{} was {what}.", name_of(&property)),
                link_of(&property.parcel_number, Some(project_id)),
            ),
            None => return Ok(()),
        },
        many => (format!("{} deals were {what}.", many.len()), all.to_owned()),
    };
    activities::report(conn, by, project_id.0, kind, &text, &link).await
}
