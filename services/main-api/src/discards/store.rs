//! Queries of discards. Row-level security scopes every query.

use chrono::{DateTime, Utc};
use db::AsyncPgConnection;
use diesel::define_sql_function;
use diesel::dsl::now;
use diesel::prelude::*;
use diesel::sql_types::{Jsonb, Nullable, Timestamptz};
use diesel_async::RunQueryDsl;
use domain::{ParcelUuid, ProjectId, UserId};
use serde_json::Value;

use super::domain::DiscardReason;
use crate::schema::{parcel_discards, users};

define_sql_function! {
    /// The facts of a discard; once their terms have ended, which parcel it is and where they were from.
    fn kept_facts(facts: Jsonb, keep_until: Nullable<Timestamptz>) -> Jsonb;
}

/// Most rows of one statement: PostgreSQL takes 65,535 parameters.
const MAX_ROWS: usize = 1000;

/// A discard that was not undone.
#[derive(Debug, Clone)]
pub struct DiscardRow {
    pub project_id: ProjectId,
    pub ll_uuid: ParcelUuid,
    pub reason: DiscardReason,
    pub note: Option<String>,
    /// The parcel's record as it was, as far as its provider's terms allow to keep it.
    pub facts: Value,
    /// Name of the person.
    pub discarded_by: String,
    pub discarded_at: DateTime<Utc>,
}

/// Discards of a project, or of a parcel in all projects.
#[derive(Debug, Clone, Copy)]
pub enum Of {
    Project(ProjectId),
    Parcel(ParcelUuid),
}

/// A discard, and the names of the person.
type Row = (
    ProjectId,
    ParcelUuid,
    DiscardReason,
    Option<String>,
    Value,
    (String, String),
    DateTime<Utc>,
);

/// Newest first.
pub async fn list(conn: &mut AsyncPgConnection, of: Of) -> QueryResult<Vec<DiscardRow>> {
    let mut query = parcel_discards::table
        .inner_join(users::table.on(users::user_id.eq(parcel_discards::discarded_by)))
        .filter(parcel_discards::undone_at.is_null())
        .order(parcel_discards::discard_id.desc())
        .select((
            parcel_discards::project_id,
            parcel_discards::ll_uuid,
            parcel_discards::reason,
            parcel_discards::note,
            kept_facts(parcel_discards::facts, parcel_discards::keep_until),
            (users::fname, users::lname),
            parcel_discards::discarded_at,
        ))
        .into_boxed();
    query = match of {
        Of::Project(id) => query.filter(parcel_discards::project_id.eq(id)),
        Of::Parcel(id) => query.filter(parcel_discards::ll_uuid.eq(id)),
    };
    let rows: Vec<Row> = query.load(conn).await?;
    let row = |(project_id, ll_uuid, reason, note, facts, (fname, lname), discarded_at): Row| {
        DiscardRow {
            project_id,
            ll_uuid,
            reason,
            note,
            facts,
            discarded_by: format!("{fname} {lname}").trim().to_owned(),
            discarded_at,
        }
    };
    Ok(rows.into_iter().map(row).collect())
}

/// The discards get this transaction's firm. Each comes with the parcel's record as it is, and until when that may be kept.
pub async fn insert(
    conn: &mut AsyncPgConnection,
    project_id: ProjectId,
    discarded_by: UserId,
    (reason, note): (DiscardReason, Option<&str>),
    parcels: &[(ParcelUuid, Option<DateTime<Utc>>, Value)],
) -> QueryResult<()> {
    for some in parcels.chunks(MAX_ROWS) {
        let rows: Vec<_> = some
            .iter()
            .map(|(id, keep_until, facts)| {
                (
                    parcel_discards::project_id.eq(project_id),
                    parcel_discards::ll_uuid.eq(id),
                    parcel_discards::reason.eq(reason),
                    parcel_discards::note.eq(note),
                    parcel_discards::facts.eq(facts),
                    parcel_discards::keep_until.eq(keep_until),
                    parcel_discards::discarded_by.eq(discarded_by),
                )
            })
            .collect();
        diesel::insert_into(parcel_discards::table)
            .values(rows)
            .execute(conn)
            .await?;
    }
    Ok(())
}

/// Ends the discards of these parcels. Returns their number.
pub async fn undo(
    conn: &mut AsyncPgConnection,
    project_id: ProjectId,
    undone_by: UserId,
    parcels: &[ParcelUuid],
) -> QueryResult<usize> {
    let active = parcel_discards::table
        .filter(parcel_discards::project_id.eq(project_id))
        .filter(parcel_discards::ll_uuid.eq_any(parcels))
        .filter(parcel_discards::undone_at.is_null());
    diesel::update(active)
        .set((
            parcel_discards::undone_at.eq(now),
            parcel_discards::undone_by.eq(undone_by),
        ))
        .execute(conn)
        .await
}
