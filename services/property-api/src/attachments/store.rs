//! Queries of files. Row-level security scopes every query.

use std::collections::HashSet;

use chrono::{DateTime, Utc};
use db::AsyncPgConnection;
use diesel::prelude::*;
use diesel::sql_types::{Text, Timestamptz, Uuid as SqlUuid};
use diesel_async::RunQueryDsl;
use domain::{AttachmentId, ProjectId, PropertyId, UserId};

use crate::schema::{attachment_names, attachments, removed_attachments};

/// How long a removed file can be restored.
const RESTORABLE: chrono::Duration = chrono::Duration::hours(1);

#[derive(Debug, Clone, PartialEq, Eq, Queryable, Selectable)]
#[diesel(table_name = attachments, check_for_backend(diesel::pg::Pg))]
pub struct AttachmentRow {
    /// Also the object's name.
    pub attachment_id: AttachmentId,
    pub property_id: PropertyId,
    pub project_id: Option<ProjectId>,
    pub path: String,
    pub name: String,
    pub version: i32,
    pub size: i64,
    /// Detected from the content.
    pub content_type: String,
    pub uploaded_by_email: String,
    pub uploaded_at: DateTime<Utc>,
}

#[derive(Debug, Insertable)]
#[diesel(table_name = attachments)]
pub struct NewAttachment<'a> {
    /// Also the object's name.
    pub attachment_id: AttachmentId,
    pub property_id: PropertyId,
    pub project_id: Option<ProjectId>,
    pub path: String,
    pub name: &'a str,
    pub version: i32,
    pub size: i64,
    /// Detected from the content.
    pub content_type: &'a str,
    pub uploaded_by: UserId,
    pub uploaded_by_email: &'a str,
}

/// The next version of a name; concurrent uploads get different numbers.
pub async fn next_version(
    conn: &mut AsyncPgConnection,
    property_id: PropertyId,
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

/// The file gets this transaction's firm.
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

/// Oldest first; with a project, its files and those without a project.
pub async fn list_attachments(
    conn: &mut AsyncPgConnection,
    property_id: PropertyId,
    project_id: Option<ProjectId>,
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

/// Finds a file by its path.
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

/// Removes a file of a property and returns its row, or none. The row is kept for `RESTORABLE`.
pub async fn delete_attachment(
    conn: &mut AsyncPgConnection,
    property_id: PropertyId,
    project_id: ProjectId,
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
    let Some(row) = file
        .select(AttachmentRow::as_select())
        .for_update()
        .first(conn)
        .await
        .optional()?
    else {
        return Ok(None);
    };
    diesel::sql_query(
        "WITH removed AS (DELETE FROM attachments WHERE attachment_id = $1 RETURNING *)
         INSERT INTO removed_attachments (attachment_id, path, record)
         SELECT attachment_id, path, to_jsonb(removed) FROM removed",
    )
    .bind::<SqlUuid, _>(row.attachment_id)
    .execute(conn)
    .await?;
    Ok(Some(row))
}

/// Restores a recently removed file; none when it is no longer kept.
pub async fn restore_attachment(
    conn: &mut AsyncPgConnection,
    property_id: PropertyId,
    path: &str,
) -> QueryResult<Option<AttachmentRow>> {
    let restored = diesel::sql_query(
        "WITH kept AS (
             DELETE FROM removed_attachments
             WHERE path = $1 AND record ->> 'property_id' = $2 AND removed_at > $3
             RETURNING record)
         INSERT INTO attachments SELECT (jsonb_populate_record(NULL::attachments, record)).* FROM kept",
    )
    .bind::<Text, _>(path)
    .bind::<Text, _>(property_id.to_string())
    .bind::<Timestamptz, _>(Utc::now() - RESTORABLE)
    .execute(conn)
    .await?;
    if restored == 0 {
        return Ok(None);
    }
    find_attachment(conn, path).await
}

/// Deletes files that can no longer be restored.
pub async fn delete_removed(conn: &mut AsyncPgConnection) -> QueryResult<usize> {
    let long_ago = Utc::now() - RESTORABLE;
    diesel::delete(removed_attachments::table.filter(removed_attachments::removed_at.lt(long_ago)))
        .execute(conn)
        .await
}

/// Those ids that have a row or can be restored.
pub async fn list_known(
    conn: &mut AsyncPgConnection,
    ids: &[AttachmentId],
) -> QueryResult<HashSet<AttachmentId>> {
    let known: Vec<AttachmentId> = attachments::table
        .filter(attachments::attachment_id.eq_any(ids))
        .select(attachments::attachment_id)
        .load(conn)
        .await?;
    let removed: Vec<AttachmentId> = removed_attachments::table
        .filter(removed_attachments::attachment_id.eq_any(ids))
        .select(removed_attachments::attachment_id)
        .load(conn)
        .await?;
    Ok(known.into_iter().chain(removed).collect())
}
