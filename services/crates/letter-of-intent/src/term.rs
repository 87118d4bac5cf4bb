//! The registry of terms: everything that a letter can say of its property, buyer and deal.
//!
//! One place for name, type, format, source and what happens when the value is missing. Firms add
//! terms of their own (`x_…`), never types. Values and their texts are elsewhere.

use std::borrow::Cow;
use std::sync::LazyLock;

use serde::{Deserialize, Serialize};

use crate::registry::standard_terms;
use crate::value::{AreaUnit, MAX_TEXT_CHARS, Value, Values};
use crate::{Fault, Format};

/// Begin of the names of firms' own terms.
pub const OWN_PREFIX: &str = "x_";
/// Own terms of a firm at most.
pub const MAX_OWN_TERMS: usize = 100;
const MAX_NAME_CHARS: usize = 40;
const MAX_LABEL_CHARS: usize = 80;
const MAX_OPTIONS: usize = 50;

/// Type of a term's value.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum TermType {
    /// US dollars with cents.
    Money,
    /// In the unit in which conditions compare it.
    Area(AreaUnit),
    /// Above 0 to 100.
    Percent,
    /// A count.
    Int,
    /// A calendar day.
    Date,
    /// Local time and zone.
    LocalDatetime,
    /// A buyer or seller.
    Party,
    /// A natural person.
    Person,
    /// Up to 500 characters.
    Text,
    /// Yes or no.
    Flag,
    /// One of these.
    Choice(Vec<String>),
    /// An address, or numbers.
    Lines,
    /// A part of the price; only of terms of the registry.
    Share,
}

/// Where a term's value comes from; says which screen mends it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Source {
    /// A field of the property.
    Property,
    /// The property's first contact.
    Contact,
    /// The property's current offer.
    Offer,
    /// The property's project.
    Project,
    /// The firm's settings.
    Firm,
    /// The deal: defaults of the template, changed in the letter.
    Deal,
    /// The letter itself.
    Letter,
    /// Other terms.
    Composed,
    /// A term of the firm.
    Own,
}

/// What a letter says when no level has a value.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum WhenMissing {
    /// The specification's stand-in, such as 'John' or 'N/A'. It is reported, and blocks in bulk.
    StandIn(&'static str),
    /// The specification's own term, such as 60 days. Nothing is missing.
    Standard(Value),
    /// Nothing; the value may be missing.
    Nothing,
    /// The letter cannot be made.
    Blocks,
}

/// A term.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Term {
    /// In templates and stored letters: never renamed.
    pub name: Cow<'static, str>,
    /// For the user.
    pub label: Cow<'static, str>,
    /// Of its values.
    pub kind: TermType,
    /// When the template names none.
    pub format: Format,
    /// Of its value.
    pub source: Source,
    /// What a letter says without a value.
    pub when_missing: WhenMissing,
    /// Whether it stays a field (`<span data-term>`) in the letter, so that the editor compares it
    /// with the property, or so that the dates of the letter follow its text; others become text.
    pub is_field: bool,
    /// Whether a bulk never accepts its stand-in, even if the user ticks it.
    pub is_strict: bool,
    /// Least and greatest count, inclusive.
    pub range: Option<(u32, u32)>,
}

/// A firm's own term as it is stored.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct OwnTerm {
    /// `x_` and lower-case letters, digits and `_`.
    pub name: String,
    /// For the user.
    pub label: String,
    /// Of its values.
    #[serde(rename = "type")]
    pub kind: TermType,
    /// Whether a letter may be made without it.
    #[serde(default)]
    pub nullable: bool,
}

static STANDARD: LazyLock<Vec<Term>> = LazyLock::new(standard_terms);

/// The terms that a firm's templates can use.
#[derive(Debug, Clone, Default)]
pub struct Registry {
    own: Vec<Term>,
}

impl Registry {
    /// Without terms of a firm.
    pub fn standard() -> Self {
        Self::default()
    }

    /// With a firm's own terms.
    ///
    /// # Errors
    /// What is wrong with them, by place: `2.name`.
    pub fn with_own(terms: &[OwnTerm]) -> Result<Self, Vec<Fault>> {
        let mut faults = Vec::new();
        if terms.len() > MAX_OWN_TERMS {
            faults.push(Fault::new(
                "",
                format!("Use at most {MAX_OWN_TERMS} terms."),
            ));
        }
        for (place, term) in terms.iter().enumerate() {
            let is_taken = terms[..place].iter().any(|before| before.name == term.name);
            check_own(place, term, is_taken, &mut faults);
        }
        if faults.is_empty() {
            let own = terms.iter().map(Term::own).collect();
            Ok(Self { own })
        } else {
            Err(faults)
        }
    }

    /// All terms, the registry's before the firm's.
    pub fn terms(&self) -> impl Iterator<Item = &Term> {
        STANDARD.iter().chain(&self.own)
    }

    /// By name.
    pub fn find(&self, name: &str) -> Option<&Term> {
        self.terms().find(|term| term.name == name)
    }

    /// What is wrong with values that are to be stored, by name; empty if nothing is.
    pub fn faults_of(&self, values: &Values) -> Vec<Fault> {
        let mut faults = Vec::new();
        for (name, value) in values {
            let Some(term) = self.find(name) else {
                faults.push(Fault::new(name, "There is no such term."));
                continue;
            };
            if let Some(sentence) = term.fault_of(value) {
                faults.push(Fault::new(name, sentence));
            }
        }
        faults
    }
}

impl Term {
    fn own(term: &OwnTerm) -> Self {
        let when_missing = if term.nullable {
            WhenMissing::Nothing
        } else {
            WhenMissing::Blocks
        };
        Self {
            name: Cow::Owned(term.name.clone()),
            label: Cow::Owned(term.label.trim().to_owned()),
            format: term.kind.format(),
            kind: term.kind.clone(),
            source: Source::Own,
            when_missing,
            is_field: false,
            is_strict: false,
            range: None,
        }
    }

    /// What is wrong with a value of the term; `None` if nothing is.
    pub fn fault_of(&self, value: &Value) -> Option<String> {
        if !self.kind.is_of(value) {
            return Some(format!("{} has another type.", self.label));
        }
        let text_chars = match value {
            Value::Text(text) | Value::Choice(text) => text.chars().count(),
            Value::Party(party) => party.name.chars().count(),
            Value::Person(person) => [&person.first, &person.last]
                .into_iter()
                .flatten()
                .map(|name| name.chars().count())
                .sum(),
            _ => 0,
        };
        if text_chars > MAX_TEXT_CHARS {
            return Some(format!(
                "{} has more than {MAX_TEXT_CHARS} characters.",
                self.label
            ));
        }
        match (value, self.range) {
            (Value::Int(count), Some((least, most))) if !(least..=most).contains(count) => {
                Some(format!("{} is not from {least} to {most}.", self.label))
            }
            (Value::Percent(percent), _) if percent.is_zero() || *percent.value() > 100 => {
                Some(format!("{} is not above 0 and at most 100 %.", self.label))
            }
            _ => None,
        }
    }
}

impl TermType {
    /// The format of values of which a template says none.
    pub const fn format(&self) -> Format {
        match self {
            Self::Money => Format::MoneyWhole,
            Self::Area(AreaUnit::Acres) => Format::Acres,
            Self::Area(AreaUnit::SquareFeet) => Format::AreaSf,
            Self::Percent => Format::Percent,
            Self::Date => Format::DateLong,
            Self::LocalDatetime => Format::DatetimeLong,
            Self::Lines => Format::Lines,
            Self::Share => Format::ShareOfPrice,
            Self::Int | Self::Party | Self::Person | Self::Text | Self::Flag | Self::Choice(_) => {
                Format::Plain
            }
        }
    }

    /// Whether the value is of this type.
    pub fn is_of(&self, value: &Value) -> bool {
        match (self, value) {
            (Self::Choice(options), Value::Choice(name)) => options.contains(name),
            (Self::Money, Value::Money(_))
            | (Self::Area(_), Value::Area(_))
            | (Self::Percent, Value::Percent(_))
            | (Self::Int, Value::Int(_))
            | (Self::Date, Value::Date(_))
            | (Self::LocalDatetime, Value::LocalDatetime(_))
            | (Self::Party, Value::Party(_))
            | (Self::Person, Value::Person(_))
            | (Self::Text, Value::Text(_))
            | (Self::Flag, Value::Flag(_))
            | (Self::Lines, Value::Lines(_))
            | (Self::Share, Value::Share(_)) => true,
            _ => false,
        }
    }
}

fn check_own(place: usize, term: &OwnTerm, is_taken: bool, faults: &mut Vec<Fault>) {
    let mut fault = |field: &str, sentence: String| {
        faults.push(Fault::new(format!("{place}.{field}"), sentence));
    };
    let is_name = |byte: u8| byte.is_ascii_lowercase() || byte.is_ascii_digit() || byte == b'_';
    let own = term.name.strip_prefix(OWN_PREFIX).unwrap_or_default();
    if own.is_empty() || term.name.len() > MAX_NAME_CHARS || !own.bytes().all(is_name) {
        let sentence = format!(
            "Use {OWN_PREFIX} and lower-case letters, digits and _, {MAX_NAME_CHARS} characters at most."
        );
        fault("name", sentence);
    } else if is_taken {
        fault("name", "There is a term of this name already.".to_owned());
    }
    let label = term.label.trim();
    if label.is_empty()
        || label.chars().count() > MAX_LABEL_CHARS
        || label.contains(char::is_control)
    {
        fault("label", format!("Use 1 to {MAX_LABEL_CHARS} characters."));
    }
    match &term.kind {
        TermType::Share => fault("type", "This type is not for own terms.".to_owned()),
        TermType::Choice(options) => {
            let is_bad = |option: &String| {
                option.trim().is_empty() || option.chars().count() > MAX_LABEL_CHARS
            };
            if !(1..=MAX_OPTIONS).contains(&options.len()) || options.iter().any(is_bad) {
                let sentence = format!(
                    "Give 1 to {MAX_OPTIONS} options of 1 to {MAX_LABEL_CHARS} characters."
                );
                fault("type", sentence);
            }
        }
        _ => {}
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use serde_json::{Value as Json, json};

    use super::*;

    fn own(json: Json) -> Result<Registry, Vec<Fault>> {
        Registry::with_own(&serde_json::from_value::<Vec<OwnTerm>>(json).unwrap())
    }

    #[test]
    fn the_registry_is_consistent() {
        let registry = Registry::standard();
        let names: BTreeSet<_> = registry.terms().map(|term| term.name.clone()).collect();
        assert_eq!(names.len(), registry.terms().count(), "a name twice");
        for term in registry.terms() {
            assert!(term.format.fits(&term.kind), "{}", term.name);
            assert!(!term.name.starts_with(OWN_PREFIX));
            if let WhenMissing::Standard(value) = &term.when_missing {
                assert_eq!(term.fault_of(value), None, "{}", term.name);
            }
        }
        let fields: Vec<_> = registry
            .terms()
            .filter(|term| term.is_field)
            .map(|term| term.name.as_ref())
            .collect();
        // The names that the editor and the letters of property-api know as fields.
        let (of_editor, of_dates) = fields.split_at(11);
        assert_eq!(of_dates, crate::DATE_TERMS);
        assert_eq!(
            of_editor,
            [
                "purchase_price",
                "square_feet",
                "acres",
                "earnest_money",
                "deposit",
                "contact_name",
                "owner_name",
                "salutation",
                "subject",
                "property_name",
                "buyer",
            ]
        );
    }

    #[test]
    fn the_stand_ins_are_those_of_the_specification() {
        let registry = Registry::standard();
        for (name, text) in [
            ("contact_first_name", "John"),
            ("contact_last_name", "Public"),
            ("contact_title", "Title"),
            ("owner_name", "Company"),
            ("salutation", "Property Owner"),
            ("property_name", "Property Address"),
            ("purchase_price", "N/A"),
            ("square_feet", "N/A"),
        ] {
            assert_eq!(
                registry.find(name).unwrap().when_missing,
                WhenMissing::StandIn(text)
            );
        }
    }

    #[test]
    fn firms_add_terms_and_no_types() {
        let registry = own(json!([
            {"name": "x_rail", "label": "Rail served", "type": "flag", "nullable": true},
            {"name": "x_side", "label": "Side", "type": {"choice": ["lake", "hill"]}},
            {"name": "x_pond", "label": "Pond", "type": {"area": "acres"}},
        ]))
        .unwrap();
        assert_eq!(
            registry.find("x_rail").unwrap().when_missing,
            WhenMissing::Nothing
        );
        assert_eq!(registry.find("x_pond").unwrap().format, Format::Acres);
        let side = registry.find("x_side").unwrap();
        assert_eq!(side.fault_of(&Value::Choice("lake".to_owned())), None);
        assert!(side.fault_of(&Value::Choice("sea".to_owned())).is_some());
        for (term, field) in [
            (
                json!({"name": "price", "label": "P", "type": "money"}),
                "0.name",
            ),
            (
                json!({"name": "x_", "label": "P", "type": "money"}),
                "0.name",
            ),
            (
                json!({"name": "x_Ä", "label": "P", "type": "money"}),
                "0.name",
            ),
            (
                json!({"name": "x_a", "label": " ", "type": "money"}),
                "0.label",
            ),
            (
                json!({"name": "x_a", "label": "P", "type": "share"}),
                "0.type",
            ),
            (
                json!({"name": "x_a", "label": "P", "type": {"choice": []}}),
                "0.type",
            ),
        ] {
            let faults = own(json!([term])).unwrap_err();
            assert_eq!(
                faults
                    .iter()
                    .map(|fault| fault.field.as_str())
                    .collect::<Vec<_>>(),
                [field]
            );
        }
        let twice = json!({"name": "x_a", "label": "P", "type": "money"});
        assert_eq!(own(json!([twice, twice])).unwrap_err()[0].field, "1.name");
    }

    #[test]
    fn values_are_judged_by_their_term() {
        let registry = Registry::standard();
        let values = |json: Json| registry.faults_of(&serde_json::from_value(json).unwrap());
        assert_eq!(values(json!({"dd_days": {"type": "int", "value": 45}})), []);
        for (name, value) in [
            ("dd_days", json!({"type": "int", "value": 0})),
            ("dd_days", json!({"type": "text", "value": "sixty"})),
            ("earnest_percent", json!({"type": "percent", "value": 101})),
            ("deposit_percent", json!({"type": "percent", "value": 0})),
            ("nothing", json!({"type": "int", "value": 1})),
            ("city", json!({"type": "text", "value": "x".repeat(501)})),
        ] {
            assert_eq!(values(json!({name: value}))[0].field, name);
        }
    }
}
