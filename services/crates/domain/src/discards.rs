//! Whether the fact that a discard of a parcel rests on is as it was. main-api keeps discards and says what changed, parcel-lookup
//! leaves their parcels out of selections: both must judge alike.

use serde::Deserialize;
use serde_json::Value;

use crate::FloodFinding;

/// The value and the area of a parcel, `parval` and `ll_gisacre`, and `shared_land`, by which it has a value per acre if others are on its land too;
/// a price is judged by them.
pub const PRICE: &str = "price";
/// Areas that differ by this share at most are the same land, measured again.
const REMEASURED: f64 = 0.01;

/// Whether a discard still holds that rests on this field, which was so. `record` is the parcel's record as it is.
pub fn still_holds(field: &str, was: &Value, record: &Value) -> bool {
    match field {
        "flood" => flood(was).is_same(&flood(&record[field])),
        "ll_gisacre" => is_same_area(was, &record[field]),
        PRICE => !value_fell(was, record) && !value_per_acre_fell(was, record),
        _ => record[field] == *was,
    }
}

/// Nothing is known of what cannot be read.
pub fn flood(finding: &Value) -> FloodFinding {
    FloodFinding::deserialize(finding).unwrap_or_default()
}

/// Dollars, of a record: those of all parcels on its land. `None` if a value or the area is unknown.
pub fn value_per_acre(record: &Value) -> Option<f64> {
    let land = &record["shared_land"];
    let (value, acres) = if land.is_object() {
        (&land["total_value"], &land["acres"])
    } else {
        (&record["parval"], &record["ll_gisacre"])
    };
    Some(known(value)? / known(acres)?)
}

/// What was too expensive is no cheaper if its value rose, or became known or unknown.
pub fn value_fell(was: &Value, now: &Value) -> bool {
    let both = known(&was["parval"]).zip(known(&now["parval"]));
    both.is_some_and(|(was, now)| now < was)
}

fn value_per_acre_fell(was: &Value, now: &Value) -> bool {
    let both = value_per_acre(was).zip(value_per_acre(now));
    both.is_some_and(|(was, now)| now < was * (1.0 - REMEASURED))
}

fn is_same_area(was: &Value, now: &Value) -> bool {
    match (known(was), known(now)) {
        (Some(was), Some(now)) => (now - was).abs() <= REMEASURED * was,
        (was, now) => was.is_none() && now.is_none(),
    }
}

/// Counties record 0 for what they do not know.
fn known(amount: &Value) -> Option<f64> {
    amount.as_f64().filter(|amount| *amount > 0.0)
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn land_that_is_measured_again_is_no_other_land() {
        let holds =
            |was: Value, now: Value| still_holds("ll_gisacre", &was, &json!({ "ll_gisacre": now }));
        assert!(holds(json!(10), json!(10.0)));
        assert!(holds(json!(10), json!(10.09)));
        assert!(holds(json!(10), json!(9.91)));
        assert!(!holds(json!(10), json!(10.2)));
        assert!(!holds(json!(10), json!(9.8)));
        assert!(!holds(Value::Null, json!(10)));
        assert!(!holds(json!(10), Value::Null));
        assert!(holds(Value::Null, json!(0)));
    }

    #[test]
    fn what_is_too_expensive_comes_back_when_it_is_cheaper() {
        let of = |value: Value, acres: f64| json!({ "parval": value, "ll_gisacre": acres });
        let holds = |now: Value| still_holds(PRICE, &of(json!(400_000), 4.0), &now);
        assert!(holds(of(json!(400_000.0), 4.0)));
        assert!(holds(of(json!(500_000), 4.0)));
        assert!(!holds(of(json!(390_000), 4.0)));
        // More land for the same, but not land that was measured again.
        assert!(!holds(of(json!(400_000), 5.0)));
        assert!(holds(of(json!(400_000), 4.03)));
        assert!(holds(of(json!(0), 4.0)));
        // A unit, whose lot is cheaper; a discard that is older than this was by its own value.
        let unit = |value: u32| json!({ "parval": 400_000, "ll_gisacre": 4.0, "shared_land": { "total_value": value, "acres": 4.0 } });
        assert!(!still_holds(PRICE, &unit(8_000_000), &unit(7_000_000)));
        assert!(holds(unit(8_000_000)));
        assert!(still_holds(
            PRICE,
            &of(Value::Null, 4.0),
            &of(json!(1), 4.0)
        ));
    }

    #[test]
    fn other_facts_hold_while_they_are_the_same() {
        let record = json!({ "flood_zone": "AE", "zoning": null });
        assert!(still_holds("flood_zone", &json!("AE"), &record));
        assert!(!still_holds("flood_zone", &json!("X"), &record));
        assert!(still_holds("zoning", &Value::Null, &record));
        // Also when another source says the same of it.
        let found = |from: &str, zone: &str, is: bool| json!({ "from": from, "zone": zone, "in_flood_zone": is, "source_date": zone });
        let was = found("county", "AE", true);
        let now = |flood: Value| json!({ "flood": flood });
        assert!(still_holds("flood", &was, &now(found("layer", "A", true))));
        assert!(!still_holds(
            "flood",
            &was,
            &now(found("layer", "X", false))
        ));
    }
}
