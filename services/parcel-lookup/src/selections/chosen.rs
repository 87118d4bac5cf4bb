//! The condition of a choice on the table `parcels`.

use diesel::expression::{AppearsOnTable, Expression, ValidGrouping, is_aggregate};
use diesel::pg::Pg;
use diesel::query_builder::{AstPass, QueryFragment, QueryId};
use diesel::result::QueryResult;
use diesel::sql_types::{Array, Bool, Double, Text, Uuid as SqlUuid};
use domain::ParcelUuid;
use parcel_record::schema::{InGroups, parcels};

/// Shortest shared edge, metres.
const MIN_EDGE: f64 = 3.0;
/// Edges closer than this are the same, metres: files differ in the last digits.
const TOLERANCE: f64 = 0.3;

/// An area in Web Mercator.
#[derive(Debug, Clone)]
pub struct Shape {
    /// EWKB in hexadecimal digits.
    pub hex: String,
    pub groups: InGroups,
    /// Web Mercator units of a metre at its middle.
    pub scale: f64,
}

/// Which parcels.
#[derive(Debug, Clone)]
pub enum Chosen {
    /// Those with their inner point in the shape.
    Within(Shape),
    /// Those that have a point in common with it.
    Touching(Shape),
    /// Those that share an edge with the shape, but not these, of which it is the union.
    Adjoining(Shape, Vec<ParcelUuid>),
    /// Those with one of these numbers, or with one of these addresses in capitals.
    Numbered(Vec<String>, Vec<String>),
    /// Those of these county groups and counties.
    OfCounties(Vec<String>, Vec<String>),
    /// These, if they still are.
    These(Vec<ParcelUuid>),
    Everything,
}

impl Expression for Chosen {
    type SqlType = Bool;
}

impl AppearsOnTable<parcels::table> for Chosen {}

impl ValidGrouping<()> for Chosen {
    type IsAggregate = is_aggregate::No;
}

impl QueryId for Chosen {
    type QueryId = ();

    const HAS_STATIC_QUERY_ID: bool = false;
}

impl QueryFragment<Pg> for Chosen {
    fn walk_ast<'b>(&'b self, mut out: AstPass<'_, 'b, Pg>) -> QueryResult<()> {
        // Planned with the values: only they say how many parcels an area has.
        out.unsafe_to_cache_prepared();
        match self {
            Self::Within(shape) => {
                shape.near(&mut out)?;
                out.push_sql(" AND ST_Covers(");
                out.push_bind_param::<Text, _>(&shape.hex)?;
                out.push_sql("::geometry, ST_Transform(ST_SetSRID(ST_MakePoint(parcels.lon, parcels.lat), 4326), 3857)))");
            }
            Self::Touching(shape) => {
                shape.near(&mut out)?;
                out.push_sql(" AND ST_Intersects(parcels.geom_3857, ");
                out.push_bind_param::<Text, _>(&shape.hex)?;
                out.push_sql("::geometry))");
            }
            Self::Adjoining(shape, own) => {
                shape.near(&mut out)?;
                out.push_sql(" AND parcels.ll_uuid <> ALL(");
                out.push_bind_param::<Array<SqlUuid>, _>(own)?;
                // The end of each shared edge is longer by the tolerance.
                out.push_sql(") AND ST_Length(ST_Intersection(ST_Boundary(");
                out.push_bind_param::<Text, _>(&shape.hex)?;
                out.push_sql("::geometry), ST_Buffer(parcels.geom_3857, ");
                shape.metres(TOLERANCE, &mut out)?;
                out.push_sql("))) >= ");
                shape.metres(MIN_EDGE + 2.0 * TOLERANCE, &mut out)?;
                out.push_sql(")");
            }
            Self::Numbered(numbers, addresses) => {
                out.push_sql("(parcels.parcelnumb = ANY(");
                out.push_bind_param::<Array<Text>, _>(numbers)?;
                out.push_sql(") OR upper(parcels.address) = ANY(");
                out.push_bind_param::<Array<Text>, _>(addresses)?;
                out.push_sql("))");
            }
            Self::OfCounties(groups, counties) => {
                out.push_sql("(parcels.county_group = ANY(");
                out.push_bind_param::<Array<Text>, _>(groups)?;
                out.push_sql(") AND parcels.county_fips = ANY(");
                out.push_bind_param::<Array<Text>, _>(counties)?;
                out.push_sql("))");
            }
            Self::These(ids) => {
                out.push_sql("parcels.ll_uuid = ANY(");
                out.push_bind_param::<Array<SqlUuid>, _>(ids)?;
                out.push_sql(")");
            }
            Self::Everything => out.push_sql("TRUE"),
        }
        Ok(())
    }
}

impl Shape {
    /// Opens a parenthesis, and compares boxes by the spatial index.
    fn near<'b>(&'b self, out: &mut AstPass<'_, 'b, Pg>) -> QueryResult<()> {
        out.push_sql("(");
        self.groups.walk_ast(out.reborrow())?;
        out.push_sql(" AND parcels.geom_3857 && ST_Expand(");
        out.push_bind_param::<Text, _>(&self.hex)?;
        out.push_sql("::geometry, ");
        self.metres(TOLERANCE, out)?;
        out.push_sql(")");
        Ok(())
    }

    fn metres<'b>(&'b self, metres: f64, out: &mut AstPass<'_, 'b, Pg>) -> QueryResult<()> {
        out.push_bind_param::<Double, _>(&self.scale)?;
        out.push_sql(&format!(" * {metres}"));
        Ok(())
    }
}
