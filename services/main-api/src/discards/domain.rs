//! Why parcels are discarded, and when that no longer holds.

use chrono::{DateTime, Utc};
use db::copies::have_ended;
use diesel::sql_types::Text;
use diesel::{AsExpression, FromSqlRow};
use domain::discards::{self, ACCESS, ACCESS_AND_SHAPE, PRICE, SHAPE};
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

    /// Whether it rests on distances and measures, which are asked for with a record.
    pub const fn is_of_access_or_shape(self) -> bool {
        matches!(self, Self::Access | Self::Shape)
    }

    /// The fact that the reason rests on, as it was; `None` for what no record says. By what was kept of the record then: earlier
    /// discards know of the flood zone only what the county records and nothing of access and shape, and those whose terms have ended only
    /// what a layer says of the flood zone.
    pub fn fact(self, was: &Value) -> Option<(&'static str, Value)> {
        let keep_until = Option::<DateTime<Utc>>::deserialize(&was["keep_until"]);
        if have_ended(keep_until.unwrap_or_default(), Utc::now()) {
            let is_kept = self == Self::Flood && was["flood"].is_object();
            return is_kept.then(|| ("flood", was["flood"].clone()));
        }
        let field = match self {
            Self::Flood if was["flood"].is_object() => "flood",
            Self::Flood => "flood_zone",
            Self::Size => "ll_gisacre",
            Self::Price => {
                let fields = ["parval", "ll_gisacre", "shared_land"];
                let price = fields.map(|field| (field.to_owned(), was[field].clone()));
                return Some((PRICE, Value::Object(price.into_iter().collect())));
            }
            Self::Zoning => "zoning",
            Self::Use => "usedesc",
            Self::Owner => "owner",
            Self::Access | Self::Shape => {
                let is_kept = was[ACCESS_AND_SHAPE].is_object();
                let field = if self == Self::Access { ACCESS } else { SHAPE };
                return is_kept.then(|| (field, was[ACCESS_AND_SHAPE].clone()));
            }
            Self::Condition | Self::Other => return None,
        };
        Some((field, was[field].clone()))
    }
}

db::text_enum!(DiscardReason);

/// A fact that differs from what it was when the parcel was discarded.
#[derive(Debug, Clone, PartialEq, Serialize, ToSchema)]
pub struct ChangedFact {
    /// Field of the parcel's record or of its `access_and_shape`, or `value_per_acre`.
    #[schema(example = "flood_zone")]
    pub field: String,
    /// Null if it was unknown.
    #[schema(value_type = Value, required = true)]
    pub was: Value,
    /// Null if it is unknown.
    #[schema(value_type = Value, required = true)]
    pub now: Value,
}

/// The change of the fact that the reason rests on, if the discard no longer holds.
pub fn changed_fact(reason: DiscardReason, was: &Value, now: &Value) -> Option<ChangedFact> {
    let (field, was) = reason.fact(was)?;
    if discards::still_holds(field, &was, now) {
        return None;
    }
    let (field, was, now) = match field {
        "flood" => {
            let zone = |finding| json!(discards::flood(finding).zone);
            ("flood_zone", zone(&was), zone(&now[field]))
        }
        PRICE if discards::value_fell(&was, now) => {
            ("parval", was["parval"].clone(), now["parval"].clone())
        }
        PRICE => {
            let dollars = |record| json!(discards::value_per_acre(record).map(f64::round));
            ("value_per_acre", dollars(&was), dollars(now))
        }
        ACCESS | SHAPE => {
            let now = &now[ACCESS_AND_SHAPE];
            let changed = match field {
                ACCESS => discards::nearer(&was, now),
                _ => discards::reshaped(&was, now),
            };
            let changed = changed?;
            (changed, was[changed].clone(), now[changed].clone())
        }
        _ => (field, was, now[field].clone()),
    };
    Some(ChangedFact {
        field: field.to_owned(),
        was,
        now,
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

    #[test]
    fn access_and_shape_are_due_when_what_was_kept_of_them_changes() {
        let of = |highway: f64, width: f64| json!({ "access_and_shape": { "highway_m": highway, "rail_m": null, "outline_acres": 4.0, "width_m": width, "compactness": 0.7 } });
        let (was, now) = (of(3_000.0, 80.0), of(400.0, 120.0));
        let changed = |reason| changed_fact(reason, &was, &now).unwrap();
        let access = changed(DiscardReason::Access);
        assert_eq!(access.field, "highway_m");
        assert_eq!((access.was, access.now), (json!(3_000.0), json!(400.0)));
        let shape = changed(DiscardReason::Shape);
        assert_eq!(shape.field, "width_m");
        assert_eq!((shape.was, shape.now), (json!(80.0), json!(120.0)));
        for reason in [DiscardReason::Access, DiscardReason::Shape] {
            assert_eq!(changed_fact(reason, &was, &was), None);
            // Discards before it was kept, and records without it.
            assert_eq!(changed_fact(reason, &json!({ "owner": "A" }), &now), None);
            assert_eq!(changed_fact(reason, &was, &json!({ "owner": "B" })), None);
        }
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
    fn a_price_is_the_value_or_that_of_an_acre() {
        let of = |value: u32, acres: f64| json!({ "parval": value, "ll_gisacre": acres });
        let changed = |now: Value| changed_fact(DiscardReason::Price, &of(400_000, 4.0), &now);
        assert_eq!(changed(of(500_000, 4.0)), None);
        let value = changed(of(310_000, 4.0)).unwrap();
        assert_eq!(
            (value.field.as_str(), value.was, value.now),
            ("parval", json!(400_000), json!(310_000))
        );
        let per_acre = changed(of(400_000, 5.0)).unwrap();
        assert_eq!(
            (per_acre.field.as_str(), per_acre.was, per_acre.now),
            ("value_per_acre", json!(100_000.0), json!(80_000.0))
        );
    }

    #[test]
    fn reasons_are_stored_as_in_json() {
        for reason in DiscardReason::ALL {
            assert_eq!(json!(reason), reason.as_str());
        }
    }
}
