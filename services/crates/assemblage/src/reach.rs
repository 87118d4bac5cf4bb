//! Which parcels of a large area can be part of a site, before their outlines are read.
//!
//! Bounds, each too generous, so that no site is lost: parcels may adjoin if their boxes are near, and a site has at most so many
//! parcels of each of its owners, the largest that they have in the same part of the area. A parcel with enough land is a site by itself
//! and is in no other one, because the other parcels could go. Blocks of less land are left, or left out, as a whole, so that the search
//! finds the same in what is left.

use std::collections::{HashMap, HashSet};

use crate::blocks::find as root_of;
use crate::search::Wanted;

/// Share by which the area of a plot may be wrong.
const ERROR: f64 = 0.02;
/// What is left out in one round divides the area into smaller parts, in which less is possible.
const ROUNDS: usize = 5;

/// A parcel without its outline.
#[derive(Debug, Clone, Copy)]
pub struct Plot {
    /// The group of its owner; without one it is an owner of its own.
    pub owner: Option<i64>,
    /// Square metres, to 2 %.
    pub area: f64,
    /// A point in it, on any plane.
    pub point: [f64; 2],
    /// Its box on a plane: least and least, greatest and greatest coordinates.
    pub bounds: [f64; 4],
}

impl Plot {
    /// Equal for parcels that are on the same lot; outlines without common land have no common point in them.
    fn ground(&self) -> [u64; 7] {
        let [x, y] = self.point;
        let [west, south, east, north] = self.bounds;
        [x, y, west, south, east, north, self.area].map(f64::to_bits)
    }
}

/// Whether each plot may be part of a site, if those whose boxes are at most so far apart may adjoin; never false of one that is.
/// `None` if `stop` ended it.
pub fn within_reach(
    plots: &[Plot],
    wanted: &Wanted,
    reach: f64,
    stop: &dyn Fn() -> bool,
) -> Option<Vec<bool>> {
    let suffices = |plot: &Plot| plot.area >= wanted.min_area / (1.0 - ERROR);
    let possible = possible(plots, wanted);
    let pairs = plots.iter().zip(&possible);
    let mut joins: Vec<bool> = pairs
        .map(|(plot, possible)| *possible && !suffices(plot))
        .collect();
    let pairs = near(plots, &joins, reach, stop)?;
    for _ in 0..ROUNDS {
        let left = with_enough(plots, &pairs, &joins, wanted, stop)?;
        let is_done = left == joins;
        joins = left;
        if is_done {
            break;
        }
    }
    let all = plots.iter().zip(possible).zip(joins);
    let may = all.map(|((plot, possible), joins)| joins || possible && suffices(plot));
    Some(may.collect())
}

/// Whether the lot of each plot has no more owners than a site, nor more parcels if it has several. One of a single owner is of a block
/// with others, which must stay whole.
fn possible(plots: &[Plot], wanted: &Wanted) -> Vec<bool> {
    let mut lots: HashMap<[u64; 7], Vec<usize>> = HashMap::new();
    for (place, plot) in plots.iter().enumerate() {
        lots.entry(plot.ground()).or_default().push(place);
    }
    let mut possible = vec![true; plots.len()];
    for lot in lots.values() {
        let of = lot.iter().map(|place| plots[*place].owner);
        let unnamed = of.clone().filter(Option::is_none).count();
        let named: HashSet<i64> = of.flatten().collect();
        let owners = named.len() + unnamed;
        if owners > wanted.max_owners || owners > 1 && lot.len() > wanted.max_parcels {
            for place in lot {
                possible[*place] = false;
            }
        }
    }
    possible
}

/// The pairs of these plots whose boxes are near, each once.
fn near(
    plots: &[Plot],
    joins: &[bool],
    reach: f64,
    stop: &dyn Fn() -> bool,
) -> Option<Vec<(usize, usize)>> {
    let mut order: Vec<usize> = (0..plots.len()).filter(|place| joins[*place]).collect();
    let extent = |axis: usize| {
        let from = order.iter().map(|place| plots[*place].bounds[axis]);
        let to = order.iter().map(|place| plots[*place].bounds[axis + 2]);
        to.fold(f64::NEG_INFINITY, f64::max) - from.fold(f64::INFINITY, f64::min)
    };
    // Fewer boxes are beside each other along the longer side of the area.
    let along = usize::from(extent(1) > extent(0));
    let across = 1 - along;
    let from = |place: usize| plots[place].bounds[along];
    order.sort_by(|one, two| from(*one).total_cmp(&from(*two)));
    // Side by side in memory: each is compared with hundreds of those after it.
    let boxes: Vec<(usize, [f64; 4])> = order
        .into_iter()
        .map(|place| (place, plots[place].bounds))
        .collect();
    let mut pairs = Vec::new();
    for (at, (place, one)) in boxes.iter().enumerate() {
        if stop() {
            return None;
        }
        for (other, two) in &boxes[at + 1..] {
            if two[along] > one[along + 2] + reach {
                break;
            }
            if two[across] <= one[across + 2] + reach && one[across] <= two[across + 2] + reach {
                pairs.push((*place, *other));
            }
        }
    }
    Some(pairs)
}

/// Of the plots that join others, those whose owners have enough land with few enough owners around.
fn with_enough(
    plots: &[Plot],
    pairs: &[(usize, usize)],
    joins: &[bool],
    wanted: &Wanted,
    stop: &dyn Fn() -> bool,
) -> Option<Vec<bool>> {
    let used = || {
        let pairs = pairs.iter();
        pairs.filter(move |(a, b)| joins[*a] && joins[*b])
    };
    let mut root: Vec<usize> = (0..plots.len()).collect();
    for (a, b) in used() {
        let (one, two) = (root_of(&mut root, *a), root_of(&mut root, *b));
        root[one.max(two)] = one.min(two);
    }
    // What an owner has in a part of the area.
    let mut numbers: HashMap<(usize, i64), usize> = HashMap::new();
    let mut holdings: Vec<Vec<f64>> = Vec::new();
    let mut of = vec![usize::MAX; plots.len()];
    for (place, plot) in plots.iter().enumerate().filter(|(place, _)| joins[*place]) {
        let next = holdings.len();
        let part = root_of(&mut root, place);
        of[place] = plot
            .owner
            .map_or(next, |owner| *numbers.entry((part, owner)).or_insert(next));
        if of[place] == next {
            holdings.push(Vec::new());
        }
        holdings[of[place]].push(plot.area);
    }
    let mut beside = vec![Vec::new(); holdings.len()];
    for (a, b) in used() {
        let (one, two) = (of[*a], of[*b]);
        if one != two {
            beside[one].push(two);
            beside[two].push(one);
        }
    }
    for others in &mut beside {
        others.sort_unstable();
        others.dedup();
    }
    let land = holdings.into_iter();
    let land: Vec<f64> = land
        .map(|areas| largest(areas, wanted.max_parcels))
        .collect();
    let most = most_land(&land, &beside, wanted.max_owners, stop)?;
    let enough = wanted.min_area / (1.0 + ERROR);
    let has = |place: usize| joins[place] && most[of[place]] >= enough;
    Some((0..plots.len()).map(has).collect())
}

/// The sum of the largest areas, so many of them.
fn largest(mut areas: Vec<f64>, most: usize) -> f64 {
    areas.sort_by(|one, two| two.total_cmp(one));
    areas.iter().take(most).sum()
}

/// The most land of each holding with others, so many in all: of a site with it none is more steps away than there are others.
fn most_land(
    land: &[f64],
    beside: &[Vec<usize>],
    owners: usize,
    stop: &dyn Fn() -> bool,
) -> Option<Vec<f64>> {
    // Those with most land within the steps so far.
    let mut best: Vec<Vec<usize>> = (0..land.len()).map(|of| vec![of]).collect();
    for _ in 1..owners {
        let mut farther = Vec::with_capacity(best.len());
        for (of, others) in beside.iter().enumerate() {
            if stop() {
                return None;
            }
            let mut all = best[of].clone();
            all.extend(others.iter().flat_map(|other| &best[*other]));
            all.sort_unstable_by(|one, two| land[*two].total_cmp(&land[*one]).then(one.cmp(two)));
            all.dedup();
            all.truncate(owners);
            farther.push(all);
        }
        best = farther;
    }
    let most = |(of, best): (usize, &Vec<usize>)| {
        let others = best.iter().filter(|other| **other != of).take(owners - 1);
        land[of] + others.map(|other| land[*other]).sum::<f64>()
    };
    Some(best.iter().enumerate().map(most).collect())
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::{Lines, Parcel, Point, Rules, find, ground_lots, links};

    const ACRE: f64 = 4_046.856_422_4;

    fn wanted(acres: f64, max_owners: usize) -> Wanted {
        Wanted {
            min_area: acres * ACRE,
            max_owners,
            max_parcels: 20,
            streets: true,
            most: 100,
            work: 10_000_000,
        }
    }

    /// A strip of 100 m from one place to another.
    fn strip(owner: Option<i64>, acres: f64, [from, to]: [f64; 2]) -> Plot {
        Plot {
            owner,
            area: acres * ACRE,
            point: [f64::midpoint(from, to), 50.0],
            bounds: [from, 0.0, to, 100.0],
        }
    }

    fn left(plots: &[Plot], wanted: &Wanted) -> Vec<bool> {
        within_reach(plots, wanted, 42.0, &|| false).unwrap()
    }

    #[test]
    fn what_can_reach_the_land_by_few_owners_is_left() {
        let row = [
            strip(Some(1), 6.0, [0.0, 240.0]),
            strip(None, 1.0, [250.0, 290.0]),
            strip(Some(3), 6.0, [290.0, 530.0]),
            // Across no street: too far away.
            strip(Some(4), 6.0, [600.0, 840.0]),
        ];
        assert_eq!(left(&row, &wanted(10.0, 3)), [true, true, true, false]);
        // Two owners have seven acres side by side.
        assert_eq!(left(&row, &wanted(10.0, 2)), [false; 4]);
        let mut one = row;
        one[3].owner = Some(3);
        // The same owner's land elsewhere is not of the site.
        assert_eq!(left(&one, &wanted(10.0, 2)), [false; 4]);
        assert!(within_reach(&row, &wanted(10.0, 3), 42.0, &|| true).is_none());
    }

    #[test]
    fn a_parcel_with_enough_land_needs_no_neighbours() {
        let row = [
            strip(Some(1), 12.0, [0.0, 480.0]),
            strip(Some(2), 1.0, [480.0, 520.0]),
            strip(Some(3), 2.0, [520.0, 600.0]),
        ];
        assert_eq!(left(&row, &wanted(10.0, 3)), [true, false, false]);
        // The area may be a little less than it seems: then neighbours are needed.
        let mut less = row;
        less[0].area = 10.1 * ACRE;
        assert_eq!(left(&less, &wanted(10.0, 3)), [true; 3]);
    }

    #[test]
    fn a_lot_of_more_owners_or_parcels_than_a_site_is_left_out() {
        let units = |owners: i64| -> Vec<Plot> {
            let units = 1..=owners;
            units
                .map(|owner| strip(Some(owner), 12.0, [0.0, 480.0]))
                .collect()
        };
        assert_eq!(left(&units(3), &wanted(10.0, 3)), [true; 3]);
        assert_eq!(left(&units(3), &wanted(10.0, 2)), [false; 3]);
        let few = Wanted {
            max_parcels: 2,
            ..wanted(10.0, 3)
        };
        assert_eq!(left(&units(3), &few), [false; 3]);
    }

    #[test]
    fn an_owner_adds_no_more_parcels_than_a_site_has() {
        let row: Vec<Plot> = (0..30)
            .map(|at| f64::from(at) * 40.0)
            .map(|from| strip(Some(1), 1.0, [from, from + 40.0]))
            .collect();
        assert_eq!(left(&row, &wanted(20.0, 1)), [true; 30]);
        assert_eq!(left(&row, &wanted(21.0, 1)), [false; 30]);
    }

    /// Squares of 60 m in rows of six, each with its owner (0 is nobody) and its land.
    fn squares(of: &[(i64, f64)]) -> Vec<Parcel> {
        let square = |(place, (owner, acres)): (usize, &(i64, f64))| {
            let (x, y) = ((place % 6) as f64 * 60.0, (place / 6) as f64 * 60.0);
            let corners = [
                (x, y),
                (x + 60.0, y),
                (x + 60.0, y + 60.0),
                (x, y + 60.0),
                (x, y),
            ];
            Parcel {
                key: place as u128,
                owner: Some(*owner).filter(|owner| *owner > 0),
                eligible: true,
                area: acres * ACRE,
                rings: vec![corners.map(|(x, y)| Point { x, y }).into()],
            }
        };
        of.iter().enumerate().map(square).collect()
    }

    fn plot(parcel: &Parcel) -> Plot {
        let (low, high) = (parcel.rings[0][0], parcel.rings[0][2]);
        Plot {
            owner: parcel.owner,
            area: parcel.area,
            point: [low.x + 30.0, low.y + 30.0],
            bounds: [low.x, low.y, high.x, high.y],
        }
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(200))]

        /// What joins two parcels of one owner that each have enough land may be left out: then both are sites, not the larger only.
        #[test]
        fn what_is_left_has_the_same_sites(of in prop::collection::vec((0_i64..12, 0.1_f64..4.0), 30), least in 2.0_f64..12.0, owners in 1_usize..5, parcels in 1_usize..8) {
            let mut parcels_of_area = squares(&of);
            let wanted = Wanted { max_parcels: parcels, ..wanted(least, owners) };
            let plots: Vec<Plot> = parcels_of_area.iter().map(plot).collect();
            let may = within_reach(&plots, &wanted, 2.0, &|| false).unwrap();
            let sites = |parcels: &[Parcel]| -> HashSet<Vec<u128>> {
                let lots = ground_lots(parcels);
                let (links, _) = links(&lots, &Lines::new(Vec::new()), &Rules::default(), &|| false).unwrap();
                let found = find(&lots, &links, &wanted, &|| false);
                found.sites.iter().map(|site| site.lots.iter().map(|lot| lots[*lot].key).collect()).collect()
            };
            let all = sites(&parcels_of_area);
            for (parcel, may) in parcels_of_area.iter_mut().zip(&may) {
                parcel.eligible = *may;
            }
            let left = sites(&parcels_of_area);
            prop_assert!(left.is_superset(&all));
            prop_assert!(left.difference(&all).all(|site| site.len() == 1));
        }
    }
}
