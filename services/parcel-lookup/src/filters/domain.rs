//! What filters know besides the records of parcels.

use ogc_features::{FilterError, Kind, NamingFilter, Of, Queryable, Sql};

use crate::ogc::PARCELS;

/// By what a filter names the growth run that its terms are of.
pub const GROWTH_RUN: &str = "growth_run_id";

static CHANCE: Of = Of {
    name: GROWTH_RUN,
    before: "(SELECT chance FROM growth_parcels WHERE growth_parcels.run_id = ",
    after: " AND growth_parcels.ll_uuid = parcels.ll_uuid)",
};

static DECADE: Of = Of {
    name: GROWTH_RUN,
    before: "(SELECT decade FROM growth_parcels WHERE growth_parcels.run_id = ",
    after: " AND growth_parcels.ll_uuid = parcels.ll_uuid)",
};

/// The steepest area of the layers of slope that has the parcel's inner point, as a search judges it: 0 where the ground
/// is less steep than the layers tell, unknown where no layer reaches.
const SLOPE: &str = "(SELECT coalesce((SELECT max((attributes->>'percent')::float8) FROM site_features \
            WHERE kind = 'slope' AND geom_3857 && at.point_3857 AND ST_Intersects(geom, at.point)), 0) \
    FROM (SELECT point, ST_Transform(point, 3857) AS point_3857 \
        FROM (SELECT ST_SetSRID(ST_MakePoint(parcels.lon, parcels.lat), 4326) AS point) AS inner_point) AS at \
    WHERE EXISTS (SELECT FROM site_layers WHERE kind = 'slope' AND coverage_3857 && at.point_3857 AND ST_Intersects(coverage, at.point)))";

/// Properties of filters that are no columns of the collection.
static BESIDES: [Queryable; 3] = [
    Queryable {
        name: "growth_chance",
        sql: Sql::Of(&CHANCE),
        kind: Kind::Number,
        title: "Chance that the open land within 500 m becomes urban, 0 to 1; unknown outside of the growth run's area",
    },
    Queryable {
        name: "growth_decade",
        sql: Sql::Of(&DECADE),
        kind: Kind::Number,
        title: "First year of the decade in which half of the land within 500 m is expected to be urban",
    },
    Queryable {
        name: "slope_percent",
        sql: Sql::Column(SLOPE),
        kind: Kind::Number,
        title: "Slope of the ground at the parcel, percent; unknown where no layer reaches",
    },
];

/// Reads a filter.
pub fn read(text: &str) -> Result<NamingFilter, FilterError> {
    NamingFilter::of(text, &PARCELS, &BESIDES)
}
