//! Rules of deals. No I/O.

use chrono::{DateTime, NaiveDate, Utc};
use diesel::prelude::*;
use domain::tags::{TagChange, TooManyTags};
use domain::{DealStageId, UserId};
use serde::{Deserialize, Serialize};

use crate::deal_stages::domain::{Cause, Fact, StageKind};
use crate::deal_stages::store::StageRow;
use crate::main_api::Person;
use crate::schema::deals;

/// Most deals of one change.
pub const MAX_DEALS: usize = 5000;
const MAX_STEP: usize = 200;
const MAX_REASON: usize = 500;

/// The fields of a deal that change.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, Queryable, Selectable)]
#[diesel(table_name = deals, check_for_backend(diesel::pg::Pg))]
pub struct DealState {
    pub stage_id: DealStageId,
    /// In this stage.
    pub since: DateTime<Utc>,
    pub cause: Cause,
    /// None: the system.
    pub moved_by: Option<UserId>,
    pub moved_by_name: Option<String>,
    pub assigned_to: Option<UserId>,
    pub assigned_to_name: Option<String>,
    pub next_step: Option<String>,
    pub next_step_on: Option<NaiveDate>,
    pub drop_reason: Option<String>,
    /// Comma-separated words.
    pub tags: Option<String>,
}

/// What a deal's property has.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct PropertyFacts {
    pub offer_value: bool,
    pub contact: bool,
}

/// A change by a person: `None` leaves a field unchanged, `Some(None)` clears it.
#[derive(Debug, Clone, Default)]
pub struct Change {
    pub stage: Option<StageRow>,
    pub assigned_to: Option<Option<Person>>,
    pub next_step: Option<Option<String>>,
    pub next_step_on: Option<Option<NaiveDate>>,
    pub drop_reason: Option<Option<String>>,
    /// One after the other.
    pub tags: Vec<TagChange>,
}

/// Why a deal was not changed.
#[derive(Debug, PartialEq, Eq)]
pub enum Refusal {
    /// Facts that its new stage requires and the deal lacks.
    Missing(Vec<Fact>),
    TooManyTags,
}

impl From<TooManyTags> for Refusal {
    fn from(_: TooManyTags) -> Self {
        Self::TooManyTags
    }
}

/// Who changes, and when.
#[derive(Debug, Clone, Copy)]
pub struct Actor<'a> {
    pub user_id: UserId,
    pub name: &'a str,
    pub at: DateTime<Utc>,
}

/// The deal after the change; none if it changes nothing.
pub fn change(
    before: &DealState,
    facts: PropertyFacts,
    change: &Change,
    actor: Actor<'_>,
) -> Result<Option<DealState>, Refusal> {
    let mut after = before.clone();
    if let Some(person) = &change.assigned_to {
        after.assigned_to = person.as_ref().map(|person| person.user_id);
        after.assigned_to_name = person.as_ref().map(|person| person.name.clone());
    }
    if let Some(step) = &change.next_step {
        after.next_step.clone_from(step);
    }
    if let Some(day) = change.next_step_on {
        after.next_step_on = day;
    }
    if let Some(reason) = &change.drop_reason {
        after.drop_reason.clone_from(reason);
    }
    for tags in &change.tags {
        after.tags = tags.apply(after.tags.as_deref())?;
    }
    if let Some(stage) = &change.stage
        && stage.stage_id != before.stage_id
    {
        if stage.kind != StageKind::Lost && change.drop_reason.is_none() {
            after.drop_reason = None;
        }
        let missing = missing(&after, facts, &stage.required_facts);
        if !missing.is_empty() {
            return Err(Refusal::Missing(missing));
        }
        after.stage_id = stage.stage_id;
        after.since = actor.at;
        after.cause = Cause::Person;
        after.moved_by = Some(actor.user_id);
        after.moved_by_name = Some(actor.name.to_owned());
    }
    let same_person = after.assigned_to == before.assigned_to;
    if same_person {
        after.assigned_to_name.clone_from(&before.assigned_to_name);
    }
    Ok((after != *before).then_some(after))
}

fn missing(deal: &DealState, property: PropertyFacts, required: &[Fact]) -> Vec<Fact> {
    let has = |fact: &Fact| match fact {
        Fact::AssignedTo => deal.assigned_to.is_some(),
        Fact::NextStep => deal.next_step.is_some(),
        Fact::OfferValue => property.offer_value,
        Fact::Contact => property.contact,
        Fact::DropReason => deal.drop_reason.is_some(),
    };
    required.iter().filter(|fact| !has(fact)).copied().collect()
}

/// Says what is missing.
pub fn missing_sentence(stage: &str, missing: &[Fact]) -> String {
    let words: Vec<_> = missing
        .iter()
        .map(|fact| match fact {
            Fact::AssignedTo => "an assigned person",
            Fact::NextStep => "a next step",
            Fact::OfferValue => "an offer value",
            Fact::Contact => "a contact",
            Fact::DropReason => "a reason",
        })
        .collect();
    let list = match words.split_last() {
        Some((last, rest)) if !rest.is_empty() => format!("{} and {last}", rest.join(", ")),
        Some((last, _)) => (*last).to_owned(),
        None => String::new(),
    };
    format!("{stage} needs {list}.")
}

/// A next step, trimmed; none when blank.
pub fn next_step(text: Option<String>) -> Result<Option<String>, &'static str> {
    words(text, MAX_STEP, "A next step has at most 200 characters.")
}

/// A reason, trimmed; none when blank.
pub fn drop_reason(text: Option<String>) -> Result<Option<String>, &'static str> {
    words(text, MAX_REASON, "A reason has at most 500 characters.")
}

fn words(
    text: Option<String>,
    most: usize,
    too_long: &'static str,
) -> Result<Option<String>, &'static str> {
    let Some(text) = text else { return Ok(None) };
    let text = text.trim();
    if text.chars().count() > most {
        return Err(too_long);
    }
    if text.chars().any(char::is_control) {
        return Err("Please use a single line of text.");
    }
    Ok((!text.is_empty()).then(|| text.to_owned()))
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;
    use uuid::Uuid;

    use super::*;

    const ALL: [Fact; 5] = [
        Fact::AssignedTo,
        Fact::NextStep,
        Fact::OfferValue,
        Fact::Contact,
        Fact::DropReason,
    ];

    fn deal() -> DealState {
        DealState {
            stage_id: DealStageId(Uuid::nil()),
            since: DateTime::UNIX_EPOCH,
            cause: Cause::Added,
            moved_by: None,
            moved_by_name: None,
            assigned_to: None,
            assigned_to_name: None,
            next_step: None,
            next_step_on: None,
            drop_reason: None,
            tags: None,
        }
    }

    fn stage(kind: StageKind, required_facts: &[Fact]) -> StageRow {
        StageRow {
            stage_id: DealStageId(Uuid::from_u128(2)),
            milestone: None,
            name: "LOI out".to_owned(),
            kind,
            position: 1,
            required_facts: required_facts.to_vec(),
            stale_after_days: None,
            archived: false,
        }
    }

    fn actor() -> Actor<'static> {
        Actor {
            user_id: UserId(Uuid::from_u128(7)),
            name: "Ana",
            at: DateTime::UNIX_EPOCH + chrono::TimeDelta::days(3),
        }
    }

    fn to(stage: StageRow) -> Change {
        Change {
            stage: Some(stage),
            ..Change::default()
        }
    }

    #[test]
    fn a_stage_asks_for_what_is_missing_and_accepts_what_comes_with_the_move() {
        let wanted = stage(StageKind::Open, &[Fact::NextStep, Fact::OfferValue]);
        let refused = change(
            &deal(),
            PropertyFacts::default(),
            &to(wanted.clone()),
            actor(),
        );
        let missing = vec![Fact::NextStep, Fact::OfferValue];
        assert_eq!(refused, Err(Refusal::Missing(missing)));
        let with_step = Change {
            next_step: Some(Some("Call".to_owned())),
            ..to(wanted)
        };
        let facts = PropertyFacts {
            offer_value: true,
            contact: false,
        };
        let moved = change(&deal(), facts, &with_step, actor())
            .unwrap()
            .unwrap();
        assert_eq!(moved.since, actor().at);
        assert_eq!(
            (moved.cause, moved.moved_by),
            (Cause::Person, Some(actor().user_id))
        );
        assert_eq!(moved.next_step.as_deref(), Some("Call"));
    }

    #[test]
    fn facts_are_not_asked_for_in_the_stage_where_the_deal_is() {
        let here = StageRow {
            stage_id: deal().stage_id,
            ..stage(StageKind::Open, &ALL)
        };
        assert_eq!(
            change(&deal(), PropertyFacts::default(), &to(here), actor()),
            Ok(None)
        );
    }

    #[test]
    fn a_reason_goes_when_the_deal_is_worked_on_again() {
        let dropped = DealState {
            drop_reason: Some("Flood".to_owned()),
            ..deal()
        };
        let again = to(stage(StageKind::Open, &[]));
        let moved = change(&dropped, PropertyFacts::default(), &again, actor())
            .unwrap()
            .unwrap();
        assert_eq!(moved.drop_reason, None);
        let lost = to(stage(StageKind::Lost, &[Fact::DropReason]));
        let moved = change(&dropped, PropertyFacts::default(), &lost, actor())
            .unwrap()
            .unwrap();
        assert_eq!(moved.drop_reason.as_deref(), Some("Flood"));
    }

    #[test]
    fn tags_are_removed_and_added_and_a_deal_has_only_so_many() {
        let owned = |tags: &[&str]| tags.iter().map(|tag| (*tag).to_owned()).collect();
        let tags = |change| Change {
            tags: change,
            ..Change::default()
        };
        let tagged = DealState {
            tags: Some("corner, rail".to_owned()),
            ..deal()
        };
        let swap = tags(vec![
            TagChange::Remove(owned(&["Rail"])),
            TagChange::Add(owned(&["flood"])),
        ]);
        let none = PropertyFacts::default();
        let after = change(&tagged, none, &swap, actor()).unwrap().unwrap();
        assert_eq!(after.tags.as_deref(), Some("corner, flood"));
        let same = tags(vec![TagChange::Add(owned(&["CORNER"]))]);
        assert_eq!(change(&tagged, none, &same, actor()), Ok(None));
        let many: Vec<String> = (0..20).map(|n| n.to_string()).collect();
        let full = tags(vec![TagChange::Add(many)]);
        assert!(change(&deal(), none, &full, actor()).is_ok());
        assert_eq!(
            change(&tagged, none, &full, actor()),
            Err(Refusal::TooManyTags)
        );
    }

    #[test]
    fn texts_are_trimmed_and_bounded() {
        assert_eq!(next_step(Some("  ".to_owned())), Ok(None));
        assert_eq!(
            next_step(Some(" Call ".to_owned())),
            Ok(Some("Call".to_owned()))
        );
        assert!(next_step(Some("x".repeat(201))).is_err());
        assert!(drop_reason(Some("a\nb".to_owned())).is_err());
        assert!(drop_reason(Some("x".repeat(500))).is_ok());
    }

    #[test]
    fn what_is_missing_is_named() {
        let say = |missing| missing_sentence("LOI out", missing);
        assert_eq!(say(&[Fact::OfferValue]), "LOI out needs an offer value.");
        assert_eq!(
            say(&[Fact::Contact, Fact::OfferValue, Fact::DropReason]),
            "LOI out needs a contact, an offer value and a reason."
        );
    }

    proptest! {
        #[test]
        fn a_move_lacks_exactly_the_required_facts_that_the_deal_does_not_have(
            required in proptest::sample::subsequence(ALL.to_vec(), 0..=5),
            had in proptest::sample::subsequence(ALL.to_vec(), 0..=5),
        ) {
            let has = |fact| had.contains(&fact);
            let before = DealState {
                assigned_to: has(Fact::AssignedTo).then_some(UserId(Uuid::nil())),
                next_step: has(Fact::NextStep).then(|| "Call".to_owned()),
                drop_reason: has(Fact::DropReason).then(|| "Price".to_owned()),
                ..deal()
            };
            let facts = PropertyFacts { offer_value: has(Fact::OfferValue), contact: has(Fact::Contact) };
            let lacking: Vec<_> = required.iter().copied().filter(|fact| !had.contains(fact)).collect();
            let result = change(&before, facts, &to(stage(StageKind::Lost, &required)), actor());
            if lacking.is_empty() {
                prop_assert_eq!(result.unwrap().unwrap().stage_id, DealStageId(Uuid::from_u128(2)));
            } else {
                prop_assert_eq!(result, Err(Refusal::Missing(lacking)));
            }
        }
    }
}
