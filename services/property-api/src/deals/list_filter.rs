//! What a list of deals is filtered by.

use chrono::NaiveDate;
use db::AsyncPgConnection;
use diesel::QueryResult;
use diesel::dsl::sql;
use diesel::expression::BoxableExpression;
use diesel::pg::Pg;
use diesel::sql_types::{Array, Bool, Date, Text, Uuid as SqlUuid};
use domain::{CampaignId, DealStageId, ProjectId, PropertyId, UserId};
use http_kit::ApiError;
use serde::{Deserialize, Serialize};

use super::list_dto::DealsQuery;
use super::tags;
use crate::deal_stages::domain::Milestone;
use crate::properties::domain::search_pattern;
use crate::properties::words;

/// The searched fields. Lists join properties only for their order or their offers.
const WORDS: &str =
    "deals.property_id IN (SELECT w.property_id FROM properties w WHERE w.words LIKE lower(";
/// As a plain comparison, so that the index of a stage's deals is read up to that time; null of a stage without a limit.
const STALLED: &str = "deals.since < now() - make_interval(days => deal_stages.stale_after_days)";

const OPEN: &str = "(deal_stages.kind = 'open')";
const ADDED_STAGE: &str = "deal_stages.milestone IS NULL AND lower(deal_stages.name) = lower(";
/// The mail server accepted a message of the campaign to a contact of the property.
const REACHED: &str = "EXISTS (SELECT FROM campaigns g JOIN mails m ON m.campaign_id = g.campaign_id \
    JOIN mail_recipients r ON r.mail_id = m.mail_id AND r.status = 'sent' AND NOT r.is_copy \
    JOIN contacts c ON lower(c.email) = r.email_key AND c.deleted_at IS NULL \
    JOIN property_contacts o ON o.contact_id = c.contact_id \
    WHERE o.property_id = deals.property_id AND g.project_id = deals.project_id AND g.campaign_id = ";
/// A letter of the property has an event of these kinds after that campaign. Who answers has read it, if only on paper.
const LETTER_HAS: &str = " AND EXISTS (SELECT FROM letters l JOIN letter_events e ON e.letter_id = l.letter_id \
    WHERE l.property_id = deals.property_id AND l.project_id = deals.project_id AND e.created_at > g.created_at AND e.kind IN ";
const ANSWERED: &str = "'countered', 'signed', 'declined'";

/// Who deals are assigned to.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub(super) enum Assigned {
    To(UserId),
    Nobody,
}

/// What a list is filtered by; a cursor holds it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Filter {
    pub project_id: Option<ProjectId>,
    property_id: Option<PropertyId>,
    pub stage_id: Option<DealStageId>,
    pub assigned: Option<Assigned>,
    next_step_dated: bool,
    next_step_to: Option<NaiveDate>,
    stalled: Option<bool>,
    is_open: Option<bool>,
    milestone: Option<Milestone>,
    stage_name: Option<String>,
    campaign_id: Option<CampaignId>,
    opened: bool,
    responded: bool,
    tags: Vec<String>,
    pattern: Option<String>,
    /// The properties that match the pattern, if they are few.
    #[serde(skip)]
    found: Option<Vec<PropertyId>>,
}

impl Filter {
    pub fn of(query: &DealsQuery) -> Result<Self, ApiError> {
        let assigned = match query.assigned_to.as_deref() {
            None => None,
            Some("none") => Some(Assigned::Nobody),
            Some(id) => {
                let refused = |_| ApiError::invalid("assigned_to", "Use a user's id, or none.");
                Some(Assigned::To(id.parse().map_err(refused)?))
            }
        };
        Ok(Self {
            project_id: query.project_id,
            property_id: query.property_id,
            stage_id: query.stage_id,
            assigned,
            next_step_dated: query.next_step_dated,
            next_step_to: query.next_step_to,
            stalled: query.stalled,
            is_open: query.open,
            milestone: query.milestone,
            stage_name: query.stage_name.clone(),
            campaign_id: query.campaign_id,
            opened: query.opened,
            responded: query.responded,
            tags: tags::of_filter(query.tag.clone()),
            pattern: search_pattern(query.q.as_deref()),
            found: None,
        })
    }

    /// The same filter for several statements of a transaction: its words are searched once.
    pub async fn searched(&self, conn: &mut AsyncPgConnection) -> QueryResult<Self> {
        let found = match &self.pattern {
            Some(pattern) => words::find(conn, std::slice::from_ref(pattern)).await?,
            None => None,
        };
        Ok(Self {
            found,
            ..self.clone()
        })
    }

    /// The conditions but that of the stage.
    pub fn conditions<T: 'static>(&self) -> Vec<Box<dyn BoxableExpression<T, Pg, SqlType = Bool>>> {
        let mut all: Vec<Box<dyn BoxableExpression<T, Pg, SqlType = Bool>>> =
            vec![Box::new(sql::<Bool>("deals.removed_at IS NULL"))];
        if let Some(project_id) = self.project_id {
            let part = sql::<Bool>("deals.project_id = ").bind::<SqlUuid, _>(project_id);
            all.push(Box::new(part));
        }
        if let Some(property_id) = self.property_id {
            let part = sql::<Bool>("deals.property_id = ").bind::<SqlUuid, _>(property_id);
            all.push(Box::new(part));
        }
        match self.assigned {
            Some(Assigned::To(user_id)) => {
                let part = sql::<Bool>("deals.assigned_to = ").bind::<SqlUuid, _>(user_id);
                all.push(Box::new(part));
            }
            Some(Assigned::Nobody) => {
                all.push(Box::new(sql::<Bool>("deals.assigned_to IS NULL")));
            }
            None => {}
        }
        if self.next_step_dated {
            all.push(Box::new(sql::<Bool>("deals.next_step_on IS NOT NULL")));
        }
        if let Some(day) = self.next_step_to {
            let part = sql::<Bool>("deals.next_step_on <= ").bind::<Date, _>(day);
            all.push(Box::new(part));
        }
        if let Some(stalled) = self.stalled {
            let part = if stalled {
                STALLED.to_owned()
            } else {
                format!("NOT coalesce({STALLED}, false)")
            };
            all.push(Box::new(sql::<Bool>(&part)));
        }
        if let Some(is_open) = self.is_open {
            let not = if is_open { "" } else { "NOT " };
            all.push(Box::new(sql::<Bool>(&format!("{not}{OPEN}"))));
        }
        if let Some(milestone) = self.milestone {
            let part = sql::<Bool>("deal_stages.milestone = ").bind::<Text, _>(milestone);
            all.push(Box::new(part));
        }
        if let Some(name) = &self.stage_name {
            let part = sql::<Bool>(ADDED_STAGE).bind::<Text, _>(name.clone());
            all.push(Box::new(part.sql(")")));
        }
        if let Some(campaign_id) = self.campaign_id {
            let event = match (self.responded, self.opened) {
                (true, _) => format!("{LETTER_HAS}({ANSWERED}))"),
                (false, true) => format!("{LETTER_HAS}('opened', {ANSWERED}))"),
                _ => String::new(),
            };
            let part = sql::<Bool>(REACHED).bind::<SqlUuid, _>(campaign_id);
            all.push(Box::new(part.sql(&format!("{event})"))));
        }
        all.extend(tags::condition(&self.tags));
        if let Some(ids) = &self.found {
            let part =
                sql::<Bool>("deals.property_id = ANY(").bind::<Array<SqlUuid>, _>(ids.clone());
            all.push(Box::new(part.sql(")")));
        } else if let Some(pattern) = &self.pattern {
            let part = sql::<Bool>(WORDS).bind::<Text, _>(pattern.clone());
            all.push(Box::new(part.sql("))")));
        }
        all
    }

    /// Tells the cursors of lists with other filters apart; the same in every process of this version.
    pub fn fingerprint(&self) -> u64 {
        let text = serde_json::to_vec(self).unwrap_or_default();
        // FNV-1a
        text.iter().fold(0xcbf2_9ce4_8422_2325, |hash, byte| {
            (hash ^ u64::from(*byte)).wrapping_mul(0x0100_0000_01b3)
        })
    }
}
