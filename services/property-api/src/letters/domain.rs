//! The HTML of a letter: what an editor makes, and nothing that runs, loads or leads elsewhere. No I/O.

use std::sync::LazyLock;

use ammonia::Builder;

/// Largest body of a letter, in bytes.
pub const MOST: usize = 1_000_000;

const TAGS: [&str; 27] = [
    "a",
    "b",
    "blockquote",
    "br",
    "col",
    "colgroup",
    "em",
    "h1",
    "h2",
    "h3",
    "hr",
    "i",
    "li",
    "ol",
    "p",
    "s",
    "span",
    "strong",
    "sub",
    "sup",
    "table",
    "tbody",
    "td",
    "th",
    "thead",
    "tr",
    "u",
];

static SANITIZER: LazyLock<Builder<'static>> = LazyLock::new(|| {
    let mut builder = Builder::empty();
    builder
        .tags(TAGS.into_iter().chain(["ul", "tfoot"]).collect())
        .generic_attributes(std::iter::once("style").collect())
        .filter_style_properties(std::iter::once("text-align").collect())
        .add_tag_attributes("a", ["href"])
        .add_tag_attributes("ol", ["start"])
        .add_tag_attributes("td", ["colspan", "rowspan"])
        .add_tag_attributes("th", ["colspan", "rowspan"])
        .url_schemes(["http", "https", "mailto"].into_iter().collect())
        .link_rel(Some("noopener noreferrer"))
        .clean_content_tags(["script", "style"].into_iter().collect());
    builder
});

/// The sanitised body.
pub fn sanitize(html: &str) -> String {
    // The database takes no NUL; no editor makes one.
    SANITIZER.clean(&html.replace('\0', "")).to_string()
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn what_an_editor_makes_stays() {
        let letter = "<h1>Letter</h1><p style=\"text-align:center\">Dear <strong>Ms</strong> <em>W</em> <u>u</u> <s>s</s></p>\
            <ul><li>one</li></ul><ol start=\"3\"><li>two</li></ol><blockquote>q</blockquote><hr><p>a<br>b</p>\
            <table><tbody><tr><th colspan=\"2\">h</th></tr><tr><td>c</td></tr></tbody></table>";
        assert_eq!(sanitize(letter), letter);
        assert_eq!(
            sanitize("<a href=\"mailto:a@b.example\">mail</a>"),
            "<a href=\"mailto:a@b.example\" rel=\"noopener noreferrer\">mail</a>"
        );
    }

    #[test]
    fn what_runs_loads_or_hides_goes() {
        for (given, kept) in [
            ("<script>alert(1)</script>x", "x"),
            ("<p onclick=\"x()\">a</p>", "<p>a</p>"),
            ("<img src=x onerror=alert(1)>", ""),
            ("<iframe src=\"//evil\"></iframe>", ""),
            ("<svg><script>x</script></svg>", ""),
            ("<style>p{}</style>a", "a"),
            ("a\0b", "ab"),
        ] {
            assert_eq!(sanitize(given), kept, "{given}");
        }
        assert!(!sanitize("<a href=\"javascript:x\">a</a>").contains("javascript"));
        let styled =
            sanitize("<p style=\"position:fixed;text-align:right;background:url(//evil)\">a</p>");
        assert_eq!(styled, "<p style=\"text-align:right\">a</p>");
    }

    proptest! {
        #[test]
        fn sanitising_twice_changes_nothing(html in "[<>a-z/=\"' &;]{0,80}") {
            let once = sanitize(&html);
            prop_assert!(!once.contains("<script"));
            prop_assert_eq!(sanitize(&once), once);
        }
    }
}
