//! Paragraphs of a file that were one block before its tracked changes.

use crate::document::{By, Paragraph, RawPiece};

/// Paragraphs that were one before the tracked changes.
#[derive(Debug, Default)]
pub(crate) struct Group {
    pub(crate) block: Option<usize>,
    /// Places of its paragraphs in the file.
    pub(crate) paragraphs: Vec<usize>,
    pub(crate) pieces: Vec<Raw>,
    pub(crate) is_formatted: bool,
    pub(crate) is_in_table: bool,
}

#[derive(Debug)]
pub(crate) enum Raw {
    Text(RawPiece),
    Split(By),
    Joined(By),
}

impl Group {
    pub(crate) fn original(&self) -> String {
        let texts = self.pieces.iter().map(|piece| match piece {
            Raw::Text(piece) if piece.how.is_original() => piece.text.as_str(),
            _ => "",
        });
        texts.collect()
    }
}

pub(crate) fn groups(paragraphs: &[Paragraph]) -> Vec<Group> {
    let (mut groups, mut open): (Vec<Group>, Option<Group>) = (Vec::new(), None);
    for (place, paragraph) in paragraphs.iter().enumerate() {
        let was_there = paragraph.pieces.iter().any(|piece| piece.how.is_original());
        let is_there = paragraph.pieces.iter().any(|piece| piece.how.is_accepted());
        let is_new = !paragraph.pieces.is_empty() && !was_there;
        if is_new {
            // A paragraph that is new as a whole, wherever its end was tracked.
            groups.extend(open.take());
        }
        let group = open.get_or_insert_with(Group::default);
        group.block = group.block.or(paragraph.block);
        group.paragraphs.push(place);
        group.is_formatted |= paragraph.is_formatted;
        group.is_in_table |= paragraph.is_in_table;
        group
            .pieces
            .extend(paragraph.pieces.iter().cloned().map(Raw::Text));
        match &paragraph.mark {
            Some((true, by)) if !is_new && next_goes_on(paragraphs, place) => {
                group.pieces.push(Raw::Split(by.clone()));
            }
            Some((false, by)) if is_there => {
                group.pieces.push(Raw::Joined(by.clone()));
                groups.extend(open.take());
            }
            _ => groups.extend(open.take()),
        }
    }
    groups.extend(open);
    groups.retain(|group| {
        let mut pieces = group.pieces.iter();
        pieces.any(|piece| matches!(piece, Raw::Text(piece) if !piece.text.trim().is_empty()))
    });
    groups
}

/// Whether the paragraph after has text that was there before.
fn next_goes_on(paragraphs: &[Paragraph], place: usize) -> bool {
    paragraphs
        .get(place + 1)
        .is_some_and(|next| next.pieces.iter().any(|piece| piece.how.is_original()))
}
