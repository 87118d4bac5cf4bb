//! The list of companies: search, filter, sorting and paging. Row-level security scopes every query.

use db::AsyncPgConnection;
use db::keyset::{Kind, Order, Position, SortKey};
use diesel::dsl::count_star;
use diesel::pg::Pg;
use diesel::prelude::*;
use diesel_async::RunQueryDsl;
use domain::CompanyId;

use super::dto::CompanySort;
use super::store::CompanyRow;
use crate::schema::companies;
use crate::search::{self, ListRequest, ListRows, MAX_CHOICES};

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

/// Companies that contain `q` in the name; of these industries, if any are given.
fn matching(
    request: &ListRequest,
    only: Option<CompanyId>,
    industries: &[String],
) -> companies::BoxedQuery<'static, Pg> {
    let mut query = companies::table.into_boxed();
    if let Some(q) = &request.q {
        query = query.filter(companies::company_name.ilike(search::contains(q)));
    }
    if let Some(only) = only {
        query = query.filter(companies::company_id.eq(only));
    }
    if !industries.is_empty() {
        query = query.filter(companies::industry.eq_any(industries.to_vec()));
    }
    query
}

/// One page, or only this company; the total is counted over all pages.
pub async fn list_companies(
    conn: &mut AsyncPgConnection,
    request: &ListRequest,
    only: Option<CompanyId>,
    industries: &[String],
) -> QueryResult<ListRows<CompanyRow>> {
    let mut query = matching(request, only, industries);
    if let Some(after) = request.after.clone() {
        query = query.filter(request.order.after(after));
    }
    let rows: Vec<(CompanyRow, Position)> = query
        .select((CompanyRow::as_select(), request.order.position()))
        .order(request.order.order_by())
        .limit(request.limit)
        .load(conn)
        .await?;
    let all: Vec<CompanyId> = matching(request, only, industries)
        .select(companies::company_id)
        .limit(search::COUNT_LIMIT.into())
        .load(conn)
        .await?;
    Ok(ListRows {
        rows,
        total: search::counted(all.len()),
    })
}

/// The industries that occur, at most [`MAX_CHOICES`]: the most frequent ones.
pub async fn list_industries(conn: &mut AsyncPgConnection) -> QueryResult<Vec<String>> {
    let mut industries: Vec<String> = companies::table
        .filter(companies::industry.is_not_null())
        .group_by(companies::industry)
        .select(companies::industry.assume_not_null())
        .order((count_star().desc(), companies::industry))
        .limit(MAX_CHOICES)
        .load(conn)
        .await?;
    industries.sort();
    Ok(industries)
}
