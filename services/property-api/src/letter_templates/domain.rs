//! Rules of templates: their names, their default terms, what a draft says. No I/O.

use std::borrow::Cow;
use std::collections::BTreeMap;
use std::fmt;
use std::str::FromStr;

use domain::{Invalid, LetterTemplateId};
use letter_of_intent::{
    Finding, Registry, Severity, Source, Template, Term, TermType, Value, Values,
};
use serde::{Deserialize, Deserializer, Serialize, Serializer, de};

use super::TemplatesError;

/// Templates of a firm that are not archived, at most.
pub const MAX_TEMPLATES: i64 = 200;
const MAX_NAME: usize = 120;
const MAX_NOTE: usize = 500;
const STANDARD: &str = "standard";
/// Given to a letter when its text is made already.
const LATE: &str = "letter_number";

/// A template: the specification's letter, or one of the firm.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum TemplateRef {
    Standard,
    Own(LetterTemplateId),
}

impl fmt::Display for TemplateRef {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Standard => f.write_str(STANDARD),
            Self::Own(id) => id.fmt(f),
        }
    }
}

impl FromStr for TemplateRef {
    type Err = Invalid;

    fn from_str(text: &str) -> Result<Self, Invalid> {
        if text == STANDARD {
            return Ok(Self::Standard);
        }
        text.parse().map(Self::Own)
    }
}

impl Serialize for TemplateRef {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl<'de> Deserialize<'de> for TemplateRef {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let text = Cow::<str>::deserialize(deserializer)?;
        text.parse().map_err(de::Error::custom)
    }
}

impl TemplateRef {
    /// The firm's template; the standard letter cannot be changed.
    pub fn own(self) -> Result<LetterTemplateId, TemplatesError> {
        match self {
            Self::Own(id) => Ok(id),
            Self::Standard => Err(TemplatesError::refused(
                "The standard letter cannot be changed. Make a copy of it.",
            )),
        }
    }
}

/// What is stored of a draft.
#[derive(Debug)]
pub struct Draft {
    pub name: String,
    pub template: Template,
    pub terms: Values,
}

impl Draft {
    pub fn check(
        name: &str,
        html: &str,
        terms: &BTreeMap<String, String>,
    ) -> Result<Self, TemplatesError> {
        let mut faults = Vec::new();
        let name = match named(name) {
            Ok(name) => name,
            Err(sentence) => {
                faults.push(("name".to_owned(), sentence));
                String::new()
            }
        };
        let registry = Registry::standard();
        let values = read_terms(&registry, terms, &mut faults);
        match Template::parse(html, &registry) {
            Ok(template) if faults.is_empty() => Ok(Self {
                name,
                template,
                terms: values,
            }),
            Ok(_) => Err(TemplatesError::Fields(faults)),
            Err(error) => {
                faults.push(("html".to_owned(), sentence_of(&error.to_string())));
                Err(TemplatesError::Fields(faults))
            }
        }
    }
}

/// A name as it is stored.
pub fn named(name: &str) -> Result<String, String> {
    let name = name.trim();
    let is_good = (1..=MAX_NAME).contains(&name.chars().count());
    if is_good && !name.contains(char::is_control) {
        Ok(name.to_owned())
    } else {
        Err(format!("Use 1 to {MAX_NAME} characters."))
    }
}

/// A note as it is stored; none if it is blank.
pub fn note_of(note: Option<&str>) -> Result<Option<&str>, TemplatesError> {
    let note = note.map(str::trim).filter(|note| !note.is_empty());
    let is_bad = |note: &&str| note.chars().count() > MAX_NOTE || note.contains('\0');
    if note.as_ref().is_some_and(is_bad) {
        let sentence = format!("Use at most {MAX_NOTE} characters.");
        return Err(TemplatesError::field("note", sentence));
    }
    Ok(note)
}

/// What is wrong with a template, also what only this service knows.
pub fn findings_of(template: &Template) -> Vec<Finding> {
    let mut findings = template.findings().to_vec();
    if template.terms().iter().any(|place| place.name == LATE) {
        findings.push(Finding {
            severity: Severity::Block,
            code: "number_unknown",
            field: format!("terms.{LATE}"),
            sentence: "Letters print their number above the text. Remove it here.".to_owned(),
        });
    }
    findings
}

/// Whether templates offer the term as a merge field.
pub fn is_offered(term: &Term) -> bool {
    term.name != LATE
}

/// Whether a template can have a default of the term.
pub fn has_default(term: &Term) -> bool {
    let is_typed = matches!(
        term.kind,
        TermType::Int | TermType::Percent | TermType::Money | TermType::Flag
    );
    term.source == Source::Deal && is_typed
}

/// Typed texts as values; blank ones are left out.
pub fn read_terms(
    registry: &Registry,
    terms: &BTreeMap<String, String>,
    faults: &mut Vec<(String, String)>,
) -> Values {
    let mut values = Values::new();
    for (name, text) in terms {
        if text.trim().is_empty() {
            continue;
        }
        let term = registry.find(name).filter(|term| has_default(term));
        let value = match term {
            None => Err("Templates have no default of this term.".to_owned()),
            Some(term) => Value::read(&term.kind, text)
                .map_err(str::to_owned)
                .and_then(|value| term.fault_of(&value).map_or(Ok(value), Err)),
        };
        match value {
            Ok(value) => {
                values.insert(name.clone(), value);
            }
            Err(sentence) => faults.push((format!("terms.{name}"), sentence)),
        }
    }
    values
}

/// As they are typed.
pub fn texts_of(values: &Values) -> BTreeMap<String, String> {
    let text = |value: &Value| match value {
        Value::Int(count) => count.to_string(),
        Value::Percent(percent) => percent.to_string(),
        Value::Money(amount) => amount.amount().normalized().to_plain_string(),
        Value::Flag(true) => "yes".to_owned(),
        _ => "no".to_owned(),
    };
    let texts = values.iter();
    texts
        .map(|(name, value)| (name.clone(), text(value)))
        .collect()
}

fn sentence_of(words: &str) -> String {
    let mut characters = words.chars();
    let first = characters.next().map(|first| first.to_ascii_uppercase());
    first.into_iter().chain(characters).chain(['.']).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn faults(name: &str, html: &str, terms: &[(&str, &str)]) -> Vec<(String, String)> {
        let terms = terms
            .iter()
            .map(|(name, text)| ((*name).to_owned(), (*text).to_owned()));
        match Draft::check(name, html, &terms.collect()) {
            Ok(_) => Vec::new(),
            Err(TemplatesError::Fields(faults)) => faults,
            Err(other) => panic!("{other}"),
        }
    }

    #[test]
    fn every_wrong_field_is_named() {
        let deep = format!("{}x{}", "<ul><li>".repeat(60), "</li></ul>".repeat(60));
        for (name, html, terms, field) in [
            (" ", "", ("dd_days", ""), "name"),
            ("a\nb", "", ("dd_days", ""), "name"),
            ("a", "", ("dd_days", "soon"), "terms.dd_days"),
            ("a", "", ("dd_days", "0"), "terms.dd_days"),
            ("a", "", ("earnest_percent", "101"), "terms.earnest_percent"),
            ("a", "", ("city", "Houston"), "terms.city"),
            ("a", "", ("nothing", "1"), "terms.nothing"),
            ("a", deep.as_str(), ("dd_days", "45"), "html"),
        ] {
            assert_eq!(faults(name, html, &[terms])[0].0, field);
        }
        assert_eq!(faults("a", "", &[("dd_days", "45")]), []);
    }

    #[test]
    fn default_terms_are_shown_as_they_are_typed() {
        let typed = [
            ("dd_days", "45"),
            ("earnest_percent", "0.75"),
            ("ext_fee", "25000.5"),
            ("has_financing_contingency", "yes"),
        ];
        let typed: BTreeMap<String, String> = typed
            .into_iter()
            .map(|(name, text)| (name.to_owned(), text.to_owned()))
            .collect();
        let values = Draft::check("a", "", &typed).unwrap().terms;
        assert_eq!(texts_of(&values), typed);
    }

    #[test]
    fn a_number_in_the_text_blocks() {
        let html = "<p><span data-term=\"letter_number\">1</span></p>";
        let template = Template::parse(html, &Registry::standard()).unwrap();
        let codes: Vec<_> = findings_of(&template)
            .iter()
            .map(|finding| finding.code)
            .collect();
        assert!(codes.contains(&"number_unknown"), "{codes:?}");
    }

    #[test]
    fn references_are_a_word_or_an_id() {
        let id = "0193a7a0-0000-7000-8000-000000000001";
        for text in [STANDARD, id] {
            assert_eq!(text.parse::<TemplateRef>().unwrap().to_string(), text);
        }
        assert!("other".parse::<TemplateRef>().is_err());
    }
}
