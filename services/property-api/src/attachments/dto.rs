//! Request and response bodies of the file endpoints.

use chrono::{DateTime, Utc};
use domain::{ParcelNumber, ParcelUuid, ProjectId};
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

use super::store::AttachmentRow;

/// An upload.
#[derive(Debug, ToSchema)]
#[expect(dead_code, reason = "describes a form that is read as a stream")]
pub struct UploadAttachmentForm {
    /// The files, as several parts of this name.
    #[schema(value_type = Vec<String>, format = Binary)]
    file: Vec<String>,
    /// Parcel number within its county.
    parcel_number: ParcelNumber,
    /// The parcel's address, as in the specification.
    #[schema(required = false)]
    address: Option<String>,
    /// The project that the files belong to.
    #[schema(required = false)]
    project_id: Option<ProjectId>,
    /// The parcel's identity, if the number is ambiguous.
    #[schema(required = false)]
    ll_uuid: Option<ParcelUuid>,
    /// Of a letter of intent: its price, as it says it.
    #[schema(required = false)]
    purchase_price: Option<String>,
}

/// A file to delete.
#[derive(Debug, ToSchema)]
#[expect(dead_code, reason = "describes a form that is read as pairs")]
pub struct DeleteAttachmentForm {
    /// Parcel number within its county.
    parcel_number: ParcelNumber,
    project_id: ProjectId,
    /// The file's path as listed.
    filepath: String,
    /// The parcel's identity, if the number is ambiguous.
    #[schema(required = false)]
    ll_uuid: Option<ParcelUuid>,
}

/// Identifies the file.
#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct ServeAttachmentQuery {
    /// The file's path as listed.
    pub file: String,
}

/// A file of a property.
#[derive(Debug, Serialize, ToSchema)]
pub struct Attachment {
    /// Identifies the file in other endpoints; the last segment is its name.
    pub path: String,
    /// File name.
    pub name: String,
    /// Bytes.
    pub size: i64,
    /// Detected from the content.
    pub content_type: String,
    /// 1 for the first file of its name, incremented for each later one.
    pub version: i32,
    /// The project that it was uploaded for.
    #[schema(required = true)]
    pub project_id: Option<ProjectId>,
    pub uploaded_at: DateTime<Utc>,
    /// E-mail address of the uploader.
    pub uploaded_by: String,
}

impl From<AttachmentRow> for Attachment {
    fn from(row: AttachmentRow) -> Self {
        Self {
            path: row.path,
            name: row.name,
            size: row.size,
            content_type: row.content_type,
            version: row.version,
            project_id: row.project_id,
            uploaded_at: row.uploaded_at,
            uploaded_by: row.uploaded_by_email,
        }
    }
}

/// Files of a property, oldest first.
#[derive(Debug, Serialize, ToSchema)]
pub struct AttachmentList {
    pub attachments: Vec<String>,
    /// The same files with their metadata.
    pub items: Vec<Attachment>,
}

impl From<Vec<AttachmentRow>> for AttachmentList {
    fn from(rows: Vec<AttachmentRow>) -> Self {
        Self {
            attachments: rows.iter().map(|row| row.path.clone()).collect(),
            items: rows.into_iter().map(Attachment::from).collect(),
        }
    }
}

/// Files that were uploaded.
#[derive(Debug, Serialize, ToSchema)]
pub struct AttachmentsUploaded {
    /// Always true.
    pub success: bool,
    pub attachments: Vec<String>,
    /// The same files with their metadata.
    pub items: Vec<Attachment>,
}

impl From<Vec<AttachmentRow>> for AttachmentsUploaded {
    fn from(rows: Vec<AttachmentRow>) -> Self {
        let AttachmentList { attachments, items } = rows.into();
        Self {
            success: true,
            attachments,
            items,
        }
    }
}
