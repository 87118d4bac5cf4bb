//! A letter's text with a new price, other dates or other words. No I/O.

use std::collections::BTreeMap;

use domain::Money;
use letter_of_intent::{
    DATE_TERMS, HtmlElement, HtmlNode, LetterNumber, Levels, Making, Registry, Template, Value,
    Values, make_letter, parse_html, write_html,
};

use crate::letter_register::date_terms::{self, Fault, Typed};
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

/// The content of a copy with another text and, if they change, another price and other dates.
pub fn copied(
    before: &Content,
    html: &str,
    price: Option<&Money>,
    typed: &Typed,
) -> Result<Content, Fault> {
    let html = sanitize(html);
    if !has_text(&html) {
        return Err(in_text(NO_TEXT));
    }
    let had_price = terms_of(&before.html).contains_key(PRICE);
    let has = terms_of(&html);
    if had_price && !has.contains_key(PRICE) {
        return Err(in_text(NO_PRICE));
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
            return Err(in_text(OTHER_PRICE));
        }
        None => BTreeMap::new(),
    };
    let mut nodes = parse_html(&html).ok_or_else(|| in_text(TOO_DEEP))?;
    let of_dates = (
        &date_terms::fields_of(&before.html),
        &date_terms::fields(&nodes),
    );
    let rewritten = date_terms::take_over(&mut terms, of_dates, typed)?;
    let registry = Registry::standard();
    fill(&mut nodes, &|element| {
        let name = element.attribute("data-term")?;
        if rewritten.contains(name) || (name == PRICE && price.is_some()) {
            return date_terms::written(element, registry.find(name)?, terms.get(name)?);
        }
        fields.get(name).cloned()
    });
    let html = sanitize(&write_html(&nodes));
    let mut texts = before.texts.clone();
    let said = terms_of(&html).into_iter();
    texts.extend(said.filter(|(name, _)| !DATE_TERMS.contains(&name.as_str())));
    for name in DATE_TERMS {
        let (old, new) = (before.terms.get(name), terms.get(name));
        if old != new {
            let text = new.and_then(|value| registry.find(name)?.format.write(value));
            match text {
                Some(text) => texts.insert(name.to_owned(), text),
                None => texts.remove(name),
            };
        }
    }
    Ok(Content { html, terms, texts })
}

fn in_text(sentence: &str) -> Fault {
    ("html", sentence.to_owned())
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

/// Writes texts in the place of what elements have.
fn fill(nodes: &mut [HtmlNode], text_of: &dyn Fn(&HtmlElement) -> Option<String>) {
    for node in nodes {
        let HtmlNode::Element(element) = node else {
            continue;
        };
        match text_of(element) {
            Some(text) => element.children = vec![HtmlNode::Text(text)],
            None => fill(&mut element.children, text_of),
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
        let none = Typed::new();
        let copy = copied(&before, &before.html, Some(&price), &none).unwrap();
        assert!(
            copy.html
                .contains("<span data-term=\"purchase_price\">$1,300,000</span>")
        );
        assert!(copy.html.contains("$6,500 (0.5% of the Purchase Price)"));
        assert_eq!(copy.texts[PRICE], "$1,300,000");
        assert_eq!(copy.terms[PRICE], Value::Money(price.clone()));
        let same = copied(&before, &before.html, None, &none).unwrap();
        assert_eq!((&same.html, &same.terms), (&before.html, &before.terms));
        let in_words = Content {
            html: before.html.replace(
                "purchase_price\">$1,295,000",
                "purchase_price\" data-fmt=\"money_words\">x",
            ),
            ..before
        };
        let copy = copied(&in_words, &in_words.html, Some(&price), &none).unwrap();
        assert!(
            copy.html
                .contains("One Million Three Hundred Thousand and No/100 Dollars")
        );
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
            let copy = copied(&before, html, None, &Typed::new());
            assert_eq!(copy, Err(in_text(why)), "{html}");
        }
        let deep = format!(
            "{}{}{}",
            "<ul><li>".repeat(60),
            before.html,
            "</li></ul>".repeat(60)
        );
        let copy = copied(&before, &deep, None, &Typed::new());
        assert_eq!(copy, Err(in_text(TOO_DEEP)));
        let script = copied(
            &before,
            &(before.html.clone() + "<script>x</script><p onclick=x>a</p>"),
            None,
            &Typed::new(),
        );
        assert!(script.unwrap().html.ends_with("<p>a</p>"));
    }

    #[test]
    fn other_days_are_written_wherever_the_letter_says_them() {
        let mut before = before();
        before.html += "<p><span data-term=\"dd_days\" data-fmt=\"days_capital\">Sixty (60) days</span>, that is \
            <span data-term=\"dd_days\">sixty (60) days</span>.</p>\
            <p><span data-term=\"ext_days\">fifteen (15) days</span></p>";
        for (name, count, text) in [
            ("dd_days", 60, "sixty (60) days"),
            ("ext_days", 15, "fifteen (15) days"),
        ] {
            before.terms.insert(name.to_owned(), Value::Int(count));
            before.texts.insert(name.to_owned(), text.to_owned());
        }
        let typed = Typed::from([("dd_days".to_owned(), Some("45".to_owned()))]);
        // A document says them in its own way.
        let redlined = before.html.replace("Sixty (60)", "Forty five (45)");
        for html in [&before.html, &redlined] {
            let copy = copied(&before, html, None, &typed).unwrap();
            let says = |text: &str| copy.html.contains(&format!("{text}</span>"));
            assert!(says("Forty-five (45) days") && says("forty-five (45) days"));
            assert!(says("fifteen (15) days") && !copy.html.contains("60"));
            assert_eq!(copy.terms["dd_days"], Value::Int(45));
            assert_eq!(copy.texts["dd_days"], "forty-five (45) days");
        }
        let none = Typed::new();
        let same = copied(&before, &before.html, None, &none).unwrap();
        assert_eq!(
            (&same.terms, &same.texts["dd_days"]),
            (&before.terms, &before.texts["dd_days"])
        );
        assert_eq!(same.html, before.html);
        let untyped = copied(&before, &redlined, None, &none).unwrap_err();
        assert!(untyped.1.contains("is not the letter's"), "{untyped:?}");

        let start = before.html.find("<p><span data-term=\"ext_days").unwrap();
        let shorter = &before.html[..start];
        assert_eq!(copied(&before, shorter, None, &none).unwrap_err().0, "html");
        let gone = Typed::from([("ext_days".to_owned(), None)]);
        let copy = copied(&before, shorter, None, &gone).unwrap();
        assert!(!copy.terms.contains_key("ext_days") && !copy.texts.contains_key("ext_days"));
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
