//! Request and response bodies of incomes.

use chrono::{DateTime, NaiveDate, Utc};
use comparable_sales::{IncomeError as NoCapRate, Signed, cap_rate, is_unusual_cap_rate};
use domain::{IncomeId, Money, PropertyId};
use letter_of_intent::{Decimal, IncomeKind};
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

use super::domain::figures;
use super::store::IncomeRow;

/// Whose incomes, and the price for their cap rates.
#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct IncomesQuery {
    #[param(value_type = Uuid)]
    pub property_id: PropertyId,
    /// US dollars, above 0; the property's offer value when absent.
    #[serde(default)]
    pub price: Option<Money>,
}

/// Incomes of a property, the latest first. Those of different kinds must not be compared.
#[derive(Debug, Serialize, ToSchema)]
pub struct Incomes {
    /// What the cap rates are of, US dollars; null when the property has no offer value.
    #[schema(required = true)]
    pub price: Option<Money>,
    /// At most 200.
    pub incomes: Vec<IncomeWithRate>,
}

/// A year's figures, in US dollars.
#[derive(Debug, Clone, Serialize, Deserialize, ToSchema)]
pub struct IncomeFields {
    pub kind: IncomeKind,
    /// The day of the figures; of the last twelve months their last day, not in the future.
    pub as_of: NaiveDate,
    /// Rent, if all were leased; above 0.
    pub potential_gross_income: Money,
    /// What is not leased and not paid; at most the potential income.
    pub vacancy_and_credit_loss: Money,
    /// Parking, laundry and the like.
    pub other_income: Money,
    /// Without debt service, capital expenditure, depreciation, income tax, tenant improvements and
    /// commissions.
    pub operating_expenses: Money,
    /// The expenses contain reserves for replacements.
    pub reserves_included: bool,
    /// Who states the figures.
    #[schema(min_length = 1, max_length = 200)]
    pub source: String,
}

/// An income of a property.
#[derive(Debug, Serialize, ToSchema)]
pub struct PropertyIncome {
    pub income_id: IncomeId,
    #[serde(flatten)]
    pub figures: IncomeFields,
    /// Potential income − vacancy and credit loss + other income.
    #[schema(required = true, value_type = Option<f64>)]
    pub effective_gross_income: Option<Signed>,
    /// Effective gross income − operating expenses; below 0 for a loss.
    #[schema(required = true, value_type = Option<f64>)]
    pub noi: Option<Signed>,
    pub created_by_name: String,
    pub created_at: DateTime<Utc>,
    pub version: i64,
}

/// An income with its cap rate.
#[derive(Debug, Serialize, ToSchema)]
pub struct IncomeWithRate {
    #[serde(flatten)]
    pub income: PropertyIncome,
    /// Net operating income ÷ price in percent, two decimals; null without one.
    #[schema(required = true, value_type = Option<f64>)]
    pub cap_rate: Option<Decimal>,
    /// Why there is no cap rate.
    #[schema(required = true)]
    pub no_cap_rate: Option<WithoutCapRate>,
    /// The cap rate is outside of 2 to 15 %.
    pub unusual: bool,
}

/// Why there is no cap rate.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum WithoutCapRate {
    /// The net operating income is not above 0.
    NoIncome,
    /// There is no price above 0.
    NoPrice,
}

/// An income to add.
#[derive(Debug, Deserialize, ToSchema)]
pub struct AddIncomeRequest {
    pub property_id: PropertyId,
    pub income: IncomeFields,
}

/// An income as it should be.
#[derive(Debug, Deserialize, ToSchema)]
pub struct UpdateIncomeRequest {
    pub income: IncomeFields,
    /// The version that the caller knows.
    pub version: i64,
}

impl From<IncomeRow> for PropertyIncome {
    fn from(row: IncomeRow) -> Self {
        let columns = row.columns;
        let fields = IncomeFields {
            kind: columns.kind.0,
            as_of: columns.as_of,
            potential_gross_income: columns.potential_gross_income,
            vacancy_and_credit_loss: columns.vacancy_and_credit_loss,
            other_income: columns.other_income,
            operating_expenses: columns.operating_expenses,
            reserves_included: columns.reserves_included,
            source: columns.source,
        };
        let figures = figures(&fields);
        Self {
            income_id: row.income_id,
            effective_gross_income: Signed::of(&figures.effective_gross()),
            noi: Signed::of(&figures.net_operating()),
            figures: fields,
            created_by_name: row.created_by_name,
            created_at: row.created_at,
            version: row.version,
        }
    }
}

impl IncomeWithRate {
    /// With the cap rate at a price.
    pub fn at(row: IncomeRow, price: Option<&Money>) -> Self {
        let income = PropertyIncome::from(row);
        let noi = figures(&income.figures).net_operating();
        let rate = price.map_or(Err(NoCapRate::NoPrice), |price| cap_rate(&noi, price));
        Self {
            no_cap_rate: rate.as_ref().err().map(|reason| match reason {
                NoCapRate::NoIncome => WithoutCapRate::NoIncome,
                NoCapRate::NoPrice => WithoutCapRate::NoPrice,
            }),
            unusual: rate.as_ref().is_ok_and(is_unusual_cap_rate),
            cap_rate: rate
                .ok()
                .and_then(|rate| rate.to_plain_string().parse().ok()),
            income,
        }
    }
}
