//! Which facts of a parcel are from a tax roll that was imported after its outline.
//!
//! Kept in `parcels.raw`, as `tax_roll`: what the roll replaced, and whose both are. Read by the service,
//! exported as columns, and made again of these columns by an import.

use chrono::{DateTime, NaiveDate, Utc};
use diesel::prelude::*;
use diesel::sql_types::{Array, Date, Nullable, Text, Timestamptz};
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value, json};
use utoipa::ToSchema;

/// Whose facts are the roll's, and whose the others are. `source`, `source_licence` and `fetched_at` of the
/// record are of both.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema, QueryableByName)]
#[diesel(check_for_backend(diesel::pg::Pg))]
pub struct TaxRollSource {
    /// Name of the roll's source.
    #[diesel(sql_type = Text)]
    #[schema(example = "Town of Easthampton, assessor")]
    pub source: String,
    /// Its licence.
    #[diesel(sql_type = Nullable<Text>)]
    #[schema(required = true)]
    pub source_licence: Option<String>,
    /// Date of its file, as the source says; null if it is not known.
    #[diesel(sql_type = Nullable<Date>)]
    #[schema(required = true)]
    pub source_date: Option<NaiveDate>,
    /// Name of the source of the outline and all other facts.
    #[diesel(sql_type = Text)]
    pub outline_source: String,
    /// Its licence.
    #[diesel(sql_type = Nullable<Text>)]
    #[schema(required = true)]
    pub outline_source_licence: Option<String>,
    /// When the outline's file was read.
    #[diesel(sql_type = Timestamptz)]
    pub outline_fetched_at: DateTime<Utc>,
    /// Date of the outline's file, as its source says; null if it is not known.
    #[diesel(sql_type = Nullable<Date>)]
    #[schema(required = true)]
    pub outline_source_date: Option<NaiveDate>,
    /// Names of the facts that are the roll's.
    #[diesel(sql_type = Array<Text>)]
    #[schema(example = json!(["owner", "parval"]))]
    pub facts: Vec<String>,
}

impl TaxRollSource {
    /// As an import of a roll keeps it. What the outline's file said of the roll's facts is not known: an export
    /// has no original rows.
    pub fn kept(&self) -> Value {
        let facts = self.facts.iter().map(|fact| (fact.clone(), Value::Null));
        let mut replaced: Map<String, Value> = facts.collect();
        replaced.insert("source".to_owned(), json!(self.outline_source));
        replaced.insert(
            "source_licence".to_owned(),
            json!(self.outline_source_licence),
        );
        json!({
            "source": self.source,
            "source_licence": self.source_licence,
            "source_date": self.source_date,
            "outline_read_at": self.outline_fetched_at,
            "outline_source_date": self.outline_source_date,
            "replaced": replaced,
        })
    }
}
