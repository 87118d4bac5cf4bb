//! What an income must be. No I/O.

use chrono::NaiveDate;
use comparable_sales::Income;
use letter_of_intent::IncomeKind;

use super::dto::IncomeFields;
use super::store::{IncomeColumns, StoredKind};
use crate::comps::domain::{Faults, line};

/// Net operating incomes have at most this many dollars.
const LIMIT: i64 = 1_000_000_000_000;

/// The columns of an income, or what is wrong with it. `today` is the last day of the last twelve
/// months.
pub fn check(fields: IncomeFields, today: NaiveDate) -> Result<IncomeColumns, Faults> {
    let mut faults = Faults::new();
    let figures = figures(&fields);
    if *figures.potential.amount() <= 0 {
        let sentence = "Enter the rent of a year, if all were leased.";
        faults.push(("potential_gross_income", sentence));
    } else if figures.vacancy_and_credit_loss > figures.potential {
        let sentence = "It is more than the potential income.";
        faults.push(("vacancy_and_credit_loss", sentence));
    } else if figures.net_operating().abs() >= LIMIT {
        let sentence = "The net operating income would be a trillion dollars or more.";
        faults.push(("potential_gross_income", sentence));
    }
    if fields.kind == IncomeKind::Trailing12 && fields.as_of > today {
        faults.push(("as_of", "The twelve months are not over yet."));
    }
    let source = line(&mut faults, "source", Some(fields.source));
    if source.is_none() && faults.iter().all(|(field, _)| *field != "source") {
        faults.push(("source", "Enter who states the figures."));
    }
    if !faults.is_empty() {
        return Err(faults);
    }
    Ok(IncomeColumns {
        kind: StoredKind(fields.kind),
        as_of: fields.as_of,
        potential_gross_income: fields.potential_gross_income,
        vacancy_and_credit_loss: fields.vacancy_and_credit_loss,
        other_income: fields.other_income,
        operating_expenses: fields.operating_expenses,
        reserves_included: fields.reserves_included,
        source: source.unwrap_or_default(),
    })
}

/// The figures to calculate with.
pub fn figures(fields: &IncomeFields) -> Income {
    Income {
        potential: fields.potential_gross_income.clone(),
        vacancy_and_credit_loss: fields.vacancy_and_credit_loss.clone(),
        other_income: fields.other_income.clone(),
        operating_expenses: fields.operating_expenses.clone(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn figures_that_contradict_themselves_are_refused_by_field() {
        let today = NaiveDate::from_ymd_opt(2026, 11, 25).unwrap();
        let faults = |change: &serde_json::Value| -> Vec<&'static str> {
            let mut body = json!({"kind": "trailing_12", "as_of": "2026-10-31",
                "potential_gross_income": 1_200_000, "vacancy_and_credit_loss": 96_000,
                "other_income": 12_000, "operating_expenses": 502_200, "reserves_included": false,
                "source": "Rent roll"});
            for (field, value) in change.as_object().unwrap() {
                body[field] = value.clone();
            }
            let fields: IncomeFields = serde_json::from_value(body).unwrap();
            let faults = check(fields, today).err().unwrap_or_default();
            faults.into_iter().map(|(field, _)| field).collect()
        };
        assert_eq!(faults(&json!({})), [""; 0]);
        assert_eq!(
            faults(&json!({"kind": "stabilized", "as_of": "2028-01-01"})),
            [""; 0]
        );
        assert_eq!(
            faults(&json!({"operating_expenses": 2_000_000})),
            [""; 0],
            "a loss"
        );
        let most = 999_999_999_999_i64;
        for (field, change) in [
            (
                "potential_gross_income",
                json!({"potential_gross_income": 0}),
            ),
            (
                "potential_gross_income",
                json!({"potential_gross_income": most, "other_income": most}),
            ),
            (
                "vacancy_and_credit_loss",
                json!({"vacancy_and_credit_loss": 1_200_001}),
            ),
            ("as_of", json!({"as_of": "2026-11-26"})),
            ("source", json!({"source": " "})),
            ("source", json!({"source": "a\nb"})),
        ] {
            assert_eq!(faults(&change), [field], "{change}");
        }
    }
}
