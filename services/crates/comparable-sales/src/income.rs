//! Net operating income and cap rate.

use bigdecimal::BigDecimal;
use domain::Money;

use crate::rounding::rounded;

/// A year's figures, in dollars.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Income {
    /// Rent, if all were leased.
    pub potential: Money,
    /// What is not leased and not paid.
    pub vacancy_and_credit_loss: Money,
    /// Parking, laundry and the like.
    pub other_income: Money,
    /// Without debt service, capital expenditure, depreciation, income tax, tenant improvements and
    /// commissions.
    pub operating_expenses: Money,
}

/// Why there is no cap rate.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum IncomeError {
    /// A loss has no cap rate.
    #[error("the net operating income is not above 0")]
    NoIncome,
    /// Nothing to divide by.
    #[error("the price is not above 0")]
    NoPrice,
}

impl Income {
    /// What is really paid in: potential income − vacancy and credit loss + other income.
    pub fn effective_gross(&self) -> BigDecimal {
        self.potential.amount() - self.vacancy_and_credit_loss.amount() + self.other_income.amount()
    }

    /// Potential income − vacancy and credit loss + other income − operating expenses; may be a loss.
    pub fn net_operating(&self) -> BigDecimal {
        self.effective_gross() - self.operating_expenses.amount()
    }
}

/// Net operating income ÷ price in percent, two decimals.
///
/// # Errors
/// One of them is not above 0.
pub fn cap_rate(noi: &BigDecimal, price: &Money) -> Result<BigDecimal, IncomeError> {
    if *noi <= 0 {
        return Err(IncomeError::NoIncome);
    }
    if *price.amount() <= 0 {
        return Err(IncomeError::NoPrice);
    }
    Ok(rounded(&(noi * BigDecimal::from(100) / price.amount()), 2))
}

/// Whether a cap rate in percent is outside of 2 to 15.
pub fn is_unusual_cap_rate(percent: &BigDecimal) -> bool {
    !(BigDecimal::from(2)..=BigDecimal::from(15)).contains(percent)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn money(text: &str) -> Money {
        text.parse().unwrap()
    }

    fn decimal(text: &str) -> BigDecimal {
        text.parse().unwrap()
    }

    #[test]
    fn expenses_are_subtracted_from_the_effective_gross_income() {
        let income = Income {
            potential: money("1200000"),
            vacancy_and_credit_loss: money("96000"),
            other_income: money("12000"),
            operating_expenses: money("502200"),
        };
        assert_eq!(income.effective_gross(), decimal("1116000"));
        assert_eq!(income.net_operating(), decimal("613800"));
        let loss = Income {
            operating_expenses: money("2000000"),
            ..income
        };
        assert_eq!(loss.net_operating(), decimal("-884000"));
    }

    #[test]
    fn cap_rates_are_income_by_price() {
        let noi = decimal("1200000");
        assert_eq!(cap_rate(&noi, &money("21818182")).unwrap(), decimal("5.50"));
        assert_eq!(cap_rate(&noi, &money("20000000")).unwrap(), decimal("6.00"));
        assert_eq!(
            cap_rate(&decimal("0"), &money("1")),
            Err(IncomeError::NoIncome)
        );
        assert_eq!(cap_rate(&noi, &money("0")), Err(IncomeError::NoPrice));
        for (percent, unusual) in [("1.99", true), ("2", false), ("15", false), ("15.01", true)] {
            assert_eq!(is_unusual_cap_rate(&decimal(percent)), unusual, "{percent}");
        }
    }
}
