//! US states with their FIPS and postal codes.

/// A state, the federal district or an inhabited territory.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct State {
    /// Two-digit FIPS 5-2 code, the prefix of its counties' codes.
    pub fips: &'static str,
    /// Two-letter postal code.
    pub postal_code: &'static str,
    /// English name.
    pub name: &'static str,
}

impl State {
    /// Ordered by FIPS code.
    pub const ALL: &'static [Self] = &STATES;

    /// The state of a county, by its five-digit code; `None` if there is no such state.
    pub fn of_county(county_fips: &str) -> Option<&'static Self> {
        Self::with_fips(county_fips.get(..2)?)
    }

    /// By its two digits.
    pub fn with_fips(digits: &str) -> Option<&'static Self> {
        STATES.iter().find(|state| state.fips == digits)
    }

    /// By postal code, in upper case.
    pub fn with_postal_code(letters: &str) -> Option<&'static Self> {
        STATES.iter().find(|state| state.postal_code == letters)
    }
}

const fn state(fips: &'static str, postal_code: &'static str, name: &'static str) -> State {
    State {
        fips,
        postal_code,
        name,
    }
}

static STATES: [State; 56] = [
    state("01", "AL", "Alabama"),
    state("02", "AK", "Alaska"),
    state("04", "AZ", "Arizona"),
    state("05", "AR", "Arkansas"),
    state("06", "CA", "California"),
    state("08", "CO", "Colorado"),
    state("09", "CT", "Connecticut"),
    state("10", "DE", "Delaware"),
    state("11", "DC", "District of Columbia"),
    state("12", "FL", "Florida"),
    state("13", "GA", "Georgia"),
    state("15", "HI", "Hawaii"),
    state("16", "ID", "Idaho"),
    state("17", "IL", "Illinois"),
    state("18", "IN", "Indiana"),
    state("19", "IA", "Iowa"),
    state("20", "KS", "Kansas"),
    state("21", "KY", "Kentucky"),
    state("22", "LA", "Louisiana"),
    state("23", "ME", "Maine"),
    state("24", "MD", "Maryland"),
    state("25", "MA", "Massachusetts"),
    state("26", "MI", "Michigan"),
    state("27", "MN", "Minnesota"),
    state("28", "MS", "Mississippi"),
    state("29", "MO", "Missouri"),
    state("30", "MT", "Montana"),
    state("31", "NE", "Nebraska"),
    state("32", "NV", "Nevada"),
    state("33", "NH", "New Hampshire"),
    state("34", "NJ", "New Jersey"),
    state("35", "NM", "New Mexico"),
    state("36", "NY", "New York"),
    state("37", "NC", "North Carolina"),
    state("38", "ND", "North Dakota"),
    state("39", "OH", "Ohio"),
    state("40", "OK", "Oklahoma"),
    state("41", "OR", "Oregon"),
    state("42", "PA", "Pennsylvania"),
    state("44", "RI", "Rhode Island"),
    state("45", "SC", "South Carolina"),
    state("46", "SD", "South Dakota"),
    state("47", "TN", "Tennessee"),
    state("48", "TX", "Texas"),
    state("49", "UT", "Utah"),
    state("50", "VT", "Vermont"),
    state("51", "VA", "Virginia"),
    state("53", "WA", "Washington"),
    state("54", "WV", "West Virginia"),
    state("55", "WI", "Wisconsin"),
    state("56", "WY", "Wyoming"),
    state("60", "AS", "American Samoa"),
    state("66", "GU", "Guam"),
    state("69", "MP", "Commonwealth of the Northern Mariana Islands"),
    state("72", "PR", "Puerto Rico"),
    state("78", "VI", "United States Virgin Islands"),
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_county_lies_in_its_state() {
        let postal_code = |county| State::of_county(county).map(|state| state.postal_code);
        assert_eq!(postal_code("48201"), Some("TX"));
        assert_eq!(postal_code("11001"), Some("DC"));
        for unknown in ["00000", "", "4", "é8201", "99001"] {
            assert_eq!(postal_code(unknown), None, "{unknown}");
        }
    }

    #[test]
    fn a_state_is_found_by_its_letters() {
        assert_eq!(
            State::with_postal_code("NC").map(|state| (state.fips, state.name)),
            Some(("37", "North Carolina"))
        );
        assert_eq!(State::with_postal_code("XX"), None);
    }
}
