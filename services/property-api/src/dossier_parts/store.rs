//! Queries of the properties of sites. Row-level security scopes every query.

use db::AsyncPgConnection;
use diesel::dsl::exists;
use diesel::prelude::*;
use diesel_async::RunQueryDsl;
use domain::{ParcelUuid, ProjectId};

use crate::attachments::store::AttachmentRow;
use crate::properties::store::PropertyRow;
use crate::schema::{attachments, comp_set_items, properties};

/// Pictures that can be printed.
const PICTURES: [&str; 4] = ["image/jpeg", "image/png", "image/gif", "image/webp"];
/// Pictures of a site that are looked through for their newest versions.
const MAX_READ: i64 = 1_000;

/// Pictures of the properties of parcels, newest first.
pub async fn list_pictures(
    conn: &mut AsyncPgConnection,
    parcels: &[ParcelUuid],
    project_id: Option<ProjectId>,
) -> QueryResult<Vec<AttachmentRow>> {
    let own = properties::table
        .filter(properties::ll_uuid.eq_any(parcels))
        .select(properties::property_id);
    let mut query = attachments::table
        .filter(attachments::property_id.eq_any(own))
        .filter(attachments::content_type.eq_any(PICTURES))
        .order((
            attachments::uploaded_at.desc(),
            attachments::attachment_id.desc(),
        ))
        .limit(MAX_READ)
        .select(AttachmentRow::as_select())
        .into_boxed();
    if let Some(project) = project_id {
        let of_project = attachments::project_id.eq(project);
        query = query.filter(attachments::project_id.is_null().or(of_project));
    }
    query.load(conn).await
}

/// The properties of parcels that have comparable sales.
pub async fn list_with_comps(
    conn: &mut AsyncPgConnection,
    parcels: &[ParcelUuid],
) -> QueryResult<Vec<PropertyRow>> {
    let chosen = comp_set_items::table
        .filter(comp_set_items::property_id.eq(properties::property_id))
        .filter(comp_set_items::removed_at.is_null());
    properties::table
        .filter(properties::ll_uuid.eq_any(parcels))
        .filter(exists(chosen))
        .select(PropertyRow::as_select())
        .load(conn)
        .await
}
