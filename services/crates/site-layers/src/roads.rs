//! Classes of roads.

/// Importance of a road.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum RoadClass {
    /// Without crossings, and its ramps.
    Motorway,
    /// A main road.
    Arterial,
    /// A street.
    Local,
    /// A way behind lots.
    Alley,
    /// Paths, and what is not known.
    Other,
}

impl RoadClass {
    /// As in the attribute `class`.
    pub fn name(self) -> &'static str {
        match self {
            Self::Motorway => "motorway",
            Self::Arterial => "arterial",
            Self::Local => "local",
            Self::Alley => "alley",
            Self::Other => "other",
        }
    }

    /// By a feature class of the Census Bureau (`S1400`), a `highway` of OpenStreetMap, or our own name.
    pub fn of(code: &str) -> Self {
        match code.trim().to_lowercase().as_str() {
            "s1100" | "s1630" | "motorway" | "motorway_link" | "trunk" | "trunk_link"
            | "freeway" | "interstate" => Self::Motorway,
            "s1200" | "primary" | "primary_link" | "secondary" | "secondary_link" | "arterial" => {
                Self::Arterial
            }
            "s1400" | "s1640" | "tertiary" | "tertiary_link" | "residential" | "unclassified"
            | "living_street" | "local" | "street" | "boulevard" | "collector" => Self::Local,
            "s1730" | "service" | "alley" => Self::Alley,
            _ => Self::Other,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn classes_of_several_sources_are_read() {
        for (code, class) in [
            ("S1100", RoadClass::Motorway),
            ("S1200", RoadClass::Arterial),
            ("S1400", RoadClass::Local),
            ("S1730", RoadClass::Alley),
            ("residential", RoadClass::Local),
            ("footway", RoadClass::Other),
            ("", RoadClass::Other),
        ] {
            assert_eq!(RoadClass::of(code), class, "{code}");
        }
    }
}
