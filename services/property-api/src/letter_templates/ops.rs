//! Operations of templates, one transaction each.

use auth::CurrentUser;
use chrono::Utc;
use db::AsyncPgConnection;
use domain::LetterTemplateId;
use letter_of_intent::{Registry, Severity, Template, Values, standard_html};
use serde_json::json;
use uuid::Uuid;

use super::domain::{Draft, MAX_TEMPLATES, TemplateRef, findings_of, named, note_of, texts_of};
use super::dto::{
    CreateLetterTemplateRequest, LetterTemplate, LetterTemplateSummary, LetterTemplateVersion,
    LetterTemplateVersionSummary, LetterTemplates, PublishLetterTemplateRequest,
    UpdateLetterTemplateRequest,
};
use super::store::{self, NewDraft, TemplateRow};
use super::{TemplatesError, choice, defaults};
use crate::properties::activities;
use crate::properties::events::By;
use crate::state::AppState;

pub async fn list(
    state: &AppState,
    user: &CurrentUser,
    archived: bool,
) -> Result<LetterTemplates, TemplatesError> {
    let rows = db::tenant_tx(&state.pool, user.customer_id, async |conn| {
        store::list(conn, archived).await
    })
    .await?;
    let standard = (!archived).then(LetterTemplateSummary::standard);
    let own = rows.into_iter().map(LetterTemplateSummary::from);
    let templates = standard.into_iter().chain(own).collect();
    Ok(LetterTemplates { templates })
}

pub async fn create(
    state: &AppState,
    user: &CurrentUser,
    request: CreateLetterTemplateRequest,
) -> Result<LetterTemplate, TemplatesError> {
    let name = named(&request.name).map_err(|sentence| TemplatesError::field("name", sentence))?;
    let by = state.main_api.name_of(user).await;
    db::tenant_tx(&state.pool, user.customer_id, async |conn| {
        if store::count(conn).await? >= MAX_TEMPLATES {
            let sentence = format!("A firm has at most {MAX_TEMPLATES} templates. Archive some.");
            return Err(TemplatesError::field("name", sentence));
        }
        let (html, terms) = choice::text_of(conn, request.copy_of).await?;
        let draft = NewDraft {
            name: &name,
            html: &html,
            terms,
            is_changed: true,
            updated_by_name: &by,
        };
        let id = LetterTemplateId(Uuid::now_v7());
        let row = store::insert(conn, id, &draft).await?;
        shown(conn, row).await
    })
    .await
}

pub async fn get(
    state: &AppState,
    user: &CurrentUser,
    template: TemplateRef,
) -> Result<LetterTemplate, TemplatesError> {
    let TemplateRef::Own(id) = template else {
        return Ok(LetterTemplate {
            summary: LetterTemplateSummary::standard(),
            html: standard_html().to_owned(),
            terms: std::collections::BTreeMap::new(),
            findings: Vec::new(),
            versions: Vec::new(),
        });
    };
    db::tenant_tx(&state.pool, user.customer_id, async |conn| {
        let row = store::find(conn, id).await?;
        shown(conn, row.ok_or(TemplatesError::NotFound)?).await
    })
    .await
}

async fn shown(
    conn: &mut AsyncPgConnection,
    row: TemplateRow,
) -> Result<LetterTemplate, TemplatesError> {
    let versions = store::list_versions(conn, row.listed.template_id).await?;
    let template = Template::parse(&row.html, &Registry::standard())?;
    let values: Values = serde_json::from_value(row.terms).unwrap_or_default();
    Ok(LetterTemplate {
        summary: row.listed.into(),
        html: row.html,
        terms: texts_of(&values),
        findings: findings_of(&template).into_iter().map(Into::into).collect(),
        versions: versions
            .into_iter()
            .map(LetterTemplateVersionSummary::from)
            .collect(),
    })
}

/// The template at the version that the caller read.
async fn lock(
    conn: &mut AsyncPgConnection,
    id: LetterTemplateId,
    version: i64,
) -> Result<TemplateRow, TemplatesError> {
    let row = store::lock(conn, id).await?;
    let row = row.ok_or(TemplatesError::NotFound)?;
    if row.listed.version != version {
        return Err(TemplatesError::Changed {
            version: row.listed.version,
            name: row.listed.updated_by_name,
            at: row.listed.updated_at,
        });
    }
    if row.listed.archived_at.is_some() {
        let sentence = "This template is archived. Restore it first.";
        return Err(TemplatesError::refused(sentence));
    }
    Ok(row)
}

/// Replaces the draft; what is wrong with it is told, and prevents publishing only.
pub async fn save(
    state: &AppState,
    user: &CurrentUser,
    template: TemplateRef,
    request: UpdateLetterTemplateRequest,
) -> Result<LetterTemplate, TemplatesError> {
    let id = template.own()?;
    let draft = Draft::check(&request.name, &request.html, &request.terms)?;
    let by = state.main_api.name_of(user).await;
    db::tenant_tx(&state.pool, user.customer_id, async |conn| {
        let row = lock(conn, id, request.version).await?;
        let terms = json!(draft.terms);
        let last = match row.listed.published {
            Some(number) => store::find_version(conn, id, number).await?,
            None => None,
        };
        let is_same =
            last.is_some_and(|last| last.html == draft.template.html() && last.terms == terms);
        let draft = NewDraft {
            name: &draft.name,
            html: draft.template.html(),
            terms,
            is_changed: !is_same,
            updated_by_name: &by,
        };
        let row = store::save(conn, id, &draft).await?;
        shown(conn, row).await
    })
    .await
}

pub async fn publish(
    state: &AppState,
    user: &CurrentUser,
    template: TemplateRef,
    request: &PublishLetterTemplateRequest,
) -> Result<LetterTemplate, TemplatesError> {
    let id = template.own()?;
    let note = note_of(request.note.as_deref())?;
    let by = state.main_api.name_of(user).await;
    db::tenant_tx(&state.pool, user.customer_id, async |conn| {
        let row = lock(conn, id, request.version).await?;
        if !row.listed.is_changed {
            let sentence = "Nothing has changed since the last version.";
            return Err(TemplatesError::refused(sentence));
        }
        let template = Template::parse(&row.html, &Registry::standard())?;
        let mut blocking = findings_of(&template);
        blocking.retain(|finding| finding.severity == Severity::Block);
        if !blocking.is_empty() {
            return Err(TemplatesError::Blocked(blocking));
        }
        let row = store::publish(conn, &row, note, (user.user_id, &by)).await?;
        let (name, number) = (&row.listed.name, row.listed.published.unwrap_or_default());
        let text = format!("Template '{name}' was published as version {number}.");
        let link = format!("/letters/template?template_id={id}");
        let (by, kind) = (By::user(user), "letter_template.published");
        activities::report(conn, by, id.0, kind, &text, &link).await?;
        shown(conn, row).await
    })
    .await
}

/// A template that is a default stays in use.
pub async fn set_archived(
    state: &AppState,
    user: &CurrentUser,
    template: TemplateRef,
    archived: bool,
) -> Result<LetterTemplate, TemplatesError> {
    let id = template.own()?;
    let by = state.main_api.name_of(user).await;
    db::tenant_tx(&state.pool, user.customer_id, async |conn| {
        let row = store::lock(conn, id).await?;
        let row = row.ok_or(TemplatesError::NotFound)?;
        if row.listed.archived_at.is_some() == archived {
            return shown(conn, row).await;
        }
        let places = defaults::find(conn).await?.uses_of(id);
        if !places.is_empty() {
            let places = places.join(", ");
            let sentence = format!("This is the default of {places}. Choose another one first.");
            return Err(TemplatesError::refused(sentence));
        }
        let at = archived.then(Utc::now);
        let row = store::set_archived(conn, id, at, &by).await?;
        shown(conn, row).await
    })
    .await
}

pub async fn get_version(
    state: &AppState,
    user: &CurrentUser,
    template: TemplateRef,
    number: i32,
) -> Result<LetterTemplateVersion, TemplatesError> {
    let TemplateRef::Own(id) = template else {
        return Err(TemplatesError::NotFound);
    };
    let found = db::tenant_tx(&state.pool, user.customer_id, async |conn| {
        store::find_version(conn, id, number).await
    })
    .await?;
    Ok(found.ok_or(TemplatesError::NotFound)?.into())
}
