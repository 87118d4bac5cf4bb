//! Criteria of a project as they are stored and sent.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::{Fact, GateArea};

/// Version of the form of criteria.
pub const CRITERIA_VERSION: i32 = 1;
/// Largest weight of a wish.
pub const MAX_WEIGHT: i32 = 1000;

/// What the sites of a project must be, and what they should be.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct Criteria {
    /// Always 1.
    #[schema(example = 1)]
    pub version: i32,
    /// What no advantage pays for, 20 at most.
    #[serde(default)]
    #[schema(max_items = 20)]
    pub gates: Vec<Gate>,
    /// What is better, 1 to 20. At least one has a weight.
    #[serde(default)]
    #[schema(max_items = 20)]
    pub wishes: Vec<Wish>,
}

/// What a site must be. A number has `min`, `max` or both; a class or a text `any_of`; a flag `is`.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct Gate {
    /// Which fact.
    pub fact: Fact,
    /// Least number, inclusive.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub min: Option<f64>,
    /// Greatest number, inclusive.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub max: Option<f64>,
    /// Names of which it is one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schema(max_items = 100)]
    pub any_of: Option<Vec<String>>,
    /// What the flag is.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub is: Option<bool>,
    /// The place of the fact `in_area`, whose gates say by `is` whether a site lies within it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub area: Option<GateArea>,
    /// What becomes of parcels of which the fact is unknown.
    #[serde(default)]
    pub unknown: WhenUnknown,
}

/// What becomes of parcels of which the fact of a gate is unknown.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum WhenUnknown {
    /// They pass.
    Pass,
    /// They fail.
    Fail,
    /// They are listed apart, unless they fail another gate. The default.
    #[default]
    List,
}

/// What a site should be.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct Wish {
    /// Each fact has one wish at most.
    pub fact: Fact,
    /// What the whole span of the curve is worth beside that of the others.
    #[schema(minimum = 0, maximum = 1000)]
    pub weight: i32,
    /// The value of the fact.
    pub curve: Curve,
    /// Value where the fact is unknown.
    #[serde(default = "half")]
    #[schema(minimum = 0, maximum = 1)]
    pub neutral: f64,
}

const fn half() -> f64 {
    0.5
}

/// The value of a fact, 0 to 1. Numbers beyond the ends of a curve have the value of the end.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, ToSchema)]
#[serde(tag = "kind", rename_all = "snake_case")]
#[expect(missing_docs, reason = "the kinds say what their fields are")]
pub enum Curve {
    /// Straight from 0 at `zero` to 1 at `one`; `one` may be the lesser.
    Ramp { zero: f64, one: f64 },
    /// The same on a logarithmic scale, for prices; both are more than 0.
    LogRamp { zero: f64, one: f64 },
    /// 0 up to `a`, rising to 1 at `b`, 1 up to `c`, falling to 0 at `d`.
    Trapezoid { a: f64, b: f64, c: f64, d: f64 },
    /// `values` has one entry more than `at`: the first below `at[0]`, the next from `at[0]` on, and so on.
    Steps { at: Vec<f64>, values: Vec<f64> },
    /// 1 at 0, and half as much with each `h` more: for distances.
    HalfLife { h: f64 },
    /// Of a class or a text: the value of each name; other names have 0.
    Classes { values: BTreeMap<String, f64> },
    /// Of a flag.
    Flag { yes: f64, no: f64 },
}

/// A fact's value: a number, a name or a flag.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, ToSchema)]
#[serde(untagged)]
pub enum FactValue {
    /// Of a number.
    Number(f64),
    /// Of a flag.
    Flag(bool),
    /// Of a class or a text.
    Name(String),
}

impl Gate {
    /// What it asks for, in a sentence.
    pub fn label(&self) -> String {
        match &self.area {
            Some(area) if self.is == Some(true) => format!("within {}", area.words()),
            Some(area) => format!("not within {}", area.words()),
            None => self.fact.label().to_owned(),
        }
    }
}

impl Criteria {
    /// Facts that they use, each once, in their order.
    pub fn facts(&self) -> Vec<Fact> {
        let gates = self.gates.iter().map(|gate| gate.fact);
        let mut facts: Vec<Fact> = gates
            .chain(self.wishes.iter().map(|wish| wish.fact))
            .collect();
        facts.sort_unstable();
        facts.dedup();
        facts
    }

    /// Sum of the weights.
    pub fn weight(&self) -> i64 {
        self.wishes.iter().map(|wish| i64::from(wish.weight)).sum()
    }
}
