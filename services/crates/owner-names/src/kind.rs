//! What an owner is, by the words of its name.

use crate::name::{find, is_in};
use crate::words::{
    ASSOCIATION, BANK, BANK_PHRASES, BUSINESS, ESTATE, RELIGIOUS, TRUST, UTILITY, UTILITY_PHRASES,
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

/// The kind of a name without its legal form.
pub fn kind(tokens: &[String], form: Option<&str>) -> Option<OwnerKind> {
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

fn has_any(tokens: &[String], words: &[&str], phrases: &[&[&str]]) -> bool {
    tokens.iter().any(|token| is_in(words, token))
        || phrases.iter().any(|phrase| find(tokens, phrase).is_some())
}
