//! A site beside the first parcels of a ranked list, of which only the values of the wishes are kept.

use std::cmp::Reverse;

use uuid::Uuid;

use crate::changes::{Change, changes};
use crate::columns::Columns;
use crate::criteria::Criteria;
use crate::curve::whole;
use crate::judge::{Judged, Outcome};
use crate::range::{RankRange, is_far, rank_range};

/// A site that was put among the first ranked parcels.
#[derive(Debug)]
pub struct Among {
    /// The site is the first row.
    judged: Judged,
    ranked: Vec<u32>,
    /// Its place, from 0 on. Ties by identity.
    pub place: usize,
}

impl Judged {
    /// Parcels that fit, of which the values of the wishes are known: 0 to 1, none of an unknown fact.
    fn of_values(criteria: &Criteria, rows: impl IntoIterator<Item = Vec<Option<f64>>>) -> Self {
        let mut judged = Self::none_of(criteria, 0);
        for row in rows {
            let (mut sum, mut known) = (0, 0);
            for (at, weight) in judged.weights.iter().enumerate() {
                let value = row.get(at).copied().flatten();
                let v = value.map_or(judged.neutral[at], whole);
                known |= u32::from(value.is_some()) << at;
                sum += weight * i64::from(v);
                judged.values.push(v);
            }
            judged.sums.push(sum);
            judged.known.push(known);
            judged.outcomes.push(Outcome::Fit);
            judged.fit += 1;
        }
        judged
    }
}

impl Among {
    /// `kept` are the first ranked parcels in their order. Each has its identity and the values of its wishes, 0 to 1, of which an unknown
    /// one counts the neutral value.
    pub fn new(
        criteria: &Criteria,
        (id, values): (Uuid, Vec<Option<f64>>),
        kept: impl IntoIterator<Item = (Uuid, Vec<Option<f64>>)>,
    ) -> Self {
        let (ids, others): (Vec<Uuid>, Vec<_>) = kept.into_iter().unzip();
        let rows = std::iter::once(values).chain(others);
        let judged = Judged::of_values(criteria, rows);
        let own = (Reverse(judged.sums[0]), id);
        let others = judged.sums[1..].iter().zip(&ids);
        let place = others
            .filter(|(sum, other)| (Reverse(**sum), **other) < own)
            .count();
        let mut ranked: Vec<u32> = (1..=ids.len() as u32).collect();
        ranked.insert(place, 0);
        Self {
            judged,
            ranked,
            place,
        }
    }

    /// As [`rank_range`], and whether the worst rank is only the least that it can be: `has_more` parcels are ranked after the kept
    /// ones, and the last kept one is not far enough behind to say that none of them may come before the site.
    pub fn range(&self, has_more: bool) -> (RankRange, bool) {
        let range = rank_range(&self.judged, &self.ranked, self.place);
        let last = self.ranked.last().map_or(0, |last| *last as usize);
        (range, has_more && !is_far(&self.judged, 0, last))
    }

    /// As [`changes`]; `columns` has the facts of the site alone.
    pub fn changes(&self, criteria: &Criteria, columns: &Columns) -> Vec<Change> {
        changes(criteria, columns, &self.judged, &self.ranked, self.place)
    }
}
