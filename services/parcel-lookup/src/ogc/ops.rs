//! Opens the transactions.

use db::{Pool, ReadPool};
use domain::{CustomerId, RunId};
use http_kit::{ApiError, ApiResult, ErrorCode};
use ogc_features::{Extent, Feature, ItemQuery, ItemsQuery, ReadError};
use uuid::Uuid;

use super::dto::ParcelProperties;
use super::figures::{GROWTH_RUN, figures, run_of};
use super::store;
use crate::growth::GrowthContext;
use crate::growth::parcels::ops::ensure;
use crate::state::AppState;

/// Makes ready the parcels of the growth run that a request names; true if they were not. 404 if the firm does not
/// have the run.
pub async fn ensure_named(
    pool: &Pool,
    growth: &GrowthContext,
    firm: CustomerId,
    named: &[(&'static str, Uuid)],
) -> ApiResult<bool> {
    let mut has_made = false;
    for (name, id) in named {
        if *name == GROWTH_RUN {
            has_made |= ensure(pool, growth, firm, RunId(*id)).await?;
        }
    }
    Ok(has_made)
}

/// The same before a read, which a replica must not answer that does not have them yet.
async fn ready(
    state: &AppState,
    firm: CustomerId,
    named: &[(&'static str, Uuid)],
) -> ApiResult<()> {
    if ensure_named(&state.pool, &state.growth, firm, named).await? {
        state.reads.expect_changes();
    }
    Ok(())
}

/// The parcels of a page, and one more if there is a next page.
pub async fn list(
    state: &AppState,
    firm: CustomerId,
    query: &ItemsQuery,
) -> ApiResult<Vec<Feature<ParcelProperties>>> {
    ready(state, firm, query.named()).await?;
    let (condition, rows, crs) = (query.condition(), query.rows(), query.crs());
    let figures = figures(run_of(query.named()));
    let listed = state.reads.read(async |pool| {
        db::tenant_tx(pool, firm, async |conn| {
            ogc_features::limit_time(conn).await?;
            let listed = store::list(conn, condition.clone(), rows, crs, figures).await?;
            Ok::<_, ReadError>(listed)
        })
        .await
    });
    Ok(listed.await?)
}

/// A parcel.
pub async fn find(
    state: &AppState,
    firm: CustomerId,
    query: &ItemQuery,
) -> ApiResult<Feature<ParcelProperties>> {
    let not_found = || ApiError::new(ErrorCode::ParcelNotFound, "Parcel not found.");
    let condition = query.condition().ok_or_else(not_found)?;
    ready(state, firm, query.named()).await?;
    let figures = figures(run_of(query.named()));
    let found = state.reads.read(async |pool| {
        db::tenant_tx(pool, firm, async |conn| {
            store::list(conn, condition.clone(), 1, query.crs(), figures).await
        })
        .await
    });
    found.await?.pop().ok_or_else(not_found)
}

/// A box that contains all parcels.
pub async fn extent(reads: &ReadPool) -> ApiResult<Extent> {
    let extent =
        reads.read(async |pool| db::system_tx(pool, async |conn| store::extent(conn).await).await);
    Ok(extent.await?)
}
