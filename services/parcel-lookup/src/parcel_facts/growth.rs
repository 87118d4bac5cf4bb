//! What a growth run of the firm says of a parcel, as comparisons and dossiers have it.

use chrono::NaiveDate;
use domain::{CustomerId, ParcelUuid, RunId};
use http_kit::ApiResult;
use parcel_record::ParcelRecord;
use serde::Serialize;
use utoipa::ToSchema;

use crate::growth::runs::artifacts::parcels::{AskedParcel, Placed};
use crate::growth::runs::artifacts::show;
use crate::growth::runs::error::RunError;
use crate::parcels::sites;
use crate::state::AppState;

/// Growth around a parcel, or around the land of a site, in one finished run.
#[derive(Debug, Clone, PartialEq, Serialize, ToSchema)]
pub struct ParcelGrowth {
    /// The run.
    #[schema(value_type = Uuid)]
    pub growth_run_id: RunId,
    /// What the run simulated.
    #[schema(example = "Growth run: Sample city region, 2026 to 2040")]
    pub source: String,
    /// Day on which the run ended.
    pub source_date: NaiveDate,
    /// Caveat of the figures.
    #[schema(required = true)]
    pub caution: Option<String>,
    /// Last simulated year.
    #[schema(required = true)]
    pub last_year: Option<i32>,
    /// Whether the parcel, or each parcel of the site, lies in the run's area; if not, the figures are null.
    pub inside: bool,
    /// Expected share of the open land within 500 m that is urban in the last year, percent; null where none is open.
    #[schema(required = true)]
    pub chance_percent: Option<f64>,
    /// The decade in which half of the land within 500 m is expected to be urban, such as `2040s`; null for never in the run.
    #[schema(required = true)]
    pub likely_decade: Option<String>,
    /// Share of the land within 500 m that is urban at the start, percent; null where nothing can be built.
    #[schema(required = true)]
    pub surrounded_percent_now: Option<f64>,
}

/// Of a parcel, or of a site that the firm keeps. 404 if the firm does not have the run.
pub async fn of_record(
    state: &AppState,
    firm: CustomerId,
    run_id: RunId,
    record: &ParcelRecord,
) -> ApiResult<ParcelGrowth> {
    let id: ParcelUuid = record.fields.ll_uuid;
    let land = db::tenant_tx(&state.pool, firm, async |conn| {
        Ok::<_, RunError>(sites::list_land(conn, &[id]).await?)
    })
    .await?;
    let asked = AskedParcel {
        parcel_number: record.fields.parcelnumb.clone(),
        lon: record.lon,
        lat: record.lat,
        ll_uuid: None,
    };
    let placed = Placed::of(asked, land.get(&id).map(Vec::as_slice));
    let (run, around) = show::around(&state.pool, &state.growth, firm, run_id, placed).await?;
    let source = run.source().map_err(RunError::from)?;
    Ok(ParcelGrowth {
        growth_run_id: run_id,
        source: source.name,
        source_date: source.day,
        caution: source.caution.map(str::to_owned),
        last_year: source.last_year,
        inside: around.inside,
        chance_percent: around.chance_percent,
        likely_decade: around.likely_decade,
        surrounded_percent_now: around.surrounded_percent_now,
    })
}
