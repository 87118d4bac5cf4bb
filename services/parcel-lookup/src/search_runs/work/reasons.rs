//! Why a parcel, or a site of several, is where it is.

use site_search::{Change, ChangeKind, Columns, Criteria, Fact, Gate, Judged, Wish};

use super::failed;
use super::provenance::Source;
use crate::search_runs::api::result_dto::{
    GateOutcome, RankChange, RankChangeKind, ReasonKind, SearchGateResult, SearchReason,
};

/// What was judged, by what.
pub struct Judgement<'a> {
    pub criteria: &'a Criteria,
    pub columns: &'a Columns,
    pub judged: &'a Judged,
}

impl Judgement<'_> {
    /// One for each wish. `source` is asked for facts that are known.
    pub fn reasons(
        &self,
        row: usize,
        source: impl Fn(Fact) -> Option<Source>,
    ) -> Vec<SearchReason> {
        let judged = self.judged;
        let all = judged.weight() as f64;
        let reason = |(at, wish): (usize, &Wish)| {
            let value = self.columns.value(wish.fact, row);
            let known = judged.is_known(row, at);
            let v = f64::from(judged.values(row)[at]) / f64::from(site_search::ONE);
            let source = known.then(|| source(wish.fact)).flatten();
            let (source, source_date) = source.unzip();
            SearchReason {
                kind: ReasonKind::Wish,
                fact: wish.fact,
                weight: wish.weight,
                unit: wish.fact.unit().to_owned(),
                v: known.then_some(v),
                points: hundredths(100.0 * f64::from(wish.weight) * v / all),
                known,
                is_clamped: value
                    .as_ref()
                    .is_some_and(|value| wish.curve.of(value).is_clamped),
                of_parcels: None,
                source,
                source_date: source_date.flatten(),
                value,
            }
        };
        let wishes = self.criteria.wishes.iter().enumerate();
        wishes.map(reason).collect()
    }

    /// One for each gate. `source` is asked for facts that are known.
    pub fn gates(
        &self,
        row: usize,
        source: impl Fn(Fact) -> Option<Source>,
    ) -> Vec<SearchGateResult> {
        let gate = |(index, gate): (usize, &Gate)| {
            let value = self.columns.gate_value(index, gate, row);
            // A place is of the requirement itself.
            let is_sourced = value.is_some() && gate.area.is_none();
            let source = is_sourced.then(|| source(gate.fact)).flatten();
            let (source, source_date) = source.unzip();
            SearchGateResult {
                index,
                fact: gate.fact,
                outcome: match self.columns.passes(index, gate, row) {
                    Some(true) => GateOutcome::Pass,
                    Some(false) => GateOutcome::Fail,
                    None => GateOutcome::Unknown,
                },
                of_parcels: None,
                source,
                source_date: source_date.flatten(),
                value,
            }
        };
        let gates = self.criteria.gates.iter().enumerate();
        gates.map(gate).collect()
    }

    /// What would change its rank; `place` is its place among the ranked ones. Without one, which gates it fails.
    pub fn changes(&self, ranked: &[u32], row: usize, place: Option<usize>) -> Vec<RankChange> {
        let Some(place) = place else {
            let gates = self.criteria.gates.iter().enumerate();
            let failed = gates.filter_map(|(index, gate)| {
                let value = self.columns.gate_value(index, gate, row);
                (self.columns.passes(index, gate, row) == Some(false))
                    .then(|| failed::change(gate, value.as_ref()))
            });
            return failed.collect();
        };
        let changes = site_search::changes(self.criteria, self.columns, self.judged, ranked, place);
        changes.into_iter().map(RankChange::from).collect()
    }
}

impl From<Change> for RankChange {
    fn from(change: Change) -> Self {
        Self {
            kind: match change.kind {
                ChangeKind::Weight => RankChangeKind::Weight,
                ChangeKind::Fact => RankChangeKind::Fact,
                ChangeKind::Nothing => RankChangeKind::Nothing,
                ChangeKind::Level => RankChangeKind::Level,
            },
            fact: change.fact,
            needed: change.needed,
            rank: Some(change.rank as u64),
            sentence: change.sentence,
        }
    }
}

pub fn hundredths(number: f64) -> f64 {
    (number * 100.0).round() / 100.0
}
