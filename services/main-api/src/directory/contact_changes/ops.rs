//! Changes many contacts and undoes it, one transaction each.

use std::collections::{HashMap, HashSet};

use auth::CurrentUser;
use db::AsyncPgConnection;
use diesel::QueryResult;
use domain::tags::{self, TagChange, TooManyTags};
use domain::{ContactCommandId, ContactId};
use uuid::Uuid;

use super::domain::{self as rules, Edit, Fields, MAX_CONTACTS};
use super::dto::{
    ChangeContactsRequest, ContactLeft, ContactsChange, ContactsChanged, ContactsRestored,
};
use super::store::{self as commands, FieldsOf, ItemRow};
use crate::directory::contact_list::{self, Conditions};
use crate::directory::dto::Contact;
use crate::directory::ops::contact_link;
use crate::directory::store::{self, ContactRow};
use crate::directory::{DirectoryError, events};
use crate::state::AppState;
use crate::{dashboard, users};

/// Changes or removes contacts, and keeps how they were.
pub async fn change_contacts(
    state: &AppState,
    user: &CurrentUser,
    request: ChangeContactsRequest,
) -> Result<ContactsChanged, DirectoryError> {
    db::tenant_tx(&state.pool, user.customer_id, async |conn| {
        let ids = chosen(conn, &request).await?;
        let rows = commands::lock_fields(conn, &ids).await?;
        if rows.is_empty() {
            return Err(DirectoryError::NoContact);
        }
        let (found, not_found) = (rows.len(), ids.len() - rows.len());
        let (before, removed, sentence) = match edit_of(conn, request.change).await? {
            None => {
                remove(conn, user, &rows).await?;
                let count = rows.len();
                let of = if count == 1 {
                    "contact was"
                } else {
                    "contacts were"
                };
                (rows, true, format!("{count} {of} removed."))
            }
            Some(edit) => {
                let before = set(conn, user, &edit, rows).await?;
                let sentence = edit.sentence(before.len());
                (before, false, sentence)
            }
        };
        let changed = before.len();
        let mut outcome = ContactsChanged {
            command_id: None,
            changed,
            unchanged: found - changed,
            not_found,
        };
        if changed > 0 {
            let command_id = ContactCommandId(Uuid::now_v7());
            commands::insert_command(conn, command_id, user.user_id, removed).await?;
            for some in before.chunks(PORTION) {
                commands::insert_items(conn, command_id, some).await?;
            }
            let link = match before.as_slice() {
                [one] if !removed => contact_link(one.contact_id),
                _ => "/contacts".to_owned(),
            };
            let (kind, actor) = ("contacts.changed", Some(user.user_id));
            dashboard::store::insert_activity(conn, kind, &sentence, Some(&link), actor).await?;
            outcome.command_id = Some(command_id);
        }
        Ok(outcome)
    })
    .await
}

/// One more than [`MAX_CONTACTS`].
const ONE_MORE: i32 = 50_001;
/// Contacts of one statement and of one event: each stays well within the time limit of statements and the size
/// of a message.
const PORTION: usize = 500;

/// The ids of a request: those given, or those that match its filter.
async fn chosen(
    conn: &mut AsyncPgConnection,
    request: &ChangeContactsRequest,
) -> Result<Vec<ContactId>, DirectoryError> {
    let too_many = |field| {
        let sentence = "At most 50,000 contacts can be changed at once.";
        Err(DirectoryError::Field(field, sentence.to_owned()))
    };
    if let Some(ids) = &request.contact_ids {
        let mut ids = ids.clone();
        ids.sort_unstable();
        ids.dedup();
        return match ids.len() {
            0 => Err(DirectoryError::Field(
                "contact_ids",
                "Select a contact.".to_owned(),
            )),
            1..=MAX_CONTACTS => Ok(ids),
            _ => too_many("contact_ids"),
        };
    }
    let Some(filter) = request.filter.clone() else {
        let sentence = "Select contacts, or name a filter.".to_owned();
        return Err(DirectoryError::Field("contact_ids", sentence));
    };
    let ids = contact_list::find_contacts(conn, &Conditions::from(filter), ONE_MORE).await?;
    if ids.len() > MAX_CONTACTS {
        return too_many("filter");
    }
    if request.seen != Some(ids.len()) {
        return Err(DirectoryError::ListChanged {
            count: ids.len(),
            seen: request.seen,
        });
    }
    Ok(ids)
}

/// The checked change of fields; none when the contacts are to be removed.
async fn edit_of(
    conn: &mut AsyncPgConnection,
    change: ContactsChange,
) -> Result<Option<Edit>, DirectoryError> {
    let read = |tags: &[String]| tags::checked(tags).map_err(DirectoryError::tags);
    Ok(Some(match change {
        ContactsChange::Remove => return Ok(None),
        ContactsChange::AddTags { tags } => Edit::Tags(TagChange::Add(read(&tags)?)),
        ContactsChange::RemoveTags { tags } => Edit::Tags(TagChange::Remove(read(&tags)?)),
        ContactsChange::SetCompany { company_name } => {
            Edit::SetCompany(rules::company(company_name)?)
        }
        ContactsChange::Assign { user_id: None } => Edit::Assign(None),
        ContactsChange::Assign { user_id: Some(id) } => {
            let person = users::store::find_user(conn, id).await?;
            let person = person.filter(|row| row.active).ok_or_else(|| {
                let sentence = "This person is not in the firm.".to_owned();
                DirectoryError::Field("change.user_id", sentence)
            })?;
            Edit::Assign(Some(users::dto::FirmPerson::from(person).name))
        }
    }))
}

/// Writes a change of fields; returns the contacts that it changed, as they were.
async fn set(
    conn: &mut AsyncPgConnection,
    user: &CurrentUser,
    edit: &Edit,
    rows: Vec<FieldsOf>,
) -> Result<Vec<FieldsOf>, DirectoryError> {
    let (mut before, mut after, mut full) = (Vec::new(), Vec::new(), 0);
    for row in rows {
        match edit.apply(&row.fields) {
            Err(TooManyTags) => full += 1,
            Ok(fields) if fields == row.fields => {}
            Ok(fields) => {
                after.push(FieldsOf { fields, ..row });
                before.push(row);
            }
        }
    }
    if full > 0 {
        let of = if full == 1 { "contact" } else { "contacts" };
        let sentence = format!("{full} {of} would have more than 20 tags.");
        return Err(DirectoryError::Field("change.tags", sentence));
    }
    write(conn, user, &after).await?;
    Ok(before)
}

/// Sets fields, and publishes the contacts.
async fn write(
    conn: &mut AsyncPgConnection,
    user: &CurrentUser,
    after: &[FieldsOf],
) -> Result<(), DirectoryError> {
    for some in after.chunks(PORTION) {
        commands::write(conn, some).await?;
        let ids: Vec<_> = some.iter().map(|row| row.contact_id).collect();
        let contacts = store::lock_contacts(conn, &ids).await?;
        tell_updated(conn, user, contacts).await?;
    }
    Ok(())
}

async fn tell_updated(
    conn: &mut AsyncPgConnection,
    user: &CurrentUser,
    rows: Vec<ContactRow>,
) -> QueryResult<()> {
    let contacts: Vec<_> = rows.into_iter().map(Contact::from).collect();
    events::many_updated(conn, user.customer_id, user.user_id, &contacts).await
}

async fn remove(
    conn: &mut AsyncPgConnection,
    user: &CurrentUser,
    rows: &[FieldsOf],
) -> Result<(), DirectoryError> {
    for some in rows.chunks(PORTION) {
        let ids: Vec<_> = some.iter().map(|row| row.contact_id).collect();
        store::delete_contacts(conn, &ids).await?;
        let removed: Vec<_> = some
            .iter()
            .map(|row| (row.contact_id, row.version + 1))
            .collect();
        events::many_deleted(conn, user.customer_id, user.user_id, &removed).await?;
    }
    Ok(())
}

/// Sets the contacts of a command back where nothing was changed since, or restores those that it
/// removed. A command is undone once.
pub async fn undo_change_contacts(
    state: &AppState,
    user: &CurrentUser,
    command_id: ContactCommandId,
) -> Result<ContactsRestored, DirectoryError> {
    db::tenant_tx(&state.pool, user.customer_id, async |conn| {
        let removed = commands::find_command_for_update(conn, command_id)
            .await?
            .ok_or(DirectoryError::NoCommand)?;
        let items = commands::list_items(conn, command_id).await?;
        commands::delete_command(conn, command_id).await?;
        if removed {
            restore(conn, user, &items).await
        } else {
            set_back(conn, user, items).await
        }
    })
    .await
}

async fn restore(
    conn: &mut AsyncPgConnection,
    user: &CurrentUser,
    items: &[ItemRow],
) -> Result<ContactsRestored, DirectoryError> {
    let ids: Vec<_> = items.iter().map(|item| item.contact_id).collect();
    let there = commands::lock_fields(conn, &ids).await?;
    let there: HashSet<_> = there.iter().map(|row| row.contact_id).collect();
    let (mut missing, mut left) = (Vec::new(), Vec::new());
    for id in ids {
        if there.contains(&id) {
            left.push(ContactLeft::new(id, "It was restored meanwhile."));
        } else {
            missing.push(id);
        }
    }
    let mut restored = 0;
    for some in missing.chunks(PORTION) {
        let rows = store::restore_contacts(conn, some).await?;
        restored += rows.len();
        tell_updated(conn, user, rows).await?;
    }
    Ok(ContactsRestored { restored, left })
}

async fn set_back(
    conn: &mut AsyncPgConnection,
    user: &CurrentUser,
    items: Vec<ItemRow>,
) -> Result<ContactsRestored, DirectoryError> {
    let ids: Vec<_> = items.iter().map(|item| item.contact_id).collect();
    let rows = commands::lock_fields(conn, &ids).await?;
    let versions: HashMap<_, _> = rows
        .iter()
        .map(|row| (row.contact_id, row.version))
        .collect();
    let (mut after, mut left) = (Vec::new(), Vec::new());
    for item in items {
        let id = item.contact_id;
        match versions.get(&id) {
            None => left.push(ContactLeft::new(id, "It was removed meanwhile.")),
            Some(version) if *version != item.version_after => {
                left.push(ContactLeft::new(id, "It was changed meanwhile."));
            }
            Some(_) => after.push(FieldsOf::from(item)),
        }
    }
    write(conn, user, &after).await?;
    Ok(ContactsRestored {
        restored: after.len(),
        left,
    })
}

impl ContactLeft {
    fn new(contact_id: ContactId, sentence: &str) -> Self {
        Self {
            contact_id,
            sentence: sentence.to_owned(),
        }
    }
}

impl From<ItemRow> for FieldsOf {
    fn from(item: ItemRow) -> Self {
        Self {
            contact_id: item.contact_id,
            version: item.version_after,
            fields: Fields {
                tags: item.tags,
                assigned_to: item.assigned_to,
                company_name: item.company_name,
            },
        }
    }
}
