//! Price rules: how the offer for each property of a list is calculated.
//!
//! The order is fixed: calculate in decimals, limit to floor and cap, round to the step. The bases
//! and their figures are from the firms' practice, `spec_formula` from the specification (point 9).
//! A rule does not know who may approve its result; see `approval`.

use bigdecimal::{BigDecimal, RoundingMode};
use domain::{Money, offer_value};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::{Decimal, Fault, IncomeKind};

/// Square feet of an acre.
pub const SQUARE_FEET_PER_ACRE: u32 = 43_560;

/// Largest step, in dollars.
const MAX_STEP: u32 = 100_000_000;
/// Cap rates outside are unusual, in percent.
const USUAL_CAP_RATES: (u32, u32) = (2, 15);

/// How an offer is calculated.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct PriceRule {
    /// What is multiplied.
    pub basis: Basis,
    /// By what, in the unit of [`Basis`]. Only `spec_formula` has a default: 100 %.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schema(value_type = Option<f64>, minimum = 0)]
    pub factor: Option<Decimal>,
    /// Whose net operating income; only `noi_over_cap` has it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub income: Option<IncomeKind>,
    /// Least price, in dollars.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub floor: Option<Money>,
    /// Greatest price, in dollars.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub cap: Option<Money>,
    /// The price is a multiple of it, in whole dollars.
    #[serde(default = "one")]
    #[schema(default = 1, minimum = 1, maximum = 100_000_000)]
    pub step: u32,
    /// To which multiple.
    #[serde(default)]
    pub mode: RoundTo,
}

const fn one() -> u32 {
    1
}

/// What a price is calculated from.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
#[schema(as = PriceBasis)]
pub enum Basis {
    /// The factor itself, in dollars.
    Fixed,
    /// Acres of the parcel × dollars an acre.
    PerAcre,
    /// Floor area in S.F. × dollars a S.F.
    PerSfBuilding,
    /// Acres × 43,560 × dollars a S.F. of land.
    PerSfLand,
    /// Percent of the appraised value.
    PctAppraised,
    /// Percent of the market value.
    PctMarket,
    /// Percent of the total value.
    PctTotal,
    /// Percent of the specification's offer value: 1.15 × the lower of appraised and market value +
    /// 0.08 × the difference.
    SpecFormula,
    /// Net operating income a year ÷ cap rate in percent.
    NoiOverCap,
}

/// To which multiple of the step a price is rounded.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum RoundTo {
    /// The nearest; half a step goes up (away from zero, not to even).
    #[default]
    Nearest,
    /// The one below.
    Down,
    /// The one above.
    Up,
}

/// What a property's price is calculated from. Absent and 0 both are unknown: counties record 0 for
/// values and areas that they do not have.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct PriceInputs {
    /// Area of the parcel.
    pub acres: Option<Decimal>,
    /// Floor area in S.F.
    pub square_feet: Option<Decimal>,
    /// In dollars.
    pub appraised_value: Option<Money>,
    /// In dollars.
    pub market_value: Option<Money>,
    /// In dollars.
    pub total_value: Option<Money>,
    /// Net operating income a year in dollars; may be a loss.
    pub noi: Option<BigDecimal>,
}

/// A calculated price.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Priced {
    /// The offer, a multiple of the step.
    pub price: Money,
    /// Before limit and rounding, in dollars.
    pub exact: BigDecimal,
    /// The limit that took effect before rounding.
    pub limit: Option<Limit>,
}

/// A limit of a rule.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
#[schema(as = PriceLimit)]
pub enum Limit {
    /// The price was below.
    Floor,
    /// The price was above.
    Cap,
}

/// Why a property has no price. It blocks the property's letter and never becomes 0 or N/A.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum PriceError {
    /// An input is unknown or 0; holds the field's name as in [`PriceInputs`].
    #[error("there is no {0}")]
    Missing(&'static str),
    /// The net operating income is a loss.
    #[error("the net operating income is not above 0")]
    NoIncome,
    /// It rounds to 0.
    #[error("the rule gives 0 dollars")]
    Nothing,
    /// It is a trillion dollars or more.
    #[error("the price is too large")]
    TooLarge,
    /// [`PriceRule::faults`] has more than none; holds the field.
    #[error("the rule's {0} is not valid")]
    Rule(&'static str),
}

impl PriceError {
    /// The field of the property or the rule that causes it, for a link.
    pub const fn field(self) -> Option<&'static str> {
        match self {
            Self::Missing(field) | Self::Rule(field) => Some(field),
            Self::NoIncome => Some("noi"),
            Self::Nothing | Self::TooLarge => None,
        }
    }
}

impl PriceRule {
    /// What is wrong with the rule, by field; empty if nothing is.
    pub fn faults(&self) -> Vec<Fault> {
        let mut faults = Vec::new();
        match &self.factor {
            None if self.basis != Basis::SpecFormula => {
                faults.push(Fault::new("factor", "Enter the factor."));
            }
            Some(factor) if factor.is_zero() => {
                faults.push(Fault::new("factor", "Use a number above 0."));
            }
            _ => {}
        }
        match (&self.income, self.basis) {
            (None, Basis::NoiOverCap) => {
                let sentence = "Choose whose net operating income is used.";
                faults.push(Fault::new("income", sentence));
            }
            (Some(_), basis) if basis != Basis::NoiOverCap => {
                let sentence = "Only a price from the net operating income has it.";
                faults.push(Fault::new("income", sentence));
            }
            _ => {}
        }
        if self.floor.as_ref().is_some_and(is_nothing) {
            faults.push(Fault::new("floor", "Use an amount above 0, or none."));
        }
        if self.cap.as_ref().is_some_and(is_nothing) {
            faults.push(Fault::new("cap", "Use an amount above 0, or none."));
        } else if let (Some(floor), Some(cap)) = (&self.floor, &self.cap)
            && cap < floor
        {
            faults.push(Fault::new("cap", "The cap is below the floor."));
        }
        if !(1..=MAX_STEP).contains(&self.step) {
            let sentence = "Use whole dollars from 1 to 100,000,000.";
            faults.push(Fault::new("step", sentence));
        }
        faults
    }

    /// What is unusual about a valid rule, by field.
    pub fn warnings(&self) -> Vec<Fault> {
        let mut warnings = Vec::new();
        let (least, most) = USUAL_CAP_RATES;
        if self.basis == Basis::NoiOverCap
            && let Some(rate) = &self.factor
            && !(BigDecimal::from(least)..=BigDecimal::from(most)).contains(rate.value())
        {
            let sentence = format!("Cap rates are usually {least} % to {most} %.");
            warnings.push(Fault::new("factor", sentence));
        }
        for (field, limit) in [("floor", &self.floor), ("cap", &self.cap)] {
            if let Some(limit) = limit
                && self.step > 0
                && limit.amount() % BigDecimal::from(self.step) != 0
            {
                let sentence = "Rounding to the step may go beyond it: it is not a multiple.";
                warnings.push(Fault::new(field, sentence));
            }
        }
        warnings
    }

    /// The price of a property.
    ///
    /// # Errors
    /// An input is missing, the rule is not valid, or the result is no price.
    pub fn price(&self, inputs: &PriceInputs) -> Result<Priced, PriceError> {
        if !(1..=MAX_STEP).contains(&self.step) {
            return Err(PriceError::Rule("step"));
        }
        let exact = self.exact(inputs)?;
        let (limited, limit) = match (&self.floor, &self.cap) {
            (Some(floor), Some(cap)) if cap < floor => return Err(PriceError::Rule("cap")),
            (Some(floor), _) if exact < *floor.amount() => {
                (floor.amount().clone(), Some(Limit::Floor))
            }
            (_, Some(cap)) if exact > *cap.amount() => (cap.amount().clone(), Some(Limit::Cap)),
            _ => (exact.clone(), None),
        };
        let rounded = self.rounded(&limited);
        if rounded == 0 {
            return Err(PriceError::Nothing);
        }
        let price =
            Money::try_from(rounded).map_err(|_large: domain::Invalid| PriceError::TooLarge);
        Ok(Priced {
            price: price?,
            exact,
            limit,
        })
    }

    fn exact(&self, inputs: &PriceInputs) -> Result<BigDecimal, PriceError> {
        let factor = match (&self.factor, self.basis) {
            (Some(factor), _) if !factor.is_zero() => factor.value().clone(),
            (None, Basis::SpecFormula) => BigDecimal::from(100),
            _ => return Err(PriceError::Rule("factor")),
        };
        let percent = |value: &BigDecimal| value * &factor / 100_i64;
        Ok(match self.basis {
            Basis::Fixed => factor,
            Basis::PerAcre => factor * area(inputs.acres.as_ref(), "acres")?,
            Basis::PerSfBuilding => factor * area(inputs.square_feet.as_ref(), "square_feet")?,
            Basis::PerSfLand => {
                let acres = area(inputs.acres.as_ref(), "acres")?;
                factor * acres * BigDecimal::from(SQUARE_FEET_PER_ACRE)
            }
            Basis::PctAppraised => percent(appraised(inputs)?.amount()),
            Basis::PctMarket => percent(market(inputs)?.amount()),
            Basis::PctTotal => percent(value(inputs.total_value.as_ref(), "total_value")?.amount()),
            Basis::SpecFormula => {
                percent(offer_value(appraised(inputs)?, market(inputs)?).amount())
            }
            Basis::NoiOverCap => {
                let noi = inputs.noi.as_ref().ok_or(PriceError::Missing("noi"))?;
                if *noi <= 0 {
                    return Err(PriceError::NoIncome);
                }
                noi * BigDecimal::from(100) / factor
            }
        })
    }

    fn rounded(&self, amount: &BigDecimal) -> BigDecimal {
        let mode = match self.mode {
            // Prices are positive: up is away from zero.
            RoundTo::Nearest => RoundingMode::HalfUp,
            RoundTo::Down => RoundingMode::Down,
            RoundTo::Up => RoundingMode::Up,
        };
        let step = BigDecimal::from(self.step);
        (amount / &step).with_scale_round(0, mode) * step
    }
}

/// A share of a price in whole dollars, half up: the deposits of a letter, from the rounded price.
pub fn share(price: &Money, percent: &Decimal) -> u64 {
    use bigdecimal::ToPrimitive as _;
    (price.amount() * percent.value() / 100_i64)
        .with_scale_round(0, RoundingMode::HalfUp)
        .to_u64()
        .unwrap_or(u64::MAX)
}

fn area<'a>(area: Option<&'a Decimal>, field: &'static str) -> Result<&'a BigDecimal, PriceError> {
    area.filter(|area| !area.is_zero())
        .map(Decimal::value)
        .ok_or(PriceError::Missing(field))
}

fn value<'a>(value: Option<&'a Money>, field: &'static str) -> Result<&'a Money, PriceError> {
    value
        .filter(|value| !is_nothing(value))
        .ok_or(PriceError::Missing(field))
}

fn appraised(inputs: &PriceInputs) -> Result<&Money, PriceError> {
    value(inputs.appraised_value.as_ref(), "appraised_value")
}

fn market(inputs: &PriceInputs) -> Result<&Money, PriceError> {
    value(inputs.market_value.as_ref(), "market_value")
}

fn is_nothing(amount: &Money) -> bool {
    *amount.amount() == 0
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;
    use serde_json::{Value, json};

    use super::*;

    fn rule(json: Value) -> PriceRule {
        serde_json::from_value(json).unwrap()
    }

    fn dollars(text: &str) -> Money {
        text.parse().unwrap()
    }

    fn known() -> PriceInputs {
        PriceInputs {
            acres: Some("10.37".parse().unwrap()),
            square_feet: Some("42500".parse().unwrap()),
            appraised_value: Some(dollars("1000000")),
            market_value: Some(dollars("800000")),
            total_value: Some(dollars("1000001")),
            noi: Some(BigDecimal::from(1_200_000)),
        }
    }

    fn priced(json: Value) -> Result<String, PriceError> {
        rule(json)
            .price(&known())
            .map(|priced| priced.price.to_string())
    }

    #[test]
    fn the_worked_cases() {
        for (given, result) in [
            (
                json!({"basis": "per_acre", "factor": 125_000, "step": 5000, "mode": "nearest"}),
                "1295000.00",
            ),
            (
                json!({"basis": "per_acre", "factor": 125_000}),
                "1296250.00",
            ),
            (
                json!({"basis": "per_sf_building", "factor": 87.5, "step": 10_000}),
                "3720000.00",
            ),
            (
                json!({"basis": "per_sf_building", "factor": "87.50"}),
                "3718750.00",
            ),
            (
                json!({"basis": "pct_total", "factor": 95, "step": 1}),
                "950001.00",
            ),
            (
                json!({"basis": "fixed", "factor": 1_000_500, "step": 1000, "mode": "nearest"}),
                "1001000.00",
            ),
            (
                json!({"basis": "fixed", "factor": 1_000_500, "step": 1000, "mode": "down"}),
                "1000000.00",
            ),
            (
                json!({"basis": "fixed", "factor": 1_000_001, "step": 1000, "mode": "up"}),
                "1001000.00",
            ),
            // To the even thousand it would be 1,002,000 in both cases.
            (
                json!({"basis": "fixed", "factor": 1_002_500, "step": 1000}),
                "1003000.00",
            ),
            (
                json!({"basis": "fixed", "factor": 1_001_500, "step": 1000}),
                "1002000.00",
            ),
            (json!({"basis": "spec_formula"}), "936000.00"),
            (json!({"basis": "spec_formula", "factor": 90}), "842400.00"),
            (json!({"basis": "pct_appraised", "factor": 80}), "800000.00"),
            (json!({"basis": "pct_market", "factor": 101.5}), "812000.00"),
            (
                json!({"basis": "noi_over_cap", "factor": 5.5}),
                "21818182.00",
            ),
            (json!({"basis": "noi_over_cap", "factor": 6}), "20000000.00"),
            (
                json!({"basis": "noi_over_cap", "factor": 6, "mode": "up"}),
                "20000000.00",
            ),
        ] {
            assert_eq!(priced(given.clone()).unwrap(), result, "{given}");
        }
        let land = PriceInputs {
            acres: Some("2.5".parse().unwrap()),
            ..PriceInputs::default()
        };
        let per_sf = rule(json!({"basis": "per_sf_land", "factor": 6}));
        assert_eq!(per_sf.price(&land).unwrap().price, dollars("653400"));
        // 1,116,000 − 502,200 = 613,800 at 6 %.
        let income = PriceInputs {
            noi: Some(BigDecimal::from(1_116_000 - 502_200)),
            ..PriceInputs::default()
        };
        let over_cap = rule(json!({"basis": "noi_over_cap", "factor": 6}));
        assert_eq!(over_cap.price(&income).unwrap().price, dollars("10230000"));
    }

    #[test]
    fn deposits_are_of_the_rounded_price() {
        let percent = |text: &str| text.parse::<Decimal>().unwrap();
        let price = dollars("936000");
        assert_eq!(share(&price, &percent("0.5")), 4_680);
        assert_eq!(share(&price, &percent("1")), 9_360);
        // Half a dollar goes up.
        assert_eq!(share(&dollars("100"), &percent("0.5")), 1);
        assert_eq!(share(&dollars("99.99"), &percent("0.5")), 0);
    }

    #[test]
    fn limits_come_before_rounding() {
        let limited = |floor: u32, cap: u32, step: u32| {
            let json = json!({"basis": "per_acre", "factor": 100_000, "floor": floor, "cap": cap, "step": step});
            let priced = rule(json).price(&known()).unwrap();
            assert_eq!(priced.exact, BigDecimal::from(1_037_000));
            (priced.price.to_string(), priced.limit)
        };
        assert_eq!(
            limited(1_200_000, 2_000_000, 1),
            ("1200000.00".into(), Some(Limit::Floor))
        );
        assert_eq!(
            limited(1, 900_000, 1),
            ("900000.00".into(), Some(Limit::Cap))
        );
        assert_eq!(limited(1, 2_000_000, 1000), ("1037000.00".into(), None));
        // The step does not divide the cap: rounding goes above it, of which a warning tells.
        assert_eq!(
            limited(1, 995_000, 10_000),
            ("1000000.00".into(), Some(Limit::Cap))
        );
        let warned = rule(json!({"basis": "fixed", "factor": 1, "cap": 995_000, "step": 10_000}));
        assert_eq!(warned.warnings()[0].field, "cap");
        assert_eq!(
            rule(json!({"basis": "noi_over_cap", "factor": 1.9}))
                .warnings()
                .len(),
            1
        );
        assert_eq!(
            rule(json!({"basis": "noi_over_cap", "factor": 15})).warnings(),
            []
        );
    }

    #[test]
    fn whose_income_is_chosen_where_a_price_is_from_it() {
        let faults = |json: Value| -> Vec<String> {
            let faults = rule(json).faults().into_iter();
            faults.map(|fault| fault.field).collect()
        };
        assert_eq!(
            faults(json!({"basis": "noi_over_cap", "factor": 6})),
            ["income"]
        );
        assert_eq!(
            faults(json!({"basis": "noi_over_cap", "factor": 6, "income": "trailing_12"})),
            [""; 0]
        );
        assert_eq!(
            faults(json!({"basis": "fixed", "factor": 6, "income": "broker"})),
            ["income"]
        );
    }

    #[test]
    fn a_missing_input_is_named() {
        for (basis, input) in [
            ("per_acre", "acres"),
            ("per_sf_building", "square_feet"),
            ("per_sf_land", "acres"),
            ("pct_appraised", "appraised_value"),
            ("pct_market", "market_value"),
            ("pct_total", "total_value"),
            ("spec_formula", "appraised_value"),
            ("noi_over_cap", "noi"),
        ] {
            let rule = rule(json!({"basis": basis, "factor": 5}));
            let error = rule.price(&PriceInputs::default()).unwrap_err();
            assert_eq!(error, PriceError::Missing(input));
            assert_eq!(error.field(), Some(input));
        }
        let zero = PriceInputs {
            acres: Some(Decimal::from(0)),
            appraised_value: Some(dollars("100")),
            market_value: Some(dollars("0")),
            noi: Some(BigDecimal::from(-5)),
            ..PriceInputs::default()
        };
        let error = |json: Value| rule(json).price(&zero).unwrap_err();
        assert_eq!(
            error(json!({"basis": "per_acre", "factor": 5})),
            PriceError::Missing("acres")
        );
        assert_eq!(
            error(json!({"basis": "spec_formula"})),
            PriceError::Missing("market_value")
        );
        assert_eq!(
            error(json!({"basis": "noi_over_cap", "factor": 5})),
            PriceError::NoIncome
        );
    }

    #[test]
    fn what_is_no_price_is_an_error() {
        assert_eq!(
            priced(json!({"basis": "fixed", "factor": 400, "step": 1000})),
            Err(PriceError::Nothing)
        );
        assert_eq!(
            priced(json!({"basis": "per_acre", "factor": 999_999_999_999_u64})),
            Err(PriceError::TooLarge)
        );
        assert_eq!(
            priced(json!({"basis": "fixed"})),
            Err(PriceError::Rule("factor"))
        );
        assert_eq!(
            priced(json!({"basis": "fixed", "factor": 5, "step": 0})),
            Err(PriceError::Rule("step"))
        );
    }

    #[test]
    fn faults_name_their_field() {
        for (given, field) in [
            (json!({"basis": "per_acre"}), "factor"),
            (json!({"basis": "per_acre", "factor": 0}), "factor"),
            (json!({"basis": "spec_formula", "factor": 0}), "factor"),
            (json!({"basis": "fixed", "factor": 5, "floor": 0}), "floor"),
            (json!({"basis": "fixed", "factor": 5, "cap": 0}), "cap"),
            (
                json!({"basis": "fixed", "factor": 5, "floor": 10, "cap": 9}),
                "cap",
            ),
            (json!({"basis": "fixed", "factor": 5, "step": 0}), "step"),
            (
                json!({"basis": "fixed", "factor": 5, "step": 100_000_001}),
                "step",
            ),
        ] {
            let fields: Vec<_> = rule(given.clone())
                .faults()
                .into_iter()
                .map(|fault| fault.field)
                .collect();
            assert_eq!(fields, [field], "{given}");
        }
        assert_eq!(rule(json!({"basis": "spec_formula"})).faults(), []);
        for given in [
            json!({"basis": "per_mile", "factor": 1}),
            json!({"basis": "fixed", "factor": -1}),
            json!({"basis": "fixed", "factor": 1, "steps": 1}),
        ] {
            assert!(serde_json::from_value::<PriceRule>(given).is_err());
        }
    }

    fn any_mode() -> impl Strategy<Value = RoundTo> {
        prop_oneof![
            Just(RoundTo::Nearest),
            Just(RoundTo::Down),
            Just(RoundTo::Up)
        ]
    }

    fn per_acre(factor: u32, step: u32, mode: RoundTo) -> PriceRule {
        PriceRule {
            basis: Basis::PerAcre,
            factor: Some(Decimal::from(factor)),
            income: None,
            floor: None,
            cap: None,
            step,
            mode,
        }
    }

    fn with_acres(hundredths: u32) -> PriceInputs {
        let acres = format!("{}.{:02}", hundredths / 100, hundredths % 100);
        PriceInputs {
            acres: Some(acres.parse().unwrap()),
            ..PriceInputs::default()
        }
    }

    proptest! {
        #[test]
        fn a_price_is_a_multiple_of_the_step_and_less_than_a_step_away(
            acres in 1..1_000_000_u32, factor in 1..500_000_u32, step in 1..100_000_u32, mode in any_mode(),
        ) {
            if let Ok(priced) = per_acre(factor, step, mode).price(&with_acres(acres)) {
                let (price, step) = (priced.price.amount(), BigDecimal::from(step));
                prop_assert_eq!(price % &step, BigDecimal::from(0));
                let away = (price - &priced.exact).abs();
                match mode {
                    RoundTo::Nearest => prop_assert!(away * 2_i64 <= step),
                    RoundTo::Down => prop_assert!(*price <= priced.exact && away < step),
                    RoundTo::Up => prop_assert!(*price >= priced.exact && away < step),
                }
            }
        }

        #[test]
        fn a_price_is_within_limits_that_the_step_divides(
            acres in 1..1_000_000_u32, factor in 1..500_000_u32, step in 1..100_000_u32, mode in any_mode(),
            floor in 1..1_000_u32, more in 0..1_000_u32,
        ) {
            let limit = |steps: u32| Money::try_from(BigDecimal::from(u64::from(steps) * u64::from(step))).unwrap();
            let rule = PriceRule {
                floor: Some(limit(floor)),
                cap: Some(limit(floor + more)),
                ..per_acre(factor, step, mode)
            };
            prop_assert_eq!(rule.warnings(), []);
            let price = rule.price(&with_acres(acres)).unwrap().price;
            prop_assert!(limit(floor) <= price && price <= limit(floor + more));
        }

        #[test]
        fn more_land_never_costs_less(
            acres in 1..500_000_u32, more in 0..500_000_u32, factor in 1..500_000_u32, step in 1..100_000_u32, mode in any_mode(),
        ) {
            let rule = per_acre(factor, step, mode);
            let price = |acres| rule.price(&with_acres(acres)).map(|priced| priced.price).ok();
            prop_assert!(price(acres) <= price(acres + more));
        }
    }
}
