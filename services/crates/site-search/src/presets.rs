//! Criteria of project categories, and those made from a project's own fields.

use serde::Serialize;
use utoipa::ToSchema;

use crate::criteria::{CRITERIA_VERSION, Criteria, Curve, Gate, WhenUnknown, Wish};
use crate::fact::Fact;

/// Categories with a preset, as the project form has them.
pub const CATEGORIES: [&str; 7] = [
    "Site Selection - Open Search",
    "Site Selection - Industrial/Manufacturing",
    "Site Selection - Industrial/Logistics",
    "Site Selection - Office/General",
    "Site Selection - Retail/General",
    "Site Selection - Retail/Medical",
    "Site Selection - Retail/Restaurant",
];

/// What a project's own fields say of its sites.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct ProjectNeeds {
    /// The project type.
    pub category: Option<String>,
    /// Industrial, Office or Retail.
    pub market_type: Option<String>,
    /// Acres.
    pub site_size: (Option<f64>, Option<f64>),
    /// Square feet.
    pub bldg_sqft: (Option<f64>, Option<f64>),
    /// Feet.
    pub clear_height: Option<f64>,
    /// One of the additional filters.
    pub additional_filter: String,
}

/// A field of the project that no criterion judges, or not wholly.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
pub struct NotJudged {
    /// The project's field.
    #[schema(example = "clear_height")]
    pub field: String,
    /// Why, for the user.
    pub reason: String,
}

/// The preset of a category; that of the open search for others.
pub fn of_category(category: &str) -> Criteria {
    let (acres, uses, mut wishes) = match category.strip_prefix("Site Selection - ") {
        Some("Industrial/Manufacturing") => (
            Some((5.0, 100.0)),
            Some(INDUSTRIAL),
            vec![
                price(25, 600_000.0, 40_000.0),
                near(Fact::HighwayM, 20, 1600.0),
                near(Fact::RailM, 20, 1600.0),
                ramp(Fact::SlopePercent, 10, 10.0, 3.0),
                ramp(Fact::AdjoiningOwnerAcres, 5, 0.0, 20.0),
            ],
        ),
        Some("Industrial/Logistics") => (
            Some((10.0, 150.0)),
            Some(INDUSTRIAL),
            vec![
                near(Fact::HighwayM, 35, 1600.0),
                price(25, 600_000.0, 40_000.0),
                ramp(Fact::SlopePercent, 10, 8.0, 2.0),
                near(Fact::RailM, 5, 3200.0),
                ramp(Fact::AdjoiningOwnerAcres, 5, 0.0, 30.0),
            ],
        ),
        Some("Office/General") => (
            Some((1.0, 20.0)),
            Some(OFFICE),
            vec![
                price(25, 3_000_000.0, 150_000.0),
                near(Fact::HighwayM, 20, 2400.0),
                ramp(Fact::GrowthChance, 15, 0.0, 0.6),
                ramp(Fact::SlopePercent, 5, 15.0, 5.0),
            ],
        ),
        Some("Retail/General") => (
            Some((1.0, 15.0)),
            Some(RETAIL),
            vec![
                near(Fact::HighwayM, 25, 1200.0),
                price(20, 3_000_000.0, 150_000.0),
                ramp(Fact::GrowthChance, 20, 0.0, 0.6),
                ramp(Fact::SlopePercent, 5, 15.0, 5.0),
            ],
        ),
        Some("Retail/Medical") => (
            Some((1.0, 10.0)),
            Some(OFFICE),
            vec![
                near(Fact::HighwayM, 20, 2400.0),
                price(20, 3_000_000.0, 150_000.0),
                ramp(Fact::GrowthChance, 20, 0.0, 0.6),
                ramp(Fact::SlopePercent, 10, 12.0, 4.0),
            ],
        ),
        Some("Retail/Restaurant") => (
            Some((0.5, 3.0)),
            Some(RETAIL),
            vec![
                near(Fact::HighwayM, 30, 800.0),
                price(20, 4_000_000.0, 300_000.0),
                ramp(Fact::GrowthChance, 15, 0.0, 0.6),
            ],
        ),
        _ => (
            None,
            None,
            vec![
                price(30, 1_000_000.0, 40_000.0),
                ramp(Fact::AdjoiningOwnerAcres, 15, 0.0, 10.0),
            ],
        ),
    };
    // What makes an owner likelier to sell, and ground easier to build upon, is the same for all.
    wishes.extend([
        ramp(Fact::YearsHeld, 10, 0.0, 20.0),
        flag(Fact::IsAbsentee, 5, true),
        flag(Fact::InFloodZone, 15, false),
    ]);
    let acres =
        acres.map(|(min, max)| numbers(Fact::Acres, (Some(min), Some(max)), WhenUnknown::List));
    let uses = uses.map(|uses| names(Fact::UseClass, uses));
    Criteria {
        version: CRITERIA_VERSION,
        gates: acres.into_iter().chain(uses).collect(),
        wishes,
    }
}

/// The preset of the project's category with the project's own sizes, uses and filter, and what of its
/// fields is not judged.
pub fn of_project(needs: &ProjectNeeds) -> (Criteria, Vec<NotJudged>) {
    let mut criteria = of_category(needs.category.as_deref().unwrap_or_default());
    let mut not_judged = Vec::new();
    if has_bound(needs.site_size) {
        criteria.gates.retain(|gate| gate.fact != Fact::Acres);
        criteria
            .gates
            .insert(0, numbers(Fact::Acres, needs.site_size, WhenUnknown::List));
    }
    if has_bound(needs.bldg_sqft) {
        // A site without a building can be built upon.
        criteria.gates.push(numbers(
            Fact::BuildingSqft,
            needs.bldg_sqft,
            WhenUnknown::Pass,
        ));
    }
    let has_uses = criteria
        .gates
        .iter()
        .any(|gate| gate.fact == Fact::UseClass);
    let uses = match needs.market_type.as_deref() {
        Some("Industrial") => Some(INDUSTRIAL),
        Some("Office") => Some(OFFICE),
        Some("Retail") => Some(RETAIL),
        _ => None,
    };
    if let Some(uses) = uses.filter(|_uses| !has_uses) {
        criteria.gates.push(names(Fact::UseClass, uses));
    }
    let mut omit = |field: &str, reason: &str| {
        not_judged.push(NotJudged {
            field: field.to_owned(),
            reason: reason.to_owned(),
        });
    };
    if needs.clear_height.is_some() {
        omit(
            "clear_height",
            "No data source has clear heights; it is unknown of every parcel.",
        );
    }
    match needs.additional_filter.as_str() {
        "Restrict from FEMA flood zones" => {
            criteria
                .wishes
                .retain(|wish| wish.fact != Fact::InFloodZone);
            criteria.gates.push(is(Fact::InFloodZone, false));
        }
        "Abandoned buildings on site" => {
            criteria.gates.push(is(Fact::IsImproved, true));
            omit(
                "additional_filter",
                "Sites must have a building; no data source says whether it is abandoned.",
            );
        }
        "Multiple buildings on site" => {
            criteria.gates.push(is(Fact::IsImproved, true));
            omit(
                "additional_filter",
                "Sites must have a building; how many there are is not judged.",
            );
        }
        "Zoning compatibility" => omit(
            "additional_filter",
            "Zoning codes differ from place to place. Add a gate on zoning with the codes that suit the project.",
        ),
        "Close to public transport" => {
            omit("additional_filter", "There is no data of public transport.");
        }
        "High foot traffic" => omit("additional_filter", "There is no data of foot traffic."),
        "None" | "" => {}
        _ => omit(
            "additional_filter",
            "No criterion is known for this filter.",
        ),
    }
    (criteria, not_judged)
}

const INDUSTRIAL: &[&str] = &["vacant", "industrial", "agricultural"];
const OFFICE: &[&str] = &["vacant", "office", "commercial", "retail"];
const RETAIL: &[&str] = &["vacant", "retail", "commercial", "office", "hospitality"];

fn has_bound((min, max): (Option<f64>, Option<f64>)) -> bool {
    min.or(max).is_some()
}

fn gate(fact: Fact, unknown: WhenUnknown) -> Gate {
    Gate {
        fact,
        min: None,
        max: None,
        any_of: None,
        is: None,
        area: None,
        unknown,
    }
}

fn numbers(fact: Fact, (min, max): (Option<f64>, Option<f64>), unknown: WhenUnknown) -> Gate {
    Gate {
        min,
        max,
        ..gate(fact, unknown)
    }
}

fn names(fact: Fact, names: &[&str]) -> Gate {
    Gate {
        any_of: Some(names.iter().map(|name| (*name).to_owned()).collect()),
        ..gate(fact, WhenUnknown::List)
    }
}

fn is(fact: Fact, flag: bool) -> Gate {
    Gate {
        is: Some(flag),
        ..gate(fact, WhenUnknown::List)
    }
}

fn wish(fact: Fact, weight: i32, curve: Curve) -> Wish {
    Wish {
        fact,
        weight,
        curve,
        neutral: 0.5,
    }
}

fn ramp(fact: Fact, weight: i32, zero: f64, one: f64) -> Wish {
    wish(fact, weight, Curve::Ramp { zero, one })
}

fn price(weight: i32, zero: f64, one: f64) -> Wish {
    wish(Fact::ValuePerAcre, weight, Curve::LogRamp { zero, one })
}

fn near(fact: Fact, weight: i32, h: f64) -> Wish {
    wish(fact, weight, Curve::HalfLife { h })
}

fn flag(fact: Fact, weight: i32, best: bool) -> Wish {
    let (yes, no) = if best { (1.0, 0.0) } else { (0.0, 1.0) };
    wish(fact, weight, Curve::Flag { yes, no })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::check;

    #[test]
    fn every_preset_is_valid() {
        for category in CATEGORIES.iter().chain(&["Site Selection", ""]) {
            assert_eq!(check(&of_category(category)), [], "{category}");
        }
        assert_ne!(of_category(CATEGORIES[1]), of_category(CATEGORIES[2]));
        assert_eq!(of_category("Site Selection"), of_category(CATEGORIES[0]));
    }

    #[test]
    fn a_projects_fields_are_its_gates() {
        let needs = ProjectNeeds {
            category: Some(CATEGORIES[2].to_owned()),
            market_type: Some("Industrial".to_owned()),
            site_size: (Some(12.0), None),
            bldg_sqft: (Some(50_000.0), Some(90_000.0)),
            clear_height: Some(36.0),
            additional_filter: "Restrict from FEMA flood zones".to_owned(),
        };
        let (criteria, not_judged) = of_project(&needs);
        assert_eq!(check(&criteria), []);
        let gate = |fact: Fact| {
            let mut gates = criteria.gates.iter().filter(|gate| gate.fact == fact);
            let gate = gates.next().unwrap();
            assert!(gates.next().is_none());
            gate
        };
        assert_eq!(
            (gate(Fact::Acres).min, gate(Fact::Acres).max),
            (Some(12.0), None)
        );
        assert_eq!(gate(Fact::BuildingSqft).unknown, WhenUnknown::Pass);
        assert_eq!(gate(Fact::InFloodZone).is, Some(false));
        assert!(
            criteria
                .wishes
                .iter()
                .all(|wish| wish.fact != Fact::InFloodZone)
        );
        gate(Fact::UseClass);
        let fields: Vec<&str> = not_judged
            .iter()
            .map(|omitted| omitted.field.as_str())
            .collect();
        assert_eq!(fields, ["clear_height"]);
    }

    #[test]
    fn filters_without_data_are_named() {
        for (filter, gates) in [
            ("Close to public transport", 0),
            ("High foot traffic", 0),
            ("Zoning compatibility", 0),
            ("Multiple buildings on site", 1),
            ("Abandoned buildings on site", 1),
            ("Near a river", 0),
        ] {
            let needs = ProjectNeeds {
                additional_filter: filter.to_owned(),
                ..ProjectNeeds::default()
            };
            let (criteria, not_judged) = of_project(&needs);
            assert_eq!(criteria.gates.len(), gates, "{filter}");
            assert_eq!(not_judged[0].field, "additional_filter", "{filter}");
        }
        let none = ProjectNeeds {
            additional_filter: "None".to_owned(),
            market_type: Some("Office".to_owned()),
            ..ProjectNeeds::default()
        };
        let (criteria, not_judged) = of_project(&none);
        assert_eq!((criteria.gates.len(), not_judged.len()), (1, 0));
    }
}
