//! Runs Monte Carlo iterations.
//!
//! A runner owns an iteration's memory and reuses it: after the first iteration only the caller's
//! results are allocated.

use std::f64::consts::PI;

use crate::city::City;
use crate::coefficients::Coefficients;
use crate::grid::Grid;
use crate::land_use::Deltatrons;
use crate::random::{Counter, Lehmer};
use crate::roads::Roads;
use crate::rules;
use crate::settings::{Numbers, Settings};
use crate::state::{Grown, State};
use crate::statistics::{Metric, Record};

/// Simulated years; the first is the one after `start`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Span {
    /// Year of the initial urban layer.
    pub start: i32,
    /// Last simulated year.
    pub stop: i32,
}

impl Span {
    /// The simulated years; empty if `stop` is not after `start`.
    pub fn years(self) -> impl Iterator<Item = i32> + Clone {
        self.start + 1..=self.stop
    }
}

/// Which road layer a year uses.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum RoadsBy {
    Year,
    Last,
    None,
}

/// Marks the seed of land use's numbers; growth's seeds have 32 bits and cannot collide.
const LAND_USE: u64 = 1 << 32;

/// Simulates a city, iteration by iteration.
pub struct Runner<'c> {
    state: State<'c>,
    settings: Settings,
    coefficients: Coefficients,
    span: Span,
    roads_by: RoadsBy,
    stream: Lehmer,
    land_use: Option<Deltatrons<'c>>,
}

impl<'c> Runner<'c> {
    pub(crate) fn new(
        city: &'c City,
        seed: &Grid<u8>,
        span: Span,
        coefficients: Coefficients,
        settings: Settings,
        roads_by: RoadsBy,
    ) -> Self {
        let stream = Lehmer::new(i64::from(settings.seed));
        Self {
            state: State::new(city, seed, settings.critical_slope),
            settings,
            coefficients,
            span,
            roads_by,
            stream,
            land_use: None,
        }
    }

    /// From which year to which.
    pub fn span(&self) -> Span {
        self.span
    }

    /// Couples land use to growth.
    ///
    /// # Panics
    /// When its size differs from the city's.
    #[must_use]
    pub fn with_land_use(mut self, land_use: Deltatrons<'c>) -> Self {
        assert_eq!(land_use.shape(), self.state.shape, "land use of the city");
        self.land_use = Some(land_use);
        self
    }

    /// Land use at the end of the last iteration.
    pub fn land_use(&self) -> Option<&Deltatrons<'c>> {
        self.land_use.as_ref()
    }

    /// Sets other coefficients and resets the random numbers, as for a new runner.
    pub(crate) fn begin(&mut self, coefficients: Coefficients) {
        self.coefficients = coefficients;
        self.stream = Lehmer::new(i64::from(self.settings.seed));
    }

    /// Initial urban cells of an iteration, in row-major order.
    pub(crate) fn seed(&self) -> &[u32] {
        self.state.seed_cells()
    }

    /// Runs one iteration; adds one record per year.
    ///
    /// With [`Numbers::Counted`] the result depends on the iteration's number only. With
    /// [`Numbers::Original`] the number has no meaning: iterations continue one stream.
    pub fn iterate(&mut self, iteration: u32, records: &mut Vec<Record>) {
        self.iterate_with(iteration, |_, _, record| records.push(record));
    }

    /// Increments the count of each cell that is urban in the current state.
    ///
    /// # Panics
    /// When the number of counts is not the number of cells.
    pub fn count_urban(&self, counts: &mut [u32]) {
        assert_eq!(
            counts.len(),
            self.state.shape.cells(),
            "one count for each cell"
        );
        for cell in self.state.cells() {
            counts[*cell as usize] += 1;
        }
    }

    pub(crate) fn iterate_with(
        &mut self,
        iteration: u32,
        mut each: impl FnMut(&State<'c>, i32, Record),
    ) {
        self.state.restart();
        if let Some(land_use) = &mut self.land_use {
            land_use.restart();
        }
        let mut now = self.coefficients;
        for year in self.span.years() {
            let roads = match self.roads_by {
                RoadsBy::Year => Some(self.state.city.roads_in(year)),
                RoadsBy::Last => Some(self.state.city.last_roads()),
                RoadsBy::None => None,
            };
            let grown = match self.settings.numbers {
                Numbers::Original => rules::grow_in_order(
                    &mut self.state,
                    roads,
                    &now,
                    &self.settings,
                    &mut self.stream,
                ),
                Numbers::Counted => {
                    let mut numbers = Counter::new(u64::from(self.settings.seed), iteration, year);
                    rules::grow(&mut self.state, roads, &now, &self.settings, &mut numbers)
                }
            };
            if let Some(land_use) = &mut self.land_use {
                let (urban, grown) = (self.state.cells(), (year, grown.total()));
                let numbers = self.settings.numbers;
                match numbers {
                    Numbers::Original => {
                        land_use.change(urban, grown, numbers, &mut self.stream);
                    }
                    Numbers::Counted => {
                        let seed = u64::from(self.settings.seed) | LAND_USE;
                        let mut draws = Counter::new(seed, iteration, year);
                        land_use.change(urban, grown, numbers, &mut draws);
                    }
                }
            }
            let record = measure(&self.state, roads.map_or(0, Roads::count), grown, &now);
            let (growth, urban) = (record.get(Metric::GrwRate), record.get(Metric::PctUrban));
            each(&self.state, year, record);
            now = self.settings.self_modification.next(&now, growth, urban);
        }
    }
}

/// The metrics of the current year, with so many road cells.
pub(crate) fn measure(
    state: &State<'_>,
    roads: usize,
    grown: Grown,
    with: &Coefficients,
) -> Record {
    let totals = state.totals();
    let pop = totals.pop as f64;
    let mean = |sum: u64| {
        if totals.pop == 0 {
            0.0
        } else {
            sum as f64 / pop
        }
    };
    let open = state.shape.cells() as f64 - roads as f64 - state.city.never_urban() as f64;
    let growth = if totals.pop == 0 {
        0.0
    } else {
        100.0 * f64::from(grown.total()) / pop
    };
    let mut record = Record::new();
    for (metric, value) in [
        (Metric::Sng, f64::from(grown.spontaneous)),
        (Metric::Sdc, f64::from(grown.centre)),
        (Metric::Og, f64::from(grown.edge)),
        (Metric::Rt, f64::from(grown.road)),
        (Metric::GrwPix, f64::from(grown.total())),
        (Metric::Pop, pop),
        (Metric::Area, pop),
        (Metric::Edges, totals.edges as f64),
        (Metric::Clusters, totals.clusters as f64),
        (
            Metric::ClSize,
            totals.off_frame.checked_div(totals.clusters).unwrap_or(0) as f64,
        ),
        (Metric::Xmean, mean(totals.cols)),
        (Metric::Ymean, mean(totals.rows)),
        (Metric::Rad, (pop / PI).sqrt()),
        (Metric::Slope, mean(totals.slope)),
        (
            Metric::PctUrban,
            if open > 0.0 {
                100.0 * (pop + roads as f64) / open
            } else {
                100.0
            },
        ),
        (Metric::GrwRate, growth),
        (Metric::Diffus, with.diffusion.value()),
        (Metric::Breed, with.breed.value()),
        (Metric::Spread, with.spread.value()),
        (Metric::SlpRes, with.slope_resistance.value()),
        (Metric::RdGrav, with.road_gravity.value()),
    ] {
        record.set(metric, value);
    }
    record
}
