//! The collections of a firm. main-api answers them, and parcel-lookup lists them beside the parcels, so that
//! programs find all at one address: what both say of them is written here.

use auth::Scope;

use crate::collection::{Collection, Key, Kind, Queryable, Shape, Sql};

/// SQL of a marker's point. Other systems than degrees do not reach the poles.
macro_rules! point {
    ($markers:literal) => {
        concat!(
            "ST_SetSRID(ST_MakePoint(",
            $markers,
            ".lon, greatest(-85, least(85, ",
            $markers,
            ".lat))), 4326)"
        )
    };
}

/// SQL of the points of a project's markers, within this SQL.
macro_rules! points {
    ($before:literal, $after:literal) => {
        concat!(
            "(SELECT ",
            $before,
            point!("of_project"),
            $after,
            " FROM markers AS of_project WHERE of_project.project_id = projects.project_id)"
        )
    };
}

macro_rules! column {
    ($table:literal, $name:literal, $kind:ident, $title:literal) => {
        Queryable {
            name: $name,
            sql: Sql::Column(concat!($table, ".", $name)),
            kind: Kind::$kind,
            title: $title,
        }
    };
}

/// The projects of a firm.
pub static PROJECTS: Collection = Collection {
    id: "projects",
    title: "Projects",
    description: "The firm's projects, each with the points of its parcels.",
    scope: Scope::ProjectsRead,
    key: Key::Uuid("projects.project_id"),
    time: "projects.created_at",
    time_title: "When the project was created",
    shape: Shape {
        kind: "multipoint",
        published: points!("ST_Collect(", " ORDER BY of_project.marker_id)"),
        compared: points!("ST_Transform(ST_Collect(", "), 3857)"),
    },
    named: &[],
    queryables: &[
        column!("projects", "project_id", Id, "Identity of the project"),
        column!("projects", "project_name", Text, "Name"),
        column!("projects", "category", Text, "Project type"),
        column!("projects", "description", Text, "Description"),
        column!("projects", "state", Text, "State, two-digit code"),
        column!(
            "projects",
            "county",
            Text,
            "County, three-digit code within the state"
        ),
        column!("projects", "market", Number, "Id of the market"),
        column!("projects", "submarket", Number, "Id of the submarket"),
        column!(
            "projects",
            "market_type",
            Text,
            "Industrial, Office or Retail"
        ),
        column!(
            "projects",
            "bldg_sqft_min",
            Number,
            "Least floor area, square feet"
        ),
        column!(
            "projects",
            "bldg_sqft_max",
            Number,
            "Greatest floor area, square feet"
        ),
        column!("projects", "site_size_min", Number, "Least area, acres"),
        column!("projects", "site_size_max", Number, "Greatest area, acres"),
        column!("projects", "clear_height", Number, "Clear height, feet"),
        column!("projects", "additional_filter", Text, "Further requirement"),
        column!("projects", "status", Text, "Status, lower case"),
        column!("projects", "progress", Number, "Progress, percent"),
        column!(
            "projects",
            "created_at",
            Timestamp,
            "When the project was created"
        ),
    ],
};

/// The parcels of these projects.
pub static PROJECT_PARCELS: Collection = Collection {
    id: "project_parcels",
    title: "Parcels of projects",
    description: "The parcels of the firm's projects as points. Their outlines have the same ll_uuid.",
    scope: Scope::ProjectsRead,
    key: Key::Integer("markers.marker_id"),
    time: "markers.created_at",
    time_title: "When the parcel was added to the project",
    shape: Shape {
        kind: "point",
        published: point!("markers"),
        compared: concat!("ST_Transform(", point!("markers"), ", 3857)"),
    },
    named: &[],
    queryables: &[
        column!(
            "markers",
            "marker_id",
            Number,
            "Identity of the parcel in the project"
        ),
        column!("markers", "project_id", Id, "Identity of the project"),
        column!("projects", "project_name", Text, "Name of the project"),
        column!("markers", "ll_uuid", Id, "Identity of the parcel"),
        column!(
            "markers",
            "parcelnumb",
            Text,
            "Parcel number within its county"
        ),
        column!(
            "markers",
            "county_fips",
            Text,
            "State and county, five digits"
        ),
        column!("markers", "address", Text, "Street address"),
        column!("markers", "scity", Text, "City of the site"),
        column!("markers", "szip", Text, "ZIP code of the site"),
        column!("markers", "owner", Text, "Recorded taxpayer"),
        column!("markers", "careof", Text, "In care of"),
        column!(
            "markers",
            "saledate",
            Text,
            "Date of the last sale, as the source writes it"
        ),
        column!(
            "markers",
            "created_at",
            Timestamp,
            "When the parcel was added to the project"
        ),
    ],
};
