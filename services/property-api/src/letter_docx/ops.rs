//! Writes letters as Word files, and reads what came back earlier.

use auth::CurrentUser;
use domain::{LetterId, LetterReturnId};
use letter_docx::{Changes, Frame, Letter, apply, blocks_of, write};
use serde::Deserialize as _;
use serde_json::Value;

use super::DocxError;
use super::dto::{AcceptLetterChangesRequest, LetterReturn, LetterReturns, LetterWithChanges};
use super::store::{self, ReturnRow};
use crate::letter_jobs::document::sender_of;
use crate::letter_jobs::store::{self as jobs_store, JobRow, LetterText};
use crate::letter_register::date_terms::said_otherwise;
use crate::letter_register::{RegisterError, deadline_store};
use crate::letter_versions::domain::{PRICE, amount};
use crate::letter_versions::ops::get_row;
use crate::letters::domain::{sanitize, terms_of};
use crate::properties::store::money;
use crate::state::AppState;

/// A file to download.
pub struct File {
    pub name: String,
    pub bytes: Vec<u8>,
}

/// The letter as a Word file.
pub async fn export(
    state: &AppState,
    user: &CurrentUser,
    letter_id: LetterId,
) -> Result<File, DocxError> {
    let (text, job) = find_text(state, user, letter_id).await?;
    let name = format!("{}.docx", text.number.replace('/', "-"));
    let bytes = tokio::task::spawn_blocking(move || {
        write(&Letter {
            letter_id: &text.letter_id.to_string(),
            number: &text.number,
            frame: &frame_of(&text, &job),
            blocks: &blocks_of(&text.html),
        })
    });
    let bytes = bytes.await?;
    Ok(File { name, bytes })
}

/// The text of a letter, which never changes, and the job that made it.
pub async fn find_text(
    state: &AppState,
    user: &CurrentUser,
    letter_id: LetterId,
) -> Result<(LetterText, JobRow), DocxError> {
    let found = db::tenant_tx(&state.pool, user.customer_id, async |conn| {
        jobs_store::find_text(conn, letter_id).await
    })
    .await?;
    Ok(found.ok_or(RegisterError::NotFound)?)
}

/// What the PDF has around the text: the letterhead, who signs, the disclaimer.
pub fn frame_of(text: &LetterText, job: &JobRow) -> Frame {
    let sender = sender_of(job);
    let mut header = vec![sender.firm];
    header.extend(sender.lines);
    header.push(text.number.clone());
    header.retain(|line| !line.trim().is_empty());
    Frame {
        header,
        sender_name: sender.name,
        sender_title: sender.title,
        footer: sender.disclaimer.lines().map(str::to_owned).collect(),
    }
}

pub async fn list_returns(
    state: &AppState,
    user: &CurrentUser,
    letter_id: LetterId,
) -> Result<LetterReturns, DocxError> {
    db::tenant_tx(&state.pool, user.customer_id, async |conn| {
        let row = get_row(conn, letter_id).await?;
        let rows = store::list_returns(conn, &row).await?;
        let returns = rows.into_iter().map(Into::into).collect();
        Ok(LetterReturns { returns })
    })
    .await
}

pub async fn get_return(
    state: &AppState,
    user: &CurrentUser,
    return_id: LetterReturnId,
) -> Result<LetterReturn, DocxError> {
    let (row, changes) = find_return(state, user, return_id).await?;
    Ok(LetterReturn {
        summary: row.into(),
        changes: read(&changes),
    })
}

async fn find_return(
    state: &AppState,
    user: &CurrentUser,
    return_id: LetterReturnId,
) -> Result<(ReturnRow, Value), DocxError> {
    let found = db::tenant_tx(&state.pool, user.customer_id, async |conn| {
        store::find_return(conn, return_id).await
    })
    .await?;
    found.ok_or(DocxError::NotFound)
}

/// Stored by this service.
fn read(changes: &Value) -> Changes {
    Changes::deserialize(changes).unwrap_or_default()
}

/// The text of the letter with some of the changes, for the next version.
pub async fn accept(
    state: &AppState,
    user: &CurrentUser,
    return_id: LetterReturnId,
    request: AcceptLetterChangesRequest,
) -> Result<LetterWithChanges, DocxError> {
    let (row, changes) = find_return(state, user, return_id).await?;
    let changes = read(&changes);
    let known = changes.changes.len();
    if request.accepted.iter().any(|place| *place >= known) {
        return Err(DocxError::Field("accepted", "There is no such change."));
    }
    let (text, _) = find_text(state, user, row.letter_id).await?;
    let price = money(Some(text.price.clone()));
    let (terms, _) = db::tenant_tx(&state.pool, user.customer_id, async |conn| {
        deadline_store::find_terms_and_dates(conn, row.letter_id).await
    })
    .await?;
    let accepted = tokio::task::spawn_blocking(move || {
        let accepted = request.accepted.into_iter().collect();
        let html = apply(&text.html, &changes, &accepted);
        let html = sanitize(html.as_deref().unwrap_or(&text.html));
        let terms = said_otherwise(&text.html, &html, &terms);
        (html, terms)
    });
    let (html, terms) = accepted.await?;
    let said = terms_of(&html).get(PRICE).and_then(|text| amount(text));
    Ok(LetterWithChanges {
        html,
        price: said.filter(|said| Some(said) != price.as_ref()),
        terms: terms.into_iter().map(Into::into).collect(),
    })
}
