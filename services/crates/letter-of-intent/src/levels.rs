//! The levels from which a term takes its value: letter, template, firm, composition from other
//! terms, the specification's standard terms and, last, its stand-ins.

use domain::Money;
use serde::Serialize;

use crate::condition::Condition;
use crate::term::{Registry, TermType, WhenMissing};
use crate::value::{Area, Line, Person, Share, Value, Values};
use crate::{Decimal, Format};

/// Values of the levels that the caller stores, the first that has a value wins.
#[derive(Debug, Clone, Copy)]
pub struct Levels<'a> {
    /// Of the property and the letter.
    pub letter: &'a Values,
    /// Defaults of the template, such as its days.
    pub template: &'a Values,
    /// Defaults of the firm.
    pub firm: &'a Values,
}

/// Where a term's value came from.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Level {
    /// The letter's property, deal or letter.
    Letter,
    /// A default of the template.
    Template,
    /// A default of the firm.
    Firm,
    /// Made from other terms.
    Composed,
    /// The specification's term.
    Standard,
    /// The specification's stand-in, wholly or in part.
    StandIn,
    /// Nowhere.
    Missing,
}

/// Finds values by name.
#[derive(Clone, Copy)]
pub struct Resolver<'a> {
    pub registry: &'a Registry,
    pub levels: Levels<'a>,
}

impl Resolver<'_> {
    /// The value and its level; stand-ins have a value only where a part of it is known.
    pub fn find(&self, name: &str) -> (Option<Value>, Level) {
        let Levels {
            letter,
            template,
            firm,
        } = self.levels;
        for (values, level) in [
            (letter, Level::Letter),
            (template, Level::Template),
            (firm, Level::Firm),
        ] {
            if let Some(value) = values.get(name).and_then(Value::tidied) {
                return (Some(value), level);
            }
        }
        if let Some((value, level)) = self.composed(name) {
            return (Some(value), level);
        }
        match self.registry.find(name).map(|term| &term.when_missing) {
            Some(WhenMissing::Standard(value)) => (Some(value.clone()), Level::Standard),
            Some(WhenMissing::StandIn(_)) => (None, Level::StandIn),
            _ => (None, Level::Missing),
        }
    }

    /// The value of a condition's term: no stand-in, areas in the unit of their term.
    pub fn known(&self, name: &str) -> Option<Value> {
        let (value, level) = self.find(name);
        let value = value.filter(|_| level != Level::StandIn)?;
        let kind = self.registry.find(name).map(|term| &term.kind);
        match (value, kind) {
            (Value::Area(area), Some(TermType::Area(unit))) => Some(Value::Area(Area {
                // Six decimals are what an area can have.
                amount: Decimal::from_exact(&area.in_unit(*unit).with_scale(6)),
                unit: *unit,
                source: area.source,
            })),
            (value, _) => Some(value),
        }
    }

    /// What the letter says, in the term's own format.
    pub fn text(&self, name: &str) -> String {
        let Some(term) = self.registry.find(name) else {
            return String::new();
        };
        let (value, _) = self.find(name);
        match (value, &term.when_missing) {
            (Some(value), _) => term.format.write(&value).unwrap_or_default(),
            (None, WhenMissing::StandIn(text)) => (*text).to_owned(),
            (None, _) => String::new(),
        }
    }

    /// What a condition asks for, and what is known of it.
    pub fn why(&self, condition: &Condition) -> String {
        let facts = condition.terms().into_iter().map(|name| {
            let term = self.registry.find(name);
            let label = term.map_or(name, |term| term.label.as_ref());
            let value = self.known(name);
            let text = value.and_then(|value| term?.format.write(&value));
            let text = text.map_or_else(|| "not known".to_owned(), |text| text.replace('\n', ", "));
            format!("{label}: {text}.")
        });
        let facts = facts.collect::<Vec<_>>().join(" ");
        format!("Only if {}. {facts}", condition.words(self.registry))
    }

    fn plain(&self, name: &str) -> Option<String> {
        self.known(name)
            .and_then(|value| Format::Plain.write(&value))
    }

    fn composed(&self, name: &str) -> Option<(Value, Level)> {
        let composed = match name {
            "contact_name" => return self.contact_name(),
            "salutation" => Value::Text(self.salutation()?),
            "property_name" => Value::Text(self.plain("address")?),
            "subject" => Value::Text(self.subject()),
            "addressee" => self.addressee(),
            "earnest_money" => self.share("earnest_percent")?,
            "deposit" => self.share("deposit_percent")?,
            "seller_entity" => self.known("owner_name")?,
            "parcel_count" => match self.known("parcel_numbers")? {
                Value::Lines(lines) => Value::Int(u32::try_from(lines.len()).unwrap_or(u32::MAX)),
                _ => return None,
            },
            _ => return None,
        };
        Some((composed, Level::Composed))
    }

    /// With a stand-in for the name that is missing, if only one is.
    fn contact_name(&self) -> Option<(Value, Level)> {
        let names = ["contact_first_name", "contact_last_name"];
        let known = names.map(|name| self.plain(name));
        let level = match known {
            [None, None] => return None,
            [Some(_), Some(_)] => Level::Composed,
            _ => Level::StandIn,
        };
        let [first, last] = names.map(|name| Some(self.text(name)));
        Some((Value::Person(Person { first, last }), level))
    }

    fn salutation(&self) -> Option<String> {
        let [honorific, first, last] = [
            "contact_honorific",
            "contact_first_name",
            "contact_last_name",
        ]
        .map(|name| self.plain(name));
        if let (Some(honorific), Some(last)) = (honorific, &last) {
            return Some(format!("{honorific} {last}"));
        }
        let known: Vec<String> = [first, last].into_iter().flatten().collect();
        (!known.is_empty()).then(|| known.join(" "))
    }

    /// 'Travis Works, 1200 Travis St, Houston, TX 77002': state and ZIP code are one part.
    fn subject(&self) -> String {
        let name = self.text("property_name");
        let region: Vec<String> = ["state", "zip"]
            .into_iter()
            .filter_map(|term| self.plain(term))
            .collect();
        let region = Some(region.join(" ")).filter(|region| !region.is_empty());
        let place = [self.plain("address"), self.plain("city"), region];
        let others = place.into_iter().flatten().filter(|part| *part != name);
        std::iter::once(name.clone())
            .chain(others)
            .collect::<Vec<_>>()
            .join(", ")
    }

    /// Contact, title and owner, each a line, then the mailing address. A line that reads like the
    /// contact's or the owner's name shows that term.
    fn addressee(&self) -> Value {
        let named = ["contact_name", "owner_name"].map(|term| (term, self.text(term)));
        let [contact, owner] = named.clone().map(|(_, text)| text);
        let mut texts = vec![contact, self.text("contact_title"), owner];
        if let Some(Value::Lines(lines)) = self.known("mailing_address") {
            texts.extend(lines.into_iter().map(|line| line.text));
        }
        let line = |text: String| Line {
            term: named
                .iter()
                .find(|(_, name)| *name == text)
                .map(|(term, _)| (*term).to_owned()),
            text,
        };
        Value::Lines(texts.into_iter().map(line).collect())
    }

    fn share(&self, percent: &str) -> Option<Value> {
        let Some(Value::Percent(percent)) = self.known(percent) else {
            return None;
        };
        let price: Option<Money> = match self.known("purchase_price") {
            Some(Value::Money(price)) => Some(price),
            _ => None,
        };
        Some(Value::Share(Share { percent, price }))
    }
}

/// Terms that a composed term says, so that the report names what they lack.
pub const fn parts_of(name: &str) -> &'static [&'static str] {
    match name.as_bytes() {
        b"addressee" => &["contact_name", "contact_title", "owner_name"],
        b"subject" => &["property_name"],
        b"earnest_money" => &["purchase_price", "earnest_percent"],
        b"deposit" => &["purchase_price", "deposit_percent"],
        _ => &[],
    }
}
