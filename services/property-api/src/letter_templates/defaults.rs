//! The templates with which letters of projects are made when none is asked for.

use std::collections::HashSet;

use auth::CurrentUser;
use chrono::Utc;
use db::AsyncPgConnection;
use domain::LetterTemplateId;
use serde_json::json;

use super::TemplatesError;
use super::domain::{self as rules, TemplateRef};
use super::dto::{CategoryTemplate, LetterTemplateDefaults, UpdateLetterTemplateDefaultsRequest};
use super::store::{self, DefaultsRow};
use crate::state::AppState;

const MAX_CATEGORIES: usize = 100;

impl From<DefaultsRow> for LetterTemplateDefaults {
    fn from(row: DefaultsRow) -> Self {
        Self {
            template_id: row
                .template_id
                .map_or(TemplateRef::Standard, TemplateRef::Own),
            categories: serde_json::from_value(row.categories).unwrap_or_default(),
            version: row.version,
        }
    }
}

impl LetterTemplateDefaults {
    /// The template of a project's letters.
    pub fn of_category(&self, category: Option<&str>) -> TemplateRef {
        let wanted = category.map(|category| category.trim().to_lowercase());
        let mut categories = self.categories.iter();
        let found = categories.find(|of| wanted.as_deref() == Some(&of.category.to_lowercase()));
        found.map_or(self.template_id, |of| of.template_id)
    }

    /// What a template is the default of, for the user.
    pub fn uses_of(&self, template_id: LetterTemplateId) -> Vec<String> {
        let own = TemplateRef::Own(template_id);
        let firm = (self.template_id == own).then(|| "the firm".to_owned());
        let categories = self.categories.iter();
        let categories = categories
            .filter(|of| of.template_id == own)
            .map(|of| of.category.clone());
        firm.into_iter().chain(categories).collect()
    }
}

/// The standard letter for all, unless the firm chose others.
pub async fn find(conn: &mut AsyncPgConnection) -> Result<LetterTemplateDefaults, TemplatesError> {
    let row = store::find_defaults(conn).await?;
    Ok(row.map_or(
        LetterTemplateDefaults {
            template_id: TemplateRef::Standard,
            categories: Vec::new(),
            version: 0,
        },
        Into::into,
    ))
}

pub async fn get(
    state: &AppState,
    user: &CurrentUser,
) -> Result<LetterTemplateDefaults, TemplatesError> {
    db::tenant_tx(&state.pool, user.customer_id, async |conn| find(conn).await).await
}

/// Replaces the choice, unless somebody changed it meanwhile.
pub async fn update(
    state: &AppState,
    user: &CurrentUser,
    request: UpdateLetterTemplateDefaultsRequest,
) -> Result<LetterTemplateDefaults, TemplatesError> {
    let version = request.version;
    let categories = checked(request.categories)?;
    let name = state.main_api.name_of(user).await;
    db::tenant_tx(&state.pool, user.customer_id, async |conn| {
        require_usable(conn, request.template_id, &categories).await?;
        let row = DefaultsRow {
            template_id: request.template_id.own().ok(),
            categories: json!(categories),
            version: version.saturating_add(1),
            updated_by_name: name,
            updated_at: Utc::now(),
        };
        let stored = store::find_defaults(conn).await?;
        let follows = stored.is_some() || version == 0;
        if follows && store::save_defaults(conn, &row).await? {
            return find(conn).await;
        }
        match store::find_defaults(conn).await? {
            Some(row) => Err(TemplatesError::Changed {
                version: row.version,
                name: row.updated_by_name,
                at: row.updated_at,
            }),
            None => Err(TemplatesError::field(
                "version",
                "There is no such version.",
            )),
        }
    })
    .await
}

fn checked(mut categories: Vec<CategoryTemplate>) -> Result<Vec<CategoryTemplate>, TemplatesError> {
    let mut faults = Vec::new();
    if categories.len() > MAX_CATEGORIES {
        let sentence = format!("Use at most {MAX_CATEGORIES} categories.");
        faults.push(("categories".to_owned(), sentence));
    }
    let mut seen = HashSet::new();
    for (place, of) in categories.iter_mut().enumerate() {
        let field = format!("categories.{place}.category");
        match rules::named(&of.category) {
            Ok(category) if seen.insert(category.to_lowercase()) => of.category = category,
            Ok(_) => faults.push((field, "This category is listed twice.".to_owned())),
            Err(sentence) => faults.push((field, sentence)),
        }
    }
    if faults.is_empty() {
        Ok(categories)
    } else {
        Err(TemplatesError::Fields(faults))
    }
}

/// All are published and none is archived, until the transaction ends.
async fn require_usable(
    conn: &mut AsyncPgConnection,
    firm: TemplateRef,
    categories: &[CategoryTemplate],
) -> Result<(), TemplatesError> {
    let fields = (0..).map(|place: usize| format!("categories.{place}.template_id"));
    let chosen = fields.zip(categories.iter().map(|of| of.template_id));
    let chosen = std::iter::once(("template_id".to_owned(), firm)).chain(chosen);
    let chosen: Vec<(String, LetterTemplateId)> = chosen
        .filter_map(|(field, template)| Some((field, template.own().ok()?)))
        .collect();
    let ids: Vec<LetterTemplateId> = chosen.iter().map(|(_, id)| *id).collect();
    let usable = store::hold(conn, &ids).await?;
    let sentence = "Choose a published template that is not archived.";
    let faults: Vec<_> = chosen
        .into_iter()
        .filter(|(_, id)| !usable.contains(id))
        .map(|(field, _)| (field, sentence.to_owned()))
        .collect();
    if faults.is_empty() {
        Ok(())
    } else {
        Err(TemplatesError::Fields(faults))
    }
}
