//! Checks of all values of a column.

use std::collections::HashSet;

use serde_json::Value;

use super::sample::shortened;
use super::values;

/// Different codes and cities that any sample may have.
const FEW: usize = 12;
/// Fewer values than this may be anything.
pub(super) const ENOUGH: usize = 5;
/// Share of values with another meaning from which the column has that meaning.
const CLEAR: f64 = 0.9;

/// Dollars and square feet above this are ids: the dearest parcels are worth less.
const MAX_AMOUNT: f64 = 1e9;

/// What is usual for amounts of a kind, so that those of another kind are noticed.
pub(super) struct Amounts {
    /// More than the middle one of them.
    largest_middle: f64,
    /// Less than the largest tenth of them.
    least_of_large: f64,
}

/// Not acres or numbers of buildings. Prices and values of single parcels may be one dollar.
pub(super) const DOLLARS: Amounts = Amounts {
    largest_middle: MAX_AMOUNT,
    least_of_large: 1_000.0,
};
/// Of buildings: neither acres nor dollars.
pub(super) const FLOOR_AREA: Amounts = Amounts {
    largest_middle: 50_000.0,
    least_of_large: 100.0,
};

/// The filled values of a column.
pub(super) struct Column<'a> {
    pub texts: &'a [String],
}

impl Column<'_> {
    /// Share with the form.
    pub fn share(&self, is: impl Fn(&str) -> bool) -> f64 {
        let count = self.texts.iter().filter(|text| is(text)).count();
        count as f64 / self.texts.len().max(1) as f64
    }

    /// At least this share has the form.
    pub fn most(&self, share: f64, what: &str, is: impl Fn(&str) -> bool) -> Result<(), String> {
        let wrong: Vec<String> = self
            .texts
            .iter()
            .filter(|text| !is(text))
            .cloned()
            .collect();
        self.bad(&wrong, share, what)
    }

    /// The wrong ones leave at least this share.
    pub fn bad(&self, wrong: &[String], share: f64, what: &str) -> Result<(), String> {
        let right = 1.0 - wrong.len() as f64 / self.texts.len().max(1) as f64;
        match wrong.first() {
            Some(example) if right < share => Err(format!(
                "does not hold {what}, for example '{}'",
                shortened(example)
            )),
            _ => Ok(()),
        }
    }

    /// A share has the form, of a column that is not nearly empty.
    pub fn some(&self, share: f64, what: &str, is: impl Fn(&str) -> bool) -> Result<(), String> {
        if self.texts.len() >= ENOUGH && self.share(&is) < share {
            return self.most(1.0, what, is);
        }
        Ok(())
    }

    /// No more than a share has the form.
    pub fn at_most(&self, share: f64, what: &str, is: impl Fn(&str) -> bool) -> Result<(), String> {
        if self.texts.len() >= ENOUGH && self.share(&is) > share {
            return self.most(1.0, what, |text| !is(text));
        }
        Ok(())
    }

    fn different(&self) -> usize {
        self.texts.iter().collect::<HashSet<_>>().len()
    }

    /// Hardly any value occurs twice.
    pub fn distinct(&self, share: f64) -> Result<(), String> {
        let different = self.different() as f64 / self.texts.len().max(1) as f64;
        if different < share && self.texts.len() > 1 {
            return Err(format!(
                "holds one id for several rows: {:.0} % are different",
                different * 100.0
            ));
        }
        Ok(())
    }

    /// Codes and cities repeat.
    pub fn few(&self, share: f64) -> Result<(), String> {
        let different = self.different();
        if different > FEW && different as f64 > self.texts.len() as f64 * share {
            return Err(format!(
                "holds {different} different values in {} rows, which codes and cities do not",
                self.texts.len()
            ));
        }
        Ok(())
    }

    /// Amounts, and not years, days, ids, or what is larger or smaller.
    pub fn amounts(&self, usual: &Amounts, what: &str) -> Result<(), String> {
        let texts: Vec<&String> = self
            .texts
            .iter()
            .filter(|text| !text.trim_matches(['0', '.']).is_empty())
            .collect();
        if texts.len() < ENOUGH {
            return Ok(());
        }
        let share = |is: &dyn Fn(&str) -> bool| {
            texts.iter().filter(|text| is(text)).count() as f64 / texts.len() as f64
        };
        let id = |text: &str| text.len() > 1 && text.starts_with('0') && !text.contains('.');
        let year = |text: &str| values::year(&Value::from(text)).is_some();
        let day = |text: &str| text.len() == 8 && values::date(&Value::from(text)).is_some();
        let amounts: Vec<f64> = texts
            .iter()
            .filter_map(|text| values::number(&Value::from(text.as_str())))
            .collect();
        let middle = quantile(amounts.clone(), 0.5);
        let other = if share(&id) > 0.5 || middle.is_some_and(|amount| amount > MAX_AMOUNT) {
            "ids"
        } else if share(&year) >= CLEAR {
            "years"
        } else if share(&day) >= CLEAR {
            "dates"
        } else if middle.is_some_and(|amount| amount > usual.largest_middle) {
            "larger amounts"
        } else if quantile(amounts, CLEAR).is_some_and(|amount| amount < usual.least_of_large) {
            "smaller amounts"
        } else {
            return Ok(());
        };
        Err(format!(
            "holds {other} and not {what}, for example '{}'",
            shortened(texts[0])
        ))
    }
}

/// The one that this share of all is below.
pub(super) fn quantile(mut numbers: Vec<f64>, share: f64) -> Option<f64> {
    numbers.sort_by(f64::total_cmp);
    numbers
        .get((numbers.len() as f64 * share) as usize)
        .copied()
}
