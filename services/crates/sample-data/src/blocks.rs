//! Layout of a district: streets, blocks and lots.
//!
//! A block is a rectangle in the district's coordinate frame. Lots are cut from it and clipped to
//! the district; a lot that loses more than half is dropped, so there are no slivers.

use super::chance::Chance;
use super::districts::{Character, DISTRICTS, cell, whole_cell};
use super::names;
use super::plane::{Frame, Point, area, intersection, middle, part_within};

/// A lot: shape and address.
#[derive(Debug, Clone)]
pub struct Lot {
    /// Convex, counter-clockwise, metres.
    pub shape: Vec<Point>,
    /// Index into [`DISTRICTS`].
    pub district: usize,
    /// Number of the block in its district.
    pub block: u32,
    /// Number of the lot in its block, from 1.
    pub number: u32,
    /// House number.
    pub house: i64,
    /// Street that it faces.
    pub street: String,
    /// The street is a boulevard.
    pub on_boulevard: bool,
    /// Assigned to a park, school or church when the block was divided.
    pub whole_block: bool,
}

/// Dimensions of a district's grid, metres.
struct Grid {
    block: (f64, f64),
    street: f64,
    boulevard: f64,
    /// Interval of boulevards, in streets.
    boulevard_every: i64,
}

fn grid(character: Character) -> Grid {
    match character {
        Character::Core => Grid {
            block: (76.2, 76.2),
            street: 24.4,
            boulevard: 24.4,
            boulevard_every: 1,
        },
        Character::Urban => Grid {
            block: (76.2, 76.2),
            street: 18.3,
            boulevard: 27.0,
            boulevard_every: 5,
        },
        Character::Residential => Grid {
            block: (183.0, 70.0),
            street: 15.2,
            boulevard: 27.0,
            boulevard_every: 6,
        },
        Character::Industrial => Grid {
            block: (150.0, 100.0),
            street: 18.0,
            boulevard: 30.0,
            boulevard_every: 3,
        },
    }
}

/// Start and end of the `index`th block along one axis, after the preceding streets.
fn span(index: i64, block: f64, grid: &Grid) -> (f64, f64) {
    let boulevards = index.div_euclid(grid.boulevard_every);
    let start =
        index as f64 * (block + grid.street) + boulevards as f64 * (grid.boulevard - grid.street);
    (start, start + block)
}

/// The street before the `index`th block is wide.
fn is_boulevard(index: i64, grid: &Grid) -> bool {
    index.rem_euclid(grid.boulevard_every) == 0
}

/// The grid of a district in its place.
struct Layout {
    grid: Grid,
    frame: Frame,
    /// First and last block along and across.
    columns: (i64, i64),
    rows: (i64, i64),
}

impl Layout {
    fn of(district: usize) -> Self {
        let plan = &DISTRICTS[district];
        let grid = grid(plan.character);
        // Downtown's offset places the city's centre in a block rather than a street.
        let frame = Frame::new(super::plane::point(-12.1, -35.2), plan.angle);
        let corners: Vec<(f64, f64)> = cell(district).iter().map(|&p| frame.locate(p)).collect();
        let reach = |values: &mut dyn Iterator<Item = f64>, block: f64| {
            let (low, high) = values.fold((f64::INFINITY, f64::NEG_INFINITY), |(low, high), v| {
                (low.min(v), high.max(v))
            });
            let period = block + grid.street;
            (
                (low / period).floor() as i64 - 4,
                (high / period).ceil() as i64 + 1,
            )
        };
        let columns = reach(&mut corners.iter().map(|c| c.0), grid.block.0);
        let rows = reach(&mut corners.iter().map(|c| c.1), grid.block.1);
        Self {
            grid,
            frame,
            columns,
            rows,
        }
    }

    /// Middle of the street before the `index`th block along one axis.
    fn street_before(&self, index: i64, block: f64) -> f64 {
        let width = if is_boulevard(index, &self.grid) {
            self.grid.boulevard
        } else {
            self.grid.street
        };
        span(index, block, &self.grid).0 - width / 2.0
    }
}

/// A street of a district's grid.
#[derive(Debug, Clone)]
pub struct CentreLine {
    /// Its name; the lots that face it have it in their addresses.
    pub name: String,
    /// It is a boulevard.
    pub wide: bool,
    /// Both ends.
    pub ends: (Point, Point),
}

/// The streets of a district's grid, up to the middle of the arterials around it.
pub fn centre_lines(district: usize) -> Vec<CentreLine> {
    /// Longer than the city.
    const FAR: f64 = 10_000.0;
    let layout = Layout::of(district);
    let window = whole_cell(district);
    let downtown = DISTRICTS[district].character == Character::Core;
    let along = (layout.rows.0..=layout.rows.1 + 1).map(|index| (true, index));
    let across = (layout.columns.0..=layout.columns.1 + 1).map(|index| (false, index));
    along
        .chain(across)
        .filter_map(|(along, index)| {
            let frame = &layout.frame;
            let ends = if along {
                let v = layout.street_before(index, layout.grid.block.1);
                (frame.place(-FAR, v), frame.place(FAR, v))
            } else {
                let u = layout.street_before(index, layout.grid.block.0);
                (frame.place(u, -FAR), frame.place(u, FAR))
            };
            let wide = is_boulevard(index, &layout.grid) && !downtown;
            Some(CentreLine {
                name: names::street(district, along, index, wide),
                wide,
                ends: part_within(ends, &window)?,
            })
        })
        .collect()
}

/// All lots of a district.
pub fn lots(district: usize, chance: &Chance) -> Vec<Lot> {
    let window = cell(district);
    let Layout {
        grid,
        frame,
        columns,
        rows,
    } = Layout::of(district);
    let mut lots = Vec::new();
    let street = |index, wide| names::street(district, true, index, wide);
    let mut number = 0;
    for j in rows.0..=rows.1 {
        for i in columns.0..=columns.1 {
            let (u, v) = (span(i, grid.block.0, &grid), span(j, grid.block.1, &grid));
            let block = frame.rectangle(u, v);
            if area(&intersection(&block, &window)) < 250.0 {
                continue;
            }
            number += 1;
            let mut dice = chance.fork((district as u64) << 40 | u64::from(number));
            let site = Block {
                district,
                character: DISTRICTS[district].character,
                number,
                i,
                j,
                u,
                v,
                grid: &grid,
                street: &street,
                before: 40,
            };
            site.cut(&mut dice, &frame, &window, &mut lots);
        }
    }
    lots
}

/// The name of a street by its index across, and whether it is a boulevard.
type StreetNames<'a> = &'a dyn Fn(i64, bool) -> String;

/// A block of a grid without the bounds of a district.
#[derive(Clone, Copy)]
pub struct Site<'a> {
    /// The streets of its town.
    pub street: StreetNames<'a>,
    /// Blocks along a street whose house numbers come before position 0.
    pub before: i64,
    /// Determines its lots, but not its size, which is that of residential blocks.
    pub character: Character,
    /// Its number.
    pub number: u32,
    /// Position along and across, in blocks from the frame's origin.
    pub at: (i64, i64),
}

/// The corners of a block at this position, counter-clockwise.
pub fn corners(at: (i64, i64), frame: &Frame) -> Vec<Point> {
    let [u, v] = spans(at, &grid(Character::Residential));
    frame.rectangle(u, v)
}

fn spans((i, j): (i64, i64), grid: &Grid) -> [(f64, f64); 2] {
    [span(i, grid.block.0, grid), span(j, grid.block.1, grid)]
}

impl Site<'_> {
    /// Its lots.
    pub fn lots(&self, chance: &mut Chance, frame: &Frame) -> Vec<Lot> {
        let grid = grid(Character::Residential);
        let [u, v] = spans(self.at, &grid);
        let block = Block {
            district: 0,
            character: self.character,
            number: self.number,
            i: self.at.0,
            j: self.at.1,
            u,
            v,
            grid: &grid,
            street: self.street,
            before: self.before,
        };
        let mut lots = Vec::new();
        block.cut(chance, frame, &corners(self.at, frame), &mut lots);
        lots
    }
}

struct Block<'a> {
    district: usize,
    character: Character,
    number: u32,
    i: i64,
    j: i64,
    u: (f64, f64),
    v: (f64, f64),
    grid: &'a Grid,
    street: StreetNames<'a>,
    before: i64,
}

impl Block<'_> {
    fn cut(&self, chance: &mut Chance, frame: &Frame, window: &[Point], lots: &mut Vec<Lot>) {
        let character = self.character;
        let whole_block = chance.happens(match character {
            Character::Core => 0.06,
            Character::Urban | Character::Residential => 0.025,
            Character::Industrial => 0.0,
        });
        let (rows, columns) = if whole_block {
            (1, 1)
        } else {
            pattern(character, chance)
        };
        let mut placed = 0;
        for row in 0..rows {
            // The two rows of a block may have different numbers of lots.
            let columns = match columns {
                1..=2 => columns,
                many => (many + chance.whole(-1, 1)).max(2),
            };
            let cuts = cuts(chance, columns, character);
            let v = part(
                self.v,
                (row as f64 / rows as f64, (row + 1) as f64 / rows as f64),
            );
            for column in 0..columns as usize {
                let u = part(self.u, (cuts[column], cuts[column + 1]));
                let full = frame.rectangle(u, v);
                let shape = intersection(&full, window);
                if area(&shape) < area(&full) * 0.5 || area(&shape) < 90.0 {
                    continue;
                }
                placed += 1;
                let faces = if row == 0 { self.j } else { self.j + 1 };
                let on_boulevard = is_boulevard(faces, self.grid)
                    || (column == 0 && is_boulevard(self.i, self.grid))
                    || (column + 1 == columns as usize && is_boulevard(self.i + 1, self.grid));
                lots.push(Lot {
                    shape,
                    district: self.district,
                    block: self.number,
                    number: placed,
                    house: self.house(row, f64::midpoint(cuts[column], cuts[column + 1])),
                    street: (self.street)(
                        faces,
                        is_boulevard(faces, self.grid) && character != Character::Core,
                    ),
                    on_boulevard,
                    whole_block,
                });
            }
        }
    }

    /// A hundred numbers per block, even on one side and odd on the other.
    fn house(&self, row: i64, along: f64) -> i64 {
        let hundred = (self.i + self.before).max(1) * 100;
        hundred + 2 * ((along * 48.0) as i64) + if row == 0 { 1 } else { 2 }
    }
}

/// Rows and columns of lots in a block.
fn pattern(character: Character, chance: &mut Chance) -> (i64, i64) {
    match character {
        Character::Core => chance.weighted(&[
            ((1, 1), 4.0),
            ((1, 2), 3.0),
            ((2, 1), 3.0),
            ((2, 2), 3.0),
            ((2, 3), 1.5),
        ]),
        Character::Urban => chance.weighted(&[
            ((1, 1), 0.7),
            ((2, 1), 0.8),
            ((2, 2), 1.5),
            ((2, 3), 2.0),
            ((2, 5), 4.0),
            ((2, 8), 3.0),
        ]),
        Character::Residential => chance.weighted(&[
            ((2, 4), 0.3),
            ((2, 9), 1.2),
            ((2, 11), 4.0),
            ((2, 12), 5.0),
            ((2, 14), 1.5),
        ]),
        Character::Industrial => chance.weighted(&[
            ((1, 1), 1.5),
            ((1, 2), 2.0),
            ((2, 1), 1.5),
            ((2, 2), 3.0),
            ((2, 4), 1.5),
        ]),
    }
}

/// Positions of the cuts, 0 to 1: regular in old subdivisions, less so downtown.
fn cuts(chance: &mut Chance, columns: i64, character: Character) -> Vec<f64> {
    let play = match character {
        Character::Core | Character::Industrial => 0.16,
        Character::Urban => 0.08,
        Character::Residential => 0.05,
    };
    let widths: Vec<f64> = (0..columns)
        .map(|_| 1.0 + chance.between(-play, play))
        .collect();
    let total: f64 = widths.iter().sum();
    let mut at = 0.0;
    let mut cuts = vec![0.0];
    for width in &widths {
        at += width / total;
        cuts.push(at);
    }
    cuts[columns as usize] = 1.0;
    cuts
}

fn part(span: (f64, f64), share: (f64, f64)) -> (f64, f64) {
    let length = span.1 - span.0;
    (span.0 + length * share.0, span.0 + length * share.1)
}

/// Centre of a lot, for distances.
pub fn place(lot: &Lot) -> Point {
    middle(&lot.shape)
}
