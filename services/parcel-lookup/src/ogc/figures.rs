//! Figures of parcels that are in no record: of growth runs, which requests name, of slopes, and of distances.

use diesel::expression::{
    AppearsOnTable, Expression, SelectableExpression, ValidGrouping, is_aggregate,
};
use diesel::pg::Pg;
use diesel::query_builder::{AstPass, QueryFragment, QueryId};
use diesel::result::QueryResult;
use diesel::sql_types::{Double, Nullable, Uuid as SqlUuid};
use ogc_features::{Kind, Of, Queryable, Sql};
use parcel_record::schema::parcels;
use uuid::Uuid;

/// By what a request names the growth run that its figures are of.
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

/// Miles from the parcel's inner point to the nearest line of a kind, as a search judges it: 50 km where none is nearer, unknown
/// where no layer reaches. Measured as [`crate::search_runs::work`] does, on a plane that is true at the point: a degree of latitude has 111,195 m.
macro_rules! nearest {
    ($kind:literal) => {
        concat!(
            "(SELECT least(coalesce((SELECT 111195 * ST_Distance(ST_Scale(geom, at.narrow, 1), ST_Scale(at.point, at.narrow, 1)) \
            FROM site_features WHERE kind = '",
            $kind,
            "' ORDER BY geom_3857 <-> at.point_3857 LIMIT 1), 50000), 50000) / 1609.344 \
    FROM (SELECT point, ST_Transform(point, 3857) AS point_3857, cos(radians(parcels.lat)) AS narrow \
        FROM (SELECT ST_SetSRID(ST_MakePoint(parcels.lon, parcels.lat), 4326) AS point) AS inner_point) AS at \
    WHERE EXISTS (SELECT FROM site_layers WHERE kind = '",
            $kind,
            "' AND coverage_3857 && at.point_3857 AND ST_Intersects(coverage, at.point)))"
        )
    };
}

const HIGHWAY: &str = nearest!("highway");
const RAIL: &str = nearest!("rail");

/// Of the growth run that a request names.
pub static OF_RUN: [Queryable; 2] = [
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
];

pub const SLOPE_PERCENT: Queryable = Queryable {
    name: "slope_percent",
    sql: Sql::Column(SLOPE),
    kind: Kind::Number,
    title: "Slope of the ground at the parcel, percent; unknown where no layer reaches",
};

pub const HIGHWAY_MILES: Queryable = Queryable {
    name: "highway_miles",
    sql: Sql::Column(HIGHWAY),
    kind: Kind::Number,
    title: "Distance to the nearest highway, miles; unknown where no layer reaches",
};

pub const RAIL_MILES: Queryable = Queryable {
    name: "rail_miles",
    sql: Sql::Column(RAIL),
    kind: Kind::Number,
    title: "Distance to the nearest railway, miles; unknown where no layer reaches",
};

/// A figure, an expression for diesel's `select`. Those of a growth run are null without one.
#[derive(Debug, Clone, Copy)]
pub enum Figure {
    Slope,
    Highway,
    Rail,
    Chance(Option<Uuid>),
    Decade(Option<Uuid>),
}

impl Figure {
    /// The growth run that it is of.
    pub const fn run(self) -> Option<Uuid> {
        match self {
            Self::Slope | Self::Highway | Self::Rail => None,
            Self::Chance(run) | Self::Decade(run) => run,
        }
    }
}

/// Slope, chance and first year of the decade, in this order.
pub type Figures = (Figure, Figure, Figure);

/// Distances to a highway and to a railway, in this order.
pub const DISTANCES: (Figure, Figure) = (Figure::Highway, Figure::Rail);

/// The figures of parcels, those of growth of this run.
pub const fn figures(run: Option<Uuid>) -> Figures {
    (Figure::Slope, Figure::Chance(run), Figure::Decade(run))
}

/// The growth run among the things that a request names.
pub fn run_of(named: &[(&'static str, Uuid)]) -> Option<Uuid> {
    let mut runs = named.iter().filter(|(name, _)| *name == GROWTH_RUN);
    runs.next().map(|(_, id)| *id)
}

impl Expression for Figure {
    type SqlType = Nullable<Double>;
}

impl AppearsOnTable<parcels::table> for Figure {}
impl SelectableExpression<parcels::table> for Figure {}

impl<GB> ValidGrouping<GB> for Figure {
    type IsAggregate = is_aggregate::No;
}

impl QueryId for Figure {
    type QueryId = ();
    const HAS_STATIC_QUERY_ID: bool = false;
}

impl QueryFragment<Pg> for Figure {
    fn walk_ast<'b>(&'b self, mut out: AstPass<'_, 'b, Pg>) -> QueryResult<()> {
        let mut of_layer = |sql: &'static str| {
            out.push_sql(sql);
            Ok(())
        };
        let (of, run) = match self {
            Self::Slope => return of_layer(SLOPE),
            Self::Highway => return of_layer(HIGHWAY),
            Self::Rail => return of_layer(RAIL),
            Self::Chance(run) => (&CHANCE, run),
            Self::Decade(run) => (&DECADE, run),
        };
        let Some(run) = run else {
            out.push_sql("NULL::float8");
            return Ok(());
        };
        out.push_sql(of.before);
        out.push_bind_param::<SqlUuid, _>(run)?;
        out.push_sql(of.after);
        out.push_sql("::float8");
        Ok(())
    }
}
