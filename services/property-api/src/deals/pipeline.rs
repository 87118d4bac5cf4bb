//! Figures of a project's pipeline, or of the whole firm's.

use auth::CurrentUser;
use bigdecimal::BigDecimal;
use db::AsyncPgConnection;
use diesel::prelude::*;
use diesel::sql_types::{BigInt, Bool, Double, Nullable, Numeric, Text, Uuid as SqlUuid};
use diesel_async::RunQueryDsl;
use domain::{ProjectId, UserId};
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

use super::DealError;
use super::list_dto::MoneySum;
use super::sites::{OFFERED_PROPERTIES, OFFERS_OF_PIPELINE};
use crate::deal_stages::domain::Milestone;
use crate::properties::projects;
use crate::state::AppState;

/// Which project.
#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct PipelineQuery {
    /// All projects when absent.
    #[serde(default)]
    pub project_id: Option<ProjectId>,
}

/// Figures of a pipeline. Sums are of the offer values that are known, without deals that are part of a site; null if
/// none is.
#[derive(Debug, Serialize, ToSchema)]
pub struct Pipeline {
    /// In their order. Of several projects, stages of one milestone or one name are taken together.
    pub stages: Vec<PipelineStage>,
    /// Deals in open stages by the person they are assigned to, most first.
    pub people: Vec<PipelinePerson>,
    /// Deals in open stages by project, most first.
    pub projects: Vec<PipelineProject>,
    pub tasks: PipelineTasks,
}

/// Figures of a stage.
#[derive(Debug, Serialize, ToSchema)]
pub struct PipelineStage {
    /// Null for a stage that the firm added.
    #[schema(required = true)]
    pub milestone: Option<Milestone>,
    pub name: String,
    pub count: i64,
    /// US dollars.
    #[schema(required = true)]
    pub offer_value: Option<MoneySum>,
    /// Median time of the deals in the stage; null without deals.
    #[schema(required = true)]
    pub median_age_days: Option<f64>,
    pub stalled: i64,
}

/// Figures of a person.
#[derive(Debug, Serialize, ToSchema)]
pub struct PipelinePerson {
    /// Null: assigned to nobody.
    #[schema(required = true)]
    pub user_id: Option<UserId>,
    #[schema(required = true)]
    pub name: Option<String>,
    pub count: i64,
    /// US dollars.
    #[schema(required = true)]
    pub offer_value: Option<MoneySum>,
}

/// Figures of a project.
#[derive(Debug, Serialize, ToSchema)]
pub struct PipelineProject {
    pub project_id: ProjectId,
    pub count: i64,
    /// US dollars.
    #[schema(required = true)]
    pub offer_value: Option<MoneySum>,
}

/// The caller's tasks.
#[derive(Debug, Serialize, ToSchema, QueryableByName)]
pub struct PipelineTasks {
    #[diesel(sql_type = BigInt)]
    pub mine_open: i64,
}

pub async fn get_pipeline(
    state: &AppState,
    user: &CurrentUser,
    project_id: Option<ProjectId>,
) -> Result<Pipeline, DealError> {
    if let Some(project_id) = project_id {
        projects::require(&state.pool, &state.main_api, user, project_id).await?;
    }
    db::tenant_tx(&state.pool, user.customer_id, async |conn| {
        let stages = read_stages(conn, project_id).await?;
        let (people, projects) = read_open(conn, project_id).await?;
        let tasks = read_tasks(conn, project_id, user.user_id).await?;
        Ok(Pipeline {
            stages,
            people,
            projects,
            tasks,
        })
    })
    .await
}

#[derive(QueryableByName)]
struct StageFigures {
    #[diesel(sql_type = Nullable<Text>)]
    milestone: Option<Milestone>,
    #[diesel(sql_type = Text)]
    name: String,
    #[diesel(sql_type = BigInt)]
    count: i64,
    #[diesel(sql_type = Nullable<Numeric>)]
    offer_value: Option<BigDecimal>,
    #[diesel(sql_type = Nullable<Double>)]
    median_age_days: Option<f64>,
    #[diesel(sql_type = BigInt)]
    stalled: i64,
}

async fn read_stages(
    conn: &mut AsyncPgConnection,
    project_id: Option<ProjectId>,
) -> QueryResult<Vec<PipelineStage>> {
    // Of 50,000 deals, sorting names or ages takes longer than all else. A line has the stages of one milestone or one name. Its median age is
    // read from the index of the stage if one of them has all its deals, and only ages are sorted otherwise. An archived stage without deals is
    // left out.
    let rows: Vec<StageFigures> = diesel::sql_query(format!(
        "WITH stages AS MATERIALIZED ( \
            SELECT s.stage_id, s.milestone, s.name, s.position, s.archived, s.stale_after_days, \
                dense_rank() OVER (ORDER BY s.milestone, CASE WHEN s.milestone IS NULL THEN lower(s.name) END) AS line \
            FROM deal_stages s \
            WHERE ($1 IS NULL OR s.project_id = $1) AND s.removed_at IS NULL \
              AND s.project_id NOT IN (SELECT k.project_id FROM known_projects k WHERE k.deleted_at IS NOT NULL) \
         ), counts AS MATERIALIZED ( \
            SELECT d.stage_id, count(*) AS count FROM deals d \
            WHERE ($1 IS NULL OR d.project_id = $1) AND d.removed_at IS NULL GROUP BY d.stage_id \
         ), counted AS ( \
            SELECT s.line, s.stage_id, s.stale_after_days, c.count, count(*) OVER (PARTITION BY s.line) AS stages \
            FROM stages s JOIN counts c USING (stage_id) \
         ), ages AS MATERIALIZED ( \
            SELECT c.line, a.median FROM counted c CROSS JOIN LATERAL ( \
                SELECT min(m.age) + (max(m.age) - min(m.age)) / 2 AS median FROM ( \
                    SELECT date_part('epoch', d.since) AS age FROM deals d WHERE d.stage_id = c.stage_id AND d.removed_at IS NULL \
                    ORDER BY d.since OFFSET (c.count - 1) / 2 LIMIT 2 - c.count % 2) m) a \
            WHERE c.stages = 1 \
            UNION ALL \
            SELECT c.line, percentile_cont(0.5) WITHIN GROUP (ORDER BY date_part('epoch', d.since)) \
            FROM counted c JOIN deals d ON d.stage_id = c.stage_id AND d.removed_at IS NULL WHERE c.stages > 1 GROUP BY c.line \
         ), stalled AS MATERIALIZED ( \
            SELECT c.line, sum(d.count)::bigint AS count FROM counted c CROSS JOIN LATERAL ( \
                SELECT count(*) AS count FROM deals d WHERE d.stage_id = c.stage_id AND d.removed_at IS NULL \
                  AND d.since < now() - make_interval(days => c.stale_after_days)) d \
            GROUP BY c.line \
         ), offers AS MATERIALIZED ( \
            SELECT s.line, {OFFERS_OF_PIPELINE} AS offer_value \
            FROM stages s JOIN deals d ON d.stage_id = s.stage_id AND d.removed_at IS NULL {OFFERED_PROPERTIES} GROUP BY s.line \
         ), named AS ( \
            SELECT s.line, s.milestone, s.name, sum(coalesce(c.count, 0)) AS count, sum(coalesce(c.count, 1)) AS weight, \
                sum(s.position * coalesce(c.count, 1)) AS places \
            FROM stages s LEFT JOIN counts c USING (stage_id) \
            WHERE NOT s.archived OR c.count IS NOT NULL GROUP BY s.line, s.milestone, s.name \
         ), lines AS ( \
            SELECT line, milestone, (array_agg(name ORDER BY weight DESC, name))[1] AS name, sum(count)::bigint AS count, \
                sum(places) / sum(weight) AS place \
            FROM named GROUP BY line, milestone \
         ) \
         SELECT l.milestone, l.name, l.count, o.offer_value, (date_part('epoch', now()) - a.median) / 86400 AS median_age_days, \
            coalesce(t.count, 0) AS stalled \
         FROM lines l LEFT JOIN ages a USING (line) LEFT JOIN stalled t USING (line) LEFT JOIN offers o USING (line) \
         ORDER BY l.place, l.name"
    ))
    .bind::<Nullable<SqlUuid>, _>(project_id)
    .load(conn)
    .await?;
    let stages = rows.into_iter().map(|row| PipelineStage {
        milestone: row.milestone,
        name: row.name,
        count: row.count,
        offer_value: MoneySum::of(row.offer_value),
        median_age_days: row.median_age_days,
        stalled: row.stalled,
    });
    Ok(stages.collect())
}

/// Deals in open stages, of a person or of a project.
#[derive(QueryableByName)]
struct OpenFigures {
    #[diesel(sql_type = Bool)]
    of_person: bool,
    #[diesel(sql_type = Nullable<SqlUuid>)]
    user_id: Option<UserId>,
    #[diesel(sql_type = Nullable<Text>)]
    name: Option<String>,
    #[diesel(sql_type = Nullable<SqlUuid>)]
    project_id: Option<ProjectId>,
    #[diesel(sql_type = BigInt)]
    count: i64,
    #[diesel(sql_type = Nullable<Numeric>)]
    offer_value: Option<BigDecimal>,
}

/// By person and by project, in one reading of the deals.
async fn read_open(
    conn: &mut AsyncPgConnection,
    project_id: Option<ProjectId>,
) -> QueryResult<(Vec<PipelinePerson>, Vec<PipelineProject>)> {
    let rows: Vec<OpenFigures> = diesel::sql_query(format!(
        "SELECT grouping(f.project_id) = 1 AS of_person, f.assigned_to AS user_id, max(f.name) AS name, f.project_id, \
            sum(f.count)::bigint AS count, sum(f.offer_value) AS offer_value \
         FROM ( \
            SELECT d.assigned_to, d.project_id, max(d.assigned_to_name) AS name, count(*) AS count, NULL::numeric AS offer_value \
            FROM deals d JOIN deal_stages s ON s.stage_id = d.stage_id \
            WHERE ($1 IS NULL OR d.project_id = $1) AND d.removed_at IS NULL AND s.kind = 'open' \
            GROUP BY d.assigned_to, d.project_id \
            UNION ALL \
            SELECT d.assigned_to, d.project_id, NULL, 0, {OFFERS_OF_PIPELINE} \
            FROM deals d JOIN deal_stages s ON s.stage_id = d.stage_id {OFFERED_PROPERTIES} \
            WHERE ($1 IS NULL OR d.project_id = $1) AND d.removed_at IS NULL AND s.kind = 'open' \
            GROUP BY d.assigned_to, d.project_id \
         ) f \
         GROUP BY GROUPING SETS ((f.assigned_to), (f.project_id)) \
         ORDER BY sum(f.count) DESC, CASE WHEN grouping(f.project_id) = 1 THEN max(f.name) END, f.project_id"
    ))
    .bind::<Nullable<SqlUuid>, _>(project_id)
    .load(conn)
    .await?;
    let (mut people, mut projects) = (Vec::new(), Vec::new());
    for row in rows {
        let offer_value = MoneySum::of(row.offer_value);
        if row.of_person {
            people.push(PipelinePerson {
                user_id: row.user_id,
                name: row.name,
                count: row.count,
                offer_value,
            });
        } else if let Some(project_id) = row.project_id {
            projects.push(PipelineProject {
                project_id,
                count: row.count,
                offer_value,
            });
        }
    }
    Ok((people, projects))
}

async fn read_tasks(
    conn: &mut AsyncPgConnection,
    project_id: Option<ProjectId>,
    user_id: UserId,
) -> QueryResult<PipelineTasks> {
    diesel::sql_query(
        "SELECT count(*) AS mine_open \
         FROM deal_tasks t LEFT JOIN deals d ON d.deal_id = t.deal_id \
         WHERE t.assigned_to = $2 AND t.done_at IS NULL AND ($1 IS NULL OR d.project_id = $1) \
           AND t.deal_id NOT IN (SELECT r.deal_id FROM deals r WHERE r.removed_at IS NOT NULL)",
    )
    .bind::<Nullable<SqlUuid>, _>(project_id)
    .bind::<SqlUuid, _>(user_id)
    .get_result(conn)
    .await
}
