//! HTML of letters: only what the editor produces, without scripts or external content; and the
//! terms in it, as fields. No I/O.

use std::collections::{BTreeMap, HashMap};
use std::sync::LazyLock;

use ammonia::Builder;
use letter_of_intent::{DATE_TERMS, Format};

pub const MAX_LETTER_BYTES: usize = 1_000_000;

const MAX_TERM_CHARS: usize = 500;

/// Terms that a letter may contain as fields: `<span data-term="purchase_price">$950,000</span>`. Numbered
/// letters have [`DATE_TERMS`] too.
pub const TERMS: [&str; 11] = [
    "purchase_price",
    "square_feet",
    "acres",
    "earnest_money",
    "deposit",
    "contact_name",
    "owner_name",
    "salutation",
    "subject",
    "property_name",
    "buyer",
];

/// What a saved letter may still lack.
pub const MISSING: [&str; 6] = [
    "purchase_price",
    "contact_name",
    "contact_title",
    "owner_name",
    "salutation",
    "property_name",
];

/// Texts by term name.
pub type Terms = BTreeMap<String, String>;

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
        .tag_attribute_values(HashMap::from([(
            "span",
            HashMap::from([
                ("data-term", TERMS.into_iter().chain(DATE_TERMS).collect()),
                // Written again, a field keeps its format.
                (
                    "data-fmt",
                    Format::ALL.into_iter().map(Format::name).collect(),
                ),
            ]),
        )]))
        .add_tag_attributes("td", ["colspan", "rowspan"])
        .add_tag_attributes("th", ["colspan", "rowspan"])
        .url_schemes(["http", "https", "mailto"].into_iter().collect())
        .link_rel(Some("noopener noreferrer"))
        .clean_content_tags(["script", "style"].into_iter().collect());
    builder
});

pub fn sanitize(html: &str) -> String {
    // The database rejects NUL; the editor never produces it.
    SANITIZER.clean(&html.replace('\0', "")).to_string()
}

/// The terms in a sanitized body; of several fields with one name the first.
pub fn terms_of(html: &str) -> Terms {
    let mut terms = Terms::new();
    for field in html.split("<span data-term=\"").skip(1) {
        let Some((name, text)) = field
            .split_once('"')
            .and_then(|(name, rest)| Some((name, rest.split_once('>')?.1.split('<').next()?)))
        else {
            continue;
        };
        terms
            .entry(name.to_owned())
            .or_insert_with(|| plain(text).chars().take(MAX_TERM_CHARS).collect());
    }
    terms
}

/// Validates a client's terms: known names, short texts.
pub fn are_terms(terms: &Terms) -> bool {
    terms.iter().all(|(name, text)| {
        TERMS.contains(&name.as_str())
            && text.chars().count() <= MAX_TERM_CHARS
            && !text.contains('\0')
    })
}

/// Whether the body contains text.
pub fn has_text(html: &str) -> bool {
    let mut rest = html;
    while let Some((before, tag)) = rest.split_once('<') {
        if !plain(before).trim().is_empty() {
            return true;
        }
        rest = tag.split_once('>').map_or("", |(_, after)| after);
    }
    !plain(rest).trim().is_empty()
}

fn plain(text: &str) -> String {
    [
        ("&nbsp;", " "),
        ("&lt;", "<"),
        ("&gt;", ">"),
        ("&quot;", "\""),
        ("&#39;", "'"),
        ("&amp;", "&"),
    ]
    .into_iter()
    .fold(text.to_owned(), |text, (entity, character)| {
        text.replace(entity, character)
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn terms_stay_as_fields_and_can_be_read() {
        let letter = "<p>Price: <span data-term=\"purchase_price\">$950,000</span>, to \
            <span data-term=\"owner_name\">A &amp; B</span> or <span data-term=\"owner_name\">C</span></p>";
        assert_eq!(sanitize(letter), letter);
        let terms = terms_of(letter);
        assert_eq!(terms["purchase_price"], "$950,000");
        assert_eq!(terms["owner_name"], "A & B");
        let days =
            "<p><span data-term=\"dd_days\" data-fmt=\"days_capital\">Sixty (60) days</span></p>";
        assert_eq!(sanitize(days), days);
        assert_eq!(terms_of(days)["dd_days"], "Sixty (60) days");
        assert_eq!(
            sanitize("<span data-term=\"other\" data-fmt=\"big\" data-x=\"1\">x</span>"),
            "<span>x</span>"
        );
        assert!(terms_of("<p>none</p>").is_empty());
    }

    #[test]
    fn an_empty_letter_has_no_text() {
        assert!(!has_text("<p></p><p>&nbsp;<br></p>"));
        assert!(has_text("<p> a</p>"));
    }

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
