//! Which template letters are made from: the one that is asked for, that of the project's category, the
//! firm's, or the specification's letter.

use auth::CurrentUser;
use db::AsyncPgConnection;
use domain::{LetterTemplateId, ProjectId};
use letter_of_intent::{
    Registry, STANDARD_VERSION, Template, Values, standard_html, standard_template,
};
use serde::Deserialize;

use super::domain::TemplateRef;
use super::{TemplatesError, defaults, store};
use crate::properties::PropertyError;
use crate::state::AppState;

pub const STANDARD_NAME: &str = "The standard letter";

/// A template in a published version.
#[derive(Debug, Clone)]
pub struct Chosen {
    pub template: TemplateRef,
    pub name: String,
    pub number: i32,
    pub parsed: Template,
    /// Its default terms.
    pub terms: Values,
    /// Of the project, if it was asked for.
    pub category: Option<String>,
}

impl Chosen {
    pub fn standard() -> Self {
        Self {
            template: TemplateRef::Standard,
            name: STANDARD_NAME.to_owned(),
            number: standard_number(),
            parsed: standard_template(&Registry::standard()),
            terms: Values::new(),
            category: None,
        }
    }

    /// In letters, and covered by their hash.
    pub fn version(&self) -> String {
        match self.template {
            TemplateRef::Standard => STANDARD_VERSION.to_owned(),
            TemplateRef::Own(id) => format!("{id} {}", self.number),
        }
    }

    /// The firm's template and its version.
    pub fn own(&self) -> Option<(LetterTemplateId, i32)> {
        match self.template {
            TemplateRef::Standard => None,
            TemplateRef::Own(id) => Some((id, self.number)),
        }
    }
}

/// Of the specification's letter.
pub fn standard_number() -> i32 {
    let number = STANDARD_VERSION.rsplit(' ').next();
    number
        .and_then(|number| number.parse().ok())
        .unwrap_or_default()
}

/// HTML and default terms of a template's last version, or of its draft if it has none.
pub async fn text_of(
    conn: &mut AsyncPgConnection,
    template: TemplateRef,
) -> Result<(String, serde_json::Value), TemplatesError> {
    let TemplateRef::Own(id) = template else {
        return Ok((standard_html().to_owned(), serde_json::json!({})));
    };
    let row = store::find(conn, id)
        .await?
        .ok_or(TemplatesError::NotFound)?;
    Ok((row.html, row.terms))
}

/// The template of letters. `category` is of their project.
pub async fn choose(
    conn: &mut AsyncPgConnection,
    asked: (Option<TemplateRef>, Option<i32>),
    category: Option<String>,
) -> Result<Chosen, TemplatesError> {
    let (template, number) = asked;
    let template = match template {
        Some(template) => template,
        None => defaults::find(conn).await?.of_category(category.as_deref()),
    };
    let TemplateRef::Own(id) = template else {
        if number.is_some_and(|number| number != standard_number()) {
            return Err(no_version());
        }
        return Ok(Chosen {
            category,
            ..Chosen::standard()
        });
    };
    let no_template = || TemplatesError::field("template_id", "There is no such template.");
    let row = store::find(conn, id).await?.ok_or_else(no_template)?.listed;
    if row.archived_at.is_some() {
        let sentence = "This template is archived. Choose another one.";
        return Err(TemplatesError::field("template_id", sentence));
    }
    let Some(last) = row.published else {
        let sentence = "This template is not published yet.";
        return Err(TemplatesError::field("template_id", sentence));
    };
    let number = number.unwrap_or(last);
    let version = store::find_version(conn, id, number)
        .await?
        .ok_or_else(no_version)?;
    Ok(Chosen {
        template,
        name: row.name,
        number,
        parsed: Template::parse(&version.html, &Registry::standard())?,
        terms: serde_json::from_value(version.terms).unwrap_or_default(),
        category,
    })
}

fn no_version() -> TemplatesError {
    TemplatesError::field("template_version", "There is no such version.")
}

#[derive(Deserialize)]
struct ProjectAnswer {
    project_data: ProjectCategory,
}

#[derive(Deserialize)]
struct ProjectCategory {
    category: Option<String>,
}

/// The category of a project, which main-api knows. Not asked for while the firm has no templates.
/// Call it outside a transaction.
pub async fn category_of(
    state: &AppState,
    user: &CurrentUser,
    project_id: ProjectId,
) -> Result<Option<String>, TemplatesError> {
    let is_needed = db::tenant_tx(&state.pool, user.customer_id, async |conn| {
        store::has_published(conn).await
    })
    .await?;
    if !is_needed {
        return Ok(None);
    }
    let query = [("project_id", project_id.to_string())];
    let call = state.main_api.get("/api/get_project_data", user);
    let answer = call.query(&query).send().await;
    let answer = answer.map_err(PropertyError::MainApi)?.error_for_status();
    let answer = answer.map_err(PropertyError::MainApi)?;
    let answer = answer.json::<ProjectAnswer>().await;
    let project = answer.map_err(PropertyError::MainApi)?.project_data;
    Ok(project.category)
}
