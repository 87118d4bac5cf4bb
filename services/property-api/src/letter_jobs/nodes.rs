//! A letter's body as a tree that the template walks: blocks and inline nodes as JSON, texts as
//! strings, never markup. No I/O.

use letter_of_intent::{HtmlElement, HtmlNode, parse_html};
use serde_json::{Value, json};

/// Lists, quotations and tables inside one another at most; deeper ones are read as text, because
/// the compiler's depth is limited.
const MAX_DEPTH: usize = 6;
/// Columns and rows that a cell spans at most.
const MAX_SPAN: usize = 50;
/// Addresses are cut into parts of so many characters: longer words of a document may break
/// anywhere, and an address must not.
const PART: usize = 20;
/// Levels of headings in a letter; its number is the one above.
const LEVELS: usize = 3;

/// The blocks of a sanitized body.
pub fn blocks_of(html: &str) -> Vec<Value> {
    let nodes = parse_html(html).unwrap_or_else(|| vec![HtmlNode::Text(text_of_html(html))]);
    Walker { level: 1 }.blocks(&nodes, 0)
}

/// The text of HTML that is nested too deeply to be read as a tree.
fn text_of_html(html: &str) -> String {
    let parts = html.split('<').map(|part| match part.split_once('>') {
        Some((_, text)) => text,
        None => part,
    });
    parts.collect::<Vec<_>>().join(" ")
}

struct Walker {
    /// Of the last heading, so that none is skipped.
    level: usize,
}

impl Walker {
    fn blocks(&mut self, nodes: &[HtmlNode], depth: usize) -> Vec<Value> {
        let mut blocks = Vec::new();
        let mut run: Vec<&HtmlNode> = Vec::new();
        for node in nodes {
            match node {
                HtmlNode::Element(element) if is_block(&element.tag) => {
                    paragraph(&mut run, &mut blocks);
                    self.block(element, depth, &mut blocks);
                }
                inline => run.push(inline),
            }
        }
        paragraph(&mut run, &mut blocks);
        blocks
    }

    fn block(&mut self, element: &HtmlElement, depth: usize, blocks: &mut Vec<Value>) {
        let children = &element.children;
        if depth >= MAX_DEPTH {
            let text = json!([{ "t": "text", "v": text_of(children) }]);
            return blocks.push(json!({ "t": "p", "align": "left", "c": text }));
        }
        match element.tag.as_str() {
            "h1" | "h2" | "h3" => {
                let wanted = element.tag[1..].parse().unwrap_or(1_usize) + 1;
                self.level = wanted.min(self.level + 1).min(LEVELS + 1);
                let content = inlines(children);
                if !content.is_empty() {
                    blocks.push(json!({ "t": "h", "level": self.level, "align": align(element), "c": content }));
                }
            }
            "ul" | "ol" => {
                let items = children.iter().filter_map(|child| match child {
                    HtmlNode::Element(item) => Some(self.blocks(&item.children, depth + 1)),
                    HtmlNode::Text(_) => None,
                });
                let items: Vec<Vec<Value>> = items.collect();
                let start = element
                    .attribute("start")
                    .and_then(|start| start.parse::<u32>().ok());
                blocks
                    .push(json!({ "t": element.tag, "start": start.unwrap_or(1), "items": items }));
            }
            "blockquote" => {
                let content = self.blocks(children, depth + 1);
                blocks.push(json!({ "t": "quote", "c": content }));
            }
            "hr" => blocks.push(json!({ "t": "hr" })),
            "table" => blocks.extend(self.table(element, depth)),
            _ => {
                let content = inlines(children);
                let node = if content.is_empty() { "gap" } else { "p" };
                blocks.push(json!({ "t": node, "align": align(element), "c": content }));
            }
        }
    }

    /// Cells with their places, because spans of pasted tables may overlap.
    fn table(&mut self, table: &HtmlElement, depth: usize) -> Option<Value> {
        let mut rows = Vec::new();
        rows_of(&table.children, &mut rows);
        let mut taken: Vec<Vec<bool>> = vec![Vec::new(); rows.len()];
        let mut cells = Vec::new();
        for (y, row) in rows.iter().enumerate() {
            let mut x = 0;
            for cell in cells_of(row) {
                while taken[y].get(x).copied().unwrap_or(false) {
                    x += 1;
                }
                let span = |name: &str| {
                    let span = cell.attribute(name).and_then(|span| span.parse().ok());
                    span.unwrap_or(1_usize).clamp(1, MAX_SPAN)
                };
                let down = span("rowspan").min(rows.len() - y);
                let free = taken[y].iter().skip(x).take_while(|taken| !**taken).count();
                let is_open = taken[y].len() <= x + free;
                let across = if is_open {
                    span("colspan")
                } else {
                    span("colspan").min(free)
                };
                for line in &mut taken[y..y + down] {
                    if line.len() < x + across {
                        line.resize(x + across, false);
                    }
                    line[x..x + across].fill(true);
                }
                cells.push(json!({
                    "x": x, "y": y, "across": across, "down": down, "align": align(cell),
                    "c": self.blocks(&cell.children, depth + 1),
                }));
                x += across;
            }
        }
        let columns = taken
            .iter()
            .map(Vec::len)
            .max()
            .filter(|columns| *columns > 0)?;
        let is_head = |row: &&HtmlElement| cells_of(row).all(|cell| cell.tag == "th");
        let heads = rows.iter().take_while(|row| is_head(row)).count();
        // Cells that span from the head into the body belong to no head.
        let heads = if cells.iter().any(|cell| spans(cell, heads)) {
            0
        } else {
            heads
        };
        Some(json!({ "t": "table", "columns": columns, "heads": heads, "cells": cells }))
    }
}

fn spans(cell: &Value, heads: usize) -> bool {
    let of = |name: &str| cell[name].as_u64().and_then(|n| usize::try_from(n).ok());
    let (y, down) = (of("y").unwrap_or_default(), of("down").unwrap_or_default());
    y < heads && y + down > heads
}

fn rows_of<'a>(nodes: &'a [HtmlNode], rows: &mut Vec<&'a HtmlElement>) {
    for node in nodes {
        match node {
            HtmlNode::Element(element) if element.tag == "tr" => rows.push(element),
            HtmlNode::Element(element) if element.tag != "table" => {
                rows_of(&element.children, rows);
            }
            _ => {}
        }
    }
}

fn cells_of(row: &HtmlElement) -> impl Iterator<Item = &HtmlElement> {
    row.children.iter().filter_map(|child| match child {
        HtmlNode::Element(cell) if cell.tag == "td" || cell.tag == "th" => Some(cell),
        _ => None,
    })
}

/// Ends a run of inline nodes between blocks.
fn paragraph(run: &mut Vec<&HtmlNode>, blocks: &mut Vec<Value>) {
    let nodes: Vec<HtmlNode> = std::mem::take(run).into_iter().cloned().collect();
    let content = inlines(&nodes);
    if !content.is_empty() {
        blocks.push(json!({ "t": "p", "align": "left", "c": content }));
    }
}

/// Empty if there is nothing to read.
fn inlines(nodes: &[HtmlNode]) -> Vec<Value> {
    let mut content = Vec::new();
    collect(nodes, 0, &mut content);
    let is_blank = text_of(nodes).trim().is_empty();
    if is_blank { Vec::new() } else { content }
}

fn collect(nodes: &[HtmlNode], depth: usize, content: &mut Vec<Value>) {
    for node in nodes {
        match node {
            HtmlNode::Text(text) => content.push(json!({ "t": "text", "v": text })),
            HtmlNode::Element(element) if element.tag == "br" => content.push(json!({ "t": "br" })),
            HtmlNode::Element(element) => {
                let kind = match element.tag.as_str() {
                    "strong" | "b" => "strong",
                    "em" | "i" => "em",
                    "u" => "u",
                    "s" => "s",
                    "sub" => "sub",
                    "sup" => "sup",
                    "a" if element.attribute("href").is_some() => "a",
                    // Terms read as their text.
                    _ => "",
                };
                if kind.is_empty() || depth >= MAX_DEPTH {
                    collect(&element.children, depth, content);
                    continue;
                }
                let mut inner = Vec::new();
                collect(&element.children, depth + 1, &mut inner);
                let address = element.attribute("href").unwrap_or_default();
                content.push(json!({ "t": kind, "c": inner, "href": parts(address) }));
            }
        }
    }
}

/// An address in parts, without characters beyond ASCII.
fn parts(address: &str) -> Vec<String> {
    let mut parts = vec![String::new()];
    for byte in address.bytes() {
        let encoded = if byte.is_ascii_graphic() {
            char::from(byte).to_string()
        } else {
            format!("%{byte:02X}")
        };
        if let Some(part) = parts.last_mut()
            && part.len() + encoded.len() <= PART
        {
            part.push_str(&encoded);
        } else {
            parts.push(encoded);
        }
    }
    parts
}

fn text_of(nodes: &[HtmlNode]) -> String {
    let texts = nodes.iter().map(|node| match node {
        HtmlNode::Text(text) => text.clone(),
        HtmlNode::Element(element) => text_of(&element.children),
    });
    texts.collect()
}

fn is_block(tag: &str) -> bool {
    matches!(
        tag,
        "p" | "h1" | "h2" | "h3" | "ul" | "ol" | "blockquote" | "hr" | "table" | "section"
    )
}

fn align(element: &HtmlElement) -> &'static str {
    let style = element.attribute("style").unwrap_or_default();
    ["center", "right", "justify"]
        .into_iter()
        .find(|side| style.contains(side))
        .unwrap_or("left")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::letters::domain::sanitize;

    fn blocks(html: &str) -> Vec<Value> {
        blocks_of(&sanitize(html))
    }

    #[test]
    fn blocks_and_inline_nodes_keep_their_text() {
        let tree = blocks(
            "<p style=\"text-align:center\">Dear <strong><span data-term=\"salutation\">Dana &amp; Co</span></strong><br>x</p>\
             <p></p>loose<ol start=\"3\"><li>one</li><li><p>two</p><ul><li>deep</li></ul></li></ol>",
        );
        assert_eq!(tree[0]["align"], "center");
        assert_eq!(tree[0]["c"][1]["t"], "strong");
        assert_eq!(tree[0]["c"][1]["c"][0]["v"], "Dana & Co");
        assert_eq!(tree[0]["c"][2]["t"], "br");
        assert_eq!(tree[1]["t"], "gap");
        assert_eq!(tree[2]["c"][0]["v"], "loose");
        assert_eq!(tree[3]["start"], 3);
        assert_eq!(tree[3]["items"][1][1]["items"][0][0]["c"][0]["v"], "deep");
    }

    #[test]
    fn headings_skip_no_level_and_addresses_are_whole() {
        let tree = blocks(
            "<h3>a</h3><h1>b</h1><h3>c</h3><p><a href=\"https://a.example/very/long/path/é?q=1\">x</a></p>",
        );
        let levels: Vec<_> = tree[..3].iter().map(|node| node["level"].clone()).collect();
        assert_eq!(levels, [2, 2, 3]);
        let parts = tree[3]["c"][0]["href"].as_array().unwrap();
        let address: String = parts.iter().map(|part| part.as_str().unwrap()).collect();
        assert_eq!(address, "https://a.example/very/long/path/%C3%A9?q=1");
        assert!(
            parts
                .iter()
                .all(|part| part.as_str().unwrap().len() <= PART)
        );
    }

    #[test]
    fn cells_of_tables_have_places_that_do_not_overlap() {
        let tree = blocks(
            "<table><tr><th>a</th><th colspan=\"2\">b</th></tr><tr><td rowspan=\"9\">c</td><td>d</td></tr>\
             <tr><td colspan=\"99\">e</td></tr></table>",
        );
        let table = &tree[0];
        assert_eq!(
            (&table["heads"], &table["columns"]),
            (&json!(1), &json!(51))
        );
        let mut seen = std::collections::HashSet::new();
        for cell in table["cells"].as_array().unwrap() {
            let of = |name: &str| cell[name].as_u64().unwrap();
            for x in of("x")..of("x") + of("across") {
                for y in of("y")..of("y") + of("down") {
                    assert!(seen.insert((x, y)) && y < 3, "{cell}");
                }
            }
        }
        assert!(blocks("<table></table>").is_empty());
    }

    #[test]
    fn deep_nesting_is_read_as_text() {
        let html = format!("{}deep{}", "<ul><li>".repeat(200), "</li></ul>".repeat(200));
        let text = json!(blocks(&html)).to_string();
        assert!(text.contains("deep"), "{text}");
        let html = format!(
            "{}deep{}",
            "<blockquote>".repeat(20),
            "</blockquote>".repeat(20)
        );
        assert!(json!(blocks(&html)).to_string().contains("deep"));
    }
}
