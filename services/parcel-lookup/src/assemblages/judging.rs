//! Judges found sites by criteria, each as one. No I/O.

use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet};

use ::assemblage::{LinkKind, Lot, OwnerId, Site, distinct};
use site_search::{
    Columns, Criteria, Fact, FactValue, Gate, JoinedSite, Joining, Judged, OfParcels, Outcome,
    explain, fails_alone, joined, judge, lists, of_parcels, rank_range,
};
use uuid::Uuid;

use super::domain::ACRE;
use super::dto::{AssemblageCounts, AssemblageJudgement};
use super::land::Land;
use crate::search_runs::api::result_dto::{RankChange, SearchList};
use crate::search_runs::work::{Judgement, ParcelsOfSites, failed_gate, hundredths};

/// Criteria, and the facts that they ask for of the parcels that may be part of a site.
pub struct Judging {
    criteria: Criteria,
    facts: Columns,
    /// Inner points of the parcels.
    points: Vec<[f64; 2]>,
    /// Parcels that each owner has in the area.
    owned: HashMap<i64, i64>,
    rows: HashMap<Uuid, usize>,
    /// Whether each parcel fails a gate for all parcels of a site.
    fails: Vec<bool>,
}

/// The least land that a gate asks for, acres; 0 without one. Sites are not made larger than they need to be, so one that is smaller would
/// stand for those that are large enough.
pub fn least_acres(criteria: &Criteria) -> f64 {
    let gates = criteria.gates.iter();
    let sizes = gates.filter(|gate| gate.fact == Fact::Acres);
    sizes.filter_map(|gate| gate.min).fold(0.0, f64::max)
}

/// The best sites, by their places.
pub struct Best {
    pub sites: Vec<(usize, Option<AssemblageJudgement>)>,
    /// Without the number of parcels that failed.
    pub counts: Option<AssemblageCounts>,
}

impl Best {
    /// The first ones, in their order.
    pub fn unjudged(lots: &[Lot], sites: &[Site], most: usize) -> Self {
        let places = distinct(lots, sites.iter(), most);
        Self {
            sites: places.into_iter().map(|place| (place, None)).collect(),
            counts: None,
        }
    }
}

/// A site that was not found by the criteria by which it is judged.
pub struct JudgedSite {
    pub outcome: Outcome,
    /// Without a rank; its changes say which requirements it fails.
    pub judgement: AssemblageJudgement,
    /// Its facts, in one row.
    pub facts: Columns,
}

impl Judging {
    pub fn new(criteria: Criteria, read: ParcelsOfSites) -> Self {
        let ids = read.columns.ids().iter().enumerate();
        Self {
            rows: ids.map(|(row, id)| (*id, row)).collect(),
            fails: fails_alone(&criteria, &read.columns),
            facts: read.columns,
            points: read.points,
            owned: read.owned,
            criteria,
        }
    }

    /// Whether its facts are known to be read, and it fails no gate for all parcels of a site.
    pub fn may_be_of_site(&self, id: &Uuid) -> bool {
        self.rows.get(id).is_some_and(|row| !self.fails[*row])
    }

    /// The sites with the greatest scores, then those listed apart; of those with mostly the same land the first. `None` if `stop` ended it.
    pub fn best(
        &self,
        land: &Land,
        found: &[Site],
        most: usize,
        stop: &dyn Fn() -> bool,
    ) -> Option<Best> {
        let beside = beside(land);
        let mut sites = Vec::with_capacity(found.len());
        for site in found {
            if stop() {
                return None;
            }
            sites.push(self.site(land, &site.lots, &beside));
        }
        let columns = joined(&self.criteria, &self.facts, &sites);
        let judged = judge(&self.criteria, &columns, |_| !stop()).ok()?;
        let lists = lists(&columns, &judged);
        let order = [lists.ranked, lists.unknown, lists.uncertain].concat();
        let in_order = order.iter().map(|row| &found[*row as usize]);
        let shown: Vec<u32> = distinct(&land.lots, in_order, most)
            .into_iter()
            .map(|place| order[place])
            .collect();
        let ranked: Vec<u32> = shown
            .iter()
            .copied()
            .filter(|row| judged.outcomes[*row as usize] == Outcome::Fit)
            .collect();
        let judgement = Judgement {
            criteria: &self.criteria,
            columns: &columns,
            judged: &judged,
        };
        // Ranked ones are the first.
        let best = shown.iter().enumerate().map(|(place, row)| {
            let row = *row as usize;
            let place = Some(place).filter(|place| *place < ranked.len());
            let said = self.said(&judgement, (ranked.as_slice(), place), row, &sites[row]);
            (row, Some(said))
        });
        Some(Best {
            sites: best.collect(),
            counts: Some(self.counts(&judged)),
        })
    }

    /// Lots as one site, also one that fails a requirement. `None` if there is nothing to judge.
    pub fn one(&self, land: &Land, lots: &[usize]) -> Option<JudgedSite> {
        let site = self.site(land, lots, &beside(land));
        let columns = joined(&self.criteria, &self.facts, std::slice::from_ref(&site));
        let judged = judge(&self.criteria, &columns, |_| true).ok()?;
        let judgement = Judgement {
            criteria: &self.criteria,
            columns: &columns,
            judged: &judged,
        };
        let none: &[u32] = &[];
        let said = AssemblageJudgement {
            changes: self.failed(&judgement, 0, &site),
            ..self.said(&judgement, (none, None), 0, &site)
        };
        Some(JudgedSite {
            outcome: *judged.outcomes.first()?,
            judgement: said,
            facts: columns,
        })
    }

    /// Which requirements a site fails; of one for all of its parcels, how many of them do.
    fn failed(&self, judgement: &Judgement, row: usize, site: &JoinedSite) -> Vec<RankChange> {
        let columns = judgement.columns;
        let gates = self.criteria.gates.iter().enumerate();
        let failed = gates.filter(|(index, gate)| columns.passes(*index, gate, row) == Some(false));
        let change = |(index, gate): (usize, &Gate)| {
            if gate.fact.joining() != Joining::Each {
                return failed_gate(gate, columns.gate_value(index, gate, row).as_ref());
            }
            let parcels = site.parcels.iter().map(|(parcel, _)| *parcel);
            let fails = |parcel: &usize| self.facts.passes(index, gate, *parcel) == Some(false);
            let failing: Vec<usize> = parcels.filter(fails).collect();
            let first = failing.first();
            let value = first.and_then(|parcel| self.facts.gate_value(index, gate, *parcel));
            let change = failed_gate(gate, value.as_ref());
            let (count, all) = (failing.len(), site.parcels.len());
            RankChange {
                sentence: format!("{} ({count} of {all} parcels)", change.sentence),
                ..change
            }
        };
        failed.map(change).collect()
    }

    fn site(&self, land: &Land, lots: &[usize], beside: &[Vec<usize>]) -> JoinedSite {
        let mut parcels = Vec::new();
        let (mut named, mut has_more) = (true, false);
        let mut keys: BTreeSet<Option<i64>> = BTreeSet::new();
        let mut owners: BTreeSet<OwnerId> = BTreeSet::new();
        let mut acres = 0.0;
        for lot in lots.iter().map(|lot| &land.lots[*lot]) {
            acres += lot.area / ACRE;
            owners.extend(&lot.owners);
            for place in &lot.parcels {
                let parcel = &land.parcels[*place];
                named &= land.owners[*place].is_some();
                has_more |= parcel.has_more_owners;
                keys.insert(parcel.owner_key);
                // Those of others on the land of chosen parcels were not read.
                if let Some(row) = self.rows.get(&parcel.ll_uuid) {
                    parcels.push((*row, lot.area / ACRE / lot.parcels.len() as f64));
                }
            }
        }
        // Unknown if it is of one of them.
        let owned: Option<i64> = keys
            .iter()
            .map(|key| self.owned.get(key.as_ref()?).copied())
            .sum();
        let known = |is_known: bool, number: f64| if is_known { number } else { f64::NAN };
        JoinedSite {
            lands: self.lands(parcels.iter().map(|(row, _)| *row)),
            parcels,
            acres,
            owners: known(named && !has_more, owners.len() as f64),
            owner_parcels: owned.map_or(f64::NAN, |owned| owned as f64),
            adjoining_owner_acres: known(named, adjoining(land, lots, &owners, beside) / ACRE),
        }
    }

    /// One parcel of each land: that with the largest recorded area.
    fn lands(&self, rows: impl Iterator<Item = usize>) -> Vec<usize> {
        let acres = |row: usize| match self.facts.value(Fact::Acres, row) {
            Some(FactValue::Number(acres)) => acres,
            _ => 0.0,
        };
        let mut lands: BTreeMap<[u64; 2], usize> = BTreeMap::new();
        for row in rows {
            let land = lands
                .entry(self.points[row].map(f64::to_bits))
                .or_insert(row);
            if acres(row) > acres(*land) {
                *land = row;
            }
        }
        lands.into_values().collect()
    }

    fn said(
        &self,
        judgement: &Judgement,
        (ranked, place): (&[u32], Option<usize>),
        row: usize,
        site: &JoinedSite,
    ) -> AssemblageJudgement {
        let judged = judgement.judged;
        let range = place.map(|place| rank_range(judged, ranked, place));
        let (score_low, score_high) = judged.score_range(row);
        let mut reasons = judgement.reasons(row, |_| None);
        for (reason, wish) in reasons.iter_mut().zip(&self.criteria.wishes) {
            let value = |row| self.facts.value(wish.fact, row);
            match of_parcels(wish.fact, site, value) {
                Some(OfParcels::Same(value)) => {
                    let worth = value.as_ref().map(|value| wish.curve.of(value));
                    reason.is_clamped = worth.is_some_and(|worth| worth.is_clamped);
                    reason.value = value;
                }
                Some(OfParcels::Mixed(words)) => reason.of_parcels = Some(words),
                None => {}
            }
        }
        let mut gates = judgement.gates(row, |_| None);
        for gate in &mut gates {
            let asked = &self.criteria.gates[gate.index];
            let index = gate.index;
            let value = |row| self.facts.gate_value(index, asked, row);
            match of_parcels(asked.fact, site, value) {
                Some(OfParcels::Same(value)) => gate.value = value,
                Some(OfParcels::Mixed(words)) => gate.of_parcels = Some(words),
                None => {}
            }
        }
        AssemblageJudgement {
            list: match judged.outcomes[row] {
                Outcome::Unknown => SearchList::Unknown,
                Outcome::Uncertain => SearchList::Uncertain,
                // Those that fail are not shown.
                Outcome::Fit | Outcome::Failed => SearchList::Ranked,
            },
            rank: place.map(|place| place as u64 + 1),
            score: hundredths(judged.score(row)),
            score_low: hundredths(score_low),
            score_high: hundredths(score_high),
            certainty: hundredths(judged.certainty(row)),
            rank_best: range.map(|range| range.best as u64),
            rank_worst: range.map(|range| range.worst as u64),
            reasons,
            gates,
            // One that is listed apart fails no gate.
            changes: judgement.changes(ranked, row, place),
        }
    }

    fn counts(&self, judged: &Judged) -> AssemblageCounts {
        AssemblageCounts {
            parcels_failed: 0,
            fit: judged.fit,
            listed_unknown: judged.listed_unknown,
            low_certainty: judged.uncertain,
            failed: judged.failed,
            explanation: explain(&self.criteria, judged),
        }
    }
}

/// The lots that share an edge with each lot.
fn beside(land: &Land) -> Vec<Vec<usize>> {
    let mut beside = vec![Vec::new(); land.lots.len()];
    for link in land.links.iter().filter(|link| link.kind == LinkKind::Edge) {
        beside[link.a].push(link.b);
        beside[link.b].push(link.a);
    }
    beside
}

/// Square metres of lots of these owners that share an edge with some lots.
fn adjoining(
    land: &Land,
    lots: &[usize],
    owners: &BTreeSet<OwnerId>,
    beside: &[Vec<usize>],
) -> f64 {
    let own: HashSet<&usize> = lots.iter().collect();
    let others: BTreeSet<usize> = lots
        .iter()
        .flat_map(|lot| &beside[*lot])
        .copied()
        .filter(|lot| !own.contains(lot) && !land.lots[*lot].owners.is_disjoint(owners))
        .collect();
    // The sum of no numbers would be -0.
    let areas = others.iter().map(|lot| land.lots[*lot].area);
    areas.fold(0.0, |sum, area| sum + area)
}
