//! Queries of parcel changes. Row-level security scopes every query.

use chrono::{DateTime, NaiveDate, Utc};
use db::AsyncPgConnection;
use diesel::prelude::*;
use diesel::sql_types::{
    Array, BigInt, Bool, Date, Jsonb, Nullable, Text, Timestamptz, Uuid as SqlUuid,
};
use diesel_async::RunQueryDsl;
use domain::{ParcelUuid, ProjectId};
use serde_json::Value;

/// $1 the counties. A marker of an unknown county can be in any of them.
const LIST_HELD: &str = "SELECT ll_uuid FROM ( \
        SELECT ll_uuid FROM markers WHERE ll_uuid IS NOT NULL AND (county_fips IS NULL OR county_fips = ANY ($1)) \
        UNION \
        SELECT ll_uuid FROM parcel_discards \
        WHERE undone_at IS NULL AND (facts->>'county_fips' IS NULL OR facts->>'county_fips' = ANY ($1)) \
    ) AS held ORDER BY ll_uuid";

/// $1 the parcel, $11 and $12 sites that it is part of, and their names. Nothing is kept of a parcel that no project has. A project that
/// has it in several ways has it itself first, then in a site.
const INSERT: &str = "WITH held AS ( \
        SELECT DISTINCT ON (project_id) project_id, held_as, site_id, site_name FROM ( \
            SELECT project_id, 'saved' AS held_as, NULL::uuid AS site_id, NULL AS site_name, 1 AS way FROM markers WHERE ll_uuid = $1 \
            UNION ALL \
            SELECT m.project_id, 'saved', site.id, site.name, 2 FROM unnest($11, $12) AS site (id, name) JOIN markers AS m ON m.ll_uuid = site.id \
            UNION ALL \
            SELECT d.project_id, 'discarded', NULL, NULL, 3 FROM parcel_discards AS d WHERE d.ll_uuid = $1 AND d.undone_at IS NULL \
        ) AS ways ORDER BY project_id, way, site_name \
    ), added AS ( \
        INSERT INTO parcel_changes (ll_uuid, county_fips, parcelnumb, address, changes, batch_id, is_undone, source, source_date, changed_at) \
        SELECT $1, $2, $3, $4, $5, $6, $7, $8, $9, $10 WHERE EXISTS (SELECT FROM held) \
        ON CONFLICT DO NOTHING RETURNING change_id \
    ), linked AS ( \
        INSERT INTO parcel_change_projects (project_id, change_id, held_as, site_id, site_name) \
        SELECT held.project_id, added.change_id, held.held_as, held.site_id, held.site_name FROM held, added RETURNING project_id \
    ) \
    SELECT added.change_id, ARRAY(SELECT project_id FROM linked) AS projects FROM added";

/// $1 up to which change the person has read.
const COUNT_UNREAD: &str = "SELECT count(*) AS value FROM parcel_changes AS c WHERE c.change_id > $1 AND EXISTS ( \
        SELECT FROM parcel_change_projects AS l WHERE l.change_id = c.change_id \
            AND NOT EXISTS (SELECT FROM project_deletions AS d WHERE d.project_id = l.project_id))";

/// $1 up to which change the person has read, $2 before which change, $3 the project if one is asked for, $4 only unread ones, $5 how many.
const LIST: &str = "SELECT c.change_id, c.ll_uuid, c.county_fips, c.parcelnumb, c.address, c.changes, c.source, c.source_date, c.is_undone, \
        c.changed_at, c.told_at, c.change_id <= $1 AS is_read, held.projects \
    FROM parcel_changes AS c CROSS JOIN LATERAL ( \
        SELECT jsonb_agg(jsonb_build_object('project_id', p.project_id, 'project_name', p.project_name, 'held_as', l.held_as, \
                'site_id', l.site_id, 'site_name', l.site_name) \
            ORDER BY p.project_name, p.project_id) AS projects \
        FROM parcel_change_projects AS l JOIN projects AS p ON p.project_id = l.project_id \
        WHERE l.change_id = c.change_id AND NOT EXISTS (SELECT FROM project_deletions AS d WHERE d.project_id = l.project_id) \
    ) AS held \
    WHERE c.change_id < $2 AND held.projects IS NOT NULL AND (NOT $4 OR c.change_id > $1) \
        AND ($3 IS NULL OR EXISTS (SELECT FROM parcel_change_projects AS own WHERE own.project_id = $3 AND own.change_id = c.change_id)) \
    ORDER BY c.change_id DESC LIMIT $5";

/// A change with the projects that had the parcel.
#[derive(Debug, QueryableByName)]
pub struct ChangeRow {
    #[diesel(sql_type = BigInt)]
    pub change_id: i64,
    #[diesel(sql_type = SqlUuid)]
    pub ll_uuid: ParcelUuid,
    #[diesel(sql_type = Text)]
    pub county_fips: String,
    #[diesel(sql_type = Text)]
    pub parcelnumb: String,
    #[diesel(sql_type = Nullable<Text>)]
    pub address: Option<String>,
    #[diesel(sql_type = Jsonb)]
    pub changes: Value,
    #[diesel(sql_type = Text)]
    pub source: String,
    #[diesel(sql_type = Nullable<Date>)]
    pub source_date: Option<NaiveDate>,
    #[diesel(sql_type = Bool)]
    pub is_undone: bool,
    #[diesel(sql_type = Timestamptz)]
    pub changed_at: DateTime<Utc>,
    #[diesel(sql_type = Timestamptz)]
    pub told_at: DateTime<Utc>,
    #[diesel(sql_type = Bool)]
    pub is_read: bool,
    #[diesel(sql_type = Jsonb)]
    pub projects: Value,
}

/// A change to be kept.
#[derive(Debug)]
pub struct NewChange {
    pub ll_uuid: ParcelUuid,
    pub county_fips: String,
    pub parcelnumb: String,
    pub address: Option<String>,
    pub changes: Value,
    pub batch_id: i64,
    pub is_undone: bool,
    pub source: String,
    pub source_date: Option<NaiveDate>,
    pub changed_at: DateTime<Utc>,
    /// Sites of the firm that the parcel is part of, and their names.
    pub sites: Vec<(ParcelUuid, String)>,
}

/// A change that was kept, and the projects that have the parcel.
#[derive(Debug, QueryableByName)]
pub struct Kept {
    #[diesel(sql_type = BigInt)]
    pub change_id: i64,
    #[diesel(sql_type = Array<SqlUuid>)]
    pub projects: Vec<ProjectId>,
}

#[derive(QueryableByName)]
struct Parcel {
    #[diesel(sql_type = SqlUuid)]
    ll_uuid: ParcelUuid,
}

#[derive(QueryableByName)]
pub(super) struct Number {
    #[diesel(sql_type = BigInt)]
    pub value: i64,
}

/// Selects changes of a list.
#[derive(Debug, Clone, Copy)]
pub struct ChangeFilter {
    pub project_id: Option<ProjectId>,
    pub only_unread: bool,
    /// The last change of the previous page.
    pub before: Option<i64>,
    /// Number of rows to read.
    pub limit: i64,
}

/// Parcels of these counties that a project saved or discarded.
pub async fn list_held(
    conn: &mut AsyncPgConnection,
    counties: &[String],
) -> QueryResult<Vec<ParcelUuid>> {
    let rows: Vec<Parcel> = diesel::sql_query(LIST_HELD)
        .bind::<Array<Text>, _>(counties)
        .load(conn)
        .await?;
    Ok(rows.into_iter().map(|row| row.ll_uuid).collect())
}

/// Numbers of changes and of matches become visible in their order, because everything up to a number is marked as read.
pub(super) async fn lock_numbers(conn: &mut AsyncPgConnection) -> QueryResult<()> {
    diesel::sql_query(
        "SELECT pg_advisory_xact_lock(hashtextextended('parcel_changes ' || app_customer_id(), 0))",
    )
    .execute(conn)
    .await
    .map(drop)
}

/// Keeps a change of a parcel that a project has; none if no project has it, or if it is there already.
pub async fn insert(conn: &mut AsyncPgConnection, new: &NewChange) -> QueryResult<Option<Kept>> {
    lock_numbers(conn).await?;
    let (sites, names): (Vec<ParcelUuid>, Vec<String>) = new.sites.iter().cloned().unzip();
    diesel::sql_query(INSERT)
        .bind::<SqlUuid, _>(new.ll_uuid)
        .bind::<Text, _>(&new.county_fips)
        .bind::<Text, _>(&new.parcelnumb)
        .bind::<Nullable<Text>, _>(&new.address)
        .bind::<Jsonb, _>(&new.changes)
        .bind::<BigInt, _>(new.batch_id)
        .bind::<Bool, _>(new.is_undone)
        .bind::<Text, _>(&new.source)
        .bind::<Nullable<Date>, _>(new.source_date)
        .bind::<Timestamptz, _>(new.changed_at)
        .bind::<Array<SqlUuid>, _>(sites)
        .bind::<Array<Text>, _>(names)
        .get_result(conn)
        .await
        .optional()
}

/// Number of changes after this one.
pub async fn count_unread(conn: &mut AsyncPgConnection, read_up_to: i64) -> QueryResult<i64> {
    let row: Number = diesel::sql_query(COUNT_UNREAD)
        .bind::<BigInt, _>(read_up_to)
        .get_result(conn)
        .await?;
    Ok(row.value)
}

/// Newest first.
pub async fn list(
    conn: &mut AsyncPgConnection,
    filter: ChangeFilter,
    read_up_to: i64,
) -> QueryResult<Vec<ChangeRow>> {
    diesel::sql_query(LIST)
        .bind::<BigInt, _>(read_up_to)
        .bind::<BigInt, _>(filter.before.unwrap_or(i64::MAX))
        .bind::<Nullable<SqlUuid>, _>(filter.project_id)
        .bind::<Bool, _>(filter.only_unread)
        .bind::<BigInt, _>(filter.limit)
        .load(conn)
        .await
}
