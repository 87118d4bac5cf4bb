//! Reading templates: terms and clauses in a tree of HTML, and faults of single ones.

use super::{Clause, ClauseKind, Finding, Part, Severity, TermUse, When};
use crate::Format;
use crate::condition::Condition;
use crate::deadline::Anchor;
use crate::html::{Element, Node};
use crate::term::Registry;

const MAX_CLAUSES: usize = 100;
const MAX_ID_CHARS: usize = 40;

/// The parts of a template, and what is wrong with terms and clauses.
pub fn parts(nodes: Vec<Node>, registry: &Registry) -> (Vec<Part>, Vec<Finding>) {
    let mut reader = Reader {
        registry,
        findings: Vec::new(),
        ids: Vec::new(),
    };
    let parts = reader.parts(nodes, false);
    (parts, reader.findings)
}

struct Reader<'a> {
    registry: &'a Registry,
    findings: Vec<Finding>,
    ids: Vec<String>,
}

impl Reader<'_> {
    fn block(&mut self, code: &'static str, field: String, sentence: impl Into<String>) {
        self.findings.push(Finding {
            severity: Severity::Block,
            code,
            field,
            sentence: sentence.into(),
        });
    }

    fn parts(&mut self, nodes: Vec<Node>, in_clause: bool) -> Vec<Part> {
        nodes
            .into_iter()
            .map(|node| match node {
                Node::Text(text) => Part::Text(text),
                Node::Element(element) => self.element(element, in_clause),
            })
            .collect()
    }

    fn element(&mut self, mut element: Element, in_clause: bool) -> Part {
        if element.tag == "span"
            && let Some(name) = element.attribute("data-term")
        {
            let (name, format) = (name.to_owned(), element.attribute("data-fmt"));
            let format = format.map(str::to_owned);
            return Part::Term(self.term(name, format.as_deref()));
        }
        if element.tag == "section" {
            if in_clause {
                self.block(
                    "nested_clause",
                    String::new(),
                    "A clause stands in another one.",
                );
            }
            return Part::Clause(self.clause(element));
        }
        // Means nothing without a term.
        element.attributes.retain(|(name, _)| name != "data-fmt");
        let children = std::mem::take(&mut element.children);
        let parts = self.parts(children, in_clause);
        Part::Element { element, parts }
    }

    fn term(&mut self, name: String, format: Option<&str>) -> TermUse {
        let field = format!("terms.{name}");
        let Some(term) = self.registry.find(&name) else {
            self.block("unknown_term", field, "There is no such term.");
            return TermUse { name, format: None };
        };
        let label = term.label.clone();
        let Some(format) = format else {
            return TermUse { name, format: None };
        };
        let known = Format::named(format);
        if known.is_none() {
            self.block(
                "unknown_format",
                field.clone(),
                format!("{label} has an unknown format."),
            );
        }
        let fits = known.filter(|format| format.fits(&term.kind));
        if known.is_some() && fits.is_none() {
            let sentence = format!("{label} cannot be written in this format.");
            self.block("format_mismatch", field, sentence);
        }
        TermUse { name, format: fits }
    }

    fn clause(&mut self, element: Element) -> Clause {
        let id = element
            .attribute("data-clause")
            .unwrap_or_default()
            .to_owned();
        let field = format!("clauses.{id}");
        let is_id = |byte: u8| byte.is_ascii_lowercase() || byte.is_ascii_digit() || byte == b'-';
        if id.is_empty() || id.len() > MAX_ID_CHARS || !id.bytes().all(is_id) {
            let sentence = format!(
                "A clause's id has 1 to {MAX_ID_CHARS} lower-case letters, digits and hyphens."
            );
            self.block("clause_id", "clauses".to_owned(), sentence);
        } else if self.ids.contains(&id) {
            self.block("clause_id", field.clone(), "Two clauses have this id.");
        } else if self.ids.len() == MAX_CLAUSES {
            let sentence = format!("Use at most {MAX_CLAUSES} clauses.");
            self.block("clauses", "clauses".to_owned(), sentence);
        }
        self.ids.push(id.clone());
        let title = element
            .attribute("data-title")
            .map(str::trim)
            .filter(|title| !title.is_empty());
        let title = title.unwrap_or(&id).to_owned();
        let kind = match element.attribute("data-kind") {
            None => ClauseKind::Other,
            Some(name) => ClauseKind::named(name).unwrap_or_else(|| {
                self.block(
                    "clause_kind",
                    format!("{field}.kind"),
                    "There is no such kind of clause.",
                );
                ClauseKind::Other
            }),
        };
        let start = element.attribute("data-start").and_then(|name| {
            let anchor = Anchor::named(name);
            if anchor.is_none() {
                self.block(
                    "clause_start",
                    format!("{field}.start"),
                    "There is no such event.",
                );
            }
            anchor
        });
        let when = element
            .attribute("data-when")
            .map(|text| self.when(text, &field));
        let is = |name| element.attribute(name) == Some("true");
        Clause {
            title,
            kind,
            when,
            is_binding: is("data-binding"),
            is_locked: is("data-locked"),
            start,
            id,
            parts: self.parts(element.children, true),
        }
    }

    fn when(&mut self, text: &str, clause: &str) -> When {
        let field = format!("{clause}.when");
        let Ok(json) = serde_json::from_str(text) else {
            self.block("condition", field, "The condition cannot be read.");
            return When::Faulty;
        };
        match Condition::parse(&json, self.registry) {
            Ok(condition) => When::Holds(condition),
            Err(faults) => {
                for fault in faults {
                    let field = format!("{field}.{}", fault.field);
                    self.block(
                        "condition",
                        field.trim_end_matches('.').to_owned(),
                        fault.sentence,
                    );
                }
                When::Faulty
            }
        }
    }
}
