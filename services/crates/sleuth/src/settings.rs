//! Settings of a run besides layers, years and coefficients.

use crate::self_modification::SelfModification;

/// Source of random numbers.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Numbers {
    /// The original's generator, one stream through all iterations: iterations must be run in order
    /// from the first.
    Original,
    /// Numbers keyed by (seed, iteration, year): iterations can be run independently.
    Counted,
}

/// Defects of the original that may be kept. Its other peculiarities (0 runs as 1; probabilities in
/// 101sts; a start cell is not its own road; the number of spontaneous trials depends on the
/// diagonal) are part of the model as it is used.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[expect(
    clippy::struct_excessive_bools,
    reason = "each defect is kept or mended by itself"
)]
pub struct Switches {
    /// In a year with more new cells than the area has rows, road trips of the earlier ones start
    /// at a wrong column (rows and columns of the list overlap in one buffer).
    pub growth_list_overlap: bool,
    /// Road weights below the largest are divided to zero, so a lesser road ends every walk
    /// immediately. Corrected: the walk's length is proportional to the weight. This changes the
    /// model where roads are weighted.
    pub whole_road_weights: bool,
    /// Prediction uses the last road layer in every year, whatever its date. Corrected: the layer
    /// valid in the year.
    pub prediction_uses_last_roads: bool,
    /// Prediction with a single road layer older than its start loads no roads; the original then
    /// crashes at its first search (it reads unallocated memory). Kept: such a prediction grows
    /// without roads, up to where the original crashes and beyond. Corrected: the layer is used.
    pub prediction_loses_lone_old_roads: bool,
}

impl Switches {
    /// As the original.
    pub const ORIGINAL: Self = Self {
        growth_list_overlap: true,
        whole_road_weights: true,
        prediction_uses_last_roads: true,
        prediction_loses_lone_old_roads: true,
    };
    /// All defects corrected.
    pub const MENDED: Self = Self {
        growth_list_overlap: false,
        whole_road_weights: false,
        prediction_uses_last_roads: false,
        prediction_loses_lone_old_roads: false,
    };
}

/// Settings of a run besides layers, years and coefficients.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Settings {
    /// Source of random numbers.
    pub numbers: Numbers,
    /// Defects that are kept.
    pub switches: Switches,
    /// Seed of the random numbers.
    pub seed: u32,
    /// Slope in percent from which nothing is built.
    pub critical_slope: f64,
    /// Spontaneous trials per year, per unit of diffusion and cell of the area's diagonal. The
    /// original has 0.005; because trials depend on the diagonal, a grid with half the cell size
    /// needs four times as much for the same growth per km².
    pub diffusion_multiplier: f64,
    /// How coefficients change with growth.
    pub self_modification: SelfModification,
}

impl Settings {
    /// Identical to the original, draw by draw.
    pub const fn exact(
        seed: u32,
        critical_slope: f64,
        self_modification: SelfModification,
    ) -> Self {
        Self {
            numbers: Numbers::Original,
            switches: Switches::ORIGINAL,
            seed,
            critical_slope,
            diffusion_multiplier: 0.005,
            self_modification,
        }
    }

    /// For users: own numbers, defects corrected.
    pub const fn standard(
        seed: u32,
        critical_slope: f64,
        self_modification: SelfModification,
    ) -> Self {
        Self {
            numbers: Numbers::Counted,
            switches: Switches::MENDED,
            ..Self::exact(seed, critical_slope, self_modification)
        }
    }
}
