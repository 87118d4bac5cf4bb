//! Terms whose value can be typed once for all letters of a batch.

use letter_of_intent::{
    Format, Reason, Registry, Source, Term, TermType, Value, When, WhenMissing,
};

use super::batch::OWN_OF_LETTERS;
use super::compose::Composed;
use super::dto::LetterInput;
use crate::letter_templates::{Chosen, terms};

/// Percentages behind amounts that a template shows.
const SHARES: [(&str, &str); 2] = [
    ("earnest_money", "earnest_percent"),
    ("deposit", "deposit_percent"),
];

/// Terms of the template that are of the deal or the letter, and others that some letter lacks, in the
/// registry's order.
pub fn of(chosen: &Chosen, composed: &[Composed]) -> Vec<LetterInput> {
    let registry = Registry::standard();
    let used = used_by(chosen);
    let lacked = |name: &str| {
        let lacks = composed.iter().flat_map(|one| &one.letter.report);
        let mut missing = lacks.filter(|lack| lack.reason == Reason::Missing);
        missing.any(|lack| lack.term == name)
    };
    let terms = registry.terms().filter(|term| {
        let name = term.name.as_ref();
        used.contains(&name)
            && !OWN_OF_LETTERS.contains(&name)
            && term.kind != TermType::Share
            && (matches!(term.source, Source::Deal | Source::Letter) || lacked(name))
    });
    terms
        .map(|term| LetterInput {
            name: term.name.to_string(),
            label: term.label.to_string(),
            kind: terms::kind_of(&term.kind).to_owned(),
            otherwise: otherwise(chosen, term),
            lacking: lacked(&term.name),
        })
        .collect()
}

fn used_by(chosen: &Chosen) -> Vec<&str> {
    let mut used: Vec<&str> = chosen
        .parsed
        .terms()
        .iter()
        .map(|place| place.name.as_str())
        .collect();
    for clause in chosen.parsed.clauses() {
        if let Some(When::Holds(condition)) = &clause.when {
            used.extend(condition.terms());
        }
    }
    let shares = SHARES.iter().filter(|(amount, _)| used.contains(amount));
    let percents: Vec<&str> = shares.map(|(_, percent)| *percent).collect();
    used.extend(percents);
    used
}

/// What letters say when nothing is typed.
fn otherwise(chosen: &Chosen, term: &Term) -> Option<String> {
    let write = |value: &Value| Format::write(term.format, value);
    match (chosen.terms.get(term.name.as_ref()), &term.when_missing) {
        (Some(value), _) | (None, WhenMissing::Standard(value)) => write(value),
        (None, _) => None,
    }
}
