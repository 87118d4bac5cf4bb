//! Statements of changes of many companies. Row-level security scopes every query.

use chrono::Utc;
use db::AsyncPgConnection;
use diesel::prelude::*;
use diesel::sql_types::{Array, Bool, Nullable, Text, Uuid as SqlUuid};
use diesel_async::RunQueryDsl;
use domain::{CompanyCommandId, CompanyId, UserId};

use crate::directory::store::{CompanyRow, RESTORABLE};
use crate::schema::{companies, company_commands};

/// Locks these companies until the transaction ends, in the order of their ids.
pub async fn lock(conn: &mut AsyncPgConnection, ids: &[CompanyId]) -> QueryResult<Vec<CompanyRow>> {
    companies::table
        .filter(companies::company_id.eq_any(ids))
        .order(companies::company_id)
        .select(CompanyRow::as_select())
        .for_update()
        .load(conn)
        .await
}

/// Keeps companies as they are now. What the command does follows in the same transaction.
pub async fn insert_command(
    conn: &mut AsyncPgConnection,
    command_id: CompanyCommandId,
    actor: UserId,
    removed: bool,
    ids: &[CompanyId],
) -> QueryResult<()> {
    diesel::sql_query(
        "INSERT INTO company_commands (command_id, actor, removed, companies) \
         SELECT $1, $2, $3, jsonb_agg(to_jsonb(c)) FROM companies c WHERE c.company_id = ANY ($4)",
    )
    .bind::<SqlUuid, _>(command_id)
    .bind::<SqlUuid, _>(actor)
    .bind::<Bool, _>(removed)
    .bind::<Array<SqlUuid>, _>(ids)
    .execute(conn)
    .await
    .map(drop)
}

/// Sets the tags of companies.
pub async fn set_tags(
    conn: &mut AsyncPgConnection,
    changed: &[(CompanyId, Option<String>)],
) -> QueryResult<()> {
    let (ids, tags): (Vec<CompanyId>, Vec<Option<&str>>) = changed
        .iter()
        .map(|(id, tags)| (id, tags.as_deref()))
        .unzip();
    diesel::sql_query(
        "UPDATE companies c SET tags = n.tags, version = c.version + 1, updated_at = now() \
         FROM unnest($1, $2) AS n (company_id, tags) WHERE c.company_id = n.company_id",
    )
    .bind::<Array<SqlUuid>, _>(ids)
    .bind::<Array<Nullable<Text>>, _>(tags)
    .execute(conn)
    .await
    .map(drop)
}

/// Sets the industry of companies.
pub async fn set_industry(
    conn: &mut AsyncPgConnection,
    ids: &[CompanyId],
    industry: Option<&str>,
) -> QueryResult<()> {
    diesel::update(companies::table.filter(companies::company_id.eq_any(ids)))
        .set((
            companies::industry.eq(industry),
            companies::version.eq(companies::version + 1),
            companies::updated_at.eq(Utc::now()),
        ))
        .execute(conn)
        .await
        .map(drop)
}

/// Sets who is responsible for companies.
pub async fn set_person(
    conn: &mut AsyncPgConnection,
    ids: &[CompanyId],
    person: Option<UserId>,
    name: Option<&str>,
) -> QueryResult<()> {
    diesel::update(companies::table.filter(companies::company_id.eq_any(ids)))
        .set((
            companies::assigned_to.eq(person),
            companies::assigned_to_name.eq(name),
            companies::version.eq(companies::version + 1),
            companies::updated_at.eq(Utc::now()),
        ))
        .execute(conn)
        .await
        .map(drop)
}

pub async fn delete(conn: &mut AsyncPgConnection, ids: &[CompanyId]) -> QueryResult<usize> {
    diesel::delete(companies::table.filter(companies::company_id.eq_any(ids)))
        .execute(conn)
        .await
}

/// Locks a command that can be undone; whether it removed its companies.
pub async fn find_command_for_update(
    conn: &mut AsyncPgConnection,
    command_id: CompanyCommandId,
) -> QueryResult<Option<bool>> {
    company_commands::table
        .find(command_id)
        .filter(company_commands::created_at.gt(Utc::now() - RESTORABLE))
        .select(company_commands::removed)
        .for_update()
        .first(conn)
        .await
        .optional()
}

/// A company of a command.
#[derive(Debug, QueryableByName)]
pub struct KeptCompany {
    #[diesel(sql_type = SqlUuid)]
    pub company_id: CompanyId,
    /// Whether it can be set back, or added again.
    #[diesel(sql_type = Bool)]
    pub is_free: bool,
}

/// The companies that a command removed. Those are not free whose name, or which themselves, the firm has again:
/// two conditions, because PostgreSQL hashes the names of each, but compares all pairs for one with `OR`.
pub async fn list_removed(
    conn: &mut AsyncPgConnection,
    command_id: CompanyCommandId,
) -> QueryResult<Vec<KeptCompany>> {
    diesel::sql_query(
        "SELECT k.company_id, \
            NOT EXISTS (SELECT FROM companies c WHERE c.company_id = k.company_id) \
            AND NOT EXISTS (SELECT FROM companies c WHERE lower(c.company_name) = lower(k.company_name)) AS is_free \
         FROM company_commands, jsonb_populate_recordset(NULL::companies, companies) AS k WHERE command_id = $1",
    )
    .bind::<SqlUuid, _>(command_id)
    .load(conn)
    .await
}

/// The companies that a command changed and that still exist. Those are not free that were changed since.
pub async fn list_changed(
    conn: &mut AsyncPgConnection,
    command_id: CompanyCommandId,
) -> QueryResult<Vec<KeptCompany>> {
    diesel::sql_query(
        "SELECT k.company_id, EXISTS (SELECT FROM companies c \
            WHERE c.company_id = k.company_id AND c.version = k.version + 1) AS is_free \
         FROM company_commands, jsonb_populate_recordset(NULL::companies, companies) AS k WHERE command_id = $1",
    )
    .bind::<SqlUuid, _>(command_id)
    .load(conn)
    .await
}

/// Adds companies that a command removed again, with the next version.
pub async fn restore(
    conn: &mut AsyncPgConnection,
    command_id: CompanyCommandId,
    ids: &[CompanyId],
) -> QueryResult<usize> {
    diesel::sql_query(
        "INSERT INTO companies \
         SELECT (jsonb_populate_record(k, jsonb_build_object('version', k.version + 1, 'updated_at', now()))).* \
         FROM company_commands, jsonb_populate_recordset(NULL::companies, companies) AS k \
         WHERE command_id = $1 AND k.company_id = ANY ($2)",
    )
    .bind::<SqlUuid, _>(command_id)
    .bind::<Array<SqlUuid>, _>(ids)
    .execute(conn)
    .await
}

/// Sets the tags, industry and person of companies back to those before a command.
pub async fn set_back(
    conn: &mut AsyncPgConnection,
    command_id: CompanyCommandId,
    ids: &[CompanyId],
) -> QueryResult<usize> {
    diesel::sql_query(
        "UPDATE companies c SET tags = k.tags, industry = k.industry, assigned_to = k.assigned_to, \
            assigned_to_name = k.assigned_to_name, version = c.version + 1, updated_at = now() \
         FROM company_commands m, jsonb_populate_recordset(NULL::companies, m.companies) AS k \
         WHERE m.command_id = $1 AND c.company_id = k.company_id AND c.company_id = ANY ($2)",
    )
    .bind::<SqlUuid, _>(command_id)
    .bind::<Array<SqlUuid>, _>(ids)
    .execute(conn)
    .await
}

/// Deletes a command that was undone.
pub async fn delete_command(
    conn: &mut AsyncPgConnection,
    command_id: CompanyCommandId,
) -> QueryResult<()> {
    diesel::delete(company_commands::table.find(command_id))
        .execute(conn)
        .await
        .map(drop)
}

/// Deletes commands that can no longer be undone.
pub async fn unscoped_delete_commands(conn: &mut AsyncPgConnection) -> QueryResult<usize> {
    let long_ago = Utc::now() - RESTORABLE;
    diesel::delete(company_commands::table.filter(company_commands::created_at.lt(long_ago)))
        .execute(conn)
        .await
}
