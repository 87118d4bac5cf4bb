//! Converts deserialization errors to messages about a field.
//!
//! The parsers' own texts name Rust types and repeat the input, so they must not reach a caller.
//! Messages of our domain types pass through; unknown ones become "is not valid".

use crate::error::ApiError;

/// The 422 for a value rejected at `path` with the parser's `message`.
pub(crate) fn refusal(path: &str, message: &str) -> ApiError {
    let message = without_position(message);
    let path = if path == "." { "" } else { path };
    // Errors of structs name the field in backticks and are reported at the parent's path.
    for (start, reason) in [
        ("missing field `", "is required."),
        ("unknown field `", "is not a known field."),
        ("duplicate field `", "was sent more than once."),
    ] {
        if let Some(name) = message
            .strip_prefix(start)
            .and_then(|rest| rest.split('`').next())
        {
            let field = match path {
                "" => name.to_owned(),
                _ if path.rsplit('.').next() == Some(name) => path.to_owned(),
                _ => format!("{path}.{name}"),
            };
            let sentence = format!("{field} {reason}");
            return ApiError::validation().field(field, sentence);
        }
    }
    let field = if path.is_empty() { "body" } else { path }.to_owned();
    let sentence = match reason(message) {
        Reason::Sentence(sentence) => sentence.to_owned(),
        Reason::Clause(clause) => format!("{field} {clause}."),
    };
    ApiError::validation().field(field, sentence)
}

enum Reason<'m> {
    Sentence(&'m str),
    Clause(String),
}

fn without_position(message: &str) -> &str {
    message
        .rfind(" at line ")
        .map_or(message, |at| &message[..at])
}

fn reason(message: &str) -> Reason<'_> {
    if is_own_sentence(message) {
        return Reason::Sentence(message);
    }
    let clause = if message.starts_with("invalid type") {
        expected(message).map_or("is not valid".to_owned(), |kind| format!("must be {kind}"))
    } else if message.starts_with("unknown variant") {
        let choices = message
            .rsplit_once("expected ")
            .map_or("", |(_, rest)| rest);
        format!("must be {}", choices.replace('`', ""))
    } else if let Some((_, clause)) = STANDARD.iter().find(|(text, _)| message.contains(text)) {
        (*clause).to_owned()
    } else {
        "is not valid".to_owned()
    };
    Reason::Clause(clause)
}

/// Messages of the standard library's and common crates' parsers.
const STANDARD: [(&str, &str); 12] = [
    ("invalid digit found", "must be a whole number"),
    ("cannot parse integer", "must be a whole number"),
    ("number too large", "is too large"),
    ("number too small", "is too small"),
    ("invalid value: integer", "is out of range"),
    ("float literal", "must be a number"),
    ("parse float", "must be a number"),
    ("`true` or `false`", "must be true or false"),
    ("UUID parsing failed", "must be an id (UUID)"),
    ("premature end of input", "must be a date"),
    ("input contains invalid characters", "must be a date"),
    ("invalid length", "has the wrong number of parts"),
];

/// The expected type, from "…, expected u32".
fn expected(message: &str) -> Option<String> {
    let (_, kind) = message.rsplit_once("expected ")?;
    let kind = kind.strip_prefix("option of ").unwrap_or(kind);
    let said = match kind {
        "i8" | "i16" | "i32" | "i64" | "u8" | "u16" | "u32" | "u64" | "usize" | "isize" => {
            "a whole number"
        }
        "f32" | "f64" => "a number",
        "a string" | "str" | "a borrowed string" => "text",
        "a boolean" => "true or false",
        "a sequence" => "a list",
        "a map" => "an object",
        _ if kind.starts_with("struct ") => "an object",
        _ if kind.starts_with("a tuple") => "a list",
        _ if kind.starts_with("an amount ") => kind,
        _ => return None,
    };
    Some(said.to_owned())
}

/// Ours start with a capital letter and end with a full stop; parsers' messages do neither.
fn is_own_sentence(message: &str) -> bool {
    message.ends_with('.') && message.starts_with(|c: char| c.is_uppercase())
}

#[cfg(test)]
mod tests {
    use super::*;
    use actix_web::ResponseError as _;
    use proptest::prelude::*;

    fn said(path: &str, message: &str) -> String {
        refusal(path, message).shown().to_owned()
    }

    #[test]
    fn parsers_become_sentences() {
        for (path, message, sentence) in [
            (
                ".",
                "missing field `state` at line 1 column 2",
                "state is required.",
            ),
            (
                "a.b",
                "missing field `c` at line 1 column 2",
                "a.b.c is required.",
            ),
            (
                "x",
                "unknown field `x`, expected `y` at line 1 column 9",
                "x is not a known field.",
            ),
            (
                "n",
                "invalid type: string \"secret\", expected u32 at line 1 column 9",
                "n must be a whole number.",
            ),
            (
                ".",
                "invalid type: sequence, expected struct Login at line 1 column 0",
                "body must be an object.",
            ),
            (
                "theme",
                "unknown variant `pink`, expected one of `light`, `dark`",
                "theme must be one of light, dark.",
            ),
            (
                "limit",
                "invalid digit found in string",
                "limit must be a whole number.",
            ),
            (
                "id",
                "UUID parsing failed: invalid character",
                "id must be an id (UUID).",
            ),
            (
                "value",
                "The amount cannot be negative. at line 1 column 9",
                "The amount cannot be negative.",
            ),
            ("value", "something of a crate", "value is not valid."),
            (
                "m",
                "invalid type: null, expected an amount of dollars",
                "m must be an amount of dollars.",
            ),
        ] {
            assert_eq!(said(path, message), sentence);
        }
    }

    proptest! {
        #[test]
        fn input_is_never_repeated(input in "[a-z]{12}") {
            let message = format!("invalid type: string \"{input}\", expected u32 at line 1 column 9");
            let error = refusal("n", &message);
            prop_assert!(!error.shown().contains(&input));
            prop_assert_eq!(error.status_code().as_u16(), 422);
        }

        #[test]
        fn any_message_is_taken_without_panic(path in ".{0,20}", message in ".{0,60}") {
            prop_assert!(refusal(&path, &message).has_fields());
        }
    }
}
