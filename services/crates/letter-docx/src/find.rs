//! Finds what the other side changed: the tracked changes of a file, and what differs from the letter
//! that was written without being tracked.

use std::collections::HashMap;

use crate::block::{Block, Run};
use crate::changes::{
    AlsoChanged, Change, ChangeKind, ChangedBlock, ChangedComment, Changes, Piece, PieceKind,
    ProposedTerm,
};
use crate::compare::aligned;
use crate::document::By;
use crate::fields::found_again;
use crate::frame::Frame;
use crate::group::{Group, groups};
use crate::merge::Merge;
use crate::read::Returned;

/// Compares a returned file with the letter that was written: its blocks, and what stands around
/// them.
pub fn changes(blocks: &[Block], frame: &Frame, returned: &Returned) -> Changes {
    let mut finder = Finder::default();
    let closing = frame.closing().into_iter().map(|line| line.text);
    let old: Vec<(usize, String)> = blocks
        .iter()
        .map(Block::text)
        .chain(closing)
        .enumerate()
        // An empty paragraph is space, not text.
        .filter(|(_, text)| !text.trim().is_empty())
        .collect();
    let new = groups(&returned.document.paragraphs);
    let olds: Vec<String> = old.iter().map(|(_, text)| text.clone()).collect();
    let news: Vec<String> = new.iter().map(Group::original).collect();
    // Blocks that did not exist before the tracked changes have no counterpart.
    let known: Vec<usize> = (0..new.len())
        .filter(|place| !news[*place].trim().is_empty())
        .collect();
    let known_texts: Vec<String> = known.iter().map(|place| news[*place].clone()).collect();
    let is_same = |one: usize, other: usize| new[known[other]].block == Some(old[one].0);
    let mut next = 0;
    for (before, after) in aligned(&olds, &known_texts, &is_same) {
        if let Some(after) = after {
            for group in &new[next..known[after]] {
                finder.added(group);
            }
            next = known[after] + 1;
        }
        let group = after.map(|after| &new[known[after]]);
        match (before, group) {
            (Some(one), group) if old[one].0 >= blocks.len() => finder.closing(&olds[one], group),
            (Some(one), group) => finder.block(Some(old[one].0), &olds[one], group),
            (None, Some(group)) => finder.added(group),
            (None, None) => {}
        }
    }
    for group in &new[next..] {
        finder.added(group);
    }
    finder.found.comments = finder.comments(returned);
    finder.found.terms = terms(blocks, returned);
    finder.lost_fields(blocks, returned);
    finder.found.also_changed = also_changed(frame, finder.is_closing_changed, returned);
    finder.found
}

#[derive(Default)]
struct Finder {
    found: Changes,
    /// Numbers of moves by their text, until both places are known.
    moves: HashMap<String, usize>,
    /// Block of each paragraph of the file.
    places: HashMap<usize, usize>,
    /// Whether a line of the closing was found: what follows belongs to it.
    is_below: bool,
    is_closing_changed: bool,
}

impl Finder {
    /// A group that the letter does not have.
    fn added(&mut self, group: &Group) {
        if self.is_below {
            self.is_closing_changed = true;
        } else {
            self.block(None, "", Some(group));
        }
    }

    /// A line of the closing. It is no text of the letter, so its changes are named and not merged.
    fn closing(&mut self, text: &str, group: Option<&Group>) {
        self.is_below |= group.is_some();
        let is_same = group.is_some_and(|group| {
            let mut out = Merge::default();
            out.merge(text, group);
            let mut pieces = out.pieces.iter();
            !group.is_formatted && pieces.all(|(kind, ..)| *kind == PieceKind::Same)
        });
        self.is_closing_changed |= !is_same;
    }

    fn block(&mut self, old: Option<usize>, text: &str, group: Option<&Group>) {
        let place = self.found.blocks.len();
        let mut out = Merge::default();
        if let Some(group) = group {
            self.places
                .extend(group.paragraphs.iter().map(|paragraph| (*paragraph, place)));
            out.merge(text, group);
        } else {
            out.push(PieceKind::Deleted, text, None, None);
        }
        let mut pieces: Vec<Piece> = Vec::new();
        let mut last: Option<(usize, Option<By>)> = None;
        for (kind, text, by, term) in out.pieces {
            let change = match kind {
                PieceKind::Same | PieceKind::Formatted => None,
                _ => Some(self.number(kind, &text, by.clone(), last.as_ref())),
            };
            last = change.map(|change| (change, by));
            pieces.push(Piece {
                kind,
                text,
                change,
                term,
            });
        }
        self.found.blocks.push(ChangedBlock {
            old,
            is_formatted: group.is_some_and(|group| group.is_formatted),
            is_in_table: group.is_some_and(|group| group.is_in_table),
            pieces,
        });
    }

    /// The number of a piece's change: that of the piece before it, if one replaces the other.
    fn number(
        &mut self,
        kind: PieceKind,
        text: &str,
        by: Option<By>,
        last: Option<&(usize, Option<By>)>,
    ) -> usize {
        let kind = match kind {
            PieceKind::Deleted => ChangeKind::Deleted,
            PieceKind::MovedFrom | PieceKind::MovedTo => ChangeKind::Moved,
            PieceKind::Split => ChangeKind::Split,
            PieceKind::Joined => ChangeKind::Joined,
            _ => ChangeKind::Inserted,
        };
        if kind == ChangeKind::Moved {
            let key = text.split_whitespace().collect::<Vec<_>>().join(" ");
            if let Some(known) = self.moves.remove(&key) {
                return known;
            }
            self.moves.insert(key, self.found.changes.len());
        } else if let Some((before, author)) = last {
            let same_author =
                author.as_ref().map(|by| &by.author) == by.as_ref().map(|by| &by.author);
            let change = &mut self.found.changes[*before];
            let is_text = |kind| {
                matches!(
                    kind,
                    ChangeKind::Inserted | ChangeKind::Deleted | ChangeKind::Replaced
                )
            };
            if same_author && is_text(change.kind) && is_text(kind) {
                if change.kind != kind {
                    change.kind = ChangeKind::Replaced;
                }
                return *before;
            }
        }
        let is_tracked = by.is_some();
        let by = by.unwrap_or_default();
        self.found.changes.push(Change {
            kind,
            is_tracked,
            author: by.author,
            at: by.at,
        });
        self.found.changes.len() - 1
    }

    /// Fields of which the file has no name.
    fn lost_fields(&mut self, blocks: &[Block], returned: &Returned) {
        let is_lost = |term: &str| {
            let mut named = returned.document.terms.iter();
            named.all(|(name, _)| name != term)
        };
        for changed in &mut self.found.blocks {
            let Some(block) = changed.old.and_then(|old| blocks.get(old)) else {
                continue;
            };
            for proposed in found_again(block, &mut changed.pieces, &is_lost) {
                let mut known = self.found.terms.iter();
                if known.all(|known| known.term != proposed.term) {
                    self.found.terms.push(proposed);
                }
            }
        }
    }

    fn comments(&self, returned: &Returned) -> Vec<ChangedComment> {
        let comments = returned.comments.iter().map(|comment| {
            let place = returned.document.comments.get(&comment.id);
            ChangedComment {
                block: place.and_then(|(paragraph, _)| self.places.get(paragraph).copied()),
                quote: place
                    .map(|(_, quote)| quote.trim().to_owned())
                    .unwrap_or_default(),
                text: comment.text.clone(),
                author: comment.by.author.clone(),
                at: comment.by.at.clone(),
            }
        });
        let mut comments: Vec<ChangedComment> = comments.collect();
        comments.sort_by_key(|comment| comment.block);
        comments
    }
}

/// The first text of each field that none of the letter's fields of that name has.
fn terms(blocks: &[Block], returned: &Returned) -> Vec<ProposedTerm> {
    let same = |one: &Run, other: &Run| one.term() == other.term();
    let fields: Vec<(&str, String)> = blocks
        .iter()
        .flat_map(|block| block.runs.chunk_by(same))
        .filter_map(|runs| {
            let text = runs.iter().map(|run| run.text.as_str());
            Some((runs[0].term()?, text.collect()))
        })
        .collect();
    let mut proposed: Vec<ProposedTerm> = Vec::new();
    for (term, new) in &returned.document.terms {
        let new = new.trim();
        let mut olds = fields
            .iter()
            .filter(|(name, _)| name == term)
            .map(|(_, text)| text.as_str());
        let is_known = proposed.iter().any(|known| known.term == *term);
        if is_known || new.is_empty() || olds.clone().any(|old| old.trim() == new) {
            continue;
        }
        if let Some(old) = olds.next() {
            proposed.push(ProposedTerm {
                term: term.clone(),
                old: old.to_owned(),
                new: new.to_owned(),
            });
        }
    }
    proposed
}

fn also_changed(frame: &Frame, is_closing_changed: bool, returned: &Returned) -> Vec<AlsoChanged> {
    let is_other = |texts: &[String], lines: &[String]| {
        let ours = lines.join(" ");
        let ours = ours.split_whitespace().collect::<Vec<_>>().join(" ");
        texts.iter().any(|text| *text != ours)
    };
    let mut also = Vec::new();
    if is_other(&returned.headers, &frame.header) {
        also.push(AlsoChanged::Header);
    }
    if is_closing_changed {
        also.push(AlsoChanged::Closing);
    }
    if is_other(&returned.footers, &frame.footer) {
        also.push(AlsoChanged::Footer);
    }
    also.extend(returned.others.iter().map(|what| match *what {
        "note" => AlsoChanged::Note,
        "text_box" => AlsoChanged::TextBox,
        "picture" => AlsoChanged::Picture,
        "formula" => AlsoChanged::Formula,
        _ => AlsoChanged::Document,
    }));
    also
}
