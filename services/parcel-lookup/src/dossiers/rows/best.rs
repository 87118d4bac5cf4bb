//! Which sites have the best value of a row. No I/O.

use crate::dossiers::dto::ComparedValue;

/// Whether one number of a row is better than another.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Better {
    Higher,
    Lower,
    /// It depends on what is wanted.
    Neither,
}

/// Their places. None if fewer than two are known, all are equal, or an upper bound could be less than it says.
pub fn places(values: &[ComparedValue], better: Better) -> Vec<usize> {
    let sign = match better {
        Better::Higher => 1.0,
        Better::Lower => -1.0,
        Better::Neither => return Vec::new(),
    };
    let known: Vec<(usize, f64)> = values
        .iter()
        .enumerate()
        .filter_map(|(place, value)| Some((place, sign * value.number?)))
        .collect();
    let best = known.iter().map(|(_, number)| *number);
    let Some(best) = best.reduce(f64::max) else {
        return Vec::new();
    };
    let places: Vec<usize> = known
        .iter()
        .filter(|(_, number)| (best - number).abs() <= 1e-9 * best.abs())
        .map(|(place, _)| *place)
        .collect();
    let is_certain = !places.iter().any(|place| values[*place].is_upper_bound);
    if known.len() > places.len() && is_certain {
        places
    } else {
        Vec::new()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn values(numbers: &[Option<f64>]) -> Vec<ComparedValue> {
        let value = |number: &Option<f64>| ComparedValue {
            number: *number,
            ..ComparedValue::default()
        };
        numbers.iter().map(value).collect()
    }

    #[test]
    fn the_best_is_marked_only_where_it_is_better_than_another_known_one() {
        let some = values(&[Some(2.0), None, Some(5.0), Some(5.0)]);
        assert_eq!(places(&some, Better::Higher), [2, 3]);
        assert_eq!(places(&some, Better::Lower), [0]);
        assert!(places(&some, Better::Neither).is_empty());
        assert!(places(&values(&[Some(1.0), None]), Better::Higher).is_empty());
        assert!(places(&values(&[Some(1.0), Some(1.0)]), Better::Lower).is_empty());
        assert!(places(&values(&[None, None]), Better::Higher).is_empty());
    }

    #[test]
    fn what_may_be_less_is_not_the_best() {
        let mut some = values(&[Some(2.0), Some(5.0)]);
        some[1].is_upper_bound = true;
        assert!(places(&some, Better::Higher).is_empty());
        some[1].is_upper_bound = false;
        some[0].is_upper_bound = true;
        assert_eq!(places(&some, Better::Higher), [1]);
    }
}
