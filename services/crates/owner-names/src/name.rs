//! The name of an owner in one form: kind, core, legal form, series, co-owners.

use crate::government::government;
use crate::key::key;
pub use crate::kind::OwnerKind;
use crate::kind::kind;
use crate::series::{series, trust_date};
use crate::words::{
    ENDINGS, ESTATE, LEGAL_FORMS, LONG_FORMS, PERSON_SUFFIXES, PERSON_TITLES, TRUST, TRUST_FILLERS,
};

/// A name in one form.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
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
    (0..=tokens.len().checked_sub(phrase.len())?).find(|at| {
        tokens[*at..]
            .iter()
            .zip(phrase)
            .all(|(token, word)| token == word)
    })
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
