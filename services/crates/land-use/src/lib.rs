//! The crosswalk of land use: counties' codes and words to one class, and whether there are buildings.
//!
//! The rules are rows of `data/rules.csv`; the most specific one decides: of the county, of the state, of the
//! Land-Based Classification Standards, of words. No I/O.

mod kept;
mod rules;

use rules::{Place, Rule, rules};

/// Class of a use. Unknown is no class.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum UseClass {
    /// Warehouses, plants, terminals.
    Industrial,
    /// Offices, also of doctors and banks.
    Office,
    /// Shops, restaurants, vehicles.
    Retail,
    /// Hotels.
    Hospitality,
    /// Flats, five or more.
    Multifamily,
    /// Houses, condominiums, up to four flats.
    Residential,
    /// Farms, forests.
    Agricultural,
    /// Public bodies, schools, churches, open space.
    Public,
    /// Land without buildings.
    Vacant,
    /// Commercial of no particular kind.
    Commercial,
    /// None of the above.
    Other,
}

impl UseClass {
    /// All, in the order of the enumeration.
    pub const ALL: [Self; 11] = [
        Self::Industrial,
        Self::Office,
        Self::Retail,
        Self::Hospitality,
        Self::Multifamily,
        Self::Residential,
        Self::Agricultural,
        Self::Public,
        Self::Vacant,
        Self::Commercial,
        Self::Other,
    ];

    /// The name in the database and in answers.
    pub fn name(self) -> &'static str {
        match self {
            Self::Industrial => "industrial",
            Self::Office => "office",
            Self::Retail => "retail",
            Self::Hospitality => "hospitality",
            Self::Multifamily => "multifamily",
            Self::Residential => "residential",
            Self::Agricultural => "agricultural",
            Self::Public => "public",
            Self::Vacant => "vacant",
            Self::Commercial => "commercial",
            Self::Other => "other",
        }
    }

    fn with_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|class| class.name() == name)
    }

    /// What words may say more exactly than a code of commercial land.
    fn is_of_business(self) -> bool {
        matches!(
            self,
            Self::Industrial | Self::Office | Self::Retail | Self::Hospitality | Self::Multifamily
        )
    }
}

/// What the crosswalk says of a parcel.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Verdict {
    /// The class.
    pub class: UseClass,
    /// What vacant land is meant for.
    pub intended: Option<UseClass>,
    /// Whether the code says that there are buildings, or none.
    pub improved: Option<bool>,
    /// 0 to 1.
    pub confidence: f32,
    /// Where the rule is from.
    pub source: &'static str,
}

/// The class of a county's code and words; `None` if no rule knows them.
///
/// Millions of parcels share some hundreds of uses, so each thread keeps what it found.
pub fn classify(county_fips: &str, code: Option<&str>, words: Option<&str>) -> Option<Verdict> {
    kept::verdict(county_fips, code, words, by_rules)
}

fn by_rules(county_fips: &str, code: Option<&str>, words: Option<&str>) -> Option<Verdict> {
    let words = words.map(spaced).unwrap_or_default();
    let code: String = code
        .unwrap_or_default()
        .chars()
        .filter(char::is_ascii_alphanumeric)
        .collect::<String>()
        .to_ascii_uppercase();
    let of_code = by_code(county_fips, &code, &words);
    let of_words = rules()
        .iter()
        .find(|rule| rule.place == Place::Any && rule.has_words(&words))
        .map(Rule::verdict);
    match (of_code, of_words) {
        (Some(code), Some(words))
            if code.class == UseClass::Commercial && words.class.is_of_business() =>
        {
            Some(words)
        }
        (Some(code), _) => Some(code),
        (None, words) => words,
    }
}

fn by_code(county_fips: &str, code: &str, words: &str) -> Option<Verdict> {
    if code.is_empty() {
        return None;
    }
    let state = county_fips.get(..2).unwrap_or_default();
    let lbcs = code.strip_prefix("LBCS");
    let places = [
        (Place::County(county_fips), Some(code.to_owned())),
        (Place::State(state), Some(code_of_state(state, code))),
        (Place::Lbcs, lbcs.map(str::to_owned)),
    ];
    places.into_iter().find_map(|(place, code)| {
        let code = code?;
        let of_place = || {
            rules()
                .iter()
                .filter(|rule| rule.place == place && rule.has_code(&code))
        };
        // Code and words together say more than the code.
        of_place()
            .find(|rule| !rule.words.is_empty() && rule.has_words(words))
            .or_else(|| of_place().find(|rule| rule.words.is_empty()))
            .map(Rule::verdict)
    })
}

/// A code in the form of the state's rules.
fn code_of_state(state: &str, code: &str) -> String {
    let digits = code.bytes().all(|byte| byte.is_ascii_digit());
    match (state, code.len()) {
        // Florida: two digits, with lost zeros before and digits of the county behind.
        ("12", 1) if digits => format!("0{code}"),
        ("12", 3) if digits && code.starts_with('0') => code[1..].to_owned(),
        ("12", 3) if digits => format!("0{}", &code[..1]),
        ("12", 4) if digits => code[..2].to_owned(),
        _ => code.to_owned(),
    }
}

/// Words in capitals between single blanks, with one in front and one behind.
fn spaced(text: &str) -> String {
    let mut line = String::with_capacity(text.len() + 2);
    line.push(' ');
    for letter in text.chars() {
        if letter.is_alphanumeric() {
            line.extend(letter.to_uppercase());
        } else if !line.ends_with(' ') {
            line.push(' ');
        }
    }
    if !line.ends_with(' ') {
        line.push(' ');
    }
    line
}

/// What a roll says of buildings.
#[derive(Debug, Clone, Copy, Default)]
pub struct Buildings {
    /// Value of the improvements is more than nothing, or nothing.
    pub has_value: Option<bool>,
    /// Number of buildings.
    pub count: Option<i32>,
    /// Floor area.
    pub sqft: Option<i64>,
    /// Year of construction.
    pub year: Option<i32>,
    /// The county assesses nothing here, by the owner or the value of the whole.
    pub is_exempt: bool,
}

/// Whether a parcel has buildings: the roll's figures before the code. On exempt land the county assesses no buildings, so that improvements
/// of no value say nothing.
pub fn is_improved(verdict: Option<&Verdict>, buildings: Buildings) -> Option<bool> {
    let has = [
        buildings.count.map(|count| count > 0),
        buildings.sqft.map(|sqft| sqft > 0),
        buildings.year.map(|year| year > 0),
        buildings.has_value,
    ];
    if has.contains(&Some(true)) {
        return Some(true);
    }
    let by_code = verdict.and_then(|verdict| verdict.improved);
    by_code.or_else(|| {
        let is_exempt =
            buildings.is_exempt || verdict.is_some_and(|verdict| verdict.class == UseClass::Public);
        let says_none =
            buildings.has_value == Some(false) && !is_exempt || buildings.count == Some(0);
        says_none.then_some(false)
    })
}

#[cfg(test)]
mod tests;
