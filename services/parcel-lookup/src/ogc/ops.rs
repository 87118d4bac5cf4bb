//! Opens the transactions.

use db::ReadPool;
use http_kit::{ApiError, ApiResult, ErrorCode};
use ogc_features::{Extent, Feature, ItemQuery, ItemsQuery, ReadError};

use super::dto::ParcelProperties;
use super::store;

/// The parcels of a page, and one more if there is a next page.
pub async fn list(
    reads: &ReadPool,
    query: &ItemsQuery,
) -> ApiResult<Vec<Feature<ParcelProperties>>> {
    let (condition, rows, crs) = (query.condition(), query.rows(), query.crs());
    let listed = reads.read(async |pool| {
        db::system_tx(pool, async |conn| {
            ogc_features::limit_time(conn).await?;
            let listed = store::list(conn, condition.clone(), rows, crs).await?;
            Ok::<_, ReadError>(listed)
        })
        .await
    });
    Ok(listed.await?)
}

/// A parcel.
pub async fn find(reads: &ReadPool, query: &ItemQuery) -> ApiResult<Feature<ParcelProperties>> {
    let not_found = || ApiError::new(ErrorCode::ParcelNotFound, "Parcel not found.");
    let condition = query.condition().ok_or_else(not_found)?;
    let found = reads.read(async |pool| {
        db::system_tx(pool, async |conn| {
            store::list(conn, condition.clone(), 1, query.crs()).await
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
