//! Queries of pipelines and their stages. Row-level security scopes every query.

use db::AsyncPgConnection;
use diesel::dsl::now;
use diesel::prelude::*;
use diesel::sql_types::{BigInt, Nullable, Text, Uuid as SqlUuid};
use diesel_async::RunQueryDsl;
use domain::{CustomerId, DealStageId, ProjectId, UserId};
use serde_json::Value;

use super::domain::{Fact, Milestone, StageDraft, StageKind};
use crate::schema::{deal_stages, deals, pipeline_defaults, pipelines};

#[derive(Debug, Clone, PartialEq, Queryable, Selectable)]
#[diesel(table_name = deal_stages, check_for_backend(diesel::pg::Pg))]
pub struct StageRow {
    pub stage_id: DealStageId,
    pub milestone: Option<Milestone>,
    pub name: String,
    pub kind: StageKind,
    pub position: i32,
    pub required_facts: Vec<Fact>,
    pub stale_after_days: Option<i32>,
    pub archived: bool,
}

/// Gives a project its pipeline, unless it has one, and locks it until the transaction ends.
/// Returns the version of its stages.
pub async fn lock_pipeline(
    conn: &mut AsyncPgConnection,
    customer_id: CustomerId,
    project_id: ProjectId,
) -> QueryResult<i64> {
    ensure_pipeline(conn, customer_id, project_id).await?;
    pipelines::table
        .filter(pipelines::project_id.eq(project_id))
        .select(pipelines::version)
        .for_update()
        .first(conn)
        .await
}

/// Gives a project its pipeline, unless it has one. Returns the version of its stages.
pub async fn find_version(
    conn: &mut AsyncPgConnection,
    customer_id: CustomerId,
    project_id: ProjectId,
) -> QueryResult<i64> {
    ensure_pipeline(conn, customer_id, project_id).await?;
    pipelines::table
        .filter(pipelines::project_id.eq(project_id))
        .select(pipelines::version)
        .first(conn)
        .await
}

async fn ensure_pipeline(
    conn: &mut AsyncPgConnection,
    customer_id: CustomerId,
    project_id: ProjectId,
) -> QueryResult<()> {
    diesel::sql_query("SELECT ensure_pipeline($1, $2)")
        .bind::<SqlUuid, _>(customer_id)
        .bind::<SqlUuid, _>(project_id)
        .execute(conn)
        .await
        .map(drop)
}

/// Counts a change of a project's deals; returns its number.
pub async fn count_change(conn: &mut AsyncPgConnection, project_id: ProjectId) -> QueryResult<i64> {
    diesel::update(pipelines::table.filter(pipelines::project_id.eq(project_id)))
        .set(pipelines::changes.eq(pipelines::changes + 1))
        .returning(pipelines::changes)
        .get_result(conn)
        .await
}

/// Stages of a project that were not removed, in their order.
pub async fn list_stages(
    conn: &mut AsyncPgConnection,
    project_id: ProjectId,
) -> QueryResult<Vec<StageRow>> {
    deal_stages::table
        .filter(deal_stages::project_id.eq(project_id))
        .filter(deal_stages::removed_at.is_null())
        .order(deal_stages::position)
        .select(StageRow::as_select())
        .load(conn)
        .await
}

/// Whether a stage has deals, also of properties that are not in the project now.
pub async fn has_deals(conn: &mut AsyncPgConnection, stage_id: DealStageId) -> QueryResult<bool> {
    let in_stage = deals::table.filter(deals::stage_id.eq(stage_id));
    diesel::select(diesel::dsl::exists(in_stage))
        .get_result(conn)
        .await
}

/// Moves all deals of a stage to another one.
pub async fn move_deals(
    conn: &mut AsyncPgConnection,
    from: DealStageId,
    to: DealStageId,
    (actor, actor_name): (UserId, &str),
) -> QueryResult<()> {
    diesel::sql_query(
        "WITH spans AS ( \
            INSERT INTO deal_spans (customer_id, deal_id, stage_id, since, until, cause, moved_by, moved_by_name) \
            SELECT customer_id, deal_id, stage_id, since, now(), cause, moved_by, moved_by_name \
            FROM deals WHERE stage_id = $1) \
         UPDATE deals SET stage_id = $2, since = now(), cause = 'stage_removed', moved_by = $3, moved_by_name = $4, \
            changed_by_name = $4, version = version + 1 WHERE stage_id = $1",
    )
    .bind::<SqlUuid, _>(from)
    .bind::<SqlUuid, _>(to)
    .bind::<SqlUuid, _>(actor)
    .bind::<Text, _>(actor_name)
    .execute(conn)
    .await
    .map(drop)
}

/// Removes a stage; the history still names it.
pub async fn remove_stage(conn: &mut AsyncPgConnection, stage_id: DealStageId) -> QueryResult<()> {
    diesel::update(deal_stages::table.find(stage_id))
        .set(deal_stages::removed_at.eq(now))
        .execute(conn)
        .await
        .map(drop)
}

/// Stores a stage at a position.
pub async fn save_stage(
    conn: &mut AsyncPgConnection,
    project_id: ProjectId,
    position: i32,
    stage: &StageDraft,
) -> QueryResult<()> {
    let values = (
        deal_stages::name.eq(&stage.name),
        deal_stages::kind.eq(stage.kind),
        deal_stages::position.eq(position),
        deal_stages::required_facts.eq(&stage.required_facts),
        deal_stages::stale_after_days.eq(stage.stale_after_days),
        deal_stages::archived.eq(stage.archived),
    );
    let written = match stage.stage_id {
        Some(stage_id) => {
            diesel::update(deal_stages::table.find(stage_id))
                .set(values)
                .execute(conn)
                .await
        }
        None => {
            diesel::insert_into(deal_stages::table)
                .values((deal_stages::project_id.eq(project_id), values))
                .execute(conn)
                .await
        }
    };
    written.map(drop)
}

/// Counts a change of the stages; returns their version.
pub async fn count_version(
    conn: &mut AsyncPgConnection,
    project_id: ProjectId,
) -> QueryResult<i64> {
    diesel::update(pipelines::table.filter(pipelines::project_id.eq(project_id)))
        .set(pipelines::version.eq(pipelines::version + 1))
        .returning(pipelines::version)
        .get_result(conn)
        .await
}

/// Stores the stages with which the firm's new projects begin.
pub async fn save_default(conn: &mut AsyncPgConnection, stages: &Value) -> QueryResult<()> {
    diesel::insert_into(pipeline_defaults::table)
        .values(pipeline_defaults::stages.eq(stages))
        .on_conflict(pipeline_defaults::customer_id)
        .do_update()
        .set(pipeline_defaults::stages.eq(stages))
        .execute(conn)
        .await
        .map(drop)
}

/// Whether the firm has the stage, in this project if one is given.
pub async fn exists(
    conn: &mut AsyncPgConnection,
    stage_id: DealStageId,
    project_id: Option<ProjectId>,
) -> QueryResult<bool> {
    #[derive(QueryableByName)]
    struct Count {
        #[diesel(sql_type = BigInt)]
        count: i64,
    }
    let sql = "SELECT count(*) AS count FROM deal_stages \
               WHERE stage_id = $1 AND ($2 IS NULL OR project_id = $2) AND removed_at IS NULL";
    let found: Count = diesel::sql_query(sql)
        .bind::<SqlUuid, _>(stage_id)
        .bind::<Nullable<SqlUuid>, _>(project_id)
        .get_result(conn)
        .await?;
    Ok(found.count > 0)
}
