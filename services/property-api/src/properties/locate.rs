//! From a parcel number to the one property that is meant.
//!
//! A number is unique only within its county, so callers may add the project or the parcel's
//! identity; what stays ambiguous is said with the candidates instead of guessed.

use db::AsyncPgConnection;
use domain::{ParcelNumber, ParcelUuid, ProjectId};

use super::PropertyError;
use super::store::{self, PropertyRow};

/// What a caller says about the property that is meant.
#[derive(Debug, Clone)]
pub struct Locator {
    /// The county's number.
    pub parcel_number: ParcelNumber,
    /// Only among this project's properties.
    pub project_id: Option<ProjectId>,
    /// The parcel's identity.
    pub ll_uuid: Option<ParcelUuid>,
}

impl Locator {
    /// What a caller says about the property that is meant.
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

/// The property that is meant.
pub async fn find(
    conn: &mut AsyncPgConnection,
    wanted: &Locator,
) -> Result<PropertyRow, PropertyError> {
    let found = store::list_candidates(conn, wanted).await?;
    choose(found)
}

/// The same, locked until the transaction ends, so that two changes queue up.
pub async fn lock(
    conn: &mut AsyncPgConnection,
    wanted: &Locator,
) -> Result<PropertyRow, PropertyError> {
    let found = find(conn, wanted).await?;
    store::lock_property(conn, found.property_id)
        .await?
        .ok_or(PropertyError::NotFound)
}

/// One of several is meant where it alone is still in a project.
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
