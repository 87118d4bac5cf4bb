//! HTML of templates and letters: sanitized, read as a tree, written again.
//!
//! ammonia keeps the elements that the editor makes, html5ever splits its output into tags. What
//! comes out of ammonia is well-formed, so the tree is a stack of open tags. No terms are known here.

use std::cell::RefCell;
use std::collections::HashMap;
use std::fmt::Write as _;
use std::sync::LazyLock;

use ammonia::Builder;
use html5ever::tendril::StrTendril;
use html5ever::tokenizer::{
    BufferQueue, Tag, TagKind, Token, TokenSink, TokenSinkResult, Tokenizer, TokenizerOpts,
};

/// Elements inside one another at most.
const MAX_DEPTH: usize = 40;

/// The editor's elements, and `section` for clauses.
const TAGS: [&str; 30] = [
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
    "section",
    "span",
    "strong",
    "sub",
    "sup",
    "table",
    "tbody",
    "td",
    "tfoot",
    "th",
    "thead",
    "tr",
    "u",
    "ul",
];
const VOID: [&str; 3] = ["br", "col", "hr"];
const CLAUSE_ATTRIBUTES: [&str; 7] = [
    "data-binding",
    "data-clause",
    "data-kind",
    "data-locked",
    "data-start",
    "data-title",
    "data-when",
];

static SANITIZER: LazyLock<Builder<'static>> = LazyLock::new(|| {
    let mut builder = Builder::empty();
    builder
        .tags(TAGS.into_iter().collect())
        .generic_attributes(std::iter::once("style").collect())
        .filter_style_properties(std::iter::once("text-align").collect())
        .tag_attributes(HashMap::new())
        .add_tag_attributes("a", ["href"])
        .add_tag_attributes("ol", ["start"])
        // Unknown names are kept for the check to name them; letters get known ones only.
        .add_tag_attributes("span", ["data-term", "data-fmt"])
        .add_tag_attributes("section", CLAUSE_ATTRIBUTES)
        .add_tag_attributes("td", ["colspan", "rowspan"])
        .add_tag_attributes("th", ["colspan", "rowspan"])
        .url_schemes(["http", "https", "mailto"].into_iter().collect())
        .link_rel(Some("noopener noreferrer"))
        .clean_content_tags(["script", "style"].into_iter().collect());
    builder
});

/// Without anything that runs, loads or submits.
pub fn sanitized(html: &str) -> String {
    // The database rejects NUL; the editor never produces it.
    SANITIZER.clean(&html.replace('\0', "")).to_string()
}

/// A node of a letter or template.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Node {
    /// Without entities.
    Text(String),
    /// An element with its content.
    Element(Element),
}

/// An element of the editor.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Element {
    /// In lower case.
    pub tag: String,
    /// Names and values.
    pub attributes: Vec<(String, String)>,
    /// In order.
    pub children: Vec<Node>,
}

impl Element {
    /// The value of an attribute.
    pub fn attribute(&self, name: &str) -> Option<&str> {
        let found = self.attributes.iter().find(|(known, _)| known == name)?;
        Some(&found.1)
    }
}

/// Reads sanitized HTML. `None` if it is nested too deeply.
pub fn parse(sanitized: &str) -> Option<Vec<Node>> {
    let input = BufferQueue::default();
    input.push_back(StrTendril::from(sanitized));
    let tokenizer = Tokenizer::new(Sink::default(), TokenizerOpts::default());
    let _ = tokenizer.feed(&input);
    tokenizer.end();
    let mut tree = tokenizer.sink.0.into_inner();
    while tree.open.len() > 1 {
        tree.close();
    }
    (!tree.is_too_deep).then(|| tree.open.remove(0).children)
}

#[derive(Default)]
struct Sink(RefCell<Tree>);

/// The open elements; the first is the whole.
struct Tree {
    open: Vec<Element>,
    is_too_deep: bool,
}

impl Default for Tree {
    fn default() -> Self {
        Self {
            open: vec![Element::default()],
            is_too_deep: false,
        }
    }
}

impl TokenSink for Sink {
    type Handle = ();

    fn process_token(&self, token: Token, _line: u64) -> TokenSinkResult<()> {
        let mut tree = self.0.borrow_mut();
        match token {
            Token::CharacterTokens(text) => tree.text(&text),
            Token::TagToken(tag) if tag.kind == TagKind::StartTag => tree.start(&tag),
            Token::TagToken(tag) => tree.end(&tag.name),
            _ => {}
        }
        TokenSinkResult::Continue
    }
}

impl Tree {
    fn add(&mut self, node: Node) {
        if let Some(element) = self.open.last_mut() {
            element.children.push(node);
        }
    }

    fn text(&mut self, text: &str) {
        let last = self
            .open
            .last_mut()
            .and_then(|open| open.children.last_mut());
        if let Some(Node::Text(before)) = last {
            before.push_str(text);
        } else {
            self.add(Node::Text(text.to_owned()));
        }
    }

    fn start(&mut self, tag: &Tag) {
        let attribute = |attribute: &html5ever::Attribute| {
            (
                attribute.name.local.to_string(),
                attribute.value.to_string(),
            )
        };
        let element = Element {
            tag: tag.name.to_string(),
            attributes: tag.attrs.iter().map(attribute).collect(),
            children: Vec::new(),
        };
        if VOID.contains(&element.tag.as_str()) {
            self.add(Node::Element(element));
        } else if self.open.len() > MAX_DEPTH {
            self.is_too_deep = true;
        } else {
            self.open.push(element);
        }
    }

    fn end(&mut self, name: &str) {
        if self.open.len() > 1 && self.open.last().is_some_and(|open| open.tag == name) {
            self.close();
        }
    }

    fn close(&mut self) {
        if let Some(element) = self.open.pop() {
            self.add(Node::Element(element));
        }
    }
}

/// Escapes text for content and attributes, as the app does.
pub fn escaped(text: &str) -> String {
    let mut html = String::with_capacity(text.len());
    for character in text.chars() {
        match character {
            '&' => html.push_str("&amp;"),
            '<' => html.push_str("&lt;"),
            '>' => html.push_str("&gt;"),
            '"' => html.push_str("&quot;"),
            '\'' => html.push_str("&#39;"),
            other => html.push(other),
        }
    }
    html
}

/// The start tag, and the end tag if the element has one.
pub fn tags(element: &Element) -> (String, String) {
    let tag = &element.tag;
    let mut start = format!("<{tag}");
    for (name, value) in &element.attributes {
        // Writing to a string does not fail.
        let _ = write!(start, " {name}=\"{}\"", escaped(value));
    }
    start.push('>');
    let end = if VOID.contains(&tag.as_str()) {
        String::new()
    } else {
        format!("</{tag}>")
    };
    (start, end)
}

/// The HTML of nodes.
pub fn written(nodes: &[Node]) -> String {
    let one = |node: &Node| match node {
        Node::Text(text) => escaped(text),
        Node::Element(element) => {
            let (start, end) = tags(element);
            start + &written(&element.children) + &end
        }
    };
    nodes.iter().map(one).collect()
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn a_tree_is_read_and_written() {
        for html in [
            "<p>a &amp; b<br>c</p><hr><ul><li><p>d</p></li></ul>",
            "<h1 style=\"text-align:center\">t</h1><table><tbody><tr><td colspan=\"2\">x</td></tr></tbody></table>",
            "<section data-clause=\"a\" data-when=\"{&quot;op&quot;:1}\"><p>x</p></section>",
            "<p><span data-term=\"purchase_price\" data-fmt=\"money_whole\">$950,000</span></p>",
        ] {
            assert_eq!(written(&parse(&sanitized(html)).unwrap()), html);
        }
        let condition = parse("<section data-when=\"{&quot;a&quot;: 1}\"></section>").unwrap();
        let Node::Element(section) = &condition[0] else {
            panic!()
        };
        assert_eq!(section.attribute("data-when"), Some("{\"a\": 1}"));
    }

    #[test]
    fn what_runs_loads_or_submits_goes() {
        let html = sanitized(
            "<p onclick=x>a<script>b</script><img src=x></p><form><input></form><section onload=x data-x=1>c</section>",
        );
        assert_eq!(html, "<p>a</p><section>c</section>");
    }

    #[test]
    fn the_depth_is_limited() {
        let nested = |depth: usize| {
            format!(
                "{}x{}",
                "<blockquote>".repeat(depth),
                "</blockquote>".repeat(depth)
            )
        };
        assert!(parse(&nested(40)).is_some());
        assert_eq!(parse(&nested(41)), None);
        assert_eq!(parse(&sanitized(&nested(300))), None);
    }

    proptest! {
        #[test]
        fn any_html_is_read_without_panic(html in "[<>a-z/=\"' &;#]{0,120}") {
            let clean = sanitized(&html);
            let again = written(&parse(&clean).unwrap());
            prop_assert_eq!(sanitized(&again), clean);
        }
    }
}
