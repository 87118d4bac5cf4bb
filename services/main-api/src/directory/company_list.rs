//! The list of companies: search, sorting and paging. Row-level security scopes every query.

use db::AsyncPgConnection;
use db::keyset::{Kind, Order, Position, SortKey};
use diesel::prelude::*;
use diesel_async::RunQueryDsl;
use uuid::Uuid;

use super::dto::CompanySort;
use super::store::CompanyRow;
use crate::schema::companies;
use crate::search::{self, Listed, Wanted};

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

/// One page; the total is counted over all pages.
pub async fn list_companies(
    conn: &mut AsyncPgConnection,
    wanted: &Wanted,
) -> QueryResult<Listed<CompanyRow>> {
    let named = wanted.q.as_deref().map(search::contains);
    let mut all = companies::table.select(companies::company_id).into_boxed();
    let mut query = companies::table
        .select((CompanyRow::as_select(), wanted.order.position()))
        .order(wanted.order.order_by())
        .limit(wanted.limit)
        .into_boxed();
    if let Some(named) = named {
        all = all.filter(companies::company_name.ilike(named.clone()));
        query = query.filter(companies::company_name.ilike(named));
    }
    if let Some(only) = wanted.only {
        all = all.filter(companies::company_id.eq(only));
        query = query.filter(companies::company_id.eq(only));
    }
    if let Some(after) = wanted.after.clone() {
        query = query.filter(wanted.order.after(after));
    }
    let rows: Vec<(CompanyRow, Position)> = query.load(conn).await?;
    let all: Vec<Uuid> = all.limit(search::COUNT_LIMIT.into()).load(conn).await?;
    Ok(Listed {
        rows,
        total: search::counted(all.len()),
    })
}
