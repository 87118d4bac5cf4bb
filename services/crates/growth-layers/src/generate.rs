//! Generates a region's sample layers cell by cell.
//!
//! A cell's values depend only on its position in the region, so overlapping selections agree.

use sleuth::{Dated, Grid};

use super::area::AreaLayers;
use super::noise::Noise;
use super::region::{CELL_METRES, Place, Region, Streets, Window, YEARS};

/// Population density of a built-up area, per km²: that of US suburbs.
const PEOPLE_PER_KM2: f64 = 1_150.0;
/// Weight of an interstate, and of other roads.
const INTERSTATE: u8 = 100;
const STREET: u8 = 35;
/// Distance between section lines: one mile.
const SECTION: f64 = 1_609.344;
/// Excluded from growth.
const NEVER: u8 = 100;

/// Metres east and south of the region's north-western corner.
type Point = (f64, f64);

/// A region's data in metres.
struct Ground<'r> {
    region: &'r Region,
    towns: Vec<(Point, f64)>,
    highways: Vec<(Point, Point)>,
    streets: Vec<(Point, Point)>,
    waters: Vec<(Point, Point, f64)>,
    reserves: Vec<(Point, Point)>,
    mountains: Option<f64>,
    noise: Noise,
}

/// The layers of a part of a region.
pub(super) fn layers(region: &Region, window: Window, coverage: f64) -> AreaLayers {
    let grounds: Vec<Ground> = (0..YEARS.len())
        .map(|date| Ground::of(region, date))
        .collect();
    let last = &grounds[YEARS.len() - 1];
    let raster = |value: &dyn Fn(Point) -> u8| {
        let mut grid = Grid::filled(window.shape, 0_u8);
        for (index, cell) in grid.values_mut().iter_mut().enumerate() {
            *cell = value(window.middle(index));
        }
        grid
    };
    let excluded = raster(&|point| {
        if last.is_water(point) || last.is_reserved(point) {
            NEVER
        } else {
            0
        }
    });
    // Computed once, because it is the same at every date and most of the work.
    let slope = raster(&|point| last.slope(point));
    let steady: Vec<(Point, f64)> = (0..window.shape.cells())
        .map(|index| {
            let point = window.middle(index);
            let steep = f64::from(slope.values()[index]) / 40.0;
            (point, last.patches(point) - steep)
        })
        .collect();
    let street = raster(&|point| u8::from(last.near_street(point)));
    let mut urban: Vec<Dated<Grid<u8>>> = Vec::new();
    let mut roads: Vec<Dated<Grid<u8>>> = Vec::new();
    for (ground, year) in grounds.iter().zip(YEARS) {
        let empty = Grid::filled(window.shape, 0_u8);
        let mut built = urban
            .last()
            .map_or(empty.clone(), |then| then.layer.clone());
        for (index, cell) in built.values_mut().iter_mut().enumerate() {
            let (point, steady) = steady[index];
            if *cell == 0 && excluded.values()[index] != NEVER {
                *cell = u8::from(ground.is_urban(point, steady));
            }
        }
        let mut paved = roads.last().map_or(empty, |then| then.layer.clone());
        for (index, cell) in paved.values_mut().iter_mut().enumerate() {
            if *cell < INTERSTATE {
                let street = street.values()[index] > 0 && slope.values()[index] < 20;
                *cell = ground.road(steady[index].0, street);
            }
        }
        urban.push(Dated { year, layer: built });
        roads.push(Dated { year, layer: paved });
    }
    AreaLayers {
        name: region.name.to_owned(),
        is_sample: true,
        notice: None,
        missing: Vec::new(),
        coverage,
        frame: region.frame(window),
        attribution: vec!["Sample layers made by Sitewright, not a survey".to_owned()],
        urban,
        roads,
        slope,
        water: raster(&|point| u8::from(last.is_water(point))),
        hillshade: raster(&|point| last.hillshade(point)),
        excluded,
    }
}

impl<'r> Ground<'r> {
    /// The region at one of [`YEARS`].
    fn of(region: &'r Region, date: usize) -> Self {
        let metres = |place: &Place| region.metres(*place);
        let pieces = |course: &[Place]| {
            course
                .windows(2)
                .map(|pair| (metres(&pair[0]), metres(&pair[1])))
                .collect::<Vec<_>>()
        };
        let radius =
            |people: f64| 1_000.0 * (people / PEOPLE_PER_KM2 / std::f64::consts::PI).sqrt();
        let towns: Vec<(Point, f64)> = region
            .towns
            .iter()
            // Land stays built-up when the population shrinks.
            .map(|town| {
                let most = town.people[..=date].iter().copied().fold(0.0, f64::max);
                (metres(&town.place), radius(most))
            })
            .collect();
        let streets = match region.streets {
            // Drawn between the current towns, because the roads are older than the suburbs.
            Streets::Spokes => spokes(
                &region
                    .towns
                    .iter()
                    .map(|town| (metres(&town.place), town.people[YEARS.len() - 1]))
                    .collect::<Vec<_>>(),
            ),
            Streets::Sections => Vec::new(),
        };
        Self {
            region,
            streets,
            towns,
            highways: region
                .interstates
                .iter()
                .filter(|highway| highway.opened <= YEARS[date])
                .flat_map(|highway| pieces(highway.course))
                .collect(),
            waters: region
                .waters
                .iter()
                .flat_map(|water| {
                    pieces(water.course)
                        .into_iter()
                        .map(|(from, to)| (from, to, water.half_width))
                })
                .collect(),
            reserves: region
                .reserves
                .iter()
                .map(|reserve| (metres(&reserve.south_west), metres(&reserve.north_east)))
                .collect(),
            mountains: region.relief.mountains_west_of.map(|lon| {
                region
                    .metres(Place {
                        lon,
                        lat: region.north_east.lat,
                    })
                    .0
            }),
            noise: Noise(region.seed),
        }
    }

    /// Density without unit: 1 and more at the centre of a town.
    fn density(&self, point: Point) -> f64 {
        self.towns
            .iter()
            .map(|(middle, radius)| (-(distance(point, *middle) / radius).powf(1.7)).exp())
            .sum()
    }

    /// Noise that makes a town's edge uneven.
    fn patches(&self, (x, y): Point) -> f64 {
        self.noise.at(x, y, 5_000.0) * 0.42 + Noise(self.noise.0 ^ 0x51).at(x, y, 900.0) * 0.4
    }

    /// `steady` is the part of the suitability that is the same at every date.
    fn is_urban(&self, point: Point, steady: f64) -> bool {
        let near_highway = (-nearest(&self.highways, point) / 1_200.0).exp();
        self.density(point) + 0.14 * near_highway + steady > 0.42
    }

    /// Displaces roads slightly from their straight course.
    fn bent(&self, (x, y): Point) -> Point {
        let bend = |salt: u64| Noise(self.noise.0 ^ salt).at(x, y, 3_000.0) * 320.0;
        (x + bend(0x11), y + bend(0x12))
    }

    /// Whether a street may run there.
    fn near_street(&self, (x, y): Point) -> bool {
        let off = match self.region.streets {
            Streets::Spokes => nearest(&self.streets, self.bent((x, y))),
            Streets::Sections => off_section(x).min(off_section(y)),
        };
        off <= CELL_METRES * 0.5
    }

    /// Weight of the road there; section roads appear with the town.
    fn road(&self, point: Point, street: bool) -> u8 {
        if nearest(&self.highways, self.bent(point)) <= CELL_METRES * 0.62 {
            return INTERSTATE;
        }
        let sections = matches!(self.region.streets, Streets::Sections);
        if street && (!sections || self.density(point) > 0.12) {
            STREET
        } else {
            0
        }
    }

    fn is_water(&self, (x, y): Point) -> bool {
        let shore = 1.0 + 0.55 * Noise(self.noise.0 ^ 0x21).at(x, y, 1_400.0);
        self.waters
            .iter()
            .any(|(from, to, half_width)| off_piece((x, y), *from, *to) < half_width * shore)
    }

    fn is_reserved(&self, (x, y): Point) -> bool {
        self.reserves.iter().any(|((west, south), (east, north))| {
            (*west..*east).contains(&x) && (*north..*south).contains(&y)
        })
    }

    /// Metres above the region's plain.
    fn height(&self, (x, y): Point) -> f64 {
        let relief = &self.region.relief;
        let hills = relief.hills * Noise(self.noise.0 ^ 0x31).at(x, y, relief.hill_metres);
        let inside = self.mountains.map_or(0.0, |edge| {
            (edge + 1_500.0 * Noise(self.noise.0 ^ 0x32).at(x, y, 9_000.0) - x).max(0.0)
        });
        let ridges =
            240.0 * Noise(self.noise.0 ^ 0x33).at(x, y, 2_600.0) * (inside / 1_500.0).min(1.0);
        hills + ridges + inside * 0.09
    }

    /// Rise east and rise south, metres for each metre.
    fn gradient(&self, (x, y): Point) -> (f64, f64) {
        let half = CELL_METRES / 2.0;
        let east = self.height((x + half, y)) - self.height((x - half, y));
        let south = self.height((x, y + half)) - self.height((x, y - half));
        (east / CELL_METRES, south / CELL_METRES)
    }

    fn slope(&self, point: Point) -> u8 {
        let (east, south) = self.gradient(point);
        (100.0 * east.hypot(south)) as u8
    }

    /// Illumination from the north-west at 45 degrees; heights are exaggerated four times.
    fn hillshade(&self, point: Point) -> u8 {
        if self.is_water(point) {
            return 150;
        }
        let (east, south) = self.gradient(point);
        let (east, south) = (4.0 * east, 4.0 * south);
        let light = (1.0 + (east + south) / 2.0_f64.sqrt())
            / (2.0 * (1.0 + east * east + south * south)).sqrt();
        (40.0 + 240.0 * light.max(0.0)).min(255.0) as u8
    }
}

/// Straight roads from each town to the two nearest larger ones.
fn spokes(towns: &[(Point, f64)]) -> Vec<(Point, Point)> {
    let mut roads = Vec::new();
    for (from, size) in towns {
        let mut larger: Vec<Point> = towns
            .iter()
            .filter(|(_, other)| other > size)
            .map(|(place, _)| *place)
            .collect();
        larger.sort_by(|one, other| distance(*from, *one).total_cmp(&distance(*from, *other)));
        roads.extend(larger.into_iter().take(2).map(|to| (*from, to)));
    }
    roads
}

fn distance(one: Point, other: Point) -> f64 {
    (one.0 - other.0).hypot(one.1 - other.1)
}

fn nearest(pieces: &[(Point, Point)], point: Point) -> f64 {
    pieces
        .iter()
        .map(|(from, to)| off_piece(point, *from, *to))
        .fold(f64::INFINITY, f64::min)
}

/// Distance of a point from a line segment.
fn off_piece(point: Point, from: Point, to: Point) -> f64 {
    let (along_x, along_y) = (to.0 - from.0, to.1 - from.1);
    let length = along_x * along_x + along_y * along_y;
    if length == 0.0 {
        return distance(point, from);
    }
    let share =
        (((point.0 - from.0) * along_x + (point.1 - from.1) * along_y) / length).clamp(0.0, 1.0);
    distance(point, (from.0 + share * along_x, from.1 + share * along_y))
}

/// Distance from the nearest section line of one direction.
fn off_section(metres: f64) -> f64 {
    let over = metres.rem_euclid(SECTION);
    over.min(SECTION - over)
}
