//! Opens the transactions of the caller's firm.

use db::Pool;
use domain::CustomerId;
use http_kit::{ApiError, ApiResult, ErrorCode};
use ogc_features::{Extent, Feature, ItemQuery, ItemsQuery, ReadError};

use super::dto::ProjectParcelProperties;
use super::store;
use crate::projects::dto::Project;

/// The projects of a page, and one more if there is a next page.
pub async fn list_projects(
    pool: &Pool,
    firm: CustomerId,
    query: &ItemsQuery,
) -> ApiResult<Vec<Feature<Project>>> {
    Ok(db::tenant_tx(pool, firm, async |conn| {
        ogc_features::limit_time(conn).await?;
        let listed =
            store::list_projects(conn, query.condition(), query.rows(), query.crs()).await?;
        Ok::<_, ReadError>(listed)
    })
    .await?)
}

/// The parcels of a page, and one more if there is a next page.
pub async fn list_parcels(
    pool: &Pool,
    firm: CustomerId,
    query: &ItemsQuery,
) -> ApiResult<Vec<Feature<ProjectParcelProperties>>> {
    Ok(db::tenant_tx(pool, firm, async |conn| {
        ogc_features::limit_time(conn).await?;
        let listed =
            store::list_parcels(conn, query.condition(), query.rows(), query.crs()).await?;
        Ok::<_, ReadError>(listed)
    })
    .await?)
}

/// A project.
pub async fn find_project(
    pool: &Pool,
    firm: CustomerId,
    query: &ItemQuery,
) -> ApiResult<Feature<Project>> {
    let not_found = || ApiError::new(ErrorCode::ProjectNotFound, "Project not found.");
    let condition = query.condition().ok_or_else(not_found)?;
    let found = db::tenant_tx(pool, firm, async |conn| {
        store::list_projects(conn, condition, 1, query.crs()).await
    });
    found.await?.pop().ok_or_else(not_found)
}

/// A parcel of a project.
pub async fn find_parcel(
    pool: &Pool,
    firm: CustomerId,
    query: &ItemQuery,
) -> ApiResult<Feature<ProjectParcelProperties>> {
    let not_found = || ApiError::new(ErrorCode::MarkerNotFound, "Marker not found.");
    let condition = query.condition().ok_or_else(not_found)?;
    let found = db::tenant_tx(pool, firm, async |conn| {
        store::list_parcels(conn, condition, 1, query.crs()).await
    });
    found.await?.pop().ok_or_else(not_found)
}

/// A box that contains the parcels of all projects.
pub async fn extent(pool: &Pool, firm: CustomerId) -> ApiResult<Extent> {
    Ok(db::tenant_tx(pool, firm, async |conn| store::extent(conn).await).await?)
}
