//! What a lot can be used for.

use super::names::OwnerKind;

/// What a lot is used for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Use {
    House,
    Townhouse,
    Flats,
    Vacant,
    Parking,
    Retail,
    Office,
    Tower,
    Warehouse,
    Plant,
    Public,
    Park,
}

/// Facts of a use: state code and description, zoning subtype, floor area ratio, value per built
/// square foot.
pub struct Facts {
    pub code: &'static str,
    pub words: &'static str,
    pub restriction: &'static str,
    pub owner: OwnerKind,
    pub cover: (f64, f64),
    pub dollars: (f64, f64),
}

pub const fn facts_of(kind: Use) -> Facts {
    use OwnerKind::{Commercial, Industrial, Public, Residential};
    let (code, words, restriction, owner, cover, dollars) = match kind {
        Use::House => (
            "A1",
            "Real, Residential, Single-Family",
            "Single-family",
            Residential,
            (0.22, 0.42),
            (95.0, 190.0),
        ),
        Use::Townhouse => (
            "A1",
            "Real, Residential, Single-Family",
            "Single-family attached",
            Residential,
            (0.8, 1.5),
            (120.0, 210.0),
        ),
        Use::Flats => (
            "B1",
            "Real, Residential, Multi-Family",
            "Multi-family",
            Commercial,
            (0.9, 2.4),
            (110.0, 190.0),
        ),
        Use::Vacant => (
            "C1",
            "Real, Vacant Lots/Tracts (In City)",
            "No restriction on record",
            Residential,
            (0.0, 0.0),
            (0.0, 0.0),
        ),
        Use::Parking => (
            "C2",
            "Real, Vacant Commercial",
            "No restriction on record",
            Commercial,
            (0.0, 0.0),
            (0.0, 0.0),
        ),
        Use::Retail => (
            "F1",
            "Real, Commercial",
            "Commercial",
            Commercial,
            (0.22, 0.5),
            (110.0, 260.0),
        ),
        Use::Office => (
            "F1",
            "Real, Commercial",
            "Commercial",
            Commercial,
            (0.9, 3.0),
            (130.0, 280.0),
        ),
        Use::Tower => (
            "F1",
            "Real, Commercial",
            "Commercial",
            Commercial,
            (6.0, 18.0),
            (190.0, 390.0),
        ),
        Use::Warehouse => (
            "F2",
            "Real, Industrial",
            "Industrial",
            Industrial,
            (0.35, 0.6),
            (45.0, 95.0),
        ),
        Use::Plant => (
            "F2",
            "Real, Industrial",
            "Industrial",
            Industrial,
            (0.15, 0.4),
            (60.0, 140.0),
        ),
        Use::Public => (
            "X3",
            "Other Exempt (Incl Public, Religious, Charitable)",
            "Institutional",
            Public,
            (0.2, 0.6),
            (120.0, 240.0),
        ),
        Use::Park => (
            "XV",
            "Other Exempt (Incl Public, Religious, Charitable)",
            "Open space",
            Public,
            (0.0, 0.0),
            (0.0, 0.0),
        ),
    };
    Facts {
        code,
        words,
        restriction,
        owner,
        cover,
        dollars,
    }
}
