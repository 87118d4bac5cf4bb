//! Precision and recall of groups on generated owners, who are known.

mod truth;

use std::collections::{HashMap, HashSet};

use owner_names::link::Frequencies;
use owner_names::{Keys, Relation, Row, group};
use truth::{Parcel, parcels};

/// Most parcels of one key; the service reads more of a name.
const OF_KEY: usize = 500;
const CANDIDATES: usize = 2_000;
const PROBES: usize = 400;

/// What the database has: parcels by their keys and by the words of their owners.
struct Table {
    rows: Vec<(Row, Keys)>,
    by_key: HashMap<(u8, i64), Vec<usize>>,
    by_word: HashMap<String, Vec<usize>>,
    shares: HashMap<String, f64>,
}

fn listed(keys: Keys) -> impl Iterator<Item = (u8, i64)> {
    [(0, keys.owner), (1, keys.building), (2, keys.care_of)]
        .into_iter()
        .filter_map(|(kind, key)| Some((kind, key?)))
}

impl Table {
    fn of(parcels: &[Parcel]) -> Self {
        let mut table = Self {
            rows: Vec::new(),
            by_key: HashMap::new(),
            by_word: HashMap::new(),
            shares: HashMap::new(),
        };
        let mut places_of: HashMap<String, HashSet<i64>> = HashMap::new();
        for (at, parcel) in parcels.iter().enumerate() {
            let (keys, name) = parcel.row.keys();
            for key in listed(keys) {
                table.by_key.entry(key).or_default().push(at);
            }
            for word in name.iter().flat_map(|name| &name.tokens) {
                table.by_word.entry(word.clone()).or_default().push(at);
                places_of
                    .entry(word.clone())
                    .or_default()
                    .insert(keys.building.unwrap_or_default());
            }
            table.rows.push((parcel.row.clone(), keys));
        }
        let owners = parcels.len() as f64;
        table.shares = places_of
            .into_iter()
            .map(|(word, of)| (word, of.len() as f64 / owners))
            .collect();
        table
    }

    fn candidates(&self, from: &[usize], known: &mut Vec<usize>) {
        let mut seen: HashSet<usize> = known.iter().copied().collect();
        for at in from {
            for key in listed(self.rows[*at].1) {
                let found = self.by_key.get(&key).map(Vec::as_slice).unwrap_or_default();
                known.extend(found.iter().take(OF_KEY).filter(|at| seen.insert(**at)));
            }
        }
        known.truncate(CANDIDATES);
    }

    fn group_of(&self, asked: usize) -> HashSet<usize> {
        let mut found = vec![asked];
        self.candidates(&[asked], &mut found);
        if let Some(name) = self.rows[asked]
            .0
            .keys()
            .1
            .filter(|name| !name.is_government())
        {
            let rarest = name
                .tokens
                .iter()
                .filter(|word| word.len() > 2)
                .min_by(|x, y| self.shares[*x].total_cmp(&self.shares[*y]));
            let of_word = rarest
                .and_then(|word| self.by_word.get(word))
                .map(Vec::as_slice)
                .unwrap_or_default();
            let mut seen: HashSet<usize> = found.iter().copied().collect();
            found.extend(of_word.iter().take(OF_KEY).filter(|at| seen.insert(**at)));
        }
        let first = self.same(&found);
        self.candidates(&first, &mut found);
        self.same(&found).into_iter().collect()
    }

    fn same(&self, found: &[usize]) -> Vec<usize> {
        let rows: Vec<Row> = found.iter().map(|at| self.rows[*at].0.clone()).collect();
        let known = Frequencies {
            owners: self.rows.len() as f64 * 0.87,
            words: self.shares.clone(),
            ..Frequencies::default()
        };
        let members = group(&rows, known)
            .into_iter()
            .filter(|member| member.relation == Relation::Same);
        members.map(|member| found[member.row]).collect()
    }
}

#[derive(Default)]
struct Scores {
    precision: f64,
    recall: f64,
    probes: f64,
}

impl Scores {
    fn add(&mut self, found: &HashSet<usize>, truth: &HashSet<usize>) {
        let right = found.intersection(truth).count() as f64;
        self.precision += right / found.len() as f64;
        self.recall += right / truth.len() as f64;
        self.probes += 1.0;
    }

    fn means(&self) -> (f64, f64) {
        (self.precision / self.probes, self.recall / self.probes)
    }
}

#[test]
fn b_cubed_of_the_example_in_the_literature() {
    let truth: [&[usize]; 3] = [&[1, 2, 3, 4, 5, 6], &[7, 8], &[9]];
    let found: [&[usize]; 3] = [&[1, 2, 3, 4, 5], &[6], &[7, 8, 9]];
    let of = |groups: [&[usize]; 3], item: usize| -> HashSet<usize> {
        groups
            .into_iter()
            .find(|group| group.contains(&item))
            .unwrap()
            .iter()
            .copied()
            .collect()
    };
    let mut scores = Scores::default();
    for item in 1..=9 {
        scores.add(&of(found, item), &of(truth, item));
    }
    let (precision, recall) = scores.means();
    assert!(
        (precision - 0.852).abs() < 1e-3 && (recall - 0.815).abs() < 1e-3,
        "{precision} {recall}"
    );
}

#[test]
fn groups_are_as_precise_as_promised() {
    let parcels = parcels();
    let table = Table::of(&parcels);
    let mut of_owner: HashMap<usize, HashSet<usize>> = HashMap::new();
    for (at, parcel) in parcels.iter().enumerate() {
        of_owner.entry(parcel.owner).or_default().insert(at);
    }
    let mut all = Scores::default();
    let mut by_size: [Scores; 5] = Default::default();
    let mut by_kind: HashMap<&str, Scores> = HashMap::new();
    let step = parcels.len() / PROBES;
    for asked in (0..PROBES).map(|probe| probe * step + probe % step) {
        let found = table.group_of(asked);
        let truth = &of_owner[&parcels[asked].owner];
        let size = match truth.len() {
            1 => 0,
            2..=5 => 1,
            6..=20 => 2,
            21..=100 => 3,
            _ => 4,
        };
        all.add(&found, truth);
        by_size[size].add(&found, truth);
        by_kind
            .entry(parcels[asked].kind)
            .or_default()
            .add(&found, truth);
    }
    let (precision, recall) = all.means();
    println!(
        "{} parcels of {} owners, {PROBES} probes: B-cubed precision {precision:.4}, recall {recall:.4}",
        parcels.len(),
        of_owner.len()
    );
    for (name, scores) in ["1", "2 to 5", "6 to 20", "21 to 100", "more"]
        .iter()
        .zip(&by_size)
        .filter(|(_, scores)| scores.probes > 0.0)
    {
        let (precision, recall) = scores.means();
        println!(
            "owners of {name} parcels: precision {precision:.4}, recall {recall:.4} ({} probes)",
            scores.probes
        );
    }
    let mut kinds: Vec<_> = by_kind.iter().collect();
    kinds.sort_by_key(|(kind, _)| **kind);
    for (kind, scores) in kinds {
        let (precision, recall) = scores.means();
        println!(
            "{kind}: precision {precision:.4}, recall {recall:.4} ({} probes)",
            scores.probes
        );
    }
    assert!(precision >= 0.98, "precision {precision:.4}");
    assert!(recall >= 0.9, "recall {recall:.4}");
}
