//! What a search text asks for. No I/O.

use std::fmt::Write as _;

use domain::State;

/// Further words are ignored.
const MAX_WORDS: usize = 8;
/// A place is looked for by at least so many letters of its name.
const MIN_NAME: usize = 3;
/// Words of addresses and owners that very many parcels have. The index would combine all of these.
const FREQUENT: [&str; 66] = [
    "ASSOCIATION",
    "ASSOCIATES",
    "AVENUE",
    "BANK",
    "BOULEVARD",
    "BLVD",
    "CHURCH",
    "CIRCLE",
    "CITY",
    "COMPANY",
    "CORPORATION",
    "COUNTY",
    "COURT",
    "CREEK",
    "DISTRICT",
    "DRIVE",
    "EAST",
    "ESTATE",
    "FAMILY",
    "FUND",
    "GROUP",
    "HIGHWAY",
    "HILL",
    "HOLDINGS",
    "HOMEOWNERS",
    "HOMES",
    "HOUSING",
    "HWY",
    "INC",
    "INVESTMENTS",
    "INVESTORS",
    "IRREVOCABLE",
    "LAKE",
    "LAND",
    "LANE",
    "LIMITED",
    "LIVING",
    "LLC",
    "LOOP",
    "LTD",
    "NORTH",
    "PARK",
    "PARKWAY",
    "PARTNERS",
    "PARTNERSHIP",
    "PKWY",
    "PLACE",
    "PROPERTIES",
    "PROPERTY",
    "REALTY",
    "RENTAL",
    "RESIDENTIAL",
    "REVOCABLE",
    "ROAD",
    "SCHOOL",
    "SOUTH",
    "STATE",
    "STREET",
    "TERRACE",
    "TRAIL",
    "TRL",
    "TRUST",
    "TRUSTEES",
    "UNITED",
    "WAY",
    "WEST",
];
/// Words after the name of a county.
const COUNTY_WORDS: [&str; 3] = ["COUNTY", "PARISH", "BOROUGH"];

/// A search text, in the forms that are compared.
#[derive(Debug, Clone, PartialEq)]
pub struct SearchText {
    /// As typed, with single spaces.
    pub typed: String,
    /// The same in capitals.
    pub capitals: String,
    /// None if the text is only punctuation.
    pub words: Option<WordQuery>,
    /// None if it cannot be the name of a place.
    pub name: Option<PlaceName>,
    /// The state at the end.
    pub state: Option<&'static State>,
}

/// The words of a text as `tsquery`: each begins a word of the parcel, in any order.
#[derive(Debug, Clone, PartialEq)]
pub struct WordQuery {
    /// Every word.
    pub all: String,
    /// The words that are worth reading from the index. `ST` and `TX` match so many parcels that
    /// looking at the parcels of the other words is faster.
    pub indexed: String,
    /// Of these the words that are not among the most frequent ones, if there are any.
    pub rare: String,
}

/// Name of a county, a city or a market.
#[derive(Debug, Clone, PartialEq)]
pub struct PlaceName {
    /// As compared, see [`name_key`].
    pub key: String,
    /// The state after the name.
    pub state: Option<&'static State>,
    /// `Harris County` is no city.
    pub is_county: bool,
}

/// A word, or a state's name.
struct Term {
    query: String,
    is_indexed: bool,
    is_rare: bool,
    state: Option<&'static State>,
}

impl SearchText {
    pub fn parse(text: &str) -> Self {
        let typed = text.split_whitespace().collect::<Vec<_>>().join(" ");
        let capitals = typed.to_uppercase();
        let words = words(&capitals);
        let terms = terms(&words);
        Self {
            words: WordQuery::of(&terms),
            name: PlaceName::of(&words, &terms),
            state: terms.last().and_then(|term| term.state),
            typed,
            capitals,
        }
    }
}

impl WordQuery {
    fn of(terms: &[Term]) -> Option<Self> {
        let all = joined(terms.iter())?;
        let indexed = joined(terms.iter().filter(|term| term.is_indexed));
        let indexed = indexed.unwrap_or_else(|| all.clone());
        let rare = joined(terms.iter().filter(|term| term.is_rare));
        Some(Self {
            rare: rare.unwrap_or_else(|| indexed.clone()),
            indexed,
            all,
        })
    }
}

fn joined<'a>(terms: impl Iterator<Item = &'a Term>) -> Option<String> {
    let queries: Vec<&str> = terms.map(|term| term.query.as_str()).collect();
    (!queries.is_empty()).then(|| queries.join(" & "))
}

impl PlaceName {
    fn of(words: &[String], terms: &[Term]) -> Option<Self> {
        let state = terms.last().and_then(|term| term.state);
        // A state alone may be the begin of a name: `Texas City`.
        let state = state.filter(|_| terms.len() > 1);
        let mut words = words;
        if let Some(state) = state {
            let of_state = if words.last()? == state.postal_code {
                1
            } else {
                state.name.split(' ').count()
            };
            words = words.get(..words.len() - of_state)?;
        }
        let is_county = words.len() > 1
            && words
                .last()
                .is_some_and(|word| COUNTY_WORDS.contains(&word.as_str()));
        if is_county {
            words = words.get(..words.len() - 1)?;
        }
        let key = name_key(&words.join(" "));
        let is_name = key.chars().count() >= MIN_NAME && key.starts_with(char::is_alphabetic);
        is_name.then_some(Self {
            key,
            state,
            is_county,
        })
    }
}

/// A name as it is compared: in capitals, without accents, hyphens, full stops and apostrophes. The
/// function `city_key` of the schema does the same.
pub fn name_key(name: &str) -> String {
    let plain = |letter| match letter {
        'Á' => Some('A'),
        'É' => Some('E'),
        'Í' => Some('I'),
        'Ó' => Some('O'),
        'Ú' | 'Ü' => Some('U'),
        'Ñ' => Some('N'),
        '-' => Some(' '),
        '.' | '\'' => None,
        other => Some(other),
    };
    let key: String = name.to_uppercase().chars().filter_map(plain).collect();
    key.trim().to_owned()
}

/// What stands between spaces and commas, without apostrophes and without punctuation at the ends.
fn words(capitals: &str) -> Vec<String> {
    capitals
        .split([' ', ','])
        .map(|word| word.replace('\'', ""))
        .map(|word| word.trim_matches(|c: char| !c.is_alphanumeric()).to_owned())
        .filter(|word| !word.is_empty())
        .take(MAX_WORDS)
        .collect()
}

fn terms(words: &[String]) -> Vec<Term> {
    let mut terms = Vec::new();
    let mut rest = words;
    while let Some((count, state)) = state_at(rest) {
        let (taken, after) = rest.split_at(count);
        let query: Vec<String> = taken.iter().map(|word| lexeme(word)).collect();
        let query = query.join(" & ");
        terms.push(Term {
            // The state is the parcel's, or part of a name.
            query: match state {
                Some(state) => format!("(({query}) | '@{}')", state.fips),
                None => query,
            },
            is_indexed: taken.iter().any(|word| is_indexed(word)),
            is_rare: taken
                .iter()
                .any(|word| is_indexed(word) && !is_frequent(word)),
            state,
        });
        rest = after;
    }
    terms
}

/// How many words the next term has, and the state that it names; none at the end.
fn state_at(rest: &[String]) -> Option<(usize, Option<&'static State>)> {
    let first = rest.first()?;
    if let Some(state) = State::with_postal_code(first) {
        return Some((1, Some(state)));
    }
    let named = |state: &State| {
        let name = state.name.to_uppercase();
        let mut words = rest.iter();
        name.split(' ')
            .all(|part| words.next().is_some_and(|word| word == part))
    };
    // `West Virginia` begins with no other state's name, nor does another one.
    let state = State::ALL.iter().find(|state| named(state));
    let count = state.map_or(1, |state| state.name.split(' ').count());
    Some((count, state))
}

/// Initials and directions are whole words; longer words may be typed half.
fn lexeme(word: &str) -> String {
    let quoted = word.replace('\\', "\\\\");
    let mut query = format!("'{quoted}'");
    if word.chars().count() > 1 {
        // Writing to a String cannot fail.
        let _ = query.write_str(":*");
    }
    query
}

/// Also the begin of such a word.
fn is_frequent(word: &str) -> bool {
    FREQUENT.iter().any(|frequent| frequent.starts_with(word))
}

fn is_indexed(word: &str) -> bool {
    word.starts_with(|first: char| first.is_ascii_digit()) || word.chars().count() >= MIN_NAME
}

#[cfg(test)]
mod tests {
    use super::*;

    fn queries(text: &str) -> (String, String) {
        let words = SearchText::parse(text).words.unwrap();
        (words.all, words.indexed)
    }

    fn rare(text: &str) -> String {
        SearchText::parse(text).words.unwrap().rare
    }

    #[test]
    fn frequent_words_are_not_read_from_the_index_if_there_are_others() {
        assert_eq!(rare("4049 Cypress Ave"), "'4049':* & 'CYPRESS':*");
        assert_eq!(rare("heron family trust"), "'HERON':*");
        assert_eq!(rare("family tru"), "'FAMILY':* & 'TRU':*");
        assert_eq!(rare("st llc"), "'LLC':*");
    }

    fn name(text: &str) -> Option<(String, Option<&'static str>, bool)> {
        let name = SearchText::parse(text).name?;
        let state = name.state.map(|state| state.postal_code);
        Some((name.key, state, name.is_county))
    }

    #[test]
    fn a_word_matches_the_begin_of_a_word() {
        for (text, all, indexed) in [
            (
                "4049  Cypress",
                "'4049':* & 'CYPRESS':*",
                "'4049':* & 'CYPRESS':*",
            ),
            (
                "12 n main st",
                "'12':* & 'N' & 'MAIN':* & 'ST':*",
                "'12':* & 'MAIN':*",
            ),
            ("st", "'ST':*", "'ST':*"),
            ("a b", "'A' & 'B'", "'A' & 'B'"),
            ("Smith,John", "'SMITH':* & 'JOHN':*", "'SMITH':* & 'JOHN':*"),
            ("041-023-000", "'041-023-000':*", "'041-023-000':*"),
            (
                "(o'brien) & sons.",
                "'OBRIEN':* & 'SONS':*",
                "'OBRIEN':* & 'SONS':*",
            ),
            (
                r"a\'b:*c & !d|e",
                r"'A\\B:*C':* & 'D|E':*",
                r"'A\\B:*C':* & 'D|E':*",
            ),
            ("777_100%", "'777_100':*", "'777_100':*"),
        ] {
            assert_eq!(
                queries(text),
                (all.to_owned(), indexed.to_owned()),
                "{text}"
            );
        }
    }

    #[test]
    fn a_state_is_the_parcels_or_part_of_a_word() {
        let tx = "(('TX':*) | '@48')";
        assert_eq!(queries("tx"), (tx.to_owned(), tx.to_owned()));
        let (all, indexed) = queries("houston tx");
        assert_eq!(
            (all, indexed.as_str()),
            (format!("'HOUSTON':* & {tx}"), "'HOUSTON':*")
        );
        let (all, _) = queries("wake north carolina");
        assert_eq!(all, "'WAKE':* & (('NORTH':* & 'CAROLINA':*) | '@37')");
        assert_eq!(queries("north star").0, "'NORTH':* & 'STAR':*");
    }

    #[test]
    fn punctuation_has_no_words_and_many_words_are_cut() {
        assert_eq!(SearchText::parse("% _ ''").words, None);
        let text = "ab ".repeat(66);
        assert_eq!(queries(&text).0.matches('&').count(), MAX_WORDS - 1);
    }

    #[test]
    fn names_of_places_have_a_state_or_say_county() {
        for (text, key, state, is_county) in [
            ("Houston", "HOUSTON", None, false),
            ("houston, tx", "HOUSTON", Some("TX"), false),
            ("Harris County Texas", "HARRIS", Some("TX"), true),
            ("Wake, North Carolina", "WAKE", Some("NC"), false),
            ("New York", "NEW YORK", None, false),
            ("new york ny", "NEW YORK", Some("NY"), false),
            ("st. john's county", "ST JOHNS", None, true),
            ("Doña Ana", "DONA ANA", None, false),
            ("miami-dade", "MIAMI DADE", None, false),
            ("county", "COUNTY", None, false),
        ] {
            assert_eq!(
                name(text),
                Some((key.to_owned(), state, is_county)),
                "{text}"
            );
        }
        for text in ["TX", "4049 Cypress", "ho", "0410230000012"] {
            assert_eq!(name(text), None, "{text}");
        }
    }
}
