//! The source's row as JSON: in the order of its columns' names, of which the hash is made, and in that in which PostgreSQL
//! keeps the members of an object. It would sort them otherwise, which is a tenth of its time of a COPY.

use std::fmt::Write as _;

use serde_json::{Map, Value};

use super::lines::json_text;

/// A row's JSON.
pub(super) struct RawJson {
    /// In the order of names.
    pub by_name: String,
    /// In the order of the lengths of names, then of the names: that of `jsonb`.
    pub as_kept: String,
}

impl RawJson {
    pub fn of(raw: &Value) -> Self {
        match raw {
            Value::Object(columns) => Self::of_columns(raw, columns),
            other => Self::same(json_text(other)),
        }
    }

    fn of_columns(raw: &Value, columns: &Map<String, Value>) -> Self {
        let mut by_name = String::with_capacity(1_024);
        let mut members = Vec::with_capacity(columns.len());
        for (name, value) in columns {
            by_name.push(if by_name.is_empty() { '{' } else { ',' });
            let begin = by_name.len();
            put_string(&mut by_name, name);
            by_name.push(':');
            put_value(&mut by_name, value);
            members.push((name.len(), begin..by_name.len()));
        }
        if members.is_empty() {
            by_name.push('{');
        }
        by_name.push('}');
        if by_name.contains("\\u0000") {
            return Self::same(json_text(raw));
        }
        // Stable: names of one length stay in their order.
        members.sort_by_key(|(length, _)| *length);
        let mut as_kept = String::with_capacity(by_name.len());
        for (_, member) in members {
            as_kept.push(if as_kept.is_empty() { '{' } else { ',' });
            as_kept.push_str(&by_name[member]);
        }
        if as_kept.is_empty() {
            as_kept.push('{');
        }
        as_kept.push('}');
        Self { by_name, as_kept }
    }

    fn same(text: String) -> Self {
        Self {
            as_kept: text.clone(),
            by_name: text,
        }
    }
}

fn put_value(text: &mut String, value: &Value) {
    match value {
        Value::Null => text.push_str("null"),
        Value::Bool(true) => text.push_str("true"),
        Value::Bool(false) => text.push_str("false"),
        Value::Number(number) => {
            // Writing to a String cannot fail.
            let _ = write!(text, "{number}");
        }
        Value::String(string) => put_string(text, string),
        Value::Array(_) | Value::Object(_) => {
            text.push_str(&serde_json::to_string(value).unwrap_or_default());
        }
    }
}

fn put_string(text: &mut String, string: &str) {
    if is_plain(string.as_bytes()) {
        text.push('"');
        text.push_str(string);
        text.push('"');
    } else {
        text.push_str(&serde_json::to_string(string).unwrap_or_default());
    }
}

/// Whether JSON has the text as it is: no control character, quotation mark or backslash. Eight bytes at once, as most are.
fn is_plain(bytes: &[u8]) -> bool {
    const EACH: u64 = u64::from_ne_bytes([1; 8]);
    const HIGHEST: u64 = EACH << 7;
    /// Not 0 if a byte is less than this, which is at most 128.
    fn less(word: u64, than: u8) -> u64 {
        word.wrapping_sub(EACH * u64::from(than)) & !word & HIGHEST
    }
    let mut words = bytes.chunks_exact(8);
    let are_plain = words.all(|word| {
        let word = u64::from_ne_bytes(word.try_into().unwrap_or_default());
        let equal = |byte: u8| less(word ^ (EACH * u64::from(byte)), 1);
        less(word, b' ') | equal(b'"') | equal(b'\\') == 0
    });
    let is_plain = |byte: &u8| *byte >= b' ' && *byte != b'"' && *byte != b'\\';
    are_plain && words.remainder().iter().all(is_plain)
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;
    use serde_json::json;

    #[test]
    fn members_are_in_the_order_of_jsonb() {
        let columns = json!({
            "zip": "77002", "blklot": "0001001", "a": 1.5, "ab": null, "aa": [true, { "b": 1, "a": 2 }], "é": false, "": -3,
        });
        let found = RawJson::of(&columns);
        assert_eq!(
            found.as_kept,
            r#"{"":-3,"a":1.5,"aa":[true,{"a":2,"b":1}],"ab":null,"é":false,"zip":"77002","blklot":"0001001"}"#
        );
        assert_eq!(RawJson::of(&json!({})).as_kept, "{}");
        let with_nul = RawJson::of(&json!({ "b": "x\u{0}y", "aa": 1 }));
        assert_eq!(with_nul.by_name, r#"{"aa":1,"b":"xy"}"#);
        assert_eq!(with_nul.as_kept, with_nul.by_name);
    }

    proptest! {
        /// The hashes of parcels that were imported before stay.
        #[test]
        fn the_text_by_name_is_that_of_serde(columns in prop::collection::btree_map("\\PC{0,12}", text(), 0..8), number in any::<f64>()) {
            let mut row: Map<String, Value> = columns.into_iter().map(|(name, text)| (name, Value::from(text))).collect();
            row.insert("number".to_owned(), Value::from(number));
            let row = Value::Object(row);
            let found = RawJson::of(&row);
            prop_assert_eq!(&found.by_name, &json_text(&row));
            let kept: Value = serde_json::from_str(&found.as_kept).unwrap();
            let named: Value = serde_json::from_str(&found.by_name).unwrap();
            prop_assert_eq!(kept, named);
        }
    }

    /// Texts with every kind of character, of any length.
    fn text() -> impl Strategy<Value = String> {
        let character = prop_oneof![
            6 => prop::char::range(' ', '~'),
            1 => prop::char::range('\0', '\u{1f}'),
            1 => Just('"'),
            1 => Just('\\'),
            1 => any::<char>(),
        ];
        prop::collection::vec(character, 0..40).prop_map(|all| all.into_iter().collect())
    }
}
