//! Making a letter: a template with values becomes a body, and a report of what it lacks.
//!
//! The body is HTML in which every value is escaped, terms that the editor knows are fields and
//! clauses are their blocks. The same template and values give the same bytes. What needs the
//! database or the typesetter (stale, conflict, not printable) is added by the caller.

use std::collections::{BTreeMap, BTreeSet};

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::condition::Truth;
use crate::html::{escaped, tags};
use crate::levels::{Level, Levels, Resolver, parts_of};
use crate::template::{Clause, Part, Severity, Template, TermUse, When};
use crate::term::{Registry, Term, WhenMissing};
use crate::value::{Line, Value, Values};
use crate::{ContentHash, Format};

/// Blocks that are left out when all their terms are empty.
const BLOCKS: [&str; 5] = ["p", "li", "h1", "h2", "h3"];

/// For whom a letter is made.
#[derive(Debug, Clone, Copy)]
pub enum Making<'a> {
    /// One letter in the editor: stand-ins are allowed and named.
    Single,
    /// One of many: stand-ins block, except for these terms. Price and seller block always.
    Bulk {
        /// Names of terms whose stand-in the user accepted.
        accepted: &'a BTreeSet<String>,
    },
}

/// A letter.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Letter {
    /// The body.
    pub html: String,
    /// Typed values of the terms that it says or depends on, to be stored.
    pub terms: Values,
    /// What it says of each term.
    pub texts: BTreeMap<String, String>,
    /// What it lacks, a row for each term and reason.
    pub report: Vec<Lack>,
    /// Which clauses it has, in their order. Not part of what is approved: the body is.
    pub clauses: Vec<ClauseOutcome>,
}

/// Whether a letter has a clause, and why.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
pub struct ClauseOutcome {
    /// Of the clause.
    pub id: String,
    /// Of the clause.
    pub title: String,
    /// Null: it cannot be decided.
    #[schema(required = true)]
    pub included: Option<bool>,
    /// For the user.
    pub sentence: String,
}

/// What a letter lacks.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, ToSchema)]
#[schema(as = LetterLack)]
pub struct Lack {
    /// Name of the term.
    pub term: String,
    /// Why it is reported.
    pub reason: Reason,
    /// Whether the letter cannot be made.
    pub severity: Severity,
    /// What the letter says instead.
    pub text: String,
    /// For the user.
    pub sentence: String,
}

/// Why a term is reported.
#[derive(
    Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, ToSchema,
)]
#[serde(rename_all = "snake_case")]
#[schema(as = LackReason)]
pub enum Reason {
    /// No level has a value.
    Missing,
    /// The specification's stand-in is used.
    DefaultUsed,
    /// The property changed after the draft; added by the caller.
    Stale,
    /// The value is not one of the term's.
    OutOfRange,
    /// Several values claim the term; added by the caller.
    Conflict,
    /// No font has a character of it; added by the caller.
    NotPrintable,
    /// The registry has no such term.
    UnknownTerm,
    /// The condition of a clause cannot be read.
    Condition,
}

impl Letter {
    /// Whether it must not be made.
    pub fn is_blocked(&self) -> bool {
        self.report
            .iter()
            .any(|lack| lack.severity == Severity::Block)
    }

    /// What an approval of it is bound to.
    pub fn content_hash(&self, template_version: &str) -> ContentHash {
        ContentHash::of(template_version, &self.terms, &self.html)
    }
}

/// Makes a letter. It is made even if something blocks, for the preview; see
/// [`Letter::is_blocked`].
pub fn make_letter(
    template: &Template,
    registry: &Registry,
    levels: Levels<'_>,
    making: Making<'_>,
) -> Letter {
    let mut maker = Maker {
        resolver: Resolver { registry, levels },
        making,
        letter: Letter {
            html: String::new(),
            terms: Values::new(),
            texts: BTreeMap::new(),
            report: Vec::new(),
            clauses: Vec::new(),
        },
    };
    let body = maker.parts(&template.parts);
    maker.letter.html = body.html;
    maker.expiry();
    maker.letter.report.sort();
    maker.letter.report.dedup();
    maker.letter
}

struct Maker<'a> {
    resolver: Resolver<'a>,
    making: Making<'a>,
    letter: Letter,
}

#[derive(Default)]
struct Written {
    html: String,
    has_text: bool,
    has_term: bool,
}

impl Written {
    fn add(&mut self, other: &Self) {
        self.html.push_str(&other.html);
        self.has_text |= other.has_text;
        self.has_term |= other.has_term;
    }
}

impl Maker<'_> {
    fn parts(&mut self, parts: &[Part]) -> Written {
        let mut written = Written::default();
        for part in parts {
            written.add(&self.part(part));
        }
        written
    }

    fn part(&mut self, part: &Part) -> Written {
        match part {
            Part::Text(text) => Written {
                html: escaped(text),
                has_text: !text.trim().is_empty(),
                has_term: false,
            },
            Part::Element { element, parts } => {
                let mut inner = self.parts(parts);
                if inner.has_term && !inner.has_text && BLOCKS.contains(&element.tag.as_str()) {
                    inner.html.clear();
                    return inner;
                }
                let (start, end) = tags(element);
                inner.html = start + &inner.html + &end;
                inner
            }
            Part::Term(place) => self.term(place),
            Part::Clause(clause) => self.clause(clause),
        }
    }

    fn clause(&mut self, clause: &Clause) -> Written {
        let condition = match &clause.when {
            None => {
                self.decided(clause, Some(true), "It is in every letter.".to_owned());
                return self.parts(&clause.parts);
            }
            Some(When::Holds(condition)) => condition,
            Some(When::Faulty) => {
                let sentence = format!("The condition of {} cannot be read.", clause.title);
                self.decided(clause, None, sentence.clone());
                self.report("", Reason::Condition, Severity::Block, "", sentence);
                return Written::default();
            }
        };
        let resolver = self.resolver;
        let truth = condition.holds(&|name| resolver.known(name));
        self.decided(clause, truth.known(), resolver.why(condition));
        for name in condition.terms() {
            // What decided is part of the content that is approved.
            if let Some(value) = resolver.known(name) {
                self.letter.terms.entry(name.to_owned()).or_insert(value);
            }
        }
        match truth {
            Truth::Yes => self.parts(&clause.parts),
            Truth::No => Written::default(),
            Truth::Unknown => {
                for name in condition.terms() {
                    if resolver.known(name).is_none() {
                        let sentence =
                            format!("It decides whether the letter has {}.", clause.title);
                        self.report(name, Reason::Missing, Severity::Block, "", sentence);
                    }
                }
                Written::default()
            }
        }
    }

    fn decided(&mut self, clause: &Clause, included: Option<bool>, sentence: String) {
        self.letter.clauses.push(ClauseOutcome {
            id: clause.id.clone(),
            title: clause.title.clone(),
            included,
            sentence,
        });
    }

    fn term(&mut self, place: &TermUse) -> Written {
        let registry = self.resolver.registry;
        let Some(term) = registry.find(&place.name) else {
            let sentence = "There is no such term.".to_owned();
            self.report(
                &place.name,
                Reason::UnknownTerm,
                Severity::Block,
                "",
                sentence,
            );
            return Written::default();
        };
        let format = place.format.unwrap_or(term.format);
        let (value, level) = self.resolver.find(&place.name);
        let text = text_of(term, format, value.as_ref());
        self.judge(term, value.as_ref(), level, &text);
        for part in parts_of(&place.name) {
            if let Some(part) = registry.find(part) {
                let (value, level) = self.resolver.find(&part.name);
                let text = text_of(part, part.format, value.as_ref());
                self.judge(part, value.as_ref(), level, &text);
            }
        }
        let html = if let (Format::Lines, Some(Value::Lines(lines))) = (format, &value) {
            let line = |line: &Line| {
                let shown = line.term.as_ref().and_then(|name| registry.find(name));
                field(shown, &line.text, "")
            };
            lines.iter().map(line).collect::<Vec<_>>().join("<br>")
        } else if format == term.format {
            field(Some(term), &text, "")
        } else {
            field(
                Some(term),
                &text,
                &format!(" data-fmt=\"{}\"", format.name()),
            )
        };
        Written {
            has_text: !text.trim().is_empty(),
            html: if text.is_empty() { String::new() } else { html },
            has_term: true,
        }
    }

    fn judge(&mut self, term: &Term, value: Option<&Value>, level: Level, text: &str) {
        let name = term.name.as_ref();
        self.letter.texts.insert(name.to_owned(), text.to_owned());
        if let Some(value) = value {
            self.letter.terms.insert(name.to_owned(), value.clone());
            if let Some(sentence) = term.fault_of(value) {
                self.report(name, Reason::OutOfRange, Severity::Block, text, sentence);
            }
        }
        match level {
            Level::StandIn => {
                let severity = self.severity_of_stand_in(term);
                let sentence = format!("{} is not known; the letter says “{text}”.", term.label);
                self.report(name, Reason::DefaultUsed, severity, text, sentence);
            }
            Level::Missing if term.when_missing == WhenMissing::Blocks => {
                let sentence = format!("{} is missing.", term.label);
                self.report(name, Reason::Missing, Severity::Block, text, sentence);
            }
            _ => {}
        }
    }

    fn severity_of_stand_in(&self, term: &Term) -> Severity {
        match self.making {
            Making::Single => Severity::Warn,
            Making::Bulk { accepted }
                if accepted.contains(term.name.as_ref()) && !term.is_strict =>
            {
                Severity::Warn
            }
            Making::Bulk { .. } => Severity::Block,
        }
    }

    /// An expiry lies after the letter's date.
    fn expiry(&mut self) {
        let Some(Value::LocalDatetime(expiry)) = self.letter.terms.get("expires_at") else {
            return;
        };
        let Some(Value::Date(date)) = self.resolver.known("letter_date") else {
            return;
        };
        if expiry.at.date() <= date {
            let text = self
                .letter
                .texts
                .get("expires_at")
                .cloned()
                .unwrap_or_default();
            let sentence = "The letter would expire on its own date or before.".to_owned();
            self.report(
                "expires_at",
                Reason::OutOfRange,
                Severity::Block,
                &text,
                sentence,
            );
        }
    }

    fn report(
        &mut self,
        term: &str,
        reason: Reason,
        severity: Severity,
        text: &str,
        sentence: String,
    ) {
        self.letter.report.push(Lack {
            term: term.to_owned(),
            reason,
            severity,
            text: text.to_owned(),
            sentence,
        });
    }
}

/// What the letter says: a missing value that blocks is its label in brackets.
fn text_of(term: &Term, format: Format, value: Option<&Value>) -> String {
    let written = value.and_then(|value| format.write(value));
    match (written, &term.when_missing, value) {
        (Some(text), ..) => text,
        (None, WhenMissing::StandIn(text), None) => (*text).to_owned(),
        (None, WhenMissing::Nothing, None) => String::new(),
        _ => format!("[{}]", term.label),
    }
}

/// The text as a field of the letter, if the editor knows the term as one.
fn field(term: Option<&Term>, text: &str, mark: &str) -> String {
    let text = escaped(text);
    match term.filter(|term| term.is_field) {
        Some(term) => format!("<span data-term=\"{}\"{mark}>{text}</span>", term.name),
        None => text,
    }
}

#[cfg(test)]
mod tests {
    use serde_json::{Value as Json, json};

    use super::*;

    fn made(html: &str, values: Json, making: Making<'_>) -> Letter {
        let registry = Registry::standard();
        let template = Template::parse(html, &registry).unwrap();
        let (letter, none) = (serde_json::from_value(values).unwrap(), Values::new());
        let levels = Levels {
            letter: &letter,
            template: &none,
            firm: &none,
        };
        make_letter(&template, &registry, levels, making)
    }

    fn rows(letter: &Letter) -> Vec<(&str, Reason, Severity)> {
        letter
            .report
            .iter()
            .map(|lack| (lack.term.as_str(), lack.reason, lack.severity))
            .collect()
    }

    fn text(value: &str) -> Json {
        json!({"type": "text", "value": value})
    }

    #[test]
    fn values_are_escaped_and_forged_texts_replaced() {
        let html = "<p><span data-term=\"city\"><b>forged</b></span>: <span data-term=\"property_name\">$1</span> &amp; 'x'</p>";
        let letter = made(
            html,
            json!({"city": text("<i>A</i>"), "property_name": text("B \"&\" Sons")}),
            Making::Single,
        );
        assert_eq!(
            letter.html,
            "<p>&lt;i&gt;A&lt;/i&gt;: <span data-term=\"property_name\">B &quot;&amp;&quot; Sons</span> &amp; &#39;x&#39;</p>"
        );
        assert_eq!(letter.report, []);
    }

    #[test]
    fn it_is_said_which_clauses_are_in_and_why() {
        let when = |json: &str| json.replace('"', "&quot;");
        let html = format!(
            "<section data-clause=\"a\" data-title=\"Always\"><p>x</p></section>\
             <section data-clause=\"b\" data-when=\"{}\"><p>x</p></section>\
             <section data-clause=\"c\" data-when=\"{}\"><p>x</p></section>",
            when(r#"{"op":"eq","args":["city","Houston"]}"#),
            when(r#"{"op":"eq","args":["zip","77002"]}"#),
        );
        let letter = made(&html, json!({"city": text("Austin")}), Making::Single);
        let rows: Vec<_> = letter
            .clauses
            .iter()
            .map(|clause| {
                (
                    clause.title.as_str(),
                    clause.included,
                    clause.sentence.as_str(),
                )
            })
            .collect();
        assert_eq!(
            rows,
            [
                ("Always", Some(true), "It is in every letter."),
                ("b", Some(false), "Only if City is “Houston”. City: Austin."),
                (
                    "c",
                    None,
                    "Only if ZIP code is “77002”. ZIP code: not known."
                ),
            ]
        );
    }

    #[test]
    fn the_first_level_with_a_value_wins() {
        let registry = Registry::standard();
        let template =
            Template::parse("<p><span data-term=\"dd_days\"></span></p>", &registry).unwrap();
        let days = |count: u32| Values::from([("dd_days".to_owned(), Value::Int(count))]);
        let none = Values::new();
        let html = |letter: &Values, template_: &Values, firm: &Values| {
            let levels = Levels {
                letter,
                template: template_,
                firm,
            };
            make_letter(&template, &registry, levels, Making::Single).html
        };
        let says = |text: &str| format!("<p><span data-term=\"dd_days\">{text}</span></p>");
        assert_eq!(html(&none, &none, &none), says("sixty (60) days"));
        assert_eq!(html(&none, &none, &days(90)), says("ninety (90) days"));
        assert_eq!(
            html(&none, &days(45), &days(90)),
            says("forty-five (45) days")
        );
        assert_eq!(html(&days(1), &days(45), &days(90)), says("one (1) day"));
    }

    #[test]
    fn stand_ins_are_reported_and_block_in_bulk() {
        let html = "<p><span data-term=\"contact_title\"></span> <span data-term=\"purchase_price\"></span></p>";
        let single = made(html, json!({}), Making::Single);
        assert_eq!(
            single.html,
            "<p>Title <span data-term=\"purchase_price\">N/A</span></p>"
        );
        assert!(!single.is_blocked());
        assert_eq!(
            rows(&single),
            [
                ("contact_title", Reason::DefaultUsed, Severity::Warn),
                ("purchase_price", Reason::DefaultUsed, Severity::Warn)
            ]
        );
        let accepted = BTreeSet::from(["contact_title".to_owned(), "purchase_price".to_owned()]);
        let bulk = made(
            html,
            json!({}),
            Making::Bulk {
                accepted: &accepted,
            },
        );
        assert_eq!(
            rows(&bulk),
            [
                ("contact_title", Reason::DefaultUsed, Severity::Warn),
                ("purchase_price", Reason::DefaultUsed, Severity::Block)
            ]
        );
        let none = BTreeSet::new();
        assert_eq!(
            rows(&made(html, json!({}), Making::Bulk { accepted: &none }))[0].2,
            Severity::Block
        );
    }

    #[test]
    fn a_composed_term_reports_what_its_parts_lack() {
        let html = "<p><span data-term=\"addressee\"></span></p><p><span data-term=\"deposit\"></span></p>";
        let letter = made(
            html,
            json!({"contact_first_name": text("Dana")}),
            Making::Single,
        );
        assert_eq!(
            letter.html,
            "<p><span data-term=\"contact_name\">Dana Public</span><br>Title<br><span data-term=\"owner_name\">Company</span></p>\
             <p><span data-term=\"deposit\">1% of the Purchase Price</span></p>"
        );
        let terms: Vec<_> = letter
            .report
            .iter()
            .map(|lack| lack.term.as_str())
            .collect();
        assert_eq!(
            terms,
            [
                "contact_name",
                "contact_title",
                "owner_name",
                "purchase_price"
            ]
        );
    }

    #[test]
    fn what_is_missing_out_of_range_or_unknown_blocks() {
        let one = |term: &str, values: Json| {
            made(
                &format!("<p><span data-term=\"{term}\"></span></p>"),
                values,
                Making::Single,
            )
        };
        let buyer = one("buyer", json!({}));
        assert_eq!(
            buyer.html,
            "<p><span data-term=\"buyer\">[Buyer]</span></p>"
        );
        assert_eq!(rows(&buyer), [("buyer", Reason::Missing, Severity::Block)]);
        let days = one("dd_days", json!({"dd_days": {"type": "int", "value": 0}}));
        assert_eq!(
            rows(&days),
            [("dd_days", Reason::OutOfRange, Severity::Block)]
        );
        let other = one("dd_days", json!({"dd_days": text("soon")}));
        assert_eq!(
            rows(&other),
            [("dd_days", Reason::OutOfRange, Severity::Block)]
        );
        assert_eq!(
            rows(&one("nothing", json!({}))),
            [("nothing", Reason::UnknownTerm, Severity::Block)]
        );
        let expiry = |day: &str| {
            let at = json!({"at": format!("{day}T17:00:00"), "zone": "America/Chicago"});
            let values = json!({
                "expires_at": {"type": "local_datetime", "value": at},
                "letter_date": {"type": "date", "value": "2026-11-25"},
            });
            one("expires_at", values).is_blocked()
        };
        assert!(expiry("2026-11-25"));
        assert!(!expiry("2026-11-26"));
    }

    #[test]
    fn clauses_follow_their_condition() {
        let when = |json: Json| {
            let json = json.to_string().replace('"', "&quot;");
            format!(
                "<section data-clause=\"site\" data-title=\"Site\" data-when=\"{json}\"><p>big</p></section><p>end</p>"
            )
        };
        let big = when(json!({"op": "gte", "args": ["acres", 5]}));
        let acres = |amount: f64, unit: &str| json!({"acres": {"type": "area", "value": {"amount": amount, "unit": unit}}});
        assert_eq!(
            made(&big, acres(5.0, "acres"), Making::Single).html,
            "<p>big</p><p>end</p>"
        );
        assert_eq!(
            made(&big, acres(4.9, "acres"), Making::Single).html,
            "<p>end</p>"
        );
        assert_eq!(
            made(&big, acres(217_800.0, "square_feet"), Making::Single).html,
            "<p>big</p><p>end</p>"
        );
        let unknown = made(&big, json!({}), Making::Single);
        assert_eq!(
            rows(&unknown),
            [("acres", Reason::Missing, Severity::Block)]
        );
        let set = json!({"op": "is_set", "args": ["acres"]});
        let guarded =
            when(json!({"op": "and", "args": [set, {"op": "gte", "args": ["acres", 5]}]}));
        let none = made(&guarded, json!({}), Making::Single);
        assert_eq!(
            (none.html.as_str(), none.is_blocked()),
            ("<p>end</p>", false)
        );
        // A stand-in is no value.
        let named = when(json!({"op": "is_set", "args": ["owner_name"]}));
        assert_eq!(made(&named, json!({}), Making::Single).html, "<p>end</p>");
        let faulty = made(&when(json!({"op": "x"})), json!({}), Making::Single);
        assert_eq!(rows(&faulty), [("", Reason::Condition, Severity::Block)]);
    }

    #[test]
    fn blocks_of_empty_terms_are_left_out() {
        let html = "<p>a</p><p><span data-term=\"zip\"></span></p><p></p><p>ZIP <span data-term=\"zip\"></span></p>";
        assert_eq!(
            made(html, json!({}), Making::Single).html,
            "<p>a</p><p></p><p>ZIP </p>"
        );
    }

    #[test]
    fn a_field_keeps_a_format_of_its_own() {
        let html = "<p><span data-term=\"purchase_price\" data-fmt=\"money_words\"></span></p>";
        let letter = made(
            html,
            json!({"purchase_price": {"type": "money", "value": 900}}),
            Making::Single,
        );
        assert_eq!(
            letter.html,
            "<p><span data-term=\"purchase_price\" data-fmt=\"money_words\">Nine Hundred and No/100 Dollars</span></p>"
        );
        let hash = letter.content_hash("1");
        let other = made(
            html,
            json!({"purchase_price": {"type": "money", "value": 900.25}}),
            Making::Single,
        );
        assert_ne!(hash, other.content_hash("1"));
    }
}
