//! Rules of stages. No I/O.

use std::collections::HashSet;

use diesel::sql_types::Text;
use domain::DealStageId;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// Most stages of a project.
pub const MAX_STAGES: usize = 30;
const MAX_NAME: usize = 60;
const MAX_STALE_DAYS: i32 = 3650;

macro_rules! words {
    ($($(#[$doc:meta])* $name:ident { $($(#[$word_doc:meta])* $word:ident = $text:literal),+ $(,)? })+) => {$(
        $(#[$doc])*
        #[derive(
            Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize, ToSchema,
            diesel::AsExpression, diesel::FromSqlRow,
        )]
        #[diesel(sql_type = Text)]
        #[serde(rename_all = "snake_case")]
        pub enum $name {
            $($(#[$word_doc])* $word,)+
        }

        impl $name {
            const ALL: [Self; [$($text),+].len()] = [$(Self::$word),+];

            /// The word in JSON and in the database.
            pub const fn as_str(self) -> &'static str {
                match self {
                    $(Self::$word => $text,)+
                }
            }
        }

        db::text_enum!($name);
    )+};
}

words! {
    /// How far a deal has come, for the system, whatever the firm calls the stage.
    Milestone {
        Found = "found",
        Contacted = "contacted",
        LoiOut = "loi_out",
        Countered = "countered",
        UnderContract = "under_contract",
        Dropped = "dropped",
    }
    /// Whether deals in a stage are still worked on.
    StageKind {
        Open = "open",
        Won = "won",
        Lost = "lost",
    }
    /// What a deal must have before a person can move it to a stage.
    Fact {
        AssignedTo = "assigned_to",
        NextStep = "next_step",
        OfferValue = "offer_value",
        /// A contact of the property.
        Contact = "contact",
        DropReason = "drop_reason",
    }
    /// Why a deal is in its stage.
    Cause {
        /// The property was added to the project.
        Added = "added",
        Person = "person",
        /// The mail server accepted a message to a contact of the property.
        Mail = "mail",
        Letter = "letter",
        /// The deal's stage was removed.
        StageRemoved = "stage_removed",
    }
}

/// A stage as a user submits it.
#[derive(Debug, Clone)]
pub struct StageDraft {
    /// None for a new stage.
    pub stage_id: Option<DealStageId>,
    pub name: String,
    pub kind: StageKind,
    pub required_facts: Vec<Fact>,
    pub stale_after_days: Option<i32>,
    pub archived: bool,
}

/// Field and message of each mistake in a list of stages.
pub fn mistakes(stages: &[StageDraft]) -> Vec<(String, &'static str)> {
    let mut found = Vec::new();
    if stages.len() > MAX_STAGES {
        let sentence = "A project has at most 30 stages.";
        found.push(("stages".to_owned(), sentence));
    }
    let mut names = HashSet::new();
    let mut ids = HashSet::new();
    for (index, stage) in stages.iter().enumerate() {
        let mut add =
            |field: &str, sentence| found.push((format!("stages.{index}.{field}"), sentence));
        if let Some(sentence) = wrong_name(&stage.name) {
            add("name", sentence);
        } else if !names.insert(stage.name.trim().to_lowercase()) {
            add("name", "Another stage has this name.");
        }
        if stage.stage_id.is_some_and(|id| !ids.insert(id)) {
            add("stage_id", "This stage is listed twice.");
        }
        let days = stage.stale_after_days;
        if days.is_some_and(|days| !(1..=MAX_STALE_DAYS).contains(&days)) {
            add("stale_after_days", "Use 1 to 3,650 days.");
        }
        if days.is_some() && stage.kind != StageKind::Open {
            add(
                "stale_after_days",
                "Only open stages have a number of days.",
            );
        }
    }
    let begins = |stage: &StageDraft| stage.kind == StageKind::Open && !stage.archived;
    if !stages.iter().any(begins) {
        let sentence = "A project needs an open stage in which its deals begin.";
        found.push(("stages".to_owned(), sentence));
    }
    found
}

fn wrong_name(name: &str) -> Option<&'static str> {
    let name = name.trim();
    if name.is_empty() {
        return Some("Please enter a name.");
    }
    if name.chars().count() > MAX_NAME {
        return Some("The name of a stage has at most 60 characters.");
    }
    name.chars()
        .any(char::is_control)
        .then_some("The name of a stage cannot contain control characters.")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn stage(name: &str, kind: StageKind) -> StageDraft {
        StageDraft {
            stage_id: None,
            name: name.to_owned(),
            kind,
            required_facts: Vec::new(),
            stale_after_days: None,
            archived: false,
        }
    }

    fn fields(stages: &[StageDraft]) -> Vec<String> {
        mistakes(stages)
            .into_iter()
            .map(|(field, _)| field)
            .collect()
    }

    #[test]
    fn names_are_unique_and_not_blank() {
        let good = [
            stage("Found", StageKind::Open),
            stage("Dropped", StageKind::Lost),
        ];
        assert_eq!(fields(&good), [""; 0]);
        let bad = [
            stage("Found", StageKind::Open),
            stage(" found ", StageKind::Open),
            stage(" ", StageKind::Lost),
        ];
        assert_eq!(fields(&bad), ["stages.1.name", "stages.2.name"]);
        let long = [
            stage("Found", StageKind::Open),
            stage(&"x".repeat(61), StageKind::Open),
            stage("a\0", StageKind::Open),
        ];
        assert_eq!(fields(&long), ["stages.1.name", "stages.2.name"]);
    }

    #[test]
    fn a_deal_needs_a_stage_to_begin_in() {
        let archived = StageDraft {
            archived: true,
            ..stage("Found", StageKind::Open)
        };
        assert_eq!(
            fields(&[archived, stage("Won", StageKind::Won)]),
            ["stages"]
        );
        assert_eq!(fields(&[]), ["stages"]);
        let many: Vec<_> = (0..31)
            .map(|n| stage(&n.to_string(), StageKind::Open))
            .collect();
        assert_eq!(fields(&many), ["stages"]);
    }

    #[test]
    fn only_open_stages_become_stale() {
        let stale = |kind, days| StageDraft {
            stale_after_days: Some(days),
            ..stage("A", kind)
        };
        assert_eq!(fields(&[stale(StageKind::Open, 14)]), [""; 0]);
        assert_eq!(
            fields(&[stale(StageKind::Open, 0)]),
            ["stages.0.stale_after_days"]
        );
        let won = [stage("B", StageKind::Open), stale(StageKind::Won, 14)];
        assert_eq!(fields(&won), ["stages.1.stale_after_days"]);
        let id = Some(DealStageId(uuid::Uuid::nil()));
        let twice = [
            StageDraft {
                stage_id: id,
                ..stage("A", StageKind::Open)
            },
            StageDraft {
                stage_id: id,
                ..stage("B", StageKind::Open)
            },
        ];
        assert_eq!(fields(&twice), ["stages.1.stage_id"]);
    }
}
