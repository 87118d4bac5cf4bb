//! The specification's letter as the first template, and the values of a property for it.
//!
//! Its sentences are those of the app's default letter (`letter-text.ts`): for the same property the
//! server and the browser make the same body, which `contracts/letters/default-letter.json` proves on
//! both sides; the server's keeps [`crate::DATE_TERMS`] as fields too. It has no expiry clause, so its letters never expire by themselves.

use std::sync::LazyLock;

use chrono::NaiveDate;
use domain::Money;
use serde::{Deserialize, Deserializer, de};

use crate::Decimal;
use crate::letter::{Letter, Making, make_letter};
use crate::levels::Levels;
use crate::template::Template;
use crate::term::Registry;
use crate::value::{Area, AreaUnit, Value, Values, tidied};

/// Version of the template; letters keep it. Incremented when its text changes.
pub const STANDARD_VERSION: &str = "standard 1";

static HTML: LazyLock<String> = LazyLock::new(|| {
    let file = include_str!("standard.html");
    file.lines().map(str::trim).collect()
});

/// The specification's letter as HTML of a template: what a firm copies to change it.
pub fn standard_html() -> &'static str {
    &HTML
}

/// The specification's letter.
///
/// # Panics
/// Never: a test parses it.
pub fn standard_template(registry: &Registry) -> Template {
    match Template::parse(&HTML, registry) {
        Ok(template) => template,
        Err(error) => unreachable!("{error}"),
    }
}

/// What a letter says of a property; all optional. Names are those of `specific_property`.
#[derive(Debug, Clone, Default, PartialEq, Eq, Deserialize)]
#[serde(default)]
#[expect(missing_docs, reason = "the names are the specification's")]
pub struct LetterProperty {
    pub address: Option<String>,
    pub city: Option<String>,
    /// Two letters.
    pub state: Option<String>,
    pub zip: Option<String>,
    pub property_name: Option<String>,
    /// US dollars.
    pub offer_value: Option<Money>,
    /// Floor area.
    pub square_feet: Option<u32>,
    /// Area of the parcel; [`Decimal::cut`] of what the county records.
    #[serde(deserialize_with = "cut")]
    pub acres: Option<Decimal>,
    /// Owner of record.
    pub owner_name: Option<String>,
    /// With line breaks.
    pub mailing_address: Option<String>,
    pub contact_first_name: Option<String>,
    pub contact_last_name: Option<String>,
    /// Job title; never a form of address.
    pub contact_title: Option<String>,
    /// Form of address: `Mr.`, `Dr.`
    pub contact_honorific: Option<String>,
    pub parcel_number: Option<String>,
    /// The parcels of a site that the firm keeps as one; empty for a single parcel.
    pub members: Vec<Member>,
}

/// A parcel of a site.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
pub struct Member {
    /// Its number within its county.
    pub parcelnumb: String,
}

fn cut<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Option<Decimal>, D::Error> {
    Option::<f64>::deserialize(deserializer)?
        .map(Decimal::cut)
        .transpose()
        .map_err(de::Error::custom)
}

impl LetterProperty {
    /// Its values by term; what is blank or unknown is left out.
    pub fn values(&self) -> Values {
        let area = |amount: Decimal, unit| {
            Value::Area(Area {
                amount,
                unit,
                source: None,
            })
        };
        let text = |text: &Option<String>| text.clone().map(Value::Text);
        let lines = self
            .mailing_address
            .as_deref()
            .map(|address| Value::lines(address.split('\n').filter_map(tidied).map(str::to_owned)));
        let numbers = self.members.iter().map(|member| member.parcelnumb.clone());
        let known = [
            ("purchase_price", self.offer_value.clone().map(Value::Money)),
            (
                "square_feet",
                self.square_feet
                    .map(|feet| area(Decimal::from(feet), AreaUnit::SquareFeet)),
            ),
            (
                "acres",
                self.acres.clone().map(|acres| area(acres, AreaUnit::Acres)),
            ),
            ("owner_name", self.owner_name.clone().map(Value::party)),
            ("mailing_address", lines),
            ("parcel_numbers", Some(Value::lines(numbers))),
            ("address", text(&self.address)),
            ("city", text(&self.city)),
            ("state", text(&self.state)),
            ("zip", text(&self.zip)),
            ("property_name", text(&self.property_name)),
            ("contact_first_name", text(&self.contact_first_name)),
            ("contact_last_name", text(&self.contact_last_name)),
            ("contact_title", text(&self.contact_title)),
            ("contact_honorific", text(&self.contact_honorific)),
            ("parcel_number", text(&self.parcel_number)),
        ];
        known
            .into_iter()
            .filter_map(|(name, value)| Some((name.to_owned(), value?.tidied()?)))
            .collect()
    }
}

/// The default letter of a property, as the editor makes it: `firm` is the buyer, `date` the day in
/// the zone of the user who makes it.
pub fn default_letter(property: &LetterProperty, firm: &str, date: NaiveDate) -> Letter {
    let registry = Registry::standard();
    let mut letter = property.values();
    letter.insert("buyer".to_owned(), Value::party(firm));
    letter.insert("letter_date".to_owned(), Value::Date(date));
    let none = Values::new();
    let levels = Levels {
        letter: &letter,
        template: &none,
        firm: &none,
    };
    make_letter(
        &standard_template(&registry),
        &registry,
        levels,
        Making::Single,
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_standard_template_can_be_published() {
        let template = standard_template(&Registry::standard());
        assert_eq!(template.findings(), []);
        assert_eq!(
            template.html(),
            standard_html(),
            "the sanitizer changes nothing"
        );
    }

    #[test]
    fn an_empty_record_has_the_stated_defaults() {
        let date = "2026-11-21".parse().unwrap();
        let letter = default_letter(&LetterProperty::default(), "Harbor Point Capital", date);
        assert!(!letter.is_blocked());
        let rows: Vec<_> = letter
            .report
            .iter()
            .map(|lack| (lack.term.as_str(), lack.text.as_str()))
            .collect();
        assert_eq!(
            rows,
            [
                ("contact_name", "John Public"),
                ("contact_title", "Title"),
                ("owner_name", "Company"),
                ("property_name", "Property Address"),
                ("purchase_price", "N/A"),
                ("salutation", "Property Owner"),
                ("square_feet", "N/A"),
            ]
        );
    }
}
