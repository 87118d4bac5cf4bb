//! The collection of parcels, and what is published beside it.

use std::fmt::Write as _;
use std::sync::LazyLock;

use auth::Scope;
use domain::State;
use ogc_features::{
    About, Collection, Key, Kind, PROJECT_PARCELS, PROJECTS, Queryable, Shape, Sql,
};
use parcel_record::facts::{IN_FLOOD_ZONE, LAND_VALUE, TOTAL_VALUE, YEARS_HELD};
use parcel_record::shared_land::{LAND_VALUE_PER_ACRE, VALUE_PER_ACRE};

use super::figures::{HIGHWAY_MILES, OF_RUN, RAIL_MILES, SLOPE_PERCENT};

/// The start for programs. main-api answers the collections of the firm.
pub static ABOUT: About = About {
    title: "Sitewright",
    description: "Parcels of land (parcels), the firm's projects (projects) and their parcels (project_parcels).",
    collections: &[&PARCELS],
    elsewhere: &[&PROJECTS, &PROJECT_PARCELS],
    related: None,
};

pub static PARCELS: Collection = Collection {
    id: "parcels",
    title: "Parcels",
    description: "Parcels of land as counties publish them, with source and licence. Sample data is marked by is_sample.",
    scope: Scope::ParcelsRead,
    key: Key::Uuid("parcels.ll_uuid"),
    time: "parcels.fetched_at",
    time_title: "When the source was read",
    shape: Shape {
        kind: "multipolygon",
        // RFC 7946: outer rings counterclockwise. Always several parts: clients give a layer one type.
        published: "ST_ForcePolygonCCW(parcels.geom)",
        compared: "parcels.geom_3857",
    },
    queryables: &QUERYABLES,
    named: &OF_RUN,
};

macro_rules! column {
    ($name:literal, $kind:ident, $title:literal) => {
        Queryable {
            name: $name,
            sql: Sql::Column(concat!("parcels.", $name)),
            kind: Kind::$kind,
            title: $title,
        }
    };
}

/// What a parcel is searched by: a constant expression of columns.
const fn made(name: &'static str, sql: &'static str, kind: Kind, title: &'static str) -> Queryable {
    Queryable {
        name,
        sql: Sql::Column(sql),
        kind,
        title,
    }
}

/// In the order of the record.
static QUERYABLES: [Queryable; 46] = [
    column!("ll_uuid", Id, "Identity of the parcel"),
    column!("county_fips", Text, "State and county, five digits"),
    column!("parcelnumb", Text, "Parcel number within its county"),
    column!("address", Text, "Street address"),
    column!("scity", Text, "City of the site"),
    Queryable {
        name: "state2",
        sql: Sql::Made(&STATE),
        kind: Kind::Text,
        title: "State of the site, two letters",
    },
    column!("szip", Text, "ZIP code of the site"),
    column!("owner", Text, "Recorded taxpayer"),
    column!("careof", Text, "In care of"),
    column!("mailing_address", Text, "Address of the tax bill"),
    column!("saledate", Date, "Date of the last sale"),
    column!("saleprice", Number, "Price of the last sale, dollars"),
    column!("year_built", Number, "Year of construction"),
    column!("usecode", Text, "Use code of the county"),
    column!("usedesc", Text, "Land use in words"),
    column!("zoning", Text, "Zoning code"),
    column!("zoning_type", Text, "Kind of zoning"),
    column!("zoning_subtype", Text, "Kind of zoning, in more detail"),
    column!("legaldesc", Text, "Legal description"),
    column!("subdivision", Text, "Subdivision"),
    column!("parval", Number, "Total value, dollars"),
    column!("parvaltype", Text, "Kind of assessed value"),
    column!("landval", Number, "Value of the land, dollars"),
    column!("improvval", Number, "Value of the improvements, dollars"),
    column!("sqft", Number, "Floor area, square feet"),
    column!("ll_gisacre", Number, "Area in acres"),
    column!("building_count", Number, "Number of buildings"),
    column!("flood_zone", Text, "FEMA flood zone"),
    column!(
        "flood_zone_subtype",
        Text,
        "FEMA flood zone, in more detail"
    ),
    column!("source", Text, "Name of the source"),
    column!("source_licence", Text, "Licence of the source"),
    column!("is_sample", Boolean, "Generated sample data"),
    column!("fetched_at", Timestamp, "When the source was read"),
    column!(
        "use_class",
        Text,
        "Class of the use: industrial, office, retail, hospitality, multifamily, residential, agricultural, public, vacant, commercial, other"
    ),
    column!("is_improved", Boolean, "Has buildings"),
    column!(
        "owner_kind",
        Text,
        "Kind of owner: person, company, trust, estate, government, association, bank, religious, utility"
    ),
    column!("is_absentee", Boolean, "The tax bill goes to another place"),
    made(
        "years_held",
        YEARS_HELD,
        Kind::Number,
        "Full years since the last sale",
    ),
    made(
        "total_value",
        TOTAL_VALUE,
        Kind::Number,
        "Total value, dollars; unknown where parval is 0",
    ),
    made(
        "land_value",
        LAND_VALUE,
        Kind::Number,
        "Value of the land, dollars; unknown where landval is 0",
    ),
    made(
        "value_per_acre",
        VALUE_PER_ACRE,
        Kind::Number,
        "Total value, dollars an acre; of land that several parcels are on, that of all of them; unknown where parval of one is 0",
    ),
    made(
        "land_value_per_acre",
        LAND_VALUE_PER_ACRE,
        Kind::Number,
        "Value of the land, dollars an acre, in the same way",
    ),
    made(
        "in_flood_zone",
        IN_FLOOD_ZONE,
        Kind::Boolean,
        "In a zone that floods once in a hundred years; unknown in zone D",
    ),
    SLOPE_PERCENT,
    HIGHWAY_MILES,
    RAIL_MILES,
];

/// County files rarely contain the state, so it is that of the county, as in
/// [`parcel_record::ParcelFields::with_state`].
static STATE: LazyLock<String> = LazyLock::new(|| {
    let mut sql = "coalesce(parcels.state2, CASE left(parcels.county_fips, 2)".to_owned();
    for state in State::ALL {
        // Writing to a String cannot fail.
        let _ = write!(sql, " WHEN '{}' THEN '{}'", state.fips, state.postal_code);
    }
    sql + " END)"
});
