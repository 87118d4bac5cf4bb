//! A price rule in words, as the offer history says it.

use crate::words::grouped;
use crate::{Basis, IncomeKind, PriceRule, RoundTo};

impl PriceRule {
    /// `95% of appraised value, at least $250,000, to the nearest $1,000`: in the order in which it
    /// is calculated, in the words of the form.
    pub fn words(&self) -> String {
        let mut parts = vec![self.basis_words()];
        for (word, limit) in [("at least", &self.floor), ("at most", &self.cap)] {
            if let Some(limit) = limit {
                parts.push(format!("{word} {}", dollars(&limit.to_string())));
            }
        }
        let step = grouped(self.step.into());
        parts.push(match self.mode {
            RoundTo::Nearest => format!("to the nearest ${step}"),
            RoundTo::Down => format!("rounded down to a multiple of ${step}"),
            RoundTo::Up => format!("rounded up to a multiple of ${step}"),
        });
        parts.join(", ")
    }

    fn basis_words(&self) -> String {
        // Only the calculated offer needs no factor; it is then taken whole.
        let factor = self
            .factor
            .as_ref()
            .map_or_else(|| "100".to_owned(), ToString::to_string);
        match self.basis {
            Basis::Fixed => format!("{}, the same price for all", dollars(&factor)),
            Basis::PerAcre => format!("{} per acre", dollars(&factor)),
            Basis::PerSfBuilding => format!("{} per S.F. of building", dollars(&factor)),
            Basis::PerSfLand => format!("{} per S.F. of land", dollars(&factor)),
            Basis::PctAppraised => format!("{factor}% of appraised value"),
            Basis::PctMarket => format!("{factor}% of market value"),
            Basis::PctTotal => format!("{factor}% of total value"),
            Basis::SpecFormula => format!("{factor}% of the calculated offer"),
            Basis::NoiOverCap => {
                let kind = match self.income {
                    Some(IncomeKind::Stabilized) => " (stabilized)",
                    Some(IncomeKind::Trailing12) => " (last twelve months)",
                    Some(IncomeKind::Broker) => " (broker’s statement)",
                    None => "",
                };
                format!("Net operating income{kind} over a cap rate of {factor}%")
            }
        }
    }
}

/// `1250000.50` is `$1,250,000.50`; no cents if there are none, further decimals as they are.
fn dollars(number: &str) -> String {
    let (whole, fraction) = number.split_once('.').unwrap_or((number, ""));
    let whole = whole
        .parse::<u64>()
        .map_or_else(|_refused| whole.to_owned(), grouped);
    match fraction.trim_end_matches('0') {
        "" => format!("${whole}"),
        cents => format!("${whole}.{cents:0<2}"),
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn a_rule_is_said_in_the_words_of_the_form() {
        for (rule, words) in [
            (
                json!({"basis": "pct_appraised", "factor": 95, "step": 1000}),
                "95% of appraised value, to the nearest $1,000",
            ),
            (
                json!({"basis": "pct_market", "factor": 87.5, "step": 500, "mode": "down"}),
                "87.5% of market value, rounded down to a multiple of $500",
            ),
            (
                json!({"basis": "pct_total", "factor": 100, "step": 10_000, "mode": "up"}),
                "100% of total value, rounded up to a multiple of $10,000",
            ),
            (
                json!({"basis": "per_acre", "factor": 125_000, "floor": 250_000, "cap": 1_250_000.5, "step": 5000}),
                "$125,000 per acre, at least $250,000, at most $1,250,000.50, to the nearest $5,000",
            ),
            (
                json!({"basis": "per_sf_building", "factor": 87.5}),
                "$87.50 per S.F. of building, to the nearest $1",
            ),
            (
                json!({"basis": "per_sf_land", "factor": 0.125}),
                "$0.125 per S.F. of land, to the nearest $1",
            ),
            (
                json!({"basis": "spec_formula"}),
                "100% of the calculated offer, to the nearest $1",
            ),
            (
                json!({"basis": "fixed", "factor": 1_000_500, "step": 1000}),
                "$1,000,500, the same price for all, to the nearest $1,000",
            ),
            (
                json!({"basis": "noi_over_cap", "factor": 6.5, "income": "trailing_12"}),
                "Net operating income (last twelve months) over a cap rate of 6.5%, to the nearest $1",
            ),
        ] {
            let rule: PriceRule = serde_json::from_value(rule).unwrap();
            assert_eq!(rule.words(), words);
        }
    }
}
