//! The pieces of a block: tracked changes, and what differs without being tracked.

use crate::changes::PieceKind;
use crate::compare::{Side, words};
use crate::document::{By, How, RawPiece};
use crate::group::{Group, Raw};

pub(crate) type Part = (PieceKind, String, Option<By>, Option<String>);

/// Pieces of a block, tracked and untracked ones merged.
#[derive(Default)]
pub(crate) struct Merge {
    pub(crate) pieces: Vec<Part>,
}

impl Merge {
    pub(crate) fn push(
        &mut self,
        kind: PieceKind,
        text: &str,
        by: Option<&By>,
        term: Option<&str>,
    ) {
        let is_mark = matches!(kind, PieceKind::Split | PieceKind::Joined);
        if text.is_empty() && !is_mark {
            return;
        }
        match self.pieces.last_mut() {
            Some(last)
                if last.0 == kind
                    && !is_mark
                    && last.2.as_ref() == by
                    && last.3.as_deref() == term =>
            {
                last.1.push_str(text);
            }
            _ => self
                .pieces
                .push((kind, text.to_owned(), by.cloned(), term.map(str::to_owned))),
        }
    }

    pub(crate) fn merge(&mut self, old: &str, group: &Group) {
        let original = group.original();
        let mut parts = words(old, &original).into_iter();
        // What is left of the current part.
        let mut part: Option<(Side, &str)> = None;
        for piece in &group.pieces {
            let piece = match piece {
                Raw::Text(piece) => piece,
                Raw::Split(by) => {
                    self.push(PieceKind::Split, "", Some(by), None);
                    continue;
                }
                Raw::Joined(by) => {
                    self.push(PieceKind::Joined, "", Some(by), None);
                    continue;
                }
            };
            let term = piece.term.as_deref();
            if !piece.how.is_original() {
                self.push(kind_of(piece), &piece.text, Some(&piece.by), term);
                continue;
            }
            let mut rest = piece.text.as_str();
            while !rest.is_empty() {
                let Some((side, text)) = part.take().or_else(|| parts.next()) else {
                    break;
                };
                if side == Side::Old {
                    self.push(PieceKind::Deleted, text, None, term);
                    continue;
                }
                let length = text.len().min(rest.len());
                let (now, later) = rest.split_at(length);
                rest = later;
                if length < text.len() {
                    part = Some((side, &text[length..]));
                }
                match (side, piece.how) {
                    // Typed without tracking, and deleted with it.
                    (Side::New, How::Deleted | How::MovedFrom) => {}
                    (Side::New, _) => self.push(PieceKind::Inserted, now, None, term),
                    _ => {
                        let is_changed = piece.how != How::Same;
                        let by = is_changed.then_some(&piece.by);
                        self.push(kind_of(piece), now, by, term);
                    }
                }
            }
        }
        for (side, text) in part.into_iter().chain(parts) {
            if side == Side::Old {
                self.push(PieceKind::Deleted, text, None, None);
            }
        }
    }
}

fn kind_of(piece: &RawPiece) -> PieceKind {
    match piece.how {
        How::Inserted => PieceKind::Inserted,
        How::Deleted => PieceKind::Deleted,
        How::MovedFrom => PieceKind::MovedFrom,
        How::MovedTo => PieceKind::MovedTo,
        How::Same if piece.is_formatted => PieceKind::Formatted,
        How::Same => PieceKind::Same,
    }
}
