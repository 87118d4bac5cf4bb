//! Changes many companies and undoes it, one transaction each.

use auth::CurrentUser;
use db::AsyncPgConnection;
use diesel::QueryResult;
use domain::tags::{self, TagChange, TooManyTags};
use domain::{CompanyCommandId, CompanyId};
use uuid::Uuid;

use super::domain::{Edit, Person, industry};
use super::dto::{
    ChangeCompaniesRequest, CompaniesChange, CompaniesChanged, CompaniesRestored, CompanyLeft,
};
use super::store::{self, KeptCompany};
use crate::directory::ops::company_link;
use crate::directory::store::CompanyRow;
use crate::directory::{DirectoryError, company_list};
use crate::search::non_blank;
use crate::state::AppState;
use crate::{dashboard, users};

/// Most companies of one change.
const MAX_COMPANIES: usize = 50_000;
const ONE_MORE: i64 = 50_001;

/// Changes or removes companies, and keeps how they were.
pub async fn change_companies(
    state: &AppState,
    user: &CurrentUser,
    request: ChangeCompaniesRequest,
) -> Result<CompaniesChanged, DirectoryError> {
    db::tenant_tx(&state.pool, user.customer_id, async |conn| {
        let edit = edit_of(conn, &request.change).await?;
        let ids = chosen(conn, &request).await?;
        let rows = store::lock(conn, &ids).await?;
        if rows.is_empty() {
            return Err(DirectoryError::NoCompany);
        }
        let (found, not_found) = (rows.len(), ids.len() - rows.len());
        let (ids, command_id) = match &edit {
            None => remove(conn, user, &rows).await?,
            Some(Edit::Tags(change)) => tag(conn, user, change, &rows).await?,
            Some(Edit::Industry(industry)) => {
                set_industry(conn, user, industry.as_deref(), &rows).await?
            }
            Some(Edit::Assign(person)) => assign(conn, user, person.as_ref(), &rows).await?,
        };
        let changed = ids.len();
        if changed > 0 {
            let sentence = match &edit {
                Some(edit) => edit.sentence(changed),
                None if changed == 1 => "1 company was removed.".to_owned(),
                None => format!("{changed} companies were removed."),
            };
            let link = match ids.as_slice() {
                [one] if edit.is_some() => company_link(*one),
                _ => "/companies".to_owned(),
            };
            let (kind, actor) = ("companies.changed", Some(user.user_id));
            dashboard::store::insert_activity(conn, kind, &sentence, Some(&link), actor).await?;
        }
        Ok(CompaniesChanged {
            command_id,
            changed,
            unchanged: found - changed,
            not_found,
        })
    })
    .await
}

/// The checked change of fields; none when the companies are to be removed.
async fn edit_of(
    conn: &mut AsyncPgConnection,
    change: &CompaniesChange,
) -> Result<Option<Edit>, DirectoryError> {
    let read = |tags: &[String]| tags::checked(tags).map_err(DirectoryError::tags);
    Ok(Some(match change {
        CompaniesChange::Remove => return Ok(None),
        CompaniesChange::AddTags { tags } => Edit::Tags(TagChange::Add(read(tags)?)),
        CompaniesChange::RemoveTags { tags } => Edit::Tags(TagChange::Remove(read(tags)?)),
        CompaniesChange::SetIndustry { industry: to } => Edit::Industry(industry(to.clone())?),
        CompaniesChange::Assign { user_id: None } => Edit::Assign(None),
        CompaniesChange::Assign { user_id: Some(id) } => {
            let person = users::store::find_user(conn, *id).await?;
            let person = person.filter(|row| row.active).ok_or_else(|| {
                let sentence = "This person is not in the firm.".to_owned();
                DirectoryError::Field("change.user_id", sentence)
            })?;
            Edit::Assign(Some(Person {
                user_id: *id,
                name: users::dto::FirmPerson::from(person).name,
            }))
        }
    }))
}

/// The ids of a request: those given, or those that match its filter.
async fn chosen(
    conn: &mut AsyncPgConnection,
    request: &ChangeCompaniesRequest,
) -> Result<Vec<CompanyId>, DirectoryError> {
    let refused = |field, sentence: &str| Err(DirectoryError::Field(field, sentence.to_owned()));
    let too_many = "At most 50,000 companies can be changed at once.";
    if let Some(ids) = &request.company_ids {
        let mut ids = ids.clone();
        ids.sort_unstable();
        ids.dedup();
        return match ids.len() {
            0 => refused("company_ids", "Select a company."),
            1..=MAX_COMPANIES => Ok(ids),
            _ => refused("company_ids", too_many),
        };
    }
    let Some(mut filter) = request.filter.clone() else {
        return refused("company_ids", "Select companies, or name a filter.");
    };
    filter.q = non_blank(filter.q);
    let order = crate::directory::dto::CompanySort::default().into();
    let ids = company_list::list_ids(conn, order, None, &filter, ONE_MORE).await?;
    if ids.len() > MAX_COMPANIES {
        return refused("filter", too_many);
    }
    if request.seen != Some(ids.len()) {
        return Err(DirectoryError::CompanyListChanged {
            count: ids.len(),
            seen: request.seen,
        });
    }
    Ok(ids)
}

/// The removed companies.
async fn remove(
    conn: &mut AsyncPgConnection,
    user: &CurrentUser,
    rows: &[CompanyRow],
) -> Result<(Vec<CompanyId>, Option<CompanyCommandId>), DirectoryError> {
    let ids: Vec<_> = rows.iter().map(|row| row.company_id).collect();
    let command_id = CompanyCommandId(Uuid::now_v7());
    store::insert_command(conn, command_id, user.user_id, true, &ids).await?;
    store::delete(conn, &ids).await?;
    Ok((ids, Some(command_id)))
}

/// The companies that it changed.
async fn tag(
    conn: &mut AsyncPgConnection,
    user: &CurrentUser,
    change: &TagChange,
    rows: &[CompanyRow],
) -> Result<(Vec<CompanyId>, Option<CompanyCommandId>), DirectoryError> {
    let (mut after, mut full) = (Vec::new(), 0);
    for row in rows {
        match change.apply(row.tags.as_deref()) {
            Err(TooManyTags) => full += 1,
            Ok(tags) if tags == row.tags => {}
            Ok(tags) => after.push((row.company_id, tags)),
        }
    }
    if full > 0 {
        let of = if full == 1 { "company" } else { "companies" };
        let sentence = format!("{full} {of} would have more than 20 tags.");
        return Err(DirectoryError::Field("change.tags", sentence));
    }
    let ids: Vec<_> = after.iter().map(|(id, _)| *id).collect();
    let command_id = keep(conn, user, &ids).await?;
    store::set_tags(conn, &after).await?;
    Ok((ids, command_id))
}

async fn set_industry(
    conn: &mut AsyncPgConnection,
    user: &CurrentUser,
    industry: Option<&str>,
    rows: &[CompanyRow],
) -> Result<(Vec<CompanyId>, Option<CompanyCommandId>), DirectoryError> {
    let others = rows
        .iter()
        .filter(|row| row.industry.as_deref() != industry);
    let ids: Vec<_> = others.map(|row| row.company_id).collect();
    let command_id = keep(conn, user, &ids).await?;
    store::set_industry(conn, &ids, industry).await?;
    Ok((ids, command_id))
}

async fn assign(
    conn: &mut AsyncPgConnection,
    user: &CurrentUser,
    person: Option<&Person>,
    rows: &[CompanyRow],
) -> Result<(Vec<CompanyId>, Option<CompanyCommandId>), DirectoryError> {
    let to = person.map(|person| person.user_id);
    let others = rows.iter().filter(|row| row.assigned_to != to);
    let ids: Vec<_> = others.map(|row| row.company_id).collect();
    let command_id = keep(conn, user, &ids).await?;
    let name = person.map(|person| person.name.as_str());
    store::set_person(conn, &ids, to, name).await?;
    Ok((ids, command_id))
}

/// Keeps companies as they are before they are changed, unless there are none.
async fn keep(
    conn: &mut AsyncPgConnection,
    user: &CurrentUser,
    ids: &[CompanyId],
) -> QueryResult<Option<CompanyCommandId>> {
    if ids.is_empty() {
        return Ok(None);
    }
    let command_id = CompanyCommandId(Uuid::now_v7());
    store::insert_command(conn, command_id, user.user_id, false, ids).await?;
    Ok(Some(command_id))
}

/// Sets the companies of a command back where nothing was changed since, or restores those that it
/// removed. A command is undone once.
pub async fn undo_change_companies(
    state: &AppState,
    user: &CurrentUser,
    command_id: CompanyCommandId,
) -> Result<CompaniesRestored, DirectoryError> {
    db::tenant_tx(&state.pool, user.customer_id, async |conn| {
        let removed = store::find_command_for_update(conn, command_id)
            .await?
            .ok_or(DirectoryError::NoCompanyCommand)?;
        let (kept, sentence) = if removed {
            let kept = store::list_removed(conn, command_id).await?;
            (kept, "A company with this name was added meanwhile.")
        } else {
            let kept = store::list_changed(conn, command_id).await?;
            (kept, "It was changed or removed meanwhile.")
        };
        let (free, left): (Vec<KeptCompany>, Vec<_>) =
            kept.into_iter().partition(|company| company.is_free);
        let free: Vec<_> = free.iter().map(|company| company.company_id).collect();
        let restored = if removed {
            store::restore(conn, command_id, &free).await?
        } else {
            store::set_back(conn, command_id, &free).await?
        };
        store::delete_command(conn, command_id).await?;
        let left = left.into_iter().map(|company| CompanyLeft {
            company_id: company.company_id,
            sentence: sentence.to_owned(),
        });
        Ok(CompaniesRestored {
            restored,
            left: left.collect(),
        })
    })
    .await
}
