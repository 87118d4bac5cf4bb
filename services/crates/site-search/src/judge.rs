//! Gates and values of every parcel.

use crate::columns::{Column, Columns, UNKNOWN_FLAG, UNKNOWN_WORTH};
use crate::criteria::{Criteria, Curve, FactValue, Gate, WhenUnknown, Wish};
use crate::curve::{ONE, along, whole};
use crate::exact::ln;

/// Parcels judged between two reports.
const REPORT: usize = 20_000;

/// What becomes of a parcel.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Outcome {
    /// It is ranked.
    Fit,
    /// It fails no gate, but a fact of one is unknown.
    Unknown,
    /// It passes all gates, but less than half of the weight is on known facts.
    Uncertain,
    /// It fails a gate.
    Failed,
}

/// What a gate did.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct GateCount {
    /// Parcels that fail it.
    pub fails: usize,
    /// Of these, those that fail no other.
    pub fails_alone: usize,
    /// Parcels of which its fact is unknown.
    pub unknown: usize,
    /// Parcels that fail no other gate, and this one by a tenth of its bound at most, or by ten years.
    pub near_miss: usize,
}

/// The judgement was stopped.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Stopped;

/// Every parcel judged.
#[derive(Debug)]
pub struct Judged {
    /// Of each parcel.
    pub outcomes: Vec<Outcome>,
    /// Of each gate.
    pub gates: Vec<GateCount>,
    /// Parcels that are ranked.
    pub fit: usize,
    /// Parcels listed apart for an unknown fact of a gate.
    pub listed_unknown: usize,
    /// Parcels listed apart for little certainty.
    pub uncertain: usize,
    /// Parcels that fail a gate.
    pub failed: usize,
    pub(crate) weights: Vec<i64>,
    pub(crate) neutral: Vec<u16>,
    /// Values by parcel, then wish, unknown ones neutral.
    pub(crate) values: Vec<u16>,
    /// Sum of weights times values of each parcel.
    pub(crate) sums: Vec<i64>,
    /// Wishes whose fact is known, a bit each.
    pub(crate) known: Vec<u32>,
}

impl Judged {
    /// Number of parcels.
    pub fn rows(&self) -> usize {
        self.outcomes.len()
    }

    /// Sum of the weights.
    pub fn weight(&self) -> i64 {
        self.weights.iter().sum()
    }

    /// Values of the wishes for a parcel, 0 to 10,000; neutral ones where facts are unknown.
    pub fn values(&self, row: usize) -> &[u16] {
        let wishes = self.weights.len();
        &self.values[row * wishes..(row + 1) * wishes]
    }

    /// Whether the fact of a wish is known of a parcel.
    pub fn is_known(&self, row: usize, wish: usize) -> bool {
        (self.known[row] >> wish) & 1 == 1
    }

    /// Sum of weights times values; the order of the ranks.
    pub fn sum(&self, row: usize) -> i64 {
        self.sums[row]
    }

    /// Score, 0 to 100.
    pub fn score(&self, row: usize) -> f64 {
        self.scaled(self.sums[row])
    }

    /// The score if all unknown facts had the value 0, and if they had the value 1.
    pub fn score_range(&self, row: usize) -> (f64, f64) {
        let (mut low, mut high) = (self.sums[row], self.sums[row]);
        for (wish, weight) in self.weights.iter().enumerate() {
            if !self.is_known(row, wish) {
                let neutral = i64::from(self.neutral[wish]);
                low -= weight * neutral;
                high += weight * (i64::from(ONE) - neutral);
            }
        }
        (self.scaled(low), self.scaled(high))
    }

    /// Share of the weight on known facts, 0 to 1.
    pub fn certainty(&self, row: usize) -> f64 {
        self.known_weight(row) as f64 / self.weight() as f64
    }

    fn known_weight(&self, row: usize) -> i64 {
        let known = self
            .weights
            .iter()
            .enumerate()
            .filter(|(wish, _)| self.is_known(row, *wish));
        known.map(|(_, weight)| weight).sum()
    }

    fn scaled(&self, sum: i64) -> f64 {
        sum as f64 / (self.weight() as f64 * f64::from(ONE)) * 100.0
    }
}

/// Judges every parcel by checked criteria. `report` is called with the number of parcels judged, and
/// says whether to go on.
pub fn judge(
    criteria: &Criteria,
    columns: &Columns,
    mut report: impl FnMut(usize) -> bool,
) -> Result<Judged, Stopped> {
    let rows = columns.ids().len();
    let gates: Vec<GateTest<'_>> = criteria
        .gates
        .iter()
        .enumerate()
        .map(|(place, gate)| GateTest::new(columns, place, gate))
        .collect();
    let values: Vec<ValueTable<'_>> = criteria
        .wishes
        .iter()
        .enumerate()
        .map(|(place, wish)| ValueTable::new(columns, place, wish))
        .collect();
    let mut judged = Judged::none_of(criteria, rows);
    for row in 0..rows {
        if row.is_multiple_of(REPORT) && !report(row) {
            return Err(Stopped);
        }
        let passes = judged.test(&gates, criteria, row);
        judged.value(&values, row);
        let outcome = match passes {
            // Exactly half is enough.
            Outcome::Fit if 2 * judged.known_weight(row) < judged.weight() => Outcome::Uncertain,
            other => other,
        };
        match outcome {
            Outcome::Fit => judged.fit += 1,
            Outcome::Unknown => judged.listed_unknown += 1,
            Outcome::Uncertain => judged.uncertain += 1,
            Outcome::Failed => judged.failed += 1,
        }
        judged.outcomes.push(outcome);
    }
    if report(rows) {
        Ok(judged)
    } else {
        Err(Stopped)
    }
}

impl Judged {
    /// Room for so many parcels.
    pub(crate) fn none_of(criteria: &Criteria, rows: usize) -> Self {
        let wishes = criteria.wishes.iter();
        Self {
            outcomes: Vec::with_capacity(rows),
            gates: vec![GateCount::default(); criteria.gates.len()],
            fit: 0,
            listed_unknown: 0,
            uncertain: 0,
            failed: 0,
            weights: wishes.clone().map(|wish| i64::from(wish.weight)).collect(),
            values: Vec::with_capacity(rows * wishes.len()),
            neutral: wishes.map(|wish| whole(wish.neutral)).collect(),
            sums: Vec::with_capacity(rows),
            known: Vec::with_capacity(rows),
        }
    }

    /// Tests a parcel and counts what the gates did.
    fn test(&mut self, gates: &[GateTest<'_>], criteria: &Criteria, row: usize) -> Outcome {
        let (mut failed, mut listed, mut last, mut is_near) = (0_usize, false, 0, false);
        for (place, gate) in gates.iter().enumerate() {
            let (fails, near) = gate.test(row).unwrap_or_else(|| {
                self.gates[place].unknown += 1;
                let unknown = criteria.gates[place].unknown;
                listed |= unknown == WhenUnknown::List;
                (unknown == WhenUnknown::Fail, false)
            });
            if fails {
                self.gates[place].fails += 1;
                failed += 1;
                last = place;
                is_near = near;
            }
        }
        match failed {
            0 if listed => Outcome::Unknown,
            0 => Outcome::Fit,
            1 => {
                self.gates[last].fails_alone += 1;
                self.gates[last].near_miss += usize::from(is_near);
                Outcome::Failed
            }
            _ => Outcome::Failed,
        }
    }

    fn value(&mut self, values: &[ValueTable<'_>], row: usize) {
        let (mut sum, mut known) = (0, 0);
        for (wish, table) in values.iter().enumerate() {
            let v = match table.value(row) {
                UNKNOWN_WORTH => self.neutral[wish],
                v => {
                    known |= 1 << wish;
                    v
                }
            };
            sum += self.weights[wish] * i64::from(v);
            self.values.push(v);
        }
        self.sums.push(sum);
        self.known.push(known);
    }
}

/// A gate with the column of its fact.
pub(crate) enum GateTest<'a> {
    Unknown,
    /// What the parcels of each site decide.
    Verdicts(&'a [u8]),
    /// The least and the greatest number that pass, and those that are near.
    Numbers(&'a [f64], [f64; 2], [f64; 2]),
    /// Whether each code passes.
    Codes(&'a [u32], Vec<bool>),
    Flags(&'a [u8], u8),
}

impl<'a> GateTest<'a> {
    pub(crate) fn new(columns: &'a Columns, place: usize, gate: &Gate) -> Self {
        if let Some(verdicts) = columns.verdicts(place) {
            return Self::Verdicts(verdicts);
        }
        match columns.of_gate(place, gate) {
            Some(Column::Numbers(numbers)) => {
                let min = gate.min.unwrap_or(f64::NEG_INFINITY);
                let max = gate.max.unwrap_or(f64::INFINITY);
                let near = [min - gate.fact.reach(min), max + gate.fact.reach(max)];
                Self::Numbers(numbers, [min, max], near)
            }
            Some(Column::Codes(codes)) => {
                let passes = |name: &String| passes_name(gate, name);
                Self::Codes(codes.codes(), codes.names().iter().map(passes).collect())
            }
            Some(Column::Flags(flags)) => Self::Flags(flags, u8::from(gate.is == Some(true))),
            None => Self::Unknown,
        }
    }

    /// Whether a parcel fails, and whether it is near; `None` if the fact is unknown.
    pub(crate) fn test(&self, row: usize) -> Option<(bool, bool)> {
        match self {
            Self::Unknown => None,
            Self::Verdicts(verdicts) => match verdicts[row] {
                UNKNOWN_FLAG => None,
                verdict => Some((verdict == 0, false)),
            },
            Self::Numbers(numbers, [min, max], [low, high]) => {
                let x = numbers[row];
                if !x.is_finite() {
                    return None;
                }
                let fails = x < *min || x > *max;
                Some((fails, fails && x >= *low && x <= *high))
            }
            Self::Codes(codes, passes) => {
                let passes = passes.get(codes[row] as usize)?;
                Some((!passes, false))
            }
            Self::Flags(flags, wanted) => match flags[row] {
                UNKNOWN_FLAG => None,
                flag => Some((flag != *wanted, false)),
            },
        }
    }
}

fn passes_name(gate: &Gate, name: &str) -> bool {
    let mut names = gate.any_of.iter().flatten();
    names.any(|wanted| wanted.trim().eq_ignore_ascii_case(name))
}

impl Gate {
    /// Whether a fact passes; `None` if it is unknown.
    pub fn passes(&self, fact: Option<&FactValue>) -> Option<bool> {
        Some(match fact? {
            FactValue::Number(x) => {
                self.min.is_none_or(|min| *x >= min) && self.max.is_none_or(|max| *x <= max)
            }
            FactValue::Name(name) => passes_name(self, name),
            FactValue::Flag(flag) => self.is == Some(*flag),
        })
    }
}

/// A wish with the column of its fact.
pub(crate) enum ValueTable<'a> {
    Unknown,
    /// What the parcels of each site have together.
    Given(&'a [u16]),
    Numbers(&'a [f64], &'a Wish),
    /// With the logarithms of the anchors.
    Logarithms(&'a [f64], &'a Wish, [f64; 2]),
    /// The value of each code.
    Codes(&'a [u32], Vec<u16>),
    /// The value of no and of yes.
    Flags(&'a [u8], [u16; 2]),
}

impl<'a> ValueTable<'a> {
    pub(crate) fn new(columns: &'a Columns, place: usize, wish: &'a Wish) -> Self {
        if let Some(worths) = columns.worths(place) {
            return Self::Given(worths);
        }
        match columns.get(wish.fact) {
            Some(Column::Numbers(numbers)) => match &wish.curve {
                Curve::LogRamp { zero, one } => {
                    Self::Logarithms(numbers, wish, [zero, one].map(|anchor| ln(*anchor)))
                }
                _ => Self::Numbers(numbers, wish),
            },
            Some(Column::Codes(codes)) => {
                let v = |name: &String| wish.curve.of_name(name).v;
                Self::Codes(codes.codes(), codes.names().iter().map(v).collect())
            }
            Some(Column::Flags(flags)) => {
                Self::Flags(flags, [false, true].map(|flag| wish.curve.of_flag(flag).v))
            }
            None => Self::Unknown,
        }
    }

    pub(crate) fn value(&self, row: usize) -> u16 {
        match self {
            Self::Unknown => UNKNOWN_WORTH,
            Self::Given(worths) => worths[row],
            Self::Numbers(numbers, _) | Self::Logarithms(numbers, ..)
                if !numbers[row].is_finite() =>
            {
                UNKNOWN_WORTH
            }
            Self::Logarithms(numbers, _, [zero, one]) if numbers[row] > 0.0 => {
                along(ln(numbers[row]), *zero, *one).v
            }
            Self::Numbers(numbers, wish) | Self::Logarithms(numbers, wish, _) => {
                wish.curve.of_number(numbers[row]).v
            }
            Self::Codes(codes, values) => values
                .get(codes[row] as usize)
                .copied()
                .unwrap_or(UNKNOWN_WORTH),
            Self::Flags(flags, values) => values
                .get(usize::from(flags[row]))
                .copied()
                .unwrap_or(UNKNOWN_WORTH),
        }
    }
}
