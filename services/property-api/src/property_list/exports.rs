//! Files of a project's properties: the selected ones, or all that match, in the list's order.

use actix_web::HttpResponse;
use auth::CurrentUser;
use domain::{Money, PropertyId};
use http_kit::ApiResult;
use list_file::ListFile;
use serde::Serialize;

use super::dto::{ExportPropertiesRequest, PropertyRow};
use super::filter::Filter;
use super::store::{self, DealOfProperty, ListedRow};
use crate::properties::facts::Facts;
use crate::properties::projects;
use crate::properties::store::money;
use crate::state::AppState;

/// What the list shows first, then the deal, then the rest, then where the parcel's facts are from.
const COLUMNS: [&str; 29] = [
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
    "tags",
    "city",
    "zip",
    "lon",
    "lat",
    "parcel_count",
    "is_sample",
    "ll_uuid",
    "property_id",
    "source",
    "source_date",
    "source_licence",
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
    deal: Option<DealOfProperty>,
    /// Null until the parcel is described.
    source: Option<String>,
    /// Of the source's file, else the day on which it was read.
    source_date: Option<String>,
    source_licence: Option<String>,
}

pub async fn export_properties(
    state: &AppState,
    user: &CurrentUser,
    request: ExportPropertiesRequest,
) -> ApiResult<HttpResponse> {
    let chosen = list_file::check_chosen("property_ids", request.property_ids)?;
    let filter = Filter::new(
        request.q.as_deref(),
        &request.milestones,
        request.stage_names,
        &request.assigned_to,
        request.tags,
    )?;
    let project_id = request.project_id;
    projects::require(&state.pool, &state.main_api, user, project_id).await?;
    let ids = db::tenant_tx(&state.pool, user.customer_id, async |conn| {
        let sort = request.sort;
        store::list_ids(conn, project_id, &filter, chosen, sort, list_file::ONE_MORE).await
    })
    .await?;
    list_file::check_count("q", ids.len())?;
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
                let listed = store::load(conn, project_id, &ids).await?.into_iter();
                let lines = listed.map(|row| (row.property.property_id, Line::from(row)));
                Ok(lines.collect())
            })
            .await
        }
    })
}

impl From<ListedRow> for Line {
    fn from(row: ListedRow) -> Self {
        let market_value = money(row.property.market_value.clone());
        let offer_value = money(row.property.offer_value.clone());
        let facts = Facts::from_stored(&row.property.parcel.facts);
        let source = row.property.parcel.source.clone();
        let read = facts.fetched_at.map(|read| read.date_naive().to_string());
        let mut property = PropertyRow::new(row, None);
        Self {
            market_value,
            offer_value,
            // Its fields are columns of the file.
            deal: property.deal.take(),
            property,
            source,
            source_date: facts.source_date.or(read),
            source_licence: facts.source_licence,
        }
    }
}
