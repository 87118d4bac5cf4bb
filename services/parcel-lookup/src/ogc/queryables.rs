//! Properties of parcels that requests may filter by.

use std::fmt::Write as _;
use std::sync::LazyLock;

use domain::State;
use serde_json::{Map, Value, json};

use super::condition::{Condition, Operand};
use super::cql2;
use super::links::Links;

/// Name of the geometry in filters.
pub const GEOMETRY: &str = "geometry";

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Kind {
    Id,
    Text,
    Number,
    Boolean,
    Date,
    Timestamp,
}

/// A property and its SQL.
#[derive(Debug)]
pub struct Queryable {
    pub name: &'static str,
    pub title: &'static str,
    pub kind: Kind,
}

const fn property(name: &'static str, kind: Kind, title: &'static str) -> Queryable {
    Queryable { name, title, kind }
}

/// All but the geometry, in the order of the record.
pub static ALL: [Queryable; 33] = [
    property("ll_uuid", Kind::Id, "Identity of the parcel"),
    property("county_fips", Kind::Text, "State and county, five digits"),
    property("parcelnumb", Kind::Text, "Parcel number within its county"),
    property("address", Kind::Text, "Street address"),
    property("scity", Kind::Text, "City of the site"),
    property("state2", Kind::Text, "State of the site, two letters"),
    property("szip", Kind::Text, "ZIP code of the site"),
    property("owner", Kind::Text, "Recorded taxpayer"),
    property("careof", Kind::Text, "In care of"),
    property("mailing_address", Kind::Text, "Address of the tax bill"),
    property("saledate", Kind::Date, "Date of the last sale"),
    property("saleprice", Kind::Number, "Price of the last sale, dollars"),
    property("year_built", Kind::Number, "Year of construction"),
    property("usecode", Kind::Text, "Use code of the county"),
    property("usedesc", Kind::Text, "Land use in words"),
    property("zoning", Kind::Text, "Zoning code"),
    property("zoning_type", Kind::Text, "Kind of zoning"),
    property(
        "zoning_subtype",
        Kind::Text,
        "Kind of zoning, in more detail",
    ),
    property("legaldesc", Kind::Text, "Legal description"),
    property("subdivision", Kind::Text, "Subdivision"),
    property("parval", Kind::Number, "Total value, dollars"),
    property("parvaltype", Kind::Text, "Kind of assessed value"),
    property("landval", Kind::Number, "Value of the land, dollars"),
    property(
        "improvval",
        Kind::Number,
        "Value of the improvements, dollars",
    ),
    property("sqft", Kind::Number, "Floor area, square feet"),
    property("ll_gisacre", Kind::Number, "Area in acres"),
    property("building_count", Kind::Number, "Number of buildings"),
    property("flood_zone", Kind::Text, "FEMA flood zone"),
    property(
        "flood_zone_subtype",
        Kind::Text,
        "FEMA flood zone, in more detail",
    ),
    property("source", Kind::Text, "Name of the source"),
    property("source_licence", Kind::Text, "Licence of the source"),
    property("is_sample", Kind::Boolean, "Generated sample data"),
    property("fetched_at", Kind::Timestamp, "When the source was read"),
];

/// SQL of each property: the column, and for the state what responses contain.
static SQL: LazyLock<Vec<String>> = LazyLock::new(|| {
    let sql = |queryable: &Queryable| match queryable.name {
        "state2" => state_sql(),
        name => format!("parcels.{name}"),
    };
    ALL.iter().map(sql).collect()
});

/// County files rarely contain the state, so it is that of the county, as in
/// [`parcel_record::ParcelFields::with_state`].
fn state_sql() -> String {
    let mut sql = "coalesce(parcels.state2, CASE left(parcels.county_fips, 2)".to_owned();
    for state in State::ALL {
        // Writing to a String cannot fail.
        let _ = write!(sql, " WHEN '{}' THEN '{}'", state.fips, state.postal_code);
    }
    sql + " END)"
}

impl Kind {
    pub const fn with_article(self) -> &'static str {
        match self {
            Self::Id => "An id",
            Self::Text => "A text",
            Self::Number => "A number",
            Self::Boolean => "A Boolean",
            Self::Date => "A date",
            Self::Timestamp => "A timestamp",
        }
    }

    /// The JSON schema of a value.
    pub fn schema(self) -> Value {
        match self {
            Self::Id => json!({ "type": "string", "format": "uuid" }),
            Self::Text => json!({ "type": "string" }),
            Self::Number => json!({ "type": "number" }),
            Self::Boolean => json!({ "type": "boolean" }),
            Self::Date => json!({ "type": "string", "format": "date" }),
            Self::Timestamp => json!({ "type": "string", "format": "date-time" }),
        }
    }

    /// A value of a query parameter.
    fn read(self, text: &str) -> Option<Operand> {
        Some(match self {
            Self::Id => Operand::Id(text.parse().ok()?),
            Self::Text if text.contains('\0') => return None,
            Self::Text => Operand::Text(text.to_owned()),
            Self::Number => {
                let number: f64 = text.parse().ok()?;
                Operand::Number(number.is_finite().then_some(number)?)
            }
            Self::Boolean => Operand::Boolean(text.parse().ok()?),
            Self::Date => Operand::Date(cql2::date(text)?),
            Self::Timestamp => Operand::Timestamp(cql2::timestamp(text)?),
        })
    }
}

impl Queryable {
    pub fn of_name(name: &str) -> Option<&'static Self> {
        ALL.iter().find(|queryable| queryable.name == name)
    }

    /// SQL of its value.
    pub fn sql(&self) -> &'static str {
        let index = ALL.iter().position(|other| other.name == self.name);
        index.map_or("NULL", |index| &SQL[index])
    }

    /// The condition of a query parameter: equality. `None` if the value is not of the kind.
    pub fn equals(&self, text: &str) -> Option<Condition> {
        let value = self.kind.read(text)?;
        Some(Condition::Compare(Operand::Column(self.sql()), "=", value))
    }
}

/// The queryables as a JSON schema.
pub fn schema(links: &Links) -> Value {
    let mut properties = Map::new();
    for queryable in &ALL {
        let mut schema = queryable.kind.schema();
        schema["title"] = json!(queryable.title);
        properties.insert(queryable.name.to_owned(), schema);
    }
    let geometry = json!({
        "title": "Outline",
        "format": "geometry-multipolygon",
        "x-ogc-role": "primary-geometry",
    });
    properties.insert(GEOMETRY.to_owned(), geometry);
    json!({
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "$id": links.queryables(),
        "type": "object",
        "title": "Parcels",
        "properties": properties,
        "additionalProperties": false,
    })
}
