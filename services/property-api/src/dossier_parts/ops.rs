//! Reads what the firm's properties add to dossiers.

use std::collections::HashSet;

use auth::CurrentUser;
use db::AsyncPgConnection;
use domain::{ParcelUuid, ProjectId};

use super::dto::{DossierParts, DossierPartsOfSite, DossierPartsRequest};
use super::store;
use crate::attachments::dto::Attachment;
use crate::attachments::store::AttachmentRow;
use crate::comps::set_dto::CompSet;
use crate::comps::{CompError, set_ops, set_store};
use crate::properties::projects;
use crate::state::AppState;

const MAX_SITES: usize = 6;
const MAX_PARCELS: usize = 200;
/// Most pictures of a site.
const MAX_PICTURES: usize = 6;

pub async fn get_parts(
    state: &AppState,
    user: &CurrentUser,
    request: &DossierPartsRequest,
) -> Result<DossierParts, CompError> {
    check(request)?;
    if let Some(project_id) = request.project_id {
        projects::require(&state.pool, &state.main_api, user, project_id).await?;
    }
    db::tenant_tx(&state.pool, user.customer_id, async |conn| {
        let mut sites = Vec::with_capacity(request.sites.len());
        for site in &request.sites {
            let (pictures, picture_count) =
                pictures(conn, &site.ll_uuids, request.project_id).await?;
            sites.push(DossierPartsOfSite {
                pictures,
                picture_count,
                comps: comps(conn, &site.ll_uuids).await?,
            });
        }
        Ok(DossierParts { sites })
    })
    .await
}

fn check(request: &DossierPartsRequest) -> Result<(), CompError> {
    let refused = |field: String, sentence| Err(CompError::Item(field, sentence));
    if !(1..=MAX_SITES).contains(&request.sites.len()) {
        return refused("sites".to_owned(), "A dossier has 1 to 6 sites.");
    }
    for (place, site) in request.sites.iter().enumerate() {
        if !(1..=MAX_PARCELS).contains(&site.ll_uuids.len()) {
            let field = format!("sites[{place}].ll_uuids");
            return refused(field, "A site has 1 to 200 parcels.");
        }
    }
    Ok(())
}

/// The newest pictures, and how many there are.
async fn pictures(
    conn: &mut AsyncPgConnection,
    parcels: &[ParcelUuid],
    project_id: Option<ProjectId>,
) -> Result<(Vec<Attachment>, usize), CompError> {
    let rows = store::list_pictures(conn, parcels, project_id).await?;
    let mut seen = HashSet::new();
    let is_newest = |row: &AttachmentRow| seen.insert((row.property_id, row.name.clone()));
    let newest: Vec<AttachmentRow> = rows.into_iter().filter(is_newest).collect();
    let count = newest.len();
    let shown = newest.into_iter().take(MAX_PICTURES);
    Ok((shown.map(Attachment::from).collect(), count))
}

/// The comparable sales of the first parcel that has some.
async fn comps(
    conn: &mut AsyncPgConnection,
    parcels: &[ParcelUuid],
) -> Result<Option<CompSet>, CompError> {
    let place = |id: ParcelUuid| parcels.iter().position(|parcel| *parcel == id);
    let found = store::list_with_comps(conn, parcels).await?;
    let Some(property) = found.into_iter().min_by_key(|row| place(row.ll_uuid)) else {
        return Ok(None);
    };
    let set = set_store::find_set(conn, property.property_id).await?;
    Ok(Some(set_ops::load(conn, &property, set).await?))
}
