//! The variable state of a cell in one number.
//!
//! Kept small, because every runner has its own copy: two bytes per cell, 32 cells per cache line.
//! Constant properties (slope, resistance) are stored in the city, shared by all runners.

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

/// Bits 0 to 7: neighbour k is urban (or outside, for a cell on the frame). Bits 8 to 11: number of
/// neighbours that may still become urban. Then flags.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Ground(u16);

const NEIGHBOURS: u16 = 0xff;
/// The neighbours that share a side.
const SIDES: u16 = 0b1010_1010;
const ONE_OPEN: u16 = 1 << 8;
const OPEN: u16 = 0xf << 8;
const URBAN: u16 = 1 << 12;
const CANDIDATE: u16 = 1 << 13;
const FRAME: u16 = 1 << 14;
/// Never becomes urban: too steep or excluded.
const CLOSED: u16 = 1 << 15;

impl Ground {
    /// Non-urban interior land, with only open land around it.
    pub(super) fn new(is_closed: bool) -> Self {
        Self((8 * ONE_OPEN) | if is_closed { CLOSED } else { 0 })
    }

    /// The same on the frame, with these neighbours outside.
    pub(super) fn on_frame(self, outside: u8) -> Self {
        Self(self.0 | FRAME | u16::from(outside))
    }

    /// The same with one more closed neighbour.
    pub(super) fn beside_closed(self) -> Self {
        Self(self.0 - ONE_OPEN)
    }

    pub(super) fn is_urban(self) -> bool {
        self.0 & URBAN != 0
    }

    /// Whether it is urban, now or at the end of the year.
    pub(super) fn is_taken(self) -> bool {
        self.0 & (URBAN | CANDIDATE) != 0
    }

    pub(super) fn is_closed(self) -> bool {
        self.0 & CLOSED != 0
    }

    pub(super) fn is_on_frame(self) -> bool {
        self.0 & FRAME != 0
    }

    /// One bit for each neighbour that is urban.
    pub(super) fn neighbours(self) -> u8 {
        self.0 as u8
    }

    pub(super) fn is_neighbour(self, k: usize) -> bool {
        self.0 & (1 << (k % 8)) != 0
    }

    /// Whether no side adjoins non-urban land.
    pub(super) fn is_enclosed(self) -> bool {
        self.0 & SIDES == SIDES
    }

    /// Whether an attempt on a random neighbour may succeed.
    pub(super) fn has_open_neighbour(self) -> bool {
        self.0 & OPEN != 0
    }

    /// Whether two or more neighbours are urban.
    pub(super) fn has_two(self) -> bool {
        let neighbours = self.0 & NEIGHBOURS;
        neighbours & neighbours.wrapping_sub(1) != 0
    }

    /// Whether exactly two neighbours are urban.
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

    /// The change in neighbour k when this cell becomes urban: for [`Ground::beside_urban`].
    pub(super) fn news_for(self, k: usize) -> u16 {
        let bit = 1 << (k ^ 4);
        // A closed cell was not counted as open.
        if self.is_closed() {
            bit
        } else {
            bit.wrapping_sub(ONE_OPEN)
        }
    }

    pub(super) fn beside_urban(self, news: u16) -> Self {
        Self(self.0.wrapping_add(news))
    }
}
