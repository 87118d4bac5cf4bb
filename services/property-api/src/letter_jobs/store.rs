//! Queries of letters that are made together. Row-level security scopes every query.

use bigdecimal::BigDecimal;
use chrono::{DateTime, Utc};
use db::AsyncPgConnection;
use diesel::dsl::exists;
use diesel::prelude::*;
use diesel::sql_types::{Array, BigInt, Nullable, Numeric, Text, Uuid as SqlUuid};
use diesel_async::RunQueryDsl;
use domain::{
    AttachmentId, LetterId, LetterJobId, LetterTemplateId, ParcelUuid, ProjectId, PropertyId,
    RequestKey, UserId,
};
use serde_json::Value;

use crate::contacts::store::ContactRow;
use crate::properties::store::PropertyRow;
use crate::schema::{contacts, letter_jobs, letters, project_links, properties, property_contacts};

const MAX_LISTED: i64 = 200;

/// Whether rows stay locked until the transaction ends.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Reading {
    Plain,
    Locked,
}

/// Properties that are in a project now. Locked in an order that prevents deadlocks.
pub async fn list_properties(
    conn: &mut AsyncPgConnection,
    project_id: ProjectId,
    ids: &[PropertyId],
    reading: Reading,
) -> QueryResult<Vec<PropertyRow>> {
    let linked = project_links::table
        .filter(project_links::property_id.eq(properties::property_id.nullable()))
        .filter(project_links::project_id.eq(project_id))
        .filter(project_links::removed_at.is_null());
    let query = properties::table
        .filter(properties::property_id.eq_any(ids))
        .filter(exists(linked))
        .order(properties::property_id)
        .select(PropertyRow::as_select());
    match reading {
        Reading::Plain => query.load(conn).await,
        Reading::Locked => query.for_no_key_update().load(conn).await,
    }
}

/// The first linked contact of each property.
pub async fn list_first_contacts(
    conn: &mut AsyncPgConnection,
    ids: &[PropertyId],
) -> QueryResult<Vec<(PropertyId, ContactRow)>> {
    property_contacts::table
        .inner_join(contacts::table.on(contacts::contact_id.eq(property_contacts::contact_id)))
        .filter(property_contacts::property_id.eq_any(ids))
        .filter(contacts::deleted_at.is_null())
        .distinct_on(property_contacts::property_id)
        .order((
            property_contacts::property_id,
            property_contacts::linked_at,
            property_contacts::contact_id,
        ))
        .select((property_contacts::property_id, ContactRow::as_select()))
        .load(conn)
        .await
}

/// Earlier letters of properties in a project that are not withdrawn: property, letter, number, state; the highest first.
pub async fn list_earlier(
    conn: &mut AsyncPgConnection,
    project_id: ProjectId,
    ids: &[PropertyId],
) -> QueryResult<Vec<(PropertyId, LetterId, String, String)>> {
    letters::table
        .filter(letters::project_id.eq(project_id))
        .filter(letters::property_id.eq_any(ids))
        .filter(letters::withdrawn_at.is_null())
        .order((
            letters::year.desc(),
            letters::serial.desc(),
            letters::letter_version.desc(),
        ))
        .select((
            letters::property_id,
            letters::letter_id,
            letters::number,
            letters::status,
        ))
        .load(conn)
        .await
}

#[derive(Debug, Insertable)]
#[diesel(table_name = letter_jobs)]
pub struct NewJob<'a> {
    pub job_id: LetterJobId,
    pub project_id: ProjectId,
    pub request_key: RequestKey,
    pub request_hash: &'a str,
    pub sender: Value,
    pub created_by: UserId,
    pub created_by_name: &'a str,
    pub created_by_email: &'a str,
}

#[derive(Debug, Clone, Queryable, Selectable)]
#[diesel(table_name = letter_jobs, check_for_backend(diesel::pg::Pg))]
pub struct JobRow {
    pub job_id: LetterJobId,
    pub project_id: ProjectId,
    pub request_hash: String,
    /// See [`super::sender::Sender`].
    pub sender: Value,
    pub skipped: Value,
    pub letters: i32,
    pub made: i32,
    pub failed: i32,
    pub created_by: UserId,
    pub created_by_name: String,
    pub created_by_email: String,
    pub created_at: DateTime<Utc>,
    pub finished_at: Option<DateTime<Utc>>,
    /// None: the standard letter.
    pub template_id: Option<LetterTemplateId>,
    /// When the letters were taken back.
    pub undone_at: Option<DateTime<Utc>>,
}

/// None when the request was stored before; waits for a concurrent one of the same key.
pub async fn insert_job(
    conn: &mut AsyncPgConnection,
    job: &NewJob<'_>,
) -> QueryResult<Option<JobRow>> {
    diesel::insert_into(letter_jobs::table)
        .values(job)
        .on_conflict((letter_jobs::customer_id, letter_jobs::request_key))
        .do_nothing()
        .returning(JobRow::as_returning())
        .get_result(conn)
        .await
        .optional()
}

pub async fn find_by_request(
    conn: &mut AsyncPgConnection,
    request_key: RequestKey,
) -> QueryResult<JobRow> {
    letter_jobs::table
        .filter(letter_jobs::request_key.eq(request_key))
        .select(JobRow::as_select())
        .first(conn)
        .await
}

pub async fn find_job(
    conn: &mut AsyncPgConnection,
    job_id: LetterJobId,
) -> QueryResult<Option<JobRow>> {
    letter_jobs::table
        .find(job_id)
        .select(JobRow::as_select())
        .first(conn)
        .await
        .optional()
}

/// Newest first.
pub async fn list_jobs(
    conn: &mut AsyncPgConnection,
    project_id: ProjectId,
) -> QueryResult<Vec<JobRow>> {
    letter_jobs::table
        .filter(letter_jobs::project_id.eq(project_id))
        .order((letter_jobs::created_at.desc(), letter_jobs::job_id.desc()))
        .limit(MAX_LISTED)
        .select(JobRow::as_select())
        .load(conn)
        .await
}

/// Stores how many letters a job has, which properties have none, and its template's version.
pub async fn set_letters(
    conn: &mut AsyncPgConnection,
    job: &JobRow,
    template: Option<(LetterTemplateId, i32)>,
) -> QueryResult<usize> {
    diesel::update(letter_jobs::table.find(job.job_id))
        .set((
            letter_jobs::letters.eq(job.letters),
            letter_jobs::skipped.eq(&job.skipped),
            letter_jobs::template_id.eq(template.map(|(id, _)| id)),
            letter_jobs::template_number.eq(template.map(|(_, number)| number)),
        ))
        .execute(conn)
        .await
}

/// The firm's template of a job, and its version; none of the standard letter.
pub async fn find_template(
    conn: &mut AsyncPgConnection,
    job_id: LetterJobId,
) -> QueryResult<Option<(LetterTemplateId, i32)>> {
    let (id, number): (Option<LetterTemplateId>, Option<i32>) = letter_jobs::table
        .find(job_id)
        .select((letter_jobs::template_id, letter_jobs::template_number))
        .first(conn)
        .await?;
    Ok(id.zip(number))
}

/// Numbers of the first and the last letter of a job.
pub async fn find_numbers(
    conn: &mut AsyncPgConnection,
    job_id: LetterJobId,
) -> QueryResult<(String, String)> {
    let of_job = || letters::table.filter(letters::job_id.eq(job_id));
    let first = of_job().order(letters::ordinal).select(letters::number);
    let last = of_job()
        .order(letters::ordinal.desc())
        .select(letters::number);
    Ok((first.first(conn).await?, last.first(conn).await?))
}

/// A property with a new offer value.
#[derive(Debug, QueryableByName)]
pub struct OfferedRow {
    #[diesel(sql_type = SqlUuid)]
    pub property_id: PropertyId,
    #[diesel(sql_type = SqlUuid)]
    pub ll_uuid: ParcelUuid,
    #[diesel(sql_type = Text)]
    pub parcel_number: String,
    #[diesel(sql_type = BigInt)]
    pub version: i64,
    #[diesel(sql_type = Array<SqlUuid>)]
    pub project_ids: Vec<ProjectId>,
}

/// The columns of an [`OfferedRow`] of `properties p`.
pub const OFFERED: &str = "p.property_id, p.ll_uuid, p.parcel_number, p.version, \
    ARRAY(SELECT DISTINCT l.project_id FROM project_links l \
        WHERE l.property_id = p.property_id AND l.removed_at IS NULL ORDER BY 1) AS project_ids";

/// Sets offer values of locked properties; returns those that had another.
pub async fn set_offers(
    conn: &mut AsyncPgConnection,
    ids: &[PropertyId],
    amounts: &[BigDecimal],
) -> QueryResult<Vec<OfferedRow>> {
    diesel::sql_query(format!(
        "UPDATE properties p SET offer_value = n.amount, version = version + 1, updated_at = now(), \
         edited = CASE WHEN 'offer_value' = ANY(edited) THEN edited ELSE array_append(edited, 'offer_value') END \
         FROM unnest($1::uuid[], $2::numeric[]) AS n (id, amount) \
         WHERE p.property_id = n.id AND p.offer_value IS DISTINCT FROM n.amount RETURNING {OFFERED}"
    ))
    .bind::<Array<SqlUuid>, _>(ids)
    .bind::<Array<Numeric>, _>(amounts)
    .load(conn)
    .await
}

/// A letter to typeset.
#[derive(Debug, Clone, Queryable, Selectable)]
#[diesel(table_name = letters, check_for_backend(diesel::pg::Pg))]
pub struct LetterText {
    pub letter_id: LetterId,
    pub job_id: LetterJobId,
    pub ordinal: i32,
    pub project_id: ProjectId,
    pub property_id: PropertyId,
    pub number: String,
    pub parcel_number: String,
    pub address: Option<String>,
    pub owner_name: Option<String>,
    pub price: BigDecimal,
    pub html: String,
    pub texts: Value,
    /// `waiting`, `made` or `failed`.
    pub pdf_state: String,
}

pub async fn find_text(
    conn: &mut AsyncPgConnection,
    letter_id: LetterId,
) -> QueryResult<Option<(LetterText, JobRow)>> {
    letters::table
        .inner_join(letter_jobs::table)
        .filter(letters::letter_id.eq(letter_id))
        .select((LetterText::as_select(), JobRow::as_select()))
        .first(conn)
        .await
        .optional()
}

/// Letters of a job from one place to another, in order.
pub async fn list_texts(
    conn: &mut AsyncPgConnection,
    job_id: LetterJobId,
    (first, last): (i32, i32),
) -> QueryResult<Vec<LetterText>> {
    letters::table
        .filter(letters::job_id.eq(job_id))
        .filter(letters::ordinal.between(first, last))
        .order(letters::ordinal)
        .select(LetterText::as_select())
        .load(conn)
        .await
}

/// Records the PDF of a waiting letter, or without one that it cannot be made; false if that was
/// recorded before. A letter whose making was given up can still be made by a job that an operator
/// replays.
pub async fn end_pdf(
    conn: &mut AsyncPgConnection,
    letter_id: LetterId,
    attachment_id: Option<AttachmentId>,
) -> QueryResult<bool> {
    let (state, from): (&str, &[&str]) = match attachment_id {
        Some(_) => ("made", &["waiting", "failed"]),
        None => ("failed", &["waiting"]),
    };
    let letter = letters::table
        .find(letter_id)
        .filter(letters::pdf_state.eq_any(from));
    let updated = diesel::update(letter)
        .set((
            letters::pdf_state.eq(state),
            letters::attachment_id.eq(attachment_id),
        ))
        .execute(conn)
        .await?;
    Ok(updated == 1)
}

/// Sets failed letters of a job, or only one of them, to waiting; returns which.
pub async fn reset_failed(
    conn: &mut AsyncPgConnection,
    job_id: LetterJobId,
    only: Option<LetterId>,
) -> QueryResult<Vec<LetterId>> {
    #[derive(QueryableByName)]
    struct Reset {
        #[diesel(sql_type = SqlUuid)]
        letter_id: LetterId,
    }
    // Locked in the order of all who change letters.
    let reset: Vec<Reset> = diesel::sql_query(
        "UPDATE letters SET pdf_state = 'waiting' WHERE letter_id = ANY (ARRAY( \
             SELECT letter_id FROM letters WHERE job_id = $1 AND pdf_state = 'failed' \
             AND ($2::uuid IS NULL OR letter_id = $2) ORDER BY letter_id FOR NO KEY UPDATE)) \
         RETURNING letter_id",
    )
    .bind::<SqlUuid, _>(job_id)
    .bind::<Nullable<SqlUuid>, _>(only)
    .load(conn)
    .await?;
    Ok(reset.into_iter().map(|row| row.letter_id).collect())
}

/// Counts the letters of a job again; returns how many are made and failed. Locks the job until the
/// transaction ends, so that one of two last letters finishes it.
pub async fn count_made(conn: &mut AsyncPgConnection, job_id: LetterJobId) -> QueryResult<JobRow> {
    letter_jobs::table
        .find(job_id)
        .select(letter_jobs::job_id)
        .for_no_key_update()
        .first::<LetterJobId>(conn)
        .await?;
    diesel::sql_query(
        "UPDATE letter_jobs j SET made = n.made, failed = n.failed, \
         finished_at = CASE WHEN n.made + n.failed = j.letters THEN coalesce(j.finished_at, now()) END \
         FROM (SELECT count(*) FILTER (WHERE pdf_state = 'made')::integer AS made, \
             count(*) FILTER (WHERE pdf_state = 'failed')::integer AS failed FROM letters WHERE job_id = $1) n \
         WHERE j.job_id = $1",
    )
    .bind::<SqlUuid, _>(job_id)
    .execute(conn)
    .await?;
    letter_jobs::table
        .find(job_id)
        .select(JobRow::as_select())
        .first(conn)
        .await
}
