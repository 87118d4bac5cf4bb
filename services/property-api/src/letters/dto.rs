//! Bodies of the draft and version calls, as on the wire.

use chrono::{DateTime, Utc};
use domain::{ParcelNumber, ParcelUuid, ProjectId, UserId};
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};
use uuid::Uuid;

use super::domain::Terms;
use super::store::{DraftRow, VersionRow};

/// The draft of a property.
#[derive(Debug, Default, Serialize, ToSchema)]
pub struct LoiTemplate {
    /// The sanitised body; null where there is no draft.
    #[schema(required = true)]
    pub html: Option<String>,
    /// When it was stored; null where there is no draft.
    #[schema(required = true)]
    pub updated_at: Option<DateTime<Utc>>,
    /// Changes whenever the draft is stored; null where there is no draft.
    #[schema(required = true)]
    pub version: Option<i32>,
    /// Who stored it.
    #[schema(required = true)]
    pub updated_by: Option<UserId>,
    /// Their name.
    #[schema(required = true)]
    pub updated_by_name: Option<String>,
    /// The property's terms that the letter knowingly differs from, by name.
    #[schema(required = true)]
    pub kept_terms: Option<Terms>,
}

impl From<DraftRow> for LoiTemplate {
    fn from(row: DraftRow) -> Self {
        Self {
            html: Some(row.html),
            updated_at: Some(row.updated_at),
            version: Some(row.version),
            updated_by: Some(UserId(row.updated_by)),
            updated_by_name: Some(row.updated_by_name),
            kept_terms: serde_json::from_value(row.kept_terms).ok(),
        }
    }
}

/// A draft to store.
#[derive(Debug, Deserialize, ToSchema)]
pub struct UpdateLoiTemplateRequest {
    /// The county's number of the parcel.
    pub parcel_number: ParcelNumber,
    /// Only among this project's properties.
    #[serde(default)]
    pub project_id: Option<ProjectId>,
    /// The parcel's identity, where the number means several.
    #[serde(default)]
    pub ll_uuid: Option<ParcelUuid>,
    /// The body, at most 1 MB. What is no part of a letter is taken out.
    pub html: String,
    /// The version that the body was made from, 0 for none. Another one is there: 409. Without it the last one to store wins.
    #[serde(default)]
    pub version: Option<i32>,
    /// Names the open editor: its own drafts are no conflict, whatever answer was lost.
    #[serde(default)]
    pub editor: Option<Uuid>,
    /// The property's terms that the letter knowingly differs from, by name. Left out: as before.
    #[serde(default)]
    pub kept_terms: Option<Terms>,
    /// Whether the draft that is replaced is kept as a version.
    #[serde(default)]
    pub keep_previous: bool,
}

/// The draft is stored.
#[derive(Debug, Serialize, ToSchema)]
pub struct LoiTemplateUpdated {
    /// Always true.
    pub success: bool,
    /// When.
    pub updated_at: DateTime<Utc>,
    /// The draft's version from now on.
    pub version: i32,
    /// The draft of somebody else that was replaced; it is kept as a version.
    #[schema(required = true)]
    pub replaced: Option<ReplacedDraft>,
}

/// Whose draft was replaced.
#[derive(Debug, Serialize, ToSchema)]
pub struct ReplacedDraft {
    /// Who stored it.
    pub updated_by: UserId,
    /// Their name.
    pub updated_by_name: String,
    /// When.
    pub updated_at: DateTime<Utc>,
}

impl From<DraftRow> for ReplacedDraft {
    fn from(row: DraftRow) -> Self {
        Self {
            updated_by: UserId(row.updated_by),
            updated_by_name: row.updated_by_name,
            updated_at: row.updated_at,
        }
    }
}

/// A draft to delete.
#[derive(Debug, Deserialize, ToSchema)]
pub struct DeleteLoiTemplateRequest {
    /// The county's number of the parcel.
    pub parcel_number: ParcelNumber,
    /// Only among this project's properties.
    #[serde(default)]
    pub project_id: Option<ProjectId>,
    /// The parcel's identity, where the number means several.
    #[serde(default)]
    pub ll_uuid: Option<ParcelUuid>,
    /// The version that is meant; a later one of somebody else stays.
    #[serde(default)]
    pub version: Option<i32>,
    /// Names the open editor.
    #[serde(default)]
    pub editor: Option<Uuid>,
    /// The text that is given up, where it goes beyond the draft; kept as a version.
    #[serde(default)]
    pub html: Option<String>,
}

/// A text to keep beside the drafts.
#[derive(Debug, Deserialize, ToSchema)]
pub struct AddLetterVersionRequest {
    /// The county's number of the parcel.
    pub parcel_number: ParcelNumber,
    /// Only among this project's properties.
    #[serde(default)]
    pub project_id: Option<ProjectId>,
    /// The parcel's identity, where the number means several.
    #[serde(default)]
    pub ll_uuid: Option<ParcelUuid>,
    /// The body, at most 1 MB. What is no part of a letter is taken out.
    pub html: String,
    /// Path of the PDF that was made of it, as listed; without it the text is an earlier draft.
    #[serde(default)]
    pub attachment: Option<String>,
    /// What the letter still lacked: `purchase_price`, `contact_name`, `contact_title`, `owner_name`, `salutation`, `property_name`.
    #[serde(default)]
    pub missing: Vec<String>,
}

/// A text of the letter that was kept.
#[derive(Debug, Serialize, ToSchema)]
pub struct LetterVersion {
    /// Its id.
    pub version_id: Uuid,
    /// `saved`: the text of a PDF; `draft`: a draft that was deleted or replaced.
    #[schema(example = "saved")]
    pub kind: String,
    /// Path of the PDF; null for drafts and once the file was removed.
    #[schema(required = true)]
    pub attachment: Option<String>,
    /// Name of the PDF; null for drafts.
    #[schema(required = true)]
    pub name: Option<String>,
    /// Terms that the text names as fields, by name.
    pub terms: Terms,
    /// What the letter still lacked.
    pub missing: Vec<String>,
    /// Who wrote it.
    pub created_by_name: String,
    /// When.
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

/// The texts of a property's letter, newest first.
#[derive(Debug, Serialize, ToSchema)]
pub struct LetterVersions {
    /// At most the newest 100.
    pub versions: Vec<LetterVersion>,
}

/// Which text to read.
#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct LetterVersionQuery {
    /// Its id.
    pub version_id: Uuid,
}

/// A text of the letter with its body.
#[derive(Debug, Serialize, ToSchema)]
pub struct LetterVersionText {
    /// The sanitised body.
    pub html: String,
    /// What is known of it.
    pub version: LetterVersion,
}
