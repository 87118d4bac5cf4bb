//! What becomes of the land around a point in a run.
//!
//! Definitions, shown wherever the figures are shown. Surroundings: buildable cells within
//! [`REACH_METRES`] of the parcel's inner point. Chance: expected share of the surroundings' open cells that are
//! urban in the last year, over all iterations. Likely decade: that of the first year in which at
//! least half of the surroundings are expected to be urban.
//!
//! A site of several parcels has the means of its parcels, each by its share of the site's land: of the chance over those with open land
//! around, of the surroundings' urban share over those that can be built on. So a small parcel at its edge does not speak for all of it.

use growth_layers::Frame;

use super::result::KeptResult;

/// Radius of a parcel's surroundings.
const REACH_METRES: f64 = 500.0;
/// Excluded from growth from this value on.
pub(super) const NEVER: u8 = 100;

/// The surroundings of a point in the run's area.
#[derive(Debug)]
pub struct Surroundings {
    /// Whether its own cell is urban at the start.
    pub is_urban: bool,
    /// Number of surrounding cells that are urban at the start.
    city: usize,
    /// The other surrounding cells.
    open: Vec<usize>,
    /// Expected share of the open cells that are urban in the last year, 0 to 1; none where none is open.
    pub chance: Option<f64>,
    /// First year of the likely decade; none for never in the run.
    pub decade: Option<i32>,
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
    let mut all: Vec<Option<(Parts, SiteGrowth)>> = sites
        .iter()
        .map(|site| {
            let parts = site.iter();
            let parts: Option<Vec<_>> = parts
                .map(|land| Some((land.area, Surroundings::at(kept, land.point)?)))
                .collect();
            let parts = parts?;
            let start = SiteGrowth::at_start(kept, &parts)?;
            Some((parts, start))
        })
        .collect();
    let iterations = f64::from(kept.whole.iterations().max(1));
    for year in kept.whole.span().years() {
        let Some(counts) = kept.whole.counts_in(year) else {
            continue;
        };
        for (parts, site) in all.iter_mut().flatten() {
            for (_, around) in parts.iter_mut() {
                around.grow(year, &counts, iterations);
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

/// Follows the growth around points, longitude and latitude; none outside of the run's area.
pub fn follow(kept: &KeptResult, points: &[[f64; 2]]) -> Vec<Option<Surroundings>> {
    let mut all: Vec<Option<Surroundings>> = points
        .iter()
        .map(|point| Surroundings::at(kept, *point))
        .collect();
    let iterations = f64::from(kept.whole.iterations().max(1));
    // Years are the outer loop because the counts of a year are computed on each access.
    for year in kept.whole.span().years() {
        let Some(counts) = kept.whole.counts_in(year) else {
            continue;
        };
        for around in all.iter_mut().flatten() {
            around.grow(year, &counts, iterations);
        }
    }
    all
}

impl Surroundings {
    fn at(kept: &KeptResult, [lon, lat]: [f64; 2]) -> Option<Self> {
        let frame = &kept.area.frame;
        let (own, urban) = (cell_at(frame, lon, lat)?, kept.area.urban.last()?);
        let is_urban = |cell: &usize| urban.layer.values()[*cell] > 0;
        let can_be_built = |cell: &usize| {
            kept.area.water.values()[*cell] == 0 && kept.area.excluded.values()[*cell] < NEVER
        };
        let cells = cells_around(frame, lon, lat).filter(can_be_built);
        let (city, open): (Vec<usize>, Vec<usize>) = cells.partition(is_urban);
        let mut around = Self {
            is_urban: is_urban(&own),
            city: city.len(),
            open,
            chance: None,
            decade: None,
            urban_share: None,
        };
        around.urban_share = around.share_now();
        if around.all() > 0 {
            around.reach(kept.whole.span().start, 0.0);
        }
        Some(around)
    }

    fn all(&self) -> usize {
        self.city + self.open.len()
    }

    /// Share of the surroundings that is urban at the start; none where nothing can be built.
    pub fn share_now(&self) -> Option<f64> {
        (self.all() > 0).then(|| self.city as f64 / self.all() as f64)
    }

    /// Applies the counts of a year.
    fn grow(&mut self, year: i32, counts: &[u32], iterations: f64) {
        if self.open.is_empty() {
            return;
        }
        let urban: f64 = self.open.iter().map(|cell| f64::from(counts[*cell])).sum();
        let grown = urban / iterations;
        // The value of the last year remains.
        self.chance = Some(grown / self.open.len() as f64);
        self.urban_share = Some((self.city as f64 + grown) / self.all() as f64);
        self.reach(year, grown);
    }

    /// Records the decade in which half of the surroundings are expected to be urban.
    fn reach(&mut self, year: i32, grown: f64) {
        if self.decade.is_none() && self.city as f64 + grown >= self.all() as f64 / 2.0 {
            self.decade = Some(decade_of(year));
        }
    }
}

pub(super) fn cell_at(frame: &Frame, lon: f64, lat: f64) -> Option<usize> {
    let (col, row) = (
        (lon - frame.west) / frame.dlon,
        (frame.north - lat) / frame.dlat,
    );
    let inside = (0.0..frame.shape.cols as f64).contains(&col)
        && (0.0..frame.shape.rows as f64).contains(&row);
    inside.then(|| row as usize * frame.shape.cols + col as usize)
}

/// Cells whose centre lies within the radius.
pub(super) fn cells_around(
    frame: &Frame,
    lon: f64,
    lat: f64,
) -> impl Iterator<Item = usize> + use<> {
    let (x, y) = (
        (lon - frame.west) / frame.dlon,
        (frame.north - lat) / frame.dlat,
    );
    let reach = REACH_METRES / frame.cell_metres;
    let shape = frame.shape;
    let span = move |middle: f64, count: usize| {
        let first = (middle - reach).floor().max(0.0) as usize;
        first..((middle + reach).ceil().max(0.0) as usize).min(count)
    };
    span(y, shape.rows).flat_map(move |row| {
        span(x, shape.cols).filter_map(move |col| {
            let away = (col as f64 + 0.5 - x).hypot(row as f64 + 0.5 - y);
            (away <= reach).then_some(row * shape.cols + col)
        })
    })
}

#[cfg(test)]
mod tests {
    use sleuth::Shape;

    use super::*;

    #[test]
    fn the_surroundings_are_a_disc() {
        let frame = Frame {
            west: -81.0,
            north: 35.2,
            dlon: 0.002,
            dlat: 0.0015,
            shape: Shape { rows: 40, cols: 40 },
            cell_metres: 150.0,
        };
        let cells = |row: f64, col: f64| {
            let (lon, lat) = (
                frame.west + col * frame.dlon,
                frame.north - row * frame.dlat,
            );
            cells_around(&frame, lon, lat).count()
        };
        // 500 m are 3⅓ cells: a disc of 37 cells; a quarter of it and the axes in a corner.
        assert_eq!(cells(20.5, 20.5), 37);
        assert_eq!(cells(0.5, 0.5), 13);
    }
}
