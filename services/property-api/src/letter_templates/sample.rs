//! A property that does not exist, for previews and samples of merge fields. No I/O.

use letter_of_intent::{LetterProperty, Value, Values};
use serde_json::json;

/// Values of all merge fields except those of a site of several parcels.
pub fn values() -> Values {
    let property = json!({
        "address": "1200 Travis St", "city": "Houston", "state": "TX", "zip": "77002",
        "property_name": "Travis Works", "offer_value": 1_250_000, "square_feet": 42_500, "acres": 4.5,
        "owner_name": "Bayou Holdings LLC", "mailing_address": "PO Box 12\nHouston, TX 77251",
        "contact_first_name": "Dana", "contact_last_name": "Lee", "contact_title": "Manager",
        "contact_honorific": "Ms.", "parcel_number": "001-014-000-0008",
    });
    let property: LetterProperty = serde_json::from_value(property).unwrap_or_default();
    let mut values = property.values();
    let more = json!({
        "buyer": {"type": "party", "value": {"name": "Your firm"}},
        "signer_name": {"type": "text", "value": "Ana Lyst"},
        "signer_title": {"type": "text", "value": "Director, Investments"},
        "county": {"type": "text", "value": "Harris"},
        "appraised_value": {"type": "money", "value": 1_000_000},
        "market_value": {"type": "money", "value": 900_000},
        "total_value": {"type": "money", "value": 950_000},
        "use_description": {"type": "text", "value": "Industrial"},
        "zoning_type": {"type": "text", "value": "Industrial"},
        "flood_zone": {"type": "text", "value": "X"},
        "project_category": {"type": "text", "value": "Site Selection"},
        "letter_date": {"type": "date", "value": "2026-11-25"},
        "exclusivity_days": {"type": "int", "value": 45},
        "expires_at": {"type": "local_datetime", "value": {"at": "2026-12-15T17:00:00", "zone": "America/Chicago"}},
    });
    values.extend(serde_json::from_value::<Values>(more).unwrap_or_default());
    values
}

/// The sample with the parcels of a site.
pub fn site_values() -> Values {
    let mut values = values();
    let numbers = ["001-014-000-0008", "001-014-000-0009"].map(str::to_owned);
    values.insert("parcel_numbers".to_owned(), Value::lines(numbers));
    values
}

#[cfg(test)]
mod tests {
    use letter_of_intent::{Levels, Making, Registry, make_letter, standard_template};

    use super::*;

    #[test]
    fn the_sample_letter_lacks_nothing() {
        let registry = Registry::standard();
        for letter in [values(), site_values()] {
            assert_eq!(registry.faults_of(&letter), []);
            let none = Values::new();
            let levels = Levels {
                letter: &letter,
                template: &none,
                firm: &none,
            };
            let template = standard_template(&registry);
            let made = make_letter(&template, &registry, levels, Making::Single);
            assert_eq!(made.report, []);
        }
    }
}
