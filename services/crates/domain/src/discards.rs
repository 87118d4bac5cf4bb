//! Whether the fact that a discard of a parcel rests on is as it was. main-api keeps discards and says what changed, parcel-lookup
//! leaves their parcels out of selections: both must judge alike.

use serde::Deserialize;
use serde_json::Value;

use crate::FloodFinding;

/// The value and the area of a parcel, `parval` and `ll_gisacre`, and `shared_land`, by which it has a value per acre if others are on its land too;
/// a price is judged by them.
pub const PRICE: &str = "price";
/// How far a highway and a railway are.
pub const ACCESS: &str = "access";
/// The measures of the outline.
pub const SHAPE: &str = "shape";
/// What both rest on, of a record.
pub const ACCESS_AND_SHAPE: &str = "access_and_shape";
/// Areas that differ by this share at most are the same land, measured again.
const REMEASURED: f64 = 0.01;
/// The width and the compactness of an outline that is drawn again: they depend on its corners more than the area does.
const REDRAWN: f64 = 0.05;
/// A line that is drawn again is nearer by this share at most, or by so many metres.
const LINE_REDRAWN: (f64, f64) = (0.1, 100.0);

/// Whether a discard still holds that rests on this field, which was so. `record` is the parcel's record as it is.
pub fn still_holds(field: &str, was: &Value, record: &Value) -> bool {
    match field {
        "flood" => flood(was).is_same(&flood(&record[field])),
        "ll_gisacre" => is_same_area(was, &record[field]),
        ACCESS => nearer(was, &record[ACCESS_AND_SHAPE]).is_none(),
        SHAPE => reshaped(was, &record[ACCESS_AND_SHAPE]).is_none(),
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

/// Which line is nearer than it was. What was too far away is no nearer if its distance grew, or became known or unknown.
pub fn nearer(was: &Value, now: &Value) -> Option<&'static str> {
    let (share, metres) = LINE_REDRAWN;
    ["highway_m", "rail_m"].into_iter().find(|field| {
        let both = was[field].as_f64().zip(now[field].as_f64());
        both.is_some_and(|(was, now)| was - now > metres.max(was * share))
    })
}

/// Which measure of the outline is another one. Nothing is said of an outline that is not known.
pub fn reshaped(was: &Value, now: &Value) -> Option<&'static str> {
    let measures = [
        ("outline_acres", REMEASURED),
        ("width_m", REDRAWN),
        ("compactness", REDRAWN),
    ];
    let mut changed = measures.into_iter().filter(|(field, share)| {
        let both = known(&was[field]).zip(known(&now[field]));
        both.is_some_and(|(was, now)| (now - was).abs() > share * was)
    });
    changed.next().map(|(field, _)| field)
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
    fn what_is_hard_to_reach_comes_back_when_a_road_or_railway_is_nearer() {
        let was = json!({ "highway_m": 3_000.0, "rail_m": null });
        let now = |highway: Value, rail: Value| json!({ "access_and_shape": { "highway_m": highway, "rail_m": rail } });
        let holds = |highway: Value, rail: Value| still_holds(ACCESS, &was, &now(highway, rail));
        assert!(holds(json!(3_000.0), Value::Null));
        assert!(holds(json!(2_750.0), Value::Null));
        assert!(!holds(json!(2_650.0), Value::Null));
        assert!(holds(json!(9_000.0), Value::Null));
        // A layer was loaded, or is gone.
        assert!(holds(json!(3_000.0), json!(10.0)));
        assert!(holds(Value::Null, Value::Null));
        assert!(still_holds(ACCESS, &was, &json!({})));
        // Also of a railway; the share of a short distance is less than lines are drawn exactly.
        let (near, beside) = (json!({ "rail_m": 150.0 }), json!({ "rail_m": 20.0 }));
        assert_eq!(nearer(&near, &beside), Some("rail_m"));
        assert_eq!(nearer(&near, &json!({ "rail_m": 60.0 })), None);
    }

    #[test]
    fn a_shape_is_another_one_when_the_outline_is() {
        let of = |acres: f64, width: f64, compactness: f64| json!({ "outline_acres": acres, "width_m": width, "compactness": compactness });
        let was = of(4.0, 80.0, 0.7);
        assert_eq!(reshaped(&was, &of(4.03, 83.0, 0.68)), None);
        assert_eq!(reshaped(&was, &of(5.0, 100.0, 0.7)), Some("outline_acres"));
        assert_eq!(reshaped(&was, &of(4.0, 60.0, 0.5)), Some("width_m"));
        assert_eq!(reshaped(&was, &of(4.0, 80.0, 0.6)), Some("compactness"));
        assert_eq!(reshaped(&was, &Value::Null), None);
        let record = json!({ "access_and_shape": of(4.0, 60.0, 0.5) });
        assert!(!still_holds(SHAPE, &was, &record));
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
