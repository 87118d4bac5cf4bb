//! The firm's settings of letters: who approves what.

use auth::CurrentUser;
use db::AsyncPgConnection;
use diesel::QueryResult;
use domain::Money;

use super::RegisterError;
use super::changes::{self, NewSettings, SettingsRow};
use super::dto::{LetterSettings, UpdateLetterSettingsRequest};
use crate::properties::store::money;
use crate::state::AppState;

/// Without thresholds: everybody approves.
const USUAL: LetterSettings = LetterSettings {
    letter_threshold: None,
    job_threshold: None,
    approver_may_be_author: true,
    version: 0,
};

impl From<SettingsRow> for LetterSettings {
    fn from(row: SettingsRow) -> Self {
        Self {
            letter_threshold: money(row.letter_threshold),
            job_threshold: money(row.job_threshold),
            approver_may_be_author: row.approver_may_be_author,
            version: row.version,
        }
    }
}

async fn find(conn: &mut AsyncPgConnection) -> QueryResult<LetterSettings> {
    let row = changes::find_settings(conn).await?;
    Ok(row.map_or(USUAL, LetterSettings::from))
}

pub async fn get(state: &AppState, user: &CurrentUser) -> Result<LetterSettings, RegisterError> {
    db::tenant_tx(&state.pool, user.customer_id, async |conn| {
        Ok(find(conn).await?)
    })
    .await
}

/// Replaces the settings, unless somebody changed them meanwhile.
pub async fn update(
    state: &AppState,
    user: &CurrentUser,
    request: &UpdateLetterSettingsRequest,
) -> Result<LetterSettings, RegisterError> {
    check("letter_threshold", request.letter_threshold.as_ref())?;
    check("job_threshold", request.job_threshold.as_ref())?;
    let name = state.main_api.name_of(user).await;
    db::tenant_tx(&state.pool, user.customer_id, async |conn| {
        let new = NewSettings {
            letter_threshold: request.letter_threshold.clone().map(Into::into),
            job_threshold: request.job_threshold.clone().map(Into::into),
            approver_may_be_author: request.approver_may_be_author,
            version: request.version.saturating_add(1),
            updated_by_name: &name,
        };
        let is_first = request.version == 0;
        let stored = changes::find_settings(conn).await?;
        let follows = stored.is_some() || is_first;
        if follows && changes::upsert_settings(conn, &new).await? {
            return Ok(find(conn).await?);
        }
        match changes::find_settings(conn).await? {
            Some(row) => Err(RegisterError::SettingsChanged(
                row.version,
                row.updated_by_name,
                row.updated_at,
            )),
            None => Err(RegisterError::Field(
                "version",
                "There is no such version.".to_owned(),
            )),
        }
    })
    .await
}

fn check(field: &'static str, threshold: Option<&Money>) -> Result<(), RegisterError> {
    if threshold.is_some_and(|amount| amount.cents() == 0) {
        let sentence = "Use an amount above 0, or none.".to_owned();
        return Err(RegisterError::Field(field, sentence));
    }
    Ok(())
}
