//! Queries of letters and links whose messages do not leave. Row-level security scopes every query.

use db::AsyncPgConnection;
use diesel::prelude::*;
use diesel::sql_types::{Array, Uuid as SqlUuid};
use diesel_async::RunQueryDsl;
use domain::{LetterId, LetterLinkId, MailId};

use crate::schema::{letter_link_mails, letter_mails};

/// The letters that the messages carry.
pub async fn list_letters(
    conn: &mut AsyncPgConnection,
    mails: &[MailId],
) -> QueryResult<Vec<LetterId>> {
    letter_mails::table
        .filter(letter_mails::mail_id.eq_any(mails))
        .select(letter_mails::letter_id)
        .load(conn)
        .await
}

/// Forgets that the messages carried letters: what became of them does not count for these.
pub async fn delete_letters(conn: &mut AsyncPgConnection, mails: &[MailId]) -> QueryResult<usize> {
    diesel::delete(letter_mails::table.filter(letter_mails::mail_id.eq_any(mails)))
        .execute(conn)
        .await
}

/// A link that a message carried.
#[derive(Debug, Clone, Copy, Queryable)]
pub struct CarriedLink {
    pub link_id: LetterLinkId,
    /// Whether it was made for the message.
    pub is_new: bool,
}

/// Forgets that the messages carried links.
pub async fn delete_links(
    conn: &mut AsyncPgConnection,
    mails: &[MailId],
) -> QueryResult<Vec<CarriedLink>> {
    let carried: Vec<CarriedLink> =
        diesel::delete(letter_link_mails::table.filter(letter_link_mails::mail_id.eq_any(mails)))
            .returning((letter_link_mails::link_id, letter_link_mails::makes_link))
            .get_results(conn)
            .await?;
    let ids: Vec<LetterLinkId> = carried.iter().map(|link| link.link_id).collect();
    diesel::sql_query(
        "UPDATE letter_links l SET mailed_at = (SELECT max(m.created_at) FROM letter_link_mails k \
             JOIN mails m ON m.mail_id = k.mail_id WHERE k.link_id = l.link_id) \
         WHERE l.link_id = ANY($1)",
    )
    .bind::<Array<SqlUuid>, _>(ids.as_slice())
    .execute(conn)
    .await?;
    Ok(carried)
}
