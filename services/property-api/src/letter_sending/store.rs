//! Queries of sending. Row-level security scopes every query.

use db::AsyncPgConnection;
use diesel::prelude::*;
use diesel::sql_types::{Array, Integer, Text, Uuid as SqlUuid};
use diesel_async::RunQueryDsl;
use domain::{LetterId, PropertyId};

use crate::schema::{letters, properties};

/// Locks the properties of letters until the transaction ends, in an order that prevents deadlocks, so that of two
/// sendings to one property the second finds the letters of the first. Before letters: locks are taken in this order by
/// all.
pub async fn lock_properties(conn: &mut AsyncPgConnection, ids: &[LetterId]) -> QueryResult<()> {
    let of_letters = letters::table.filter(letters::letter_id.eq_any(ids));
    properties::table
        .filter(properties::property_id.eq_any(of_letters.select(letters::property_id)))
        .order(properties::property_id)
        .select(properties::property_id)
        .for_no_key_update()
        .load::<PropertyId>(conn)
        .await
        .map(drop)
}

/// A letter that an owner has, or is about to get.
#[derive(Debug, Clone, QueryableByName)]
pub struct OutRow {
    #[diesel(sql_type = SqlUuid)]
    pub property_id: PropertyId,
    #[diesel(sql_type = Integer)]
    pub year: i32,
    #[diesel(sql_type = Integer)]
    pub serial: i32,
    #[diesel(sql_type = Text)]
    pub number: String,
}

/// Letters of properties that can still be answered, or whose message may arrive.
pub async fn list_out(
    conn: &mut AsyncPgConnection,
    properties: &[PropertyId],
) -> QueryResult<Vec<OutRow>> {
    diesel::sql_query(
        "SELECT l.property_id, l.year, l.serial, l.number FROM letters l \
         WHERE l.property_id = ANY($1) AND l.withdrawn_at IS NULL \
         AND (l.expires_at IS NULL OR l.expires_at > now()) \
         AND (l.status IN ('sent', 'opened') OR l.status = 'approved' AND EXISTS ( \
             SELECT FROM letter_mails s JOIN mail_recipients r ON r.mail_id = s.mail_id \
             WHERE s.letter_id = l.letter_id AND NOT r.is_copy AND r.status IN ('queued', 'sending', 'unclear'))) \
         AND NOT EXISTS (SELECT FROM letters n WHERE n.year = l.year AND n.serial = l.serial \
             AND n.letter_version > l.letter_version AND n.status NOT IN ('draft', 'approved')) \
         ORDER BY l.year, l.serial, l.letter_version",
    )
    .bind::<Array<SqlUuid>, _>(properties)
    .load(conn)
    .await
}
