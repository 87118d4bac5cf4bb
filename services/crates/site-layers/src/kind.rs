//! Kinds of layers.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// What a layer is about.
#[derive(
    Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, ToSchema,
)]
#[serde(rename_all = "snake_case")]
pub enum LayerKind {
    /// Flood hazard zones.
    Flood,
    /// Wetlands, also open water of their inventory.
    Wetland,
    /// Lakes, rivers and ponds.
    Water,
    /// Steep land.
    Slope,
    /// Land that others may use.
    Easement,
    /// Motorways and their ramps.
    Highway,
    /// Railways.
    Rail,
    /// Streets of all classes.
    Road,
}

impl LayerKind {
    /// All, in the order of the list above.
    pub const ALL: [Self; 8] = [
        Self::Flood,
        Self::Wetland,
        Self::Water,
        Self::Slope,
        Self::Easement,
        Self::Highway,
        Self::Rail,
        Self::Road,
    ];

    /// As in the tables.
    pub fn name(self) -> &'static str {
        match self {
            Self::Flood => "flood",
            Self::Wetland => "wetland",
            Self::Water => "water",
            Self::Slope => "slope",
            Self::Easement => "easement",
            Self::Highway => "highway",
            Self::Rail => "rail",
            Self::Road => "road",
        }
    }

    /// By its name.
    pub fn named(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|kind| kind.name() == name)
    }

    /// Features are lines.
    pub fn is_linear(self) -> bool {
        matches!(self, Self::Highway | Self::Rail | Self::Road)
    }

    /// Features may have these dimensions: 1 lines, 2 areas.
    pub fn dimensions(self) -> &'static [i32] {
        match self {
            Self::Easement => &[1, 2],
            _ if self.is_linear() => &[1],
            _ => &[2],
        }
    }
}
