//! Queries of contacts and companies. Row-level security scopes every query.

use chrono::{DateTime, Utc};
use db::AsyncPgConnection;
use diesel::pg::Pg;
use diesel::prelude::*;
use diesel::sql_types::{Array, Timestamptz, Uuid as SqlUuid};
use diesel_async::RunQueryDsl;
use domain::{CompanyId, ContactId, UserId};
use uuid::Uuid;

use super::domain::{CheckedCompany, CheckedContact};
use crate::schema::{companies, contacts, removed_contacts};

/// How long a removed contact can be restored.
pub const RESTORABLE: chrono::Duration = chrono::Duration::hours(1);

#[derive(Debug, Clone, Queryable, Selectable)]
#[diesel(table_name = contacts, check_for_backend(Pg))]
pub struct ContactRow {
    pub contact_id: ContactId,
    #[diesel(embed)]
    pub fields: CheckedContact,
    pub version: i64,
    pub created_at: DateTime<Utc>,
}

/// These contacts, in any order.
pub async fn find_contacts(
    conn: &mut AsyncPgConnection,
    ids: &[ContactId],
) -> QueryResult<Vec<ContactRow>> {
    contacts::table
        .filter(contacts::contact_id.eq_any(ids))
        .select(ContactRow::as_select())
        .load(conn)
        .await
}

/// Locks the row until the transaction ends.
pub async fn find_contact_for_update(
    conn: &mut AsyncPgConnection,
    id: ContactId,
) -> QueryResult<Option<ContactRow>> {
    contacts::table
        .find(id)
        .select(ContactRow::as_select())
        .for_update()
        .first(conn)
        .await
        .optional()
}

/// The contact gets this transaction's firm.
pub async fn insert_contact(
    conn: &mut AsyncPgConnection,
    contact: &CheckedContact,
) -> QueryResult<ContactRow> {
    diesel::insert_into(contacts::table)
        .values((contacts::contact_id.eq(ContactId(Uuid::now_v7())), contact))
        .returning(ContactRow::as_returning())
        .get_result(conn)
        .await
}

pub async fn update_contact(
    conn: &mut AsyncPgConnection,
    id: ContactId,
    contact: &CheckedContact,
) -> QueryResult<ContactRow> {
    diesel::update(contacts::table.find(id))
        .set((
            contact,
            contacts::version.eq(contacts::version + 1),
            contacts::updated_at.eq(Utc::now()),
        ))
        .returning(ContactRow::as_returning())
        .get_result(conn)
        .await
}

/// Removes contacts; their rows are kept for [`RESTORABLE`].
pub async fn delete_contacts(
    conn: &mut AsyncPgConnection,
    ids: &[ContactId],
) -> QueryResult<usize> {
    diesel::sql_query(
        "WITH removed AS (DELETE FROM contacts WHERE contact_id = ANY ($1) RETURNING *)
         INSERT INTO removed_contacts (contact_id, record)
         SELECT contact_id, to_jsonb(removed) FROM removed",
    )
    .bind::<Array<SqlUuid>, _>(ids)
    .execute(conn)
    .await
}

/// Restores recently removed contacts with a version above the removal's. Those that are no longer
/// kept are not among the returned ones.
pub async fn restore_contacts(
    conn: &mut AsyncPgConnection,
    ids: &[ContactId],
) -> QueryResult<Vec<ContactRow>> {
    diesel::sql_query(
        "WITH kept AS (
             DELETE FROM removed_contacts WHERE contact_id = ANY ($1) AND removed_at > $2 RETURNING record)
         INSERT INTO contacts
         SELECT (jsonb_populate_record(NULL::contacts, record
             || jsonb_build_object('version', (record ->> 'version')::bigint + 2, 'updated_at', now()))).*
         FROM kept",
    )
    .bind::<Array<SqlUuid>, _>(ids)
    .bind::<Timestamptz, _>(Utc::now() - RESTORABLE)
    .execute(conn)
    .await?;
    lock_contacts(conn, ids).await
}

/// Locks these contacts until the transaction ends, in the order of their ids.
pub async fn lock_contacts(
    conn: &mut AsyncPgConnection,
    ids: &[ContactId],
) -> QueryResult<Vec<ContactRow>> {
    contacts::table
        .filter(contacts::contact_id.eq_any(ids))
        .order(contacts::contact_id)
        .select(ContactRow::as_select())
        .for_update()
        .load(conn)
        .await
}

/// Deletes contacts that can no longer be restored.
pub async fn unscoped_delete_removed(conn: &mut AsyncPgConnection) -> QueryResult<usize> {
    let long_ago = Utc::now() - RESTORABLE;
    diesel::delete(removed_contacts::table.filter(removed_contacts::removed_at.lt(long_ago)))
        .execute(conn)
        .await
}

#[derive(Debug, Clone, Queryable, Selectable)]
#[diesel(table_name = companies, check_for_backend(Pg))]
pub struct CompanyRow {
    pub company_id: CompanyId,
    pub company_name: String,
    pub industry: Option<String>,
    pub office_city: Option<String>,
    pub office_state: Option<String>,
    pub number_of_employees: Option<i32>,
    pub tags: Option<String>,
    pub assigned_to: Option<UserId>,
    pub assigned_to_name: Option<String>,
    pub version: i64,
    pub created_at: DateTime<Utc>,
    pub updated_at: DateTime<Utc>,
}

/// These companies, in any order.
pub async fn find_companies(
    conn: &mut AsyncPgConnection,
    ids: &[CompanyId],
) -> QueryResult<Vec<CompanyRow>> {
    companies::table
        .filter(companies::company_id.eq_any(ids))
        .select(CompanyRow::as_select())
        .load(conn)
        .await
}

/// The company gets this transaction's firm.
pub async fn insert_company(
    conn: &mut AsyncPgConnection,
    company: &CheckedCompany,
) -> QueryResult<CompanyRow> {
    diesel::insert_into(companies::table)
        .values((companies::company_id.eq(CompanyId(Uuid::now_v7())), company))
        .returning(CompanyRow::as_returning())
        .get_result(conn)
        .await
}

/// Locks the row until the transaction ends.
pub async fn find_company_for_update(
    conn: &mut AsyncPgConnection,
    id: CompanyId,
) -> QueryResult<Option<CompanyRow>> {
    companies::table
        .find(id)
        .select(CompanyRow::as_select())
        .for_update()
        .first(conn)
        .await
        .optional()
}

pub async fn update_company(
    conn: &mut AsyncPgConnection,
    id: CompanyId,
    company: &CheckedCompany,
) -> QueryResult<CompanyRow> {
    diesel::update(companies::table.find(id))
        .set((
            company,
            companies::version.eq(companies::version + 1),
            companies::updated_at.eq(Utc::now()),
        ))
        .returning(CompanyRow::as_returning())
        .get_result(conn)
        .await
}
