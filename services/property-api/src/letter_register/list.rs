//! Reads letters of the register.

use std::collections::HashMap;

use auth::CurrentUser;
use bigdecimal::BigDecimal;
use db::AsyncPgConnection;
use diesel::QueryResult;
use domain::{LetterId, LetterJobId, Money};
use http_kit::{ApiError, Cursor};
use letter_of_intent::Status;
use serde_json::Value;

use super::deadline_dto::{LetterDateTerm, LetterDates, LetterDeadline};
use super::domain::{Approvals, LetterTransition, refusals};
use super::dto::{Letter, LetterEvent, LetterSummary};
use super::list_dto::{LetterStatusTotal, LetterTotals, Letters, LettersQuery};
use super::store::{self, Filter, LetterRow, StatusTotal};
use super::{RegisterError, date_terms, dates, deadline_store, deadlines};
use crate::offers::approval;
use crate::offers::store::has_property;
use crate::properties::PropertyError;
use crate::properties::domain::search_pattern;
use crate::properties::projects;
use crate::schema::letter_jobs;
use crate::state::AppState;

const PAGE: u16 = 50;
const MAX_PAGE: u16 = 200;

/// One page; totals over all pages and states.
pub async fn list_letters(
    state: &AppState,
    user: &CurrentUser,
    query: &LettersQuery,
) -> Result<Letters, ApiError> {
    let after = query.after.as_deref().map(Cursor::decode).transpose();
    let after =
        after.map_err(|_invalid| ApiError::invalid("after", "This cursor is not valid."))?;
    let limit = query.limit.unwrap_or(PAGE);
    if !(1..=MAX_PAGE).contains(&limit) {
        return Err(ApiError::invalid("limit", "Use a number from 1 to 200."));
    }
    if let Some(project_id) = query.project_id {
        projects::require(&state.pool, &state.main_api, user, project_id).await?;
    }
    let filter = filter_of(query);
    let (mut rows, totals) = db::tenant_tx(&state.pool, user.customer_id, async |conn| {
        require_filter(conn, &filter).await?;
        store::use_index(conn).await?;
        let rows =
            store::list_letters(conn, &filter, query.status, after, i64::from(limit) + 1).await?;
        // A page that is all of the list is summed here: a search reads the firm's letters once.
        let is_all = after.is_none() && query.status.is_none() && rows.len() <= usize::from(limit);
        let totals = if is_all {
            sums_of(&rows)
        } else {
            store::get_totals(conn, &filter).await?
        };
        Ok::<_, RegisterError>((rows, totals))
    })
    .await?;
    let next = Cursor::cut(&mut rows, Some(limit.into()), LetterRow::key)?;
    Ok(Letters {
        letters: rows.into_iter().map(LetterSummary::from).collect(),
        next,
        totals: totals_of(&totals),
    })
}

fn sums_of(rows: &[LetterRow]) -> Vec<StatusTotal> {
    let mut sums: HashMap<&str, StatusTotal> = HashMap::new();
    for row in rows {
        let status = row.status().as_str();
        let sum = sums.entry(status).or_insert_with(|| StatusTotal {
            status: status.to_owned(),
            count: 0,
            price: BigDecimal::default(),
        });
        sum.count += 1;
        sum.price += row.price.amount();
    }
    sums.into_values().collect()
}

fn filter_of(query: &LettersQuery) -> Filter {
    Filter {
        project_id: query.project_id,
        property_id: query.property_id,
        job_id: query.job_id,
        pattern: search_pattern(query.q.as_deref()),
        is_out: query.out,
        sent_days_min: query.sent_days_min.map(i32::from),
        sent_days_max: query.sent_days_max.map(i32::from),
        expires_within: query.expires_within.map(i32::from),
    }
}

/// Totals of a list without its page.
pub async fn get_totals(
    conn: &mut AsyncPgConnection,
    query: &LettersQuery,
) -> QueryResult<LetterTotals> {
    let rows = store::get_totals(conn, &filter_of(query)).await?;
    Ok(totals_of(&rows))
}

/// Ids that the firm does not have are 404, as everywhere.
async fn require_filter(
    conn: &mut AsyncPgConnection,
    filter: &Filter,
) -> Result<(), RegisterError> {
    if let Some(property_id) = filter.property_id
        && !has_property(conn, property_id).await?
    {
        return Err(PropertyError::NotFound.into());
    }
    if let Some(job_id) = filter.job_id
        && !has_job(conn, job_id).await?
    {
        return Err(RegisterError::NoJob);
    }
    Ok(())
}

async fn has_job(conn: &mut AsyncPgConnection, job_id: LetterJobId) -> QueryResult<bool> {
    use diesel::QueryDsl as _;
    use diesel_async::RunQueryDsl as _;

    diesel::select(diesel::dsl::exists(letter_jobs::table.find(job_id)))
        .get_result(conn)
        .await
}

fn totals_of(rows: &[StatusTotal]) -> LetterTotals {
    let count = rows.iter().map(|row| row.count).sum();
    let price = rows.iter().map(|row| &row.price).sum();
    let of = |status: Status| {
        let row = rows.iter().find(|row| row.status == status.as_str())?;
        Some(LetterStatusTotal {
            status,
            count: row.count,
            price: row.price.clone(),
        })
    };
    let by_status = Status::ALL.into_iter().filter_map(of).collect();
    LetterTotals {
        count,
        price,
        by_status,
    }
}

/// A letter with its text, its history and what can follow.
pub async fn get_letter(
    state: &AppState,
    user: &CurrentUser,
    letter_id: LetterId,
) -> Result<Letter, RegisterError> {
    db::tenant_tx(&state.pool, user.customer_id, async |conn| {
        let found = store::find_letters(conn, &[letter_id]).await?.pop();
        let row = found.ok_or(RegisterError::NotFound)?;
        let (html, texts, report) = store::find_content(conn, letter_id).await?;
        let events = store::list_events(conn, letter_id).await?;
        let transitions = transitions(conn, user, &row).await?;
        let (terms, dates) = deadline_store::find_terms_and_dates(conn, letter_id).await?;
        let date_terms = date_terms::list(&html, &terms);
        let due = deadlines::dated(&terms, deadlines::zone_of(&row), &dates);
        Ok(Letter {
            deadlines: due.into_iter().map(LetterDeadline::from).collect(),
            dates: LetterDates::new(&dates, dates::why_not(&row)),
            date_terms: date_terms.into_iter().map(LetterDateTerm::from).collect(),
            summary: row.into(),
            html,
            terms: read(&texts),
            report: read(&report),
            events: events.into_iter().map(LetterEvent::from).collect(),
            transitions,
        })
    })
    .await
}

/// Reads a value that this service stored; unreadable JSON of an older version counts as empty.
fn read<T: Default + for<'de> serde::Deserialize<'de>>(stored: &Value) -> T {
    T::deserialize(stored).unwrap_or_default()
}

async fn transitions(
    conn: &mut AsyncPgConnection,
    user: &CurrentUser,
    row: &LetterRow,
) -> QueryResult<Vec<LetterTransition>> {
    let rule = approval::find_rule(conn).await?;
    let totals = job_totals(conn, std::slice::from_ref(row)).await?;
    let approvals = Approvals {
        rule: &rule,
        job_total: totals.get(&row.job_id).and_then(Option::as_ref),
        approver: user.user_id,
    };
    let next = row.status().next().filter_map(|next| {
        Some(LetterTransition {
            to: next.to,
            refusals: refusals(row, next.to, &approvals)?,
        })
    });
    Ok(next.collect())
}

/// Sums of the prices of the letters' jobs, without what is withdrawn or replaced; none where it is too large for an amount.
pub async fn job_totals(
    conn: &mut AsyncPgConnection,
    rows: &[LetterRow],
) -> QueryResult<HashMap<LetterJobId, Option<Money>>> {
    let mut jobs: Vec<LetterJobId> = rows.iter().map(|row| row.job_id).collect();
    jobs.sort_unstable();
    jobs.dedup();
    let totals = store::list_job_totals(conn, &jobs).await?;
    let amount = |sum: BigDecimal| Money::try_from(sum).ok();
    // All letters of a job may be withdrawn.
    let none = jobs.iter().map(|job_id| (*job_id, BigDecimal::default()));
    let sums = totals.into_iter().map(|total| (total.job_id, total.price));
    Ok(none
        .chain(sums)
        .map(|(job_id, sum)| (job_id, amount(sum)))
        .collect())
}
