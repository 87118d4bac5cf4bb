//! What a comparable sale must be. No I/O.

use chrono::NaiveDate;
use comparable_sales::{Areas, areas_disagree, is_price};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::dto::CompFields;
use super::store::CompColumns;

const MAX_LINE: usize = 200;
const MAX_NOTES: usize = 5000;

/// How far a price can be relied on.
#[derive(
    Debug,
    Clone,
    Copy,
    PartialEq,
    Eq,
    Serialize,
    Deserialize,
    ToSchema,
    diesel::AsExpression,
    diesel::FromSqlRow,
)]
#[diesel(sql_type = diesel::sql_types::Text)]
#[serde(rename_all = "snake_case")]
#[schema(as = CompConfidence)]
pub enum Confidence {
    /// A party or a document confirmed it.
    Verified,
    /// Somebody stated it.
    Stated,
    /// It is an estimate.
    Estimated,
}

impl Confidence {
    pub const ALL: [Self; 3] = [Self::Verified, Self::Stated, Self::Estimated];

    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Verified => "verified",
            Self::Stated => "stated",
            Self::Estimated => "estimated",
        }
    }
}

db::text_enum!(Confidence);

/// Fields that are not valid, each with its sentence.
pub type Faults = Vec<(&'static str, &'static str)>;

/// The columns of a sale, or what is wrong with it. `today` is the last day of a sale.
pub fn check(fields: CompFields, today: NaiveDate) -> Result<CompColumns, Faults> {
    let mut faults = Faults::new();
    if !is_price(&fields.price) {
        faults.push(("price", "A price of 100 dollars or less states none."));
    }
    if fields.sale_date > today {
        faults.push(("sale_date", "The sale is still to come."));
    }
    for (field, area) in [
        ("acres", &fields.acres),
        ("land_square_feet", &fields.land_square_feet),
        ("gross_square_feet", &fields.gross_square_feet),
        ("rentable_square_feet", &fields.rentable_square_feet),
    ] {
        if area
            .as_ref()
            .is_some_and(letter_of_intent::Decimal::is_zero)
        {
            faults.push((field, "Use an area above 0, or none."));
        }
    }
    if let (Some(acres), Some(feet)) = (&fields.acres, &fields.land_square_feet)
        && areas_disagree(acres, feet)
    {
        let sentence = "It differs by more than 1 % from the acres.";
        faults.push(("land_square_feet", sentence));
    }
    match (fields.lon, fields.lat) {
        (None, None) => {}
        (Some(lon), Some(lat)) => {
            if !(-180.0..=180.0).contains(&lon) {
                faults.push(("lon", "Use degrees from -180 to 180."));
            }
            if !(-90.0..=90.0).contains(&lat) {
                faults.push(("lat", "Use degrees from -90 to 90."));
            }
        }
        (None, Some(_)) => faults.push(("lon", "Give both degrees, or none.")),
        (Some(_), None) => faults.push(("lat", "Give both degrees, or none.")),
    }
    let source = line(&mut faults, "source", Some(fields.source));
    if source.is_none() && faults.iter().all(|(field, _)| *field != "source") {
        faults.push(("source", "Enter who states the price."));
    }
    let columns = CompColumns {
        address: line(&mut faults, "address", fields.address),
        ll_uuid: fields.ll_uuid,
        parcel_number: line(&mut faults, "parcel_number", fields.parcel_number),
        lon: fields.lon,
        lat: fields.lat,
        sale_date: fields.sale_date,
        price: fields.price,
        acres: fields.acres.map(|area| area.value().clone()),
        land_square_feet: fields.land_square_feet.map(|area| area.value().clone()),
        gross_square_feet: fields.gross_square_feet.map(|area| area.value().clone()),
        rentable_square_feet: fields.rentable_square_feet.map(|area| area.value().clone()),
        use_class: line(&mut faults, "use_class", fields.use_class),
        buyer: line(&mut faults, "buyer", fields.buyer),
        seller: line(&mut faults, "seller", fields.seller),
        source: source.unwrap_or_default(),
        confidence: fields.confidence,
        several_parcels: fields.several_parcels,
        related_parties: fields.related_parties,
        notes: notes(&mut faults, fields.notes),
    };
    if columns.address.is_none() && columns.parcel_number.is_none() && columns.ll_uuid.is_none() {
        faults.push(("address", "Enter an address or a parcel number."));
    }
    if faults.is_empty() {
        Ok(columns)
    } else {
        Err(faults)
    }
}

/// One line without spaces around it; an empty one is none.
pub fn line(faults: &mut Faults, field: &'static str, text: Option<String>) -> Option<String> {
    let text = text?;
    let text = text.trim();
    if text.chars().count() > MAX_LINE {
        faults.push((field, "Use at most 200 characters."));
    }
    if text.chars().any(char::is_control) {
        faults.push((field, "Use a single line of text."));
    }
    (!text.is_empty()).then(|| text.to_owned())
}

fn notes(faults: &mut Faults, text: Option<String>) -> Option<String> {
    let text = text?;
    let text = text.trim();
    if text.chars().count() > MAX_NOTES {
        faults.push(("notes", "Notes have at most 5,000 characters."));
    }
    if text.contains('\0') {
        faults.push(("notes", "Notes cannot contain null characters."));
    }
    (!text.is_empty()).then(|| text.to_owned())
}

/// The reason of an adjustment or an exclusion.
pub fn reason(text: &str) -> Result<String, &'static str> {
    let mut faults = Faults::new();
    match (
        line(&mut faults, "reason", Some(text.to_owned())),
        faults.first(),
    ) {
        (_, Some((_, sentence))) => Err(sentence),
        (None, None) => Err("Enter a reason."),
        (Some(reason), None) => Ok(reason),
    }
}

/// The areas of a sale.
pub fn areas(fields: &CompFields) -> Areas {
    Areas {
        acres: fields.acres.clone(),
        land_square_feet: fields.land_square_feet.clone(),
        gross_square_feet: fields.gross_square_feet.clone(),
        rentable_square_feet: fields.rentable_square_feet.clone(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    fn faults(change: &serde_json::Value) -> Vec<&'static str> {
        let mut body = json!({"address": "1 Main St", "sale_date": "2026-01-02", "price": 500_000,
            "acres": 4, "source": "Broker", "confidence": "stated"});
        for (field, value) in change.as_object().unwrap() {
            body[field] = value.clone();
        }
        let fields: CompFields = serde_json::from_value(body).unwrap();
        let today = NaiveDate::from_ymd_opt(2026, 11, 25).unwrap();
        let checked = check(fields, today);
        let faults = checked.err().unwrap_or_default();
        faults.into_iter().map(|(field, _)| field).collect()
    }

    #[test]
    fn sales_that_cannot_be_compared_are_refused_by_field() {
        assert_eq!(faults(&json!({})), [""; 0]);
        assert_eq!(
            faults(&json!({"land_square_feet": 174_240, "acres": null})),
            [""; 0]
        );
        for (field, change) in [
            ("price", json!({"price": 100})),
            ("sale_date", json!({"sale_date": "2026-11-26"})),
            ("acres", json!({"acres": 0})),
            ("land_square_feet", json!({"land_square_feet": 180_000})),
            ("lat", json!({"lon": -95})),
            ("lon", json!({"lon": 200, "lat": 1})),
            ("source", json!({"source": " "})),
            ("source", json!({"source": "x".repeat(201)})),
            ("address", json!({"address": "\u{7}"})),
            ("address", json!({"address": null})),
            ("notes", json!({"notes": "a\0"})),
        ] {
            assert_eq!(faults(&change), [field], "{change}");
        }
    }
}
