//! Moves of deals by the system. They never block, and only go forward.

use chrono::Utc;
use db::AsyncPgConnection;
use diesel::prelude::*;
use diesel::sql_types::{Text, Uuid as SqlUuid};
use diesel_async::RunQueryDsl;
use domain::{MailId, ProjectId, PropertyId};

use super::domain::DealState;
use super::store::{self, Changed};
use crate::deal_stages::domain::{Cause, Milestone, StageKind};
use crate::deal_stages::{self, events};
use crate::properties::events::By;

/// Moves deals to the stage of a milestone. Deals that have come as far or further, were won or lost,
/// or are not in the project stay, and all do if the firm has archived or removed that stage.
pub async fn advance(
    conn: &mut AsyncPgConnection,
    by: By,
    project_id: ProjectId,
    property_ids: &[PropertyId],
    milestone: Milestone,
    cause: Cause,
) -> QueryResult<()> {
    deal_stages::store::lock_pipeline(conn, by.customer_id, project_id).await?;
    let stages = deal_stages::store::list_stages(conn, project_id).await?;
    let reached = |stage: &&deal_stages::store::StageRow| stage.milestone == Some(milestone);
    let Some(target) = stages.iter().find(reached).filter(|stage| !stage.archived) else {
        return Ok(());
    };
    let is_earlier = |state: &DealState| {
        stages.iter().any(|stage| {
            stage.stage_id == state.stage_id
                && stage.kind == StageKind::Open
                && stage.position < target.position
        })
    };
    let at = Utc::now();
    let rows = store::lock_deals(conn, project_id, property_ids).await?;
    let moved: Vec<Changed> = rows
        .into_iter()
        .filter(|row| is_earlier(&row.state))
        .map(|row| Changed {
            deal_id: row.deal_id,
            property_id: row.property_id,
            after: DealState {
                stage_id: target.stage_id,
                since: at,
                cause,
                moved_by: by.actor,
                moved_by_name: None,
                ..row.state.clone()
            },
            before: row.state,
            version: row.version,
        })
        .collect();
    if moved.is_empty() {
        return Ok(());
    }
    store::write(conn, &moved, None).await?;
    store::insert_spans(conn, &moved, None).await?;
    let properties: Vec<_> = moved.iter().map(|deal| deal.property_id).collect();
    events::changed(conn, by, project_id, Some(&properties)).await
}

/// Advances the deals whose owner contact has received a message: that of the property, or those of
/// the campaign's project.
pub async fn mail_sent(
    conn: &mut AsyncPgConnection,
    by: By,
    mail_id: MailId,
    email_key: &str,
) -> QueryResult<()> {
    #[derive(QueryableByName)]
    struct Contacted {
        #[diesel(sql_type = SqlUuid)]
        project_id: ProjectId,
        #[diesel(sql_type = SqlUuid)]
        property_id: PropertyId,
    }
    let contacted: Vec<Contacted> = diesel::sql_query(
        "SELECT DISTINCT d.project_id, d.property_id FROM mails m \
         JOIN contacts c ON lower(c.email) = $2 AND c.deleted_at IS NULL \
         JOIN property_contacts l ON l.contact_id = c.contact_id \
         JOIN deals d ON d.property_id = l.property_id AND d.project_id = m.project_id AND d.removed_at IS NULL \
         WHERE m.mail_id = $1 AND (m.property_id = d.property_id OR m.property_id IS NULL AND m.campaign_id IS NOT NULL)",
    )
    .bind::<SqlUuid, _>(mail_id)
    .bind::<Text, _>(email_key)
    .load(conn)
    .await?;
    let Some(first) = contacted.as_slice().first() else {
        return Ok(());
    };
    let project_id = first.project_id;
    let properties: Vec<_> = contacted.iter().map(|deal| deal.property_id).collect();
    advance(
        conn,
        by,
        project_id,
        &properties,
        Milestone::Contacted,
        Cause::Mail,
    )
    .await
}
