//! Operations of incomes, one transaction each.

use std::collections::HashMap;

use auth::CurrentUser;
use bigdecimal::BigDecimal;
use chrono::Utc;
use db::AsyncPgConnection;
use diesel::QueryResult;
use domain::{IncomeId, PropertyId};
use letter_of_intent::IncomeKind;
use uuid::Uuid;

use super::IncomeError;
use super::domain::{check, figures};
use super::dto::{
    AddIncomeRequest, IncomeFields, IncomeWithRate, Incomes, IncomesQuery, PropertyIncome,
    UpdateIncomeRequest,
};
use super::store::{self, IncomeColumns, IncomeRow};
use crate::properties::PropertyError;
use crate::properties::store::{lock_property, money};
use crate::state::AppState;

pub async fn list_incomes(
    state: &AppState,
    user: &CurrentUser,
    query: IncomesQuery,
) -> Result<Incomes, IncomeError> {
    let of = query.property_id;
    if query
        .price
        .as_ref()
        .is_some_and(|price| *price.amount() <= 0)
    {
        return Err(IncomeError::Price);
    }
    let (offer, rows) = db::tenant_tx(&state.pool, user.customer_id, async |conn| {
        let offer = store::find_offer_value(conn, of).await?;
        let offer = offer.ok_or(PropertyError::NotFound)?;
        Ok::<_, IncomeError>((offer, store::list_incomes(conn, of).await?))
    })
    .await?;
    let offer = money(offer).filter(|offer| *offer.amount() > 0);
    let price = query.price.or(offer);
    let with_rate = |row| IncomeWithRate::at(row, price.as_ref());
    let incomes = rows.into_iter().map(with_rate).collect();
    Ok(Incomes { price, incomes })
}

pub async fn add_income(
    state: &AppState,
    user: &CurrentUser,
    request: AddIncomeRequest,
) -> Result<IncomeRow, IncomeError> {
    let columns = checked(request.income)?;
    let (of, name) = (request.property_id, state.main_api.name_of(user).await);
    db::tenant_tx(&state.pool, user.customer_id, async |conn| {
        let property = lock_property(conn, of).await?;
        property.ok_or(PropertyError::NotFound)?;
        let income_id = IncomeId(Uuid::now_v7());
        Ok(store::insert_income(conn, income_id, of, &columns, &name).await?)
    })
    .await
}

pub async fn update_income(
    state: &AppState,
    user: &CurrentUser,
    income_id: IncomeId,
    request: UpdateIncomeRequest,
) -> Result<IncomeRow, IncomeError> {
    db::tenant_tx(&state.pool, user.customer_id, async |conn| {
        let row = store::lock_income(conn, income_id).await?;
        let row = row.filter(|row| row.deleted_at.is_none());
        let row = row.ok_or(IncomeError::NotFound)?;
        let columns = checked(request.income)?;
        if row.version != request.version {
            return Err(IncomeError::Changed(row.version));
        }
        Ok(store::update_income(conn, income_id, &columns).await?)
    })
    .await
}

/// Hides an income, or shows it again.
pub async fn set_deleted(
    state: &AppState,
    user: &CurrentUser,
    income_id: IncomeId,
    deleted: bool,
) -> Result<IncomeRow, IncomeError> {
    db::tenant_tx(&state.pool, user.customer_id, async |conn| {
        let row = store::lock_income(conn, income_id).await?;
        let row = row.ok_or(IncomeError::NotFound)?;
        match (row.deleted_at.is_some(), deleted) {
            (true, true) => Err(IncomeError::NotFound),
            (false, false) => Ok(row),
            _ => Ok(store::set_deleted(conn, income_id, deleted).await?),
        }
    })
    .await
}

/// The latest net operating income of a kind, of each of these properties that has one.
pub async fn latest_noi(
    conn: &mut AsyncPgConnection,
    property_ids: &[PropertyId],
    kind: IncomeKind,
) -> QueryResult<HashMap<PropertyId, BigDecimal>> {
    let rows = store::list_latest(conn, property_ids, kind).await?;
    let noi = |row: IncomeRow| figures(&PropertyIncome::from(row).figures).net_operating();
    Ok(rows.into_iter().map(|(of, row)| (of, noi(row))).collect())
}

fn checked(fields: IncomeFields) -> Result<IncomeColumns, IncomeError> {
    check(fields, Utc::now().date_naive()).map_err(IncomeError::Fields)
}
