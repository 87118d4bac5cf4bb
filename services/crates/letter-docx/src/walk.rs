//! Visits the blocks of a body in order, and puts others in their place.

use letter_of_intent::{HtmlElement, HtmlNode};

use crate::block::{Block, Cell, Kind, Run};
use crate::inline::{nodes_of, runs_of};

/// Visits the blocks of a body in the order of [`crate::blocks_of`]; `edit` returns what stands in the
/// block's place, or none to keep it as it is.
pub(crate) fn edited(
    nodes: Vec<HtmlNode>,
    edit: &mut dyn FnMut(&Block) -> Option<Vec<Vec<Run>>>,
) -> Vec<HtmlNode> {
    Walker::default().nodes(nodes, Place::default(), edit)
}

type Edit<'a> = &'a mut dyn FnMut(&Block) -> Option<Vec<Vec<Run>>>;

#[derive(Clone, Copy, Default)]
struct Place {
    item: Option<Kind>,
    cell: Option<Cell>,
    align: Option<&'static str>,
}

#[derive(Default)]
struct Walker {
    lists: u32,
    tables: usize,
}

impl Walker {
    fn nodes(&mut self, nodes: Vec<HtmlNode>, place: Place, edit: Edit<'_>) -> Vec<HtmlNode> {
        let (mut out, mut inline) = (Vec::new(), Vec::new());
        for node in nodes {
            match node {
                HtmlNode::Element(element) if is_block(&element.tag) => {
                    loose(&mut inline, place, edit, &mut out);
                    self.element(element, place, edit, &mut out);
                }
                other => inline.push(other),
            }
        }
        loose(&mut inline, place, edit, &mut out);
        out
    }

    fn element(
        &mut self,
        mut element: HtmlElement,
        place: Place,
        edit: Edit<'_>,
        out: &mut Vec<HtmlNode>,
    ) {
        let children = std::mem::take(&mut element.children);
        match element.tag.as_str() {
            "ul" | "ol" => {
                element.children = self.list(&element, children, place, edit);
                if !element.children.is_empty() {
                    out.push(HtmlNode::Element(element));
                }
            }
            "table" => {
                let (table, mut row) = (self.tables, 0);
                self.tables += 1;
                element.children = self.rows(children, table, &mut row, place, edit);
                out.push(HtmlNode::Element(element));
            }
            "blockquote" => {
                element.children = self.nodes(children, place, edit);
                out.push(HtmlNode::Element(element));
            }
            "hr" => {
                let kept = edit(&block(Kind::Rule, place, &[])).is_none_or(|new| !new.is_empty());
                if kept {
                    out.push(HtmlNode::Element(element));
                }
            }
            tag => {
                let kind = match tag.strip_prefix('h').and_then(|level| level.parse().ok()) {
                    Some(level) => Kind::Heading(level),
                    None => place.item.unwrap_or(Kind::Paragraph),
                };
                let align = align_of(&element).or(place.align);
                match edit(&block(kind, Place { align, ..place }, &children)) {
                    None => {
                        element.children = children;
                        out.push(HtmlNode::Element(element));
                    }
                    Some(contents) => out.extend(contents.into_iter().map(|runs| {
                        let children = nodes_of(&runs);
                        HtmlNode::Element(HtmlElement {
                            children,
                            ..element.clone()
                        })
                    })),
                }
            }
        }
    }

    fn list(
        &mut self,
        list: &HtmlElement,
        children: Vec<HtmlNode>,
        place: Place,
        edit: Edit<'_>,
    ) -> Vec<HtmlNode> {
        let level = match place.item {
            Some(Kind::Item { level, .. }) => level + 1,
            _ => 0,
        };
        let start = list.attribute("start").and_then(|start| start.parse().ok());
        let item = Kind::Item {
            is_ordered: list.tag == "ol",
            level,
            list: self.lists,
            start: start.unwrap_or(1),
        };
        self.lists += 1;
        let place = Place {
            item: Some(item),
            ..place
        };
        let mut items = Vec::new();
        for child in children {
            // What is not an item is white space between items.
            let HtmlNode::Element(mut element) = child else {
                continue;
            };
            let before = std::mem::take(&mut element.children);
            let was_empty = before.is_empty();
            element.children = self.nodes(before, place, edit);
            if was_empty || !element.children.is_empty() {
                items.push(HtmlNode::Element(element));
            }
        }
        items
    }

    fn rows(
        &mut self,
        children: Vec<HtmlNode>,
        table: usize,
        row: &mut usize,
        place: Place,
        edit: Edit<'_>,
    ) -> Vec<HtmlNode> {
        let mut out = Vec::new();
        for child in children {
            let HtmlNode::Element(mut element) = child else {
                continue;
            };
            let inner = std::mem::take(&mut element.children);
            element.children = match element.tag.as_str() {
                "tr" => {
                    let cells = self.cells(inner, (table, *row), place, edit);
                    *row += 1;
                    cells
                }
                "tbody" | "thead" | "tfoot" => self.rows(inner, table, row, place, edit),
                _ => inner,
            };
            out.push(HtmlNode::Element(element));
        }
        out
    }

    fn cells(
        &mut self,
        children: Vec<HtmlNode>,
        (table, row): (usize, usize),
        place: Place,
        edit: Edit<'_>,
    ) -> Vec<HtmlNode> {
        let (mut out, mut column) = (Vec::new(), 0);
        for child in children {
            let HtmlNode::Element(mut element) = child else {
                continue;
            };
            let across = element
                .attribute("colspan")
                .and_then(|span| span.parse().ok());
            let across = across.unwrap_or(1_usize).clamp(1, 50);
            let cell = Cell {
                table,
                row,
                column,
                across,
            };
            column += 1;
            let inner = std::mem::take(&mut element.children);
            let place = Place {
                cell: Some(cell),
                item: None,
                align: align_of(&element).or(place.align),
            };
            element.children = if inner.is_empty() {
                // A cell has a block, as in Word.
                match edit(&block(Kind::Paragraph, place, &[])) {
                    None => Vec::new(),
                    Some(contents) => joined(&contents),
                }
            } else {
                self.nodes(inner, place, edit)
            };
            out.push(HtmlNode::Element(element));
        }
        out
    }
}

/// A block of inline nodes without an element of their own.
fn loose(inline: &mut Vec<HtmlNode>, place: Place, edit: Edit<'_>, out: &mut Vec<HtmlNode>) {
    let nodes = std::mem::take(inline);
    let is_space = nodes
        .iter()
        .all(|node| matches!(node, HtmlNode::Text(text) if text.trim().is_empty()));
    if is_space {
        return;
    }
    let kind = place.item.unwrap_or(Kind::Paragraph);
    match edit(&block(kind, place, &nodes)) {
        None => out.extend(nodes),
        Some(contents) => out.extend(joined(&contents)),
    }
}

fn joined(contents: &[Vec<Run>]) -> Vec<HtmlNode> {
    let mut runs: Vec<Run> = Vec::new();
    for (index, content) in contents.iter().enumerate() {
        if index > 0 {
            runs.push(Run {
                text: "\n".to_owned(),
                marks: Vec::new(),
            });
        }
        runs.extend(content.iter().cloned());
    }
    nodes_of(&runs)
}

fn block(kind: Kind, place: Place, nodes: &[HtmlNode]) -> Block {
    Block {
        kind,
        align: place.align.unwrap_or("left"),
        cell: place.cell,
        runs: runs_of(nodes),
    }
}

fn is_block(tag: &str) -> bool {
    matches!(
        tag,
        "p" | "h1" | "h2" | "h3" | "ul" | "ol" | "blockquote" | "hr" | "table"
    )
}

fn align_of(element: &HtmlElement) -> Option<&'static str> {
    let style = element.attribute("style")?;
    ["center", "right", "justify"]
        .into_iter()
        .find(|side| style.contains(side))
}
