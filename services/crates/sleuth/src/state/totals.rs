//! Counters of a growing city.

/// Totals over urban cells.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(crate) struct Totals {
    pub(crate) pop: u64,
    pub(crate) off_frame: u64,
    pub(crate) edges: u64,
    pub(crate) clusters: u64,
    pub(crate) rows: u64,
    pub(crate) cols: u64,
    pub(crate) slope: u64,
}

/// Cells that turned in a year, by rule.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(crate) struct Grown {
    pub(crate) spontaneous: u32,
    pub(crate) centre: u32,
    pub(crate) edge: u32,
    pub(crate) road: u32,
}

impl Grown {
    pub(crate) fn total(self) -> u32 {
        self.spontaneous + self.centre + self.edge + self.road
    }
}
