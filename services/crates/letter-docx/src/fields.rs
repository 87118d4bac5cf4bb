//! The fields of a letter in a file without their names: `LibreOffice` 7 keeps a content control and drops its tag, Google Docs drops the
//! control. Fields are found again by their place in the text of the letter.

use std::ops::Range;

use crate::block::{Block, Run};
use crate::changes::{Piece, PieceKind, ProposedTerm};

/// A field of a block: its term, and its place in the block's text in bytes.
struct Field<'a> {
    term: &'a str,
    place: Range<usize>,
    text: String,
}

fn fields_of<'a>(block: &'a Block, is_lost: &dyn Fn(&str) -> bool) -> Vec<Field<'a>> {
    let mut start = 0;
    let same = |one: &Run, other: &Run| one.term() == other.term();
    let of_runs = |runs: &'a [Run]| {
        let text: String = runs.iter().map(|run| run.text.as_str()).collect();
        let place = start..start + text.len();
        start = place.end;
        Some(Field {
            term: runs[0].term().filter(|term| is_lost(term))?,
            place,
            text,
        })
    };
    block.runs.chunk_by(same).filter_map(of_runs).collect()
}

/// Names the lost fields of the changed pieces of a block, and proposes what they say now.
pub(crate) fn found_again(
    block: &Block,
    pieces: &mut [Piece],
    is_lost: &dyn Fn(&str) -> bool,
) -> Vec<ProposedTerm> {
    let fields = fields_of(block, is_lost);
    if fields.is_empty() {
        return Vec::new();
    }
    let places = places_of(pieces);
    for (piece, place) in pieces.iter_mut().zip(&places) {
        if piece.term.is_none() {
            let field = fields.iter().find(|field| is_inside(place, &field.place));
            piece.term = field.map(|field| field.term.to_owned());
        }
    }
    replacements(pieces);
    let proposed = fields.iter().filter_map(|field| {
        let new = now(field, pieces, &places);
        let is_other = !new.trim().is_empty() && new.trim() != field.text.trim();
        is_other.then(|| ProposedTerm {
            term: field.term.to_owned(),
            old: field.text.clone(),
            new: new.trim().to_owned(),
        })
    });
    proposed.collect()
}

/// Of each piece, its place in the text before the changes. What is new has an empty one.
fn places_of(pieces: &[Piece]) -> Vec<Range<usize>> {
    let mut at = 0;
    let place = |piece: &Piece| {
        let start = at;
        at += if is_old(piece) { piece.text.len() } else { 0 };
        start..at
    };
    pieces.iter().map(place).collect()
}

const fn is_old(piece: &Piece) -> bool {
    matches!(
        piece.kind,
        PieceKind::Same | PieceKind::Formatted | PieceKind::Deleted | PieceKind::MovedFrom
    )
}

/// What is new is inside only between two characters of the field: at its edge it may have been typed beside it.
const fn is_inside(place: &Range<usize>, field: &Range<usize>) -> bool {
    if place.start < place.end {
        field.start <= place.start && place.end <= field.end
    } else {
        field.start < place.start && place.end < field.end
    }
}

/// What replaces text of a field is in the field.
fn replacements(pieces: &mut [Piece]) {
    for index in 0..pieces.len() {
        if pieces[index].kind != PieceKind::Inserted || pieces[index].term.is_some() {
            continue;
        }
        let around = [index.checked_sub(1), Some(index + 1)];
        let mut around = around.into_iter().flatten().filter_map(|at| pieces.get(at));
        let replaced = around.find(|other| {
            other.kind == PieceKind::Deleted
                && other.change == pieces[index].change
                && other.term.is_some()
        });
        pieces[index].term = replaced.and_then(|other| other.term.clone());
    }
}

/// The text of a field when all is accepted.
fn now(field: &Field<'_>, pieces: &[Piece], places: &[Range<usize>]) -> String {
    let mut text = String::new();
    for (piece, place) in pieces.iter().zip(places) {
        let (from, until) = (
            place.start.max(field.place.start),
            place.end.min(field.place.end),
        );
        match piece.kind {
            PieceKind::Same | PieceKind::Formatted if from < until => {
                text.extend(piece.text.get(from - place.start..until - place.start));
            }
            PieceKind::Inserted | PieceKind::MovedTo
                if piece.term.as_deref() == Some(field.term)
                    && field.place.start <= place.start
                    && place.start <= field.place.end =>
            {
                text.push_str(&piece.text);
            }
            _ => {}
        }
    }
    text
}
