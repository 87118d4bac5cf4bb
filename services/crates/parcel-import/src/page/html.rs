//! Text of a county's file, and numbers, in HTML.

use std::fmt::Write as _;

/// Text and attribute values without special characters. Control characters are not allowed in HTML.
pub(super) fn escaped(text: &str) -> String {
    let mut safe = String::with_capacity(text.len());
    for character in text.chars() {
        match character {
            '&' => safe.push_str("&amp;"),
            '<' => safe.push_str("&lt;"),
            '>' => safe.push_str("&gt;"),
            '"' => safe.push_str("&quot;"),
            '\'' => safe.push_str("&#39;"),
            '\t' | '\n' | '\r' => safe.push(' '),
            control if control.is_control() => safe.push('\u{fffd}'),
            other => safe.push(other),
        }
    }
    safe
}

/// Escaped, and cut after so many characters, so that the page is bounded.
pub(super) fn cut(text: &str, most: usize) -> String {
    let mut start: String = text.chars().take(most).collect();
    if start.len() < text.len() {
        start.push('…');
    }
    escaped(&start)
}

/// A count with commas between thousands.
pub(super) fn grouped(count: u64) -> String {
    let digits = count.to_string();
    let mut text = String::new();
    for (index, digit) in digits.chars().enumerate() {
        if index > 0 && (digits.len() - index).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

/// A table with a caption and heads of its columns; the first cell of a row is its head. Cells are
/// HTML. Roles are said, because a browser forgets them when a narrow screen lays rows out otherwise.
pub(super) fn table(
    class: &str,
    caption: &str,
    heads: &[&str],
    rows: impl IntoIterator<Item = Vec<String>>,
) -> String {
    let mut text = format!(
        "<table class=\"{class}\" role=\"table\">\n<caption>{caption}</caption>\n<thead role=\"rowgroup\"><tr role=\"row\">"
    );
    for head in heads {
        // Writing to a String cannot fail.
        let _ = write!(text, "<th scope=\"col\" role=\"columnheader\">{head}</th>");
    }
    text.push_str("</tr></thead>\n<tbody role=\"rowgroup\">\n");
    for row in rows {
        text.push_str("<tr role=\"row\">");
        for (index, cell) in row.iter().enumerate() {
            let _ = if index == 0 {
                write!(text, "<th scope=\"row\" role=\"rowheader\">{cell}</th>")
            } else {
                write!(text, "<td role=\"cell\">{cell}</td>")
            };
        }
        text.push_str("</tr>\n");
    }
    text.push_str("</tbody>\n</table>\n");
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_text_can_leave_its_place() {
        assert_eq!(
            escaped("<script>alert('x' & \"y\")</script>\u{0}\t\u{1b}Ünë"),
            "&lt;script&gt;alert(&#39;x&#39; &amp; &quot;y&quot;)&lt;/script&gt;\u{fffd} \u{fffd}Ünë"
        );
    }

    #[test]
    fn long_texts_are_cut_between_characters() {
        assert_eq!(cut("äöü", 3), "äöü");
        assert_eq!(cut("äöü<", 2), "äö…");
        assert_eq!(cut("<<<", 1), "&lt;…");
    }

    #[test]
    fn thousands_are_grouped() {
        let grouped = [0, 999, 1_000, 27_293, 1_009_841].map(grouped);
        assert_eq!(grouped, ["0", "999", "1,000", "27,293", "1,009,841"]);
    }
}
