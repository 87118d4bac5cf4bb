//! What the other side changed, as it is stored and shown.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// Everything that a returned file says differently.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[schema(as = LetterChanges)]
pub struct Changes {
    /// The whole text, in the order of the file.
    pub blocks: Vec<ChangedBlock>,
    /// What can be accepted or rejected; the place in the list is its number.
    pub changes: Vec<Change>,
    /// In the order of the file.
    pub comments: Vec<ChangedComment>,
    /// Fields of the letter with another text.
    pub terms: Vec<ProposedTerm>,
    /// Parts that have text of their own and are not merged.
    pub also_changed: Vec<AlsoChanged>,
}

/// A block of the letter, of the file, or of both.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[schema(as = LetterChangedBlock)]
pub struct ChangedBlock {
    /// Place in the letter, from 0; null if it is new.
    #[schema(required = true)]
    pub old: Option<usize>,
    /// Whether its format was changed.
    pub is_formatted: bool,
    /// Whether it is in a table of the file.
    // Not known of files that were read before it was kept.
    #[serde(default)]
    #[schema(required = true)]
    pub is_in_table: bool,
    /// In order.
    pub pieces: Vec<Piece>,
}

/// A part of a block.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[schema(as = LetterChangedPiece)]
pub struct Piece {
    /// What was done to it.
    pub kind: PieceKind,
    /// Without format; line breaks are `\n`.
    pub text: String,
    /// The change that it belongs to; null if it is the same or only its format was changed.
    #[schema(required = true)]
    pub change: Option<usize>,
    /// The field of the letter that it is in.
    #[schema(required = true)]
    pub term: Option<String>,
}

/// What was done to a piece.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
#[schema(as = LetterPieceKind)]
pub enum PieceKind {
    /// Nothing.
    Same,
    /// New.
    Inserted,
    /// Gone.
    Deleted,
    /// Gone from here to another place.
    MovedFrom,
    /// Here from another place.
    MovedTo,
    /// The text is the same, its format is not.
    Formatted,
    /// A new paragraph begins.
    Split,
    /// The next paragraph goes on here.
    Joined,
}

/// A change.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[schema(as = LetterChange)]
pub struct Change {
    /// What it does.
    pub kind: ChangeKind,
    /// Whether the file tracks it. If not, author and time are unknown.
    pub is_tracked: bool,
    /// As stated in the file.
    #[schema(required = true)]
    pub author: Option<String>,
    /// As stated in the file.
    #[schema(required = true)]
    pub at: Option<String>,
}

/// What a change does.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
#[schema(as = LetterChangeKind)]
pub enum ChangeKind {
    /// Text is new.
    Inserted,
    /// Text is gone.
    Deleted,
    /// Text stands instead of other text.
    Replaced,
    /// Text is at another place.
    Moved,
    /// A paragraph became two.
    Split,
    /// Two paragraphs became one.
    Joined,
}

/// A comment in the file.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[schema(as = LetterChangedComment)]
pub struct ChangedComment {
    /// Place in `blocks`; null if the file does not say.
    #[schema(required = true)]
    pub block: Option<usize>,
    /// The text that it is about, if it is about one.
    pub quote: String,
    /// What it says.
    pub text: String,
    /// As stated in the file.
    #[schema(required = true)]
    pub author: Option<String>,
    /// As stated in the file.
    #[schema(required = true)]
    pub at: Option<String>,
}

/// A field of the letter with another text.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[schema(as = LetterProposedTerm)]
pub struct ProposedTerm {
    /// Name of the term.
    pub term: String,
    /// As the letter says it.
    pub old: String,
    /// As the file says it.
    pub new: String,
}

/// A part that is not merged.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
#[schema(as = LetterPartChanged)]
pub enum AlsoChanged {
    /// Above the pages.
    Header,
    /// The closing and the lines to sign on, below the text.
    Closing,
    /// Below the pages.
    Footer,
    /// Footnotes or endnotes.
    Note,
    /// A box with text.
    TextBox,
    /// A picture or drawing.
    Picture,
    /// A formula.
    Formula,
    /// Another document inside.
    Document,
}
