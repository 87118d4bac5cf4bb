//! Queries of what people have read of the changes, and how they hear of them. Row-level security scopes every query.
//!
//! Functions named `unscoped_` run in transactions across firms, where the firm is not known yet.

use chrono::{DateTime, NaiveDate, Utc};
use db::AsyncPgConnection;
use diesel::prelude::*;
use diesel::sql_types::{BigInt, Uuid as SqlUuid};
use diesel_async::RunQueryDsl;
use domain::{CustomerId, UserId};

use super::domain::DigestFrequency;
use super::store::Number;
use crate::schema::{customers, parcel_feeds, parcel_watchers, users};

/// Who has read nothing yet has read what is older than the account.
const READ_UP_TO: &str = "SELECT coalesce( \
        (SELECT read_up_to FROM parcel_watchers WHERE user_id = $1), \
        greatest( \
            (SELECT c.change_id FROM parcel_changes AS c JOIN users AS u ON c.told_at < u.created_at WHERE u.user_id = $1 \
                ORDER BY c.change_id DESC LIMIT 1), \
            (SELECT m.match_id FROM search_matches AS m JOIN users AS u ON m.told_at < u.created_at WHERE u.user_id = $1 \
                ORDER BY m.match_id DESC LIMIT 1)), \
        0) AS value";

/// What a person has read and was mailed.
#[derive(Debug, Queryable, Selectable)]
#[diesel(table_name = parcel_watchers, check_for_backend(diesel::pg::Pg))]
pub struct Watcher {
    pub read_up_to: i64,
    pub digest: DigestFrequency,
    pub digest_up_to: i64,
    pub digest_on: Option<NaiveDate>,
}

/// Up to which change the person has read.
pub async fn find_read_up_to(conn: &mut AsyncPgConnection, user_id: UserId) -> QueryResult<i64> {
    let row: Number = diesel::sql_query(READ_UP_TO)
        .bind::<SqlUuid, _>(user_id)
        .get_result(conn)
        .await?;
    Ok(row.value)
}

/// Makes the person's row if there is none; changes from before the account are read and mailed.
pub async fn ensure_watcher(conn: &mut AsyncPgConnection, user_id: UserId) -> QueryResult<()> {
    diesel::sql_query(format!(
        "INSERT INTO parcel_watchers (user_id, read_up_to, digest_up_to) \
         SELECT $1, seen.value, seen.value FROM ({READ_UP_TO}) AS seen ON CONFLICT DO NOTHING"
    ))
    .bind::<SqlUuid, _>(user_id)
    .execute(conn)
    .await
    .map(drop)
}

/// Marks everything up to this change as read by the person; false if there is no such change. What was read
/// stays read.
pub async fn read_up_to(
    conn: &mut AsyncPgConnection,
    user_id: UserId,
    change_id: i64,
) -> QueryResult<bool> {
    ensure_watcher(conn, user_id).await?;
    let written = diesel::sql_query(
        "UPDATE parcel_watchers SET read_up_to = greatest(read_up_to, $2) WHERE user_id = $1 \
         AND (EXISTS (SELECT FROM parcel_changes WHERE change_id = $2) OR EXISTS (SELECT FROM search_matches WHERE match_id = $2))",
    )
    .bind::<SqlUuid, _>(user_id)
    .bind::<BigInt, _>(change_id)
    .execute(conn)
    .await?;
    Ok(written == 1)
}

/// Active people of all firms who get digests and for whom it was not looked since these days.
pub async fn unscoped_list_due(
    conn: &mut AsyncPgConnection,
    daily: NaiveDate,
    weekly: NaiveDate,
) -> QueryResult<Vec<(CustomerId, UserId)>> {
    // Who has no row gets the default.
    let since_daily = parcel_watchers::digest
        .eq(DigestFrequency::Daily)
        .and(parcel_watchers::digest_on.lt(daily));
    let since_weekly = parcel_watchers::digest
        .eq(DigestFrequency::Weekly)
        .and(parcel_watchers::digest_on.lt(weekly));
    let never = parcel_watchers::digest_on
        .is_null()
        .and(parcel_watchers::digest.ne(DigestFrequency::Off));
    users::table
        .left_join(parcel_watchers::table)
        .filter(users::active)
        .filter(
            parcel_watchers::user_id
                .nullable()
                .is_null()
                .or(never.nullable())
                .or(since_daily.nullable())
                .or(since_weekly.nullable()),
        )
        .order((users::customer_id, users::user_id))
        .select((users::customer_id, users::user_id))
        .load(conn)
        .await
}

/// The person's row, locked; there must be one.
pub async fn get_watcher_for_update(
    conn: &mut AsyncPgConnection,
    user_id: UserId,
) -> QueryResult<Watcher> {
    parcel_watchers::table
        .find(user_id)
        .select(Watcher::as_select())
        .for_update()
        .first(conn)
        .await
}

/// Keeps that it was looked in this period, and what was mailed.
pub async fn update_digest(
    conn: &mut AsyncPgConnection,
    user_id: UserId,
    period: NaiveDate,
    up_to: i64,
) -> QueryResult<usize> {
    diesel::update(parcel_watchers::table.find(user_id))
        .set((
            parcel_watchers::digest_on.eq(period),
            parcel_watchers::digest_up_to.eq(up_to),
        ))
        .execute(conn)
        .await
}

/// How often the person gets a digest; none if that was never chosen.
pub async fn find_frequency(
    conn: &mut AsyncPgConnection,
    user_id: UserId,
) -> QueryResult<Option<DigestFrequency>> {
    parcel_watchers::table
        .find(user_id)
        .select(parcel_watchers::digest)
        .first(conn)
        .await
        .optional()
}

/// Digests begin with what is new from now on.
pub async fn update_frequency(
    conn: &mut AsyncPgConnection,
    user_id: UserId,
    frequency: DigestFrequency,
) -> QueryResult<()> {
    ensure_watcher(conn, user_id).await?;
    let newest: Number = diesel::sql_query(
        "SELECT coalesce(greatest((SELECT max(change_id) FROM parcel_changes), (SELECT max(match_id) FROM search_matches)), 0) AS value",
    )
    .get_result(conn)
    .await?;
    let watcher = get_watcher_for_update(conn, user_id).await?;
    let up_to = match watcher.digest {
        DigestFrequency::Off => newest.value,
        _ => watcher.digest_up_to,
    };
    diesel::update(parcel_watchers::table.find(user_id))
        .set((
            parcel_watchers::digest.eq(frequency),
            parcel_watchers::digest_up_to.eq(up_to),
        ))
        .execute(conn)
        .await
        .map(drop)
}

/// When the person's feed was made.
pub async fn find_feed(
    conn: &mut AsyncPgConnection,
    user_id: UserId,
) -> QueryResult<Option<DateTime<Utc>>> {
    parcel_feeds::table
        .find(user_id)
        .select(parcel_feeds::created_at)
        .first(conn)
        .await
        .optional()
}

/// Makes the person's feed in place of an earlier one.
pub async fn replace_feed(
    conn: &mut AsyncPgConnection,
    user_id: UserId,
    token_hash: &[u8],
) -> QueryResult<DateTime<Utc>> {
    delete_feed(conn, user_id).await?;
    diesel::insert_into(parcel_feeds::table)
        .values((
            parcel_feeds::user_id.eq(user_id),
            parcel_feeds::token_hash.eq(token_hash),
        ))
        .returning(parcel_feeds::created_at)
        .get_result(conn)
        .await
}

pub async fn delete_feed(conn: &mut AsyncPgConnection, user_id: UserId) -> QueryResult<usize> {
    diesel::delete(parcel_feeds::table.find(user_id))
        .execute(conn)
        .await
}

/// The firm of an active person's feed, its name, and when the feed was made.
pub async fn unscoped_find_feed(
    conn: &mut AsyncPgConnection,
    token_hash: &[u8],
) -> QueryResult<Option<(CustomerId, String, DateTime<Utc>)>> {
    parcel_feeds::table
        .inner_join(users::table.on(users::user_id.eq(parcel_feeds::user_id)))
        .inner_join(customers::table.on(customers::customer_id.eq(parcel_feeds::customer_id)))
        .filter(parcel_feeds::token_hash.eq(token_hash))
        .filter(users::active)
        .select((
            customers::customer_id,
            customers::name,
            parcel_feeds::created_at,
        ))
        .first(conn)
        .await
        .optional()
}
