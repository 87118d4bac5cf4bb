//! Receives a document that the other side sent back.

use auth::CurrentUser;
use db::AsyncPgConnection;
use diesel::QueryResult;
use domain::{AttachmentId, LetterId, LetterReturnId, Money, PropertyId};
use letter_docx::{Changes, LetterMark, blocks_of, changes, read, text_hash};
use letter_of_intent::Status;
use serde_json::json;
use sha2::{Digest as _, Sha256};
use uuid::Uuid;

use super::DocxError;
use super::dto::{ComparedOnly, LetterReturnReceived, LetterReturnSummary};
use super::form::{DOCX, Form};
use super::ops::{find_text, frame_of};
use super::store::{self, NewReturn};
use crate::attachments::domain::FileName;
use crate::attachments::storage::ObjectKey;
use crate::attachments::store::{NewAttachment, insert_attachment, next_version};
use crate::attachments::{self, AttachmentError};
use crate::letter_register::changes::{self as register, Actor};
use crate::letter_register::states::{self, Change};
use crate::letter_register::store::LetterRow;
use crate::letter_register::{RegisterError, events};
use crate::letter_versions::domain::{PRICE, amount};
use crate::properties::events::By;
use crate::properties::store::{PropertyRow, lock_property};
use crate::state::AppState;

/// Reason in the history of offers.
const REASON: &str = "From the returned document";
const NO_ANSWER: &str = "Only a letter that was sent can come back with changes.";

/// A document, and what was read of it.
struct Document {
    property_id: PropertyId,
    name: FileName,
    file: Vec<u8>,
    changes: Changes,
    sha256: String,
    /// Why it must not be stored.
    compared_only: Option<ComparedOnly>,
}

/// Stores what the other side changed, unless the document is not of the letter.
pub async fn receive(
    state: &AppState,
    user: &CurrentUser,
    letter_id: LetterId,
    form: Form,
) -> Result<LetterReturnReceived, DocxError> {
    let (text, job) = find_text(state, user, letter_id).await?;
    let frame = frame_of(&text, &job);
    let (name, file, is_confirmed) = (form.name, form.file, form.is_confirmed);
    let document = tokio::task::spawn_blocking(move || {
        let returned = read(&file)?;
        let blocks = blocks_of(&text.html);
        let changes = changes(&blocks, &frame, &returned);
        let id = text.letter_id.to_string();
        let compared_only = match &returned.letter {
            None if !is_confirmed => Some(ComparedOnly::Unmarked),
            Some(mark) if !is_of(mark, &id, &text_hash(&blocks)) => Some(ComparedOnly::OtherLetter),
            _ if is_empty(&changes) => Some(ComparedOnly::NoChanges),
            _ => None,
        };
        Ok::<_, DocxError>(Document {
            property_id: text.property_id,
            name,
            sha256: format!("{:x}", Sha256::digest(&file)),
            file,
            changes,
            compared_only,
        })
    });
    let document = document.await??;
    let returned = if document.compared_only.is_none() {
        Some(keep(state, user, (letter_id, form.version), &document).await?)
    } else {
        None
    };
    Ok(LetterReturnReceived {
        returned,
        compared_only: document.compared_only,
        changes: document.changes,
    })
}

/// A mark of this letter and of this text of it.
fn is_of(mark: &LetterMark, letter_id: &str, sha256: &str) -> bool {
    mark.letter_id == letter_id && mark.sha256 == sha256
}

fn is_empty(changes: &Changes) -> bool {
    changes.changes.is_empty()
        && changes.comments.is_empty()
        && changes.terms.is_empty()
        && changes.also_changed.is_empty()
}

/// Stores the file, then the rows; deletes the file if they are refused.
async fn keep(
    state: &AppState,
    user: &CurrentUser,
    letter: (LetterId, i64),
    document: &Document,
) -> Result<LetterReturnSummary, DocxError> {
    let return_id = LetterReturnId(Uuid::now_v7());
    let key = ObjectKey {
        customer_id: user.customer_id,
        attachment_id: AttachmentId(return_id.0),
    };
    let stored = state.files.put(key, document.file.clone()).await;
    stored.map_err(AttachmentError::from)?;
    let added = add(state, user, letter, return_id, document).await;
    if added.is_err()
        && let Err(error) = state.files.delete(key).await
    {
        tracing::warn!(error.cause = %error, "a refused document stays until it is swept");
    }
    added
}

async fn add(
    state: &AppState,
    user: &CurrentUser,
    (letter_id, version): (LetterId, i64),
    return_id: LetterReturnId,
    document: &Document,
) -> Result<LetterReturnSummary, DocxError> {
    let by_name = state.main_api.name_of(user).await;
    let name = document.name.as_str();
    db::tenant_tx(&state.pool, user.customer_id, async |conn| {
        // Before the letter: locks are taken in this order by all.
        let property = lock_property(conn, document.property_id).await?;
        let row = states::lock(conn, letter_id, version).await?;
        let mut changes = document.changes.changes.iter();
        let author = changes.find_map(|change| change.author.as_deref());
        let proposed = document.changes.terms.iter();
        let mut prices = proposed.filter(|term| term.term == PRICE);
        let price = prices.find_map(|term| amount(&term.new));
        let new = NewReturn {
            return_id,
            letter_id,
            file_name: name,
            sha256: &document.sha256,
            author,
            changes: json!(document.changes),
            price: price.as_ref().map(|price| price.amount().clone()),
            created_by: user.user_id,
            created_by_name: &by_name,
        };
        store::insert_return(conn, &new).await?;
        if let Some(property) = property {
            attach(conn, user, (&property, &row), return_id, document).await?;
        }
        counter(conn, user, (&by_name, name), &row, price).await?;
        let found = store::find_return(conn, return_id).await?;
        let (row, _) = found.ok_or(DocxError::NotFound)?;
        Ok(row.into())
    })
    .await
}

/// The file is one of the property's, as the other side sent it.
async fn attach(
    conn: &mut AsyncPgConnection,
    user: &CurrentUser,
    (property, letter): (&PropertyRow, &LetterRow),
    return_id: LetterReturnId,
    document: &Document,
) -> QueryResult<()> {
    let (customer, property_id) = (user.customer_id, property.property_id);
    let (id, name) = (AttachmentId(return_id.0), document.name.as_str());
    let new = NewAttachment {
        attachment_id: id,
        property_id,
        project_id: Some(letter.project_id),
        path: format!("{customer}/{property_id}/{id}/{name}"),
        name,
        version: next_version(conn, property_id, name).await?,
        size: i64::try_from(document.file.len()).unwrap_or(i64::MAX),
        content_type: DOCX,
        uploaded_by: user.user_id,
        uploaded_by_email: &user.email,
    };
    let file = insert_attachment(conn, &new).await?;
    attachments::events::added(conn, By::user(user), property, &file).await
}

/// The letter is countered, once; every document is in its history.
async fn counter(
    conn: &mut AsyncPgConnection,
    user: &CurrentUser,
    (by_name, file): (&str, &str),
    row: &LetterRow,
    price: Option<Money>,
) -> Result<(), RegisterError> {
    let note = format!("Returned document: {file}");
    match row.status() {
        Status::Draft | Status::Approved | Status::Signed => {
            return Err(RegisterError::Refused(vec![NO_ANSWER.to_owned()]));
        }
        Status::Countered => {
            let actor = Actor::user(user.user_id, by_name);
            let ids = [row.letter_id];
            register::insert_events(conn, &ids, "countered", actor, Some(&note)).await?;
            events::changed(conn, user.customer_id, row.project_id).await?;
        }
        _ => {
            let change = Change {
                to: Status::Countered,
                kind: "countered",
                note: Some(&note),
            };
            states::set(conn, user, by_name, row, &change).await?;
        }
    }
    if let Some(price) = price {
        states::add_counter(conn, user, by_name, row, (price, REASON)).await?;
    }
    Ok(())
}
