//! What a letter from a draft of a template would say: of a property of the firm, or of a sample.

use std::collections::{BTreeMap, BTreeSet};

use auth::CurrentUser;
use chrono::Utc;
use domain::{ProjectId, PropertyId};
use letter_of_intent::{Letter, Levels, Making, Registry, Template, Values, make_letter};

use super::batch::Batch;
use super::compose::Composer;
use super::dto::{LetterBatch, PreviewTemplateRequest, TemplatePreview};
use super::preview::read_sources;
use super::store::Reading;
use super::{LetterJobError, sender};
use crate::letter_templates::domain::{Draft, findings_of};
use crate::letter_templates::{Chosen, choice, sample};
use crate::letters::domain::sanitize;
use crate::properties::projects;
use crate::state::AppState;

/// Of a draft that has none yet.
const NAMELESS: &str = "Draft";

pub async fn preview(
    state: &AppState,
    user: &CurrentUser,
    request: PreviewTemplateRequest,
) -> Result<TemplatePreview, LetterJobError> {
    let draft = Draft::check(NAMELESS, &request.html, &request.terms)?;
    let findings = findings_of(&draft.template);
    let letter = match (request.project_id, request.property_id) {
        (Some(project_id), Some(property_id)) => {
            of_property(state, user, draft, (project_id, property_id)).await?
        }
        (None, None) => of_sample(&draft.template, &draft.terms),
        (project_id, _) => {
            let field = if project_id.is_none() {
                "project_id"
            } else {
                "property_id"
            };
            let sentence = "Name the property and its project, or neither.";
            return Err(LetterJobError::Fields(vec![(
                field.to_owned(),
                sentence.to_owned(),
            )]));
        }
    };
    Ok(TemplatePreview {
        html: letter.html,
        lacks: letter.report,
        clauses: letter.clauses,
        findings: findings.into_iter().map(Into::into).collect(),
    })
}

fn of_sample(template: &Template, terms: &Values) -> Letter {
    let (values, none) = (sample::values(), Values::new());
    let levels = Levels {
        letter: &values,
        template: terms,
        firm: &none,
    };
    let mut letter = make_letter(template, &Registry::standard(), levels, Making::Single);
    letter.html = sanitize(&letter.html);
    letter
}

/// As the letter would be made now, with the property's offer value.
async fn of_property(
    state: &AppState,
    user: &CurrentUser,
    draft: Draft,
    (project_id, property_id): (ProjectId, PropertyId),
) -> Result<Letter, LetterJobError> {
    let batch = LetterBatch {
        project_id,
        property_ids: vec![property_id],
        price_rule: None,
        prices: BTreeMap::new(),
        terms: BTreeMap::new(),
        accepted_defaults: BTreeSet::new(),
        expires_on: None,
        template_id: None,
        template_version: None,
    };
    let batch = Batch::check(batch, Utc::now())?;
    projects::require(&state.pool, &state.main_api, user, project_id).await?;
    let sender = sender::find(&state.main_api, user)
        .await
        .map_err(LetterJobError::Letterhead)?;
    let chosen = Chosen {
        name: draft.name,
        parsed: draft.template,
        terms: draft.terms,
        category: choice::category_of(state, user, project_id).await?,
        ..Chosen::standard()
    };
    let sources = db::tenant_tx(&state.pool, user.customer_id, async |conn| {
        read_sources(conn, &batch, Reading::Plain).await
    })
    .await?;
    let composer = Composer::new(&batch, &sender, &chosen);
    let mut letters = sources
        .into_iter()
        .map(|source| composer.compose(source).letter);
    letters
        .next()
        .ok_or_else(|| LetterJobError::NoProperties(vec![property_id]))
}
