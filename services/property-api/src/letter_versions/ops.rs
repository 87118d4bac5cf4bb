//! Reads versions, and compares two.

use std::collections::BTreeMap;

use auth::CurrentUser;
use db::AsyncPgConnection;
use domain::LetterId;
use http_kit::ApiError;
use letter_docx::{blocks_of, compare};
use serde::Deserialize as _;
use serde_json::Value;

use super::dto::{LetterDifference, TermDifference, Versions};
use super::store;
use crate::letter_register::RegisterError;
use crate::letter_register::dto::LetterSummary;
use crate::letter_register::store::{self as register, LetterRow};
use crate::state::AppState;

type Texts = BTreeMap<String, String>;

/// A letter of the firm.
pub async fn get_row(
    conn: &mut AsyncPgConnection,
    letter_id: LetterId,
) -> Result<LetterRow, RegisterError> {
    let found = register::find_letters(conn, &[letter_id]).await?.pop();
    found.ok_or(RegisterError::NotFound)
}

pub async fn list_versions(
    state: &AppState,
    user: &CurrentUser,
    letter_id: LetterId,
) -> Result<Versions, RegisterError> {
    db::tenant_tx(&state.pool, user.customer_id, async |conn| {
        let row = get_row(conn, letter_id).await?;
        let ids = store::list_versions(conn, &row).await?;
        let mut rows = register::find_letters(conn, &ids).await?;
        rows.sort_by_key(|row| std::cmp::Reverse(row.letter_version));
        let versions = rows.into_iter().map(LetterSummary::from).collect();
        Ok(Versions { versions })
    })
    .await
}

/// What a letter says differently than an earlier one.
pub async fn compare_versions(
    state: &AppState,
    user: &CurrentUser,
    (old, new): (LetterId, LetterId),
) -> Result<LetterDifference, ApiError> {
    let (old, new) = db::tenant_tx(&state.pool, user.customer_id, async |conn| {
        Ok::<_, RegisterError>((read(conn, old).await?, read(conn, new).await?))
    })
    .await?;
    let compared = tokio::task::spawn_blocking(move || {
        let blocks = compare(&blocks_of(&old.html), &blocks_of(&new.html));
        LetterDifference {
            terms: terms(&old.texts, &new.texts),
            old_number: old.number,
            new_number: new.number,
            blocks,
        }
    });
    compared.await.map_err(ApiError::internal)
}

struct Text {
    number: String,
    html: String,
    texts: Texts,
}

async fn read(conn: &mut AsyncPgConnection, letter_id: LetterId) -> Result<Text, RegisterError> {
    let number = get_row(conn, letter_id).await?.number;
    let (_, html, _, texts) = store::get_content(conn, letter_id).await?;
    Ok(Text {
        number,
        html,
        texts: texts_of(&texts),
    })
}

/// Stored by this service.
pub fn texts_of(stored: &Value) -> Texts {
    Texts::deserialize(stored).unwrap_or_default()
}

fn terms(old: &Texts, new: &Texts) -> Vec<TermDifference> {
    let mut names: Vec<&String> = old.keys().chain(new.keys()).collect();
    names.sort_unstable();
    names.dedup();
    names
        .into_iter()
        .filter(|name| old.get(*name) != new.get(*name))
        .map(|name| TermDifference {
            term: name.clone(),
            old: old.get(name).cloned(),
            new: new.get(name).cloned(),
        })
        .collect()
}
