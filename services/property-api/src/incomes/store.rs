//! Queries of incomes. Row-level security scopes every query.

use bigdecimal::BigDecimal;
use chrono::{DateTime, NaiveDate, Utc};
use db::AsyncPgConnection;
use diesel::prelude::*;
use diesel_async::RunQueryDsl;
use domain::{IncomeId, Money, PropertyId};
use letter_of_intent::IncomeKind;

use crate::schema::{incomes, properties};

const MAX_LISTED: i64 = 200;

/// What people enter.
#[derive(Debug, Clone, Queryable, Selectable, Insertable, AsChangeset)]
#[diesel(table_name = incomes, check_for_backend(diesel::pg::Pg))]
pub struct IncomeColumns {
    pub kind: StoredKind,
    pub as_of: NaiveDate,
    pub potential_gross_income: Money,
    pub vacancy_and_credit_loss: Money,
    pub other_income: Money,
    pub operating_expenses: Money,
    pub reserves_included: bool,
    pub source: String,
}

#[derive(Debug, Clone, Queryable, Selectable)]
#[diesel(table_name = incomes, check_for_backend(diesel::pg::Pg))]
pub struct IncomeRow {
    pub income_id: IncomeId,
    #[diesel(embed)]
    pub columns: IncomeColumns,
    pub created_by_name: String,
    pub created_at: DateTime<Utc>,
    pub version: i64,
    pub deleted_at: Option<DateTime<Utc>>,
}

/// A kind as the column holds it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, diesel::AsExpression, diesel::FromSqlRow)]
#[diesel(sql_type = diesel::sql_types::Text)]
pub struct StoredKind(pub IncomeKind);

impl StoredKind {
    const ALL: [Self; 3] = [
        Self(IncomeKind::Trailing12),
        Self(IncomeKind::Stabilized),
        Self(IncomeKind::Broker),
    ];

    const fn as_str(self) -> &'static str {
        self.0.as_str()
    }
}

db::text_enum!(StoredKind);

/// The offer value of a property, and whether it exists.
pub async fn find_offer_value(
    conn: &mut AsyncPgConnection,
    property_id: PropertyId,
) -> QueryResult<Option<Option<BigDecimal>>> {
    properties::table
        .find(property_id)
        .select(properties::offer_value)
        .first(conn)
        .await
        .optional()
}

/// The latest first.
pub async fn list_incomes(
    conn: &mut AsyncPgConnection,
    property_id: PropertyId,
) -> QueryResult<Vec<IncomeRow>> {
    incomes::table
        .filter(incomes::property_id.eq(property_id))
        .filter(incomes::deleted_at.is_null())
        .order((incomes::as_of.desc(), incomes::income_id.desc()))
        .limit(MAX_LISTED)
        .select(IncomeRow::as_select())
        .load(conn)
        .await
}

/// The latest income of a kind of each of these properties that has one.
pub async fn list_latest(
    conn: &mut AsyncPgConnection,
    property_ids: &[PropertyId],
    kind: IncomeKind,
) -> QueryResult<Vec<(PropertyId, IncomeRow)>> {
    incomes::table
        .filter(incomes::property_id.eq_any(property_ids))
        .filter(incomes::kind.eq(StoredKind(kind)))
        .filter(incomes::deleted_at.is_null())
        .distinct_on(incomes::property_id)
        .order((
            incomes::property_id,
            incomes::as_of.desc(),
            incomes::income_id.desc(),
        ))
        .select((incomes::property_id, IncomeRow::as_select()))
        .load(conn)
        .await
}

pub async fn insert_income(
    conn: &mut AsyncPgConnection,
    income_id: IncomeId,
    property_id: PropertyId,
    columns: &IncomeColumns,
    created_by_name: &str,
) -> QueryResult<IncomeRow> {
    diesel::insert_into(incomes::table)
        .values((
            incomes::income_id.eq(income_id),
            incomes::property_id.eq(property_id),
            columns,
            incomes::created_by_name.eq(created_by_name),
        ))
        .returning(IncomeRow::as_returning())
        .get_result(conn)
        .await
}

/// Also a deleted one, locked until the transaction ends.
pub async fn lock_income(
    conn: &mut AsyncPgConnection,
    income_id: IncomeId,
) -> QueryResult<Option<IncomeRow>> {
    incomes::table
        .find(income_id)
        .select(IncomeRow::as_select())
        .for_update()
        .first(conn)
        .await
        .optional()
}

pub async fn update_income(
    conn: &mut AsyncPgConnection,
    income_id: IncomeId,
    columns: &IncomeColumns,
) -> QueryResult<IncomeRow> {
    diesel::update(incomes::table.find(income_id))
        .set((columns, incomes::version.eq(incomes::version + 1)))
        .returning(IncomeRow::as_returning())
        .get_result(conn)
        .await
}

/// Hides an income, or shows it again; its row is kept.
pub async fn set_deleted(
    conn: &mut AsyncPgConnection,
    income_id: IncomeId,
    deleted: bool,
) -> QueryResult<IncomeRow> {
    diesel::update(incomes::table.find(income_id))
        .set((
            incomes::deleted_at.eq(deleted.then(Utc::now)),
            incomes::version.eq(incomes::version + 1),
        ))
        .returning(IncomeRow::as_returning())
        .get_result(conn)
        .await
}
