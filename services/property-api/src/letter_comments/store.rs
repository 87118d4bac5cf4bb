//! Queries of comments. Row-level security scopes every query.

use chrono::{DateTime, Utc};
use db::AsyncPgConnection;
use diesel::dsl::now;
use diesel::prelude::*;
use diesel_async::RunQueryDsl;
use domain::{LetterCommentId, LetterId, ProjectId, UserId};

use crate::schema::{letter_comments, letters};

const MAX_LISTED: i64 = 500;

#[derive(Debug, Clone, Queryable, Selectable)]
#[diesel(table_name = letter_comments, check_for_backend(diesel::pg::Pg))]
pub struct CommentRow {
    pub comment_id: LetterCommentId,
    pub letter_id: LetterId,
    pub block: Option<i32>,
    pub quote: Option<String>,
    pub text: String,
    pub created_by: UserId,
    pub created_by_name: String,
    pub created_at: DateTime<Utc>,
    pub edited_at: Option<DateTime<Utc>>,
    pub resolved_at: Option<DateTime<Utc>>,
    pub resolved_by_name: Option<String>,
    pub version: i64,
}

/// The newest ones, oldest first.
pub async fn list_comments(
    conn: &mut AsyncPgConnection,
    letter_id: LetterId,
) -> QueryResult<Vec<CommentRow>> {
    let mut rows = letter_comments::table
        .filter(letter_comments::letter_id.eq(letter_id))
        .order((
            letter_comments::created_at.desc(),
            letter_comments::comment_id.desc(),
        ))
        .limit(MAX_LISTED)
        .select(CommentRow::as_select())
        .load(conn)
        .await?;
    rows.reverse();
    Ok(rows)
}

#[derive(Debug, Insertable)]
#[diesel(table_name = letter_comments)]
pub struct NewComment<'a> {
    pub letter_id: LetterId,
    pub block: Option<i32>,
    pub quote: Option<String>,
    pub text: &'a str,
    pub created_by: UserId,
    pub created_by_name: &'a str,
}

pub async fn insert_comment(
    conn: &mut AsyncPgConnection,
    new: &NewComment<'_>,
) -> QueryResult<CommentRow> {
    diesel::insert_into(letter_comments::table)
        .values(new)
        .returning(CommentRow::as_returning())
        .get_result(conn)
        .await
}

/// Locks a comment; returns it with its letter's project.
pub async fn lock_comment(
    conn: &mut AsyncPgConnection,
    comment_id: LetterCommentId,
) -> QueryResult<Option<(CommentRow, ProjectId)>> {
    letter_comments::table
        .inner_join(letters::table)
        .filter(letter_comments::comment_id.eq(comment_id))
        .select((CommentRow::as_select(), letters::project_id))
        .for_update()
        .first(conn)
        .await
        .optional()
}

pub async fn set_text(
    conn: &mut AsyncPgConnection,
    comment_id: LetterCommentId,
    text: &str,
) -> QueryResult<usize> {
    diesel::update(letter_comments::table.find(comment_id))
        .set((
            letter_comments::text.eq(text),
            letter_comments::edited_at.eq(now),
        ))
        .execute(conn)
        .await
}

/// Settles a comment, or opens it again without a name.
pub async fn set_resolved(
    conn: &mut AsyncPgConnection,
    comment_id: LetterCommentId,
    by_name: Option<&str>,
) -> QueryResult<usize> {
    diesel::update(letter_comments::table.find(comment_id))
        .set((
            letter_comments::resolved_at.eq(by_name.map(|_| Utc::now())),
            letter_comments::resolved_by_name.eq(by_name),
        ))
        .execute(conn)
        .await
}

/// Counts a change; returns the comment as it is then.
pub async fn count_change(
    conn: &mut AsyncPgConnection,
    comment_id: LetterCommentId,
) -> QueryResult<CommentRow> {
    diesel::update(letter_comments::table.find(comment_id))
        .set(letter_comments::version.eq(letter_comments::version + 1))
        .returning(CommentRow::as_returning())
        .get_result(conn)
        .await
}
