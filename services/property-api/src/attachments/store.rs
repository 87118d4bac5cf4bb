//! Queries of files. No transaction is opened here; row-level security scopes every query.

use std::collections::HashSet;

use chrono::{DateTime, Utc};
use db::AsyncPgConnection;
use diesel::prelude::*;
use diesel_async::RunQueryDsl;
use uuid::Uuid;

use crate::schema::{attachment_names, attachments};

/// A file as stored.
#[derive(Debug, Clone, PartialEq, Eq, Queryable, Selectable)]
#[diesel(table_name = attachments, check_for_backend(diesel::pg::Pg))]
pub struct AttachmentRow {
    /// Key, and the object's name.
    pub attachment_id: Uuid,
    /// Its property.
    pub property_id: Uuid,
    /// The project that it was uploaded for.
    pub project_id: Option<Uuid>,
    /// What clients call it.
    pub path: String,
    /// What people call it.
    pub name: String,
    /// 1 for the first file of its name.
    pub version: i32,
    /// Bytes.
    pub size: i64,
    /// Sniffed.
    pub content_type: String,
    /// Who uploaded it.
    pub uploaded_by_email: String,
    /// When.
    pub uploaded_at: DateTime<Utc>,
}

/// A file whose object is in place.
#[derive(Debug, Insertable)]
#[diesel(table_name = attachments)]
pub struct NewAttachment<'a> {
    /// Key, and the object's name.
    pub attachment_id: Uuid,
    /// Its property.
    pub property_id: Uuid,
    /// The project that it was uploaded for.
    pub project_id: Option<Uuid>,
    /// What clients call it.
    pub path: String,
    /// What people call it.
    pub name: &'a str,
    /// 1 for the first file of its name.
    pub version: i32,
    /// Bytes.
    pub size: i64,
    /// Sniffed.
    pub content_type: &'a str,
    /// Who uploaded it.
    pub uploaded_by: Uuid,
    /// Who uploaded it.
    pub uploaded_by_email: &'a str,
}

/// The next version of a name; two uploads at once get two numbers.
pub async fn next_version(
    conn: &mut AsyncPgConnection,
    property_id: Uuid,
    name: &str,
) -> QueryResult<i32> {
    diesel::insert_into(attachment_names::table)
        .values((
            attachment_names::property_id.eq(property_id),
            attachment_names::name.eq(name),
            attachment_names::last_version.eq(1),
        ))
        .on_conflict((
            attachment_names::customer_id,
            attachment_names::property_id,
            attachment_names::name,
        ))
        .do_update()
        .set(attachment_names::last_version.eq(attachment_names::last_version + 1))
        .returning(attachment_names::last_version)
        .get_result(conn)
        .await
}

/// Stores a file of this transaction's firm.
pub async fn insert_attachment(
    conn: &mut AsyncPgConnection,
    file: &NewAttachment<'_>,
) -> QueryResult<AttachmentRow> {
    diesel::insert_into(attachments::table)
        .values(file)
        .returning(AttachmentRow::as_returning())
        .get_result(conn)
        .await
}

/// Files of a property, oldest first; with a project, those of that project and of none.
pub async fn list_attachments(
    conn: &mut AsyncPgConnection,
    property_id: Uuid,
    project_id: Option<Uuid>,
) -> QueryResult<Vec<AttachmentRow>> {
    let mut query = attachments::table
        .filter(attachments::property_id.eq(property_id))
        .order((attachments::uploaded_at, attachments::attachment_id))
        .select(AttachmentRow::as_select())
        .into_boxed();
    if let Some(project) = project_id {
        query = query.filter(
            attachments::project_id
                .is_null()
                .or(attachments::project_id.eq(project)),
        );
    }
    query.load(conn).await
}

/// A file by what clients call it.
pub async fn find_attachment(
    conn: &mut AsyncPgConnection,
    path: &str,
) -> QueryResult<Option<AttachmentRow>> {
    attachments::table
        .filter(attachments::path.eq(path))
        .select(AttachmentRow::as_select())
        .first(conn)
        .await
        .optional()
}

/// Removes a file of a property; the row as it was, or nothing.
pub async fn delete_attachment(
    conn: &mut AsyncPgConnection,
    property_id: Uuid,
    project_id: Uuid,
    path: &str,
) -> QueryResult<Option<AttachmentRow>> {
    let file = attachments::table
        .filter(attachments::property_id.eq(property_id))
        .filter(
            attachments::project_id
                .is_null()
                .or(attachments::project_id.eq(project_id)),
        )
        .filter(attachments::path.eq(path));
    diesel::delete(file)
        .returning(AttachmentRow::as_returning())
        .get_result(conn)
        .await
        .optional()
}

/// Those of these ids that have a row.
pub async fn list_known(conn: &mut AsyncPgConnection, ids: &[Uuid]) -> QueryResult<HashSet<Uuid>> {
    let known: Vec<Uuid> = attachments::table
        .filter(attachments::attachment_id.eq_any(ids))
        .select(attachments::attachment_id)
        .load(conn)
        .await?;
    Ok(known.into_iter().collect())
}
