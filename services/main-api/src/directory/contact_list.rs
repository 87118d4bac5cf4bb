//! The list of contacts: search, filters, sorting and paging. Row-level security scopes every query.

use std::collections::HashMap;

use db::AsyncPgConnection;
use db::keyset::{Kind, Order, Position, SortKey};
use diesel::dsl::sql;
use diesel::pg::Pg;
use diesel::prelude::*;
use diesel::sql_types::{Array, BigInt, Integer, Nullable, Text, Uuid as SqlUuid};
use diesel_async::RunQueryDsl;
use domain::ContactId;

use super::domain::blank_as_none;
use super::dto::{ContactFilter, ContactSort};
use super::store::{self, ContactRow};
use crate::schema::contact_search;
use crate::search::{self, ListRequest, ListRows, MAX_CHOICES};

/// Larger totals of a search are counted only when they are asked for, because a list waits for its total.
const MAX_COUNTED: i64 = 10_000;
/// Number of contacts to find when counting: one more than [`MAX_COUNTED`].
const COUNT_LIMIT: i32 = 10_001;
/// Up to so many contacts are read by their ids.
const FEW: i64 = 1000;

diesel::define_sql_function! {
    fn lower(text: Text) -> Text;
}

const fn by(key: &'static str, kind: Kind, nullable: bool) -> SortKey {
    SortKey {
        key,
        kind,
        nullable,
        id: "contact_search.contact_id",
        id_kind: Kind::Uuid,
    }
}

impl From<ContactSort> for Order {
    fn from(sort: ContactSort) -> Self {
        let name = by("contact_search.name_key", Kind::Text, false);
        let email = by("contact_search.email_key", Kind::Text, false);
        let company = by("contact_search.company_key", Kind::Text, true);
        let phone = by("contact_search.phone_key", Kind::Text, true);
        let person = by("contact_search.assigned_key", Kind::Text, true);
        let score = by("contact_search.score_key", Kind::Number, true);
        match sort {
            ContactSort::Name => name.ascending(),
            ContactSort::NameDescending => name.descending(),
            ContactSort::Email => email.ascending(),
            ContactSort::EmailDescending => email.descending(),
            ContactSort::Company => company.ascending(),
            ContactSort::CompanyDescending => company.descending(),
            ContactSort::Phone => phone.ascending(),
            ContactSort::PhoneDescending => phone.descending(),
            ContactSort::AssignedTo => person.ascending(),
            ContactSort::AssignedToDescending => person.descending(),
            ContactSort::LeadScore => score.ascending(),
            ContactSort::LeadScoreDescending => score.descending(),
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

/// What contacts of the list match, in the form of `contact_search`.
pub struct Conditions {
    patterns: Vec<Pattern>,
    tag: Option<String>,
    assigned: Option<String>,
    company: Option<String>,
}

impl From<ContactFilter> for Conditions {
    fn from(filter: ContactFilter) -> Self {
        let key = |value: Option<String>| blank_as_none(value).map(|text| text.to_lowercase());
        Self {
            patterns: search::non_blank(filter.q)
                .map(|q| Pattern::all(&q))
                .unwrap_or_default(),
            tag: key(filter.tag),
            assigned: key(filter.assigned_to),
            company: key(filter.company_name),
        }
    }
}

impl Conditions {
    /// Whether all contacts match.
    fn is_empty(&self) -> bool {
        self.patterns.is_empty()
            && self.tag.is_none()
            && self.assigned.is_none()
            && self.company.is_none()
    }

    /// The patterns of words and of digits, as arguments of the SQL function.
    fn parts(&self) -> (Vec<&str>, Vec<Option<&str>>) {
        self.patterns
            .iter()
            .map(|pattern| (pattern.words.as_str(), pattern.digits.as_deref()))
            .unzip()
    }
}

/// One page, or only this contact; the total is counted over all pages, above [`MAX_COUNTED`] if it is to be exact.
pub async fn list_contacts(
    conn: &mut AsyncPgConnection,
    request: &ListRequest,
    only: Option<ContactId>,
    conditions: &Conditions,
    exact: bool,
) -> QueryResult<ListRows<ContactRow>> {
    let limit = if exact { i32::MAX } else { COUNT_LIMIT };
    let (mut query, found) = matching(conn, conditions, limit).await?;
    let counted = match (only, found) {
        (Some(_), _) => None,
        (None, Some(found)) => (exact || found <= MAX_COUNTED).then_some(found),
        // Of all contacts the count is read from an index.
        (None, None) => Some(contact_search::table.count().get_result(conn).await?),
    };
    if let Some(only) = only {
        query = query.filter(contact_search::contact_id.eq(only));
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
    let total = match only {
        Some(_) => Some(rows.len()),
        None => counted.and_then(|counted| usize::try_from(counted).ok()),
    };
    Ok(ListRows { rows, total })
}

/// Up to `most` contacts in this order: those of `chosen`, or those that match.
pub async fn list_ids(
    conn: &mut AsyncPgConnection,
    order: Order,
    chosen: Option<Vec<ContactId>>,
    conditions: &Conditions,
    most: i64,
) -> QueryResult<Vec<ContactId>> {
    let query = match chosen {
        Some(ids) => contact_search::table
            .filter(contact_search::contact_id.eq_any(ids))
            .into_boxed(),
        None => matching(conn, conditions, COUNT_LIMIT).await?.0,
    };
    query
        .select(contact_search::contact_id)
        .order(order.order_by())
        .limit(most)
        .load(conn)
        .await
}

/// The contacts that match, and how many of them were counted up to `limit`, if there are conditions.
async fn matching(
    conn: &mut AsyncPgConnection,
    conditions: &Conditions,
    limit: i32,
) -> QueryResult<(contact_search::BoxedQuery<'static, Pg>, Option<i64>)> {
    let mut query = contact_search::table.into_boxed();
    if conditions.is_empty() {
        return Ok((query, None));
    }
    let Found { count, ids } = count_and_find(conn, conditions, limit).await?;
    if count <= FEW {
        query = query.filter(contact_search::contact_id.eq_any(ids));
        return Ok((query, Some(count)));
    }
    // With so many results a scan of the sort key's index fills a page quickly. PostgreSQL cannot
    // estimate LIKE under row-level security and would read and sort all contacts.
    diesel::sql_query("SET LOCAL enable_sort = off")
        .execute(conn)
        .await?;
    if let Some(tag) = conditions.tag.clone() {
        query = query.filter(contact_search::tags.contains(vec![tag]));
    }
    if let Some(assigned) = conditions.assigned.clone() {
        query = query.filter(contact_search::assigned_key.eq(assigned));
    }
    if let Some(company) = conditions.company.clone() {
        query = query.filter(contact_search::company_key.eq(company));
    }
    for Pattern { words, digits } in &conditions.patterns {
        let words = words.clone();
        query = match digits.clone() {
            None => query.filter(contact_search::words.like(lower(words))),
            Some(digits) => query.filter(
                contact_search::words
                    .like(lower(words))
                    .or(contact_search::numbers.like(digits)),
            ),
        };
    }
    Ok((query, Some(count)))
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
    let rows = store::find_contacts(conn, &ids).await?;
    let mut rows: HashMap<String, ContactRow> = rows
        .into_iter()
        .map(|row| (row.contact_id.to_string(), row))
        .collect();
    Ok(positions
        .into_iter()
        .filter_map(|position| Some((rows.remove(&position.1)?, position)))
        .collect())
}

/// What a search found.
#[derive(QueryableByName)]
struct Found {
    /// At most the limit.
    #[diesel(sql_type = BigInt)]
    count: i64,
    /// All of them, or none if there are more than [`FEW`].
    #[diesel(sql_type = Array<SqlUuid>)]
    ids: Vec<ContactId>,
}

/// Counts the contacts that match up to `limit`, without sending the ids of many.
async fn count_and_find(
    conn: &mut AsyncPgConnection,
    conditions: &Conditions,
    limit: i32,
) -> QueryResult<Found> {
    let (words, digits) = conditions.parts();
    diesel::sql_query(
        "WITH found AS MATERIALIZED (SELECT f AS contact_id FROM filter_contacts($1, $2, $3, $4, $5, $6) AS f) \
         SELECT (SELECT count(*) FROM found) AS count, \
             CASE WHEN (SELECT count(*) FROM found) <= $7 THEN ARRAY(SELECT contact_id FROM found) \
                  ELSE ARRAY[]::uuid[] END AS ids",
    )
    .bind::<Array<Text>, _>(words)
    .bind::<Array<Nullable<Text>>, _>(digits)
    .bind::<Nullable<Text>, _>(conditions.tag.as_deref())
    .bind::<Nullable<Text>, _>(conditions.assigned.as_deref())
    .bind::<Nullable<Text>, _>(conditions.company.as_deref())
    .bind::<Integer, _>(limit)
    .bind::<BigInt, _>(FEW)
    .get_result(conn)
    .await
}

/// Up to `most` contacts that match. The SQL function uses indexes that row-level security excludes
/// from ordinary queries.
pub async fn find_contacts(
    conn: &mut AsyncPgConnection,
    conditions: &Conditions,
    most: i32,
) -> QueryResult<Vec<ContactId>> {
    let (words, digits) = conditions.parts();
    diesel::select(
        sql::<SqlUuid>("filter_contacts(")
            .bind::<Array<Text>, _>(words)
            .sql(", ")
            .bind::<Array<Nullable<Text>>, _>(digits)
            .sql(", ")
            .bind::<Nullable<Text>, _>(conditions.tag.as_deref())
            .sql(", ")
            .bind::<Nullable<Text>, _>(conditions.assigned.as_deref())
            .sql(", ")
            .bind::<Nullable<Text>, _>(conditions.company.as_deref())
            .sql(", ")
            .bind::<Integer, _>(most)
            .sql(")"),
    )
    .load(conn)
    .await
}

/// The tags that contacts have, at most [`MAX_CHOICES`]: the most frequent ones, sorted.
pub async fn list_tags(conn: &mut AsyncPgConnection) -> QueryResult<Vec<String>> {
    let tag = sql::<Text>("unnest(contact_search.tags)");
    let mut tags: Vec<(String, i64)> = contact_search::table
        .group_by(sql::<Text>("1"))
        .select((tag, diesel::dsl::count_star()))
        .order(sql::<Text>("2 DESC, 1"))
        .limit(MAX_CHOICES)
        .load(conn)
        .await?;
    tags.sort();
    Ok(tags.into_iter().map(|(tag, _)| tag).collect())
}
