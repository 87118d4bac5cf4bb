//! What is known of a cell, in one number.
//!
//! An attempt on a cell asks whether it is urban, how steep and how protected it is; a cell that
//! turns asks the same of those around. Kept apart, each answer would be another miss of the
//! processor's cache in a large area.

/// The eight neighbours (down, across), counter-clockwise from the upper left.
pub(crate) const RING: [(i32, i32); 8] = [
    (-1, -1),
    (0, -1),
    (1, -1),
    (1, 0),
    (1, 1),
    (0, 1),
    (-1, 1),
    (-1, 0),
];

/// Bits 0 to 7: neighbour k is urban (or, for a cell on the frame, outside). Bits 8 to 11: number of
/// neighbours that may yet become urban. Then flags, percent slope and resistance.
#[derive(Debug, Clone, Copy)]
pub(super) struct Ground(u32);

const NEIGHBOURS: u32 = 0xff;
/// The neighbours that share a side.
const SIDES: u32 = 0b1010_1010;
const ONE_OPEN: u32 = 1 << 8;
const OPEN: u32 = 0xf << 8;
const URBAN: u32 = 1 << 12;
const CANDIDATE: u32 = 1 << 13;
const FRAME: u32 = 1 << 14;
const SEED: u32 = 1 << 15;
const SLOPE_AT: u32 = 16;
const EXCLUDED_AT: u32 = 24;
/// Never becomes urban: too steep or excluded.
const CLOSED: u32 = 1 << 31;

/// From this resistance on no attempt passes.
const SHUT: u8 = 99;

impl Ground {
    /// Bare land that lies inside, all land around it open. `slope` in percent; `excluded` is resistance
    /// in percent, all from 100 on alike; nothing is built from `critical_slope` (percent) on.
    pub(super) fn new(slope: u8, excluded: u8, critical_slope: f64) -> Self {
        let slope_bits = u32::from(slope) << SLOPE_AT;
        let excluded_bits = u32::from(excluded.min(100)) << EXCLUDED_AT;
        let mut bits = (8 * ONE_OPEN) | slope_bits | excluded_bits;
        if excluded >= SHUT || f64::from(slope) >= critical_slope {
            bits |= CLOSED;
        }
        Self(bits)
    }

    /// The same on the frame, with these neighbours outside.
    pub(super) fn on_frame(self, outside: u8) -> Self {
        Self(self.0 | FRAME | u32::from(outside))
    }

    /// The same with one closed neighbour more.
    pub(super) fn beside_closed(self) -> Self {
        Self(self.0 - ONE_OPEN)
    }

    pub(super) fn slope(self) -> u8 {
        (self.0 >> SLOPE_AT) as u8
    }

    /// Resistance in percent, 0..100.
    pub(super) fn excluded(self) -> u8 {
        (self.0 >> EXCLUDED_AT) as u8 & 0x7f
    }

    pub(super) fn is_urban(self) -> bool {
        self.0 & URBAN != 0
    }

    /// Whether it is urban or will be at the end of the year.
    pub(super) fn is_taken(self) -> bool {
        self.0 & (URBAN | CANDIDATE) != 0
    }

    pub(super) fn is_closed(self) -> bool {
        self.0 & CLOSED != 0
    }

    pub(super) fn is_on_frame(self) -> bool {
        self.0 & FRAME != 0
    }

    pub(super) fn is_seed(self) -> bool {
        self.0 & SEED != 0
    }

    /// One bit for each neighbour that is urban.
    pub(super) fn neighbours(self) -> u8 {
        self.0 as u8
    }

    pub(super) fn is_neighbour(self, k: usize) -> bool {
        self.0 & (1 << (k % 8)) != 0
    }

    /// Whether no side is open to land that is not urban.
    pub(super) fn is_enclosed(self) -> bool {
        self.0 & SIDES == SIDES
    }

    /// Whether an attempt on a neighbour, drawn blindly, may succeed.
    pub(super) fn has_open_neighbour(self) -> bool {
        self.0 & OPEN != 0
    }

    /// Whether two or more neighbours are urban.
    pub(super) fn has_two(self) -> bool {
        let neighbours = self.0 & NEIGHBOURS;
        neighbours & neighbours.wrapping_sub(1) != 0
    }

    /// Whether just two neighbours are urban.
    pub(super) fn has_just_two(self) -> bool {
        let neighbours = self.0 & NEIGHBOURS;
        let fewer = neighbours & neighbours.wrapping_sub(1);
        fewer.is_power_of_two()
    }

    pub(super) fn as_candidate(self) -> Self {
        Self(self.0 | CANDIDATE)
    }

    pub(super) fn as_urban(self) -> Self {
        Self((self.0 | URBAN) & !CANDIDATE)
    }

    pub(super) fn as_seed(self) -> Self {
        Self(self.0 | SEED)
    }

    pub(super) fn as_bare(self) -> Self {
        Self(self.0 & !URBAN)
    }

    /// What changes in neighbour k of this cell when it turns: for [`Ground::beside_urban`].
    pub(super) fn news_for(self, k: usize) -> u32 {
        let bit = 1 << (k ^ 4);
        // A closed cell was not counted as open.
        if self.is_closed() {
            bit
        } else {
            bit.wrapping_sub(ONE_OPEN)
        }
    }

    pub(super) fn beside_urban(self, news: u32) -> Self {
        Self(self.0.wrapping_add(news))
    }

    /// Takes [`Ground::beside_urban`] back.
    pub(super) fn beside_bare(self, news: u32) -> Self {
        Self(self.0.wrapping_sub(news))
    }
}
