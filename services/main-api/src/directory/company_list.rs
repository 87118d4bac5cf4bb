//! The list of companies: search, filter, sorting and paging. Row-level security scopes every query.

use db::AsyncPgConnection;
use db::keyset::{Kind, Order, Position, SortKey};
use diesel::dsl::{count_star, sql};
use diesel::pg::Pg;
use diesel::prelude::*;
use diesel::sql_types::{BigInt, Nullable, Text};
use diesel_async::RunQueryDsl;
use domain::CompanyId;

use super::dto::{CompanyFilter, CompanyFilters, CompanySort, CompanyTotals};
use super::store::CompanyRow;
use crate::assignee::Assignee;
use crate::schema::companies;
use crate::search::{self, ListRequest, ListRows, MAX_CHOICES};

diesel::define_sql_function! {
    /// The words of a comma-separated list, in lower case.
    fn contact_tags(list: Nullable<Text>) -> Array<Text>;
}

const fn by(key: &'static str, kind: Kind, nullable: bool) -> SortKey {
    SortKey {
        key,
        kind,
        nullable,
        id: "companies.company_id",
        id_kind: Kind::Uuid,
    }
}

impl From<CompanySort> for Order {
    fn from(sort: CompanySort) -> Self {
        let name = by("lower(companies.company_name)", Kind::Text, false);
        let industry = by("lower(companies.industry)", Kind::Text, true);
        let city = by("lower(companies.office_city)", Kind::Text, true);
        let employees = by("companies.number_of_employees", Kind::Number, true);
        match sort {
            CompanySort::Name => name.ascending(),
            CompanySort::NameDescending => name.descending(),
            CompanySort::Industry => industry.ascending(),
            CompanySort::IndustryDescending => industry.descending(),
            CompanySort::City => city.ascending(),
            CompanySort::CityDescending => city.descending(),
            CompanySort::Employees => employees.ascending(),
            CompanySort::EmployeesDescending => employees.descending(),
        }
    }
}

/// Companies that contain `q` in the name; of these industries, with this tag and person, if any are given.
fn matching(filter: &CompanyFilter) -> companies::BoxedQuery<'static, Pg> {
    let mut query = companies::table.into_boxed();
    if let Some(q) = search::non_blank(filter.q.clone()) {
        query = query.filter(companies::company_name.ilike(search::contains(&q)));
    }
    if !filter.industries.is_empty() {
        query = query.filter(companies::industry.eq_any(filter.industries.clone()));
    }
    if let Some(tag) = search::non_blank(filter.tag.clone()) {
        let tag = tag.trim().to_lowercase();
        query = query.filter(contact_tags(companies::tags).contains(vec![tag]));
    }
    match filter.assigned_to.as_ref().map(Assignee::person) {
        Some(Some(person)) => query.filter(companies::assigned_to.eq(person)),
        Some(None) => query.filter(companies::assigned_to.is_null()),
        None => query,
    }
}

/// Up to `most` companies in this order: those of `chosen`, or those that match.
pub async fn list_ids(
    conn: &mut AsyncPgConnection,
    order: Order,
    chosen: Option<Vec<CompanyId>>,
    filter: &CompanyFilter,
    most: i64,
) -> QueryResult<Vec<CompanyId>> {
    let query = match chosen {
        Some(ids) => companies::table
            .filter(companies::company_id.eq_any(ids))
            .into_boxed(),
        None => matching(filter),
    };
    query
        .select(companies::company_id)
        .order(order.order_by())
        .limit(most)
        .load(conn)
        .await
}

/// The number of contacts with a company's name.
const CONTACTS: &str = "(SELECT count(*) FROM contact_search \
    WHERE contact_search.company_key = lower(companies.company_name))";

/// One page, or only this company, each with its number of contacts; the total is counted over all pages.
pub async fn list_companies(
    conn: &mut AsyncPgConnection,
    request: &ListRequest,
    only: Option<CompanyId>,
    filter: &CompanyFilter,
) -> QueryResult<ListRows<(CompanyRow, i64)>> {
    let listed = || match only {
        Some(only) => matching(filter).filter(companies::company_id.eq(only)),
        None => matching(filter),
    };
    let mut query = listed();
    if let Some(after) = request.after.clone() {
        query = query.filter(request.order.after(after));
    }
    let rows: Vec<(CompanyRow, i64, Position)> = query
        .select((
            CompanyRow::as_select(),
            sql::<BigInt>(CONTACTS),
            request.order.position(),
        ))
        .order(request.order.order_by())
        .limit(request.limit)
        .load(conn)
        .await?;
    let all: i64 = listed().count().get_result(conn).await?;
    let rows = rows.into_iter();
    Ok(ListRows {
        rows: rows
            .map(|(row, contacts, position)| ((row, contacts), position))
            .collect(),
        total: usize::try_from(all).ok(),
    })
}

/// Figures of all companies that match.
pub async fn read_totals(
    conn: &mut AsyncPgConnection,
    filter: &CompanyFilter,
) -> QueryResult<CompanyTotals> {
    matching(filter)
        .select((
            sql::<BigInt>("count(*)"),
            sql::<Nullable<BigInt>>("sum(companies.number_of_employees)"),
            sql::<BigInt>("count(*) - count(companies.number_of_employees)"),
        ))
        .first(conn)
        .await
}

/// The values of each filter that occur, at most [`MAX_CHOICES`]: the most frequent ones.
pub async fn list_filters(conn: &mut AsyncPgConnection) -> QueryResult<CompanyFilters> {
    let mut industries: Vec<String> = companies::table
        .filter(companies::industry.is_not_null())
        .group_by(companies::industry)
        .select(companies::industry.assume_not_null())
        .order((count_star().desc(), companies::industry))
        .limit(MAX_CHOICES)
        .load(conn)
        .await?;
    let mut tags: Vec<(String, i64)> = companies::table
        .filter(companies::tags.is_not_null())
        .group_by(sql::<Text>("1"))
        .select((
            sql::<Text>("unnest(contact_tags(companies.tags))"),
            count_star(),
        ))
        .order(sql::<Text>("2 DESC, 1"))
        .limit(MAX_CHOICES)
        .load(conn)
        .await?;
    industries.sort();
    tags.sort();
    Ok(CompanyFilters {
        industries,
        tags: tags.into_iter().map(|(tag, _)| tag).collect(),
    })
}
