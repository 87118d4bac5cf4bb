//! Outlines of the staged rows that do not have theirs from the file: computed once, bounded; and all of them compared with the county.

use feature_files::Reason;
use tokio_postgres::Row;

use super::Staging;
use crate::error::ImportError;
use parcel_record::counties::{County, county_label};

/// Outlines with more vertices are simplified: tiles and screens draw all of them. The largest of
/// the county files that we have, all roads of a town, has 30,790.
pub(super) const MAX_DRAWN: i32 = 50_000;
/// Outlines with more vertices are rejected: repairing one takes minutes and a gigabyte.
const MAX_VERTICES: i32 = 500_000;
/// Fewest bytes of a vertex, `0 0,`: the vertices of a shorter text are not counted.
const VERTEX: i32 = 4;
/// How far outside of its county's box an outline may lie, degrees: the boxes are of borders that
/// are drawn too smoothly by up to a few kilometres.
pub(super) const MARGIN: f64 = 0.05;

/// A coordinate system given as text is set up once per batch of rows. PostGIS repairs only what is not valid.
const OUTLINES: &str = "UPDATE import_rows SET outline = parcel_geometry(kind, shape, crs) \
        WHERE outline IS NULL AND kind <> 'p' AND (crs IS NULL OR crs ~ '^[0-9]+$'); \
    UPDATE import_rows SET outline = batch.outline FROM ( \
        SELECT unnest(lines) AS line, unnest(parcel_geometries(kinds, shapes, crs)) AS outline FROM ( \
            SELECT crs, array_agg(line ORDER BY line) AS lines, array_agg(kind ORDER BY line) AS kinds, \
                array_agg(shape ORDER BY line) AS shapes \
            FROM import_rows WHERE outline IS NULL AND kind <> 'p' AND crs !~ '^[0-9]+$' \
            GROUP BY crs, line / 100) AS rows) AS batch \
        WHERE batch.line = import_rows.line; \
    UPDATE import_rows SET outline = (SELECT known.geom FROM parcels known \
        WHERE known.retired_at IS NULL AND ST_Covers(known.geom_3857, ST_Transform(batch.point, 3857)) \
        ORDER BY known.is_sample, ST_Area(known.geom_3857), known.ll_uuid LIMIT 1) FROM ( \
        SELECT unnest(lines) AS line, unnest(pg_temp.import_points(shapes, crs)) AS point FROM ( \
            SELECT crs, array_agg(line ORDER BY line) AS lines, array_agg(shape ORDER BY line) AS shapes \
            FROM import_rows WHERE kind = 'p' GROUP BY crs, line / 100) AS rows) AS batch \
        WHERE batch.line = import_rows.line AND abs(ST_X(batch.point)) <= 180 AND abs(ST_Y(batch.point)) <= 85; \
    ANALYZE import_rows";

const TOO_MANY_VERTICES: &str = "DELETE FROM import_rows \
    WHERE octet_length(shape) > $1::integer * $2::integer AND ST_NPoints(pg_temp.import_shape(kind, shape)) > $1 \
    RETURNING line, raw, ll_uuid::text AS ll_uuid";

const WITHOUT_OUTLINE: &str = "DELETE FROM import_rows WHERE outline IS NULL \
    RETURNING line, raw, ll_uuid::text AS ll_uuid";

/// Rows without a shape have their outline from the file, or from a parcel: it is not that large.
const SIMPLIFY: &str = "UPDATE import_rows SET outline = pg_temp.import_simplified(outline, $1) \
    WHERE shape <> '' AND ST_NPoints(outline) > $1";

const STILL_TOO_MANY: &str = "DELETE FROM import_rows WHERE shape <> '' AND ST_NPoints(outline) > $1 \
    RETURNING line, raw, ll_uuid::text AS ll_uuid";

const COUNTIES: &str = "INSERT INTO import_counties \
    SELECT * FROM unnest($1::text[], $2::float8[], $3::float8[], $4::float8[], $5::float8[])";

const OUTSIDE: &str = "DELETE FROM import_rows USING import_counties AS county \
    WHERE county.county_fips = import_rows.county_fips \
        AND (ST_XMin(outline) < west OR ST_YMin(outline) < south OR ST_XMax(outline) > east OR ST_YMax(outline) > north) \
    RETURNING line, raw, ll_uuid::text AS ll_uuid, county.county_fips";

/// Exchanges x and y of the rows after a position.
const SWAP: &str = "UPDATE import_rows SET outline = NULL, kind = CASE import_rows.kind WHEN 'p' THEN 'p' ELSE 'b' END, \
        shape = CASE import_rows.kind WHEN 'p' THEN ST_AsText(swapped) ELSE encode(ST_AsBinary(swapped), 'hex') END \
    FROM (SELECT ctid AS place, ST_FlipCoordinates(pg_temp.import_shape(kind, shape)) AS swapped \
        FROM import_rows WHERE line > $1) AS shapes \
    WHERE import_rows.ctid = shapes.place AND swapped IS NOT NULL";

impl Staging<'_> {
    /// Computes the outlines that are not there yet.
    pub(super) async fn compute_outlines(&mut self) -> Result<(), ImportError> {
        // Before the repair, which would take minutes.
        self.reject(TOO_MANY_VERTICES, &[&MAX_VERTICES, &VERTEX], too_many)
            .await?;
        self.transaction.batch_execute(OUTLINES).await?;
        Ok(())
    }

    /// Rejects rows whose outline is empty after parsing, projection and repair.
    pub(super) async fn reject_without_outline(&mut self) -> Result<(), ImportError> {
        self.reject(WITHOUT_OUTLINE, &[], |_row| {
            Reason::new("no usable outline")
        })
        .await
    }

    /// Simplifies outlines of many vertices.
    pub(super) async fn simplify(&mut self) -> Result<(), ImportError> {
        self.report.simplified = self.transaction.execute(SIMPLIFY, &[&MAX_DRAWN]).await?;
        let before = self.report.rejections.total();
        self.reject(STILL_TOO_MANY, &[&MAX_DRAWN], too_many).await?;
        self.report.simplified -= self.report.rejections.total() - before;
        Ok(())
    }

    /// Rejects rows whose outline is not in the box of their county, where that is known.
    pub(super) async fn reject_outside(&mut self) -> Result<(), ImportError> {
        let counties = County::all();
        let fips: Vec<&str> = counties.iter().map(|county| county.county_fips).collect();
        let edges = |edge: fn(&County) -> f64| counties.iter().map(edge).collect::<Vec<f64>>();
        let west = edges(|county| county.bounds.west - MARGIN);
        let south = edges(|county| county.bounds.south - MARGIN);
        let east = edges(|county| county.bounds.east + MARGIN);
        let north = edges(|county| county.bounds.north + MARGIN);
        self.transaction
            .execute(COUNTIES, &[&fips, &west, &south, &east, &north])
            .await?;
        self.reject(OUTSIDE, &[], |row| outside(row.get("county_fips")))
            .await
    }

    /// Exchanges x and y of the rows after this position.
    pub(super) async fn swap_axes(&mut self, after: i64) -> Result<(), ImportError> {
        self.transaction.execute(SWAP, &[&after]).await?;
        Ok(())
    }
}

/// Why an outline outside of its county is rejected.
pub(super) fn outside(county: &str) -> Reason {
    let detail = format!("outside of {}", county_label(county));
    Reason::with("outside of its county", detail)
}

fn too_many(_row: &Row) -> Reason {
    Reason::new("an outline of too many vertices")
}
