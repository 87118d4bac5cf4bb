//! Queries of letterheads. Row-level security scopes every query.

use auth::CurrentUser;
use chrono::Utc;
use db::AsyncPgConnection;
use diesel::prelude::*;
use diesel_async::RunQueryDsl;
use domain::{LetterImageId, UserId};
use uuid::Uuid;

use super::domain::CheckedLetterhead;
use super::image::Image;
use crate::schema::{letter_images, letterheads};

#[derive(Debug, Default, Queryable, Selectable)]
#[diesel(table_name = letterheads, check_for_backend(diesel::pg::Pg))]
pub struct LetterheadRow {
    pub address_lines: Vec<String>,
    pub phone_number: Option<String>,
    pub website: Option<String>,
    /// Title of senders without a job title.
    pub signatory_title: Option<String>,
    pub disclaimer: Option<String>,
}

/// Owner of an image: the firm (logo) or a user (signature).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ImageOwner {
    Firm,
    User(UserId),
}

impl ImageOwner {
    fn user_id(self) -> Option<UserId> {
        match self {
            Self::Firm => None,
            Self::User(id) => Some(id),
        }
    }
}

/// The firm's letterhead; empty when none was saved.
pub async fn find_letterhead(conn: &mut AsyncPgConnection) -> QueryResult<LetterheadRow> {
    let row = letterheads::table
        .select(LetterheadRow::as_select())
        .first(conn)
        .await
        .optional()?;
    Ok(row.unwrap_or_default())
}

pub async fn upsert_letterhead(
    conn: &mut AsyncPgConnection,
    letterhead: &CheckedLetterhead,
) -> QueryResult<usize> {
    diesel::insert_into(letterheads::table)
        .values(letterhead)
        .on_conflict(letterheads::customer_id)
        .do_update()
        .set((letterhead, letterheads::updated_at.eq(Utc::now())))
        .execute(conn)
        .await
}

pub async fn find_image_id(
    conn: &mut AsyncPgConnection,
    owner: ImageOwner,
) -> QueryResult<Option<LetterImageId>> {
    letter_images::table
        .filter(letter_images::user_id.is_not_distinct_from(owner.user_id()))
        .select(letter_images::image_id)
        .first(conn)
        .await
        .optional()
}

/// Media type and bytes of an image that the user may see: the firm's logo or the user's signature.
pub async fn find_image(
    conn: &mut AsyncPgConnection,
    user: &CurrentUser,
    image_id: LetterImageId,
) -> QueryResult<Option<(String, Vec<u8>)>> {
    letter_images::table
        .find(image_id)
        .filter(
            letter_images::user_id
                .is_null()
                .or(letter_images::user_id.eq(user.user_id)),
        )
        .select((letter_images::content_type, letter_images::bytes))
        .first(conn)
        .await
        .optional()
}

/// Replaces an image under a new id, so that its path changes.
pub async fn upsert_image(
    conn: &mut AsyncPgConnection,
    owner: ImageOwner,
    image: &Image,
) -> QueryResult<usize> {
    let fresh = (
        letter_images::image_id.eq(LetterImageId(Uuid::new_v4())),
        letter_images::content_type.eq(image.content_type),
        letter_images::bytes.eq(&image.bytes),
        letter_images::saved_at.eq(Utc::now()),
    );
    diesel::insert_into(letter_images::table)
        .values((letter_images::user_id.eq(owner.user_id()), fresh))
        .on_conflict((letter_images::customer_id, letter_images::user_id))
        .do_update()
        .set(fresh)
        .execute(conn)
        .await
}

pub async fn delete_image(conn: &mut AsyncPgConnection, owner: ImageOwner) -> QueryResult<usize> {
    diesel::delete(
        letter_images::table.filter(letter_images::user_id.is_not_distinct_from(owner.user_id())),
    )
    .execute(conn)
    .await
}
