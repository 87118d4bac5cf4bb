//! Request and response bodies of templates.

use std::collections::BTreeMap;

use chrono::{DateTime, Utc};
use letter_of_intent::{Finding, Severity};
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

use super::choice::{STANDARD_NAME, standard_number};
use super::domain::TemplateRef;
use super::store::{ListedRow, ListedVersionRow, VersionRow};

/// Filter of the list.
#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct LetterTemplatesQuery {
    /// Whether archived templates are listed instead.
    #[serde(default)]
    #[param(default = false)]
    pub archived: bool,
}

/// The standard letter, then the firm's templates by name; at most 500.
#[derive(Debug, Serialize, ToSchema)]
pub struct LetterTemplates {
    pub templates: Vec<LetterTemplateSummary>,
}

/// A template without its text.
#[derive(Debug, Serialize, ToSchema)]
pub struct LetterTemplateSummary {
    /// `standard` or an id.
    #[schema(value_type = String)]
    pub template_id: TemplateRef,
    pub name: String,
    /// True of the standard letter.
    pub read_only: bool,
    /// Of the last published version; null: letters cannot be made from it yet.
    #[schema(required = true)]
    pub published: Option<i32>,
    /// Whether the draft differs from the last version.
    pub changed: bool,
    /// Changes with each change.
    pub version: i64,
    #[schema(required = true)]
    pub updated_by_name: Option<String>,
    #[schema(required = true)]
    pub updated_at: Option<DateTime<Utc>>,
    #[schema(required = true)]
    pub archived_at: Option<DateTime<Utc>>,
}

impl LetterTemplateSummary {
    pub fn standard() -> Self {
        Self {
            template_id: TemplateRef::Standard,
            name: STANDARD_NAME.to_owned(),
            read_only: true,
            published: Some(standard_number()),
            changed: false,
            version: 0,
            updated_by_name: None,
            updated_at: None,
            archived_at: None,
        }
    }
}

impl From<ListedRow> for LetterTemplateSummary {
    fn from(row: ListedRow) -> Self {
        Self {
            template_id: TemplateRef::Own(row.template_id),
            name: row.name,
            read_only: false,
            published: row.published,
            changed: row.is_changed,
            version: row.version,
            updated_by_name: Some(row.updated_by_name),
            updated_at: Some(row.updated_at),
            archived_at: row.archived_at,
        }
    }
}

/// A template with its draft.
#[derive(Debug, Serialize, ToSchema)]
pub struct LetterTemplate {
    #[serde(flatten)]
    pub summary: LetterTemplateSummary,
    /// The draft: text with merge fields (`span[data-term]`) and clauses (`section[data-clause]`).
    pub html: String,
    /// Default terms of the draft, as they are typed.
    pub terms: BTreeMap<String, String>,
    /// What is wrong with the draft or unusual about it.
    pub findings: Vec<LetterTemplateFinding>,
    /// Published ones, the newest first.
    pub versions: Vec<LetterTemplateVersionSummary>,
}

/// What is wrong with a template, or unusual.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct LetterTemplateFinding {
    /// `block`: it cannot be published.
    pub severity: Severity,
    /// For programs, such as `no_price`.
    pub code: String,
    /// Where: `clauses.expiry.when.args.0`, `terms.price`; empty for the whole.
    pub field: String,
    /// For the user.
    pub sentence: String,
}

impl From<Finding> for LetterTemplateFinding {
    fn from(finding: Finding) -> Self {
        Self {
            severity: finding.severity,
            code: finding.code.to_owned(),
            field: finding.field,
            sentence: finding.sentence,
        }
    }
}

/// A published version without its text.
#[derive(Debug, Serialize, ToSchema)]
pub struct LetterTemplateVersionSummary {
    pub number: i32,
    /// What changed.
    #[schema(required = true)]
    pub note: Option<String>,
    pub published_by_name: String,
    pub published_at: DateTime<Utc>,
}

impl From<ListedVersionRow> for LetterTemplateVersionSummary {
    fn from(row: ListedVersionRow) -> Self {
        Self {
            number: row.number,
            note: row.note,
            published_by_name: row.published_by_name,
            published_at: row.published_at,
        }
    }
}

/// A published version.
#[derive(Debug, Serialize, ToSchema)]
pub struct LetterTemplateVersion {
    #[serde(flatten)]
    pub summary: LetterTemplateVersionSummary,
    pub html: String,
    /// Default terms, as they are typed.
    pub terms: BTreeMap<String, String>,
}

impl From<VersionRow> for LetterTemplateVersion {
    fn from(row: VersionRow) -> Self {
        let values = serde_json::from_value(row.terms).unwrap_or_default();
        Self {
            summary: LetterTemplateVersionSummary {
                number: row.number,
                note: row.note,
                published_by_name: row.published_by_name,
                published_at: row.published_at,
            },
            html: row.html,
            terms: super::domain::texts_of(&values),
        }
    }
}

/// A new template.
#[derive(Debug, Deserialize, ToSchema)]
pub struct CreateLetterTemplateRequest {
    /// 1 to 120 characters, no other template's.
    pub name: String,
    /// The template whose text it begins with: `standard` or an id.
    #[schema(value_type = String)]
    pub copy_of: TemplateRef,
}

/// A changed draft.
#[derive(Debug, Deserialize, ToSchema)]
pub struct UpdateLetterTemplateRequest {
    /// 1 to 120 characters, no other template's.
    pub name: String,
    pub html: String,
    /// Default terms, as they are typed; blank ones are removed.
    #[serde(default)]
    pub terms: BTreeMap<String, String>,
    /// Of the template that was changed.
    pub version: i64,
}

/// A draft to publish.
#[derive(Debug, Deserialize, ToSchema)]
pub struct PublishLetterTemplateRequest {
    /// Of the template that was read.
    pub version: i64,
    /// What changed, up to 500 characters.
    #[serde(default)]
    pub note: Option<String>,
}

/// The templates of letters for which none is asked for.
#[derive(Debug, Serialize, ToSchema)]
pub struct LetterTemplateDefaults {
    /// Of projects without a line of their category: `standard` or an id.
    #[schema(value_type = String)]
    pub template_id: TemplateRef,
    pub categories: Vec<CategoryTemplate>,
    /// Changes with each change; 0 before the first.
    pub version: i64,
}

/// The template of projects of a category.
#[derive(Debug, Clone, Serialize, Deserialize, ToSchema)]
pub struct CategoryTemplate {
    /// Category of projects; upper and lower case are the same.
    pub category: String,
    /// `standard` or an id.
    #[schema(value_type = String)]
    pub template_id: TemplateRef,
}

/// Another choice of templates.
#[derive(Debug, Deserialize, ToSchema)]
pub struct UpdateLetterTemplateDefaultsRequest {
    /// `standard` or an id.
    #[schema(value_type = String)]
    pub template_id: TemplateRef,
    /// At most 100.
    #[serde(default)]
    pub categories: Vec<CategoryTemplate>,
    /// Of the choice that was read.
    pub version: i64,
}

/// What templates can say.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct LetterTerms {
    pub terms: Vec<LetterTerm>,
}

/// A merge field.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct LetterTerm {
    /// In templates.
    pub name: String,
    /// For the user.
    pub label: String,
    /// `money`, `area`, `percent`, `int`, `date`, `local_datetime`, `party`, `person`, `text`, `flag`, `choice`, `lines` or `share`.
    #[serde(rename = "type")]
    pub kind: String,
    /// Where its value comes from: `property`, `contact`, `offer`, `project`, `firm`, `deal`, `letter`, `composed` or `own`.
    pub source: String,
    /// The first is used when a template names none.
    pub formats: Vec<LetterTermFormat>,
    /// Whether a template can have a default of it.
    pub has_default: bool,
    /// What letters say without any value, if they can be made.
    #[schema(required = true)]
    pub otherwise: Option<String>,
}

/// How a merge field reads.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct LetterTermFormat {
    /// In templates.
    pub name: String,
    /// Of a sample property.
    pub sample: String,
}
