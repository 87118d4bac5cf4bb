//! Contact and company operations, one transaction each.

use auth::CurrentUser;
use db::AsyncPgConnection;
use diesel::QueryResult;
use domain::{CompanyId, ContactId};
use http_kit::ApiError;

use super::contact_list::Conditions;
use super::domain::{CheckedCompany, CheckedContact};
use super::dto::{
    Company, CompanyFields, CompanyFilter, CompanyFilters, CompanyTotals, Contact, ContactFields,
    ContactFilter, UpdateCompanyRequest, UpdateContactRequest,
};
use super::store::{self, CompanyRow, ContactRow};
use super::{DirectoryError, company_list, contact_list, events};
use crate::dashboard;
use crate::search::{ListRequest, ListRows};
use crate::state::AppState;

/// Path of the screen with a contact open.
pub fn contact_link(id: ContactId) -> String {
    format!("/contacts?contact_id={id}")
}

/// Path of the screen with a company open.
pub fn company_link(id: CompanyId) -> String {
    format!("/companies?company_id={id}")
}

fn name_of(contact: &Contact) -> String {
    format!("{} {}", contact.first_name, contact.last_name)
}

/// Records what was done, with the path of the screen that shows it.
async fn report(
    conn: &mut AsyncPgConnection,
    user: &CurrentUser,
    kind: &str,
    text: &str,
    link: &str,
) -> QueryResult<()> {
    let actor = Some(user.user_id);
    dashboard::store::insert_activity(conn, kind, text, Some(link), actor)
        .await
        .map(drop)
}

pub async fn list_contacts(
    state: &AppState,
    user: &CurrentUser,
    request: &ListRequest,
    only: Option<ContactId>,
    filter: ContactFilter,
    exact: bool,
) -> Result<ListRows<ContactRow>, DirectoryError> {
    let conditions = Conditions::from(filter);
    Ok(db::tenant_tx(&state.pool, user.customer_id, async |conn| {
        contact_list::list_contacts(conn, request, only, &conditions, exact).await
    })
    .await?)
}

pub async fn list_tags(
    state: &AppState,
    user: &CurrentUser,
) -> Result<Vec<String>, DirectoryError> {
    Ok(db::tenant_tx(&state.pool, user.customer_id, async |conn| {
        contact_list::list_tags(conn).await
    })
    .await?)
}

pub async fn add_contact(
    state: &AppState,
    user: &CurrentUser,
    contact: CheckedContact,
) -> Result<Contact, DirectoryError> {
    db::tenant_tx(&state.pool, user.customer_id, async |conn| {
        let contact: Contact = store::insert_contact(conn, &contact).await?.into();
        events::contact(conn, user.customer_id, user.user_id, "created", &contact).await?;
        let text = format!("{} was added to the contacts.", name_of(&contact));
        let link = contact_link(contact.contact_id);
        report(conn, user, "contact.created", &text, &link).await?;
        Ok(contact)
    })
    .await
}

/// Absent fields stay unchanged.
pub async fn update_contact(
    state: &AppState,
    user: &CurrentUser,
    change: UpdateContactRequest,
) -> Result<Contact, ApiError> {
    let id = change.contact_id;
    db::tenant_tx(&state.pool, user.customer_id, async |conn| {
        let row = store::find_contact_for_update(conn, id)
            .await?
            .ok_or(DirectoryError::NoContact)?;
        if change.version.is_some_and(|seen| seen != row.version) {
            return Err(DirectoryError::ContactChanged(row.version).into());
        }
        let assigned_before = row.fields.assigned_to.clone();
        let mut fields = ContactFields::from(row.fields);
        change.apply(&mut fields);
        let contact: Contact = store::update_contact(conn, id, &CheckedContact::try_from(fields)?)
            .await?
            .into();
        events::contact(conn, user.customer_id, user.user_id, "updated", &contact).await?;
        // Of the fields of a contact, the person is the only one whose change is an activity.
        if contact.assigned_to != assigned_before {
            let person = contact.assigned_to.as_deref().unwrap_or("nobody");
            let text = format!("{} was assigned to {person}.", name_of(&contact));
            report(conn, user, "contact.assigned", &text, &contact_link(id)).await?;
        }
        Ok::<_, ApiError>(contact)
    })
    .await
}

pub async fn delete_contact(
    state: &AppState,
    user: &CurrentUser,
    id: ContactId,
) -> Result<(), DirectoryError> {
    db::tenant_tx(&state.pool, user.customer_id, async |conn| {
        let row = store::find_contact_for_update(conn, id)
            .await?
            .ok_or(DirectoryError::NoContact)?;
        store::delete_contacts(conn, &[id]).await?;
        let version = row.version + 1;
        events::deleted(conn, user.customer_id, user.user_id, id, version).await?;
        let text = format!("{} was removed from the contacts.", name_of(&row.into()));
        report(conn, user, "contact.deleted", &text, "/contacts").await?;
        Ok(())
    })
    .await
}

/// Restores a removed contact; consumers see an ordinary change.
pub async fn restore_contact(
    state: &AppState,
    user: &CurrentUser,
    id: ContactId,
) -> Result<Contact, DirectoryError> {
    db::tenant_tx(&state.pool, user.customer_id, async |conn| {
        // A contact that was not removed is found by its id too, but not restored.
        if store::find_contact_for_update(conn, id).await?.is_some() {
            return Err(DirectoryError::NoContact);
        }
        let restored = store::restore_contacts(conn, &[id]).await?.pop();
        let contact: Contact = restored.ok_or(DirectoryError::NoContact)?.into();
        events::contact(conn, user.customer_id, user.user_id, "updated", &contact).await?;
        let text = format!("{} was restored to the contacts.", name_of(&contact));
        report(conn, user, "contact.restored", &text, &contact_link(id)).await?;
        Ok(contact)
    })
    .await
}

pub async fn list_companies(
    state: &AppState,
    user: &CurrentUser,
    request: &ListRequest,
    only: Option<CompanyId>,
    filter: &CompanyFilter,
) -> Result<(ListRows<(CompanyRow, i64)>, Option<CompanyTotals>), DirectoryError> {
    Ok(db::tenant_tx(&state.pool, user.customer_id, async |conn| {
        let rows = company_list::list_companies(conn, request, only, filter).await?;
        let totals = match (only, &request.after) {
            (None, None) => Some(company_list::read_totals(conn, filter).await?),
            _ => None,
        };
        Ok::<_, diesel::result::Error>((rows, totals))
    })
    .await?)
}

pub async fn list_company_filters(
    state: &AppState,
    user: &CurrentUser,
) -> Result<CompanyFilters, DirectoryError> {
    Ok(db::tenant_tx(&state.pool, user.customer_id, async |conn| {
        company_list::list_filters(conn).await
    })
    .await?)
}

pub async fn add_company(
    state: &AppState,
    user: &CurrentUser,
    company: CheckedCompany,
) -> Result<Company, DirectoryError> {
    db::tenant_tx(&state.pool, user.customer_id, async |conn| {
        let company: Company = store::insert_company(conn, &company).await?.into();
        let text = format!("{} was added to the companies.", company.company_name);
        let link = company_link(company.company_id);
        report(conn, user, "company.created", &text, &link).await?;
        Ok(company)
    })
    .await
}

/// Absent fields stay unchanged.
pub async fn update_company(
    state: &AppState,
    user: &CurrentUser,
    change: UpdateCompanyRequest,
) -> Result<Company, ApiError> {
    let id = change.company_id;
    db::tenant_tx(&state.pool, user.customer_id, async |conn| {
        let row = store::find_company_for_update(conn, id)
            .await?
            .ok_or(DirectoryError::NoCompany)?;
        if change.version.is_some_and(|seen| seen != row.version) {
            return Err(DirectoryError::CompanyChanged(row.version).into());
        }
        let mut fields = CompanyFields::from(row);
        change.apply(&mut fields);
        let company = CheckedCompany::try_from(fields)?;
        let updated = store::update_company(conn, id, &company).await;
        Ok::<_, ApiError>(updated.map_err(DirectoryError::from)?.into())
    })
    .await
}
