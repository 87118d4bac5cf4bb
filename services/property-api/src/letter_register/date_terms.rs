//! Terms of a letter from which dates follow: what its text says of them, and what a person says. No I/O.
//!
//! Letters from before these terms were fields say them as text only. Their terms are taken as they are.

use std::collections::{BTreeMap, BTreeSet};

use chrono::NaiveDateTime;
use letter_of_intent::{
    DATE_TERMS, Expiry, Format, HtmlElement, HtmlNode, Registry, Term, Value, Values, parse_html,
    said,
};

/// A local time, as browsers have it.
const LOCAL: &str = "%Y-%m-%dT%H:%M";

const NO_TERM: &str = "There is no such term.";
const NOT_A_TIME: &str = "Enter a day and an hour.";
const SEVERAL: &str = "Its fields do not say the same.";

/// What a person says of terms: a number of days, or a local time. None: the letter says it no more.
pub type Typed = BTreeMap<String, Option<String>>;

/// What is wrong, by the field of the request.
pub type Fault = (&'static str, String);

/// Texts of the fields, by term.
pub type Fields = BTreeMap<&'static str, Vec<String>>;

/// A term of a letter.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct DateTerm {
    pub term: Term,
    pub value: Value,
    /// Whether the text has a field of it.
    pub is_field: bool,
}

/// A term of which a text says something else than the letter does.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Said {
    pub term: &'static str,
    pub text: String,
    /// As a person would type it, or why a person has to.
    pub value: Result<String, String>,
}

/// The terms that a letter has.
pub fn list(html: &str, terms: &Values) -> Vec<DateTerm> {
    let (registry, fields) = (Registry::standard(), fields_of(html));
    let one = |name: &&str| {
        Some(DateTerm {
            term: registry.find(name)?.clone(),
            value: terms.get(*name)?.clone(),
            is_field: fields.contains_key(*name),
        })
    };
    DATE_TERMS.iter().filter_map(one).collect()
}

/// The fields of a sanitized body.
pub fn fields_of(html: &str) -> Fields {
    fields(&parse_html(html).unwrap_or_default())
}

/// The fields of a body.
pub fn fields(nodes: &[HtmlNode]) -> Fields {
    let mut fields = Fields::new();
    collect(nodes, &mut fields);
    fields
}

fn collect(nodes: &[HtmlNode], fields: &mut Fields) {
    for node in nodes {
        let HtmlNode::Element(element) = node else {
            continue;
        };
        let Some(name) = element.attribute("data-term").and_then(known) else {
            collect(&element.children, fields);
            continue;
        };
        let text = text_of(&element.children);
        if !text.trim().is_empty() {
            fields.entry(name).or_default().push(text);
        }
    }
}

fn known(name: &str) -> Option<&'static str> {
    DATE_TERMS.into_iter().find(|known| *known == name)
}

fn text_of(nodes: &[HtmlNode]) -> String {
    let texts = nodes.iter().map(|node| match node {
        HtmlNode::Text(text) => text.clone(),
        HtmlNode::Element(element) if element.tag == "br" => " ".to_owned(),
        HtmlNode::Element(element) => text_of(&element.children),
    });
    texts.collect()
}

/// Takes over what a person typed. Returns the terms whose fields are to be written again.
///
/// # Errors
/// A text that says something else than its terms would, for the user.
pub fn take_over(
    terms: &mut Values,
    (before, after): (&Fields, &Fields),
    typed: &Typed,
) -> Result<BTreeSet<&'static str>, Fault> {
    if typed.keys().any(|name| known(name).is_none()) {
        return Err(("terms", NO_TERM.to_owned()));
    }
    let registry = Registry::standard();
    let mut rewritten = BTreeSet::new();
    for name in DATE_TERMS {
        let Some(term) = registry.find(name) else {
            continue;
        };
        let label = &term.label;
        match (before.get(name), after.get(name), typed.get(name)) {
            (None, None, None) => {}
            (None, None, Some(_)) => {
                return Err(("terms", format!("The letter has no field of {label}.")));
            }
            (None, Some(_), _) => {
                let sentence = format!("The letter had no field of {label}. Type it as text.");
                return Err(("html", sentence));
            }
            (Some(_), None, Some(None)) => {
                terms.remove(name);
            }
            (Some(_), None, _) => {
                let sentence = format!(
                    "The text has lost its field of {label}. Put it back, or say that the letter has none."
                );
                return Err(("html", sentence));
            }
            (Some(_), Some(_), Some(None)) => {
                return Err(("terms", format!("The text still says {label}.")));
            }
            (Some(_), Some(_), Some(Some(text))) => {
                let value = read(term, terms.get(name), text).map_err(|why| ("terms", why))?;
                terms.insert(name.to_owned(), value);
                rewritten.insert(name);
            }
            (Some(before), Some(after), None) => {
                if after.iter().any(|text| !before.contains(text)) {
                    let sentence =
                        format!("{label} in the text is not the letter's. Type its value instead.");
                    return Err(("html", sentence));
                }
            }
        }
    }
    Ok(rewritten)
}

fn read(term: &Term, before: Option<&Value>, text: &str) -> Result<Value, String> {
    let value = match before {
        Some(Value::LocalDatetime(before)) => NaiveDateTime::parse_from_str(text.trim(), LOCAL)
            .map(|at| {
                Value::LocalDatetime(Expiry {
                    at,
                    zone: before.zone,
                })
            })
            .map_err(|_invalid| NOT_A_TIME),
        _ => Value::read(&term.kind, text),
    };
    let value = value.map_err(|why| format!("{}: {why}", term.label))?;
    match term.fault_of(&value) {
        Some(sentence) => Err(sentence),
        None => Ok(value),
    }
}

/// A value as a person would type it.
pub fn typed(value: &Value) -> String {
    match value {
        Value::LocalDatetime(expiry) => expiry.at.format(LOCAL).to_string(),
        other => Format::Plain.write(other).unwrap_or_default(),
    }
}

/// What a field says of the value, in its format.
pub fn written(field: &HtmlElement, term: &Term, value: &Value) -> Option<String> {
    let format = field.attribute("data-fmt").and_then(Format::named);
    let text = format.and_then(|format| format.write(value));
    text.or_else(|| term.format.write(value))
}

/// What the fields of a changed text say differently than the letter's.
pub fn said_otherwise(before: &str, after: &str, terms: &Values) -> Vec<Said> {
    let registry = Registry::standard();
    let (before, after) = (fields_of(before), fields_of(after));
    let one = |(&name, texts): (&&'static str, &Vec<String>)| {
        let old = before.get(name)?;
        if texts.iter().all(|text| old.contains(text)) {
            return None;
        }
        Some(Said {
            term: name,
            text: texts.join(", "),
            value: said_in(registry.find(name)?, terms.get(name)?, texts),
        })
    };
    after.iter().filter_map(one).collect()
}

fn said_in(term: &Term, before: &Value, texts: &[String]) -> Result<String, String> {
    let mut values = Vec::new();
    for text in texts {
        let value = said(before, text)?;
        if let Some(sentence) = term.fault_of(&value) {
            return Err(sentence);
        }
        values.push(typed(&value));
    }
    values.dedup();
    match values.as_slice() {
        [value] => Ok(value.clone()),
        _ => Err(SEVERAL.to_owned()),
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn field(name: &str, text: &str) -> String {
        format!("<p><span data-term=\"{name}\">{text}</span></p>")
    }

    fn terms() -> Values {
        let terms = json!({
            "dd_days": {"type": "int", "value": 60},
            "close_days": {"type": "int", "value": 30},
            "expires_at": {"type": "local_datetime", "value": {"at": "2026-12-15T17:00:00", "zone": "America/Chicago"}},
        });
        serde_json::from_value(terms).unwrap()
    }

    fn taken(before: &str, after: &str, typed: &[(&str, Option<&str>)]) -> Result<Values, Fault> {
        let mut terms = terms();
        let owned =
            |(name, text): &(&str, Option<&str>)| ((*name).to_owned(), text.map(str::to_owned));
        let typed: Typed = typed.iter().map(owned).collect();
        let fields = (&fields_of(before), &fields_of(after));
        let rewritten = take_over(&mut terms, fields, &typed)?;
        assert!(rewritten.iter().all(|name| typed.contains_key(*name)));
        Ok(terms)
    }

    #[test]
    fn what_is_typed_is_a_value_of_its_term() {
        let html = field("dd_days", "sixty (60) days") + &field("expires_at", "some day");
        let new = taken(
            &html,
            &html,
            &[
                ("dd_days", Some(" 45 ")),
                ("expires_at", Some("2026-12-20T09:30")),
            ],
        )
        .unwrap();
        assert_eq!(new["dd_days"], Value::Int(45));
        assert_eq!(typed(&new["expires_at"]), "2026-12-20T09:30");
        assert_eq!(new["close_days"], Value::Int(30));
        for (name, text) in [
            ("dd_days", "0"),
            ("dd_days", "soon"),
            ("dd_days", "3651"),
            ("expires_at", "2026-12-20"),
            ("close_days", "45"),
            ("purchase_price", "5"),
        ] {
            let fault = taken(&html, &html, &[(name, Some(text))]).unwrap_err();
            assert_eq!(fault.0, "terms", "{name} {text}");
        }
    }

    #[test]
    fn no_value_is_kept_that_the_text_no_longer_says() {
        let html = field("dd_days", "sixty (60) days");
        let other = field("dd_days", "forty-five (45) days");
        assert_eq!(taken(&html, &html, &[]), Ok(terms()));
        let (place, why) = taken(&html, &other, &[]).unwrap_err();
        assert_eq!(place, "html");
        assert!(
            why.starts_with("Due diligence in days in the text"),
            "{why}"
        );
        let gone = "<p>forty-five (45) days</p>";
        for typed in [&[][..], &[("dd_days", Some("45"))]] {
            let (place, why) = taken(&html, gone, typed).unwrap_err();
            assert_eq!(place, "html");
            assert!(
                why.contains("lost its field of Due diligence in days"),
                "{why}"
            );
        }
        let without = taken(&html, gone, &[("dd_days", None)]).unwrap();
        assert_eq!(without.get("dd_days"), None);
        assert_eq!(
            taken(&html, &html, &[("dd_days", None)]).unwrap_err().0,
            "terms"
        );
        let empty = field("dd_days", " ");
        assert_eq!(taken(&html, &empty, &[]).unwrap_err().0, "html");
        // A field that was pasted from another letter.
        assert_eq!(taken(gone, &other, &[]).unwrap_err().0, "html");
    }

    #[test]
    fn letters_without_fields_keep_their_terms() {
        let html = "<p>sixty (60) days</p>";
        assert_eq!(taken(html, "<p>forty-five (45) days</p>", &[]), Ok(terms()));
        let listed = list(html, &terms());
        let names: Vec<&str> = listed.iter().map(|one| one.term.name.as_ref()).collect();
        assert_eq!(names, ["expires_at", "dd_days", "close_days"]);
        assert!(listed.iter().all(|one| !one.is_field));
        let fields = field("dd_days", "sixty (60) days");
        assert!(list(&fields, &terms())[1].is_field);
    }

    #[test]
    fn a_changed_field_is_read_or_asked_for() {
        let html = field("dd_days", "sixty (60) days") + &field("close_days", "thirty (30) days");
        let said = |days: &str| {
            let after = field("dd_days", days) + &field("close_days", "thirty (30) days");
            let mut said = said_otherwise(&html, &after, &terms());
            assert!(said.len() < 2);
            said.pop().map(|one| {
                assert_eq!((one.term, one.text.as_str()), ("dd_days", days));
                one.value
            })
        };
        assert_eq!(said("sixty (60) days"), None);
        assert_eq!(said("forty-five (45) days"), Some(Ok("45".to_owned())));
        for days in ["forty-five (60) days", "45 business days", "zero (0) days"] {
            assert!(said(days).unwrap().is_err(), "{days}");
        }
        // Changed in one of two places.
        let twice = html.clone() + &field("dd_days", "sixty (60) days");
        let once = html.replace("sixty (60)", "fifty (50)") + &field("dd_days", "sixty (60) days");
        let said = said_otherwise(&twice, &once, &terms());
        assert_eq!(said[0].value, Err(SEVERAL.to_owned()));
        assert_eq!(said_otherwise(&html, "<p>none</p>", &terms()), []);
    }
}
