//! What becomes of the land around a point in a run.
//!
//! Definitions, shown wherever the figures are shown. Surroundings: buildable cells within
//! 500 m of the parcel's inner point. Chance: expected share of the surroundings' open cells that are
//! urban in the last year, over all iterations. Likely decade: that of the first year in which at
//! least half of the surroundings are expected to be urban.
//!
//! A site of several parcels has the means of its parcels, each by its share of the site's land: of the chance over those with open land
//! around, of the surroundings' urban share over those that can be built on. So a small parcel at its edge does not speak for all of it.

pub mod cells;
pub mod ground;

#[cfg(test)]
mod tests;

use sleuth::Span;

use self::cells::{RowPart, cell_at, rows_around};
use self::ground::{Ground, RowSums};
use super::result::KeptResult;

/// The surroundings of a point in the run's area.
#[derive(Debug)]
struct Surroundings {
    /// Whether its own cell is urban at the start.
    is_urban: bool,
    rows: Vec<RowPart>,
    /// Number of buildable cells.
    all: u64,
    /// Those that are urban at the start.
    city: u64,
    /// Expected share of the open cells that are urban in the year followed last, 0 to 1; none where none is open.
    chance: Option<f64>,
    /// Expected share of all its cells that is urban in the year followed last, 0 to 1; none where nothing can be built.
    urban_share: Option<f64>,
}

/// A piece of a site's land.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Land {
    /// Longitude and latitude of its inner point.
    pub point: [f64; 2],
    /// In any unit, the same for all pieces of a site; above 0.
    pub area: f64,
}

/// The surroundings of a site.
#[derive(Debug, PartialEq)]
pub struct SiteGrowth {
    /// Whether the cell of its largest parcel is urban at the start.
    pub is_urban: bool,
    pub chance: Option<f64>,
    pub decade: Option<i32>,
    /// Share of the surroundings that is urban at the start; none where nothing can be built.
    pub share_now: Option<f64>,
}

/// The pieces of a site: area and surroundings.
type Parts = Vec<(f64, Surroundings)>;

/// Follows the growth around sites; none if a part is outside of the run's area.
pub fn follow_sites(kept: &KeptResult, sites: &[Vec<Land>]) -> Vec<Option<SiteGrowth>> {
    let points: Vec<[f64; 2]> = sites.iter().flatten().map(|land| land.point).collect();
    let Some(ground) = Ground::around(kept, &points) else {
        return sites.iter().map(|_| None).collect();
    };
    let mut all: Vec<Option<(Parts, SiteGrowth)>> = sites
        .iter()
        .map(|site| {
            let parts = site.iter();
            let parts: Option<Vec<_>> = parts
                .map(|land| Some((land.area, Surroundings::at(kept, &ground, land.point)?)))
                .collect();
            let parts = parts?;
            let start = SiteGrowth::at_start(kept, &parts)?;
            Some((parts, start))
        })
        .collect();
    let iterations = f64::from(kept.whole.iterations().max(1));
    // Years are the outer loop because the counts of a year are computed on each access.
    for year in last_years(kept.whole.span()) {
        let Some(counts) = kept.whole.counts_in(year) else {
            continue;
        };
        let grown = ground.grown(&counts);
        for (parts, site) in all.iter_mut().flatten() {
            for (_, around) in parts.iter_mut() {
                around.grow(&grown, iterations);
            }
            site.chance = mean(parts, |around| around.chance);
            site.reach(year, mean(parts, |around| around.urban_share));
        }
    }
    all.into_iter()
        .map(|site| site.map(|(_, site)| site))
        .collect()
}

/// The mean over the parts that have a value, by their areas.
fn mean(parts: &[(f64, Surroundings)], of: impl Fn(&Surroundings) -> Option<f64>) -> Option<f64> {
    let known = parts
        .iter()
        .filter_map(|(area, around)| Some((*area, of(around)?)));
    let (areas, sum) = known.fold((0.0, 0.0), |(areas, sum), (area, value)| {
        (areas + area, sum + area * value)
    });
    (areas > 0.0).then(|| sum / areas)
}

impl SiteGrowth {
    /// `None` of a site without land.
    fn at_start(kept: &KeptResult, parts: &[(f64, Surroundings)]) -> Option<Self> {
        let mut largest = parts.first()?;
        for part in &parts[1..] {
            if part.0 > largest.0 {
                largest = part;
            }
        }
        let share_now = mean(parts, Surroundings::share_now);
        let mut site = Self {
            is_urban: largest.1.is_urban,
            chance: None,
            decade: None,
            share_now,
        };
        site.reach(kept.whole.span().start, share_now);
        Some(site)
    }

    fn reach(&mut self, year: i32, share: Option<f64>) {
        if self.decade.is_none() && share.is_some_and(|share| share >= 0.5) {
            self.decade = Some(decade_of(year));
        }
    }
}

pub(super) const fn decade_of(year: i32) -> i32 {
    year - year.rem_euclid(10)
}

/// The last simulated year of each decade. What is urban stays so: the years before tell nothing more of a decade.
pub(super) fn last_years(span: Span) -> impl Iterator<Item = i32> {
    let is_last = move |year: &i32| *year == span.stop || decade_of(*year) < decade_of(*year + 1);
    span.years().filter(is_last)
}

impl Surroundings {
    fn at(kept: &KeptResult, ground: &Ground, point: [f64; 2]) -> Option<Self> {
        let frame = &kept.area.frame;
        let (own, rows) = (cell_at(frame, point)?, rows_around(frame, point)?);
        let all = ground.buildable.over(&rows);
        let mut around = Self {
            is_urban: ground.is_urban(own),
            all,
            city: all - ground.open.over(&rows),
            rows,
            chance: None,
            urban_share: None,
        };
        around.urban_share = around.share_now();
        Some(around)
    }

    /// Share of the surroundings that is urban at the start; none where nothing can be built.
    fn share_now(&self) -> Option<f64> {
        (self.all > 0).then(|| self.city as f64 / self.all as f64)
    }

    /// Applies in how many iterations the open cells are urban in a year.
    fn grow(&mut self, grown: &RowSums, iterations: f64) {
        let open = self.all - self.city;
        if open == 0 {
            return;
        }
        let grown = grown.over(&self.rows) as f64 / iterations;
        // The value of the last year remains.
        self.chance = Some(grown / open as f64);
        self.urban_share = Some((self.city as f64 + grown) / self.all as f64);
    }
}
