//! Request and response bodies of the undo.

use domain::{LetterCommandId, LetterId};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::letter_register::dto::RefusedLetter;

/// An approval or a withdrawal to undo.
#[derive(Debug, Deserialize, ToSchema)]
pub struct UndoLettersRequest {
    #[schema(value_type = Uuid)]
    pub command_id: LetterCommandId,
}

/// What became of an undo.
#[derive(Debug, Serialize, ToSchema)]
pub struct LettersUndone {
    #[schema(value_type = Vec<Uuid>)]
    pub undone: Vec<LetterId>,
    /// Letters to which something happened since.
    pub left: Vec<RefusedLetter>,
    /// Links of withdrawn letters that are not open again.
    pub links_closed: usize,
}
