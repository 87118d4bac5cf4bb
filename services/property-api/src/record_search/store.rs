//! Queries of the search. `find_records` finds ids by indexes of trigrams; row-level security scopes what is read
//! of them.

use db::AsyncPgConnection;
use diesel::prelude::*;
use diesel::sql_types::{Array, BigInt, Integer, Text};
use diesel_async::RunQueryDsl;

use super::dto::{FoundAttachment, FoundEmail, FoundNote};

/// Most records of which the newest are taken: some may be of properties that left their project.
const CANDIDATES: i32 = 200;

/// The project of a record of the table `of`, which may name one: this if the property is in it, or the last one that it was added to.
fn link(of: &str) -> String {
    format!(
        "CROSS JOIN LATERAL ( \
            SELECT project_id FROM project_links k \
            WHERE k.property_id = p.property_id AND k.removed_at IS NULL \
                AND ({of}.project_id IS NULL OR k.project_id = {of}.project_id) \
            ORDER BY k.linked_at DESC, k.marker_id DESC LIMIT 1) l"
    )
}

pub async fn list_notes(
    conn: &mut AsyncPgConnection,
    patterns: &[String],
    limit: i64,
) -> QueryResult<Vec<FoundNote>> {
    diesel::sql_query(
        "SELECT n.note_id, n.text, n.created_by_name, n.created_at, d.project_id, p.parcel_number, kept(p.address, p.keep_until) AS address \
         FROM find_records('note', $1, $2) AS found(id) \
         JOIN deal_notes n ON n.note_id = found.id \
         JOIN deals d ON d.deal_id = n.deal_id AND d.removed_at IS NULL \
         JOIN properties p ON p.property_id = d.property_id \
         ORDER BY n.created_at DESC, n.note_id LIMIT $3",
    )
    .bind::<Array<Text>, _>(patterns)
    .bind::<Integer, _>(CANDIDATES)
    .bind::<BigInt, _>(limit)
    .load(conn)
    .await
}

pub async fn list_attachments(
    conn: &mut AsyncPgConnection,
    patterns: &[String],
    limit: i64,
) -> QueryResult<Vec<FoundAttachment>> {
    diesel::sql_query(format!(
        "SELECT a.path, a.name, a.uploaded_at, l.project_id, p.parcel_number, kept(p.address, p.keep_until) AS address \
         FROM find_records('attachment', $1, $2) AS found(id) \
         JOIN attachments a ON a.attachment_id = found.id \
         JOIN properties p ON p.property_id = a.property_id {} \
         ORDER BY a.uploaded_at DESC, a.attachment_id LIMIT $3",
        link("a")
    ))
    .bind::<Array<Text>, _>(patterns)
    .bind::<Integer, _>(CANDIDATES)
    .bind::<BigInt, _>(limit)
    .load(conn)
    .await
}

pub async fn list_emails(
    conn: &mut AsyncPgConnection,
    patterns: &[String],
    limit: i64,
) -> QueryResult<Vec<FoundEmail>> {
    diesel::sql_query(format!(
        "SELECT m.mail_id AS email_id, m.subject, m.created_at, l.project_id, p.parcel_number, kept(p.address, p.keep_until) AS address, \
            ARRAY(SELECT r.email FROM mail_recipients r WHERE r.mail_id = m.mail_id \
                ORDER BY r.is_copy, r.email_key LIMIT 3) AS recipients \
         FROM find_records('email', $1, $2) AS found(id) \
         JOIN mails m ON m.mail_id = found.id \
         JOIN properties p ON p.property_id = m.property_id {} \
         ORDER BY m.created_at DESC, m.mail_id LIMIT $3",
        link("m")
    ))
    .bind::<Array<Text>, _>(patterns)
    .bind::<Integer, _>(CANDIDATES)
    .bind::<BigInt, _>(limit)
    .load(conn)
    .await
}
