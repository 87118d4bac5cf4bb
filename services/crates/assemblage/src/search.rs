//! The search: minimal connected sets of lots with enough area and few owners.

use std::collections::{BTreeMap, BTreeSet, HashSet};

use crate::adjacency::{Link, LinkKind};
use crate::beam::Beam;
use crate::blocks::{Block, blocks};
use crate::enumerate::{Bounds, Enumeration};
use crate::ground::Lot;
use crate::minimal::{Neighbours, can_go, trimmed};

/// Blocks of a set that are enumerated.
const EXACT: usize = 6;
/// Sites with more than this share of common area are one.
const COMMON: f64 = 0.8;
/// Sites that are kept before they are ranked.
const MOST_KEPT: usize = 100_000;

/// What is searched for.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Wanted {
    /// Square metres.
    pub min_area: f64,
    /// Most owners.
    pub max_owners: usize,
    /// Most parcels.
    pub max_parcels: usize,
    /// Lots across a local street adjoin.
    pub streets: bool,
    /// Most sites of the answer.
    pub most: usize,
    /// Most sets that are looked at.
    pub work: u64,
}

/// A site.
#[derive(Debug, Clone, PartialEq)]
pub struct Site {
    /// Places of its lots, by their keys.
    pub lots: Vec<usize>,
    /// Square metres.
    pub area: f64,
    /// Number of owners.
    pub owners: usize,
    /// Number of parcels.
    pub parcels: usize,
}

/// The answer.
#[derive(Debug, Clone, PartialEq)]
pub struct Found {
    /// The best first.
    pub sites: Vec<Site>,
    /// All sites that there are, before those with common land were left out.
    pub count: usize,
    /// Nothing was left out of the search; else these are the best that were found.
    pub proven: bool,
    /// Blocks of adjoining lots of one owner.
    pub blocks: usize,
    /// Sets that were looked at.
    pub examined: u64,
}

/// Searches until done, or until `stop` says so. Of sites with mostly the same land the best is left.
pub fn search(lots: &[Lot], links: &[Link], wanted: &Wanted, stop: &dyn Fn() -> bool) -> Found {
    let mut found = find(lots, links, wanted, stop);
    let places = distinct(lots, found.sites.iter(), wanted.most);
    found.sites = places
        .into_iter()
        .map(|place| found.sites[place].clone())
        .collect();
    found
}

/// All sites, also those with mostly the same land: few owners first, then few parcels, then much land.
pub fn find(lots: &[Lot], links: &[Link], wanted: &Wanted, stop: &dyn Fn() -> bool) -> Found {
    let blocks = blocks(lots, links, wanted.streets);
    let neighbours = neighbours(lots, links, wanted.streets);
    let of_blocks: Neighbours = blocks
        .iter()
        .map(|block| block.neighbours.clone())
        .collect();
    let mut collected = Collected {
        lots,
        blocks: &blocks,
        neighbours: &neighbours,
        of_blocks: &of_blocks,
        wanted,
        seen: HashSet::new(),
        sites: Vec::new(),
        too_many_parcels: false,
        full: false,
    };
    let bounds = || Bounds {
        min_area: wanted.min_area,
        max_owners: wanted.max_owners,
        size: EXACT,
        work: wanted.work,
        stop,
    };
    let mut beam = Beam::default();
    let mut keep = |set: &[usize], area: f64| beam.add(set, area);
    let beyond = wanted.max_owners > EXACT;
    let mut enumeration = Enumeration {
        blocks: &blocks,
        bounds: bounds(),
        reached: |set: &[usize]| collected.add(set),
        unfinished: if beyond { Some(&mut keep) } else { None },
        examined: 0,
        ended: false,
    };
    let complete = enumeration.run();
    let examined = enumeration.examined;
    if beyond {
        let most = wanted.max_owners;
        beam.extend(&blocks, &bounds(), most, |set| collected.add(set));
    }
    let proven = complete && !beyond && !collected.too_many_parcels && !collected.full;
    let sites = collected.sites;
    Found {
        count: sites.len(),
        sites: sorted(lots, sites),
        proven,
        blocks: blocks.len(),
        examined,
    }
}

fn neighbours(lots: &[Lot], links: &[Link], streets: bool) -> Neighbours {
    let mut neighbours = vec![Vec::new(); lots.len()];
    for link in links {
        if (streets || link.kind == LinkKind::Edge)
            && lots[link.a].eligible
            && lots[link.b].eligible
        {
            neighbours[link.a].push(link.b);
            neighbours[link.b].push(link.a);
        }
    }
    neighbours
}

struct Collected<'a> {
    lots: &'a [Lot],
    blocks: &'a [Block],
    neighbours: &'a Neighbours,
    of_blocks: &'a Neighbours,
    wanted: &'a Wanted,
    seen: HashSet<Vec<usize>>,
    sites: Vec<Site>,
    too_many_parcels: bool,
    full: bool,
}

impl Collected<'_> {
    /// Takes a set of blocks that has the area, if no block at its edge can go.
    fn add(&mut self, set: &[usize]) {
        let area: f64 = set.iter().map(|of| self.blocks[*of].area).sum();
        let is_minimal = set.iter().all(|of| {
            area - self.blocks[*of].area < self.wanted.min_area || !can_go(self.of_blocks, set, *of)
        });
        if !is_minimal {
            return;
        }
        let lots: Vec<usize> = set
            .iter()
            .flat_map(|of| self.blocks[*of].lots.clone())
            .collect();
        let lots = trimmed(self.lots, self.neighbours, lots, self.wanted.min_area);
        let parcels = lots.iter().map(|lot| self.lots[*lot].parcels.len()).sum();
        if parcels > self.wanted.max_parcels {
            // With other lots of its owners it might have fewer.
            self.too_many_parcels |= lots.len() > set.len();
            return;
        }
        if self.sites.len() >= MOST_KEPT {
            self.full = true;
            return;
        }
        if !self.seen.insert(lots.clone()) {
            return;
        }
        let owners: BTreeSet<_> = lots
            .iter()
            .flat_map(|lot| &self.lots[*lot].owners)
            .collect();
        self.sites.push(Site {
            area: lots.iter().map(|lot| self.lots[*lot].area).sum(),
            owners: owners.len(),
            parcels,
            lots,
        });
    }
}

/// Few owners first, then few parcels, then much area.
fn sorted(lots: &[Lot], mut sites: Vec<Site>) -> Vec<Site> {
    let key = |site: &Site| -> Vec<u128> { site.lots.iter().map(|lot| lots[*lot].key).collect() };
    sites.sort_by(|one, two| {
        (one.owners, one.parcels)
            .cmp(&(two.owners, two.parcels))
            .then(two.area.total_cmp(&one.area))
            .then_with(|| key(one).cmp(&key(two)))
    });
    sites
}

/// The places of the first so many of these sites; of those with mostly the same land the first.
pub fn distinct<'a>(
    lots: &[Lot],
    sites: impl Iterator<Item = &'a Site>,
    most: usize,
) -> Vec<usize> {
    let (mut kept, mut places): (Vec<&Site>, Vec<usize>) = (Vec::new(), Vec::new());
    let mut taken: BTreeMap<usize, Vec<usize>> = BTreeMap::new();
    for (place, site) in sites.enumerate() {
        if kept.len() == most {
            break;
        }
        let mut common: BTreeMap<usize, f64> = BTreeMap::new();
        for lot in &site.lots {
            for other in taken.get(lot).into_iter().flatten() {
                *common.entry(*other).or_default() += lots[*lot].area;
            }
        }
        let same =
            |(other, area): (&usize, &f64)| *area > COMMON * site.area.min(kept[*other].area);
        if common.iter().any(same) {
            continue;
        }
        for lot in &site.lots {
            taken.entry(*lot).or_default().push(kept.len());
        }
        kept.push(site);
        places.push(place);
    }
    places
}
