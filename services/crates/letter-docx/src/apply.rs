//! The letter with some of the changes of a returned file.

use std::collections::{BTreeMap, BTreeSet};

use letter_of_intent::{parse_html, write_html};

use crate::block::{Block, Run};
use crate::changes::{ChangedBlock, Changes, PieceKind};
use crate::walk::edited;

/// The sanitized body with these changes, by their numbers; the others are rejected. None if it is
/// nested too deeply.
pub fn apply(html: &str, changes: &Changes, accepted: &BTreeSet<usize>) -> Option<String> {
    let mut plan = Plan::new(changes);
    let mut index = 0;
    let nodes = edited(parse_html(html)?, &mut |block| {
        let place = index;
        index += 1;
        plan.block(place, block, accepted)
    });
    Some(write_html(&nodes))
}

struct Plan<'a> {
    /// Blocks of the letter, by their places.
    blocks: BTreeMap<usize, Planned<'a>>,
    /// What the block before continues with here.
    carried: Vec<Run>,
}

/// A block of the letter with the new ones around it.
struct Planned<'a> {
    before: Vec<&'a ChangedBlock>,
    changed: &'a ChangedBlock,
    after: Vec<&'a ChangedBlock>,
}

impl<'a> Plan<'a> {
    fn new(changes: &'a Changes) -> Self {
        let mut plan = Self {
            blocks: BTreeMap::new(),
            carried: Vec::new(),
        };
        let (mut before, mut last) = (Vec::new(), None);
        for block in &changes.blocks {
            if let Some(old) = block.old {
                let planned = Planned {
                    before: std::mem::take(&mut before),
                    changed: block,
                    after: Vec::new(),
                };
                plan.blocks.insert(old, planned);
                last = Some(old);
                continue;
            }
            match last.and_then(|last| plan.blocks.get_mut(&last)) {
                // After a cell it would be in the cell.
                Some(planned)
                    if planned.changed.is_in_table == block.is_in_table && before.is_empty() =>
                {
                    planned.after.push(block);
                }
                _ => before.push(block),
            }
        }
        // No block follows.
        if let Some(planned) = last.and_then(|last| plan.blocks.get_mut(&last)) {
            planned.after.extend(before);
        }
        plan
    }

    fn block(
        &mut self,
        place: usize,
        block: &Block,
        accepted: &BTreeSet<usize>,
    ) -> Option<Vec<Vec<Run>>> {
        let Planned {
            before,
            changed,
            after,
        } = self.blocks.get(&place)?;
        let takes = |block: &ChangedBlock| {
            let mut pieces = block.pieces.iter();
            pieces.any(|piece| {
                piece
                    .change
                    .is_some_and(|change| accepted.contains(&change))
            })
        };
        let around = before.iter().chain(after.iter());
        if !takes(changed) && !around.clone().any(|block| takes(block)) && self.carried.is_empty() {
            return None;
        }
        let mut contents: Vec<Vec<Run>> = Vec::new();
        contents.extend(before.iter().filter_map(|new| new_block(new, accepted)));
        let (own, is_joined) =
            own_block(changed, block, accepted, std::mem::take(&mut self.carried));
        contents.extend(own);
        if is_joined {
            self.carried = contents.pop().unwrap_or_default();
        }
        contents.extend(after.iter().filter_map(|new| new_block(new, accepted)));
        Some(contents)
    }
}

/// The text of a block that the letter does not have; none if nothing of it is accepted.
fn new_block(block: &ChangedBlock, accepted: &BTreeSet<usize>) -> Option<Vec<Run>> {
    let text: String = block
        .pieces
        .iter()
        .filter(|piece| matches!(piece.kind, PieceKind::Inserted | PieceKind::MovedTo))
        .filter(|piece| {
            piece
                .change
                .is_some_and(|change| accepted.contains(&change))
        })
        .map(|piece| piece.text.as_str())
        .collect();
    let marks = Vec::new();
    (!text.trim().is_empty()).then(|| vec![Run { text, marks }])
}

/// The contents of a block of the letter, and whether the next one continues the last of them.
fn own_block(
    changed: &ChangedBlock,
    block: &Block,
    accepted: &BTreeSet<usize>,
    carried: Vec<Run>,
) -> (Vec<Vec<Run>>, bool) {
    let (mut contents, mut is_joined) = (vec![carried], false);
    let mut old = Cursor { block, at: 0 };
    for piece in &changed.pieces {
        let takes = piece
            .change
            .is_some_and(|change| accepted.contains(&change));
        match piece.kind {
            PieceKind::Same | PieceKind::Formatted => push(&mut contents, old.take(&piece.text)),
            PieceKind::Deleted | PieceKind::MovedFrom => {
                let kept = old.take(&piece.text);
                if !takes {
                    push(&mut contents, kept);
                }
            }
            PieceKind::Inserted | PieceKind::MovedTo if takes => {
                let run = old.like(&piece.text, piece.term.as_deref());
                push(&mut contents, vec![run]);
            }
            PieceKind::Split if takes => contents.push(Vec::new()),
            PieceKind::Joined if takes => is_joined = true,
            _ => {}
        }
    }
    let is_gone = contents
        .iter()
        .flatten()
        .all(|run| run.text.trim().is_empty());
    if is_gone {
        return (Vec::new(), is_joined);
    }
    (contents, is_joined)
}

fn push(contents: &mut [Vec<Run>], runs: Vec<Run>) {
    if let Some(last) = contents.last_mut() {
        last.extend(runs);
    }
}

/// A place in a block's text.
struct Cursor<'a> {
    block: &'a Block,
    at: usize,
}

impl Cursor<'_> {
    /// The next text of the block, with its format.
    fn take(&mut self, text: &str) -> Vec<Run> {
        let (from, until) = (self.at, self.at + text.len());
        self.at = until;
        let (mut start, mut runs) = (0, Vec::new());
        for run in &self.block.runs {
            let end = start + run.text.len();
            let (first, last) = (from.max(start), until.min(end));
            if first < last
                && let Some(text) = run.text.get(first - start..last - start)
            {
                runs.push(Run {
                    text: text.to_owned(),
                    marks: run.marks.clone(),
                });
            }
            start = end;
        }
        runs
    }

    /// New text with the format of the text before it; in a field only if it was typed there.
    fn like(&self, text: &str, term: Option<&str>) -> Run {
        let mut start = 0;
        let mut marks = Vec::new();
        for run in &self.block.runs {
            let end = start + run.text.len();
            let is_before = start < self.at || self.at == 0 && start == 0;
            // Replaced text that was a field stays one.
            let is_field =
                term.is_some() && run.term() == term && self.at >= start && self.at <= end;
            if is_before || is_field {
                marks.clone_from(&run.marks);
            }
            if is_field {
                break;
            }
            start = end;
        }
        marks.retain(|mark| {
            let is_of_term = mark.attributes.iter().any(|(name, _)| name == "data-term");
            mark.tag != "a" && (!is_of_term || term.is_some())
        });
        Run {
            text: text.to_owned(),
            marks,
        }
    }
}
