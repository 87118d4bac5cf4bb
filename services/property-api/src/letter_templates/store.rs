//! Queries of templates. Row-level security scopes every query.

use chrono::{DateTime, Utc};
use db::AsyncPgConnection;
use diesel::dsl::now;
use diesel::prelude::*;
use diesel_async::RunQueryDsl;
use domain::{LetterTemplateId, UserId};
use serde_json::Value;

use crate::schema::{letter_template_defaults, letter_template_versions, letter_templates};

/// Rows of a list at most; newer ones are listed first.
const MAX_LISTED: i64 = 500;

#[derive(Debug, Clone, Queryable, Selectable)]
#[diesel(table_name = letter_templates, check_for_backend(diesel::pg::Pg))]
pub struct ListedRow {
    pub template_id: LetterTemplateId,
    pub name: String,
    pub published: Option<i32>,
    pub is_changed: bool,
    pub version: i64,
    pub updated_by_name: String,
    pub updated_at: DateTime<Utc>,
    pub archived_at: Option<DateTime<Utc>>,
}

#[derive(Debug, Clone, Queryable, Selectable)]
#[diesel(table_name = letter_templates, check_for_backend(diesel::pg::Pg))]
pub struct TemplateRow {
    #[diesel(embed)]
    pub listed: ListedRow,
    /// Of the draft.
    pub html: String,
    pub terms: Value,
}

/// Without the texts; archived ones or the others, by name.
pub async fn list(conn: &mut AsyncPgConnection, archived: bool) -> QueryResult<Vec<ListedRow>> {
    letter_templates::table
        .filter(letter_templates::archived_at.is_not_null().eq(archived))
        .order((letter_templates::name, letter_templates::template_id))
        .limit(MAX_LISTED)
        .select(ListedRow::as_select())
        .load(conn)
        .await
}

/// Templates that are not archived.
pub async fn count(conn: &mut AsyncPgConnection) -> QueryResult<i64> {
    letter_templates::table
        .filter(letter_templates::archived_at.is_null())
        .count()
        .get_result(conn)
        .await
}

/// Whether the firm has published a template.
pub async fn has_published(conn: &mut AsyncPgConnection) -> QueryResult<bool> {
    let published = letter_templates::table.filter(letter_templates::published.is_not_null());
    diesel::select(diesel::dsl::exists(published))
        .get_result(conn)
        .await
}

pub async fn find(
    conn: &mut AsyncPgConnection,
    template_id: LetterTemplateId,
) -> QueryResult<Option<TemplateRow>> {
    letter_templates::table
        .find(template_id)
        .select(TemplateRow::as_select())
        .first(conn)
        .await
        .optional()
}

/// Locked until the transaction ends.
pub async fn lock(
    conn: &mut AsyncPgConnection,
    template_id: LetterTemplateId,
) -> QueryResult<Option<TemplateRow>> {
    letter_templates::table
        .find(template_id)
        .select(TemplateRow::as_select())
        .for_update()
        .first(conn)
        .await
        .optional()
}

/// Templates that can be chosen, which stay so until the transaction ends.
pub async fn hold(
    conn: &mut AsyncPgConnection,
    ids: &[LetterTemplateId],
) -> QueryResult<Vec<LetterTemplateId>> {
    letter_templates::table
        .filter(letter_templates::template_id.eq_any(ids))
        .filter(letter_templates::archived_at.is_null())
        .filter(letter_templates::published.is_not_null())
        .order(letter_templates::template_id)
        .select(letter_templates::template_id)
        .for_share()
        .load(conn)
        .await
}

/// What a draft becomes.
#[derive(Debug)]
pub struct NewDraft<'a> {
    pub name: &'a str,
    pub html: &'a str,
    pub terms: Value,
    pub is_changed: bool,
    pub updated_by_name: &'a str,
}

pub async fn insert(
    conn: &mut AsyncPgConnection,
    template_id: LetterTemplateId,
    draft: &NewDraft<'_>,
) -> QueryResult<TemplateRow> {
    diesel::insert_into(letter_templates::table)
        .values((
            letter_templates::template_id.eq(template_id),
            letter_templates::name.eq(draft.name),
            letter_templates::html.eq(draft.html),
            letter_templates::terms.eq(&draft.terms),
            letter_templates::updated_by_name.eq(draft.updated_by_name),
        ))
        .returning(TemplateRow::as_returning())
        .get_result(conn)
        .await
}

/// Of a locked template.
pub async fn save(
    conn: &mut AsyncPgConnection,
    template_id: LetterTemplateId,
    draft: &NewDraft<'_>,
) -> QueryResult<TemplateRow> {
    diesel::update(letter_templates::table.find(template_id))
        .set((
            letter_templates::name.eq(draft.name),
            letter_templates::html.eq(draft.html),
            letter_templates::terms.eq(&draft.terms),
            letter_templates::is_changed.eq(draft.is_changed),
            letter_templates::version.eq(letter_templates::version + 1),
            letter_templates::updated_by_name.eq(draft.updated_by_name),
            letter_templates::updated_at.eq(now),
        ))
        .returning(TemplateRow::as_returning())
        .get_result(conn)
        .await
}

/// Archives a locked template, or restores it.
pub async fn set_archived(
    conn: &mut AsyncPgConnection,
    template_id: LetterTemplateId,
    archived_at: Option<DateTime<Utc>>,
    name: &str,
) -> QueryResult<TemplateRow> {
    diesel::update(letter_templates::table.find(template_id))
        .set((
            letter_templates::archived_at.eq(archived_at),
            letter_templates::version.eq(letter_templates::version + 1),
            letter_templates::updated_by_name.eq(name),
            letter_templates::updated_at.eq(now),
        ))
        .returning(TemplateRow::as_returning())
        .get_result(conn)
        .await
}

/// A published version.
#[derive(Debug, Clone, Queryable, Selectable)]
#[diesel(table_name = letter_template_versions, check_for_backend(diesel::pg::Pg))]
pub struct VersionRow {
    pub number: i32,
    pub html: String,
    pub terms: Value,
    pub note: Option<String>,
    pub published_by_name: String,
    pub published_at: DateTime<Utc>,
}

/// Without the texts.
#[derive(Debug, Clone, Queryable, Selectable)]
#[diesel(table_name = letter_template_versions, check_for_backend(diesel::pg::Pg))]
pub struct ListedVersionRow {
    pub number: i32,
    pub note: Option<String>,
    pub published_by_name: String,
    pub published_at: DateTime<Utc>,
}

/// The newest first.
pub async fn list_versions(
    conn: &mut AsyncPgConnection,
    template_id: LetterTemplateId,
) -> QueryResult<Vec<ListedVersionRow>> {
    letter_template_versions::table
        .filter(letter_template_versions::template_id.eq(template_id))
        .order(letter_template_versions::number.desc())
        .limit(MAX_LISTED)
        .select(ListedVersionRow::as_select())
        .load(conn)
        .await
}

pub async fn find_version(
    conn: &mut AsyncPgConnection,
    template_id: LetterTemplateId,
    number: i32,
) -> QueryResult<Option<VersionRow>> {
    letter_template_versions::table
        .filter(letter_template_versions::template_id.eq(template_id))
        .filter(letter_template_versions::number.eq(number))
        .select(VersionRow::as_select())
        .first(conn)
        .await
        .optional()
}

/// Makes the draft of a locked template its next version.
pub async fn publish(
    conn: &mut AsyncPgConnection,
    row: &TemplateRow,
    note: Option<&str>,
    (user_id, name): (UserId, &str),
) -> QueryResult<TemplateRow> {
    let template_id = row.listed.template_id;
    let number = row.listed.published.unwrap_or(0) + 1;
    diesel::insert_into(letter_template_versions::table)
        .values((
            letter_template_versions::template_id.eq(template_id),
            letter_template_versions::number.eq(number),
            letter_template_versions::html.eq(&row.html),
            letter_template_versions::terms.eq(&row.terms),
            letter_template_versions::note.eq(note),
            letter_template_versions::published_by.eq(user_id),
            letter_template_versions::published_by_name.eq(name),
        ))
        .execute(conn)
        .await?;
    diesel::update(letter_templates::table.find(template_id))
        .set((
            letter_templates::published.eq(number),
            letter_templates::is_changed.eq(false),
            letter_templates::version.eq(letter_templates::version + 1),
            letter_templates::updated_by_name.eq(name),
            letter_templates::updated_at.eq(now),
        ))
        .returning(TemplateRow::as_returning())
        .get_result(conn)
        .await
}

/// Which templates a firm's letters are made from.
#[derive(Debug, Clone, Queryable, Selectable, Insertable)]
#[diesel(table_name = letter_template_defaults, check_for_backend(diesel::pg::Pg))]
pub struct DefaultsRow {
    pub template_id: Option<LetterTemplateId>,
    pub categories: Value,
    pub version: i64,
    pub updated_by_name: String,
    pub updated_at: DateTime<Utc>,
}

pub async fn find_defaults(conn: &mut AsyncPgConnection) -> QueryResult<Option<DefaultsRow>> {
    letter_template_defaults::table
        .select(DefaultsRow::as_select())
        .first(conn)
        .await
        .optional()
}

/// False if the stored row is not the one before.
pub async fn save_defaults(conn: &mut AsyncPgConnection, row: &DefaultsRow) -> QueryResult<bool> {
    // The condition of an upsert is not in the prelude.
    use diesel::query_dsl::methods::FilterDsl as _;

    let written = diesel::insert_into(letter_template_defaults::table)
        .values(row)
        .on_conflict(letter_template_defaults::customer_id)
        .do_update()
        .set((
            letter_template_defaults::template_id.eq(row.template_id),
            letter_template_defaults::categories.eq(&row.categories),
            letter_template_defaults::version.eq(row.version),
            letter_template_defaults::updated_by_name.eq(&row.updated_by_name),
            letter_template_defaults::updated_at.eq(row.updated_at),
        ))
        .filter(letter_template_defaults::version.eq(row.version - 1))
        .execute(conn)
        .await?;
    Ok(written == 1)
}
