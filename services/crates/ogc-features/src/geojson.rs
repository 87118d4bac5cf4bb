//! The geometry of a feature as GeoJSON, in the system that a request names.

use diesel::expression::{
    AppearsOnTable, Expression, SelectableExpression, ValidGrouping, is_aggregate,
};
use diesel::pg::Pg;
use diesel::query_builder::{AstPass, QueryFragment, QueryId};
use diesel::result::QueryResult;
use diesel::sql_types::{Integer, Jsonb, Nullable};

use crate::collection::Collection;
use crate::crs::{Axes, Crs};

/// An expression for diesel's `select`.
#[derive(Debug, Clone, Copy)]
pub struct GeoJson {
    geometry: &'static str,
    srid: i32,
    /// Decimals: about a centimetre.
    decimals: i32,
    is_lat_lon: bool,
}

impl GeoJson {
    /// The geometry of a collection's features.
    pub const fn of(collection: &Collection, crs: &Crs) -> Self {
        Self {
            geometry: collection.shape.published,
            srid: crs.srid,
            decimals: if crs.is_geographic() { 7 } else { 3 },
            is_lat_lon: matches!(crs.axes, Axes::LatLon),
        }
    }
}

impl Expression for GeoJson {
    type SqlType = Nullable<Jsonb>;
}

impl<QS> AppearsOnTable<QS> for GeoJson {}

impl<QS> SelectableExpression<QS> for GeoJson {}

impl<GB> ValidGrouping<GB> for GeoJson {
    type IsAggregate = is_aggregate::No;
}

impl QueryId for GeoJson {
    type QueryId = ();
    const HAS_STATIC_QUERY_ID: bool = false;
}

impl QueryFragment<Pg> for GeoJson {
    fn walk_ast<'b>(&'b self, mut out: AstPass<'_, 'b, Pg>) -> QueryResult<()> {
        out.push_sql(if self.is_lat_lon {
            "ST_AsGeoJSON(ST_FlipCoordinates(ST_Transform("
        } else {
            "ST_AsGeoJSON((ST_Transform("
        });
        out.push_sql(self.geometry);
        out.push_sql(", ");
        out.push_bind_param::<Integer, _>(&self.srid)?;
        out.push_sql(")), ");
        out.push_bind_param::<Integer, _>(&self.decimals)?;
        // Without the member `crs` of older GeoJSON.
        out.push_sql(", 0)::jsonb");
        Ok(())
    }
}
