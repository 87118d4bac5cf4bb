//! Why parcels are discarded, and when that no longer holds.

use chrono::{DateTime, Utc};
use db::copies::have_ended;
use diesel::sql_types::Text;
use diesel::{AsExpression, FromSqlRow};
use domain::FloodFinding;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use utoipa::ToSchema;

/// Why a parcel does not suit a project.
#[derive(
    Debug,
    Clone,
    Copy,
    PartialEq,
    Eq,
    Hash,
    Serialize,
    Deserialize,
    ToSchema,
    AsExpression,
    FromSqlRow,
)]
#[serde(rename_all = "snake_case")]
#[diesel(sql_type = Text)]
pub enum DiscardReason {
    /// It lies in a flood zone.
    Flood,
    /// It is too small or too large.
    Size,
    /// It is too expensive.
    Price,
    /// Its zoning does not allow the project.
    Zoning,
    /// It is used in a way that will stay.
    Use,
    /// Its owner will not sell.
    Owner,
    /// Road or rail access is insufficient.
    Access,
    /// Its outline does not suit the building.
    Shape,
    /// Its ground or buildings are in a bad state.
    Condition,
    /// What the note says.
    Other,
}

impl DiscardReason {
    /// In the order of the menu.
    pub const ALL: [Self; 10] = [
        Self::Flood,
        Self::Size,
        Self::Price,
        Self::Zoning,
        Self::Use,
        Self::Owner,
        Self::Access,
        Self::Shape,
        Self::Condition,
        Self::Other,
    ];

    /// As stored and in JSON.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Flood => "flood",
            Self::Size => "size",
            Self::Price => "price",
            Self::Zoning => "zoning",
            Self::Use => "use",
            Self::Owner => "owner",
            Self::Access => "access",
            Self::Shape => "shape",
            Self::Condition => "condition",
            Self::Other => "other",
        }
    }

    /// The field of the parcel's record that the reason rests on; `None` for what no record says. By what was kept of the record then:
    /// earlier discards know of the flood zone only what the county records, and those whose terms have ended only what a layer says of it.
    pub fn fact(self, was: &Value) -> Option<&'static str> {
        let keep_until = Option::<DateTime<Utc>>::deserialize(&was["keep_until"]);
        if have_ended(keep_until.unwrap_or_default(), Utc::now()) {
            let is_kept = self == Self::Flood && was["flood"].is_object();
            return is_kept.then_some("flood");
        }
        match self {
            Self::Flood if was["flood"].is_object() => Some("flood"),
            Self::Flood => Some("flood_zone"),
            Self::Size => Some("ll_gisacre"),
            Self::Price => Some("parval"),
            Self::Zoning => Some("zoning"),
            Self::Use => Some("usedesc"),
            Self::Owner => Some("owner"),
            Self::Access | Self::Shape | Self::Condition | Self::Other => None,
        }
    }
}

db::text_enum!(DiscardReason);

/// A fact that differs from what it was when the parcel was discarded.
#[derive(Debug, Clone, PartialEq, Serialize, ToSchema)]
pub struct ChangedFact {
    /// Field of the parcel's record.
    #[schema(example = "flood_zone")]
    pub field: String,
    /// Null if it was unknown.
    #[schema(value_type = Value, required = true)]
    pub was: Value,
    /// Null if it is unknown.
    #[schema(value_type = Value, required = true)]
    pub now: Value,
}

/// The change of the fact that the reason rests on, if there is one.
pub fn changed_fact(reason: DiscardReason, was: &Value, now: &Value) -> Option<ChangedFact> {
    let field = reason.fact(was)?;
    let (was, now) = (&was[field], &now[field]);
    if field == "flood" {
        let [was, now] =
            [was, now].map(|flood| FloodFinding::deserialize(flood).unwrap_or_default());
        return (!was.is_same(&now)).then(|| ChangedFact {
            field: "flood_zone".to_owned(),
            was: json!(was.zone),
            now: json!(now.zone),
        });
    }
    (was != now).then(|| ChangedFact {
        field: field.to_owned(),
        was: was.clone(),
        now: now.clone(),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_discard_is_due_for_review_when_its_own_fact_changes() {
        let was = json!({ "flood_zone": "AE", "owner": "A", "parval": 5.0 });
        let now = json!({ "flood_zone": "X", "owner": "B", "parval": 5.0 });
        let flood = changed_fact(DiscardReason::Flood, &was, &now).unwrap();
        assert_eq!((flood.was, flood.now), (json!("AE"), json!("X")));
        assert_eq!(changed_fact(DiscardReason::Price, &was, &now), None);
        assert_eq!(changed_fact(DiscardReason::Access, &was, &now), None);
        // A fact that was unknown.
        let zoned = json!({ "zoning": "M-2" });
        let zoning = changed_fact(DiscardReason::Zoning, &was, &zoned).unwrap();
        assert_eq!(zoning.was, Value::Null);
    }

    /// Also when the fact is from another source; the same fact from another one is no change.
    #[test]
    fn a_flood_zone_is_that_of_the_layer_if_it_was_kept() {
        let facts = |from: &str, zone: &str, is: bool| json!({ "flood_zone": "AE", "flood": { "from": from, "zone": zone, "in_flood_zone": is } });
        let was = facts("county", "AE", true);
        let changed = |now: &Value| changed_fact(DiscardReason::Flood, &was, now);
        assert_eq!(changed(&facts("layer", "A", true)), None);
        let change = changed(&facts("layer", "X", false)).unwrap();
        assert_eq!(change.field, "flood_zone");
        assert_eq!((change.was, change.now), (json!("AE"), json!("X")));
    }

    /// What was known then is no longer known, which is no change.
    #[test]
    fn a_discard_whose_terms_ended_is_not_due_for_review() {
        let now = json!({ "owner": "B", "flood": { "from": "layer", "zone": "X", "in_flood_zone": false } });
        let ended = json!({ "keep_until": "2026-11-03T00:00:00Z" });
        assert_eq!(changed_fact(DiscardReason::Owner, &ended, &now), None);
        assert_eq!(changed_fact(DiscardReason::Flood, &ended, &now), None);
        let mut layer = ended;
        layer["flood"] = json!({ "from": "layer", "zone": "AE", "in_flood_zone": true });
        assert!(changed_fact(DiscardReason::Flood, &layer, &now).is_some());
        let open = json!({ "owner": "A", "keep_until": "9999-01-01T00:00:00Z" });
        assert!(changed_fact(DiscardReason::Owner, &open, &now).is_some());
    }

    #[test]
    fn reasons_are_stored_as_in_json() {
        for reason in DiscardReason::ALL {
            assert_eq!(json!(reason), reason.as_str());
        }
    }
}
