//! Which parcels of a project are in which stage, for the map.

use auth::CurrentUser;
use diesel::prelude::*;
use diesel::sql_types::{Array, Text, Uuid as SqlUuid};
use diesel_async::RunQueryDsl;
use domain::{DealStageId, ParcelUuid, ProjectId};
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

use super::DealError;
use crate::deal_stages::domain::StageKind;
use crate::properties::projects;
use crate::state::AppState;

/// Which project.
#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct StagesOfParcelsQuery {
    pub project_id: ProjectId,
}

/// The parcels of a project by stage.
#[derive(Debug, Serialize, ToSchema)]
pub struct StagesOfParcels {
    /// In their order, only those with parcels.
    pub stages: Vec<StageOfParcels>,
}

/// A stage and its parcels.
#[derive(Debug, Serialize, ToSchema, QueryableByName)]
pub struct StageOfParcels {
    #[diesel(sql_type = SqlUuid)]
    pub stage_id: DealStageId,
    #[diesel(sql_type = Text)]
    pub name: String,
    #[diesel(sql_type = Text)]
    pub kind: StageKind,
    /// Identities of the parcels.
    #[diesel(sql_type = Array<SqlUuid>)]
    pub ll_uuids: Vec<ParcelUuid>,
}

pub async fn get_stages(
    state: &AppState,
    user: &CurrentUser,
    project_id: ProjectId,
) -> Result<StagesOfParcels, DealError> {
    projects::require(&state.pool, &state.main_api, user, project_id).await?;
    db::tenant_tx(&state.pool, user.customer_id, async |conn| {
        let stages = diesel::sql_query(
            "SELECT s.stage_id, s.name, s.kind, array_agg(p.ll_uuid ORDER BY p.ll_uuid) AS ll_uuids \
             FROM deals d JOIN deal_stages s ON s.stage_id = d.stage_id \
             JOIN properties p ON p.property_id = d.property_id \
             WHERE d.project_id = $1 AND d.removed_at IS NULL \
             GROUP BY s.stage_id, s.name, s.kind, s.position ORDER BY s.position, s.stage_id",
        )
        .bind::<SqlUuid, _>(project_id)
        .load(conn)
        .await?;
        Ok(StagesOfParcels { stages })
    })
    .await
}
