//! What a run may be told besides layers, years and coefficients.

use crate::self_modification::SelfModification;

/// Where random numbers come from.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Numbers {
    /// The original's generator on one stream through all iterations: iterations must be run in order
    /// from the first.
    Original,
    /// Numbers keyed by (seed, iteration, year): any iteration may be run anywhere, alone.
    Counted,
}

/// Defects of the original that may be kept. All other quirks of it (a coefficient of 0 runs as 1;
/// chances in 101sts; a start cell that is no road for itself; the number of spontaneous trials that
/// follows the diagonal) are part of the model as everybody has used it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[expect(
    clippy::struct_excessive_bools,
    reason = "each defect is kept or mended by itself"
)]
pub struct Switches {
    /// In a year with more new cells than the area has rows, road trips of the earlier ones start at
    /// a wrong column (rows and columns of the list overlap in one buffer).
    pub growth_list_overlap: bool,
    /// Road weights below the largest are divided to zero: a lesser road ends every walk at once.
    /// Mended: the length of a walk is the share of the weight. This changes the model where roads
    /// are weighted.
    pub whole_road_weights: bool,
    /// Prediction uses the last road layer in every year, whatever its date. Mended: the layer in
    /// force in the year.
    pub prediction_uses_last_roads: bool,
    /// Prediction with a single road layer, older than its start, loads no roads; the original then
    /// fails at its first search for one (it reads memory that it never asked for). Kept: such a
    /// prediction grows without roads, to where the original ends and beyond. Mended: the layer is
    /// used.
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
    /// All defects mended.
    pub const MENDED: Self = Self {
        growth_list_overlap: false,
        whole_road_weights: false,
        prediction_uses_last_roads: false,
        prediction_loses_lone_old_roads: false,
    };
}

/// What a run may be told besides layers, years and coefficients.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Settings {
    /// Where random numbers come from.
    pub numbers: Numbers,
    /// Defects that are kept.
    pub switches: Switches,
    /// Seed of the random numbers.
    pub seed: u32,
    /// Slope in percent from which on nothing is built.
    pub critical_slope: f64,
    /// Spontaneous trials a year for each unit of diffusion and each cell of the area's diagonal. The
    /// original has 0.005; since trials follow the diagonal, a grid of half the cell size needs four
    /// times as much for the same growth per km².
    pub diffusion_multiplier: f64,
    /// How coefficients follow growth.
    pub self_modification: SelfModification,
}

impl Settings {
    /// The original, draw by draw.
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

    /// What users get: own numbers, defects mended.
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
