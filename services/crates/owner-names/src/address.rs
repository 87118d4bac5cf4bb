//! Mailing addresses in one form, after USPS Publication 28.

use domain::State;

use crate::key::key;
use crate::name::{find, fold, is_in, split_care_of};
use crate::street::StreetLine;
use crate::street_words::{LONE_UNITS, SUFFIXES, UNITS};

/// An address in one form.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Address {
    /// Number, direction, street, suffix, direction; or the post-office box.
    pub street: String,
    /// What follows `APT`, `STE`, `#`.
    pub unit: Option<String>,
    /// Five digits.
    pub zip: Option<String>,
    /// City, in capitals.
    pub city: Option<String>,
    /// Postal code of the state.
    pub state: Option<String>,
    /// A post-office box.
    pub is_box: bool,
    /// Has a number of a house or of a box.
    pub has_number: bool,
}

/// States whose ZIP codes begin with a zero, which files lose.
const ZERO_ZIPS: [&str; 8] = ["MA", "CT", "NH", "VT", "ME", "RI", "NJ", "PR"];

impl Address {
    /// One line: street, city, state, ZIP code. `None` of a foreign address, or if there is no street.
    pub fn parse(line: &str) -> Option<Self> {
        let (before, after) = split_care_of(line);
        let kept = after
            .and_then(|after| after.split_once([',', '\n']))
            .map(|(_, rest)| rest);
        let line = fold(
            &match (before.trim().trim_end_matches(',').is_empty(), kept) {
                (_, Some(rest)) => format!("{before},{rest}"),
                (false, None) => before.to_owned(),
                (true, None) => return None,
            },
        );
        let mut parts: Vec<Vec<String>> = line
            .split([',', ';', '\n'])
            .map(tokens)
            .filter(|part| !part.is_empty())
            .collect();
        if parts
            .last()
            .is_some_and(|last| matches!(last.join(" ").as_str(), "USA" | "US" | "UNITED STATES"))
        {
            parts.pop();
        }
        let (state, zip) = state_and_zip(&mut parts);
        if zip.is_none() && state.is_none() && parts.len() > 2 {
            // A city and a country.
            return None;
        }
        let at = street_at(&parts)?;
        let mut street = parts[at].clone();
        let mut rest: Vec<Vec<String>> = parts.drain(at + 1..).collect();
        // A unit in a part of its own.
        if rest.first().is_some_and(|part| is_unit(part)) {
            street.extend(rest.remove(0));
        }
        let city_after = if rest.is_empty() {
            split_city(&mut street)
        } else {
            None
        };
        let city = rest.pop().or(city_after).map(|city| city.join(" "));
        let mut address = Self::of_street(street)?;
        address.city = city.filter(|city| !city.is_empty());
        address.state = state;
        address.zip = zip;
        Some(address)
    }

    /// The street line alone.
    pub fn of_street(tokens: Vec<String>) -> Option<Self> {
        if let Some(number) = box_number(&tokens) {
            return Some(Self {
                street: format!("PO BOX {number}"),
                unit: None,
                zip: None,
                city: None,
                state: None,
                is_box: true,
                has_number: true,
            });
        }
        let line = StreetLine::of(tokens)?;
        Some(Self {
            street: line.text(),
            has_number: line.has_number(),
            unit: line.unit,
            zip: None,
            city: None,
            state: None,
            is_box: false,
        })
    }

    /// Where it is, apart from the unit: the ZIP code, or the city.
    fn place(&self) -> String {
        match (&self.zip, &self.city) {
            (Some(zip), _) => zip.clone(),
            (None, Some(city)) => format!("{city} {}", self.state.as_deref().unwrap_or_default()),
            (None, None) => String::new(),
        }
    }

    /// Equal addresses have equal keys; `None` without a number.
    pub fn mail_key(&self) -> Option<i64> {
        let unit = self.unit.as_deref().unwrap_or_default();
        self.has_number
            .then(|| key(&[&self.street, &self.place(), "unit", unit]))
    }

    /// The same without the unit.
    pub fn building_key(&self) -> Option<i64> {
        self.has_number
            .then(|| key(&[&self.street, &self.place(), "building"]))
    }
}

/// Where a parcel is, as its roll says.
#[derive(Debug, Clone, Copy, Default)]
pub struct Site<'a> {
    /// Street address.
    pub address: Option<&'a str>,
    /// City.
    pub city: Option<&'a str>,
    /// ZIP code.
    pub zip: Option<&'a str>,
}

/// Whether the tax bill goes to another place. A box in the ZIP code of the site says nothing, nor does a site
/// without a number if the bill goes to its ZIP code or city.
pub fn is_absentee(mail: &Address, site: Site<'_>) -> Option<bool> {
    let street = Address::of_street(tokens(&fold(site.address?)))?;
    let zip = site.zip.and_then(|zip| zip.get(..5)).map(str::to_owned);
    let city = site
        .city
        .map(|city| tokens(&fold(city)).join(" "))
        .filter(|city| !city.is_empty());
    let same_zip = mail
        .zip
        .as_ref()
        .zip(zip.as_ref())
        .map(|(one, other)| one == other);
    let same_city = mail
        .city
        .as_ref()
        .zip(city.as_ref())
        .map(|(one, other)| one == other);
    let is_near = same_zip.or(same_city);
    if mail.is_box || !street.has_number {
        return (is_near == Some(false)).then_some(true);
    }
    if street.street != mail.street {
        return Some(true);
    }
    Some(same_zip == Some(false) && same_city != Some(true))
}

/// Words with hyphens and fractions; `#4` becomes `#`, `4`.
pub fn tokens(folded: &str) -> Vec<String> {
    let line = folded.replace(['\'', '.'], "").replace('#', " # ");
    let words =
        line.split(|letter: char| !(letter.is_alphanumeric() || matches!(letter, '-' | '/' | '#')));
    words
        .filter(|word| {
            word.chars()
                .any(|letter| letter.is_alphanumeric() || letter == '#')
        })
        .map(str::to_owned)
        .collect()
}

/// Takes state and ZIP code off the end.
fn state_and_zip(parts: &mut Vec<Vec<String>>) -> (Option<String>, Option<String>) {
    let mut zip = None;
    let digits = |token: &str| token.bytes().filter(u8::is_ascii_digit).count();
    if let Some(last) = parts.last_mut()
        && let Some(token) = last.last()
    {
        let is_zip = matches!((token.len(), digits(token)), (5, 5) | (9 | 10, 9));
        // Not the number of a house or a box: a street is longer, and the state is before it.
        let is_short = token.len() == 4 && digits(token) == 4;
        let before = last.len().checked_sub(2).map(|at| last[at].clone());
        let lost_zero = is_short
            && before
                .as_deref()
                .is_some_and(|state| ZERO_ZIPS.contains(&state));
        if (is_zip && (last.len() > 1 || parts.len() > 1)) || lost_zero {
            let token = parts.last_mut().and_then(Vec::pop).unwrap_or_default();
            let five = if lost_zero {
                format!("0{token}")
            } else {
                token
            };
            zip = five.get(..5).map(str::to_owned);
        }
    }
    parts.retain(|part| !part.is_empty());
    let mut state = None;
    if let Some(last) = parts.last_mut()
        && last
            .last()
            .is_some_and(|token| State::with_postal_code(token).is_some())
        && (zip.is_some() || last.len() == 1 || !is_in(&["CT", "AL"], &last[last.len() - 1]))
    {
        state = last.pop();
    }
    parts.retain(|part| !part.is_empty());
    (state, zip)
}

/// The part that is the street: the first with a number in front, or a box; else the first.
fn street_at(parts: &[Vec<String>]) -> Option<usize> {
    let is_street = |part: &Vec<String>| {
        box_number(part).is_some()
            || (part.len() > 1 && part[0].starts_with(|first: char| first.is_ascii_digit()))
    };
    parts
        .iter()
        .position(is_street)
        .or((!parts.is_empty()).then_some(0))
}

pub(crate) fn box_number(tokens: &[String]) -> Option<String> {
    let begins: [&[&str]; 10] = [
        &["P", "O", "BOX"],
        &["PO", "BOX"],
        &["POST", "OFFICE", "BOX"],
        &["POB"],
        &["POBOX"],
        &["FIRM", "CALLER"],
        &["CALLER"],
        &["LOCKBOX"],
        &["DRAWER"],
        &["BOX"],
    ];
    let (at, length) = begins
        .iter()
        .find_map(|begin| find(tokens, begin).map(|at| (at, begin.len())))?;
    // A box on a rural route is a house.
    if tokens[..at]
        .iter()
        .any(|token| is_in(&["RR", "HC", "ROUTE", "RT"], token))
    {
        return None;
    }
    let number = tokens[at + length..]
        .iter()
        .find(|token| !is_in(&["#", "NO", "NUMBER"], token))?;
    number
        .bytes()
        .any(|byte| byte.is_ascii_digit())
        .then(|| number.clone())
}

fn is_unit(part: &[String]) -> bool {
    part.first()
        .is_some_and(|first| first == "#" || is_in(UNITS, first) || is_in(LONE_UNITS, first))
}

/// Where the city begins in a line without commas: after the suffix and the unit.
fn split_city(tokens: &mut Vec<String>) -> Option<Vec<String>> {
    if let Some(number) = box_number(tokens) {
        let at = tokens.iter().position(|token| *token == number)?;
        return (at + 1 < tokens.len()).then(|| tokens.drain(at + 1..).collect());
    }
    let unit = (2..tokens.len()).find(|at| tokens[*at] == "#" || is_in(UNITS, &tokens[*at]));
    let end = if let Some(at) = unit {
        at + 2
    } else {
        let is_suffix = |at: &usize| SUFFIXES.iter().any(|(word, _)| *word == tokens[*at]);
        (2..tokens.len()).find(is_suffix)? + 1
    };
    (end < tokens.len()).then(|| tokens.drain(end..).collect())
}
