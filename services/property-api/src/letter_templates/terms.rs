//! The merge fields that the editor offers. No I/O.

use std::sync::LazyLock;

use letter_of_intent::{
    Format, Levels, Making, Registry, Template, Term, TermType, Values, WhenMissing, make_letter,
};
use serde_json::json;

use super::domain::{has_default, is_offered};
use super::dto::{LetterTerm, LetterTermFormat, LetterTerms};
use super::sample;

static TERMS: LazyLock<LetterTerms> = LazyLock::new(|| {
    let registry = Registry::standard();
    let values = sample::site_values();
    let offered = registry.terms().filter(|term| is_offered(term));
    LetterTerms {
        terms: offered
            .map(|term| shown(&registry, term, &values))
            .collect(),
    }
});

pub fn all() -> LetterTerms {
    TERMS.clone()
}

fn shown(registry: &Registry, term: &Term, values: &Values) -> LetterTerm {
    let others = Format::ALL.into_iter();
    let others = others.filter(|format| format.fits(&term.kind) && *format != term.format);
    let formats = std::iter::once(term.format).chain(others);
    let formats = formats.map(|format| LetterTermFormat {
        name: format.name().to_owned(),
        sample: sample_of(registry, term, format, values),
    });
    LetterTerm {
        name: term.name.to_string(),
        label: term.label.to_string(),
        kind: kind_of(&term.kind).to_owned(),
        source: json!(term.source).as_str().unwrap_or_default().to_owned(),
        formats: formats.collect(),
        has_default: has_default(term),
        otherwise: match &term.when_missing {
            WhenMissing::StandIn(text) => Some((*text).to_owned()),
            WhenMissing::Standard(value) => term.format.write(value),
            WhenMissing::Nothing => Some(String::new()),
            WhenMissing::Blocks => None,
        },
    }
}

fn sample_of(registry: &Registry, term: &Term, format: Format, values: &Values) -> String {
    let html = format!(
        "<p><span data-term=\"{}\" data-fmt=\"{}\"></span></p>",
        term.name,
        format.name()
    );
    let Ok(template) = Template::parse(&html, registry) else {
        return String::new();
    };
    let none = Values::new();
    let levels = Levels {
        letter: values,
        template: &none,
        firm: &none,
    };
    let mut letter = make_letter(&template, registry, levels, Making::Single);
    letter.texts.remove(term.name.as_ref()).unwrap_or_default()
}

/// Its name in the contract.
pub const fn kind_of(kind: &TermType) -> &'static str {
    match kind {
        TermType::Money => "money",
        TermType::Area(_) => "area",
        TermType::Percent => "percent",
        TermType::Int => "int",
        TermType::Date => "date",
        TermType::LocalDatetime => "local_datetime",
        TermType::Party => "party",
        TermType::Person => "person",
        TermType::Text => "text",
        TermType::Flag => "flag",
        TermType::Choice(_) => "choice",
        TermType::Lines => "lines",
        TermType::Share => "share",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_field_has_a_sample_in_every_format() {
        for term in all().terms {
            assert!(!term.formats.is_empty(), "{}", term.name);
            for format in term.formats {
                let sample = format.sample;
                assert!(
                    !sample.is_empty() && !sample.starts_with('['),
                    "{} {}: {sample}",
                    term.name,
                    format.name
                );
            }
        }
    }
}
