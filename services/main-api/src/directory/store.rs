//! Queries of contacts and companies. Row-level security scopes every query.

use chrono::{DateTime, Utc};
use db::AsyncPgConnection;
use diesel::dsl::sql;
use diesel::pg::Pg;
use diesel::prelude::*;
use diesel::sql_types::{Bool, Nullable, Text, Timestamptz, Uuid as SqlUuid};
use diesel_async::RunQueryDsl;
use domain::ContactId;
use uuid::Uuid;

use super::domain::{CheckedCompany, CheckedContact};
use crate::schema::{companies, contacts, removed_contacts};
use crate::search;

/// Further words of a search are ignored.
const MAX_WORDS: usize = 8;

/// The digits of a contact's numbers in any notation, separated so that no match spans two numbers.
const NUMBERS: &str = "regexp_replace(concat_ws('|', contacts.phone_number, contacts.phone_number2, \
     contacts.mobile_number, contacts.fax_number), '[^0-9|]', '', 'g') LIKE ";

/// How long a removed contact can be restored.
const RESTORABLE: chrono::Duration = chrono::Duration::hours(1);

diesel::define_sql_function! {
    fn lower(text: Text) -> Text;
}

#[derive(Debug, Clone, Queryable, Selectable)]
#[diesel(table_name = contacts, check_for_backend(Pg))]
pub struct ContactRow {
    pub contact_id: Uuid,
    #[diesel(embed)]
    pub fields: CheckedContact,
    pub version: i64,
    pub created_at: DateTime<Utc>,
}

/// Position of a page: last name and first name in lower case, key.
pub type ContactPosition = (String, String, Uuid);

/// Ordered by last name and first name.
pub async fn list_contacts(
    conn: &mut AsyncPgConnection,
    q: Option<&str>,
    after: Option<ContactPosition>,
    limit: i64,
) -> QueryResult<Vec<ContactRow>> {
    let mut query = contacts::table
        .select(ContactRow::as_select())
        .order((
            lower(contacts::last_name),
            lower(contacts::first_name),
            contacts::contact_id,
        ))
        .limit(limit)
        .into_boxed();
    if let Some(q) = q {
        // A phone number may be typed with blanks in it; other input is searched word by word.
        if search::phone_digits(q).is_some() {
            query = query.filter(holds(q));
        } else {
            for word in q.split_whitespace().take(MAX_WORDS) {
                query = query.filter(holds(word));
            }
        }
    }
    if let Some((last, first, id)) = after {
        query = query.filter(
            lower(contacts::last_name)
                .gt(last.clone())
                .or(lower(contacts::last_name).eq(last).and(
                    lower(contacts::first_name)
                        .gt(first.clone())
                        .or(lower(contacts::first_name)
                            .eq(first)
                            .and(contacts::contact_id.gt(id))),
                )),
        );
    }
    query.load(conn).await
}

/// Whether a contact contains `text` in a searched field, or as digits of a number.
fn holds(text: &str) -> Box<dyn BoxableExpression<contacts::table, Pg, SqlType = Nullable<Bool>>> {
    let like = search::contains(text);
    let name = contacts::first_name.concat(" ").concat(contacts::last_name);
    let fields = name
        .ilike(like.clone())
        .or(contacts::email.ilike(like.clone()))
        .or(contacts::phone_number.ilike(like.clone()))
        .or(contacts::company_name.ilike(like.clone()))
        .or(contacts::title.ilike(like.clone()))
        .or(contacts::job_title.ilike(like));
    match search::phone_digits(text) {
        None => Box::new(fields),
        Some(digits) => {
            let numbers = sql::<Nullable<Bool>>(NUMBERS).bind::<Text, _>(format!("%{digits}%"));
            Box::new(fields.or(numbers))
        }
    }
}

/// Locks the row until the transaction ends.
pub async fn find_contact_for_update(
    conn: &mut AsyncPgConnection,
    id: ContactId,
) -> QueryResult<Option<ContactRow>> {
    contacts::table
        .find(id.0)
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
        .values((contacts::contact_id.eq(Uuid::now_v7()), contact))
        .returning(ContactRow::as_returning())
        .get_result(conn)
        .await
}

pub async fn update_contact(
    conn: &mut AsyncPgConnection,
    id: ContactId,
    contact: &CheckedContact,
) -> QueryResult<ContactRow> {
    diesel::update(contacts::table.find(id.0))
        .set((
            contact,
            contacts::version.eq(contacts::version + 1),
            contacts::updated_at.eq(Utc::now()),
        ))
        .returning(ContactRow::as_returning())
        .get_result(conn)
        .await
}

/// Removes a contact; its row is kept for `RESTORABLE`.
pub async fn delete_contact(conn: &mut AsyncPgConnection, id: ContactId) -> QueryResult<usize> {
    diesel::sql_query(
        "WITH removed AS (DELETE FROM contacts WHERE contact_id = $1 RETURNING *)
         INSERT INTO removed_contacts (contact_id, record)
         SELECT contact_id, to_jsonb(removed) FROM removed",
    )
    .bind::<SqlUuid, _>(id.0)
    .execute(conn)
    .await
}

/// Restores a recently removed contact with a version above the removal's; none when it is no
/// longer kept.
pub async fn restore_contact(
    conn: &mut AsyncPgConnection,
    id: ContactId,
) -> QueryResult<Option<ContactRow>> {
    let restored = diesel::sql_query(
        "WITH kept AS (
             DELETE FROM removed_contacts WHERE contact_id = $1 AND removed_at > $2 RETURNING record)
         INSERT INTO contacts
         SELECT (jsonb_populate_record(NULL::contacts, record
             || jsonb_build_object('version', (record ->> 'version')::bigint + 2, 'updated_at', now()))).*
         FROM kept",
    )
    .bind::<SqlUuid, _>(id.0)
    .bind::<Timestamptz, _>(Utc::now() - RESTORABLE)
    .execute(conn)
    .await?;
    if restored == 0 {
        return Ok(None);
    }
    find_contact_for_update(conn, id).await
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
    pub company_id: Uuid,
    pub company_name: String,
    pub industry: Option<String>,
    pub office_city: Option<String>,
    pub office_state: Option<String>,
    pub number_of_employees: Option<i32>,
}

pub async fn list_companies(
    conn: &mut AsyncPgConnection,
    q: Option<&str>,
    limit: i64,
) -> QueryResult<Vec<CompanyRow>> {
    let mut query = companies::table
        .select(CompanyRow::as_select())
        .order((lower(companies::company_name), companies::company_id))
        .limit(limit)
        .into_boxed();
    if let Some(q) = q {
        query = query.filter(companies::company_name.ilike(search::contains(q)));
    }
    query.load(conn).await
}

/// The company gets this transaction's firm.
pub async fn insert_company(
    conn: &mut AsyncPgConnection,
    company: &CheckedCompany,
) -> QueryResult<CompanyRow> {
    diesel::insert_into(companies::table)
        .values((companies::company_id.eq(Uuid::now_v7()), company))
        .returning(CompanyRow::as_returning())
        .get_result(conn)
        .await
}
