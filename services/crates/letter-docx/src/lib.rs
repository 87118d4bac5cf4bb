//! Letters as Word files, out and back: writes a letter so that the other side can redline it, reads
//! what comes back, and says what they changed.
//!
//! Reading never drops anything silently: text outside the body is listed, and what was changed
//! without tracking is found by comparing with the letter that was written. No I/O, no async, no
//! clock; files are bytes in memory.

mod apply;
mod block;
mod changes;
mod compare;
mod document;
mod error;
mod fields;
mod find;
mod frame;
mod group;
mod inline;
mod markup;
mod merge;
mod package;
mod parts;
mod read;
mod walk;
mod write;

pub use apply::apply;
pub use block::{Block, Cell, Kind, Mark, Run, blocks_of, text_hash};
pub use changes::{
    AlsoChanged, Change, ChangeKind, ChangedBlock, ChangedComment, Changes, Piece, PieceKind,
    ProposedTerm,
};
pub use compare::{ComparedBlock, ComparedPiece, Side, compare};
pub use error::ReadError;
pub use find::changes;
pub use frame::Frame;
pub use read::{LetterMark, Returned, read};
pub use write::{Letter, write};
