//! Opens the transactions of the caller's firm, on a replica or the primary.

use db::ReadPool;
use domain::CustomerId;
use http_kit::{ApiError, ApiResult, ErrorCode};
use ogc_features::{Extent, Feature, ItemQuery, ItemsQuery, ReadError};

use super::dto::ProjectParcelProperties;
use super::store;
use crate::projects::dto::Project;

/// The projects of a page, and one more if there is a next page.
pub async fn list_projects(
    reads: &ReadPool,
    firm: CustomerId,
    query: &ItemsQuery,
) -> ApiResult<Vec<Feature<Project>>> {
    let (condition, rows, crs) = (query.condition(), query.rows(), query.crs());
    let listed = reads.read(async |pool| {
        db::tenant_tx(pool, firm, async |conn| {
            ogc_features::limit_time(conn).await?;
            let listed = store::list_projects(conn, condition.clone(), rows, crs).await?;
            Ok::<_, ReadError>(listed)
        })
        .await
    });
    Ok(listed.await?)
}

/// The parcels of a page, and one more if there is a next page.
pub async fn list_parcels(
    reads: &ReadPool,
    firm: CustomerId,
    query: &ItemsQuery,
) -> ApiResult<Vec<Feature<ProjectParcelProperties>>> {
    let (condition, rows, crs) = (query.condition(), query.rows(), query.crs());
    let listed = reads.read(async |pool| {
        db::tenant_tx(pool, firm, async |conn| {
            ogc_features::limit_time(conn).await?;
            let listed = store::list_parcels(conn, condition.clone(), rows, crs).await?;
            Ok::<_, ReadError>(listed)
        })
        .await
    });
    Ok(listed.await?)
}

/// A project.
pub async fn find_project(
    reads: &ReadPool,
    firm: CustomerId,
    query: &ItemQuery,
) -> ApiResult<Feature<Project>> {
    let not_found = || ApiError::new(ErrorCode::ProjectNotFound, "Project not found.");
    let condition = query.condition().ok_or_else(not_found)?;
    let found = reads.read(async |pool| {
        db::tenant_tx(pool, firm, async |conn| {
            store::list_projects(conn, condition.clone(), 1, query.crs()).await
        })
        .await
    });
    found.await?.pop().ok_or_else(not_found)
}

/// A parcel of a project.
pub async fn find_parcel(
    reads: &ReadPool,
    firm: CustomerId,
    query: &ItemQuery,
) -> ApiResult<Feature<ProjectParcelProperties>> {
    let not_found = || ApiError::new(ErrorCode::MarkerNotFound, "Marker not found.");
    let condition = query.condition().ok_or_else(not_found)?;
    let found = reads.read(async |pool| {
        db::tenant_tx(pool, firm, async |conn| {
            store::list_parcels(conn, condition.clone(), 1, query.crs()).await
        })
        .await
    });
    found.await?.pop().ok_or_else(not_found)
}

/// A box that contains the parcels of all projects.
pub async fn extent(reads: &ReadPool, firm: CustomerId) -> ApiResult<Extent> {
    let extent = reads
        .read(async |pool| db::tenant_tx(pool, firm, async |conn| store::extent(conn).await).await);
    Ok(extent.await?)
}
