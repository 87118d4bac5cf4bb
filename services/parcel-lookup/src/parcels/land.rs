//! How much land parcels have together (decision 121).

use std::collections::HashMap;

/// A sum of areas. Parcels with the same inner point, such as condominiums, are on the same land, which counts once: of
/// different areas the largest.
#[derive(Debug, Default)]
pub struct Land {
    /// Acres of each ground lot, by the bits of its inner point.
    lots: HashMap<[u64; 2], f64>,
    acres: f64,
}

impl Land {
    /// Adds a parcel, by the longitude and latitude of its inner point.
    pub fn add(&mut self, point: [f64; 2], acres: f64) {
        let lot = self.lots.entry(point.map(f64::to_bits)).or_default();
        if acres > *lot {
            self.acres += acres - *lot;
            *lot = acres;
        }
    }

    pub const fn acres(&self) -> f64 {
        self.acres
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn land_of_stacked_parcels_counts_once_in_any_order() {
        let (tower, beside) = ([-95.37, 29.76], [-95.37, 29.77]);
        let mut parcels = vec![
            (tower, 2.0),
            (tower, 2.0),
            (beside, 2.0),
            (tower, 0.5),
            (tower, 3.0),
        ];
        for _ in 0..parcels.len() {
            parcels.rotate_left(1);
            let mut land = Land::default();
            for (point, acres) in &parcels {
                land.add(*point, *acres);
            }
            assert!((land.acres() - 5.0).abs() < 1e-9);
        }
    }

    #[test]
    fn no_land_is_zero() {
        assert!(Land::default().acres().is_sign_positive());
    }
}
