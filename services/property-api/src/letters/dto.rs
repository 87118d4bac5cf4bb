//! Request and response bodies of the draft and version endpoints.

use chrono::{DateTime, Utc};
use domain::{EditorId, LetterVersionId, ParcelNumber, ParcelUuid, ProjectId, UserId};
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

use super::domain::Terms;
use super::store::{DraftRow, VersionRow};

/// The draft of a property.
#[derive(Debug, Default, Serialize, ToSchema)]
pub struct LoiTemplate {
    /// The sanitized body; null when there is no draft.
    #[schema(required = true)]
    pub html: Option<String>,
    /// Null when there is no draft.
    #[schema(required = true)]
    pub updated_at: Option<DateTime<Utc>>,
    /// Changes whenever the draft is stored; null when there is no draft.
    #[schema(required = true)]
    pub version: Option<i32>,
    #[schema(required = true)]
    pub updated_by: Option<UserId>,
    #[schema(required = true)]
    pub updated_by_name: Option<String>,
    /// Terms in which the letter deliberately differs from the property, by name.
    #[schema(required = true)]
    pub kept_terms: Option<Terms>,
}

impl From<DraftRow> for LoiTemplate {
    fn from(row: DraftRow) -> Self {
        Self {
            html: Some(row.html),
            updated_at: Some(row.updated_at),
            version: Some(row.version),
            updated_by: Some(row.updated_by),
            updated_by_name: Some(row.updated_by_name),
            kept_terms: serde_json::from_value(row.kept_terms).ok(),
        }
    }
}

/// A draft to store.
#[derive(Debug, Deserialize, ToSchema)]
pub struct UpdateLoiTemplateRequest {
    /// Parcel number within its county.
    pub parcel_number: ParcelNumber,
    /// Restricts the match to this project's properties.
    #[serde(default)]
    pub project_id: Option<ProjectId>,
    /// The parcel's identity, if the number is ambiguous.
    #[serde(default)]
    pub ll_uuid: Option<ParcelUuid>,
    /// The body, at most 1 MB. It is sanitized.
    pub html: String,
    /// The version that the body is based on, 0 for none; 409 if another one is stored. Without it
    /// the last write wins.
    #[serde(default)]
    pub version: Option<i32>,
    /// Id of the open editor: its own drafts are no conflict, even if a response was lost.
    #[serde(default)]
    pub editor: Option<EditorId>,
    /// Terms in which the letter deliberately differs from the property, by name. Absent:
    /// unchanged.
    #[serde(default)]
    pub kept_terms: Option<Terms>,
    /// Whether the replaced draft is kept as a version.
    #[serde(default)]
    pub keep_previous: bool,
}

/// The draft is stored.
#[derive(Debug, Serialize, ToSchema)]
pub struct LoiTemplateUpdated {
    /// Always true.
    pub success: bool,
    pub updated_at: DateTime<Utc>,
    /// The draft's new version.
    pub version: i32,
    /// The replaced draft of another user; it is kept as a version.
    #[schema(required = true)]
    pub replaced: Option<ReplacedDraft>,
}

/// A replaced draft.
#[derive(Debug, Serialize, ToSchema)]
pub struct ReplacedDraft {
    pub updated_by: UserId,
    pub updated_by_name: String,
    pub updated_at: DateTime<Utc>,
}

impl From<DraftRow> for ReplacedDraft {
    fn from(row: DraftRow) -> Self {
        Self {
            updated_by: row.updated_by,
            updated_by_name: row.updated_by_name,
            updated_at: row.updated_at,
        }
    }
}

/// A draft to delete.
#[derive(Debug, Deserialize, ToSchema)]
pub struct DeleteLoiTemplateRequest {
    /// Parcel number within its county.
    pub parcel_number: ParcelNumber,
    /// Restricts the match to this project's properties.
    #[serde(default)]
    pub project_id: Option<ProjectId>,
    /// The parcel's identity, if the number is ambiguous.
    #[serde(default)]
    pub ll_uuid: Option<ParcelUuid>,
    /// The version to delete; a later one of another user stays.
    #[serde(default)]
    pub version: Option<i32>,
    /// Id of the open editor.
    #[serde(default)]
    pub editor: Option<EditorId>,
    /// The discarded text, if it goes beyond the draft; kept as a version.
    #[serde(default)]
    pub html: Option<String>,
}

/// A text to keep as a version.
#[derive(Debug, Deserialize, ToSchema)]
pub struct AddLetterVersionRequest {
    /// Parcel number within its county.
    pub parcel_number: ParcelNumber,
    /// Restricts the match to this project's properties.
    #[serde(default)]
    pub project_id: Option<ProjectId>,
    /// The parcel's identity, if the number is ambiguous.
    #[serde(default)]
    pub ll_uuid: Option<ParcelUuid>,
    /// The body, at most 1 MB. It is sanitized.
    pub html: String,
    /// Path of the PDF made from the text, as listed; without it the text is an earlier draft.
    #[serde(default)]
    pub attachment: Option<String>,
    /// Missing terms of the letter: `purchase_price`, `contact_name`, `contact_title`,
    /// `owner_name`, `salutation`, `property_name`.
    #[serde(default)]
    pub missing: Vec<String>,
}

/// A stored text of the letter.
#[derive(Debug, Serialize, ToSchema)]
pub struct LetterVersion {
    pub version_id: LetterVersionId,
    /// `saved`: the text of a PDF; `draft`: a draft that was deleted or replaced.
    #[schema(example = "saved")]
    pub kind: String,
    /// Path of the PDF; null for drafts and after the file was removed.
    #[schema(required = true)]
    pub attachment: Option<String>,
    #[schema(required = true)]
    pub name: Option<String>,
    /// Terms in the text's fields, by name.
    pub terms: Terms,
    /// Missing terms of the letter.
    pub missing: Vec<String>,
    pub created_by_name: String,
    pub created_at: DateTime<Utc>,
}

impl From<VersionRow> for LetterVersion {
    fn from(row: VersionRow) -> Self {
        Self {
            version_id: row.version_id,
            kind: row.kind,
            attachment: row.path,
            name: row.name,
            terms: serde_json::from_value(row.terms).unwrap_or_default(),
            missing: serde_json::from_value(row.missing).unwrap_or_default(),
            created_by_name: row.created_by_name,
            created_at: row.created_at,
        }
    }
}

/// Versions of a property's letter, newest first.
#[derive(Debug, Serialize, ToSchema)]
pub struct LetterVersions {
    /// At most the newest 100.
    pub versions: Vec<LetterVersion>,
}

/// Identifies the version.
#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct LetterVersionQuery {
    pub version_id: LetterVersionId,
}

/// A version with its body.
#[derive(Debug, Serialize, ToSchema)]
pub struct LetterVersionText {
    /// The sanitized body.
    pub html: String,
    pub version: LetterVersion,
}
