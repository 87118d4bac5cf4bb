//! Blocks: adjoining lots of one owner.

use std::collections::BTreeSet;

use crate::adjacency::{Link, LinkKind};
use crate::ground::{Lot, OwnerId};

/// More neighbours than this: an end of a site, never a bridge.
const HUB: usize = 100;

/// Adjoining lots of one owner, or a lot of several.
#[derive(Debug, Clone)]
pub(crate) struct Block {
    pub lots: Vec<usize>,
    pub owners: BTreeSet<OwnerId>,
    pub area: f64,
    /// Places of neighbours, ascending.
    pub neighbours: Vec<usize>,
    pub is_hub: bool,
}

/// The blocks of the eligible lots. Hubs are the last, so that no enumeration begins at one before all others.
pub(crate) fn blocks(lots: &[Lot], links: &[Link], streets: bool) -> Vec<Block> {
    let used = |link: &&Link| {
        (streets || link.kind == LinkKind::Edge) && lots[link.a].eligible && lots[link.b].eligible
    };
    let mut root: Vec<usize> = (0..lots.len()).collect();
    for link in links.iter().filter(used) {
        let (a, b) = (&lots[link.a], &lots[link.b]);
        if a.owners.len() == 1 && a.owners == b.owners {
            let (one, two) = (find(&mut root, link.a), find(&mut root, link.b));
            root[one.max(two)] = one.min(two);
        }
    }
    let mut place = vec![usize::MAX; lots.len()];
    let mut blocks: Vec<Block> = Vec::new();
    for lot in (0..lots.len()).filter(|lot| lots[*lot].eligible) {
        let first = find(&mut root, lot);
        if place[first] == usize::MAX {
            place[first] = blocks.len();
            blocks.push(Block {
                lots: Vec::new(),
                owners: lots[first].owners.clone(),
                area: 0.0,
                neighbours: Vec::new(),
                is_hub: false,
            });
        }
        place[lot] = place[first];
        let block = &mut blocks[place[first]];
        block.lots.push(lot);
        block.area += lots[lot].area;
    }
    for link in links.iter().filter(used) {
        let (a, b) = (place[link.a], place[link.b]);
        if a != b {
            blocks[a].neighbours.push(b);
            blocks[b].neighbours.push(a);
        }
    }
    for block in &mut blocks {
        block.neighbours.sort_unstable();
        block.neighbours.dedup();
        block.is_hub = block.neighbours.len() > HUB;
    }
    hubs_last(&blocks)
}

fn hubs_last(blocks: &[Block]) -> Vec<Block> {
    let mut order: Vec<usize> = (0..blocks.len()).collect();
    order.sort_by_key(|place| blocks[*place].is_hub);
    let mut moved = vec![0; blocks.len()];
    for (new, old) in order.iter().enumerate() {
        moved[*old] = new;
    }
    let mut sorted: Vec<Block> = order.iter().map(|old| blocks[*old].clone()).collect();
    for block in &mut sorted {
        for neighbour in &mut block.neighbours {
            *neighbour = moved[*neighbour];
        }
        block.neighbours.sort_unstable();
    }
    sorted
}

/// The first of the lots that are joined with this one.
pub(crate) fn find(root: &mut [usize], mut lot: usize) -> usize {
    while root[lot] != lot {
        root[lot] = root[root[lot]];
        lot = root[lot];
    }
    lot
}
