//! `Content-Disposition` with names of any script (RFC 6266, RFC 5987).

use std::fmt::Write as _;

/// A plain name for old clients, and the exact one.
pub fn header(inline: bool, name: &str) -> String {
    let kind = if inline { "inline" } else { "attachment" };
    let plain: String = name
        .chars()
        .map(|c| {
            if c.is_ascii_graphic() && c != '"' && c != '\\' || c == ' ' {
                c
            } else {
                '_'
            }
        })
        .collect();
    let mut value = format!("{kind}; filename=\"{plain}\"");
    if plain != name {
        value.push_str("; filename*=UTF-8''");
        for byte in name.bytes() {
            if byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'.' | b'_' | b'~') {
                value.push(char::from(byte));
            } else {
                // Writing to a String cannot fail.
                let _ = write!(value, "%{byte:02X}");
            }
        }
    }
    value
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_of_any_script_survive() {
        assert_eq!(header(true, "a b.pdf"), "inline; filename=\"a b.pdf\"");
        assert_eq!(
            header(false, "é\"\r\n.pdf"),
            "attachment; filename=\"____.pdf\"; filename*=UTF-8''%C3%A9%22%0D%0A.pdf"
        );
    }
}
