//! Values of facts, and the facts that have a value.

use crate::criteria::{Curve, FactValue};
use crate::exact::{exp, half_to, ln};

/// The value 1, as a whole number.
pub const ONE: u16 = 10_000;

/// The value of a fact.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Worth {
    /// 0 to 10,000.
    pub v: u16,
    /// Whether the fact is beyond the ends of the curve.
    pub is_clamped: bool,
}

/// Facts of which a value is at least as great as wanted.
#[derive(Debug, Clone, PartialEq)]
pub enum Needed {
    /// A number of this span, inclusive; `None` where it has no end.
    Within(Option<f64>, Option<f64>),
    /// One of these names.
    OneOf(Vec<String>),
    /// This flag.
    Is(bool),
}

/// A share of 0 to 1 as a whole number.
pub fn whole(share: f64) -> u16 {
    (share.clamp(0.0, 1.0) * f64::from(ONE)).round() as u16
}

const fn clamped(v: u16, is_clamped: bool) -> Worth {
    Worth { v, is_clamped }
}

/// Where `x` is between two anchors, 0 to 1.
pub fn along(x: f64, zero: f64, one: f64) -> Worth {
    let t = (x - zero) / (one - zero);
    clamped(whole(t), !(0.0..=1.0).contains(&t))
}

impl Curve {
    /// The value of a number; 0 for a curve of names or flags.
    pub fn of_number(&self, x: f64) -> Worth {
        match self {
            Self::Ramp { zero, one } => along(x, *zero, *one),
            Self::LogRamp { zero, one } if x <= 0.0 => {
                clamped(if one < zero { ONE } else { 0 }, true)
            }
            Self::LogRamp { zero, one } => along(ln(x), ln(*zero), ln(*one)),
            Self::Trapezoid { a, b, c, d } => {
                let v = if x < *b {
                    if x < *a { 0 } else { along(x, *a, *b).v }
                } else if x > *c {
                    if x > *d { 0 } else { along(x, *d, *c).v }
                } else {
                    ONE
                };
                clamped(v, x < *a || x > *d)
            }
            Self::Steps { at, values } => {
                let place = at.iter().take_while(|begin| x >= **begin).count();
                clamped(whole(values.get(place).copied().unwrap_or_default()), false)
            }
            Self::HalfLife { h } => clamped(whole(half_to(x.max(0.0) / h)), x < 0.0),
            Self::Classes { .. } | Self::Flag { .. } => clamped(0, false),
        }
    }

    /// The value of a name; other names have 0.
    pub fn of_name(&self, name: &str) -> Worth {
        let v = match self {
            Self::Classes { values } => values
                .iter()
                .find(|(known, _)| known.eq_ignore_ascii_case(name))
                .map_or(0, |(_, value)| whole(*value)),
            _ => 0,
        };
        clamped(v, false)
    }

    /// The value of a flag.
    pub fn of_flag(&self, flag: bool) -> Worth {
        let v = match self {
            Self::Flag { yes, no } => whole(if flag { *yes } else { *no }),
            _ => 0,
        };
        clamped(v, false)
    }

    /// The value of a fact.
    pub fn of(&self, fact: &FactValue) -> Worth {
        match fact {
            FactValue::Number(x) => self.of_number(*x),
            FactValue::Name(name) => self.of_name(name),
            FactValue::Flag(flag) => self.of_flag(*flag),
        }
    }

    /// The facts with a value of at least `v`, next to what the fact is now; `None` if there are none.
    pub fn needed(&self, v: u16, now: Option<&FactValue>) -> Option<Needed> {
        let number = match now {
            Some(FactValue::Number(x)) => Some(*x),
            _ => None,
        };
        match self {
            Self::Ramp { zero, one } => {
                Some(self.beyond(v, *zero < *one, |t| zero + t * (one - zero)))
            }
            Self::LogRamp { zero, one } => {
                let (from, to) = (ln(*zero), ln(*one));
                Some(self.beyond(v, from < to, |t| exp(from + t * (to - from))))
            }
            Self::HalfLife { h } => Some(self.beyond(v, false, |t| {
                h * -ln(t.max(f64::MIN_POSITIVE)) / std::f64::consts::LN_2
            })),
            Self::Trapezoid { a, b, c, d } => {
                let t = f64::from(v) / f64::from(ONE);
                let (least, most) = (a + t * (b - a), d - t * (d - c));
                Some(match number {
                    Some(x) if x < least => Needed::Within(Some(least), None),
                    Some(x) if x > most => Needed::Within(None, Some(most)),
                    _ => Needed::Within(Some(least), Some(most)),
                })
            }
            Self::Steps { at, values } => steps_needed(at, values, v, number),
            Self::Classes { values } => {
                let names = values.iter().filter(|(_, value)| whole(**value) >= v);
                let names: Vec<String> = names.map(|(name, _)| name.clone()).collect();
                (!names.is_empty()).then_some(Needed::OneOf(names))
            }
            Self::Flag { .. } => [true, false]
                .into_iter()
                .find(|flag| self.of_flag(*flag).v >= v)
                .map(Needed::Is),
        }
    }

    /// Of a curve that rises or falls throughout: from where it has the value. `fact` turns a share
    /// back into a fact.
    fn beyond(&self, v: u16, rises: bool, fact: impl Fn(f64) -> f64) -> Needed {
        // Half a unit of the value is rounded away.
        let mut t = f64::from(v) / f64::from(ONE);
        let mut x = fact(t);
        while self.of_number(x).v < v && t < 1.0 {
            t = (t + 0.1 / f64::from(ONE)).min(1.0);
            x = fact(t);
        }
        if rises {
            Needed::Within(Some(x), None)
        } else {
            Needed::Within(None, Some(x))
        }
    }
}

/// The nearest step that is high enough.
fn steps_needed(at: &[f64], values: &[f64], v: u16, now: Option<f64>) -> Option<Needed> {
    let spans = values
        .iter()
        .enumerate()
        .filter(|(_, value)| whole(**value) >= v);
    let spans = spans.map(|(place, _)| {
        let begin = place
            .checked_sub(1)
            .and_then(|before| at.get(before))
            .copied();
        (begin, at.get(place).copied())
    });
    let away = |(begin, end): &(Option<f64>, Option<f64>)| match now {
        None => 0.0,
        Some(x) => {
            let below = begin.map_or(0.0, |begin| (begin - x).max(0.0));
            below + end.map_or(0.0, |end| (x - end).max(0.0))
        }
    };
    spans
        .min_by(|one, other| away(one).total_cmp(&away(other)))
        .map(|(begin, end)| Needed::Within(begin, end))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn v(curve: &Curve, x: f64) -> u16 {
        curve.of_number(x).v
    }

    #[test]
    fn each_curve_has_its_values() {
        let ramp = Curve::Ramp {
            zero: 600_000.0,
            one: 50_000.0,
        };
        assert_eq!(
            (v(&ramp, 600_000.0), v(&ramp, 325_000.0), v(&ramp, 50_000.0)),
            (0, 5000, 10_000)
        );
        assert_eq!(
            ramp.of_number(700_000.0),
            Worth {
                v: 0,
                is_clamped: true
            }
        );
        let log = Curve::LogRamp {
            zero: 1.0,
            one: 100.0,
        };
        assert_eq!(
            (v(&log, 10.0), v(&log, 0.0), v(&log, 1000.0)),
            (5000, 0, 10_000)
        );
        let falling = Curve::LogRamp {
            zero: 100.0,
            one: 1.0,
        };
        assert_eq!(
            falling.of_number(0.0),
            Worth {
                v: 10_000,
                is_clamped: true
            }
        );
        let table = Curve::Trapezoid {
            a: 1.0,
            b: 3.0,
            c: 5.0,
            d: 9.0,
        };
        let at: Vec<u16> = [0.5, 2.0, 3.0, 5.0, 7.0, 9.5]
            .into_iter()
            .map(|x| v(&table, x))
            .collect();
        assert_eq!(at, [0, 5000, 10_000, 10_000, 5000, 0]);
        let upright = Curve::Trapezoid {
            a: 3.0,
            b: 3.0,
            c: 5.0,
            d: 5.0,
        };
        assert_eq!(
            (
                v(&upright, 2.9),
                v(&upright, 3.0),
                v(&upright, 5.0),
                v(&upright, 5.1)
            ),
            (0, 10_000, 10_000, 0)
        );
        let steps = Curve::Steps {
            at: vec![1.0, 2.0],
            values: vec![0.1, 0.5, 1.0],
        };
        assert_eq!(
            (v(&steps, 0.9), v(&steps, 1.0), v(&steps, 2.0)),
            (1000, 5000, 10_000)
        );
        let half = Curve::HalfLife { h: 800.0 };
        assert_eq!(
            (v(&half, 0.0), v(&half, 800.0), v(&half, 1600.0)),
            (10_000, 5000, 2500)
        );
        let classes = Curve::Classes {
            values: [("company".to_owned(), 1.0), ("person".to_owned(), 0.6)].into(),
        };
        assert_eq!(
            (
                classes.of_name("Company").v,
                classes.of_name("person").v,
                classes.of_name("trust").v
            ),
            (10_000, 6000, 0)
        );
        let flag = Curve::Flag { yes: 0.2, no: 1.0 };
        assert_eq!(
            (flag.of_flag(true).v, flag.of_flag(false).v),
            (2000, 10_000)
        );
    }

    #[test]
    fn a_value_is_turned_back_into_a_fact() {
        let ramp = Curve::Ramp {
            zero: 600_000.0,
            one: 50_000.0,
        };
        for wanted in [1, 3333, 5000, 9999, 10_000] {
            let Some(Needed::Within(None, Some(most))) = ramp.needed(wanted, None) else {
                panic!()
            };
            assert!(v(&ramp, most) >= wanted, "{most}");
            assert!(v(&ramp, most + 600.0) < wanted || wanted == 10_000);
        }
        let half = Curve::HalfLife { h: 800.0 };
        let Some(Needed::Within(None, Some(most))) = half.needed(2500, None) else {
            panic!()
        };
        assert!((most - 1600.0).abs() < 0.5 && v(&half, most) >= 2500);
        let table = Curve::Trapezoid {
            a: 1.0,
            b: 3.0,
            c: 5.0,
            d: 9.0,
        };
        let now = FactValue::Number(1.0);
        assert_eq!(
            table.needed(5000, Some(&now)),
            Some(Needed::Within(Some(2.0), None))
        );
        let now = FactValue::Number(9.0);
        assert_eq!(
            table.needed(5000, Some(&now)),
            Some(Needed::Within(None, Some(7.0)))
        );
        let steps = Curve::Steps {
            at: vec![1.0, 2.0, 3.0],
            values: vec![1.0, 0.5, 0.2, 0.9],
        };
        let now = FactValue::Number(2.9);
        assert_eq!(
            steps.needed(9000, Some(&now)),
            Some(Needed::Within(Some(3.0), None))
        );
        assert_eq!(
            steps.needed(9500, Some(&now)),
            Some(Needed::Within(None, Some(1.0)))
        );
        let low = Curve::Steps {
            at: vec![1.0],
            values: vec![0.1, 0.2],
        };
        assert_eq!(low.needed(3000, None), None);
        let classes = Curve::Classes {
            values: [("company".to_owned(), 1.0), ("person".to_owned(), 0.6)].into(),
        };
        assert_eq!(
            classes.needed(7000, None),
            Some(Needed::OneOf(vec!["company".to_owned()]))
        );
        let flag = Curve::Flag { yes: 0.2, no: 1.0 };
        assert_eq!(flag.needed(5000, None), Some(Needed::Is(false)));
        assert_eq!(Curve::Flag { yes: 0.2, no: 0.3 }.needed(5000, None), None);
    }
}
