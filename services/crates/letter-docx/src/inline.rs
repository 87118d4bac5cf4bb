//! Inline nodes as runs of text with one format, and back.

use letter_of_intent::{HtmlElement, HtmlNode};

use crate::block::{Mark, Run};

/// The runs of inline nodes.
pub(crate) fn runs_of(nodes: &[HtmlNode]) -> Vec<Run> {
    let mut runs = Vec::new();
    collect(nodes, &mut Vec::new(), &mut runs);
    runs
}

fn collect(nodes: &[HtmlNode], marks: &mut Vec<Mark>, runs: &mut Vec<Run>) {
    for node in nodes {
        match node {
            HtmlNode::Text(text) => push(runs, &text.replace(['\n', '\r', '\t'], " "), marks),
            HtmlNode::Element(element) if element.tag == "br" => push(runs, "\n", marks),
            HtmlNode::Element(element) => {
                marks.push(Mark {
                    tag: element.tag.clone(),
                    attributes: element.attributes.clone(),
                });
                collect(&element.children, marks, runs);
                marks.pop();
            }
        }
    }
}

fn push(runs: &mut Vec<Run>, text: &str, marks: &[Mark]) {
    // XML has no place for control characters.
    let text = text.replace(|c: char| c.is_control() && c != '\n', "");
    if text.is_empty() {
        return;
    }
    match runs.last_mut() {
        Some(last) if last.marks == marks => last.text.push_str(&text),
        _ => runs.push(Run {
            text,
            marks: marks.to_vec(),
        }),
    }
}

/// The inline nodes of runs: neighbours share the elements that both are in.
pub(crate) fn nodes_of(runs: &[Run]) -> Vec<HtmlNode> {
    let runs: Vec<(&str, &[Mark])> = runs
        .iter()
        .filter(|run| !run.text.is_empty())
        .map(|run| (run.text.as_str(), run.marks.as_slice()))
        .collect();
    nested(&runs)
}

fn nested(runs: &[(&str, &[Mark])]) -> Vec<HtmlNode> {
    let (mut nodes, mut rest) = (Vec::new(), runs);
    while let Some((text, marks)) = rest.first() {
        let Some(mark) = marks.first() else {
            nodes.extend(lines(text));
            rest = &rest[1..];
            continue;
        };
        let shared = rest.iter().take_while(|run| run.1.first() == Some(mark));
        let inner: Vec<(&str, &[Mark])> = shared.map(|run| (run.0, &run.1[1..])).collect();
        nodes.push(HtmlNode::Element(HtmlElement {
            tag: mark.tag.clone(),
            attributes: mark.attributes.clone(),
            children: nested(&inner),
        }));
        rest = &rest[inner.len()..];
    }
    nodes
}

fn lines(text: &str) -> Vec<HtmlNode> {
    let mut nodes = Vec::new();
    for (index, line) in text.split('\n').enumerate() {
        if index > 0 {
            nodes.push(HtmlNode::Element(HtmlElement {
                tag: "br".to_owned(),
                ..HtmlElement::default()
            }));
        }
        if !line.is_empty() {
            nodes.push(HtmlNode::Text(line.to_owned()));
        }
    }
    nodes
}
