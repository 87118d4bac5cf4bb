//! Validation of criteria.

use crate::area::{GateArea, MAX_DISTANCE, MAX_POSITIONS, Position};
use crate::criteria::{CRITERIA_VERSION, Criteria, Curve, Gate, MAX_WEIGHT, Wish};
use crate::fact::{Fact, FactKind};

const MAX_GATES: usize = 20;
const MAX_WISHES: usize = 20;
const MAX_NAMES: usize = 100;
const MAX_NAME_CHARS: usize = 80;
const MAX_STEPS: usize = 50;
/// Greater numbers are no facts of parcels.
const MAX_NUMBER: f64 = 1e15;

/// What is wrong with a field.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Fault {
    /// Path of the field, such as `wishes.0.weight`.
    pub field: String,
    /// For the user.
    pub sentence: String,
}

#[derive(Default)]
struct Faults(Vec<Fault>);

impl Faults {
    fn add(&mut self, field: String, sentence: impl Into<String>) {
        self.0.push(Fault {
            field,
            sentence: sentence.into(),
        });
    }

    fn number(&mut self, field: String, number: f64) -> bool {
        let fits = number.is_finite() && number.abs() <= MAX_NUMBER;
        if !fits {
            self.add(field, "This number is too large.");
        }
        fits
    }

    fn share(&mut self, field: String, number: f64) {
        if !(0.0..=1.0).contains(&number) {
            self.add(field, "Use a number from 0 to 1.");
        }
    }

    fn name(&mut self, field: &str, fact: Fact, name: &str) {
        if let FactKind::Class(known) = fact.kind()
            && !known.contains(&name)
        {
            self.add(
                field.to_owned(),
                format!("Use one of {}.", known.join(", ")),
            );
        } else if name.trim().is_empty()
            || name.chars().count() > MAX_NAME_CHARS
            || name.contains(char::is_control)
        {
            self.add(
                field.to_owned(),
                format!(
                    "A name has 1 to {MAX_NAME_CHARS} characters, none of them control characters."
                ),
            );
        }
    }
}

/// What is wrong with the criteria; empty if nothing is.
pub fn check(criteria: &Criteria) -> Vec<Fault> {
    let mut faults = Faults::default();
    if criteria.version != CRITERIA_VERSION {
        faults.add(
            "version".to_owned(),
            format!("The version is {CRITERIA_VERSION}."),
        );
    }
    if criteria.gates.len() > MAX_GATES {
        faults.add(
            "gates".to_owned(),
            format!("Use at most {MAX_GATES} gates."),
        );
    }
    if criteria.wishes.len() > MAX_WISHES {
        faults.add(
            "wishes".to_owned(),
            format!("Use at most {MAX_WISHES} wishes."),
        );
    }
    for (place, gate) in criteria.gates.iter().take(MAX_GATES).enumerate() {
        check_gate(&mut faults, &format!("gates.{place}"), gate);
    }
    for (place, wish) in criteria.wishes.iter().take(MAX_WISHES).enumerate() {
        let path = format!("wishes.{place}");
        if criteria.wishes[..place]
            .iter()
            .any(|before| before.fact == wish.fact)
        {
            faults.add(
                format!("{path}.fact"),
                format!("There is a wish for {} already.", wish.fact.label()),
            );
        }
        check_wish(&mut faults, &path, wish);
    }
    if criteria.wishes.iter().all(|wish| wish.weight == 0) {
        faults.add(
            "wishes".to_owned(),
            "At least one wish needs a weight above 0.",
        );
    }
    faults.0
}

fn check_gate(faults: &mut Faults, path: &str, gate: &Gate) {
    let kind = gate.fact.kind();
    let label = gate.fact.label();
    for (name, bound) in [("min", gate.min), ("max", gate.max)] {
        let Some(bound) = bound else { continue };
        if kind == FactKind::Number {
            faults.number(format!("{path}.{name}"), bound);
        } else {
            faults.add(
                format!("{path}.{name}"),
                format!("The {label} is no number."),
            );
        }
    }
    if let (Some(min), Some(max)) = (gate.min, gate.max)
        && min > max
    {
        faults.add(format!("{path}.max"), "The maximum is below the minimum.");
    }
    check_area(faults, &format!("{path}.area"), gate);
    if let Some(names) = &gate.any_of {
        let field = format!("{path}.any_of");
        if !matches!(kind, FactKind::Class(_) | FactKind::Text) {
            faults.add(field, format!("The {label} has no names."));
        } else if !(1..=MAX_NAMES).contains(&names.len()) {
            faults.add(field, format!("Give 1 to {MAX_NAMES} names."));
        } else {
            for (place, name) in names.iter().enumerate() {
                faults.name(&format!("{field}.{place}"), gate.fact, name);
            }
        }
    }
    if gate.is.is_some() && kind != FactKind::Flag {
        faults.add(
            format!("{path}.is"),
            format!("The {label} is not yes or no."),
        );
    }
    let needed = match kind {
        FactKind::Number => gate
            .min
            .or(gate.max)
            .is_none()
            .then_some(("min", "Give a minimum or a maximum.")),
        FactKind::Class(_) | FactKind::Text => gate
            .any_of
            .is_none()
            .then_some(("any_of", "Give at least one name.")),
        FactKind::Flag => gate.is.is_none().then_some(("is", "Say yes or no.")),
    };
    if let Some((name, sentence)) = needed {
        faults.add(format!("{path}.{name}"), sentence);
    }
}

/// A gate of the fact `in_area` has a place, and no other gate has one.
fn check_area(faults: &mut Faults, path: &str, gate: &Gate) {
    match (&gate.area, gate.fact) {
        (Some(area), Fact::InArea) => check_place(faults, path, area),
        (Some(_), _) => {
            let sentence = format!("The {} has no place.", gate.fact.label());
            faults.add(path.to_owned(), sentence);
        }
        (None, Fact::InArea) => faults.add(path.to_owned(), "Choose a place."),
        (None, _) => {}
    }
}

fn check_place(faults: &mut Faults, path: &str, area: &GateArea) {
    if area.name.trim().is_empty()
        || area.name.chars().count() > MAX_NAME_CHARS
        || area.name.contains(char::is_control)
    {
        let sentence = format!(
            "A name has 1 to {MAX_NAME_CHARS} characters, none of them control characters."
        );
        faults.add(format!("{path}.name"), sentence);
    }
    if !(0.0..=MAX_DISTANCE).contains(&area.distance_m) {
        let sentence = "Use a distance of 0 to 20,000 metres.";
        faults.add(format!("{path}.distance_m"), sentence);
    }
    let given = [
        area.polygon.is_some(),
        area.submarket_id.is_some(),
        area.market_id.is_some(),
        area.point.is_some(),
    ];
    if given.into_iter().filter(|is_given| *is_given).count() != 1 {
        let sentence = "Give one of polygon, submarket_id, market_id and point.";
        faults.add(path.to_owned(), sentence);
        return;
    }
    if let Some(outline) = &area.polygon {
        check_rings(faults, &format!("{path}.polygon"), &outline.rings());
    }
    if let Some(point) = area.point {
        if !is_on_earth(point) {
            faults.add(format!("{path}.point"), OFF_EARTH);
        }
        if area.distance_m <= 0.0 {
            let sentence = "A point needs a distance of more than 0 metres.";
            faults.add(format!("{path}.distance_m"), sentence);
        }
    }
}

const OFF_EARTH: &str = "Use a longitude of -180 to 180 and a latitude of -90 to 90.";

fn is_on_earth([lon, lat]: Position) -> bool {
    (-180.0..=180.0).contains(&lon) && (-90.0..=90.0).contains(&lat)
}

fn check_rings(faults: &mut Faults, path: &str, rings: &[&[Position]]) {
    if rings.iter().map(|ring| ring.len()).sum::<usize>() > MAX_POSITIONS {
        let sentence = format!("An outline has at most {MAX_POSITIONS} positions.");
        faults.add(path.to_owned(), sentence);
    } else if rings.is_empty()
        || rings
            .iter()
            .any(|ring| ring.len() < 4 || ring.first() != ring.last())
    {
        let sentence = "A ring has at least four positions, the last of which is the first.";
        faults.add(path.to_owned(), sentence);
    } else if !rings.iter().copied().flatten().copied().all(is_on_earth) {
        faults.add(path.to_owned(), OFF_EARTH);
    }
}

fn check_wish(faults: &mut Faults, path: &str, wish: &Wish) {
    if !(0..=MAX_WEIGHT).contains(&wish.weight) {
        faults.add(
            format!("{path}.weight"),
            format!("Use a whole number from 0 to {MAX_WEIGHT}."),
        );
    }
    faults.share(format!("{path}.neutral"), wish.neutral);
    if wish.fact == Fact::InArea {
        let sentence = "A place is for requirements only.";
        faults.add(format!("{path}.fact"), sentence);
        return;
    }
    let suits = match wish.fact.kind() {
        FactKind::Number => !matches!(wish.curve, Curve::Classes { .. } | Curve::Flag { .. }),
        FactKind::Class(_) | FactKind::Text => matches!(wish.curve, Curve::Classes { .. }),
        FactKind::Flag => matches!(wish.curve, Curve::Flag { .. }),
    };
    let curve = format!("{path}.curve");
    if suits {
        check_curve(faults, &curve, wish);
    } else {
        let label = wish.fact.label();
        faults.add(
            format!("{curve}.kind"),
            format!("This kind of curve does not suit the {label}."),
        );
    }
}

fn check_curve(faults: &mut Faults, path: &str, wish: &Wish) {
    let at = |name: &str| format!("{path}.{name}");
    match &wish.curve {
        Curve::Ramp { zero, one } | Curve::LogRamp { zero, one } => {
            let fits = faults.number(at("zero"), *zero) & faults.number(at("one"), *one);
            if !fits {
                return;
            }
            if matches!(wish.curve, Curve::LogRamp { .. }) {
                for (name, anchor) in [("zero", zero), ("one", one)] {
                    if *anchor < 1e-6 {
                        faults.add(at(name), "Use a number above 0.");
                    }
                }
            }
            if (one - zero).abs() < 1e-9 {
                faults.add(at("one"), "The two ends are the same.");
            }
        }
        Curve::Trapezoid { a, b, c, d } => {
            let corners = [("a", a), ("b", b), ("c", c), ("d", d)];
            let fits = corners.map(|(name, corner)| faults.number(at(name), *corner));
            for pair in corners.windows(2) {
                if fits == [true; 4] && pair[0].1 > pair[1].1 {
                    let sentence = format!("{} is below {}.", pair[1].0, pair[0].0);
                    faults.add(at(pair[1].0), sentence);
                }
            }
        }
        Curve::Steps { at: begins, values } => {
            if !(1..=MAX_STEPS).contains(&begins.len()) {
                faults.add(at("at"), format!("Give 1 to {MAX_STEPS} steps."));
            } else if values.len() != begins.len() + 1 {
                faults.add(at("values"), "There is one value more than steps.");
            }
            for (place, begin) in begins.iter().take(MAX_STEPS).enumerate() {
                let is_after = place == 0 || begins[place - 1] < *begin;
                if faults.number(format!("{path}.at.{place}"), *begin) && !is_after {
                    faults.add(
                        format!("{path}.at.{place}"),
                        "Each step begins after the one before.",
                    );
                }
            }
            for (place, value) in values.iter().take(MAX_STEPS + 1).enumerate() {
                faults.share(format!("{path}.values.{place}"), *value);
            }
        }
        Curve::HalfLife { h } => {
            if faults.number(at("h"), *h) && *h < 1e-6 {
                faults.add(at("h"), "Use a number above 0.");
            }
        }
        Curve::Classes { values } => {
            if !(1..=MAX_NAMES).contains(&values.len()) {
                faults.add(at("values"), format!("Give 1 to {MAX_NAMES} names."));
            }
            for (name, value) in values.iter().take(MAX_NAMES) {
                let field = format!("{path}.values.{name}");
                faults.name(&field, wish.fact, name);
                faults.share(field, *value);
            }
        }
        Curve::Flag { yes, no } => {
            faults.share(at("yes"), *yes);
            faults.share(at("no"), *no);
        }
    }
}

#[cfg(test)]
mod tests {
    use serde_json::{Value, json};

    use super::*;

    #[expect(
        clippy::needless_pass_by_value,
        reason = "JSON is written where it is used"
    )]
    fn fields(gates: Value, wishes: Value) -> Vec<String> {
        let criteria = json!({ "version": 1, "gates": gates, "wishes": wishes });
        let criteria: Criteria = serde_json::from_value(criteria).unwrap();
        check(&criteria)
            .into_iter()
            .map(|fault| fault.field)
            .collect()
    }

    fn wish(weight: i32) -> Value {
        json!([{ "fact": "years_held", "weight": weight, "curve": { "kind": "ramp", "zero": 0, "one": 20 } }])
    }

    #[test]
    fn good_criteria_have_no_fault() {
        let gates = json!([
            { "fact": "acres", "min": 5, "max": 40, "unknown": "list" },
            { "fact": "use_class", "any_of": ["vacant", "industrial"], "unknown": "fail" },
            { "fact": "zoning", "any_of": ["M-2"] },
            { "fact": "in_flood_zone", "is": false },
        ]);
        assert_eq!(fields(gates, wish(30)), Vec::<String>::new());
    }

    #[test]
    fn faults_name_their_field() {
        for (gates, wishes, field) in [
            (json!([]), wish(0), "wishes"),
            (json!([]), json!([]), "wishes"),
            (json!([]), wish(-1), "wishes.0.weight"),
            (json!([]), wish(1001), "wishes.0.weight"),
            (json!([{ "fact": "acres" }]), wish(1), "gates.0.min"),
            (
                json!([{ "fact": "acres", "min": 5, "max": 4 }]),
                wish(1),
                "gates.0.max",
            ),
            (
                json!([{ "fact": "acres", "min": 5, "any_of": ["x"] }]),
                wish(1),
                "gates.0.any_of",
            ),
            (
                json!([{ "fact": "acres", "min": 5, "is": true }]),
                wish(1),
                "gates.0.is",
            ),
            (
                json!([{ "fact": "use_class", "any_of": [] }]),
                wish(1),
                "gates.0.any_of",
            ),
            (
                json!([{ "fact": "use_class", "any_of": ["castle"] }]),
                wish(1),
                "gates.0.any_of.0",
            ),
            (
                json!([{ "fact": "in_flood_zone", "min": 1, "is": true }]),
                wish(1),
                "gates.0.min",
            ),
            (json!([{ "fact": "in_flood_zone" }]), wish(1), "gates.0.is"),
            (
                json!([]),
                json!([{ "fact": "acres", "weight": 1, "curve": { "kind": "flag", "yes": 1, "no": 0 } }]),
                "wishes.0.curve.kind",
            ),
            (
                json!([]),
                json!([{ "fact": "acres", "weight": 1, "neutral": 2, "curve": { "kind": "half_life", "h": 1 } }]),
                "wishes.0.neutral",
            ),
            (
                json!([]),
                json!([{ "fact": "acres", "weight": 1, "curve": { "kind": "half_life", "h": 0 } }]),
                "wishes.0.curve.h",
            ),
            (
                json!([]),
                json!([{ "fact": "acres", "weight": 1, "curve": { "kind": "ramp", "zero": 1, "one": 1 } }]),
                "wishes.0.curve.one",
            ),
            (
                json!([]),
                json!([{ "fact": "acres", "weight": 1, "curve": { "kind": "log_ramp", "zero": 0, "one": 1 } }]),
                "wishes.0.curve.zero",
            ),
            (
                json!([]),
                json!([{ "fact": "acres", "weight": 1, "curve": { "kind": "trapezoid", "a": 1, "b": 0, "c": 2, "d": 3 } }]),
                "wishes.0.curve.b",
            ),
            (
                json!([]),
                json!([{ "fact": "acres", "weight": 1, "curve": { "kind": "steps", "at": [1], "values": [0] } }]),
                "wishes.0.curve.values",
            ),
            (
                json!([]),
                json!([{ "fact": "acres", "weight": 1, "curve": { "kind": "steps", "at": [2, 1], "values": [0, 1, 0] } }]),
                "wishes.0.curve.at.1",
            ),
            (
                json!([]),
                json!([{ "fact": "owner_kind", "weight": 1, "curve": { "kind": "classes", "values": { "king": 1 } } }]),
                "wishes.0.curve.values.king",
            ),
        ] {
            assert_eq!(
                fields(gates.clone(), wishes.clone()),
                [field],
                "{gates} {wishes}"
            );
        }
        let twice = json!([wish(1)[0], wish(1)[0]]);
        assert_eq!(fields(json!([]), twice), ["wishes.1.fact"]);
    }

    #[test]
    fn places_of_gates_are_checked() {
        let ring = json!([[0, 0], [1, 0], [1, 1], [0, 0]]);
        let place = |changes: Value| {
            let mut area = json!({ "name": "Airport", "distance_m": 500 });
            for (name, value) in changes.as_object().unwrap() {
                area[name] = value.clone();
            }
            let gates = json!([{ "fact": "in_area", "is": false, "area": area }]);
            fields(gates, wish(1))
        };
        let polygon =
            |rings: Value| json!({ "polygon": { "type": "Polygon", "coordinates": rings } });
        let none: [&str; 0] = [];
        assert_eq!(place(polygon(json!([ring]))), none);
        assert_eq!(place(json!({ "submarket_id": 5, "distance_m": 0 })), none);
        assert_eq!(place(json!({ "market_id": 5 })), none);
        assert_eq!(place(json!({ "point": [-95.4, 29.7] })), none);
        for (changes, field) in [
            (json!({}), ""),
            (json!({ "market_id": 5, "submarket_id": 5 }), ""),
            (json!({ "market_id": 5, "name": " " }), ".name"),
            (json!({ "market_id": 5, "distance_m": -1 }), ".distance_m"),
            (
                json!({ "market_id": 5, "distance_m": 20_001 }),
                ".distance_m",
            ),
            (json!({ "point": [-190, 29.7] }), ".point"),
            (
                json!({ "point": [-95.4, 29.7], "distance_m": 0 }),
                ".distance_m",
            ),
            (polygon(json!([])), ".polygon"),
            (polygon(json!([[[0, 0], [1, 1], [2, 0]]])), ".polygon"),
            (
                polygon(json!([[[0, 0], [1, 1], [200, 0], [0, 0]]])),
                ".polygon",
            ),
            (polygon(json!([vec![[0, 0]; 1001]])), ".polygon"),
        ] {
            let path = format!("gates.0.area{field}");
            assert_eq!(place(changes.clone()), [path], "{changes}");
        }
        let area = json!({ "name": "Airport", "market_id": 5 });
        for (gate, field) in [
            (json!({ "fact": "in_area", "is": false }), "gates.0.area"),
            (json!({ "fact": "in_area", "area": area }), "gates.0.is"),
            (
                json!({ "fact": "acres", "min": 1, "area": area }),
                "gates.0.area",
            ),
        ] {
            assert_eq!(fields(json!([gate]), wish(1)), [field]);
        }
        let wished = json!([{ "fact": "in_area", "weight": 1, "curve": { "kind": "flag", "yes": 0, "no": 1 } }]);
        assert_eq!(fields(json!([]), wished), ["wishes.0.fact"]);
    }
}
