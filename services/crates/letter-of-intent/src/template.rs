//! Templates: HTML with terms and clauses, checked when it is saved.
//!
//! A term is `<span data-term="purchase_price" data-fmt="money_whole">$950,000</span>`; the text in it
//! is for readers without this code and never trusted. A clause is a `<section data-clause="id">`
//! around blocks, with a condition if it does not belong to every letter. Everything else is text of
//! the firm. No value is known here.

mod read;

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::Format;
use crate::condition::Condition;
use crate::deadline::Anchor;
use crate::html::{self, Element};
use crate::lint;
use crate::term::Registry;

/// Size of a template at most.
pub const MAX_TEMPLATE_BYTES: usize = 1_000_000;

/// Why HTML is no template at all.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum TemplateError {
    /// More than [`MAX_TEMPLATE_BYTES`].
    #[error("the template is larger than 1 MB")]
    TooLarge,
    /// Elements in more than 40 others.
    #[error("the template is nested too deeply")]
    TooDeep,
}

/// How much a finding matters.
#[derive(
    Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, ToSchema,
)]
#[serde(rename_all = "snake_case")]
#[schema(as = LackSeverity)]
pub enum Severity {
    /// To be read.
    Warn,
    /// Not published, not made.
    Block,
}

/// What is wrong with a template or unusual about it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Finding {
    /// Whether it blocks publishing.
    pub severity: Severity,
    /// For programs, such as `no_price`.
    pub code: &'static str,
    /// Where: `clauses.expiry.when.args.0`, `terms.price`; empty for the whole.
    pub field: String,
    /// For the user.
    pub sentence: String,
}

/// What a clause is about; the checks before publishing depend on it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize)]
#[serde(rename_all = "snake_case")]
#[expect(missing_docs, reason = "the names say it")]
pub enum ClauseKind {
    Parties,
    Property,
    Price,
    Deposits,
    Diligence,
    Closing,
    Financing,
    Costs,
    Debts,
    Broker,
    /// The seller does not negotiate with others for some days.
    Exclusivity,
    Confidentiality,
    Expiry,
    /// Says that the letter is not binding, and which clauses are.
    NonBinding,
    Other,
}

impl ClauseKind {
    /// By the name in `data-kind`.
    pub fn named(name: &str) -> Option<Self> {
        Some(match name {
            "parties" => Self::Parties,
            "property" => Self::Property,
            "price" => Self::Price,
            "deposits" => Self::Deposits,
            "diligence" => Self::Diligence,
            "closing" => Self::Closing,
            "financing" => Self::Financing,
            "costs" => Self::Costs,
            "debts" => Self::Debts,
            "broker" => Self::Broker,
            "exclusivity" => Self::Exclusivity,
            "confidentiality" => Self::Confidentiality,
            "expiry" => Self::Expiry,
            "non_binding" => Self::NonBinding,
            "other" => Self::Other,
            _ => return None,
        })
    }
}

/// A clause of a template.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Clause {
    /// Lower-case letters, digits and `-`; unique in the template.
    pub id: String,
    /// For the user; the id if it has none.
    pub title: String,
    /// What it is about.
    pub kind: ClauseKind,
    /// Absent: in every letter.
    pub when: Option<When>,
    /// Whether it binds the parties although the letter does not.
    pub is_binding: bool,
    /// Whether letters may not change it.
    pub is_locked: bool,
    /// The event from which its days are counted.
    pub start: Option<Anchor>,
    pub(crate) parts: Vec<Part>,
}

/// When a clause belongs to a letter.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum When {
    /// When it holds.
    Holds(Condition),
    /// It has a fault, which a finding names: no letter can be made.
    Faulty,
}

/// A place in a template that shows a term.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TermUse {
    /// Of the term; may be unknown.
    pub name: String,
    /// Absent: that of the term.
    pub format: Option<Format>,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Part {
    Text(String),
    /// Its children are in `parts`.
    Element {
        element: Element,
        parts: Vec<Part>,
    },
    Term(TermUse),
    Clause(Clause),
}

/// A checked template.
#[derive(Debug, Clone)]
pub struct Template {
    html: String,
    pub(crate) parts: Vec<Part>,
    findings: Vec<Finding>,
}

impl Template {
    /// Sanitizes, reads and checks a template. Findings do not prevent saving, those that block
    /// prevent publishing and making.
    ///
    /// # Errors
    /// It is too large or too deep.
    pub fn parse(html: &str, registry: &Registry) -> Result<Self, TemplateError> {
        if html.len() > MAX_TEMPLATE_BYTES {
            return Err(TemplateError::TooLarge);
        }
        let html = html::sanitized(html);
        let nodes = html::parse(&html).ok_or(TemplateError::TooDeep)?;
        let (parts, mut findings) = read::parts(nodes, registry);
        findings.extend(lint::findings(&parts));
        Ok(Self {
            html,
            parts,
            findings,
        })
    }

    /// The sanitized HTML, to be stored.
    pub fn html(&self) -> &str {
        &self.html
    }

    /// What is wrong with it or unusual.
    pub fn findings(&self) -> &[Finding] {
        &self.findings
    }

    /// Whether it may be published.
    pub fn is_publishable(&self) -> bool {
        self.findings
            .iter()
            .all(|finding| finding.severity != Severity::Block)
    }

    /// Names of terms that the registry does not know, each once, in their order.
    pub fn unknown_terms(&self, registry: &Registry) -> Vec<&str> {
        let mut unknown = Vec::new();
        for place in self.terms() {
            let name = place.name.as_str();
            if registry.find(name).is_none() && !unknown.contains(&name) {
                unknown.push(name);
            }
        }
        unknown
    }

    /// Places of terms, in their order.
    pub fn terms(&self) -> Vec<&TermUse> {
        let mut terms = Vec::new();
        each(&self.parts, &mut |part| {
            if let Part::Term(place) = part {
                terms.push(place);
            }
        });
        terms
    }

    /// Its clauses, in their order.
    pub fn clauses(&self) -> Vec<&Clause> {
        let mut clauses = Vec::new();
        each(&self.parts, &mut |part| {
            if let Part::Clause(clause) = part {
                clauses.push(clause);
            }
        });
        clauses
    }
}

/// Visits parts, outer ones before inner ones.
pub fn each<'a>(parts: &'a [Part], visit: &mut dyn FnMut(&'a Part)) {
    for part in parts {
        visit(part);
        match part {
            Part::Element { parts, .. } => each(parts, visit),
            Part::Clause(clause) => each(&clause.parts, visit),
            Part::Text(_) | Part::Term(_) => {}
        }
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    const GOOD: &str = "<section data-clause=\"intro\" data-kind=\"non_binding\"><p>To <span data-term=\"subject\">x</span>. \
        Not binding.</p></section><p>Price: <span data-term=\"purchase_price\">$1</span></p>";

    fn codes(html: &str) -> Vec<(&'static str, String)> {
        let template = Template::parse(html, &Registry::standard()).unwrap();
        template
            .findings()
            .iter()
            .map(|finding| (finding.code, finding.field.clone()))
            .collect()
    }

    /// Of the good template with more at its end.
    fn with(more: &str) -> Vec<(&'static str, String)> {
        codes(&format!("{GOOD}{more}"))
    }

    #[test]
    fn a_good_template_has_no_findings() {
        let template = Template::parse(GOOD, &Registry::standard()).unwrap();
        assert_eq!(template.findings(), []);
        assert!(template.is_publishable());
        assert_eq!(template.html(), GOOD);
        assert_eq!(template.clauses()[0].kind, ClauseKind::NonBinding);
        let names: Vec<_> = template
            .terms()
            .iter()
            .map(|place| place.name.as_str())
            .collect();
        assert_eq!(names, ["subject", "purchase_price"]);
    }

    #[test]
    fn unknown_terms_are_listed() {
        let html = format!(
            "{GOOD}<p><span data-term=\"a_b\">x</span> <span data-term=\"z\"></span> <span data-term=\"a_b\">x</span></p>"
        );
        let registry = Registry::standard();
        let template = Template::parse(&html, &registry).unwrap();
        assert_eq!(template.unknown_terms(&registry), ["a_b", "z"]);
        assert!(!template.is_publishable());
        assert_eq!(template.findings()[0].code, "unknown_term");
    }

    #[test]
    fn faults_have_their_place() {
        let when = |json: &str| {
            let json = json.replace('"', "&quot;");
            with(&format!(
                "<section data-clause=\"a\" data-when=\"{json}\"><p>x</p></section>"
            ))
        };
        let one = |code, field: &str| vec![(code, field.to_owned())];
        assert_eq!(
            with("<p><span data-term=\"dd_days\" data-fmt=\"dayz\"></span></p>"),
            one("unknown_format", "terms.dd_days")
        );
        assert_eq!(
            with("<p><span data-term=\"dd_days\" data-fmt=\"acres\"></span></p>"),
            one("format_mismatch", "terms.dd_days")
        );
        assert_eq!(
            with("<section><p>x</p></section>"),
            one("clause_id", "clauses")
        );
        assert_eq!(
            with("<section data-clause=\"intro\"><p>x</p></section>"),
            one("clause_id", "clauses.intro")
        );
        assert_eq!(
            with("<section data-clause=\"a\"><section data-clause=\"b\">x</section></section>"),
            one("nested_clause", "")
        );
        assert_eq!(
            with("<section data-clause=\"a\" data-kind=\"x\"><p>x</p></section>"),
            one("clause_kind", "clauses.a.kind")
        );
        assert_eq!(
            with("<section data-clause=\"a\" data-start=\"x\"><p>x</p></section>"),
            one("clause_start", "clauses.a.start")
        );
        assert_eq!(when("{"), one("condition", "clauses.a.when"));
        assert_eq!(when("[]"), one("condition", "clauses.a.when"));
        assert_eq!(
            when(r#"{"op":"not","args":[{"op":"is_set","args":["x"]}]}"#),
            one("condition", "clauses.a.when.args.0.args.0")
        );
        assert_eq!(when(r#"{"op":"is_set","args":["acres"]}"#), vec![]);
    }

    #[test]
    fn what_is_too_much_is_refused() {
        let parse = |html: &str| Template::parse(html, &Registry::standard()).map(|_| ());
        assert_eq!(
            parse(&"x".repeat(MAX_TEMPLATE_BYTES + 1)),
            Err(TemplateError::TooLarge)
        );
        let deep = format!("{}x", "<blockquote>".repeat(100));
        assert_eq!(parse(&deep), Err(TemplateError::TooDeep));
        let words = format!("{GOOD}<p>{}</p>", "word ".repeat(10_000));
        assert_eq!(parse(&words), Ok(()));
    }

    proptest! {
        #[test]
        fn any_html_is_judged_without_panic(html in "(<section data-clause=\"a\">|</section>|<span data-term=\"buyer\">|</span>|<p>|</p>|[a-z<>&\"]){0,20}") {
            let template = Template::parse(&html, &Registry::standard()).unwrap();
            let again = Template::parse(template.html(), &Registry::standard()).unwrap();
            prop_assert_eq!(again.html(), template.html());
        }
    }
}
