//! Request and response bodies of the search.

use chrono::{DateTime, Utc};
use diesel::QueryableByName;
use diesel::sql_types::{Array, Nullable, Text, Timestamptz, Uuid as SqlUuid};
use domain::{DealNoteId, MailId, ProjectId};
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

/// Search text and limit.
#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct RecordsQuery {
    /// Words, each contained in a note, in the name of a file, or in subject or recipients of a message. Nothing is found without three
    /// letters or digits in a row.
    pub q: String,
    /// Most of each kind, 1 to 50; 5 when absent.
    pub limit: Option<u8>,
}

/// Matching records, newest first.
#[derive(Debug, Default, Serialize, ToSchema)]
pub struct FoundRecords {
    pub notes: Vec<FoundNote>,
    pub attachments: Vec<FoundAttachment>,
    /// Messages about properties; those of campaigns are found as campaigns.
    pub emails: Vec<FoundEmail>,
}

/// A matching note about a deal.
#[derive(Debug, Serialize, ToSchema, QueryableByName)]
pub struct FoundNote {
    #[diesel(sql_type = SqlUuid)]
    pub note_id: DealNoteId,
    #[diesel(sql_type = Text)]
    pub text: String,
    #[diesel(sql_type = Text)]
    pub created_by_name: String,
    #[diesel(sql_type = Timestamptz)]
    pub created_at: DateTime<Utc>,
    #[diesel(sql_type = SqlUuid)]
    pub project_id: ProjectId,
    /// Parcel number within its county.
    #[diesel(sql_type = Text)]
    pub parcel_number: String,
    #[schema(required = true)]
    #[diesel(sql_type = Nullable<Text>)]
    pub address: Option<String>,
}

/// A matching file of a property.
#[derive(Debug, Serialize, ToSchema, QueryableByName)]
pub struct FoundAttachment {
    /// Identifies the file in other endpoints.
    #[diesel(sql_type = Text)]
    pub path: String,
    #[diesel(sql_type = Text)]
    pub name: String,
    #[diesel(sql_type = Timestamptz)]
    pub uploaded_at: DateTime<Utc>,
    /// Its project, or the one to which the property was added last.
    #[diesel(sql_type = SqlUuid)]
    pub project_id: ProjectId,
    /// Parcel number within its county.
    #[diesel(sql_type = Text)]
    pub parcel_number: String,
    #[schema(required = true)]
    #[diesel(sql_type = Nullable<Text>)]
    pub address: Option<String>,
}

/// A matching message.
#[derive(Debug, Serialize, ToSchema, QueryableByName)]
pub struct FoundEmail {
    #[diesel(sql_type = SqlUuid)]
    #[schema(value_type = Uuid)]
    pub email_id: MailId,
    #[diesel(sql_type = Text)]
    pub subject: String,
    /// Direct recipients first; at most three.
    #[diesel(sql_type = Array<Text>)]
    pub recipients: Vec<String>,
    #[diesel(sql_type = Timestamptz)]
    pub created_at: DateTime<Utc>,
    /// Its project, or the one to which the property was added last.
    #[diesel(sql_type = SqlUuid)]
    pub project_id: ProjectId,
    /// Parcel number within its county.
    #[diesel(sql_type = Text)]
    pub parcel_number: String,
    #[schema(required = true)]
    #[diesel(sql_type = Nullable<Text>)]
    pub address: Option<String>,
}
