//! Operations of comments, one transaction each.

use auth::CurrentUser;
use domain::{LetterCommentId, LetterId};
use letter_docx::{Block, blocks_of};

use super::CommentError;
use super::dto::{AddLetterCommentRequest, UpdateLetterCommentRequest};
use super::store::{self, CommentRow, NewComment};
use crate::letter_register::events;
use crate::letter_register::store::find_content;
use crate::letter_versions::ops::get_row;
use crate::state::AppState;

const MAX_TEXT: usize = 5_000;
/// Characters of a block that are kept with a comment.
const MAX_QUOTE: usize = 500;
const NO_BLOCK: &str = "The letter has no such block.";

pub async fn list_comments(
    state: &AppState,
    user: &CurrentUser,
    letter_id: LetterId,
) -> Result<Vec<CommentRow>, CommentError> {
    db::tenant_tx(&state.pool, user.customer_id, async |conn| {
        get_row(conn, letter_id).await?;
        Ok(store::list_comments(conn, letter_id).await?)
    })
    .await
}

pub async fn add_comment(
    state: &AppState,
    user: &CurrentUser,
    letter_id: LetterId,
    request: &AddLetterCommentRequest,
) -> Result<CommentRow, CommentError> {
    let text = checked(&request.text)?;
    let name = state.main_api.name_of(user).await;
    db::tenant_tx(&state.pool, user.customer_id, async |conn| {
        let letter = get_row(conn, letter_id).await?;
        let quote = match request.block {
            None => None,
            Some(block) => {
                let (html, ..) = find_content(conn, letter_id).await?;
                Some(quote(&html, block).ok_or(CommentError::Field("block", NO_BLOCK))?)
            }
        };
        let new = NewComment {
            letter_id,
            block: request.block,
            quote,
            text,
            created_by: user.user_id,
            created_by_name: &name,
        };
        let row = store::insert_comment(conn, &new).await?;
        events::changed(conn, user.customer_id, letter.project_id).await?;
        Ok(row)
    })
    .await
}

fn quote(html: &str, block: i32) -> Option<String> {
    let blocks = blocks_of(html);
    let text = blocks.get(usize::try_from(block).ok()?).map(Block::text)?;
    Some(text.chars().take(MAX_QUOTE).collect())
}

pub async fn update_comment(
    state: &AppState,
    user: &CurrentUser,
    comment_id: LetterCommentId,
    request: &UpdateLetterCommentRequest,
) -> Result<CommentRow, CommentError> {
    let text = request.text.as_deref().map(checked).transpose()?;
    let name = state.main_api.name_of(user).await;
    db::tenant_tx(&state.pool, user.customer_id, async |conn| {
        let found = store::lock_comment(conn, comment_id).await?;
        let (row, project_id) = found.ok_or(CommentError::NotFound)?;
        if text.is_none() && request.resolved.is_none() {
            let sentence = "Change the text, or whether it is settled.";
            return Err(CommentError::Field("text", sentence));
        }
        if text.is_some() && row.created_by != user.user_id {
            return Err(CommentError::OfAnother);
        }
        if row.version != request.version {
            return Err(CommentError::Changed(row.version));
        }
        if let Some(text) = text {
            store::set_text(conn, comment_id, text).await?;
        }
        if let Some(is_resolved) = request.resolved {
            let by_name = is_resolved.then_some(name.as_str());
            store::set_resolved(conn, comment_id, by_name).await?;
        }
        events::changed(conn, user.customer_id, project_id).await?;
        Ok(store::count_change(conn, comment_id).await?)
    })
    .await
}

fn checked(text: &str) -> Result<&str, CommentError> {
    let text = text.trim();
    let sentence = if text.is_empty() {
        "Please write a comment."
    } else if text.chars().count() > MAX_TEXT {
        "A comment has at most 5,000 characters."
    } else if text.contains('\0') {
        "A comment cannot contain null characters."
    } else {
        return Ok(text);
    };
    Err(CommentError::Field("text", sentence))
}
