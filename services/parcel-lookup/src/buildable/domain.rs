//! Options of a calculation, and their presets. No I/O.

use http_kit::{ApiError, ApiResult};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::dto::BuildableOptions;

/// Metres of a foot.
const FOOT: f64 = 0.3048;
/// Square metres of an acre.
pub const ACRE: f64 = 4_046.856_422_4;
/// Most parcels of a site.
pub const MAX_PARCELS: usize = 100;

/// What is deducted, in the order in which it is by default.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum DeductionKind {
    /// Reserved for the discharge of a flood.
    Floodway,
    /// The other land of the 1 % flood.
    Flood,
    /// Wetlands with their buffer.
    Wetland,
    /// Lakes, rivers and ponds.
    Water,
    /// Easements that are mapped with an area or a width.
    Easement,
    /// Land that is too steep.
    Slope,
    /// Along the boundary of the site.
    Setback,
    /// What is too narrow or too small after all others. Always the last.
    Leftover,
}

impl DeductionKind {
    pub const ALL: [Self; 8] = [
        Self::Floodway,
        Self::Flood,
        Self::Wetland,
        Self::Water,
        Self::Easement,
        Self::Slope,
        Self::Setback,
        Self::Leftover,
    ];

    /// As in the statement.
    pub fn name(self) -> &'static str {
        match self {
            Self::Floodway => "floodway",
            Self::Flood => "flood",
            Self::Wetland => "wetland",
            Self::Water => "water",
            Self::Easement => "easement",
            Self::Slope => "slope",
            Self::Setback => "setback",
            Self::Leftover => "leftover",
        }
    }
}

/// Options for a kind of project. Starting points, not rules of any place.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum Preset {
    Industrial,
    Office,
    Retail,
    Multifamily,
    /// Of no kind.
    #[default]
    General,
}

/// What a calculation is made with. Metres, unless the name says otherwise.
#[derive(Debug, Clone, PartialEq, Serialize, ToSchema)]
pub struct Options {
    pub preset: Preset,
    /// Deduct the 1 % flood zone; the floodway is always deducted.
    pub flood: bool,
    /// Distance to the boundary of the site, the same all round.
    pub setback_m: f64,
    pub wetland_buffer_m: f64,
    /// Steeper land is deducted, percent.
    pub max_slope: f64,
    /// Narrower land is a leftover.
    pub least_width_m: f64,
    /// Smaller parts are leftovers.
    pub least_part_acres: f64,
    /// The order of the deductions, without leftovers.
    pub order: Vec<DeductionKind>,
}

impl Preset {
    /// As on the screen.
    pub fn label(self) -> &'static str {
        match self {
            Self::Industrial => "Industrial",
            Self::Office => "Office",
            Self::Retail => "Retail",
            Self::Multifamily => "Multifamily",
            Self::General => "General",
        }
    }

    /// Steepest slope, setback in feet, least width in feet and least part in acres.
    fn values(self) -> (f64, f64, f64, f64) {
        match self {
            Self::Industrial => (5.0, 25.0, 60.0, 1.0),
            Self::Office => (10.0, 25.0, 40.0, 0.5),
            Self::Retail => (10.0, 20.0, 40.0, 0.5),
            Self::Multifamily => (15.0, 20.0, 30.0, 0.25),
            Self::General => (10.0, 25.0, 40.0, 0.25),
        }
    }
}

/// Buffer of wetlands, feet.
const WETLAND_BUFFER: f64 = 25.0;

/// The given options, and those of the preset where none is given.
pub fn check(given: &BuildableOptions, order: Option<&[DeductionKind]>) -> ApiResult<Options> {
    let preset = given.preset.unwrap_or_default();
    let (max_slope, setback, width, part) = preset.values();
    let setback_m = either("setback_m", given.setback_m, given.setback_ft, setback)?;
    let least_width_m = either(
        "least_width_m",
        given.least_width_m,
        given.least_width_ft,
        width,
    )?;
    let wetland_buffer_m = either(
        "wetland_buffer_m",
        given.wetland_buffer_m,
        given.wetland_buffer_ft,
        WETLAND_BUFFER,
    )?;
    let max_slope = within("max_slope", given.max_slope.unwrap_or(max_slope), 100.0)?;
    let least_part = given.least_part_acres.unwrap_or(part);
    Ok(Options {
        preset,
        flood: given.flood.unwrap_or(true),
        setback_m,
        wetland_buffer_m,
        max_slope,
        least_width_m,
        least_part_acres: within("least_part_acres", least_part, 100.0)?,
        order: ordered(order)?,
    })
}

/// Metres of one of two fields, else those of so many feet.
fn either(
    field: &'static str,
    metres: Option<f64>,
    feet: Option<f64>,
    usual: f64,
) -> ApiResult<f64> {
    match (metres, feet) {
        (Some(_), Some(_)) => Err(ApiError::invalid(
            field,
            "Give it in metres or in feet, not in both.",
        )),
        (Some(metres), None) => within(field, metres, 500.0),
        (None, feet) => within(field, feet.unwrap_or(usual) * FOOT, 500.0),
    }
}

fn within(field: &'static str, value: f64, most: f64) -> ApiResult<f64> {
    if (0.0..=most).contains(&value) {
        Ok(value)
    } else {
        Err(ApiError::invalid(
            field,
            format!("It is between 0 and {most}."),
        ))
    }
}

/// Each kind once; those that are not named follow.
fn ordered(given: Option<&[DeductionKind]>) -> ApiResult<Vec<DeductionKind>> {
    let mut order: Vec<DeductionKind> = Vec::new();
    for kind in given.unwrap_or_default() {
        if *kind == DeductionKind::Leftover || order.contains(kind) {
            let sentence = "Name each deduction once; leftovers are always the last.";
            return Err(ApiError::invalid("order", sentence));
        }
        order.push(*kind);
    }
    let others = DeductionKind::ALL.into_iter();
    let others = others.filter(|kind| *kind != DeductionKind::Leftover);
    let others: Vec<_> = others.filter(|kind| !order.contains(kind)).collect();
    order.extend(others);
    Ok(order)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn options_are_those_given_else_those_of_the_preset() {
        let industrial = BuildableOptions {
            preset: Some(Preset::Industrial),
            setback_ft: Some(50.0),
            ..BuildableOptions::default()
        };
        let options = check(&industrial, None).unwrap();
        assert!((options.setback_m - 15.24).abs() < 1e-9);
        assert!((options.max_slope - 5.0).abs() < 1e-9);
        assert!((options.least_width_m - 18.288).abs() < 1e-9);
        assert_eq!(options.order.len(), 7);
        let first = check(&industrial, Some(&[DeductionKind::Setback])).unwrap();
        assert_eq!(
            first.order[..2],
            [DeductionKind::Setback, DeductionKind::Floodway]
        );
    }

    #[test]
    fn nonsense_is_refused() {
        let both = BuildableOptions {
            setback_m: Some(1.0),
            setback_ft: Some(3.0),
            ..BuildableOptions::default()
        };
        let steep = BuildableOptions {
            max_slope: Some(-1.0),
            ..BuildableOptions::default()
        };
        let endless = BuildableOptions {
            least_width_m: Some(f64::NAN),
            ..BuildableOptions::default()
        };
        for wrong in [both, steep, endless] {
            assert!(check(&wrong, None).is_err(), "{wrong:?}");
        }
        let usual = BuildableOptions::default();
        for order in [
            &[DeductionKind::Slope, DeductionKind::Slope][..],
            &[DeductionKind::Leftover],
        ] {
            assert!(check(&usual, Some(order)).is_err());
        }
    }
}
