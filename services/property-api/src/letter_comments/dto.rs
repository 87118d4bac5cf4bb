//! Request and response bodies of comments.

use chrono::{DateTime, Utc};
use domain::{LetterCommentId, LetterId, UserId};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::store::CommentRow;

/// Comments on a letter.
#[derive(Debug, Serialize, ToSchema)]
pub struct LetterComments {
    /// The newest 500, oldest first.
    pub comments: Vec<LetterComment>,
}

/// A comment on a letter.
#[derive(Debug, Serialize, ToSchema)]
pub struct LetterComment {
    #[schema(value_type = Uuid)]
    pub comment_id: LetterCommentId,
    #[schema(value_type = Uuid)]
    pub letter_id: LetterId,
    /// Place of the block that it is about, from 0; null: the whole letter.
    #[schema(required = true)]
    pub block: Option<i32>,
    /// The block's text.
    #[schema(required = true)]
    pub quote: Option<String>,
    pub text: String,
    #[schema(value_type = Uuid)]
    pub created_by: UserId,
    pub created_by_name: String,
    pub created_at: DateTime<Utc>,
    /// Null if it was never edited.
    #[schema(required = true)]
    pub edited_at: Option<DateTime<Utc>>,
    /// Null while it is open.
    #[schema(required = true)]
    pub resolved_at: Option<DateTime<Utc>>,
    #[schema(required = true)]
    pub resolved_by_name: Option<String>,
    pub version: i64,
}

impl From<CommentRow> for LetterComment {
    fn from(row: CommentRow) -> Self {
        Self {
            comment_id: row.comment_id,
            letter_id: row.letter_id,
            block: row.block,
            quote: row.quote,
            text: row.text,
            created_by: row.created_by,
            created_by_name: row.created_by_name,
            created_at: row.created_at,
            edited_at: row.edited_at,
            resolved_at: row.resolved_at,
            resolved_by_name: row.resolved_by_name,
            version: row.version,
        }
    }
}

/// A new comment.
#[derive(Debug, Deserialize, ToSchema)]
pub struct AddLetterCommentRequest {
    /// 1 to 5,000 characters.
    pub text: String,
    /// Place of the block that it is about, from 0; none: the whole letter.
    #[serde(default)]
    pub block: Option<i32>,
}

/// A change of a comment.
#[derive(Debug, Deserialize, ToSchema)]
pub struct UpdateLetterCommentRequest {
    /// The version that the caller knows.
    pub version: i64,
    /// 1 to 5,000 characters; for its author.
    #[serde(default)]
    pub text: Option<String>,
    /// Whether it is settled; for everybody.
    #[serde(default)]
    pub resolved: Option<bool>,
}
