//! Queries of figures and activities.

use chrono::{DateTime, Utc};
use db::AsyncPgConnection;
use diesel::prelude::*;
use diesel::sql_types::BigInt;
use diesel_async::RunQueryDsl;
use domain::UserId;

use crate::schema::{activities, users};

#[derive(Debug, QueryableByName)]
pub struct Figures {
    #[diesel(sql_type = BigInt)]
    pub total_contacts: i64,
    #[diesel(sql_type = BigInt)]
    pub companies: i64,
    #[diesel(sql_type = BigInt)]
    pub active_projects: i64,
    /// Projects and properties added in the last 30 days.
    #[diesel(sql_type = BigInt)]
    pub recent: i64,
    /// The same in the 30 days before.
    #[diesel(sql_type = BigInt)]
    pub before: i64,
}

/// Counts the figures of this transaction's firm.
pub async fn count_figures(conn: &mut AsyncPgConnection) -> QueryResult<Figures> {
    diesel::sql_query(
        "WITH added AS (SELECT created_at FROM projects UNION ALL SELECT created_at FROM markers) \
         SELECT (SELECT count(*) FROM contacts) AS total_contacts, \
                (SELECT count(*) FROM companies) AS companies, \
                (SELECT count(*) FROM projects WHERE status = 'active' \
                    AND NOT EXISTS (SELECT FROM project_deletions AS d WHERE d.project_id = projects.project_id)) \
                    AS active_projects, \
                count(*) FILTER (WHERE created_at >= now() - interval '30 days') AS recent, \
                count(*) FILTER (WHERE created_at < now() - interval '30 days') AS before \
         FROM added WHERE created_at >= now() - interval '60 days'",
    )
    .get_result(conn)
    .await
}

#[derive(Debug, Queryable, Selectable)]
#[diesel(table_name = activities, check_for_backend(diesel::pg::Pg))]
pub struct ActivityRow {
    pub activity_id: i64,
    pub kind: String,
    pub text: String,
    pub at: DateTime<Utc>,
    pub link: Option<String>,
    /// The user's name.
    #[diesel(select_expression = actor_name())]
    pub actor: Option<String>,
}

/// Users are never deleted, but an action may have no user.
#[diesel::dsl::auto_type]
fn actor_name() -> _ {
    users::fname.concat(" ").concat(users::lname).nullable()
}

/// Activities, newest first.
pub async fn list_activities(
    conn: &mut AsyncPgConnection,
    before: Option<i64>,
    limit: i64,
) -> QueryResult<Vec<ActivityRow>> {
    activities::table
        .left_join(users::table.on(activities::actor_id.eq(users::user_id.nullable())))
        .filter(activities::activity_id.lt(before.unwrap_or(i64::MAX)))
        .order(activities::activity_id.desc())
        .limit(limit)
        .select(ActivityRow::as_select())
        .load(conn)
        .await
}

/// Records an action, in the transaction that performs it.
pub async fn insert_activity(
    conn: &mut AsyncPgConnection,
    kind: &str,
    text: &str,
    link: Option<&str>,
    actor: Option<UserId>,
) -> QueryResult<i64> {
    diesel::insert_into(activities::table)
        .values((
            activities::kind.eq(kind),
            activities::text.eq(text),
            activities::link.eq(link),
            activities::actor_id.eq(actor),
        ))
        .returning(activities::activity_id)
        .get_result(conn)
        .await
}
