//! Flood zones of FEMA.

/// What a flood zone means for building. 44 CFR 64.3 names the zones.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum FloodClass {
    /// Reserved for the discharge of the flood.
    Floodway,
    /// Special flood hazard area: 1 % a year.
    Sfha,
    /// 0.2 % a year.
    Moderate,
    /// Protected by a levee, and dry only as long as that holds.
    Levee,
    /// Outside of the 0.2 % flood.
    Minimal,
    /// Water.
    Water,
    /// Possible, but not determined (zone D).
    Undetermined,
    /// Not in the study.
    NotIncluded,
    /// A zone that we do not know.
    Unknown,
}

impl FloodClass {
    /// As in the attribute `class`.
    pub fn name(self) -> &'static str {
        match self {
            Self::Floodway => "floodway",
            Self::Sfha => "sfha",
            Self::Moderate => "moderate",
            Self::Levee => "levee",
            Self::Minimal => "minimal",
            Self::Water => "water",
            Self::Undetermined => "undetermined",
            Self::NotIncluded => "not_included",
            Self::Unknown => "unknown",
        }
    }
}

/// Codes of subtypes in geodatabases that are floodways.
const FLOODWAYS: [&str; 9] = [
    "1010", "1030", "1040", "1100", "1110", "1120", "1210", "1220", "1230",
];
/// Codes of land behind a levee.
const LEVEES: [&str; 5] = ["1000", "3000", "3010", "3020", "3030"];

/// The class of a zone by its code and subtype; both in words or in the codes of geodatabases.
pub fn flood_class(zone: &str, subtype: &str) -> FloodClass {
    let zone = zone.trim().to_uppercase();
    let subtype = subtype.trim().to_uppercase();
    let says = |word: &str| subtype.contains(word);
    if FLOODWAYS.contains(&subtype.as_str())
        || subtype == "1240"
        || says("FLOODWAY")
        || says("ENCROACHMENT")
    {
        return FloodClass::Floodway;
    }
    let behind_levee = LEVEES.contains(&subtype.as_str()) || says("LEVEE");
    match zone.as_str() {
        "D" => FloodClass::Undetermined,
        "AREA NOT INCLUDED" | "ANI" | "NP" => FloodClass::NotIncluded,
        "OPEN WATER" => FloodClass::Water,
        "X" | "B" | "C" if behind_levee => FloodClass::Levee,
        "X" | "B" | "C" | "X500" | "0.2 PCT ANNUAL CHANCE FLOOD HAZARD"
            if zone == "B"
                || zone == "X500"
                || zone.len() > 4
                || subtype == "0500"
                || says("0.2") =>
        {
            FloodClass::Moderate
        }
        "X" if subtype.is_empty() || subtype == "2000" || says("MINIMAL") => FloodClass::Minimal,
        "C" => FloodClass::Minimal,
        _ if is_special(&zone) => FloodClass::Sfha,
        _ => FloodClass::Unknown,
    }
}

/// A, AE, A1 to A30, AO, AH, AR, A99, V, VE and V1 to V30.
fn is_special(zone: &str) -> bool {
    let rest = zone.strip_prefix('A').or_else(|| zone.strip_prefix('V'));
    rest.is_some_and(|rest| {
        matches!(rest, "" | "E" | "O" | "H" | "R" | "99")
            || rest.parse::<u8>().is_ok_and(|number| (1..=30).contains(&number))
            // Combinations such as AR/AE.
            || rest.starts_with("R/")
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn zones_are_classed_by_code_and_subtype() {
        for (zone, subtype, class) in [
            ("AE", "FLOODWAY", FloodClass::Floodway),
            ("AE", "1100", FloodClass::Floodway),
            ("AE", "1240", FloodClass::Floodway),
            ("A", "STATE ENCROACHMENT AREA", FloodClass::Floodway),
            ("AE", "", FloodClass::Sfha),
            ("A12", "", FloodClass::Sfha),
            ("AO", "", FloodClass::Sfha),
            ("VE", "", FloodClass::Sfha),
            ("AR/AE", "", FloodClass::Sfha),
            (
                "X",
                "0.2 PCT ANNUAL CHANCE FLOOD HAZARD",
                FloodClass::Moderate,
            ),
            ("X", "0500", FloodClass::Moderate),
            ("B", "", FloodClass::Moderate),
            (
                "X",
                "AREA WITH REDUCED FLOOD RISK DUE TO LEVEE",
                FloodClass::Levee,
            ),
            ("X", "AREA OF MINIMAL FLOOD HAZARD", FloodClass::Minimal),
            ("X", "", FloodClass::Minimal),
            ("C", "", FloodClass::Minimal),
            ("OPEN WATER", "", FloodClass::Water),
            ("D", "", FloodClass::Undetermined),
            ("AREA NOT INCLUDED", "", FloodClass::NotIncluded),
            // Never dry because we do not know it.
            ("X", "SOMETHING NEW", FloodClass::Unknown),
            ("A31", "", FloodClass::Unknown),
            ("", "", FloodClass::Unknown),
        ] {
            assert_eq!(flood_class(zone, subtype), class, "{zone} {subtype}");
        }
    }
}
