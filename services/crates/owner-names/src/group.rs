//! The parcels of one owner, of those that may be.

use std::collections::{BTreeSet, HashMap};

use crate::link::{Comparisons, Edge, Frequencies, OWN_SUITE, Party};
use crate::row::{Parsed, Row};

/// From here on two are the same owner.
const SAME: f64 = 0.98;
/// Two connections of this strength join as one of [`SAME`] does.
const LIKELY: f64 = 0.9;
/// From here on they are shown as related.
const RELATED: f64 = 0.5;
/// Owners of the group that others may be joined through, besides the one that is asked about.
const ANCHORS: usize = 3;

/// How a parcel's owner relates to the one that is asked about.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Relation {
    /// The same owner.
    Same,
    /// Perhaps, or a sister.
    Related,
}

/// A parcel of the group.
#[derive(Debug, Clone, PartialEq)]
pub struct Member {
    /// Position in the rows.
    pub row: usize,
    /// Same or related.
    pub relation: Relation,
    /// 0 to 1.
    pub confidence: f64,
    /// In a sentence.
    pub reason: String,
}

/// The owner's parcels, the surest first; rows in their order among equals.
pub type Group = Vec<Member>;

/// An owner at an address, with its rows.
struct Node {
    party: Party,
    raw: String,
    rows: Vec<usize>,
}

/// The group of the first row. `known.owners` and `known.words` are given; the rest is counted from the rows, which
/// therefore are all that have the names and addresses of the group, as far as they are read.
pub fn group(rows: &[Row], known: Frequencies) -> Group {
    let rows: Vec<Parsed> = rows.iter().map(Row::parsed).collect();
    group_parsed(&rows, known)
}

/// The same, of rows that are in one form already.
pub fn group_parsed(rows: &[Parsed], mut known: Frequencies) -> Group {
    match rows {
        [] => return Vec::new(),
        // Who is not named has no other parcels.
        [first, ..] if first.party.is_none() => return vec![asked(0)],
        _ => {}
    }
    count(rows, &mut known);
    let nodes = nodes(rows, &known);
    let mut found: HashMap<usize, (Relation, Edge)> = HashMap::new();
    let mut compared = Comparisons::new(nodes.iter().map(|node| &node.party), &known);
    let edges: Vec<Edge> = (0..nodes.len()).map(|at| compared.edge(0, at)).collect();
    let mut direct: Vec<usize> = (1..nodes.len())
        .filter(|at| edges[*at].p >= SAME && !edges[*at].is_contradicted)
        .collect();
    // The heaviest first; of two that contradict each other, the other is related. By name, so that the order of rows
    // changes nothing.
    direct.sort_by(|one, other| {
        let of = |at: usize| {
            (
                usize::MAX - nodes[at].rows.len(),
                &nodes[at].raw,
                nodes[at].party.mail,
            )
        };
        of(*one).cmp(&of(*other))
    });
    let mut anchors: Vec<usize> = Vec::new();
    // Of those that are written alike, the first: the others contradict the same ones.
    let mut distinct: Vec<usize> = Vec::new();
    for at in direct {
        let against = distinct
            .iter()
            .map(|other| compared.edge(*other, at))
            .find(|edge| edge.is_contradicted);
        match against {
            None => {
                found.insert(at, (Relation::Same, edges[at].clone()));
                anchors.push(at);
                if !distinct.iter().any(|other| compared.are_alike(*other, at)) {
                    distinct.push(at);
                }
            }
            Some(edge) => {
                let p = edge.p.max(RELATED);
                found.insert(at, (Relation::Related, Edge { p, ..edge }));
            }
        }
    }
    anchors.truncate(ANCHORS);
    let direct = anchors;
    for (at, own) in edges.iter().enumerate().skip(1) {
        if found.contains_key(&at) {
            continue;
        }
        let through: Vec<(usize, Edge)> = direct
            .iter()
            .map(|anchor| (*anchor, compared.edge(*anchor, at)))
            .collect();
        let is_free = !own.is_contradicted && through.iter().all(|(_, edge)| !edge.is_contradicted);
        let best = through
            .iter()
            .max_by(|x, y| x.1.p.total_cmp(&y.1.p).then(y.0.cmp(&x.0)));
        let likely = through.iter().filter(|(_, edge)| edge.p >= LIKELY).count()
            + usize::from(own.p >= LIKELY);
        let path = best
            .filter(|(_, edge)| edge.p > own.p && !own.is_contradicted)
            .map(|(anchor, edge)| {
                let first = &found[anchor].1;
                Edge {
                    p: edge.p.min(first.p),
                    is_contradicted: false,
                    reason: format!("through {}: {}", nodes[*anchor].raw, edge.reason),
                }
            });
        let edge = path.unwrap_or_else(|| own.clone());
        if is_free && (edge.p >= SAME || likely >= 2) {
            found.insert(at, (Relation::Same, edge));
        } else if edge.p >= RELATED {
            let p = edge.p.min(if own.is_contradicted {
                own.p.max(RELATED)
            } else {
                0.979
            });
            found.insert(at, (Relation::Related, Edge { p, ..edge }));
        }
    }
    members(&nodes, &found)
}

fn asked(row: usize) -> Member {
    Member {
        row,
        relation: Relation::Same,
        confidence: 1.0,
        reason: "the parcel asked about".to_owned(),
    }
}

fn members(nodes: &[Node], found: &HashMap<usize, (Relation, Edge)>) -> Group {
    let mut members = vec![asked(0)];
    for row in &nodes[0].rows {
        if *row != 0 {
            members.push(Member {
                row: *row,
                relation: Relation::Same,
                confidence: 0.999,
                reason: "same name, same mailing address".to_owned(),
            });
        }
    }
    for (at, (relation, edge)) in found {
        for row in &nodes[*at].rows {
            members.push(Member {
                row: *row,
                relation: *relation,
                confidence: (edge.p * 1000.0).round().min(999.0) / 1000.0,
                reason: edge.reason.clone(),
            });
        }
    }
    members.sort_by(|x, y| {
        x.relation
            .cmp(&y.relation)
            .then(y.confidence.total_cmp(&x.confidence))
            .then(x.row.cmp(&y.row))
    });
    members
}

/// Counts names and addresses, each once: an owner of many parcels is not many.
fn count(rows: &[Parsed], known: &mut Frequencies) {
    let mut pairs: [BTreeSet<(i64, i64)>; 4] = Default::default();
    for row in rows {
        let Some(party) = &row.party else { continue };
        let core = crate::key::key(&[&party.name.core()]);
        if let Some(mail) = party.mail {
            pairs[0].insert((party.name_key, mail));
            if pairs[1].insert((mail, core)) {
                for word in &party.name.tokens {
                    *known.with_word.entry((mail, word.clone())).or_default() += 1;
                }
            }
            if row.is_absentee == Some(false) {
                known.homes.insert(mail);
            }
        }
        if let Some(building) = party.building {
            pairs[2].insert((building, core));
        }
        if let Some(care) = party.care_of {
            pairs[3].insert((care, core));
        }
    }
    let counts = pairs.map(|pairs| {
        let mut counts: HashMap<i64, usize> = HashMap::new();
        for (key, _) in pairs {
            *counts.entry(key).or_default() += 1;
        }
        counts
    });
    [
        known.addresses,
        known.at_mail,
        known.in_building,
        known.in_care,
    ] = counts;
}

/// Rows of one name at one address are one owner, but not persons where many live: each of these is on its own.
fn nodes(rows: &[Parsed], known: &Frequencies) -> Vec<Node> {
    type NodeKey = (
        i64,
        Option<i64>,
        Option<&'static str>,
        Option<String>,
        Option<usize>,
    );
    let mut at: HashMap<NodeKey, usize> = HashMap::new();
    let mut nodes: Vec<Node> = Vec::new();
    for (row, parsed) in rows.iter().enumerate() {
        let Some(party) = &parsed.party else { continue };
        let many = |counts: &HashMap<i64, usize>, key: Option<i64>| {
            key.and_then(|key| counts.get(&key)).copied().unwrap_or(0) > OWN_SUITE
        };
        let is_crowded = many(&known.at_mail, party.mail)
            || (!party.has_unit && many(&known.in_building, party.building));
        let is_personal = party.name.kind.is_none_or(crate::OwnerKind::is_personal);
        let alone =
            (party.mail.is_none() || (is_personal && is_crowded)) && !party.name.is_government();
        let key = (
            party.name_key,
            party.mail,
            party.name.legal_form,
            party.name.date.clone(),
            alone.then_some(row),
        );
        let index = *at.entry(key).or_insert_with(|| {
            nodes.push(Node {
                party: party.clone(),
                raw: parsed.raw.clone(),
                rows: Vec::new(),
            });
            nodes.len() - 1
        });
        nodes[index].rows.push(row);
    }
    nodes
}
