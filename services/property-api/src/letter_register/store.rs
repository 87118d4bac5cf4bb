//! Reading queries of numbered letters. Row-level security scopes every query.

use bigdecimal::BigDecimal;
use chrono::{DateTime, Utc};
use db::AsyncPgConnection;
use diesel::prelude::*;
use diesel::sql_types::{
    Array, BigInt, Bool, Integer, Jsonb, Nullable, Numeric, Text, Timestamptz, Uuid as SqlUuid,
};
use diesel_async::RunQueryDsl;
use domain::{LetterId, LetterJobId, MailId, Money, ParcelUuid, ProjectId, PropertyId, UserId};
use letter_of_intent::{Expiry, Status};
use serde::Deserialize as _;
use serde_json::Value;

use crate::schema::{letter_events, letters};

/// A letter without its text.
#[derive(Debug, Clone, QueryableByName)]
pub struct LetterRow {
    #[diesel(sql_type = SqlUuid)]
    pub letter_id: LetterId,
    #[diesel(sql_type = Text)]
    pub number: String,
    #[diesel(sql_type = Integer)]
    pub year: i32,
    #[diesel(sql_type = Integer)]
    pub serial: i32,
    #[diesel(sql_type = Integer)]
    pub letter_version: i32,
    #[diesel(sql_type = BigInt)]
    pub version: i64,
    #[diesel(sql_type = SqlUuid)]
    pub project_id: ProjectId,
    #[diesel(sql_type = SqlUuid)]
    pub property_id: PropertyId,
    #[diesel(sql_type = SqlUuid)]
    pub ll_uuid: ParcelUuid,
    #[diesel(sql_type = Text)]
    pub parcel_number: String,
    #[diesel(sql_type = Nullable<Text>)]
    pub address: Option<String>,
    #[diesel(sql_type = Nullable<Text>)]
    pub city: Option<String>,
    #[diesel(sql_type = Nullable<Text>)]
    pub owner_name: Option<String>,
    /// US dollars.
    #[diesel(sql_type = Numeric)]
    pub price: Money,
    #[diesel(sql_type = Text, column_name = "status")]
    state: String,
    #[diesel(sql_type = Text)]
    pub content_hash: String,
    /// Whether its report has a finding that blocks.
    #[diesel(sql_type = Bool)]
    pub is_blocked: bool,
    #[diesel(sql_type = SqlUuid)]
    pub job_id: LetterJobId,
    #[diesel(sql_type = Text)]
    pub pdf_state: String,
    /// Path of the attachment.
    #[diesel(sql_type = Nullable<Text>)]
    pub pdf: Option<String>,
    /// Its author.
    #[diesel(sql_type = SqlUuid)]
    pub created_by: UserId,
    #[diesel(sql_type = Text)]
    pub created_by_name: String,
    #[diesel(sql_type = Timestamptz)]
    pub created_at: DateTime<Utc>,
    #[diesel(sql_type = Nullable<SqlUuid>)]
    pub approved_by: Option<UserId>,
    #[diesel(sql_type = Nullable<Text>)]
    pub approved_by_name: Option<String>,
    #[diesel(sql_type = Nullable<Timestamptz>)]
    pub approved_at: Option<DateTime<Utc>>,
    #[diesel(sql_type = Nullable<Timestamptz>)]
    pub sent_at: Option<DateTime<Utc>>,
    #[diesel(sql_type = Nullable<Timestamptz>)]
    pub expires_at: Option<DateTime<Utc>>,
    #[diesel(sql_type = Nullable<Jsonb>)]
    expiry: Option<Value>,
    /// Whether the text says when it expires.
    #[diesel(sql_type = Bool)]
    pub says_expiry: bool,
    #[diesel(sql_type = Nullable<Text>)]
    pub county_fips: Option<String>,
    #[diesel(sql_type = Nullable<Timestamptz>)]
    pub withdrawn_at: Option<DateTime<Utc>>,
    /// Of all its messages: `queued` while any is on its way, else `unclear` if any is, else `sent`, else `failed`.
    #[diesel(sql_type = Nullable<Text>)]
    pub mail_status: Option<String>,
    /// Number of the last later version that is not withdrawn.
    #[diesel(sql_type = Nullable<Text>)]
    pub newer: Option<String>,
    /// Number of the last later version that went out and is not withdrawn.
    #[diesel(sql_type = Nullable<Text>)]
    pub replaced_by: Option<String>,
    /// Whether a later version went out.
    #[diesel(sql_type = Bool)]
    pub is_superseded: bool,
}

impl LetterRow {
    pub fn status(&self) -> Status {
        // The column's check constraint has the same names.
        Status::named(&self.state).unwrap_or(Status::Draft)
    }

    /// Local time and zone.
    pub fn expiry(&self) -> Option<Expiry> {
        Expiry::deserialize(self.expiry.as_ref()?).ok()
    }

    pub fn key(&self) -> Key {
        (self.year, self.serial, self.letter_version)
    }
}

/// Position in a list: year, serial, version.
pub type Key = (i32, i32, i32);

const COLUMNS: &str = "SELECT l.letter_id, l.number, l.year, l.serial, l.letter_version, l.version, l.project_id, l.property_id, \
    p.ll_uuid, l.parcel_number, l.address, l.city, l.owner_name, l.price, l.status, l.content_hash, \
    l.report @> '[{\"severity\": \"block\"}]' AS is_blocked, l.job_id, l.pdf_state, a.path AS pdf, \
    j.created_by, j.created_by_name, j.created_at, l.approved_by, l.approved_by_name, l.approved_at, l.sent_at, l.expires_at, \
    coalesce(l.terms #> '{expires_at,value}', l.firm_expiry) AS expiry, \
    l.terms #> '{expires_at,value}' IS NOT NULL AS says_expiry, p.county_fips, l.withdrawn_at, m.mail_status, \
    v.newer, v.replaced_by, coalesce(v.is_superseded, false) AS is_superseded FROM ";

const JOINS: &str = " l JOIN letter_jobs j ON j.job_id = l.job_id \
    JOIN properties p ON p.property_id = l.property_id \
    LEFT JOIN attachments a ON a.attachment_id = l.attachment_id \
    LEFT JOIN LATERAL ( \
        SELECT CASE WHEN count(*) = 0 THEN NULL \
            WHEN bool_or(r.status IN ('queued', 'sending')) THEN 'queued' \
            WHEN bool_or(r.status = 'unclear') THEN 'unclear' \
            WHEN bool_or(r.status = 'sent') THEN 'sent' ELSE 'failed' END AS mail_status \
        FROM letter_mails s JOIN mail_recipients r ON r.mail_id = s.mail_id \
        WHERE s.letter_id = l.letter_id AND NOT r.is_copy \
    ) m ON true \
    LEFT JOIN LATERAL ( \
        SELECT (array_agg(n.number ORDER BY n.letter_version DESC) FILTER (WHERE n.withdrawn_at IS NULL))[1] AS newer, \
            (array_agg(n.number ORDER BY n.letter_version DESC) \
                FILTER (WHERE n.withdrawn_at IS NULL AND n.status NOT IN ('draft', 'approved')))[1] AS replaced_by, \
            bool_or(n.status NOT IN ('draft', 'approved')) AS is_superseded \
        FROM letters n WHERE n.year = l.year AND n.serial = l.serial AND n.letter_version > l.letter_version \
    ) v ON true ";

/// Which letters, without their state.
#[derive(Debug, Clone, Default)]
pub struct Filter {
    pub project_id: Option<ProjectId>,
    pub property_id: Option<PropertyId>,
    pub job_id: Option<LetterJobId>,
    /// For `LIKE`.
    pub pattern: Option<String>,
    /// Sent, and not answered, withdrawn, expired or replaced.
    pub is_out: bool,
    /// Whole days since it was sent.
    pub sent_days_min: Option<i32>,
    pub sent_days_max: Option<i32>,
    /// Not replaced.
    pub expires_within: Option<i32>,
}

// Replaced letters are read once from `letters_replacing`, which has few rows, and not looked for letter by letter.
const MATCHES: &str = "($1::uuid IS NULL OR l.project_id = $1) AND ($2::uuid IS NULL OR l.property_id = $2) \
    AND ($3::uuid IS NULL OR l.job_id = $3) AND ($4::text IS NULL OR l.words LIKE lower($4)) \
    AND (NOT $5::boolean OR l.status IN ('sent', 'opened') AND l.withdrawn_at IS NULL) \
    AND ($6::integer IS NULL OR l.sent_at <= now() - $6 * interval '24 hours') \
    AND ($7::integer IS NULL OR l.sent_at > now() - ($7 + 1) * interval '24 hours') \
    AND ($8::integer IS NULL OR l.expires_at > now() AND l.expires_at <= now() + $8 * interval '24 hours') \
    AND (NOT $5::boolean AND $8::integer IS NULL OR l.letter_id NOT IN ( \
        SELECT o.letter_id FROM letters n JOIN letters o ON o.year = n.year AND o.serial = n.serial AND o.letter_version < n.letter_version \
        WHERE n.letter_version > 1 AND n.status NOT IN ('draft', 'approved') AND n.withdrawn_at IS NULL))";

const ORDER: &str = "ORDER BY l.year DESC, l.serial DESC, l.letter_version DESC";

/// Lets the planner price pages of `letters_of_project` as what they are: few, and in memory. By its default a letter is as dear to find there
/// as on a disk, and where a firm has most of the letters it would read all of these wide rows instead.
pub async fn use_index(conn: &mut AsyncPgConnection) -> QueryResult<usize> {
    diesel::sql_query("SET LOCAL random_page_cost = 1.1")
        .execute(conn)
        .await
}

/// The highest number first, below `after`. Only letters of the page are joined.
pub async fn list_letters(
    conn: &mut AsyncPgConnection,
    filter: &Filter,
    status: Option<Status>,
    after: Option<Key>,
    limit: i64,
) -> QueryResult<Vec<LetterRow>> {
    let (year, serial, version) = after.map_or((None, None, None), |(year, serial, version)| {
        (Some(year), Some(serial), Some(version))
    });
    diesel::sql_query(format!(
        "{COLUMNS} ( \
             SELECT l.letter_id FROM letters l WHERE {MATCHES} AND ($9::text IS NULL OR l.status = $9) \
             AND ($10::integer IS NULL OR (l.year, l.serial, l.letter_version) < ($10, $11, $12)) {ORDER} LIMIT $13 \
         ) page NATURAL JOIN letters{JOINS}{ORDER}"
    ))
    .bind::<Nullable<SqlUuid>, _>(filter.project_id)
    .bind::<Nullable<SqlUuid>, _>(filter.property_id)
    .bind::<Nullable<SqlUuid>, _>(filter.job_id)
    .bind::<Nullable<Text>, _>(filter.pattern.as_deref())
    .bind::<Bool, _>(filter.is_out)
    .bind::<Nullable<Integer>, _>(filter.sent_days_min)
    .bind::<Nullable<Integer>, _>(filter.sent_days_max)
    .bind::<Nullable<Integer>, _>(filter.expires_within)
    .bind::<Nullable<Text>, _>(status.map(Status::as_str))
    .bind::<Nullable<Integer>, _>(year)
    .bind::<Nullable<Integer>, _>(serial)
    .bind::<Nullable<Integer>, _>(version)
    .bind::<BigInt, _>(limit)
    .load(conn)
    .await
}

/// Letters of one state.
#[derive(Debug, QueryableByName)]
pub struct StatusTotal {
    #[diesel(sql_type = Text)]
    pub status: String,
    #[diesel(sql_type = BigInt)]
    pub count: i64,
    #[diesel(sql_type = Numeric)]
    pub price: BigDecimal,
}

pub async fn get_totals(
    conn: &mut AsyncPgConnection,
    filter: &Filter,
) -> QueryResult<Vec<StatusTotal>> {
    diesel::sql_query(format!(
        "SELECT l.status, count(*) AS count, sum(l.price) AS price FROM letters l WHERE {MATCHES} GROUP BY l.status"
    ))
    .bind::<Nullable<SqlUuid>, _>(filter.project_id)
    .bind::<Nullable<SqlUuid>, _>(filter.property_id)
    .bind::<Nullable<SqlUuid>, _>(filter.job_id)
    .bind::<Nullable<Text>, _>(filter.pattern.as_deref())
    .bind::<Bool, _>(filter.is_out)
    .bind::<Nullable<Integer>, _>(filter.sent_days_min)
    .bind::<Nullable<Integer>, _>(filter.sent_days_max)
    .bind::<Nullable<Integer>, _>(filter.expires_within)
    .load(conn)
    .await
}

/// These letters, without those that the firm does not have.
pub async fn find_letters(
    conn: &mut AsyncPgConnection,
    ids: &[LetterId],
) -> QueryResult<Vec<LetterRow>> {
    diesel::sql_query(format!(
        "{COLUMNS}letters{JOINS}WHERE l.letter_id = ANY($1)"
    ))
    .bind::<Array<SqlUuid>, _>(ids)
    .load(conn)
    .await
}

/// As [`find_letters`], locked until the transaction ends, in an order that prevents deadlocks.
pub async fn lock_letters(
    conn: &mut AsyncPgConnection,
    ids: &[LetterId],
) -> QueryResult<Vec<LetterRow>> {
    letters::table
        .filter(letters::letter_id.eq_any(ids))
        .order(letters::letter_id)
        .select(letters::letter_id)
        .for_update()
        .load::<LetterId>(conn)
        .await?;
    find_letters(conn, ids).await
}

/// What a letter says: its body, the texts of its terms, what it lacks.
pub async fn find_content(
    conn: &mut AsyncPgConnection,
    letter_id: LetterId,
) -> QueryResult<(String, Value, Value)> {
    letters::table
        .find(letter_id)
        .select((letters::html, letters::texts, letters::report))
        .first(conn)
        .await
}

#[derive(Debug, Queryable, Selectable)]
#[diesel(table_name = letter_events, check_for_backend(diesel::pg::Pg))]
pub struct EventRow {
    pub kind: String,
    pub actor_name: Option<String>,
    pub note: Option<String>,
    pub created_at: DateTime<Utc>,
}

/// Oldest first.
pub async fn list_events(
    conn: &mut AsyncPgConnection,
    letter_id: LetterId,
) -> QueryResult<Vec<EventRow>> {
    letter_events::table
        .filter(letter_events::letter_id.eq(letter_id))
        .order((letter_events::created_at, letter_events::event_id))
        .select(EventRow::as_select())
        .load(conn)
        .await
}

#[derive(Debug, QueryableByName)]
pub struct JobTotal {
    #[diesel(sql_type = SqlUuid)]
    pub job_id: LetterJobId,
    #[diesel(sql_type = Numeric)]
    pub price: BigDecimal,
}

/// Sums of the prices of jobs: of each number the highest price that is neither withdrawn nor replaced. Numbers stay in the job that
/// made them first, so the job of a copy has the sum of that one.
pub async fn list_job_totals(
    conn: &mut AsyncPgConnection,
    jobs: &[LetterJobId],
) -> QueryResult<Vec<JobTotal>> {
    diesel::sql_query(
        "WITH origins AS ( \
             SELECT DISTINCT l.job_id, f.job_id AS origin \
             FROM letters l JOIN letters f ON f.year = l.year AND f.serial = l.serial AND f.letter_version = 1 \
             WHERE l.job_id = ANY($1) \
         ) \
         SELECT job_id, sum(price) AS price FROM ( \
             SELECT o.job_id, max(v.price) AS price \
             FROM origins o JOIN letters f ON f.job_id = o.origin AND f.letter_version = 1 \
                 JOIN letters v ON v.year = f.year AND v.serial = f.serial \
             WHERE v.withdrawn_at IS NULL AND NOT EXISTS ( \
                 SELECT FROM letters n WHERE n.year = v.year AND n.serial = v.serial AND n.letter_version > v.letter_version \
                     AND n.status NOT IN ('draft', 'approved') AND n.withdrawn_at IS NULL) \
             GROUP BY o.job_id, f.year, f.serial \
         ) numbers GROUP BY job_id",
    )
    .bind::<Array<SqlUuid>, _>(jobs)
    .load(conn)
    .await
}

/// What became of a message: `sent`, `queued`, `unclear` or `failed`.
pub async fn find_mail_status(
    conn: &mut AsyncPgConnection,
    mail_id: MailId,
) -> QueryResult<String> {
    #[derive(QueryableByName)]
    struct Row {
        #[diesel(sql_type = Text)]
        mail_status: String,
    }
    let row: Row = diesel::sql_query(
        "SELECT CASE WHEN bool_or(status = 'sent') THEN 'sent' WHEN bool_or(status IN ('queued', 'sending')) THEN 'queued' \
         WHEN bool_or(status = 'unclear') THEN 'unclear' ELSE 'failed' END AS mail_status \
         FROM mail_recipients WHERE NOT is_copy AND mail_id = $1",
    )
    .bind::<SqlUuid, _>(mail_id)
    .get_result(conn)
    .await?;
    Ok(row.mail_status)
}
