//! The offer from comparable sales, and the line that explains it.

use bigdecimal::BigDecimal;
use domain::Money;
use letter_of_intent::Decimal;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::rounding::rounded;
use crate::sale::AreaUnit;
use crate::signed::Signed;
use crate::statistics::Statistics;

/// Largest step, in dollars.
pub const MAX_OFFER_STEP: u32 = 100_000_000;

/// Which of the averages an offer is calculated from.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
#[schema(as = CompMeasure)]
pub enum Measure {
    /// The middle price per unit.
    Median,
    /// The mean of the prices per unit.
    Mean,
    /// All prices divided by all areas.
    Total,
}

/// How an offer is calculated from an average: ± percent, × area, rounded to a step.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Calculation {
    /// The average.
    pub measure: Measure,
    /// What the average is per.
    pub unit: AreaUnit,
    /// Added to the average.
    pub percent: Signed,
    /// The property's, in the unit.
    pub area: Decimal,
    /// The offer is the nearest multiple of it, in whole dollars; half a step goes up.
    pub step: u32,
}

/// Why there is no offer.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum CalculationError {
    /// The average is null.
    #[error("too few sales count")]
    TooFew,
    /// The property's area is 0.
    #[error("the area is 0")]
    NoArea,
    /// The step is out of range.
    #[error("the step is not from 1 to {MAX_OFFER_STEP}")]
    Step,
    /// The result is not above 0.
    #[error("nothing remains after the percentage, or it rounds to 0")]
    Nothing,
    /// The result is beyond what an offer can be.
    #[error("the offer is a trillion dollars or more")]
    TooLarge,
}

impl Calculation {
    /// The offer in dollars.
    ///
    /// # Errors
    /// There are too few sales, an input is not valid, or the result is no price.
    pub fn offer(&self, statistics: &Statistics) -> Result<Money, CalculationError> {
        let average = self.average(statistics)?;
        if self.area.is_zero() {
            return Err(CalculationError::NoArea);
        }
        if !(1..=MAX_OFFER_STEP).contains(&self.step) {
            return Err(CalculationError::Step);
        }
        let hundred = BigDecimal::from(100);
        let factor = (&hundred + self.percent.value()) / hundred;
        let exact = average.amount() * factor * self.area.value();
        let step = BigDecimal::from(self.step);
        let offer = rounded(&(exact / &step), 0) * step;
        if offer <= 0 {
            return Err(CalculationError::Nothing);
        }
        Money::try_from(offer).map_err(|_large: domain::Invalid| CalculationError::TooLarge)
    }

    /// `median of 5 = 125,000/acre, −3 %, × 10.37 ac, step 1,000 → 1,257,000`.
    ///
    /// # Errors
    /// As [`Self::offer`].
    pub fn sentence(&self, statistics: &Statistics) -> Result<String, CalculationError> {
        let offer = self.offer(statistics)?;
        let average = grouped(&self.average(statistics)?.amount().to_plain_string());
        let measure = match self.measure {
            Measure::Median => "median",
            Measure::Mean => "mean",
            Measure::Total => "total price ÷ total area",
        };
        let percent = self.percent.value();
        let change = if *percent == 0 {
            String::new()
        } else {
            let sign = if *percent < 0 { '−' } else { '+' };
            format!(", {sign}{} %", percent.abs().to_plain_string())
        };
        let area = grouped(&self.area.to_string());
        let step = grouped(&self.step.to_string());
        let offer = grouped(&offer.to_string());
        let (count, per, short) = (statistics.count, self.unit.per(), self.unit.abbreviation());
        Ok(format!(
            "{measure} of {count} = {average}/{per}{change}, × {area} {short}, step {step} → {offer}"
        ))
    }

    fn average<'a>(&self, statistics: &'a Statistics) -> Result<&'a Money, CalculationError> {
        let average = match self.measure {
            Measure::Median => &statistics.median,
            Measure::Mean => &statistics.mean,
            Measure::Total => &statistics.total,
        };
        average.as_ref().ok_or(CalculationError::TooFew)
    }
}

/// Groups the digits before the point by three; drops `.00`.
fn grouped(number: &str) -> String {
    let (whole, fraction) = number.split_once('.').unwrap_or((number, ""));
    let mut text = String::new();
    for (place, digit) in whole.chars().enumerate() {
        if place > 0 && (whole.len() - place).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    if fraction.bytes().any(|digit| digit != b'0') {
        text.push('.');
        text.push_str(fraction);
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    fn five() -> Statistics {
        Statistics {
            count: 5,
            median: Some("125000".parse().unwrap()),
            mean: Some("121000".parse().unwrap()),
            total: Some("106452".parse().unwrap()),
            lowest: None,
            highest: None,
            interval: None,
        }
    }

    fn calculation() -> Calculation {
        Calculation {
            measure: Measure::Median,
            unit: AreaUnit::Acre,
            percent: "-3".parse().unwrap(),
            area: "10.37".parse().unwrap(),
            step: 1000,
        }
    }

    #[test]
    fn the_line_says_how_the_offer_is_calculated() {
        let line = calculation().sentence(&five()).unwrap();
        assert_eq!(
            line,
            "median of 5 = 125,000/acre, −3 %, × 10.37 ac, step 1,000 → 1,257,000"
        );
        let total = Calculation {
            measure: Measure::Total,
            percent: "0".parse().unwrap(),
            step: 1,
            ..calculation()
        };
        let line = total.sentence(&five()).unwrap();
        assert_eq!(
            line,
            "total price ÷ total area of 5 = 106,452/acre, × 10.37 ac, step 1 → 1,103,907"
        );
    }

    #[test]
    fn what_gives_no_offer_is_named() {
        let refused = |change: &dyn Fn(&mut Calculation)| {
            let mut changed = calculation();
            change(&mut changed);
            changed.offer(&five()).unwrap_err()
        };
        assert_eq!(
            refused(&|one| one.area = 0.into()),
            CalculationError::NoArea
        );
        assert_eq!(refused(&|one| one.step = 0), CalculationError::Step);
        assert_eq!(
            refused(&|one| one.percent = "-100".parse().unwrap()),
            CalculationError::Nothing
        );
        assert_eq!(
            refused(&|one| one.step = 10_000_000),
            CalculationError::Nothing
        );
        assert_eq!(
            refused(&|one| one.area = "999999999999".parse().unwrap()),
            CalculationError::TooLarge
        );
        let few = Statistics {
            median: None,
            ..five()
        };
        assert_eq!(calculation().offer(&few), Err(CalculationError::TooFew));
    }
}
