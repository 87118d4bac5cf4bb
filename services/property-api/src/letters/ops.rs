//! Draft and version operations, one transaction each.

use auth::CurrentUser;
use chrono::{TimeDelta, Utc};
use db::AsyncPgConnection;
use domain::{EditorId, LetterVersionId, PropertyId, UserId};
use serde_json::{Value, json};
use uuid::Uuid;

use super::LetterError;
use super::domain::{MAX_LETTER_BYTES, MISSING, Terms, are_terms, has_text, sanitize, terms_of};
use super::dto::{
    AddLetterVersionRequest, DeleteLoiTemplateRequest, LoiTemplateUpdated, UpdateLoiTemplateRequest,
};
use super::store::{self, DraftRow, NewDraft, NewVersion, VersionRow};
use crate::attachments;
use crate::offers::approval;
use crate::properties::locate::{self, Locator};
use crate::state::AppState;

/// How long texts of earlier drafts are kept.
const DRAFTS_KEPT: TimeDelta = TimeDelta::days(30);

pub async fn get_loi_template(
    state: &AppState,
    user: &CurrentUser,
    wanted: &Locator,
) -> Result<Option<DraftRow>, LetterError> {
    db::tenant_tx(&state.pool, user.customer_id, async |conn| {
        let row = locate::find(conn, wanted).await?;
        Ok(store::find_draft(conn, row.property_id).await?)
    })
    .await
}

/// Stores a draft. Without a version the last write wins; another user's draft that is replaced is
/// kept as a version.
pub async fn update_loi_template(
    state: &AppState,
    user: &CurrentUser,
    wanted: &Locator,
    request: &UpdateLoiTemplateRequest,
) -> Result<LoiTemplateUpdated, LetterError> {
    let html = checked(&request.html)?;
    if !request.kept_terms.as_ref().is_none_or(are_terms) {
        return Err(LetterError::Field(
            "kept_terms",
            "A term of the letter is not known or too long.",
        ));
    }
    let name = state.main_api.name_of(user).await;
    db::tenant_tx(&state.pool, user.customer_id, async |conn| {
        let row = locate::lock(conn, wanted).await?;
        let before = store::find_draft(conn, row.property_id).await?;
        if let Some(draft) = &before
            && draft.html != html
            && is_later(draft, request.version, request.editor)
        {
            return Err(LetterError::Changed(Box::new(draft.clone())));
        }
        let kept_terms = match (&request.kept_terms, &before) {
            (Some(terms), _) => json!(terms),
            (None, Some(draft)) => draft.kept_terms.clone(),
            (None, None) => json!(Terms::new()),
        };
        let replaced = before.filter(|draft| draft.html != html);
        // A caller that sends no version has not read the stored draft.
        let unread =
            |draft: &DraftRow| request.version.is_none() && draft.updated_by != user.user_id;
        if let Some(draft) = &replaced
            && (request.keep_previous || unread(draft))
        {
            keep_draft(conn, row.property_id, draft).await?;
        }
        let new = NewDraft {
            property_id: row.property_id,
            html: &html,
            editor: request.editor,
            updated_by: user.user_id,
            updated_by_name: &name,
            kept_terms: &kept_terms,
        };
        let (version, updated_at) = store::upsert_draft(conn, &new).await?;
        Ok(LoiTemplateUpdated {
            success: true,
            updated_at,
            version,
            replaced: replaced.filter(unread).map(Into::into),
        })
    })
    .await
}

/// Deletes a draft and keeps its text; succeeds if there is none. A later draft of another user
/// stays.
pub async fn delete_loi_template(
    state: &AppState,
    user: &CurrentUser,
    wanted: &Locator,
    request: &DeleteLoiTemplateRequest,
) -> Result<(), LetterError> {
    let given = request.html.as_deref().map(checked).transpose()?;
    let name = match given {
        Some(_) => state.main_api.name_of(user).await,
        None => String::new(),
    };
    db::tenant_tx(&state.pool, user.customer_id, async |conn| {
        let row = locate::lock(conn, wanted).await?;
        if let Some(draft) = store::find_draft(conn, row.property_id).await?
            && !is_later(&draft, request.version, request.editor)
        {
            keep_draft(conn, row.property_id, &draft).await?;
            store::delete_draft(conn, row.property_id).await?;
        }
        if let Some(html) = &given {
            keep(conn, row.property_id, html, (user.user_id, &name)).await?;
        }
        let before = Utc::now() - DRAFTS_KEPT;
        store::delete_old_drafts(conn, row.property_id, before).await?;
        Ok(())
    })
    .await
}

/// Stores the text of a PDF or of an earlier draft; returns its id.
pub async fn add_letter_version(
    state: &AppState,
    user: &CurrentUser,
    wanted: &Locator,
    request: &AddLetterVersionRequest,
) -> Result<(String, VersionRow), LetterError> {
    let html = checked(&request.html)?;
    if !request
        .missing
        .iter()
        .all(|name| MISSING.contains(&name.as_str()))
    {
        return Err(LetterError::Field(
            "missing",
            "What is missing is not known.",
        ));
    }
    let name = state.main_api.name_of(user).await;
    db::tenant_tx(&state.pool, user.customer_id, async |conn| {
        let row = locate::find(conn, wanted).await?;
        let file = match &request.attachment {
            None => None,
            Some(path) => Some(
                attachments::store::find_attachment(conn, path)
                    .await?
                    .filter(|file| file.property_id == row.property_id)
                    .ok_or(LetterError::NotFound)?,
            ),
        };
        let terms = terms_of(&html);
        if file.is_some() {
            let said = terms.get("purchase_price").map_or("", String::as_str);
            approval::check_save(conn, user.user_id, row.offer_value, Some(said))
                .await?
                .map_err(LetterError::Approval)?;
        }
        let version_id = LetterVersionId(Uuid::now_v7());
        let version = NewVersion {
            version_id,
            property_id: row.property_id,
            kind: if file.is_some() { "saved" } else { "draft" },
            attachment_id: file.as_ref().map(|file| file.attachment_id),
            name: file.as_ref().map(|file| file.name.as_str()),
            html: &html,
            terms: json!(terms),
            missing: json!(request.missing),
            created_by: user.user_id,
            created_by_name: &name,
        };
        store::insert_version(conn, &version).await?;
        store::find_version(conn, version_id)
            .await?
            .ok_or(LetterError::NotFound)
    })
    .await
}

pub async fn list_letter_versions(
    state: &AppState,
    user: &CurrentUser,
    wanted: &Locator,
) -> Result<Vec<VersionRow>, LetterError> {
    db::tenant_tx(&state.pool, user.customer_id, async |conn| {
        let row = locate::find(conn, wanted).await?;
        Ok(store::list_versions(conn, row.property_id).await?)
    })
    .await
}

pub async fn get_letter_version(
    state: &AppState,
    user: &CurrentUser,
    version_id: LetterVersionId,
) -> Result<(String, VersionRow), LetterError> {
    let found = db::tenant_tx(&state.pool, user.customer_id, async |conn| {
        store::find_version(conn, version_id).await
    })
    .await?;
    found.ok_or(LetterError::NotFound)
}

fn checked(html: &str) -> Result<String, LetterError> {
    if html.len() > MAX_LETTER_BYTES {
        return Err(LetterError::TooLarge);
    }
    Ok(sanitize(html))
}

/// Whether the stored draft is unknown to the caller. An editor knows the drafts that it stored
/// itself.
fn is_later(draft: &DraftRow, version: Option<i32>, editor: Option<EditorId>) -> bool {
    version.is_some_and(|known| known != draft.version)
        && (editor.is_none() || editor != draft.editor)
}

async fn keep_draft(
    conn: &mut AsyncPgConnection,
    property_id: PropertyId,
    draft: &DraftRow,
) -> diesel::QueryResult<()> {
    let by = (draft.updated_by, draft.updated_by_name.as_str());
    keep(conn, property_id, &draft.html, by).await
}

/// Stores an earlier draft as a version, unless it is empty or a version has the same text.
async fn keep(
    conn: &mut AsyncPgConnection,
    property_id: PropertyId,
    html: &str,
    (created_by, created_by_name): (UserId, &str),
) -> diesel::QueryResult<()> {
    if !has_text(html) || store::has_text(conn, property_id, html).await? {
        return Ok(());
    }
    let version = NewVersion {
        version_id: LetterVersionId(Uuid::now_v7()),
        property_id,
        kind: "draft",
        attachment_id: None,
        name: None,
        html,
        terms: json!(terms_of(html)),
        missing: Value::Array(Vec::new()),
        created_by,
        created_by_name,
    };
    store::insert_version(conn, &version).await?;
    Ok(())
}
