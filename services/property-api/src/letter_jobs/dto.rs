//! Request and response bodies of letters that are made together.

use std::collections::{BTreeMap, BTreeSet};

use bigdecimal::BigDecimal;
use chrono::{DateTime, NaiveDate, Utc};
use domain::{LetterId, LetterJobId, Money, ParcelUuid, ProjectId, PropertyId, RequestKey};
use letter_of_intent::{ClauseOutcome, Lack, Limit, PriceRule, Status, Value};
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

use crate::letter_register::list_dto::dollars;
use crate::letter_templates::domain::TemplateRef;
use crate::letter_templates::dto::LetterTemplateFinding;

/// Properties that get a letter each, and what the letters say.
#[derive(Debug, Clone, Serialize, Deserialize, ToSchema)]
pub struct LetterBatch {
    pub project_id: ProjectId,
    /// 1 to 5,000 properties of the project, in the order of the letters.
    #[schema(value_type = Vec<Uuid>)]
    pub property_ids: Vec<PropertyId>,
    /// Null: each property's offer value.
    #[serde(default)]
    #[schema(value_type = Option<PriceRule>)]
    pub price_rule: Option<PriceRule>,
    /// Prices by property that were typed; they win over the rule.
    #[serde(default)]
    #[schema(value_type = BTreeMap<String, f64>)]
    pub prices: BTreeMap<PropertyId, Money>,
    /// Values of terms for all letters: a text, or a typed value.
    #[serde(default)]
    pub terms: BTreeMap<String, TermInput>,
    /// Names of terms that may be what the specification says without a value.
    #[serde(default)]
    pub accepted_defaults: BTreeSet<String>,
    /// Last day of all letters, until 17:00 in each property's zone; null: they do not expire.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub expires_on: Option<NaiveDate>,
    /// The template: `standard` or an id. Absent: the default of the project's category, or the firm's.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schema(value_type = Option<String>)]
    pub template_id: Option<TemplateRef>,
    /// A published version of it. Absent: the last one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub template_version: Option<i32>,
}

/// The value of a term for all letters.
#[derive(Debug, Clone, Serialize, Deserialize, ToSchema)]
#[serde(untagged)]
#[schema(as = LetterTermInput)]
pub enum TermInput {
    /// As it is typed.
    Text(String),
    Typed(TypedTerm),
}

/// A value with its type: `{"type": "int", "value": 45}`.
#[derive(Debug, Clone, Serialize, Deserialize, ToSchema)]
#[schema(as = LetterTypedTerm)]
pub struct TypedTerm {
    /// `money`, `area`, `percent`, `int`, `date`, `local_datetime`, `party`, `person`, `text`, `flag`, `choice` or `lines`.
    #[serde(rename = "type")]
    pub kind: String,
    /// In the form of the type.
    pub value: serde_json::Value,
}

impl TypedTerm {
    /// None if the value is not of the type.
    pub fn read(self) -> Option<Value> {
        serde_json::from_value(serde_json::json!(self)).ok()
    }
}

/// Letters to make.
#[derive(Debug, Deserialize, ToSchema)]
pub struct MakeLettersRequest {
    pub project_id: ProjectId,
    /// 1 to 5,000 properties of the project, in the order of the letters.
    #[schema(value_type = Vec<Uuid>)]
    pub property_ids: Vec<PropertyId>,
    /// Null: each property's offer value.
    #[serde(default)]
    #[schema(value_type = Option<PriceRule>)]
    pub price_rule: Option<PriceRule>,
    /// Prices by property that were typed; they win over the rule.
    #[serde(default)]
    #[schema(value_type = BTreeMap<String, f64>)]
    pub prices: BTreeMap<PropertyId, Money>,
    /// Values of terms for all letters: a text, or a typed value.
    #[serde(default)]
    pub terms: BTreeMap<String, TermInput>,
    /// Names of terms that may be what the specification says without a value.
    #[serde(default)]
    pub accepted_defaults: BTreeSet<String>,
    /// Last day of all letters, until 17:00 in each property's zone; null: they do not expire.
    #[serde(default)]
    pub expires_on: Option<NaiveDate>,
    /// The template: `standard` or an id. Absent: the default of the project's category, or the firm's.
    #[serde(default)]
    #[schema(value_type = Option<String>)]
    pub template_id: Option<TemplateRef>,
    /// A published version of it. Absent: the last one.
    #[serde(default)]
    pub template_version: Option<i32>,
    /// Idempotency key: a repeated request returns what the first one made.
    #[schema(value_type = Uuid)]
    pub request_key: RequestKey,
    /// Whether properties that lack something get no letter; otherwise they stop all.
    #[serde(default)]
    #[schema(default = false)]
    pub skip_blocked: bool,
}

impl MakeLettersRequest {
    /// The letters, without how they are asked for.
    pub fn into_batch(self) -> LetterBatch {
        LetterBatch {
            project_id: self.project_id,
            property_ids: self.property_ids,
            price_rule: self.price_rule,
            prices: self.prices,
            terms: self.terms,
            accepted_defaults: self.accepted_defaults,
            expires_on: self.expires_on,
            template_id: self.template_id,
            template_version: self.template_version,
        }
    }
}

/// What the letters would say.
#[derive(Debug, Serialize, ToSchema)]
pub struct LetterPreview {
    /// In the request's order.
    pub rows: Vec<LetterPreviewRow>,
    pub totals: LetterPreviewTotals,
    pub template: LetterTemplateUsed,
    /// Terms that can be typed for all letters.
    pub inputs: Vec<LetterInput>,
    /// What is unusual about the rule or the selection.
    pub warnings: Vec<LetterWarning>,
    pub approval: ApprovalNeed,
}

/// The template that letters are made from.
#[derive(Debug, Serialize, ToSchema)]
pub struct LetterTemplateUsed {
    /// `standard` or an id.
    #[schema(value_type = String)]
    pub template_id: TemplateRef,
    pub name: String,
    /// Of its version.
    pub number: i32,
}

/// A term whose value can be typed for all letters.
#[derive(Debug, Serialize, ToSchema)]
pub struct LetterInput {
    /// As a field of `terms`.
    pub name: String,
    /// For the user.
    pub label: String,
    /// As of merge fields.
    #[serde(rename = "type")]
    pub kind: String,
    /// What letters say when nothing is typed and the property has no value.
    #[schema(required = true)]
    pub otherwise: Option<String>,
    /// Whether some letter cannot be made without it.
    pub lacking: bool,
}

/// The letter of a property.
#[derive(Debug, Serialize, ToSchema)]
pub struct LetterPreviewRow {
    #[schema(value_type = Uuid)]
    pub property_id: PropertyId,
    /// The parcel's identity.
    pub ll_uuid: ParcelUuid,
    /// Parcel number within its county.
    pub parcel_number: String,
    #[schema(required = true)]
    pub address: Option<String>,
    #[schema(required = true)]
    pub city: Option<String>,
    #[schema(required = true)]
    pub owner_name: Option<String>,
    /// Of the first linked contact.
    #[schema(required = true)]
    pub contact_name: Option<String>,
    #[schema(required = true)]
    pub acres: Option<f64>,
    #[schema(required = true)]
    pub square_feet: Option<i64>,
    #[schema(required = true)]
    pub appraised_value: Option<Money>,
    #[schema(required = true)]
    pub market_value: Option<Money>,
    #[schema(required = true)]
    pub total_value: Option<Money>,
    /// As it is stored now.
    #[schema(required = true)]
    pub offer_value: Option<Money>,
    /// Of the letter, US dollars.
    #[schema(required = true)]
    pub price: Option<Money>,
    /// The limit of the rule that took effect.
    #[schema(required = true)]
    pub limit: Option<Limit>,
    /// Why there is no price.
    #[schema(required = true)]
    pub price_problem: Option<PriceProblem>,
    /// Whole dollars; null without price.
    #[schema(required = true)]
    pub earnest_money: Option<u64>,
    /// Whole dollars; null without price.
    #[schema(required = true)]
    pub deposit: Option<u64>,
    /// What the letter lacks.
    pub lacks: Vec<Lack>,
    /// Whether the letter cannot be made.
    pub blocked: bool,
    /// Earlier letters of the property in this project, the highest number first.
    pub letters: Vec<EarlierLetter>,
}

/// Why a property has no price.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct PriceProblem {
    /// Field of the property that is missing.
    #[schema(required = true)]
    pub field: Option<String>,
    /// For the user.
    pub sentence: String,
}

/// An earlier letter of a property.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct EarlierLetter {
    #[schema(value_type = Uuid)]
    pub letter_id: LetterId,
    pub number: String,
    pub status: Status,
}

/// Letters that would be made.
#[derive(Debug, Serialize, ToSchema)]
pub struct LetterPreviewTotals {
    /// Without the blocked ones.
    pub letters: usize,
    pub blocked: usize,
    /// Sum of the prices of the letters, US dollars.
    #[serde(serialize_with = "dollars")]
    #[schema(value_type = f64)]
    pub price: BigDecimal,
}

/// Something unusual.
#[derive(Debug, Serialize, ToSchema)]
pub struct LetterWarning {
    /// Path of the request's field.
    pub field: String,
    /// For the user.
    pub sentence: String,
}

/// Whether another person must approve.
#[derive(Debug, Serialize, ToSchema)]
pub struct ApprovalNeed {
    pub needed: bool,
    /// For the user.
    #[schema(required = true)]
    pub sentence: Option<String>,
}

/// Letters that are made now.
#[derive(Debug, Serialize, ToSchema)]
pub struct LettersStarted {
    #[schema(value_type = Uuid)]
    pub job_id: LetterJobId,
    /// How many.
    pub letters: i32,
    pub skipped: Vec<SkippedProperty>,
    /// Numbers are contiguous, in the order of the request.
    pub first_number: String,
    pub last_number: String,
}

/// A property without a letter.
#[derive(Debug, Clone, Serialize, Deserialize, ToSchema)]
pub struct SkippedProperty {
    #[schema(value_type = Uuid)]
    pub property_id: PropertyId,
    /// Why, for the user.
    pub sentence: String,
}

/// Filter of the list.
#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct LetterJobsQuery {
    pub project_id: ProjectId,
}

/// Letters of a project by when they were made, newest first.
#[derive(Debug, Serialize, ToSchema)]
pub struct LetterJobs {
    pub jobs: Vec<LetterJob>,
}

/// Letters that were made together.
#[derive(Debug, Serialize, ToSchema)]
pub struct LetterJob {
    #[schema(value_type = Uuid)]
    pub job_id: LetterJobId,
    pub project_id: ProjectId,
    pub state: LetterJobState,
    pub letters: i32,
    /// PDFs that are made.
    pub made: i32,
    /// PDFs that could not be made.
    pub failed: i32,
    /// The template: `standard` or an id.
    #[schema(value_type = String)]
    pub template_id: TemplateRef,
    pub created_by_name: String,
    pub created_at: DateTime<Utc>,
    #[schema(required = true)]
    pub finished_at: Option<DateTime<Utc>>,
    /// Whether there is a print file.
    pub print_ready: bool,
    /// Files that the print file consists of: one for every 250 letters.
    pub print_parts: i32,
}

/// How far letters are.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum LetterJobState {
    /// PDFs are being made.
    Running,
    /// All are made.
    Done,
    /// Some could not be made.
    Failed,
    /// The letters were taken back.
    Undone,
}

/// Which PDFs to make again.
#[derive(Debug, Deserialize, ToSchema)]
pub struct MakePdfsAgainRequest {
    /// Only this letter's.
    #[serde(default)]
    #[schema(value_type = Option<Uuid>)]
    pub letter_id: Option<LetterId>,
}

/// Which part of the print file.
#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct PrintQuery {
    /// 1 to `print_parts`; 1 when absent.
    #[serde(default)]
    #[param(minimum = 1)]
    pub part: Option<i32>,
}

/// A draft to look at.
#[derive(Debug, Deserialize, ToSchema)]
pub struct PreviewTemplateRequest {
    pub html: String,
    /// Default terms, as they are typed.
    #[serde(default)]
    pub terms: BTreeMap<String, String>,
    /// The project of the property. Without both the letter is that of a sample.
    #[serde(default)]
    #[schema(value_type = Option<Uuid>)]
    pub project_id: Option<ProjectId>,
    #[serde(default)]
    #[schema(value_type = Option<Uuid>)]
    pub property_id: Option<PropertyId>,
}

/// What a letter from a draft would say.
#[derive(Debug, Serialize, ToSchema)]
pub struct TemplatePreview {
    /// The body.
    pub html: String,
    /// What the letter lacks.
    pub lacks: Vec<Lack>,
    /// Clauses of the draft, in their order, and why they are in or not.
    pub clauses: Vec<ClauseOutcome>,
    /// What is wrong with the draft, or unusual.
    pub findings: Vec<LetterTemplateFinding>,
}
