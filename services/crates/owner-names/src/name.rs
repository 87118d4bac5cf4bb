//! The name of an owner in one form: kind, core, legal form, series, co-owners.

use domain::State;

use crate::key::key;
use crate::words::{
    ASSOCIATION, BANK, BANK_PHRASES, BODIES, BUSINESS, ENDINGS, ESTATE, LEGAL_FORMS, LONG_FORMS,
    PERSON_SUFFIXES, PERSON_TITLES, RELIGIOUS, TRUST, TRUST_DATES, TRUST_FILLERS, UTILITY,
    UTILITY_PHRASES,
};

/// Kind of an owner.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum OwnerKind {
    /// A person, or several.
    Person,
    /// A company of any form.
    Company,
    /// A trust.
    Trust,
    /// What a person left, and estates for life.
    Estate,
    /// A public body.
    Government,
    /// Owners of condominiums, clubs, foundations.
    Association,
    /// A bank or servicer of loans.
    Bank,
    /// A church.
    Religious,
    /// A railway or utility.
    Utility,
}

impl OwnerKind {
    /// The name in the database and in answers.
    pub fn name(self) -> &'static str {
        match self {
            Self::Person => "person",
            Self::Company => "company",
            Self::Trust => "trust",
            Self::Estate => "estate",
            Self::Government => "government",
            Self::Association => "association",
            Self::Bank => "bank",
            Self::Religious => "religious",
            Self::Utility => "utility",
        }
    }

    /// Whether the words of the name are those of a person, in any order.
    pub fn is_personal(self) -> bool {
        matches!(self, Self::Person | Self::Trust | Self::Estate)
    }
}

/// A name in one form.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct OwnerName {
    /// Unknown if nothing in the name says it.
    pub kind: Option<OwnerKind>,
    /// What identifies the owner: words, sorted if they are a person's; the id of a public body.
    pub tokens: Vec<String>,
    /// `II`, `4`, `PHASE 2`: of several sister companies.
    pub series: Option<String>,
    /// `LLC`, `LP`, `INC`.
    pub legal_form: Option<&'static str>,
    /// `JR`, `SR`.
    pub suffix: Option<String>,
    /// Date of a trust.
    pub date: Option<String>,
    /// Words of further persons, sorted.
    pub others: Vec<Vec<String>>,
    /// As long as a field that cuts names.
    pub is_cut: bool,
}

/// Lengths at which fields of rolls end.
const FIELD_LENGTHS: [usize; 7] = [30, 35, 40, 45, 50, 60, 80];

impl OwnerName {
    /// The name of a roll; `None` if it has no letters. The county says in which state a public body is.
    pub fn parse(raw: &str, county_fips: &str) -> Option<Self> {
        let (raw, _) = split_care_of(raw);
        let raw = raw.trim();
        let folded = fold(raw);
        let mut pieces = folded
            .split(';')
            .map(str::trim)
            .filter(|piece| !piece.is_empty());
        let first = pieces.next()?;
        let mut name = Self::of_piece(first, county_fips)?;
        for piece in pieces {
            if let Some(other) = Self::of_piece(piece, county_fips) {
                name.others.push(other.tokens);
                name.others.extend(other.others);
            }
        }
        name.is_cut = FIELD_LENGTHS.contains(&raw.chars().count());
        Some(name)
    }

    fn of_piece(piece: &str, county_fips: &str) -> Option<Self> {
        let surname_first = piece.split_once(',');
        let (mut tokens, form) = without_form(tokens(piece));
        if !tokens
            .iter()
            .any(|token| token.chars().any(char::is_alphabetic))
        {
            return None;
        }
        let mut name = Self {
            kind: None,
            tokens: Vec::new(),
            series: None,
            legal_form: form,
            suffix: None,
            date: None,
            others: Vec::new(),
            is_cut: false,
        };
        if form.is_none()
            && let Some(id) = government(&tokens, county_fips)
        {
            name.kind = Some(OwnerKind::Government);
            name.tokens = vec![id];
            return Some(name);
        }
        name.kind = kind(&tokens, form);
        match name.kind {
            Some(OwnerKind::Trust) => {
                name.date = trust_date(&mut tokens);
                let all = tokens.clone();
                tokens.retain(|token| !is_in(TRUST, token) && !is_in(TRUST_FILLERS, token));
                if tokens.is_empty() {
                    tokens = all;
                }
                name.series = series(&mut tokens);
            }
            Some(OwnerKind::Estate) => {
                for phrase in ESTATE {
                    remove(&mut tokens, phrase);
                }
            }
            Some(OwnerKind::Person) => {}
            _ => {
                name.series = series(&mut tokens);
                tokens.retain(|token| token != "THE");
            }
        }
        if name.kind.is_some_and(OwnerKind::is_personal) {
            let surname = surname_first.map(|(surname, _)| crate::name::tokens(surname));
            name.persons(tokens, surname.as_deref());
        } else {
            name.tokens = tokens;
        }
        // A name of nothing but what was taken off keeps it.
        if name.tokens.is_empty() {
            name.tokens = crate::name::tokens(piece);
            name.series = None;
        }
        Some(name)
    }

    /// The persons of a list of words.
    fn persons(&mut self, mut tokens: Vec<String>, surname: Option<&[String]>) {
        for ending in ENDINGS {
            remove(&mut tokens, ending);
        }
        let mut persons: Vec<Vec<String>> = tokens
            .split(|token| token == "AND")
            .map(<[String]>::to_vec)
            .filter(|person| !person.is_empty())
            .collect();
        for person in &mut persons {
            person.retain(|token| !is_in(PERSON_TITLES, token));
            while person.len() > 1
                && let Some(last) = person
                    .iter()
                    .position(|token| is_in(PERSON_SUFFIXES, token))
            {
                self.suffix.get_or_insert(person.remove(last));
            }
        }
        persons.retain(|person| !person.is_empty());
        // Who is named without a surname has that of the other.
        let is_short =
            |person: &[String]| person.iter().filter(|token| token.len() > 1).count() < 2;
        if let [first, second, ..] = persons.as_mut_slice() {
            if is_short(first) && !is_short(second) {
                first.extend(second.last().cloned());
            } else if is_short(second) {
                let shared = surname
                    .and_then(|surname| surname.first())
                    .or(first.first())
                    .cloned();
                second.extend(shared);
            }
        }
        for person in &mut persons {
            person.sort_unstable();
            person.dedup();
        }
        let mut persons = persons.into_iter();
        self.tokens = persons.next().unwrap_or_default();
        self.others.extend(persons);
    }

    /// The words in one line.
    pub fn core(&self) -> String {
        self.tokens.join(" ")
    }

    /// Equal names of one kind have equal keys.
    pub fn key(&self) -> i64 {
        let kind = self.kind.map(OwnerKind::name).unwrap_or_default();
        let series = self
            .series
            .as_deref()
            .or(self.suffix.as_deref())
            .unwrap_or_default();
        key(&[&self.core(), series, kind])
    }

    /// Whether nothing but the id of a public body tells it from others.
    pub fn is_government(&self) -> bool {
        self.kind == Some(OwnerKind::Government)
    }
}

/// The key of a name after "care of".
pub fn care_of_key(text: &str) -> Option<i64> {
    let (before, after) = split_care_of(text);
    let name = after.unwrap_or(before);
    let (tokens, _) = without_form(tokens(&fold(name)));
    let has_letters = tokens
        .iter()
        .any(|token| token.chars().any(char::is_alphabetic));
    has_letters.then(|| key(&[&tokens.join(" "), "care of"]))
}

/// What is before and after `C/O`, `%`, `ATTN` and `CARE OF`.
pub fn split_care_of(raw: &str) -> (&str, Option<&str>) {
    let upper = raw.to_ascii_uppercase();
    let marks = ["C/O ", "C/O:", "CARE OF ", "ATTN:", "ATTN ", "%"];
    let found = marks
        .iter()
        .filter_map(|mark| upper.find(mark).map(|at| (at, mark.len())))
        .min();
    match found {
        Some((at, length)) => (&raw[..at], Some(raw[at + length..].trim())),
        None => (raw, None),
    }
}

/// In capitals, accents off.
pub fn fold(text: &str) -> String {
    let mut folded = String::with_capacity(text.len());
    for letter in text.chars() {
        let letter = match letter {
            'À'..='Å' | 'à'..='å' => 'A',
            'Ç' | 'ç' => 'C',
            'È'..='Ë' | 'è'..='ë' => 'E',
            'Ì'..='Ï' | 'ì'..='ï' => 'I',
            'Ñ' | 'ñ' => 'N',
            'Ò'..='Ö' | 'Ø' | 'ò'..='ö' | 'ø' => 'O',
            'Ù'..='Ü' | 'ù'..='ü' => 'U',
            'Ý' | 'ý' | 'ÿ' => 'Y',
            'ß' => 'S',
            other => other,
        };
        folded.extend(letter.to_uppercase());
    }
    folded
}

/// Words of letters and digits; an apostrophe is no end of a word.
fn tokens(folded: &str) -> Vec<String> {
    let line = folded.replace(['\'', '’', '`'], "").replace('&', " AND ");
    let words = line.split(|letter: char| !letter.is_alphanumeric());
    words
        .filter(|word| !word.is_empty())
        .map(str::to_owned)
        .collect()
}

pub(crate) fn is_in(list: &[&str], token: &str) -> bool {
    list.contains(&token)
}

pub(crate) fn find(tokens: &[String], phrase: &[&str]) -> Option<usize> {
    (0..tokens.len().checked_sub(phrase.len())? + 1).find(|at| {
        tokens[*at..]
            .iter()
            .zip(phrase)
            .all(|(token, word)| token == word)
    })
}

fn has_any(tokens: &[String], words: &[&str], phrases: &[&[&str]]) -> bool {
    tokens.iter().any(|token| is_in(words, token))
        || phrases.iter().any(|phrase| find(tokens, phrase).is_some())
}

fn remove(tokens: &mut Vec<String>, phrase: &[&str]) {
    while let Some(at) = find(tokens, phrase) {
        if tokens.len() == phrase.len() {
            return;
        }
        tokens.drain(at..at + phrase.len());
    }
}

/// The words without those of the legal form, and the form: the last of several.
fn without_form(mut tokens: Vec<String>) -> (Vec<String>, Option<&'static str>) {
    for (phrase, form) in LONG_FORMS {
        while let Some(at) = find(&tokens, phrase).filter(|at| *at > 0) {
            tokens.splice(at..at + phrase.len(), [(*form).to_owned()]);
        }
    }
    let form_of = |token: &str| {
        LEGAL_FORMS
            .iter()
            .find(|(word, _)| *word == token)
            .map(|(_, form)| *form)
    };
    let mut form = None;
    let mut at = tokens.len();
    while at > 1 {
        at -= 1;
        if let Some(found) = form_of(&tokens[at]) {
            tokens.remove(at);
            // `CO LLC` is an LLC.
            form = form.or(Some(found));
        }
    }
    // "SMITH AND CO" without its company.
    if form.is_some() && tokens.len() > 1 && tokens.last().is_some_and(|last| last == "AND") {
        tokens.pop();
    }
    (tokens, form)
}

fn kind(tokens: &[String], form: Option<&str>) -> Option<OwnerKind> {
    let last = tokens.last().map(String::as_str);
    let in_estate = ESTATE.iter().any(|phrase| match *phrase {
        // A surname too.
        ["LE"] => last == Some("LE") && tokens.len() > 2,
        ["EST"] => last == Some("EST"),
        ["L", "E"] => tokens.len() > 2 && tokens.ends_with(&["L".to_owned(), "E".to_owned()]),
        phrase => find(tokens, phrase).is_some_and(|at| at == 0 || tokens[at - 1] != "REAL"),
    });
    let of_business = |token: &String| BUSINESS.iter().any(|(word, _)| word == token);
    Some(
        if has_any(tokens, BANK, BANK_PHRASES) || form == Some("NA") {
            OwnerKind::Bank
        } else if has_any(tokens, RELIGIOUS, &[]) {
            // Also incorporated ones, as the next two.
            OwnerKind::Religious
        } else if has_any(tokens, ASSOCIATION, &[]) {
            OwnerKind::Association
        } else if has_any(tokens, UTILITY, UTILITY_PHRASES) {
            OwnerKind::Utility
        } else if has_any(tokens, TRUST, &[]) || form == Some("REIT") {
            OwnerKind::Trust
        } else if form.is_some() {
            OwnerKind::Company
        } else if in_estate {
            OwnerKind::Estate
        } else if tokens.iter().any(of_business) {
            OwnerKind::Company
        } else {
            let is_word = |token: &String| token.chars().all(char::is_alphabetic);
            let persons = tokens.split(|token| token == "AND");
            let is_person =
                tokens.iter().all(is_word) && persons.clone().all(|person| person.len() <= 5);
            if !(is_person && tokens.len() >= 2) {
                return None;
            }
            OwnerKind::Person
        },
    )
}

/// The id of a public body: names of cities are written both ways.
fn government(tokens: &[String], county_fips: &str) -> Option<String> {
    let state = county_fips.get(..2).unwrap_or_default();
    let has = |phrase: &[&str]| find(tokens, phrase).is_some();
    if has(&["UNITED", "STATES"]) || has(&["USA"]) || has(&["U", "S", "A"]) {
        return Some("us".to_owned());
    }
    let named = State::ALL.iter().find(|state| {
        let words: Vec<String> = state
            .name
            .to_uppercase()
            .split(' ')
            .map(str::to_owned)
            .collect();
        let words: Vec<&str> = words.iter().map(String::as_str).collect();
        has(&words)
    });
    let fips = named.map_or(state, |state| state.fips);
    let dot = tokens
        .iter()
        .find_map(|token| token.strip_suffix("DOT").filter(|code| code.len() == 2));
    if has(&["DEPARTMENT", "OF", "TRANSPORTATION"]) || has(&["DEPT", "OF", "TRANSPORTATION"]) {
        return Some(format!("dot:{fips}"));
    }
    if let Some(code) = dot {
        return State::with_postal_code(code).map(|state| format!("dot:{}", state.fips));
    }
    let rest = |without: &[&str]| -> String {
        let mut rest: Vec<&str> = tokens
            .iter()
            .map(String::as_str)
            .filter(|token| !without.contains(token))
            .collect();
        rest.sort_unstable();
        rest.join(" ")
    };
    if has(&["SCHOOL", "DISTRICT"])
        || has(&["ISD"])
        || has(&["BOARD", "OF", "EDUCATION"])
        || has(&["PUBLIC", "SCHOOLS"])
    {
        let words = [
            "INDEPENDENT",
            "SCHOOL",
            "DISTRICT",
            "ISD",
            "BOARD",
            "OF",
            "EDUCATION",
            "PUBLIC",
            "SCHOOLS",
            "THE",
            "CITY",
            "COUNTY",
        ];
        return Some(format!("isd:{state}:{}", rest(&words)));
    }
    if has(&["STATE", "OF"]) || has(&["COMMONWEALTH", "OF"]) {
        return Some(format!("state:{fips}"));
    }
    for (kind, word) in [
        ("county", "COUNTY"),
        ("county", "PARISH"),
        ("city", "CITY"),
        ("city", "TOWN"),
        ("city", "VILLAGE"),
        ("city", "BOROUGH"),
        ("city", "TOWNSHIP"),
    ] {
        let name = if let Some(at) = find(tokens, &[word, "OF"]) {
            let after = &tokens[at + 2..];
            if after.is_empty() {
                &tokens[..at]
            } else {
                after
            }
        } else if word == "COUNTY"
            && tokens.len() <= 4
            && tokens.len() > 1
            && tokens.ends_with(&["COUNTY".to_owned()])
        {
            &tokens[..tokens.len() - 1]
        } else {
            continue;
        };
        // The city's departments are the city.
        let own = name.iter().take_while(|token| {
            !is_in(
                &[
                    "DEPT",
                    "DEPARTMENT",
                    "CONSERVATION",
                    "PARKS",
                    "WATER",
                    "PUBLIC",
                ],
                token,
            )
        });
        let own: Vec<&str> = own
            .map(String::as_str)
            .filter(|token| *token != "THE")
            .collect();
        if !own.is_empty() {
            return Some(format!("{kind}:{state}:{}", own.join(" ")));
        }
    }
    let body = BODIES.iter().any(|phrase| has(phrase));
    body.then(|| format!("body:{state}:{}", rest(&["THE", "OF"])))
}

/// `III`, `4`, `PHASE 2`, `2019`: taken off, if it is not the begin of the name.
fn series(tokens: &mut Vec<String>) -> Option<String> {
    const MARKS: [&str; 4] = ["NO", "NUMBER", "PHASE", "NUM"];
    const NUMBERS: [(&str, &str); 23] = [
        ("II", "2"),
        ("III", "3"),
        ("IV", "4"),
        ("V", "5"),
        ("VI", "6"),
        ("VII", "7"),
        ("VIII", "8"),
        ("IX", "9"),
        ("X", "10"),
        ("XI", "11"),
        ("XII", "12"),
        ("ONE", "1"),
        ("TWO", "2"),
        ("THREE", "3"),
        ("FOUR", "4"),
        ("FIVE", "5"),
        ("SIX", "6"),
        ("SEVEN", "7"),
        ("EIGHT", "8"),
        ("NINE", "9"),
        ("TEN", "10"),
        ("I", "1"),
        ("XIV", "14"),
    ];
    let mut found = Vec::new();
    let mut at = tokens.len();
    while at > 1 {
        at -= 1;
        let token = tokens[at].as_str();
        let is_last = at + 1 == tokens.len();
        let number = if token.bytes().all(|byte| byte.is_ascii_digit()) {
            Some(token.trim_start_matches('0').to_owned())
        } else {
            let spelled = NUMBERS.iter().find(|(word, _)| *word == token);
            let counts =
                |word: &str| is_last || (word.len() > 1 && word.starts_with(['I', 'V', 'X']));
            spelled
                .filter(|(word, _)| counts(word))
                .map(|(_, number)| (*number).to_owned())
        };
        if let Some(number) = number {
            tokens.remove(at);
            if at > 1 && is_in(&MARKS, &tokens[at - 1]) {
                at -= 1;
                tokens.remove(at);
            }
            found.push(number);
        }
    }
    found.reverse();
    (!found.is_empty()).then(|| found.join(" "))
}

/// The date behind `DTD`, or any three numbers in a row: taken off.
fn trust_date(tokens: &mut Vec<String>) -> Option<String> {
    let is_number = |token: &String| token.bytes().all(|byte| byte.is_ascii_digit());
    let at = (0..tokens.len()).find(|at| {
        let numbers = tokens[*at..]
            .iter()
            .take(3)
            .take_while(|token| is_number(token))
            .count();
        numbers == 3 || (numbers > 0 && *at > 0 && is_in(TRUST_DATES, &tokens[*at - 1]))
    })?;
    let end = at
        + tokens[at..]
            .iter()
            .take(3)
            .take_while(|token| is_number(token))
            .count();
    let parts: Vec<String> = tokens
        .drain(at..end)
        .map(|part| part.trim_start_matches('0').to_owned())
        .collect();
    // Two digits of a year are enough.
    let date: Vec<String> = parts
        .iter()
        .map(|part| {
            if part.len() == 4 {
                part[2..].trim_start_matches('0').to_owned()
            } else {
                part.clone()
            }
        })
        .collect();
    Some(date.join("-"))
}
