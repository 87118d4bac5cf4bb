//! Each rule separately, over many single years from the same start.

#![expect(
    clippy::redundant_closure_for_method_calls,
    reason = "the path of a method fits a single lifetime"
)]

use super::*;
use crate::city::{City, Dated, Layers};
use crate::grid::{Grid, Shape};
use crate::self_modification::SelfModification;

const SHAPE: Shape = Shape { rows: 30, cols: 40 };
const YEARS: i32 = 4_000;

fn raster(value: impl Fn(usize, usize) -> u8) -> Grid<u8> {
    let cells = (0..SHAPE.cells()).map(|cell| value(cell / SHAPE.cols, cell % SHAPE.cols));
    Grid::from_values(SHAPE, cells.collect()).unwrap()
}

struct Land {
    urban: fn(usize, usize) -> bool,
    road: fn(usize, usize) -> bool,
    slope: u8,
    excluded: u8,
}

/// Open flat land only.
const BARE: Land = Land {
    urban: |_, _| false,
    road: |_, _| false,
    slope: 0,
    excluded: 0,
};

/// Single years, each from the start and with its own numbers: total growth, and cells.
fn years(land: &Land, set: [f64; 5], rules: fn(&mut Year<'_, '_>)) -> (Grown, Vec<u32>) {
    let dated = |is: fn(usize, usize) -> bool| {
        let layer = raster(|i, j| u8::from(is(i, j)));
        vec![Dated { year: 2000, layer }]
    };
    let city = City::new(Layers {
        urban: dated(land.urban),
        roads: dated(land.road),
        slope: raster(|_, _| land.slope),
        excluded: raster(|_, _| land.excluded),
    })
    .unwrap();
    let settings = Settings::standard(5, 21.0, SelfModification::OFF);
    let mut state = State::new(&city, city.seed_for(2000), settings.critical_slope);
    let (mut all, mut cells) = (Grown::default(), Vec::new());
    for year in 0..YEARS {
        state.restart();
        let mut run = Year {
            with: Coefficients::given(set).unwrap(),
            settings,
            city: &city,
            draws: Counter::new(5, 0, year),
            grown: Grown::default(),
            state: &mut state,
        };
        (run.state.table).fill(run.with.slope_resistance, settings.critical_slope);
        rules(&mut run);
        let grown = run.grown;
        state.merge();
        assert_eq!(state.newest().len(), grown.total() as usize);
        cells.extend_from_slice(state.newest());
        all.spontaneous += grown.spontaneous;
        all.centre += grown.centre;
        all.edge += grown.edge;
        all.road += grown.road;
    }
    (all, cells)
}

struct Year<'s, 'c> {
    with: Coefficients,
    settings: Settings,
    city: &'c City,
    draws: Counter,
    grown: Grown,
    state: &'s mut State<'c>,
}

impl Year<'_, '_> {
    fn spontaneous(&mut self) {
        let (grown, draws) = (&mut self.grown, &mut self.draws);
        spontaneous::grow(self.state, &self.with, &self.settings, grown, draws);
    }

    fn edge(&mut self) {
        edge::grow(self.state, &self.with, &mut self.grown, &mut self.draws);
    }

    fn road(&mut self) {
        let (grown, draws) = (&mut self.grown, &mut self.draws);
        let (roads, switches) = (self.city.first_roads(), self.settings.switches);
        road::grow(self.state, Some(roads), &self.with, switches, grown, draws);
    }
}

/// Within five standard deviations of the expected count.
fn near(count: u32, trials: u32, chance: f64) {
    let (count, trials) = (f64::from(count), f64::from(trials));
    let apart = (count - trials * chance).abs();
    let deviation = (trials * chance * (1.0 - chance)).sqrt();
    assert!(
        apart <= 5.0 * deviation,
        "{count} of {trials}, chance {chance}"
    );
}

/// The diagonal is 50 cells: 1 + 0.005 × 20 × 50 = 6 trials; those on the frame have no effect. A
/// cell without resistance is accepted with probability 0.99.
#[test]
fn spontaneous_growth_tries_by_diffusion_and_off_the_frame() {
    let (grown, cells) = years(&BARE, [20.0, 1.0, 1.0, 1.0, 1.0], |year| year.spontaneous());
    let off_frame = 28.0 * 38.0 / 1200.0;
    // A few trials hit a cell of the same year.
    near(
        grown.spontaneous,
        6 * YEARS as u32,
        off_frame * 0.99 * 0.998,
    );
    // Breed 1: one in 101 becomes a centre.
    assert!(grown.centre > 0 && f64::from(grown.centre) < 0.03 * f64::from(grown.spontaneous));
    assert_eq!((grown.edge, grown.road), (0, 0));
    assert!(cells.len() > 1_000);
}

#[test]
fn a_new_centre_takes_two_cells_beside_it() {
    // One trial per year.
    let (grown, cells) = years(&BARE, [1.0, 100.0, 1.0, 1.0, 1.0], |year| {
        year.spontaneous();
    });
    near(grown.spontaneous, YEARS as u32, 28.0 * 38.0 / 1200.0 * 0.99);
    // Eight attempts to find two of eight cells almost always succeed.
    near(grown.centre / 2, grown.spontaneous, 100.0 / 101.0);
    // In order of creation: a centre, then its two.
    let place = |cell: u32| SHAPE.position(cell as usize);
    let is_beside = |one: u32, other: u32| {
        let ((i, j), (k, l)) = (place(one), place(other));
        i.abs_diff(k) <= 1 && j.abs_diff(l) <= 1 && one != other
    };
    let beside = (cells.windows(3))
        .filter(|three| is_beside(three[0], three[1]) && is_beside(three[0], three[2]))
        .count();
    assert!(beside as u32 >= grown.centre / 2);
}

#[test]
fn edge_growth_needs_two_neighbours_and_an_open_one() {
    let everything = [1.0, 1.0, 100.0, 1.0, 1.0];
    let of = |urban| {
        years(&Land { urban, ..BARE }, everything, |year| year.edge())
            .0
            .edge
    };
    assert_eq!(of(|i, j| i == 9 && j == 9), 0);
    assert_eq!(of(|i, j| i == 9 && (9..11).contains(&j)), 0);
    // Of three in a row only the middle one has two; it draws an open neighbour six times of eight.
    near(
        of(|i, j| i == 9 && (9..12).contains(&j)),
        YEARS as u32,
        100.0 / 101.0 * 0.75 * 0.99,
    );
    // All but one cell is urban: its eight neighbours draw it with probability 1/8.
    let hole = years(
        &Land {
            urban: |i, j| (i, j) != (9, 9),
            ..BARE
        },
        everything,
        |year| year.edge(),
    );
    near(
        hole.0.edge,
        YEARS as u32,
        1.0 - (1.0_f64 - 100.0 / 101.0 / 8.0 * 0.99).powi(8),
    );
    assert!(hole.1.iter().all(|cell| *cell == 9 * 40 + 9));
}

#[test]
fn edge_growth_follows_spread() {
    for spread in [1.0, 20.0, 60.0] {
        let urban: fn(usize, usize) -> bool = |i, j| i == 9 && (9..12).contains(&j);
        let set = [1.0, 1.0, spread, 1.0, 1.0];
        let (grown, _) = years(&Land { urban, ..BARE }, set, |year| year.edge());
        near(grown.edge, YEARS as u32, spread / 101.0 * 0.75 * 0.99);
    }
}

#[test]
fn slope_and_exclusion_refuse_by_their_share() {
    let block: fn(usize, usize) -> bool = |i, j| i == 9 && (9..12).contains(&j);
    let of = |slope, excluded, resistance| {
        let land = Land {
            urban: block,
            slope,
            excluded,
            ..BARE
        };
        let (grown, _) = years(&land, [1.0, 1.0, 100.0, resistance, 1.0], |year| {
            year.edge();
        });
        grown.edge
    };
    let asked = 100.0 / 101.0 * 0.75;
    // Exponent 1 at resistance 50: acceptance falls linearly to zero at the critical slope.
    near(of(7, 0, 50.0), YEARS as u32, asked * 14.0 / 21.0 * 0.99);
    near(of(0, 50, 50.0), YEARS as u32, asked * 0.49);
    near(of(7, 50, 50.0), YEARS as u32, asked * 14.0 / 21.0 * 0.49);
    assert_eq!((of(21, 0, 1.0), of(255, 0, 1.0)), (0, 0));
    assert_eq!(of(0, 99, 1.0), 0);
}

/// One random cell, then trips: 1 + breed of them, each taking up to four cells at a road.
#[test]
fn roads_bring_growth_where_the_walk_ends() {
    let land = Land {
        road: |_, j| j == 20,
        ..BARE
    };
    let both: fn(&mut Year<'_, '_>) = |year| {
        year.spontaneous();
        year.road();
    };
    // Gravity 100 searches 4 rings, diffusion 1 tries once; the search distance is at least the
    // longer side of the area.
    let (grown, cells) = years(&land, [1.0, 9.0, 1.0, 1.0, 100.0], both);
    assert!(grown.road > 0 && grown.road <= 4 * 10 * YEARS as u32);
    let at_road = cells
        .iter()
        .filter(|cell| (18..23).contains(&(**cell % 40)));
    assert!(at_road.count() as u32 >= grown.road);
    // Without a new cell there is no trip, without a road no growth, and a road of one cell leads
    // nowhere.
    assert_eq!(years(&land, [1.0; 5], |year| year.road()).0.total(), 0);
    assert_eq!(years(&BARE, [100.0; 5], both).0.road, 0);
    let lone = Land {
        road: |i, j| (i, j) == (15, 20),
        ..BARE
    };
    assert_eq!(years(&lone, [100.0; 5], both).0.road, 0);
}
