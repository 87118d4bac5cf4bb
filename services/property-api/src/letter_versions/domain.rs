//! A letter's text with a new price or other words. No I/O.

use std::collections::BTreeMap;

use domain::Money;
use letter_of_intent::{
    HtmlNode, LetterNumber, Levels, Making, Registry, Template, Value, Values, make_letter,
    parse_html, write_html,
};

use crate::letters::domain::{has_text, sanitize, terms_of};

/// The term of the price.
pub const PRICE: &str = "purchase_price";
/// Fields whose text follows from the price.
const PRICED: [&str; 3] = [PRICE, "earnest_money", "deposit"];

const NO_TEXT: &str = "The letter has no text.";
const TOO_DEEP: &str = "The letter has too many lists or quotations inside one another.";
const NO_PRICE: &str = "The letter must keep the field of its purchase price.";
const OTHER_PRICE: &str =
    "The purchase price in the text is not the letter's price. Change the price instead.";

/// What a letter says.
#[derive(Debug, Clone, PartialEq)]
pub struct Content {
    /// Sanitized.
    pub html: String,
    /// Typed values by term.
    pub terms: Values,
    /// What it says of each term.
    pub texts: BTreeMap<String, String>,
}

/// The content of a copy with another text and, if it changes, another price.
pub fn copied(
    before: &Content,
    html: &str,
    price: Option<&Money>,
) -> Result<Content, &'static str> {
    let html = sanitize(html);
    if !has_text(&html) {
        return Err(NO_TEXT);
    }
    let had_price = terms_of(&before.html).contains_key(PRICE);
    let has = terms_of(&html);
    if had_price && !has.contains_key(PRICE) {
        return Err(NO_PRICE);
    }
    let mut terms = before.terms.clone();
    let fields = match price {
        Some(price) => {
            terms.insert(PRICE.to_owned(), Value::Money(price.clone()));
            for value in terms.values_mut() {
                if let Value::Share(share) = value {
                    share.price = Some(price.clone());
                }
            }
            written(&terms)
        }
        None if had_price && has.get(PRICE) != terms_of(&before.html).get(PRICE) => {
            return Err(OTHER_PRICE);
        }
        None => BTreeMap::new(),
    };
    let mut nodes = parse_html(&html).ok_or(TOO_DEEP)?;
    fill(&mut nodes, &fields);
    let html = sanitize(&write_html(&nodes));
    let mut texts = before.texts.clone();
    texts.extend(terms_of(&html));
    Ok(Content { html, terms, texts })
}

/// What fields say that follow from the price.
fn written(terms: &Values) -> BTreeMap<String, String> {
    let registry = Registry::standard();
    let field = |name: &str| format!("<p><span data-term=\"{name}\"></span></p>");
    let Ok(template) = Template::parse(&PRICED.map(field).concat(), &registry) else {
        return BTreeMap::new();
    };
    let none = Values::new();
    let levels = Levels {
        letter: terms,
        template: &none,
        firm: &none,
    };
    make_letter(&template, &registry, levels, Making::Single).texts
}

fn fill(nodes: &mut [HtmlNode], fields: &BTreeMap<String, String>) {
    for node in nodes {
        let HtmlNode::Element(element) = node else {
            continue;
        };
        let text = element.attribute("data-term").and_then(|name| {
            let is_priced = PRICED.contains(&name);
            is_priced.then(|| fields.get(name)).flatten().cloned()
        });
        match text {
            Some(text) => element.children = vec![HtmlNode::Text(text)],
            None => fill(&mut element.children, fields),
        }
    }
}

/// The number of a version; none if there cannot be one.
pub fn number_of(year: i32, serial: i32, version: i32) -> Option<LetterNumber> {
    let first = LetterNumber::new(year.try_into().ok()?, serial.try_into().ok()?)?;
    (1..version).try_fold(first, |number, _| number.next_version())
}

/// An amount as letters write it: `$1,250,000`.
pub fn amount(text: &str) -> Option<Money> {
    let digits = text.trim().trim_start_matches('$').replace([',', ' '], "");
    let amount: Money = digits.parse().ok()?;
    (amount.cents() > 0).then_some(amount)
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn before() -> Content {
        let terms = json!({
            "purchase_price": {"type": "money", "value": 1_295_000},
            "earnest_percent": {"type": "percent", "value": 0.5},
        });
        Content {
            html: "<p>Price: <span data-term=\"purchase_price\">$1,295,000</span></p>\
                <p><span data-term=\"earnest_money\">$6,475 (0.5% of the Purchase Price)</span></p>"
                .to_owned(),
            terms: serde_json::from_value(terms).unwrap(),
            texts: BTreeMap::from([(PRICE.to_owned(), "$1,295,000".to_owned())]),
        }
    }

    #[test]
    fn a_new_price_is_written_wherever_the_letter_says_it() {
        let before = before();
        let price: Money = "1300000".parse().unwrap();
        let copy = copied(&before, &before.html, Some(&price)).unwrap();
        assert!(
            copy.html
                .contains("<span data-term=\"purchase_price\">$1,300,000</span>")
        );
        assert!(copy.html.contains("$6,500 (0.5% of the Purchase Price)"));
        assert_eq!(copy.texts[PRICE], "$1,300,000");
        assert_eq!(copy.terms[PRICE], Value::Money(price));
        let same = copied(&before, &before.html, None).unwrap();
        assert_eq!((same.html, same.terms), (before.html, before.terms));
    }

    #[test]
    fn a_copy_keeps_its_price_and_its_text() {
        let before = before();
        for (html, why) in [
            ("<p> </p>", NO_TEXT),
            ("<p>Price: $1,295,000</p>", NO_PRICE),
            (
                "<p><span data-term=\"purchase_price\">$5</span></p>",
                OTHER_PRICE,
            ),
        ] {
            assert_eq!(copied(&before, html, None), Err(why), "{html}");
        }
        let deep = format!(
            "{}{}{}",
            "<ul><li>".repeat(60),
            before.html,
            "</li></ul>".repeat(60)
        );
        assert_eq!(copied(&before, &deep, None), Err(TOO_DEEP));
        let script = copied(
            &before,
            &(before.html.clone() + "<script>x</script><p onclick=x>a</p>"),
            None,
        );
        assert!(script.unwrap().html.ends_with("<p>a</p>"));
    }

    #[test]
    fn numbers_and_amounts_are_read() {
        assert_eq!(number_of(2026, 42, 1).unwrap().to_string(), "LOI-2026-0042");
        assert_eq!(
            number_of(2026, 42, 3).unwrap().to_string(),
            "LOI-2026-0042/3"
        );
        assert_eq!(number_of(2026, 42, 70_000), None);
        assert_eq!(amount(" $1,250,000 ").unwrap().cents(), 125_000_000);
        for text in ["", "$0", "about a million", "$-5", "1.2.3"] {
            assert_eq!(amount(text), None, "{text}");
        }
    }
}
