//! Queries of drafts and versions. Row-level security scopes every query.

use chrono::{DateTime, Utc};
use db::AsyncPgConnection;
use diesel::dsl::{now, sql};
use diesel::prelude::*;
use diesel::sql_types::Integer;
use diesel_async::RunQueryDsl;
use domain::{AttachmentId, EditorId, LetterVersionId, PropertyId, UserId};
use serde_json::Value;

use crate::schema::{attachments, letter_drafts, letter_versions};

const MAX_LISTED: i64 = 100;

#[derive(Debug, Clone, Queryable, Selectable)]
#[diesel(table_name = letter_drafts, check_for_backend(diesel::pg::Pg))]
pub struct DraftRow {
    /// Sanitized.
    pub html: String,
    /// Changes each time the draft is stored.
    pub version: i32,
    /// The open editor that stored it.
    pub editor: Option<EditorId>,
    pub updated_by: UserId,
    pub updated_by_name: String,
    pub updated_at: DateTime<Utc>,
    /// Terms in which it deliberately differs from the property.
    pub kept_terms: Value,
}

#[derive(Debug, Insertable)]
#[diesel(table_name = letter_drafts)]
pub struct NewDraft<'a> {
    pub property_id: PropertyId,
    /// Sanitized.
    pub html: &'a str,
    pub editor: Option<EditorId>,
    pub updated_by: UserId,
    pub updated_by_name: &'a str,
    /// Terms in which it deliberately differs from the property.
    pub kept_terms: &'a Value,
}

pub async fn find_draft(
    conn: &mut AsyncPgConnection,
    property_id: PropertyId,
) -> QueryResult<Option<DraftRow>> {
    letter_drafts::table
        .filter(letter_drafts::property_id.eq(property_id))
        .select(DraftRow::as_select())
        .first(conn)
        .await
        .optional()
}

/// Stores or replaces a property's draft; returns its new version and time.
pub async fn upsert_draft(
    conn: &mut AsyncPgConnection,
    draft: &NewDraft<'_>,
) -> QueryResult<(i32, DateTime<Utc>)> {
    diesel::insert_into(letter_drafts::table)
        .values(draft)
        .on_conflict((letter_drafts::customer_id, letter_drafts::property_id))
        .do_update()
        .set((
            letter_drafts::html.eq(draft.html),
            letter_drafts::version.eq(sql::<Integer>("nextval('letter_draft_versions')::integer")),
            letter_drafts::editor.eq(draft.editor),
            letter_drafts::updated_by.eq(draft.updated_by),
            letter_drafts::updated_by_name.eq(draft.updated_by_name),
            letter_drafts::updated_at.eq(now),
            letter_drafts::kept_terms.eq(draft.kept_terms),
        ))
        .returning((letter_drafts::version, letter_drafts::updated_at))
        .get_result(conn)
        .await
}

/// Succeeds if there is none.
pub async fn delete_draft(
    conn: &mut AsyncPgConnection,
    property_id: PropertyId,
) -> QueryResult<usize> {
    diesel::delete(letter_drafts::table.filter(letter_drafts::property_id.eq(property_id)))
        .execute(conn)
        .await
}

/// A version as listed, with the path of its PDF if that still exists.
#[derive(Debug, Queryable)]
pub struct VersionRow {
    pub version_id: LetterVersionId,
    pub kind: String,
    pub path: Option<String>,
    pub name: Option<String>,
    pub terms: Value,
    pub missing: Value,
    pub created_by_name: String,
    pub created_at: DateTime<Utc>,
}

#[derive(Debug, Insertable)]
#[diesel(table_name = letter_versions)]
pub struct NewVersion<'a> {
    pub version_id: LetterVersionId,
    pub property_id: PropertyId,
    /// `saved` or `draft`.
    pub kind: &'a str,
    pub attachment_id: Option<AttachmentId>,
    pub name: Option<&'a str>,
    /// Sanitized.
    pub html: &'a str,
    pub terms: Value,
    pub missing: Value,
    pub created_by: UserId,
    pub created_by_name: &'a str,
}

macro_rules! listed {
    () => {
        (
            letter_versions::version_id,
            letter_versions::kind,
            attachments::path.nullable(),
            letter_versions::name,
            letter_versions::terms,
            letter_versions::missing,
            letter_versions::created_by_name,
            letter_versions::created_at,
        )
    };
}

/// Newest first.
pub async fn list_versions(
    conn: &mut AsyncPgConnection,
    property_id: PropertyId,
) -> QueryResult<Vec<VersionRow>> {
    letter_versions::table
        .left_join(attachments::table)
        .filter(letter_versions::property_id.eq(property_id))
        .order((
            letter_versions::created_at.desc(),
            letter_versions::version_id,
        ))
        .limit(MAX_LISTED)
        .select(listed!())
        .load(conn)
        .await
}

pub async fn find_version(
    conn: &mut AsyncPgConnection,
    version_id: LetterVersionId,
) -> QueryResult<Option<(String, VersionRow)>> {
    letter_versions::table
        .left_join(attachments::table)
        .filter(letter_versions::version_id.eq(version_id))
        .select((letter_versions::html, listed!()))
        .first(conn)
        .await
        .optional()
}

/// Whether a version of the property has exactly this text.
pub async fn has_text(
    conn: &mut AsyncPgConnection,
    property_id: PropertyId,
    html: &str,
) -> QueryResult<bool> {
    let same = letter_versions::table
        .filter(letter_versions::property_id.eq(property_id))
        .filter(letter_versions::html.eq(html));
    diesel::select(diesel::dsl::exists(same))
        .get_result(conn)
        .await
}

pub async fn insert_version(
    conn: &mut AsyncPgConnection,
    version: &NewVersion<'_>,
) -> QueryResult<usize> {
    diesel::insert_into(letter_versions::table)
        .values(version)
        .execute(conn)
        .await
}

/// Deletes a property's earlier drafts stored before this time.
pub async fn delete_old_drafts(
    conn: &mut AsyncPgConnection,
    property_id: PropertyId,
    before: DateTime<Utc>,
) -> QueryResult<usize> {
    let old = letter_versions::table
        .filter(letter_versions::property_id.eq(property_id))
        .filter(letter_versions::kind.eq("draft"))
        .filter(letter_versions::created_at.lt(before));
    diesel::delete(old).execute(conn).await
}
