//! Checks of a template's clauses before it is published: what letters of intent are known to lack
//! or to say too much. They are for attention, not legal advice; the firm's counsel decides wording.

use crate::condition::Condition;
use crate::template::{Clause, ClauseKind, Finding, Part, Severity, When, each};
use crate::words::listed;

/// Words that courts took for a promise in letters that were not to bind.
const RISKY: [&str; 3] = ["good faith", "agree to negotiate", "binding upon"];
/// Terms that print the state.
const WITH_STATE: [&str; 2] = ["state", "subject"];

/// What is wrong with the parts of a template or unusual, beside faults of single terms.
pub fn findings(parts: &[Part]) -> Vec<Finding> {
    let mut lint = Lint {
        clauses: Vec::new(),
        findings: Vec::new(),
    };
    each(parts, &mut |part| {
        if let Part::Clause(clause) = part {
            lint.clauses.push(clause);
        }
    });
    lint.price(parts);
    lint.state(parts);
    for clause in lint.clauses.clone() {
        lint.clause(clause);
    }
    lint.statement();
    lint.words(parts);
    lint.findings
}

/// The statement of a letter that does not bind, naming the titles of the clauses that do.
pub fn non_binding_statement(binding: &[&str]) -> String {
    let statement = "This letter is not binding on either party";
    match binding {
        [] => format!("{statement}."),
        titles => format!("{statement}, except for {}.", listed(titles)),
    }
}

struct Lint<'a> {
    clauses: Vec<&'a Clause>,
    findings: Vec<Finding>,
}

impl Lint<'_> {
    fn add(&mut self, severity: Severity, code: &'static str, field: String, sentence: String) {
        self.findings.push(Finding {
            severity,
            code,
            field,
            sentence,
        });
    }

    fn block(&mut self, code: &'static str, field: impl Into<String>, sentence: &str) {
        self.add(Severity::Block, code, field.into(), sentence.to_owned());
    }

    fn warn(&mut self, code: &'static str, field: impl Into<String>, sentence: String) {
        self.add(Severity::Warn, code, field.into(), sentence);
    }

    fn price(&mut self, parts: &[Part]) {
        if !shows(parts, "purchase_price") {
            self.block("no_price", "", "The template has no purchase price.");
        } else if !always_shows(parts, "purchase_price") {
            let sentence = "The purchase price is in clauses that not every letter has.";
            self.warn("price_conditional", "", sentence.to_owned());
        }
    }

    fn state(&mut self, parts: &[Part]) {
        if !WITH_STATE.iter().any(|term| shows(parts, term)) {
            let sentence = "The template does not print the property's state.";
            self.warn("no_state", "", sentence.to_owned());
        }
    }

    fn clause(&mut self, clause: &Clause) {
        let field = format!("clauses.{}", clause.id);
        match clause.kind {
            ClauseKind::Exclusivity => {
                if clause.start.is_none() {
                    let sentence = "Say from which event exclusivity is counted.";
                    self.block("no_start", format!("{field}.start"), sentence);
                }
                if !shows(&clause.parts, "exclusivity_days") {
                    let sentence = "The clause does not say for how many days.";
                    self.block("no_days", field.clone(), sentence);
                }
            }
            ClauseKind::Expiry if !shows(&clause.parts, "expires_at") => {
                let sentence = "The clause does not say when the letter expires.";
                self.block("no_expiry", field.clone(), sentence);
            }
            _ => {}
        }
        let binds = matches!(
            clause.kind,
            ClauseKind::Exclusivity | ClauseKind::Confidentiality
        );
        if binds && !clause.is_binding {
            let sentence = format!("{} is usually binding; mark it.", clause.title);
            self.warn("not_marked_binding", field, sentence);
        }
    }

    /// Exactly one statement in every letter. Two clauses of which one has the opposite condition of
    /// the other are one.
    fn statement(&mut self) {
        let statements: Vec<&Clause> = self
            .clauses
            .iter()
            .copied()
            .filter(|clause| clause.kind == ClauseKind::NonBinding)
            .collect();
        let sentence = match statements[..] {
            [] => Some("The template does not say whether the letter is binding."),
            [one] if one.when.is_some() => {
                Some("The statement that the letter is not binding is not in every letter.")
            }
            [_] => None,
            [one, other] if are_opposites(one, other) => None,
            _ => Some("The template says several times whether the letter is binding."),
        };
        if let Some(sentence) = sentence {
            self.block("non_binding", "", sentence);
        }
        let binding: Vec<&Clause> = self
            .clauses
            .iter()
            .copied()
            .filter(|clause| clause.is_binding)
            .collect();
        for statement in statements {
            let text = plain(&statement.parts).to_lowercase();
            for clause in &binding {
                if !text.contains(&clause.title.to_lowercase()) {
                    let sentence = format!(
                        "The statement that the letter is not binding does not name {}.",
                        clause.title
                    );
                    let field = format!("clauses.{}", statement.id);
                    self.warn("binding_not_named", field, sentence);
                }
            }
        }
    }

    fn words(&mut self, parts: &[Part]) {
        let text = plain(parts).to_lowercase();
        for words in RISKY {
            if text.contains(words) {
                let sentence = format!("The template says “{words}”, which may bind.");
                self.warn("risky_words", "", sentence);
            }
        }
    }
}

fn are_opposites(one: &Clause, other: &Clause) -> bool {
    let condition = |clause: &Clause| -> Option<Condition> {
        match &clause.when {
            Some(When::Holds(condition)) => Some(condition.clone()),
            _ => None,
        }
    };
    match (condition(one), condition(other)) {
        (Some(one), Some(other)) => one.is_opposite_of(&other),
        _ => false,
    }
}

fn shows(parts: &[Part], term: &str) -> bool {
    let mut found = false;
    each(parts, &mut |part| {
        found |= matches!(part, Part::Term(place) if place.name == term);
    });
    found
}

/// Outside clauses with a condition.
fn always_shows(parts: &[Part], term: &str) -> bool {
    parts.iter().any(|part| match part {
        Part::Text(_) => false,
        Part::Term(place) => place.name == term,
        Part::Element { parts, .. } => always_shows(parts, term),
        Part::Clause(clause) => clause.when.is_none() && always_shows(&clause.parts, term),
    })
}

/// The words without terms, one space between them.
fn plain(parts: &[Part]) -> String {
    let mut text = String::new();
    each(parts, &mut |part| match part {
        Part::Text(words) => text.push_str(words),
        // A block ends a word; so does a term.
        Part::Element { element, .. } if is_inline(&element.tag) => {}
        Part::Element { .. } | Part::Term(_) | Part::Clause(_) => text.push(' '),
    });
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

fn is_inline(tag: &str) -> bool {
    matches!(
        tag,
        "a" | "b" | "em" | "i" | "s" | "span" | "strong" | "sub" | "sup" | "u"
    )
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Registry, Template};

    const STATEMENT: &str =
        "<section data-clause=\"intro\" data-kind=\"non_binding\"><p>Not binding.</p></section>";
    const PRICE: &str = "<p><span data-term=\"purchase_price\"></span></p>";
    const SUBJECT: &str = "<p><span data-term=\"subject\"></span></p>";

    fn codes(parts: &[&str]) -> Vec<(Severity, &'static str)> {
        let template = Template::parse(&parts.concat(), &Registry::standard()).unwrap();
        template
            .findings()
            .iter()
            .map(|finding| (finding.severity, finding.code))
            .collect()
    }

    fn section(id: &str, attributes: &str, text: &str) -> String {
        format!("<section data-clause=\"{id}\" {attributes}><p>{text}</p></section>")
    }

    fn when(json: &str) -> String {
        format!("data-when=\"{}\"", json.replace('"', "&quot;"))
    }

    #[test]
    fn a_template_without_a_price_is_refused() {
        assert_eq!(
            codes(&[STATEMENT, SUBJECT]),
            [(Severity::Block, "no_price")]
        );
        let on_condition = section(
            "p",
            &when(r#"{"op":"is_set","args":["acres"]}"#),
            "<span data-term=\"purchase_price\"></span>",
        );
        assert_eq!(
            codes(&[STATEMENT, SUBJECT, &on_condition]),
            [(Severity::Warn, "price_conditional")]
        );
        assert_eq!(codes(&[STATEMENT, SUBJECT, PRICE]), []);
        assert_eq!(codes(&[STATEMENT, PRICE]), [(Severity::Warn, "no_state")]);
    }

    #[test]
    fn a_letter_says_once_that_it_does_not_bind() {
        let blocked = [(Severity::Block, "non_binding")];
        assert_eq!(codes(&[SUBJECT, PRICE]), blocked);
        let twice = section("again", "data-kind=\"non_binding\"", "Not binding.");
        assert_eq!(codes(&[SUBJECT, PRICE, STATEMENT, &twice]), blocked);
        let set = r#"{"op":"is_set","args":["parcel_numbers"]}"#;
        let unset = format!("{{\"op\":\"not\",\"args\":[{set}]}}");
        let one = |id, json: &str| {
            section(
                id,
                &format!("data-kind=\"non_binding\" {}", when(json)),
                "Not binding.",
            )
        };
        assert_eq!(codes(&[SUBJECT, PRICE, &one("a", set)]), blocked);
        assert_eq!(
            codes(&[SUBJECT, PRICE, &one("a", set), &one("b", &unset)]),
            []
        );
        assert_eq!(
            codes(&[SUBJECT, PRICE, &one("a", set), &one("b", set)]),
            blocked
        );
    }

    #[test]
    fn clauses_have_what_they_need() {
        let with = |clause: &str| codes(&[STATEMENT, SUBJECT, PRICE, clause]);
        let shop = |more: &str, text: &str| {
            section("shop", &format!("data-kind=\"exclusivity\" {more}"), text)
        };
        let days = "<span data-term=\"exclusivity_days\"></span>";
        assert_eq!(
            with(&shop("data-binding=\"true\"", "x")),
            [
                (Severity::Block, "no_start"),
                (Severity::Block, "no_days"),
                (Severity::Warn, "binding_not_named")
            ]
        );
        assert_eq!(
            with(&shop("data-start=\"loi_signed\"", days)),
            [(Severity::Warn, "not_marked_binding")]
        );
        assert_eq!(
            with(&section("end", "data-kind=\"expiry\"", "x")),
            [(Severity::Block, "no_expiry")]
        );
        assert_eq!(
            with(&section(
                "end",
                "data-kind=\"expiry\"",
                "<span data-term=\"expires_at\"></span>"
            )),
            []
        );
        let named = section(
            "intro",
            "data-kind=\"non_binding\"",
            &non_binding_statement(&["Exclusivity"]),
        );
        let shop = shop(
            "data-title=\"Exclusivity\" data-start=\"loi_signed\" data-binding=\"true\"",
            days,
        );
        assert_eq!(codes(&[&named, SUBJECT, PRICE, &shop]), []);
    }

    #[test]
    fn words_that_may_bind_are_told() {
        let warned = [(Severity::Warn, "risky_words")];
        for text in [
            "in Good  Faith.",
            "they <strong>agree to</strong> negotiate",
            "is bind<em>ing upon</em> them",
        ] {
            assert_eq!(
                codes(&[STATEMENT, SUBJECT, PRICE, &format!("<p>{text}</p>")]),
                warned,
                "{text}"
            );
        }
        assert_eq!(
            non_binding_statement(&["Exclusivity", "Confidentiality"]),
            "This letter is not binding on either party, except for Exclusivity and Confidentiality."
        );
    }
}
