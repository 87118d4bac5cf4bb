//! Queries of the read copy.

use db::AsyncPgConnection;
use diesel::dsl::now;
use diesel::prelude::*;
use diesel::sql_types::Uuid as SqlUuid;
use diesel_async::RunQueryDsl;
use domain::{ContactId, PropertyId};
use serde::Deserialize;

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

/// Stores a contact at `version`; ignored if the stored version is newer or the contact deleted.
/// `version` 0 marks a response of main-api, which any event replaces.
pub async fn upsert_contact(
    conn: &mut AsyncPgConnection,
    contact: &DirectoryContact,
    version: i64,
) -> QueryResult<bool> {
    let company_key = NameKey::of(contact.company_name.as_deref().unwrap_or_default()).text();
    let columns = (
        contacts::first_name.eq(contact.first_name.clone().unwrap_or_default()),
        contacts::last_name.eq(contact.last_name.clone().unwrap_or_default()),
        contacts::title.eq(contact.title.clone()),
        contacts::job_title.eq(contact.job_title.clone()),
        contacts::email.eq(contact.email.clone().unwrap_or_default()),
        contacts::phone_number.eq(contact.phone_number.clone()),
        contacts::company_name.eq(contact.company_name.clone()),
        contacts::company_key.eq(company_key),
    );
    let inserted = diesel::insert_into(contacts::table)
        .values((
            contacts::contact_id.eq(contact.contact_id),
            contacts::version.eq(version),
            columns.clone(),
        ))
        .on_conflict_do_nothing()
        .execute(conn)
        .await?;
    if inserted == 1 {
        return Ok(true);
    }
    let stored = contacts::table
        .filter(contacts::contact_id.eq(contact.contact_id))
        .filter(contacts::deleted_at.is_null());
    let changed = match version {
        0 => diesel::update(stored).set(columns).execute(conn).await?,
        _ => {
            diesel::update(stored.filter(contacts::version.lt(version)))
                .set((columns, contacts::version.eq(version)))
                .execute(conn)
                .await?
        }
    };
    Ok(changed == 1)
}

/// Replaces a contact by a tombstone and removes its links, which are kept for a restoration.
/// Ignored if the stored version is newer, because the contact was then restored.
pub async fn delete_contact(
    conn: &mut AsyncPgConnection,
    contact_id: ContactId,
    version: i64,
) -> QueryResult<Vec<PropertyId>> {
    // The condition of an upsert is not in the prelude.
    use diesel::query_dsl::methods::FilterDsl as _;

    let emptied = diesel::insert_into(contacts::table)
        .values((
            contacts::contact_id.eq(contact_id),
            contacts::version.eq(version),
            contacts::deleted_at.eq(now),
        ))
        .on_conflict((contacts::customer_id, contacts::contact_id))
        .do_update()
        .set((
            contacts::version.eq(version),
            contacts::deleted_at.eq(now),
            contacts::first_name.eq(""),
            contacts::last_name.eq(""),
            contacts::title.eq(None::<String>),
            contacts::job_title.eq(None::<String>),
            contacts::email.eq(""),
            contacts::phone_number.eq(None::<String>),
            contacts::company_name.eq(None::<String>),
            contacts::company_key.eq(""),
        ))
        .filter(contacts::version.lt(version))
        .execute(conn)
        .await?;
    if emptied == 0 {
        return Ok(Vec::new());
    }
    diesel::sql_query(
        "DELETE FROM removed_property_contacts WHERE removed_at < now() - interval '1 hour'",
    )
    .execute(conn)
    .await?;
    let links = diesel::sql_query(
        "WITH removed AS (DELETE FROM property_contacts WHERE contact_id = $1 RETURNING *)
         INSERT INTO removed_property_contacts (property_id, contact_id, linked_at)
         SELECT property_id, contact_id, linked_at FROM removed
         RETURNING property_id",
    );
    let links: Vec<LinkedProperty> = links.bind::<SqlUuid, _>(contact_id).load(conn).await?;
    Ok(links.into_iter().map(|link| link.property_id).collect())
}

#[derive(Debug, QueryableByName)]
struct LinkedProperty {
    #[diesel(sql_type = SqlUuid)]
    property_id: PropertyId,
}

/// Removes a tombstone older than `version`, because the contact was restored in the directory.
/// Restores its links; returns their properties.
pub async fn restore_contact(
    conn: &mut AsyncPgConnection,
    contact_id: ContactId,
    version: i64,
) -> QueryResult<Vec<PropertyId>> {
    let tombstone = contacts::table
        .filter(contacts::contact_id.eq(contact_id))
        .filter(contacts::deleted_at.is_not_null())
        .filter(contacts::version.lt(version));
    let restored = diesel::update(tombstone)
        .set(contacts::deleted_at.eq(None::<chrono::DateTime<chrono::Utc>>))
        .execute(conn)
        .await?;
    if restored == 0 {
        return Ok(Vec::new());
    }
    let links = diesel::sql_query(
        "WITH kept AS (DELETE FROM removed_property_contacts WHERE contact_id = $1 RETURNING *)
         INSERT INTO property_contacts (property_id, contact_id, linked_at)
         SELECT property_id, contact_id, linked_at FROM kept
         ON CONFLICT DO NOTHING
         RETURNING property_id",
    );
    let links: Vec<LinkedProperty> = links.bind::<SqlUuid, _>(contact_id).load(conn).await?;
    Ok(links.into_iter().map(|link| link.property_id).collect())
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
