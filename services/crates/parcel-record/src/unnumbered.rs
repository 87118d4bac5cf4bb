//! Land that a county maps without a parcel number: rights of way, water, railroads, common areas.
//!
//! What it is, is told by whole words of its row. [`WORDS`] is the one list of them.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// Kind of land without a parcel number.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum UnnumberedKind {
    /// Streets, roads and alleys.
    RightOfWay,
    /// Lakes, rivers and ponds.
    Water,
    /// Tracks and yards.
    Railroad,
    /// Land of an association of owners.
    CommonArea,
    /// Anything else, or not said.
    Other,
}

impl UnnumberedKind {
    /// All of them.
    pub const ALL: [Self; 5] = [
        Self::RightOfWay,
        Self::Water,
        Self::Railroad,
        Self::CommonArea,
        Self::Other,
    ];

    /// As stored and sent.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::RightOfWay => "right_of_way",
            Self::Water => "water",
            Self::Railroad => "railroad",
            Self::CommonArea => "common_area",
            Self::Other => "other",
        }
    }

    /// What the app says of a point on it.
    pub const fn label(self) -> &'static str {
        match self {
            Self::RightOfWay => "Right of way, no parcel number",
            Self::Water => "Water, no parcel number",
            Self::Railroad => "Railroad, no parcel number",
            Self::CommonArea => "Common area, no parcel number",
            Self::Other => "No parcel number",
        }
    }

    /// The kind of a stored text; the table has no others.
    pub fn from_stored(text: &str) -> Self {
        let known = Self::ALL.into_iter().find(|kind| kind.as_str() == text);
        known.unwrap_or(Self::Other)
    }
}

/// Facts of land without a parcel number.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Unnumbered {
    /// State and county, five digits.
    pub county_fips: String,
    /// What it is.
    pub kind: UnnumberedKind,
    /// Its street, else the words that the county has for it.
    pub description: Option<String>,
}

/// Words of one kind, separated by `|`.
struct Words {
    kind: UnnumberedKind,
    /// As the whole text of the column for parcel numbers. Elsewhere they have other meanings: `RR`
    /// is also rural residential.
    number: &'static str,
    /// In use codes, descriptions and types.
    described: &'static str,
    /// In owners and legal descriptions, where `LAKE` and `STREET` are names.
    named: &'static str,
}

/// The first that matches is taken: a railroad has a right of way, and Pond Road is a road.
const WORDS: [Words; 4] = [
    Words {
        kind: UnnumberedKind::Railroad,
        number: "RR|R R",
        described: "RAIL|RAILS|RAILROAD|RAILROADS|RAIL ROAD|RAILWAY|RAILWAYS|RR ROW|RR R W",
        named: "RAILROAD|RAIL ROAD|RAILWAY|RR ROW|RR R W",
    },
    Words {
        kind: UnnumberedKind::RightOfWay,
        number: "RW",
        described: "ROW|R O W|R W|RIGHT OF WAY|RIGHTS OF WAY|RIGHTOFWAY|STREET|STREETS|ROAD|ROADS|ROADWAY|RD|HWY|HIGHWAY|\
            HIGHWAYS|ALLEY|ALLEYS|ALLEYWAY|AVENUE|AVE|BOULEVARD|BLVD|FREEWAY|TURNPIKE|INTERSTATE",
        named: "RIGHT OF WAY|RIGHTS OF WAY|R O W|R W|DEPARTMENT OF TRANSPORTATION|DEPT OF TRANSPORTATION|HIGHWAY COMMISSION|\
            HIGHWAY DEPARTMENT|HIGHWAY DEPT|HWY COMM|HWY COMMISSION|HWY DEPT",
    },
    Words {
        kind: UnnumberedKind::Water,
        number: "",
        described: "WATER|WATERWAY|LAKE|LAKES|RIVER|RIVERS|POND|PONDS|CREEK|STREAM|BROOK|CANAL|RESERVOIR|BAYOU|HARBOR|OCEAN|\
            HYDRO|HYDROGRAPHY",
        named: "",
    },
    Words {
        kind: UnnumberedKind::CommonArea,
        number: "COMMON",
        described: "COMMON AREA|COMMON AREAS|COMMON ELEMENT|COMMON ELEMENTS|COMMON LAND|COMMON SPACE|COMMON OPEN SPACE|\
            OPEN SPACE|HOA|POA|HOMEOWNERS ASSOCIATION|OWNERS ASSOCIATION",
        named: "COMMON AREA|COMMON AREAS|COMMON ELEMENT|COMMON ELEMENTS|HOA|POA|HOMEOWNERS ASSOCIATION|HOMEOWNERS ASSN|\
            HOMEOWNERS ASSOC|OWNERS ASSOCIATION|OWNERS ASSN|OWNERS ASSOC",
    },
];

/// What counties write for no number, besides what is blank in any column.
const NO_NUMBER: &str = "UNKNOWN|UNK|UNKN|NONE|N A|NA|NULL|NO NUMBER|NO PIN|NO PARCEL|NO PARCEL NUMBER|NO PARCEL ID|\
    NOT AVAILABLE|UNASSIGNED";

/// Fewer nines can be the number of a county that counts its parcels.
const NINES: usize = 8;

/// Names of columns with a type, without punctuation.
const TYPES: &str =
    "polytype|parceltype|partype|proptype|propertytype|landtype|featuretype|feattype|type|kind";

/// Whether a column with this name says what kind of land a row is.
pub(crate) fn is_type_column(name: &str) -> bool {
    let plain: String = name.chars().filter(char::is_ascii_alphanumeric).collect();
    TYPES.split('|').any(|known| known == plain)
}

/// Whether the text in the column for parcel numbers is none: a placeholder, or words for a road.
pub(crate) fn is_no_number(text: &str) -> bool {
    // Nearly all numbers.
    if text.bytes().any(|byte| (b'1'..=b'8').contains(&byte)) {
        return false;
    }
    let signs: Vec<char> = text.chars().filter(|c| c.is_alphanumeric()).collect();
    if signs.iter().any(char::is_ascii_digit) {
        return signs.iter().all(|sign| *sign == '0')
            || signs.len() >= NINES && signs.iter().all(|sign| *sign == '9');
    }
    signs.is_empty() || is_one_of(text, NO_NUMBER) || kind_of_number(text).is_some()
}

/// The kind of what stands in the column for parcel numbers.
pub(crate) fn kind_of_number(text: &str) -> Option<UnnumberedKind> {
    let only = WORDS.iter().find(|words| is_one_of(text, words.number));
    only.map(|words| words.kind)
        .or_else(|| kind_described(text))
}

/// The kind that a use, a description or a type says.
pub(crate) fn kind_described(text: &str) -> Option<UnnumberedKind> {
    kind_of(text, |words| words.described)
}

/// The kind that an owner or a legal description says.
pub(crate) fn kind_named(text: &str) -> Option<UnnumberedKind> {
    kind_of(text, |words| words.named)
}

/// Whether a placeholder says more than the kind, such as the name of a street.
pub(crate) fn has_name(text: &str) -> bool {
    kind_described(text).is_some() && !WORDS.iter().any(|words| is_one_of(text, words.described))
}

fn kind_of(text: &str, list: impl Fn(&Words) -> &'static str) -> Option<UnnumberedKind> {
    let text = in_words(text);
    let found = WORDS.iter().find(|words| {
        let mut phrases = list(words).split('|').filter(|phrase| !phrase.is_empty());
        phrases.any(|phrase| text.contains(&format!(" {phrase} ")))
    });
    found.map(|words| words.kind)
}

fn is_one_of(text: &str, list: &str) -> bool {
    let text = in_words(text);
    let text = text.trim();
    !text.is_empty() && list.split('|').any(|phrase| phrase == text)
}

/// Capitals, with a blank before, after and between words: `R/W` has two.
fn in_words(text: &str) -> String {
    let text = text.replace(['\'', '’'], "").to_uppercase();
    let words = text.split(|c: char| !c.is_alphanumeric());
    let words: Vec<&str> = words.filter(|word| !word.is_empty()).collect();
    format!(" {} ", words.join(" "))
}

#[cfg(test)]
mod tests {
    use super::*;
    use UnnumberedKind::{CommonArea, Other, Railroad, RightOfWay, Water};

    #[test]
    fn whole_words_tell_the_kind() {
        for (text, kind) in [
            ("ROW", Some(RightOfWay)),
            ("PRIV_ROW", Some(RightOfWay)),
            ("Public r/w", Some(RightOfWay)),
            ("R.O.W.", Some(RightOfWay)),
            ("Right-of-Way", Some(RightOfWay)),
            ("OLD MILL POND RD", Some(RightOfWay)),
            ("WATER", Some(Water)),
            ("Open water", Some(Water)),
            ("POND", Some(Water)),
            ("RAILROAD RIGHT OF WAY", Some(Railroad)),
            ("Rail", Some(Railroad)),
            ("HOA Open Space", Some(CommonArea)),
            ("Homeowners' Association", Some(CommonArea)),
            ("WATERFRONT HOME", None),
            ("BROADWAY", None),
            ("ROWE", None),
            ("RR", None),
            ("FEE", None),
            ("", None),
        ] {
            assert_eq!(kind_described(text), kind, "{text}");
        }
    }

    #[test]
    fn names_of_owners_are_no_roads_and_lakes() {
        for (text, kind) in [
            ("STREET, CHARLES RAY", None),
            ("FOREST LAKE ACRES INC", None),
            ("ROW, JOHN", None),
            ("SOUTH AND WESTERN RAILROAD CO", Some(Railroad)),
            ("NORTH CAROLINA STATE HWY COMM", Some(RightOfWay)),
            ("HERON COVE HOA INC", Some(CommonArea)),
        ] {
            assert_eq!(kind_named(text), kind, "{text}");
        }
    }

    #[test]
    fn placeholders_are_no_numbers() {
        for text in [
            "0",
            "000-00-000",
            "99999999",
            "999-99-99999",
            "UNKNOWN",
            "n.a.",
            "-",
            "???",
            "ROW",
            "R/W",
            "rr",
            "Water",
            "COMMON",
            "MAIN STREET",
        ] {
            assert!(is_no_number(text), "{text}");
        }
        for text in [
            "1", "0001", "99999", "9999999", "A-00", "R0", "ROW-12", "HWY 11", "BROADWAY", "RRA",
            "100_9",
        ] {
            assert!(!is_no_number(text), "{text}");
        }
        assert_eq!(kind_of_number("RR"), Some(Railroad));
        assert_eq!(kind_of_number("0"), None);
        assert!(has_name("MAIN STREET") && !has_name("Right of way") && !has_name("RR"));
    }

    #[test]
    fn columns_of_types_are_known_by_their_names() {
        assert!(is_type_column("poly_type") && is_type_column("type"));
        assert!(!is_type_column("zoning_type") && !is_type_column("typeface"));
    }

    #[test]
    fn stored_kinds_are_read_again() {
        for kind in UnnumberedKind::ALL {
            assert_eq!(UnnumberedKind::from_stored(kind.as_str()), kind);
            let sent = serde_json::to_value(kind).unwrap();
            assert_eq!(sent, kind.as_str());
            assert!(kind.label().ends_with("o parcel number"));
        }
        assert_eq!(UnnumberedKind::from_stored("?"), Other);
    }
}
