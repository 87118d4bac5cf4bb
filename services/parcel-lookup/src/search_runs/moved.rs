//! The wish that moved a parcel between two runs.

use std::collections::{HashMap, HashSet};

use auth::CurrentUser;
use domain::{ParcelUuid, RunId};
use site_search::Fact;

use super::api::result_dto::{MovedWish, SearchReason};
use super::error::SearchError;
use super::results::{self, LISTS};
use crate::state::AppState;

/// The reasons that a run keeps of some parcels, in whichever of its lists they are.
pub async fn kept_reasons(
    state: &AppState,
    user: &CurrentUser,
    run_id: RunId,
    parcels: &HashSet<ParcelUuid>,
) -> Result<HashMap<ParcelUuid, Vec<SearchReason>>, SearchError> {
    let mut reasons = HashMap::new();
    for list in LISTS {
        let results = results::kept(state, user, run_id, list).await?;
        let wanted = results
            .into_iter()
            .filter(|result| parcels.contains(&result.ll_uuid));
        reasons.extend(wanted.map(|result| (result.ll_uuid, result.reasons)));
    }
    Ok(reasons)
}

/// The wish whose points changed most, the first of those that changed alike; `None` if none has changed.
pub fn most_changed(before: &[SearchReason], after: &[SearchReason]) -> Option<MovedWish> {
    let mut facts: Vec<Fact> = Vec::new();
    for reason in before.iter().chain(after) {
        if !facts.contains(&reason.fact) {
            facts.push(reason.fact);
        }
    }
    let wishes = facts.into_iter().map(|fact| MovedWish {
        fact,
        points_before: points(before, fact),
        points_after: points(after, fact),
    });
    let changed = wishes.filter(|wish| change(wish) > 0.0);
    // The last of equal ones is the greatest.
    changed
        .rev()
        .max_by(|one, other| change(one).total_cmp(&change(other)))
}

fn points(reasons: &[SearchReason], fact: Fact) -> Option<f64> {
    let reason = reasons.iter().find(|reason| reason.fact == fact);
    reason.map(|reason| reason.points)
}

/// A wish that a run does not have adds nothing.
fn change(wish: &MovedWish) -> f64 {
    (wish.points_after.unwrap_or_default() - wish.points_before.unwrap_or_default()).abs()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::search_runs::api::result_dto::ReasonKind;

    fn reason(fact: Fact, points: f64) -> SearchReason {
        SearchReason {
            kind: ReasonKind::Wish,
            fact,
            weight: 1,
            value: None,
            unit: String::new(),
            v: None,
            points,
            known: true,
            is_clamped: false,
            of_parcels: None,
            source: None,
            source_date: None,
        }
    }

    fn moved(fact: Fact, before: Option<f64>, after: Option<f64>) -> MovedWish {
        MovedWish {
            fact,
            points_before: before,
            points_after: after,
        }
    }

    #[test]
    fn the_wish_that_changed_most_is_told() {
        let before = [reason(Fact::Acres, 40.0), reason(Fact::SlopePercent, 10.0)];
        let after = [reason(Fact::Acres, 35.0), reason(Fact::SlopePercent, 30.0)];
        let slope = moved(Fact::SlopePercent, Some(10.0), Some(30.0));
        assert_eq!(most_changed(&before, &after), Some(slope));
        assert_eq!(most_changed(&before, &before), None);
    }

    #[test]
    fn a_wish_that_one_run_does_not_have_adds_nothing_there() {
        let before = [reason(Fact::Acres, 40.0)];
        let after = [reason(Fact::Acres, 35.0), reason(Fact::GrowthChance, 20.0)];
        let growth = moved(Fact::GrowthChance, None, Some(20.0));
        assert_eq!(most_changed(&before, &after), Some(growth));
        // Of those that changed alike, the first.
        let alike = [reason(Fact::GrowthChance, 40.0)];
        let gone = moved(Fact::Acres, Some(40.0), None);
        assert_eq!(most_changed(&before, &alike), Some(gone));
    }
}
