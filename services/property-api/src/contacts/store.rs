//! Queries of the read copy.

use db::AsyncPgConnection;
use diesel::prelude::*;
use diesel::sql_types::{Array, BigInt, Jsonb, Uuid as SqlUuid};
use diesel_async::RunQueryDsl;
use domain::{ContactId, PropertyId};
use serde::Deserialize;
use serde_json::{Value, json};

use super::names::{NameKey, is_honorific};
use crate::schema::contacts;

/// A contact of the read copy.
#[derive(Debug, Clone, PartialEq, Eq, Queryable, Selectable)]
#[diesel(table_name = contacts, check_for_backend(diesel::pg::Pg))]
pub struct ContactRow {
    pub contact_id: ContactId,
    pub first_name: String,
    pub last_name: String,
    pub title: Option<String>,
    pub job_title: Option<String>,
    pub email: String,
    pub phone_number: Option<String>,
    pub company_name: Option<String>,
}

impl ContactRow {
    pub fn full_name(&self) -> String {
        format!("{} {}", self.first_name, self.last_name)
            .trim()
            .to_owned()
    }

    /// The job title, else a title that is not a form of address.
    pub fn position(&self) -> Option<&str> {
        let title = self.title.as_deref().filter(|title| !is_honorific(title));
        self.job_title.as_deref().or(title)
    }

    /// The form of address: `Mr.`, `Dr.`, …
    pub fn honorific(&self) -> Option<&str> {
        self.title.as_deref().filter(|title| is_honorific(title))
    }

    /// The directory field from which this contact's title is displayed.
    pub fn title_field(&self, new: &str) -> &'static str {
        let named =
            self.job_title.is_some() || (self.honorific().is_some() && !new.trim().is_empty());
        if named && !is_honorific(new) {
            "job_title"
        } else {
            "title"
        }
    }
}

/// A contact in events and responses of main-api.
#[derive(Debug, Clone, Deserialize)]
pub struct DirectoryContact {
    pub contact_id: ContactId,
    #[serde(default)]
    pub first_name: Option<String>,
    #[serde(default)]
    pub last_name: Option<String>,
    #[serde(default)]
    pub title: Option<String>,
    #[serde(default)]
    pub job_title: Option<String>,
    #[serde(default)]
    pub email: Option<String>,
    #[serde(default)]
    pub phone_number: Option<String>,
    #[serde(default)]
    pub company_name: Option<String>,
}

/// A contact of an event, with its version.
#[derive(Debug, Clone, Deserialize)]
pub struct VersionedContact {
    pub version: i64,
    #[serde(flatten)]
    pub contact: DirectoryContact,
}

fn company_key(contact: &DirectoryContact) -> String {
    NameKey::of(contact.company_name.as_deref().unwrap_or_default()).text()
}

/// Stores a contact as main-api responded, without a version, so that any event replaces it. Ignored if the
/// contact is deleted.
pub async fn upsert_response(
    conn: &mut AsyncPgConnection,
    contact: &DirectoryContact,
) -> QueryResult<()> {
    let columns = (
        contacts::first_name.eq(contact.first_name.clone().unwrap_or_default()),
        contacts::last_name.eq(contact.last_name.clone().unwrap_or_default()),
        contacts::title.eq(contact.title.clone()),
        contacts::job_title.eq(contact.job_title.clone()),
        contacts::email.eq(contact.email.clone().unwrap_or_default()),
        contacts::phone_number.eq(contact.phone_number.clone()),
        contacts::company_name.eq(contact.company_name.clone()),
        contacts::company_key.eq(company_key(contact)),
    );
    let inserted = diesel::insert_into(contacts::table)
        .values((
            contacts::contact_id.eq(contact.contact_id),
            contacts::version.eq(0_i64),
            columns.clone(),
        ))
        .on_conflict_do_nothing()
        .execute(conn)
        .await?;
    if inserted == 0 {
        let stored = contacts::table
            .filter(contacts::contact_id.eq(contact.contact_id))
            .filter(contacts::deleted_at.is_null());
        diesel::update(stored).set(columns).execute(conn).await?;
    }
    Ok(())
}

/// Stores contacts of an event, each once; those are ignored of which a newer version is stored, or which are
/// deleted.
pub async fn upsert_contacts(
    conn: &mut AsyncPgConnection,
    contacts: &[VersionedContact],
) -> QueryResult<()> {
    let rows: Vec<_> = contacts
        .iter()
        .map(|VersionedContact { version, contact }| {
            json!({
                "contact_id": contact.contact_id,
                "version": version,
                "first_name": contact.first_name.as_deref().unwrap_or_default(),
                "last_name": contact.last_name.as_deref().unwrap_or_default(),
                "title": contact.title,
                "job_title": contact.job_title,
                "email": contact.email.as_deref().unwrap_or_default(),
                "phone_number": contact.phone_number,
                "company_name": contact.company_name,
                "company_key": company_key(contact),
            })
        })
        .collect();
    diesel::sql_query(
        "INSERT INTO contacts (contact_id, version, first_name, last_name, title, job_title, email, phone_number, \
            company_name, company_key) \
         SELECT contact_id, version, first_name, last_name, title, job_title, email, phone_number, company_name, company_key \
         FROM jsonb_to_recordset($1) AS n (contact_id uuid, version bigint, first_name text, last_name text, title text, \
            job_title text, email text, phone_number text, company_name text, company_key text) \
         ON CONFLICT (customer_id, contact_id) DO UPDATE \
         SET version = excluded.version, first_name = excluded.first_name, last_name = excluded.last_name, \
            title = excluded.title, job_title = excluded.job_title, email = excluded.email, \
            phone_number = excluded.phone_number, company_name = excluded.company_name, company_key = excluded.company_key \
         WHERE contacts.deleted_at IS NULL AND contacts.version < excluded.version",
    )
    .bind::<Jsonb, _>(Value::Array(rows))
    .execute(conn)
    .await
    .map(drop)
}

/// Replaces contacts by tombstones and removes their links, which are kept for a restoration; returns the
/// properties of the links. Those are ignored of which a newer version is stored, because they were then
/// restored.
pub async fn delete_contacts(
    conn: &mut AsyncPgConnection,
    deleted: &[(ContactId, i64)],
) -> QueryResult<Vec<PropertyId>> {
    let (ids, versions): (Vec<ContactId>, Vec<i64>) = deleted.iter().copied().unzip();
    let emptied = diesel::sql_query(
        "INSERT INTO contacts (contact_id, version, deleted_at) \
         SELECT contact_id, version, now() FROM unnest($1, $2) AS d (contact_id, version) \
         ON CONFLICT (customer_id, contact_id) DO UPDATE \
         SET version = excluded.version, deleted_at = excluded.deleted_at, first_name = '', last_name = '', title = NULL, \
            job_title = NULL, email = '', phone_number = NULL, company_name = NULL, company_key = '' \
         WHERE contacts.version < excluded.version \
         RETURNING contact_id",
    );
    let emptied: Vec<EmptiedContact> = emptied
        .bind::<Array<SqlUuid>, _>(ids)
        .bind::<Array<BigInt>, _>(versions)
        .load(conn)
        .await?;
    if emptied.is_empty() {
        return Ok(Vec::new());
    }
    diesel::sql_query(
        "DELETE FROM removed_property_contacts WHERE removed_at < now() - interval '1 hour'",
    )
    .execute(conn)
    .await?;
    let links = diesel::sql_query(
        "WITH removed AS (DELETE FROM property_contacts WHERE contact_id = ANY ($1) RETURNING *)
         INSERT INTO removed_property_contacts (property_id, contact_id, linked_at)
         SELECT property_id, contact_id, linked_at FROM removed
         RETURNING property_id",
    );
    let emptied: Vec<_> = emptied.into_iter().map(|row| row.contact_id).collect();
    let links: Vec<LinkedProperty> = links.bind::<Array<SqlUuid>, _>(emptied).load(conn).await?;
    Ok(once_each(links))
}

#[derive(Debug, QueryableByName)]
struct EmptiedContact {
    #[diesel(sql_type = SqlUuid)]
    contact_id: ContactId,
}

#[derive(Debug, QueryableByName)]
struct LinkedProperty {
    #[diesel(sql_type = SqlUuid)]
    property_id: PropertyId,
}

/// In the order of the ids.
fn once_each(links: Vec<LinkedProperty>) -> Vec<PropertyId> {
    let mut properties: Vec<_> = links.into_iter().map(|link| link.property_id).collect();
    properties.sort_unstable();
    properties.dedup();
    properties
}

/// Removes tombstones older than these versions, because the contacts were restored in the directory.
/// Restores their links; returns their properties.
pub async fn restore_contacts(
    conn: &mut AsyncPgConnection,
    contacts: &[VersionedContact],
) -> QueryResult<Vec<PropertyId>> {
    let (ids, versions): (Vec<ContactId>, Vec<i64>) = contacts
        .iter()
        .map(|one| (one.contact.contact_id, one.version))
        .unzip();
    let links: Vec<LinkedProperty> = diesel::sql_query(
        "WITH restored AS (
             UPDATE contacts c SET deleted_at = NULL FROM unnest($1, $2) AS n (contact_id, version)
             WHERE c.contact_id = n.contact_id AND c.deleted_at IS NOT NULL AND c.version < n.version
             RETURNING c.contact_id),
         kept AS (
             DELETE FROM removed_property_contacts r USING restored
             WHERE r.contact_id = restored.contact_id RETURNING r.*)
         INSERT INTO property_contacts (property_id, contact_id, linked_at)
         SELECT property_id, contact_id, linked_at FROM kept
         ON CONFLICT DO NOTHING
         RETURNING property_id",
    )
    .bind::<Array<SqlUuid>, _>(ids)
    .bind::<Array<BigInt>, _>(versions)
    .load(conn)
    .await?;
    Ok(once_each(links))
}

/// Deleted contacts are not found.
pub async fn find_contact(
    conn: &mut AsyncPgConnection,
    contact_id: ContactId,
) -> QueryResult<Option<ContactRow>> {
    contacts::table
        .filter(contacts::contact_id.eq(contact_id))
        .filter(contacts::deleted_at.is_null())
        .select(ContactRow::as_select())
        .first(conn)
        .await
        .optional()
}

pub async fn is_deleted(conn: &mut AsyncPgConnection, contact_id: ContactId) -> QueryResult<bool> {
    let deleted = contacts::table
        .filter(contacts::contact_id.eq(contact_id))
        .filter(contacts::deleted_at.is_not_null());
    diesel::select(diesel::dsl::exists(deleted))
        .get_result(conn)
        .await
}

/// By name; unknown ones are omitted.
pub async fn list_contacts_by_name(
    conn: &mut AsyncPgConnection,
    ids: &[ContactId],
) -> QueryResult<Vec<ContactRow>> {
    contacts::table
        .filter(contacts::contact_id.eq_any(ids))
        .filter(contacts::deleted_at.is_null())
        .order((
            contacts::last_name,
            contacts::first_name,
            contacts::contact_id,
        ))
        .select(ContactRow::as_select())
        .load(conn)
        .await
}

/// In this order; unknown ones are omitted.
pub async fn list_contacts(
    conn: &mut AsyncPgConnection,
    ids: &[ContactId],
) -> QueryResult<Vec<ContactRow>> {
    let mut rows: Vec<ContactRow> = contacts::table
        .filter(contacts::contact_id.eq_any(ids))
        .filter(contacts::deleted_at.is_null())
        .select(ContactRow::as_select())
        .load(conn)
        .await?;
    rows.sort_by_key(|row| ids.iter().position(|id| *id == row.contact_id));
    Ok(rows)
}
