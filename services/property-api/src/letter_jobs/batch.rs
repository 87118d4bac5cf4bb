//! A request for letters, checked. No I/O.

use std::collections::{BTreeMap, BTreeSet, HashSet};

use chrono::{DateTime, NaiveDate, Utc};
use domain::{Money, ProjectId, PropertyId};
use letter_of_intent::{PriceRule, Registry, TermType, Value, Values, Zone};

use super::LetterJobError;
use super::dto::{LetterBatch, TermInput};
use crate::letter_register::expiry;
use crate::letter_templates::domain::TemplateRef;

pub const MAX_LETTERS: usize = 5_000;
/// Terms that are of a property or a letter, never of all letters.
pub const OWN_OF_LETTERS: [&str; 2] = ["purchase_price", "letter_number"];

const IN_TEXT: &str = "The letters themselves say when they expire.";
/// A county of the zone farthest east.
const EASTERN: &str = "72001";

/// What letters are made of, besides properties and the letterhead.
#[derive(Debug, Clone)]
pub struct Batch {
    pub project_id: ProjectId,
    /// Each once.
    pub property_ids: Vec<PropertyId>,
    pub price_rule: Option<PriceRule>,
    pub prices: BTreeMap<PropertyId, Money>,
    /// Values for all letters, with the date.
    pub terms: Values,
    pub accepted_defaults: BTreeSet<String>,
    /// Last day of all letters, which they do not say.
    pub expires_on: Option<NaiveDate>,
    /// Template and version that were asked for.
    pub template: (Option<TemplateRef>, Option<i32>),
}

impl Batch {
    /// Checks all fields. Without `letter_date` the date is that of the central zone; the app sends
    /// the user's.
    pub fn check(request: LetterBatch, now: DateTime<Utc>) -> Result<Self, LetterJobError> {
        let mut faults = Vec::new();
        let mut fault = |field: String, sentence: &str| faults.push((field, sentence.to_owned()));
        let mut seen = HashSet::new();
        let mut property_ids = request.property_ids;
        property_ids.retain(|id| seen.insert(*id));
        if property_ids.is_empty() {
            fault("property_ids".to_owned(), "Select at least one property.");
        } else if property_ids.len() > MAX_LETTERS {
            let sentence = "At most 5,000 letters can be made at once.";
            fault("property_ids".to_owned(), sentence);
        }
        for rule_fault in request.price_rule.iter().flat_map(PriceRule::faults) {
            let field = format!("price_rule.{}", rule_fault.field);
            fault(field, &rule_fault.sentence);
        }
        for (id, price) in &request.prices {
            if price.whole_dollars() == 0 {
                fault(format!("prices.{id}"), "Use an amount above 0.");
            }
        }
        let registry = Registry::standard();
        for name in &request.accepted_defaults {
            if registry.find(name).is_none() {
                fault("accepted_defaults".to_owned(), "There is no such term.");
            }
        }
        let mut terms = Values::new();
        for (name, input) in request.terms {
            match value_of(&registry, &name, input) {
                Ok(value) => {
                    terms.insert(name, value);
                }
                Err(sentence) => faults.push((format!("terms.{name}"), sentence)),
            }
        }
        if let Some(day) = request.expires_on {
            let checked = if terms.contains_key("expires_at") {
                Err(IN_TEXT)
            } else {
                // Of the zone in which the day ends first.
                expiry::check(&expiry::end_of(day, Some(EASTERN)), now)
            };
            faults.extend(
                checked
                    .err()
                    .map(|sentence| ("expires_on".to_owned(), sentence.to_owned())),
            );
        }
        if request.template_id.is_none() && request.template_version.is_some() {
            let sentence = "Name the template of this version.".to_owned();
            faults.push(("template_id".to_owned(), sentence));
        }
        if !faults.is_empty() {
            return Err(LetterJobError::Fields(faults));
        }
        let today = Zone::Chicago.local(now).date();
        terms
            .entry("letter_date".to_owned())
            .or_insert(Value::Date(today));
        Ok(Self {
            project_id: request.project_id,
            property_ids,
            price_rule: request.price_rule,
            prices: request.prices,
            terms,
            accepted_defaults: request.accepted_defaults,
            expires_on: request.expires_on,
            template: (request.template_id, request.template_version),
        })
    }
}

fn value_of(registry: &Registry, name: &str, input: TermInput) -> Result<Value, String> {
    let term = registry.find(name).ok_or("There is no such term.")?;
    if OWN_OF_LETTERS.contains(&name) || term.kind == TermType::Share {
        return Err("This term is not the same in all letters.".to_owned());
    }
    let value = match input {
        TermInput::Text(text) => Value::read(&term.kind, &text)?,
        TermInput::Typed(typed) => typed.read().ok_or("The value is not of its type.")?,
    };
    if serde_json::json!(value).to_string().contains("\\u0000") {
        // The database rejects it.
        return Err("A value has a character that cannot be stored.".to_owned());
    }
    match term.fault_of(&value) {
        Some(sentence) => Err(sentence),
        None => Ok(value),
    }
}

#[cfg(test)]
mod tests {
    use serde_json::{Value as Json, json};
    use uuid::Uuid;

    use super::*;

    fn check(more: &Json) -> Result<Batch, Vec<(String, String)>> {
        let mut body =
            json!({"project_id": Uuid::nil(), "property_ids": [Uuid::nil(), Uuid::nil()]});
        if let (Json::Object(body), Json::Object(more)) = (&mut body, more) {
            body.extend(more.clone());
        }
        let now = "2026-11-25T02:00:00Z".parse().unwrap();
        match Batch::check(serde_json::from_value(body).unwrap(), now) {
            Ok(batch) => Ok(batch),
            Err(LetterJobError::Fields(faults)) => Err(faults),
            Err(other) => panic!("{other}"),
        }
    }

    #[test]
    fn properties_count_once_and_the_date_is_local() {
        let batch =
            check(&json!({"terms": {"dd_days": "45", "close_days": {"type": "int", "value": 20}}}));
        let batch = batch.unwrap();
        assert_eq!(batch.property_ids.len(), 1);
        assert_eq!(batch.terms["dd_days"], Value::Int(45));
        assert_eq!(batch.terms["close_days"], Value::Int(20));
        let evening = "2026-11-24".parse().unwrap();
        assert_eq!(batch.terms["letter_date"], Value::Date(evening));
    }

    #[test]
    fn every_wrong_field_is_named() {
        let many: Vec<Uuid> = (0..5_001).map(|_| Uuid::new_v4()).collect();
        for (body, field) in [
            (json!({"property_ids": []}), "property_ids"),
            (json!({"property_ids": many}), "property_ids"),
            (
                json!({"price_rule": {"basis": "per_acre"}}),
                "price_rule.factor",
            ),
            (
                json!({"price_rule": {"basis": "fixed", "factor": 1, "step": 0}}),
                "price_rule.step",
            ),
            (
                json!({"prices": {Uuid::nil().to_string(): 0}}),
                "prices.00000000-0000-0000-0000-000000000000",
            ),
            (json!({"terms": {"x_none": "1"}}), "terms.x_none"),
            (json!({"terms": {"dd_days": "soon"}}), "terms.dd_days"),
            (
                json!({"terms": {"dd_days": {"type": "text", "value": "9"}}}),
                "terms.dd_days",
            ),
            (json!({"terms": {"dd_days": "0"}}), "terms.dd_days"),
            (
                json!({"terms": {"purchase_price": "9"}}),
                "terms.purchase_price",
            ),
            (json!({"terms": {"deposit": "9"}}), "terms.deposit"),
            (
                json!({"terms": {"salutation": "a\u{0}"}}),
                "terms.salutation",
            ),
            (json!({"template_version": 2}), "template_id"),
            (
                json!({"accepted_defaults": ["nothing"]}),
                "accepted_defaults",
            ),
        ] {
            let faults = check(&body).unwrap_err();
            assert_eq!(faults[0].0, field);
        }
    }
}
