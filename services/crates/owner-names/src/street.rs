//! Streets in one form, after USPS Publication 28.

use crate::address::{box_number, tokens};
use crate::name::{find, fold, is_in};
use crate::street_words::{DIRECTIONS, LONE_UNITS, ROUTES, SUFFIXES, UNITS};

/// The street address of a parcel in one form, to compare it with others of its county.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct StreetAddress {
    /// Number, direction, street, suffix, direction, unit.
    pub form: String,
    /// What all its spellings have: the number, and the name without what is abbreviated. In capitals.
    pub words: Vec<String>,
}

impl StreetAddress {
    /// Of a line without city. `None` without the number of a house, and of a post-office box.
    pub fn parse(line: &str) -> Option<Self> {
        let tokens = tokens(&fold(line));
        if box_number(&tokens).is_some() {
            return None;
        }
        let line = StreetLine::of(tokens)?;
        if !line.has_number() || line.street.words.is_empty() {
            return None;
        }
        let number = line.number.split(' ').map(str::to_owned);
        Some(Self {
            form: match &line.unit {
                Some(unit) => format!("{} # {unit}", line.text()),
                None => line.text(),
            },
            words: number.chain(line.street.words).collect(),
        })
    }
}

/// The parts of a street line that is no box.
pub(crate) struct StreetLine {
    number: String,
    street: Street,
    pub unit: Option<String>,
}

impl StreetLine {
    pub fn of(mut tokens: Vec<String>) -> Option<Self> {
        let unit = take_unit(&mut tokens);
        if tokens.is_empty() {
            return None;
        }
        let is_number = |token: &str| token.starts_with(|first: char| first.is_ascii_digit());
        let mut number = String::new();
        if tokens.len() > 1 && is_number(&tokens[0]) {
            number = tokens.remove(0);
            if tokens.len() > 1 && tokens[0].contains('/') && is_number(&tokens[0]) {
                number = format!("{number} {}", tokens.remove(0));
            }
        }
        Some(Self {
            number,
            street: street(tokens),
            unit,
        })
    }

    /// Number and street.
    pub fn text(&self) -> String {
        format!("{} {}", self.number, self.street.text)
            .trim()
            .to_owned()
    }

    pub fn has_number(&self) -> bool {
        self.number
            .bytes()
            .any(|byte| (b'1'..=b'9').contains(&byte))
    }
}

struct Street {
    text: String,
    /// Those that all spellings have.
    words: Vec<String>,
}

/// Takes the unit off: from its designator to the end.
fn take_unit(tokens: &mut Vec<String>) -> Option<String> {
    let at = (2..tokens.len()).find(|at| {
        let token = tokens[*at].as_str();
        let next = tokens.get(at + 1);
        let names = |next: &String| {
            next == "#" || next.len() <= 2 || next.bytes().any(|byte| byte.is_ascii_digit())
        };
        token == "#" || is_in(LONE_UNITS, token) || (is_in(UNITS, token) && next.is_some_and(names))
    })?;
    let unit: Vec<String> = tokens
        .drain(at..)
        .filter(|token| token != "#" && !is_in(UNITS, token))
        .collect();
    let unit = unit.join("");
    (!unit.is_empty()).then_some(unit)
}

/// Direction, name, suffix and direction in one form.
fn street(mut tokens: Vec<String>) -> Street {
    let is_suffix = |token: &str| {
        SUFFIXES
            .iter()
            .find(|(word, _)| *word == token)
            .map(|(_, form)| *form)
    };
    let direction = |token: &str| {
        DIRECTIONS
            .iter()
            .find(|(word, _)| *word == token)
            .map(|(_, form)| *form)
    };
    let mut before = String::new();
    // In NORTH ST the direction is the name.
    let is_name = |tokens: &[String]| {
        tokens.len() == 1 || (tokens.len() == 2 && is_suffix(&tokens[1]).is_some())
    };
    if !is_name(&tokens)
        && let Some(form) = tokens.first().and_then(|first| direction(first))
    {
        form.clone_into(&mut before);
        tokens.remove(0);
    }
    for (words, form) in ROUTES {
        if tokens.len() > words.len() && find(&tokens, words) == Some(0) {
            let number = &tokens[words.len()];
            if number.bytes().any(|byte| byte.is_ascii_digit()) {
                let text = format!("{before} {form} {}", tokens[words.len()..].join(" "));
                return Street {
                    text: text.trim().to_owned(),
                    words: vec![number.clone()],
                };
            }
        }
    }
    let mut after = String::new();
    if tokens.len() > 2
        && let Some(form) = tokens.last().and_then(|last| direction(last))
        && is_suffix(&tokens[tokens.len() - 2]).is_some()
    {
        form.clone_into(&mut after);
        tokens.pop();
    }
    let mut words = tokens.clone();
    if tokens.len() > 1
        && let Some(form) = tokens.last().and_then(|last| is_suffix(last))
    {
        let last = tokens.len() - 1;
        form.clone_into(&mut tokens[last]);
        words.pop();
    }
    // A saint, not a street.
    if tokens.len() > 1 && tokens[0] == "SAINT" {
        "ST".clone_into(&mut tokens[0]);
    }
    if words.len() > 1 && is_in(&["ST", "SAINT"], &words[0]) {
        words.remove(0);
    }
    let text = format!("{before} {} {after}", tokens.join(" "));
    Street {
        text: text.trim().to_owned(),
        words,
    }
}
