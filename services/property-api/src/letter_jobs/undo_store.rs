//! Queries of letters that are taken back. Row-level security scopes every query.

use db::AsyncPgConnection;
use diesel::dsl::now;
use diesel::prelude::*;
use diesel_async::RunQueryDsl;
use domain::{AttachmentId, LetterId, LetterJobId};

use crate::properties::store::PropertyRow;
use crate::schema::{attachments, letter_jobs, letters, properties};

/// The properties of a job's letters, locked in an order that prevents deadlocks.
pub async fn lock_properties(
    conn: &mut AsyncPgConnection,
    job_id: LetterJobId,
) -> QueryResult<Vec<PropertyRow>> {
    let of_job = letters::table.filter(letters::job_id.eq(job_id));
    properties::table
        .filter(properties::property_id.eq_any(of_job.select(letters::property_id)))
        .order(properties::property_id)
        .select(PropertyRow::as_select())
        .for_no_key_update()
        .load(conn)
        .await
}

/// Locks the PDFs of a job's letters, which have their ids: whoever removes one locks it before its letter.
pub async fn lock_pdfs(conn: &mut AsyncPgConnection, job_id: LetterJobId) -> QueryResult<()> {
    let of_job = letters::table.filter(letters::job_id.eq(job_id));
    attachments::table
        .filter(attachments::attachment_id.eq_any(of_job.select(letters::letter_id)))
        .order(attachments::attachment_id)
        .select(attachments::attachment_id)
        .for_update()
        .load::<AttachmentId>(conn)
        .await
        .map(drop)
}

/// The letters of a job.
pub async fn list_letters(
    conn: &mut AsyncPgConnection,
    job_id: LetterJobId,
) -> QueryResult<Vec<LetterId>> {
    letters::table
        .filter(letters::job_id.eq(job_id))
        .select(letters::letter_id)
        .load(conn)
        .await
}

/// Stores that a job's letters were taken back.
pub async fn set_undone(conn: &mut AsyncPgConnection, job_id: LetterJobId) -> QueryResult<usize> {
    diesel::update(letter_jobs::table.find(job_id))
        .set(letter_jobs::undone_at.eq(now))
        .execute(conn)
        .await
}
