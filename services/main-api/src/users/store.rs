//! Queries of users. Row-level security scopes every query.

use auth::Role;
use chrono::Utc;
use db::AsyncPgConnection;
use diesel::prelude::*;
use diesel_async::RunQueryDsl;
use domain::UserId;
use uuid::Uuid;

use super::domain::{CheckedInvitation, CheckedProfile};
use crate::schema::users;

/// A user without secrets.
#[derive(Debug, Clone, Queryable, Selectable)]
#[diesel(table_name = users, check_for_backend(diesel::pg::Pg))]
pub struct UserRow {
    pub user_id: UserId,
    pub fname: String,
    pub lname: String,
    pub job_title: Option<String>,
    /// Lower case.
    pub email: String,
    pub phone_number: Option<String>,
    pub location: Option<String>,
    pub bio: Option<String>,
    pub avatar_file: Option<String>,
    pub avatar_type: Option<String>,
    pub role: String,
    pub preferred_theme: String,
    pub active: bool,
    /// False until an invited user sets one.
    #[diesel(select_expression = users::password_hash.is_not_null())]
    pub has_password: bool,
}

pub async fn find_user(conn: &mut AsyncPgConnection, id: UserId) -> QueryResult<Option<UserRow>> {
    users::table
        .find(id)
        .select(UserRow::as_select())
        .first(conn)
        .await
        .optional()
}

/// Ordered by name.
pub async fn list_users(conn: &mut AsyncPgConnection) -> QueryResult<Vec<UserRow>> {
    users::table
        .select(UserRow::as_select())
        .order((users::lname, users::fname, users::user_id))
        .load(conn)
        .await
}

pub async fn update_profile(
    conn: &mut AsyncPgConnection,
    id: UserId,
    profile: &CheckedProfile,
) -> QueryResult<usize> {
    diesel::update(users::table.find(id))
        .set((
            profile,
            users::version.eq(users::version + 1),
            users::updated_at.eq(Utc::now()),
        ))
        .execute(conn)
        .await
}

pub async fn update_theme(
    conn: &mut AsyncPgConnection,
    id: UserId,
    theme: &str,
) -> QueryResult<usize> {
    diesel::update(users::table.find(id))
        .set(users::preferred_theme.eq(theme))
        .execute(conn)
        .await
}

/// Locks the user's avatar until the transaction ends.
pub async fn find_avatar_for_update(
    conn: &mut AsyncPgConnection,
    id: UserId,
) -> QueryResult<Option<String>> {
    users::table
        .find(id)
        .select(users::avatar_file)
        .for_update()
        .first(conn)
        .await
}

/// The file names of all avatars.
pub async fn unscoped_list_avatars(conn: &mut AsyncPgConnection) -> QueryResult<Vec<String>> {
    users::table
        .filter(users::avatar_file.is_not_null())
        .select(users::avatar_file.assume_not_null())
        .load(conn)
        .await
}

pub async fn update_avatar(
    conn: &mut AsyncPgConnection,
    id: UserId,
    file: &str,
    content_type: &str,
) -> QueryResult<usize> {
    diesel::update(users::table.find(id))
        .set((
            users::avatar_file.eq(file),
            users::avatar_type.eq(content_type),
            users::updated_at.eq(Utc::now()),
        ))
        .execute(conn)
        .await
}

/// Inserts a user without a password.
pub async fn insert_invited(
    conn: &mut AsyncPgConnection,
    invitation: &CheckedInvitation,
) -> QueryResult<UserRow> {
    diesel::insert_into(users::table)
        .values((
            users::user_id.eq(UserId(Uuid::now_v7())),
            users::email.eq(&invitation.email),
            users::fname.eq(&invitation.fname),
            users::lname.eq(&invitation.lname),
            users::role.eq(invitation.role.as_str()),
        ))
        .returning(UserRow::as_returning())
        .get_result(conn)
        .await
}

/// Updates role and active flag.
pub async fn update_access(
    conn: &mut AsyncPgConnection,
    id: UserId,
    role: Role,
    active: bool,
) -> QueryResult<UserRow> {
    diesel::update(users::table.find(id))
        .set((
            users::role.eq(role.as_str()),
            users::active.eq(active),
            users::version.eq(users::version + 1),
            users::updated_at.eq(Utc::now()),
        ))
        .returning(UserRow::as_returning())
        .get_result(conn)
        .await
}

/// Locks the firm's active admins, so that two concurrent changes cannot remove the last two.
pub async fn list_admins_for_update(conn: &mut AsyncPgConnection) -> QueryResult<Vec<UserId>> {
    users::table
        .filter(users::role.eq("admin"))
        .filter(users::active)
        .order(users::user_id)
        .select(users::user_id)
        .for_update()
        .load(conn)
        .await
}
