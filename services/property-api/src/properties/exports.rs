//! Files of a project's properties: the selected ones, or all that match, in the list's order.

use std::collections::HashMap;

use actix_web::HttpResponse;
use auth::CurrentUser;
use chrono::NaiveDate;
use db::AsyncPgConnection;
use diesel::prelude::*;
use diesel_async::RunQueryDsl;
use domain::{Money, ProjectId, PropertyId};
use http_kit::ApiResult;
use list_file::ListFile;
use serde::Serialize;

use super::domain::search_pattern;
use super::list::{self, list_ids};
use super::list_dto::{ExportPropertiesRequest, PropertyRow};
use super::projects;
use super::store::{self, ListedRow};
use crate::schema::{deal_stages, deals};
use crate::state::AppState;

/// What the list shows first, then the deal, then the rest.
const COLUMNS: [&str; 25] = [
    "address",
    "year_built",
    "parcel_value_type",
    "total_value",
    "appraised_value",
    "acres",
    "parcel_number",
    "owner_name",
    "property_name",
    "square_feet",
    "market_value",
    "offer_value",
    "stage",
    "assigned_to",
    "next_step",
    "next_step_on",
    "drop_reason",
    "city",
    "zip",
    "lon",
    "lat",
    "parcel_count",
    "is_sample",
    "ll_uuid",
    "property_id",
];

/// A line of the file.
#[derive(Debug, Serialize)]
struct Line {
    #[serde(flatten)]
    property: PropertyRow,
    /// US dollars.
    market_value: Option<Money>,
    /// US dollars.
    offer_value: Option<Money>,
    #[serde(flatten)]
    deal: Option<DealLine>,
}

/// The property's deal in the project.
#[derive(Debug, Queryable, Serialize)]
struct DealLine {
    stage: String,
    assigned_to: Option<String>,
    next_step: Option<String>,
    next_step_on: Option<NaiveDate>,
    drop_reason: Option<String>,
}

pub async fn export_properties(
    state: &AppState,
    user: &CurrentUser,
    request: ExportPropertiesRequest,
) -> ApiResult<HttpResponse> {
    let chosen = list_file::check_chosen("property_ids", request.property_ids)?;
    let project_id = request.project_id;
    projects::require(&state.pool, &state.main_api, user, project_id).await?;
    let pattern = search_pattern(request.q.as_deref());
    let ids = db::tenant_tx(&state.pool, user.customer_id, async |conn| {
        let (order, pattern) = (request.sort.into(), pattern.as_deref());
        list_ids(
            conn,
            project_id,
            pattern,
            chosen,
            order,
            list_file::ONE_MORE,
        )
        .await
    })
    .await?;
    list_file::check_count(ids.len())?;
    let file = ListFile {
        name: "properties",
        columns: &COLUMNS,
        format: request.format,
        ids,
    };
    let (pool, firm) = (state.pool.clone(), user.customer_id);
    file.respond(move |ids: Vec<PropertyId>| {
        let pool = pool.clone();
        async move {
            db::tenant_tx(&pool, firm, async |conn| {
                let listed = list::load(conn, project_id, &ids).await?;
                let mut deals = deals_of(conn, project_id, &ids).await?;
                let lines = listed.into_iter().map(|row| {
                    let property_id = row.property.property_id;
                    (property_id, line(row, deals.remove(&property_id)))
                });
                Ok(lines.collect())
            })
            .await
        }
    })
}

fn line(row: ListedRow, deal: Option<DealLine>) -> Line {
    Line {
        market_value: store::money(row.property.market_value.clone()),
        offer_value: store::money(row.property.offer_value.clone()),
        property: row.into(),
        deal,
    }
}

async fn deals_of(
    conn: &mut AsyncPgConnection,
    project_id: ProjectId,
    ids: &[PropertyId],
) -> QueryResult<HashMap<PropertyId, DealLine>> {
    let rows: Vec<(PropertyId, DealLine)> = deals::table
        .inner_join(deal_stages::table.on(deal_stages::stage_id.eq(deals::stage_id)))
        .filter(deals::project_id.eq(project_id))
        .filter(deals::property_id.eq_any(ids))
        .filter(deals::removed_at.is_null())
        .select((
            deals::property_id,
            (
                deal_stages::name,
                deals::assigned_to_name,
                deals::next_step,
                deals::next_step_on,
                deals::drop_reason,
            ),
        ))
        .load(conn)
        .await?;
    Ok(rows.into_iter().collect())
}
