//! What a list of properties is filtered by, as conditions on `project_links`, `properties` and `deals`.

use actix_web::HttpRequest;
use db::AsyncPgConnection;
use diesel::QueryResult;
use diesel::dsl::sql;
use diesel::expression::BoxableExpression;
use diesel::pg::Pg;
use diesel::sql_types::{Array, Bool, Text, Uuid as SqlUuid};
use domain::{ProjectId, PropertyId, UserId};
use http_kit::{ApiError, ApiResult, query_values};
use serde::Deserialize as _;
use serde::de::IntoDeserializer as _;
use serde::de::value::Error as Unreadable;

use crate::deal_stages::domain::Milestone;
use crate::deals::tags;
use crate::properties::domain::search_pattern;
use crate::properties::words;

/// The searched fields.
const WORDS: &str = "properties.words LIKE lower(";

/// Deals that nobody is assigned to, among the values of `assigned_to`.
const NOBODY: &str = "none";

pub type Condition<T> = Box<dyn BoxableExpression<T, Pg, SqlType = Bool>>;

/// Which properties of a project; all of them by default.
#[derive(Debug, Clone, Default)]
pub struct Filter {
    pattern: Option<String>,
    /// The properties that match the pattern, if they are few.
    found: Option<Vec<PropertyId>>,
    stages: Option<Stages>,
    assigned: Option<Assigned>,
    tags: Vec<String>,
}

/// Stages of any project: those of a milestone by it, those that the firm added by their names.
#[derive(Debug, Clone)]
struct Stages {
    milestones: Vec<&'static str>,
    names: Vec<String>,
}

#[derive(Debug, Clone, Default)]
struct Assigned {
    people: Vec<UserId>,
    nobody: bool,
}

impl Filter {
    /// The filter of a list's request.
    pub fn of_query(q: Option<&str>, request: &HttpRequest) -> ApiResult<Self> {
        let milestones = query_values(request, "milestone").map(|text| {
            Milestone::deserialize(text.as_str().into_deserializer()).map_err(
                |_unknown: Unreadable| {
                    ApiError::invalid("milestone", "Use the name of a milestone, such as loi_out.")
                },
            )
        });
        let milestones: Vec<Milestone> = milestones.collect::<ApiResult<_>>()?;
        let names = query_values(request, "stage_name").collect();
        let assigned: Vec<String> = query_values(request, "assigned_to").collect();
        let tags = query_values(request, "tag").collect();
        Self::new(q, &milestones, names, &assigned, tags)
    }

    /// 422 for a person that is neither an id nor `none`.
    pub fn new(
        q: Option<&str>,
        milestones: &[Milestone],
        stage_names: Vec<String>,
        assigned_to: &[String],
        tags: Vec<String>,
    ) -> ApiResult<Self> {
        let names = stage_names.into_iter().map(|name| name.replace('\0', ""));
        let stages = Stages {
            milestones: milestones
                .iter()
                .map(|milestone| milestone.as_str())
                .collect(),
            names: names.filter(|name| !name.trim().is_empty()).collect(),
        };
        let has_stages = !stages.milestones.is_empty() || !stages.names.is_empty();
        let mut assigned = Assigned::default();
        for value in assigned_to {
            if value == NOBODY {
                assigned.nobody = true;
            } else {
                let refused = |_| ApiError::invalid("assigned_to", "Use users' ids, or none.");
                assigned.people.push(value.parse().map_err(refused)?);
            }
        }
        Ok(Self {
            pattern: search_pattern(q),
            found: None,
            stages: has_stages.then_some(stages),
            assigned: (!assigned_to.is_empty()).then_some(assigned),
            tags: tags::of_filter(tags),
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

    /// Conditions on the properties of a project.
    pub fn conditions<T: 'static>(&self, project_id: ProjectId) -> Vec<Condition<T>> {
        let mut all: Vec<Condition<T>> = Vec::new();
        if let Some(ids) = &self.found {
            let part = sql::<Bool>("project_links.property_id = ANY(")
                .bind::<Array<SqlUuid>, _>(ids.clone());
            all.push(Box::new(part.sql(")")));
        } else if let Some(pattern) = &self.pattern {
            let part = sql::<Bool>(WORDS).bind::<Text, _>(pattern.clone());
            all.push(Box::new(part.sql(")")));
        }
        if let Some(Stages { milestones, names }) = &self.stages {
            // The project's stages are few: found first, each deal is compared with their ids.
            let part = sql::<Bool>(
                "deals.stage_id = ANY(ARRAY(SELECT s.stage_id FROM deal_stages s WHERE s.project_id = ",
            )
            .bind::<SqlUuid, _>(project_id)
            .sql(" AND (s.milestone = ANY(")
            .bind::<Array<Text>, _>(milestones.clone())
            .sql(") OR s.milestone IS NULL AND lower(s.name) IN (SELECT lower(wanted) FROM unnest(")
            .bind::<Array<Text>, _>(names.clone())
            .sql(") AS wanted))))");
            all.push(Box::new(part));
        }
        if let Some(Assigned { people, nobody }) = &self.assigned {
            let nobody = if *nobody {
                " OR deals.assigned_to IS NULL"
            } else {
                ""
            };
            let part = sql::<Bool>("(deals.assigned_to = ANY(")
                .bind::<Array<SqlUuid>, _>(people.clone())
                .sql(&format!("){nobody})"));
            all.push(Box::new(part));
        }
        all.extend(tags::condition(&self.tags));
        all
    }
}

#[cfg(test)]
mod tests {
    use uuid::Uuid;

    use super::*;

    fn conditions(filter: &Filter) -> Vec<String> {
        let conditions = filter.conditions::<()>(Uuid::nil().into());
        let shown = conditions
            .iter()
            .map(|condition| diesel::debug_query::<Pg, _>(condition).to_string());
        shown.collect()
    }

    #[test]
    fn blank_values_filter_nothing_and_nobody_is_a_person_to_filter_by() {
        let blank = Filter::new(
            Some(" "),
            &[],
            vec![" ".into(), "\0".into()],
            &[],
            vec![" ".into()],
        )
        .unwrap();
        assert!(conditions(&blank).is_empty());
        let mine = "00000000-0000-7000-8000-00000000000a".to_owned();
        for (people, condition) in [
            (vec!["none".to_owned()], ") OR deals.assigned_to IS NULL)"),
            (vec![mine], "(deals.assigned_to = ANY($1))"),
        ] {
            let filter = Filter::new(None, &[], Vec::new(), &people, Vec::new()).unwrap();
            let shown = conditions(&filter);
            assert!(shown[0].contains(condition), "{shown:?}");
        }
        let me = ["me".to_owned()];
        assert!(Filter::new(None, &[], Vec::new(), &me, Vec::new()).is_err());
    }
}
