//! Whether two flood zones that were found of a parcel are the same fact.

use serde::Deserialize;

/// What was found of a parcel's flood zone.
#[derive(Debug, Clone, Default, PartialEq, Eq, Deserialize)]
#[serde(default)]
pub struct FloodFinding {
    /// Whether it floods once in a hundred years; `None` if that is unknown.
    pub in_flood_zone: Option<bool>,
    /// Where it is from: a layer, or the county's record.
    pub from: Option<String>,
    /// The zone in FEMA's letters.
    pub zone: Option<String>,
}

impl FloodFinding {
    /// Zones of one origin are compared by their letters. Counties and layers write zones in different ways, so of two origins it is
    /// compared whether they flood.
    pub fn is_same(&self, other: &Self) -> bool {
        if self.from == other.from {
            self.zone == other.zone && self.in_flood_zone == other.in_flood_zone
        } else {
            self.in_flood_zone == other.in_flood_zone
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn found(from: &str, zone: &str, is: impl Into<Option<bool>>) -> FloodFinding {
        FloodFinding {
            in_flood_zone: is.into(),
            from: Some(from.to_owned()),
            zone: Some(zone.to_owned()),
        }
    }

    #[test]
    fn the_same_land_in_other_words_is_no_other_fact() {
        let recorded = found("county", "X, AE", true);
        assert!(recorded.is_same(&found("layer", "AE", true)));
        assert!(!recorded.is_same(&found("layer", "X", false)));
        assert!(!recorded.is_same(&found("county", "VE", true)));
        assert!(!found("layer", "AE", true).is_same(&found("layer", "X", false)));
        assert!(!FloodFinding::default().is_same(&found("layer", "X", false)));
        assert!(FloodFinding::default().is_same(&found("county", "D", None)));
    }
}
