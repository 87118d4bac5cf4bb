//! The list of contacts: search, sorting and paging. Row-level security scopes every query.

use std::collections::HashMap;

use db::AsyncPgConnection;
use db::keyset::{Kind, Order, Position, SortKey};
use diesel::dsl::sql;
use diesel::prelude::*;
use diesel::sql_types::{Array, Integer, Nullable, Text, Uuid as SqlUuid};
use diesel_async::RunQueryDsl;
use domain::ContactId;

use super::dto::ContactSort;
use super::store::ContactRow;
use crate::schema::{contact_search, contacts};
use crate::search::{self, ListRequest, ListRows, MAX_COUNTED};

diesel::define_sql_function! {
    fn lower(text: Text) -> Text;
}

const fn by(key: &'static str, nullable: bool) -> SortKey {
    SortKey {
        key,
        kind: Kind::Text,
        nullable,
        id: "contact_search.contact_id",
        id_kind: Kind::Uuid,
    }
}

impl From<ContactSort> for Order {
    fn from(sort: ContactSort) -> Self {
        let name = by("contact_search.name_key", false);
        let email = by("contact_search.email_key", false);
        let company = by("contact_search.company_key", true);
        match sort {
            ContactSort::Name => name.ascending(),
            ContactSort::NameDescending => name.descending(),
            ContactSort::Email => email.ascending(),
            ContactSort::EmailDescending => email.descending(),
            ContactSort::Company => company.ascending(),
            ContactSort::CompanyDescending => company.descending(),
        }
    }
}

/// `LIKE` patterns of one part of a search.
struct Pattern {
    words: String,
    /// For the numbers, if the part can be one.
    digits: Option<String>,
}

impl Pattern {
    fn new(text: &str) -> Self {
        Self {
            words: search::contains(text),
            digits: search::phone_digits(text).map(|digits| format!("%{digits}%")),
        }
    }

    /// A phone number may be typed with blanks in it; other input is searched word by word.
    fn all(q: &str) -> Vec<Self> {
        if search::phone_digits(q).is_some() {
            return vec![Self::new(q)];
        }
        search::words(q).map(Self::new).collect()
    }
}

/// One page, or only this contact; the total is counted over all pages.
pub async fn list_contacts(
    conn: &mut AsyncPgConnection,
    request: &ListRequest,
    only: Option<ContactId>,
) -> QueryResult<ListRows<ContactRow>> {
    let patterns = request.q.as_deref().map(Pattern::all).unwrap_or_default();
    let found = match patterns.as_slice() {
        [] => None,
        patterns => Some(find(conn, patterns).await?),
    };
    let total = match &found {
        Some(found) => found.len(),
        None => count(conn).await?,
    };
    let mut query = contact_search::table.into_boxed();
    if let Some(only) = only {
        query = query.filter(contact_search::contact_id.eq(only));
    }
    match found {
        Some(found) if found.len() <= MAX_COUNTED => {
            query = query.filter(contact_search::contact_id.eq_any(found));
        }
        None => {}
        // With so many results a scan of the sort key's index fills a page quickly. PostgreSQL cannot
        // estimate LIKE under row-level security and would read and sort all contacts.
        Some(_) => {
            diesel::sql_query("SET LOCAL enable_sort = off")
                .execute(conn)
                .await?;
            for Pattern { words, digits } in patterns {
                query = match digits {
                    None => query.filter(contact_search::words.like(lower(words))),
                    Some(digits) => query.filter(
                        contact_search::words
                            .like(lower(words))
                            .or(contact_search::numbers.like(digits)),
                    ),
                };
            }
        }
    }
    if let Some(after) = request.after.clone() {
        query = query.filter(request.order.after(after));
    }
    let positions: Vec<Position> = query
        .select(request.order.position())
        .order(request.order.order_by())
        .limit(request.limit)
        .load(conn)
        .await?;
    let rows = load(conn, positions).await?;
    let total = only.map_or(total, |_| rows.len());
    Ok(ListRows {
        rows,
        total: search::counted(total),
    })
}

/// The contacts at these positions, in the same order.
async fn load(
    conn: &mut AsyncPgConnection,
    positions: Vec<Position>,
) -> QueryResult<Vec<(ContactRow, Position)>> {
    let ids: Vec<ContactId> = positions
        .iter()
        .filter_map(|(_, id)| id.parse().ok())
        .collect();
    let rows: Vec<ContactRow> = contacts::table
        .filter(contacts::contact_id.eq_any(ids))
        .select(ContactRow::as_select())
        .load(conn)
        .await?;
    let mut rows: HashMap<String, ContactRow> = rows
        .into_iter()
        .map(|row| (row.contact_id.to_string(), row))
        .collect();
    Ok(positions
        .into_iter()
        .filter_map(|position| Some((rows.remove(&position.1)?, position)))
        .collect())
}

/// Up to [`search::COUNT_LIMIT`] contacts that match every pattern. The SQL function uses an index that
/// row-level security excludes from ordinary queries.
async fn find(conn: &mut AsyncPgConnection, patterns: &[Pattern]) -> QueryResult<Vec<ContactId>> {
    let (words, digits): (Vec<_>, Vec<_>) = patterns
        .iter()
        .map(|pattern| (pattern.words.as_str(), pattern.digits.as_deref()))
        .unzip();
    diesel::select(
        sql::<SqlUuid>("find_contacts(")
            .bind::<Array<Text>, _>(words)
            .sql(", ")
            .bind::<Array<Nullable<Text>>, _>(digits)
            .sql(", ")
            .bind::<Integer, _>(search::COUNT_LIMIT)
            .sql(")"),
    )
    .load(conn)
    .await
}

/// Counts up to [`search::COUNT_LIMIT`].
async fn count(conn: &mut AsyncPgConnection) -> QueryResult<usize> {
    let ids: Vec<ContactId> = contact_search::table
        .select(contact_search::contact_id)
        .limit(search::COUNT_LIMIT.into())
        .load(conn)
        .await?;
    Ok(ids.len())
}
