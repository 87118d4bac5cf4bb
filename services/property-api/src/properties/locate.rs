//! Resolves a parcel number to one property.
//!
//! A number is unique only within its county, so callers may add the project or the parcel's
//! identity; if several still match, the candidates are returned instead of a guess.

use db::AsyncPgConnection;
use diesel::dsl::exists;
use diesel::prelude::*;
use diesel_async::RunQueryDsl;
use domain::{ParcelNumber, ParcelUuid, ProjectId};

use super::PropertyError;
use super::store::{self, PropertyRow};
use crate::schema::{project_links, properties};

/// Limit of candidates per parcel number; far above what occurs.
const MAX_CANDIDATES: i64 = 50;

/// How a caller identifies a property.
#[derive(Debug, Clone)]
pub struct Locator {
    /// Unique within its county only.
    pub parcel_number: ParcelNumber,
    /// Restricts the search to this project's properties.
    pub project_id: Option<ProjectId>,
    pub ll_uuid: Option<ParcelUuid>,
}

impl Locator {
    pub fn new(
        parcel_number: ParcelNumber,
        project_id: Option<ProjectId>,
        ll_uuid: Option<ParcelUuid>,
    ) -> Self {
        Self {
            parcel_number,
            project_id,
            ll_uuid,
        }
    }
}

pub async fn find(
    conn: &mut AsyncPgConnection,
    wanted: &Locator,
) -> Result<PropertyRow, PropertyError> {
    let found = list_candidates(conn, wanted).await?;
    choose(found)
}

/// Like [`find`], locked until the transaction ends, so that changes are serialized.
pub async fn lock(
    conn: &mut AsyncPgConnection,
    wanted: &Locator,
) -> Result<PropertyRow, PropertyError> {
    let found = find(conn, wanted).await?;
    store::lock_property(conn, found.property_id)
        .await?
        .ok_or(PropertyError::NotFound)
}

/// Matching properties, and whether each is currently in a project.
async fn list_candidates(
    conn: &mut AsyncPgConnection,
    wanted: &Locator,
) -> QueryResult<Vec<(PropertyRow, bool)>> {
    let linked = project_links::table
        .filter(project_links::property_id.eq(properties::property_id.nullable()))
        .filter(project_links::removed_at.is_null());
    let mut query = properties::table
        .filter(properties::parcel_number.eq(wanted.parcel_number.as_str()))
        .order(properties::created_at)
        .limit(MAX_CANDIDATES)
        .select((PropertyRow::as_select(), exists(linked)))
        .into_boxed();
    if let Some(project) = wanted.project_id {
        query = query.filter(exists(linked.filter(project_links::project_id.eq(project))));
    }
    if let Some(parcel) = wanted.ll_uuid {
        query = query.filter(properties::ll_uuid.eq(parcel));
    }
    query.load(conn).await
}

/// Selects one of several if it is the only one still in a project.
fn choose(found: Vec<(PropertyRow, bool)>) -> Result<PropertyRow, PropertyError> {
    let several = found.len() > 1;
    let linked: Vec<_> = found.iter().filter(|(_, linked)| *linked).collect();
    if several && let [(only, _)] = linked.as_slice() {
        return Ok(only.clone());
    }
    let mut rows: Vec<_> = found.into_iter().map(|(row, _)| row).collect();
    match rows.len() {
        0 => Err(PropertyError::NotFound),
        1 => Ok(rows.swap_remove(0)),
        _ => Err(PropertyError::Ambiguous(rows)),
    }
}
