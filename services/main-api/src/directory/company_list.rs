//! The list of companies: search, filter, sorting and paging. Row-level security scopes every query.

use db::AsyncPgConnection;
use db::keyset::{Kind, Order, Position, SortKey};
use diesel::dsl::count_star;
use diesel::pg::Pg;
use diesel::prelude::*;
use diesel_async::RunQueryDsl;
use uuid::Uuid;

use super::dto::CompanySort;
use super::store::CompanyRow;
use crate::schema::companies;
use crate::search::{self, Listed, MAX_CHOICES, Wanted};

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
fn matching(wanted: &Wanted, industries: &[String]) -> companies::BoxedQuery<'static, Pg> {
    let mut query = companies::table.into_boxed();
    if let Some(q) = &wanted.q {
        query = query.filter(companies::company_name.ilike(search::contains(q)));
    }
    if let Some(only) = wanted.only {
        query = query.filter(companies::company_id.eq(only));
    }
    if !industries.is_empty() {
        query = query.filter(companies::industry.eq_any(industries.to_vec()));
    }
    query
}

/// One page; the total is counted over all pages.
pub async fn list_companies(
    conn: &mut AsyncPgConnection,
    wanted: &Wanted,
    industries: &[String],
) -> QueryResult<Listed<CompanyRow>> {
    let mut query = matching(wanted, industries);
    if let Some(after) = wanted.after.clone() {
        query = query.filter(wanted.order.after(after));
    }
    let rows: Vec<(CompanyRow, Position)> = query
        .select((CompanyRow::as_select(), wanted.order.position()))
        .order(wanted.order.order_by())
        .limit(wanted.limit)
        .load(conn)
        .await?;
    let all: Vec<Uuid> = matching(wanted, industries)
        .select(companies::company_id)
        .limit(search::COUNT_LIMIT.into())
        .load(conn)
        .await?;
    Ok(Listed {
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
