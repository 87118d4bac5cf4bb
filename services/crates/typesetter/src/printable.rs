//! Text that can be printed: without control characters, and without characters that no font has.

use std::collections::BTreeSet;

use serde_json::Value;

use crate::fonts;

/// Printed instead of a character that no font has.
const REPLACEMENT: char = '\u{fffd}';
/// Longer words may break anywhere after so many characters.
const LONG_WORD: usize = 24;
const BREAK: char = '\u{200b}';

/// Replaces what cannot be printed in each text of a value, and says what that was.
pub fn replace(value: &mut Value) -> BTreeSet<char> {
    let mut missing = BTreeSet::new();
    walk(value, &mut missing);
    missing
}

fn walk(value: &mut Value, missing: &mut BTreeSet<char>) {
    match value {
        Value::String(text) => *text = printed(text, missing),
        Value::Array(values) => values.iter_mut().for_each(|value| walk(value, missing)),
        Value::Object(fields) => fields.values_mut().for_each(|value| walk(value, missing)),
        Value::Null | Value::Bool(_) | Value::Number(_) => {}
    }
}

fn printed(text: &str, missing: &mut BTreeSet<char>) -> String {
    let mut out = String::with_capacity(text.len());
    let mut word = 0;
    for character in text.chars() {
        let shown = match character {
            '\n' => '\n',
            control if control.is_control() => ' ',
            // They have no form of their own; those that turn the direction of what follows could hide text.
            '\u{200b}'..='\u{200f}'
            | '\u{202a}'..='\u{202e}'
            | '\u{2060}'..='\u{206f}'
            | '\u{feff}'
            | '\u{ad}' => continue,
            other if has_form(other) => other,
            other => {
                missing.insert(other);
                REPLACEMENT
            }
        };
        word = if shown.is_whitespace() { 0 } else { word + 1 };
        if word > LONG_WORD {
            out.push(BREAK);
            word = 1;
        }
        out.push(shown);
    }
    out
}

/// Whether a font has it. Private use is forbidden by the standard whatever fonts have.
pub fn has_form(character: char) -> bool {
    !matches!(character, '\u{e000}'..='\u{f8ff}' | '\u{f0000}'..) && fonts::have(character)
}
