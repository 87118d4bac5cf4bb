//! Who a campaign goes to.

use std::collections::HashSet;

use db::AsyncPgConnection;
use diesel::QueryResult;
use domain::Email;

use super::domain::{Person, chosen_people, people};
use super::dto::CreateCampaignRequest;
use super::store::{self, Audience};
use crate::contacts::store as contacts;
use crate::mail::store as mails;

/// The selected people with an address, and which of them are suppressed.
pub async fn choose(
    conn: &mut AsyncPgConnection,
    request: &CreateCampaignRequest,
    audience: Audience<'_>,
) -> QueryResult<(Vec<Person>, Vec<String>)> {
    let Found {
        mut people,
        suppressed,
        ..
    } = find_people(conn, audience).await?;
    let chosen = |person: &Person| {
        let wanted = request.contact_ids.as_ref();
        wanted.is_none_or(|ids| ids.contains(&person.contact_id))
    };
    people.retain(|person| person.email.is_some() && chosen(person));
    Ok((people, suppressed))
}

/// Who could be written to.
pub struct Found {
    pub people: Vec<Person>,
    /// Normalized addresses that are on the suppression list.
    pub suppressed: Vec<String>,
    /// Contacts left out, because another one has their address.
    pub duplicates: usize,
    /// Chosen contacts that do not exist.
    pub missing: usize,
}

/// People of an audience, each address once.
pub async fn find_people(
    conn: &mut AsyncPgConnection,
    audience: Audience<'_>,
) -> QueryResult<Found> {
    let (people, contacts, chosen) = match audience {
        Audience::Owners(owners) => {
            let rows = store::list_owner_contacts(conn, owners).await?;
            let contacts: HashSet<_> = rows.iter().map(|row| row.contact_id).collect();
            (people(&rows), contacts.len(), contacts.len())
        }
        Audience::Contacts(ids) => {
            let chosen: HashSet<_> = ids.iter().collect();
            let rows = contacts::list_contacts_by_name(conn, ids).await?;
            let found = rows.len();
            (chosen_people(rows), found, chosen.len())
        }
    };
    let keys: Vec<String> = people
        .iter()
        .filter_map(|person| person.email.as_ref().map(Email::key))
        .collect();
    Ok(Found {
        suppressed: mails::list_suppressed(conn, &keys).await?,
        duplicates: contacts - people.len(),
        missing: chosen - contacts,
        people,
    })
}
