//! The zone of a county.
//!
//! A state's zone is that of most of its people. The counties of the other zone are listed for Texas, Florida, Indiana, Michigan,
//! Kansas, Idaho and Oregon; of the other divided states (Kentucky, Tennessee, Nebraska, North and South Dakota, Alaska) only the
//! state's zone is known.

use crate::Zone;

/// Counties with another zone than their state, by FIPS code.
const OTHERS: &[(Zone, &[&str])] = &[
    (
        Zone::Denver,
        &[
            "20071", "20075", "20181", "20199", "41045", "48141", "48229",
        ],
    ),
    (
        Zone::Chicago,
        &[
            "12005", "12013", "12033", "12045", "12059", "12063", "12091", "12113", "12131",
            "12133", "18051", "18073", "18089", "18091", "18111", "18123", "18127", "18129",
            "18147", "18149", "18163", "18173", "26043", "26053", "26071", "26109",
        ],
    ),
    (
        Zone::LosAngeles,
        &[
            "16009", "16017", "16021", "16035", "16049", "16055", "16057", "16061", "16069",
            "16079",
        ],
    ),
];

impl Zone {
    /// By the county's FIPS code; the central zone if the code is of no state.
    pub fn of_county(county_fips: &str) -> Self {
        let listed = OTHERS.iter().find(|(_, all)| all.contains(&county_fips));
        if let Some((zone, _)) = listed {
            return *zone;
        }
        match county_fips.get(..2).unwrap_or_default() {
            "09" | "10" | "11" | "12" | "13" | "18" | "21" | "23" | "24" | "25" | "26" | "33"
            | "34" | "36" | "37" | "39" | "42" | "44" | "45" | "50" | "51" | "54" => Self::NewYork,
            "08" | "16" | "30" | "35" | "49" | "56" => Self::Denver,
            "04" => Self::Phoenix,
            "06" | "32" | "41" | "53" => Self::LosAngeles,
            "02" => Self::Anchorage,
            "15" => Self::Honolulu,
            "72" | "78" => Self::PuertoRico,
            _ => Self::Chicago,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn counties_have_the_zone_of_their_state_or_their_own() {
        for (county, zone) in [
            ("48201", Zone::Chicago),
            ("48141", Zone::Denver),
            ("12086", Zone::NewYork),
            ("12033", Zone::Chicago),
            ("18097", Zone::NewYork),
            ("18089", Zone::Chicago),
            ("16001", Zone::Denver),
            ("16055", Zone::LosAngeles),
            ("04013", Zone::Phoenix),
            ("06037", Zone::LosAngeles),
            ("72127", Zone::PuertoRico),
            ("", Zone::Chicago),
        ] {
            assert_eq!(Zone::of_county(county), zone, "{county}");
        }
    }
}
