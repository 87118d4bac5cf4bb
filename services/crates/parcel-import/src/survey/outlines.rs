//! The sample in degrees, with what the import does to each parcel of it.

use std::collections::{BTreeMap, HashMap};

use feature_files::POSTGIS_FUNCTIONS;
use serde_json::Value;
use tokio_postgres::GenericClient;

use super::{Fate, Outline, Survey, Surveyed};
use crate::error::ImportError;
use crate::report::Report;
use parcel_record::Shape;

/// Most retired parcels that are drawn.
const MAX_RETIRED: i64 = 500;
/// Outlines that are projected at once, as a batch of the staging table.
const BATCH: usize = 100;

/// A shape with x and y exchanged, or null when it cannot be read.
const EXCHANGE: &str = "CREATE OR REPLACE FUNCTION pg_temp.survey_exchanged(kind text, source text) RETURNS text \
    LANGUAGE plpgsql IMMUTABLE AS $$ \
    BEGIN \
        RETURN encode(ST_AsBinary(ST_FlipCoordinates(CASE kind WHEN 'j' THEN ST_GeomFromGeoJSON(source) \
            WHEN 'b' THEN ST_GeomFromWKB(decode(source, 'hex')) ELSE ST_GeomFromText(source) END)), 'hex'); \
    EXCEPTION WHEN OTHERS THEN RETURN NULL; \
    END $$";

const EXCHANGED: &str = "SELECT pg_temp.survey_exchanged(kind, shape) FROM unnest($1::text[], $2::text[]) AS one (kind, shape)";

/// Numbered systems are known to PostGIS; one that is given as text is set up once per call.
const NUMBERED: &str = "SELECT ST_AsGeoJSON(parcel_geometry(kind, shape, $3), 6) \
    FROM unnest($1::text[], $2::text[]) AS one (kind, shape)";
const DESCRIBED: &str =
    "SELECT ST_AsGeoJSON(outline, 6) FROM unnest(parcel_geometries($1, $2, $3)) AS outline";

/// Points in degrees; null where the system does not have the place.
const POINTS: &str =
    "SELECT ST_X(point), ST_Y(point) FROM unnest(pg_temp.import_points($1, $2)) AS point";

/// A row that the batch has written without keeping one of before is new.
const FATES: &str = "SELECT ll_uuid::text, coalesce(what, 'new') \
    FROM (SELECT unnest($2::text[]::uuid[]) AS ll_uuid) AS sampled \
        LEFT JOIN (SELECT ll_uuid, what FROM parcel_history WHERE batch_id = $1) AS kept USING (ll_uuid) \
        JOIN parcels USING (ll_uuid) WHERE parcels.batch_id = $1 OR what IS NOT NULL";

/// Their ids are hashes, so that the first ones are from everywhere.
const RETIRED: &str = "SELECT ST_AsGeoJSON(geom, 6), county_fips FROM parcel_history \
    WHERE batch_id = $1 AND what = 'retired' ORDER BY ll_uuid LIMIT $2";

impl Survey {
    /// The sample after a batch has written its parcels, in its transaction.
    pub(crate) async fn outlines(
        &self,
        client: &impl GenericClient,
        batch: i64,
        report: &Report,
        swap_axes: bool,
    ) -> Result<Vec<Outline>, ImportError> {
        let rows = self.kept().rows.clone();
        let ids: Vec<String> = rows.iter().filter_map(id).collect();
        let known = client.query(FATES, &[&batch, &ids]).await?;
        let known: HashMap<String, Fate> = known
            .iter()
            .map(|row| (row.get(0), fate(row.get(1))))
            .collect();
        let rejected = report.rejections.lines();
        let fate_of = |row: &Surveyed| {
            if rejected.contains(&row.line) {
                return Fate::Rejected;
            }
            let Some(id) = id(row) else {
                return Fate::Unnumbered;
            };
            known.get(&id).copied().unwrap_or(Fate::Unchanged)
        };
        let mut outlines = drawn(client, &rows, swap_axes, fate_of).await?;
        for row in client.query(RETIRED, &[&batch, &MAX_RETIRED]).await? {
            let rings = row.get::<_, Option<&str>>(0).map(rings);
            outlines.push(Outline {
                fate: Fate::Retired,
                county_fips: row.get(1),
                rings: rings.unwrap_or_default(),
            });
        }
        Ok(outlines)
    }

    /// The sample of a file that was refused, in a session of its own.
    pub(crate) async fn refused(
        &self,
        client: &impl GenericClient,
        swap_axes: bool,
    ) -> Result<Vec<Outline>, ImportError> {
        let rows = self.kept().rows.clone();
        client.batch_execute(POSTGIS_FUNCTIONS).await?;
        drawn(client, &rows, swap_axes, |_| Fate::Rejected).await
    }
}

fn id(row: &Surveyed) -> Option<String> {
    row.parcel.as_ref().map(|(id, _)| id.to_string())
}

fn fate(what: &str) -> Fate {
    match what {
        "new" => Fate::New,
        "changed" => Fate::Changed,
        "returned" => Fate::Returned,
        "retired" => Fate::Retired,
        _ => Fate::Unchanged,
    }
}

/// The rows whose outlines can be read.
async fn drawn(
    client: &impl GenericClient,
    rows: &[Surveyed],
    swap_axes: bool,
    fate_of: impl Fn(&Surveyed) -> Fate,
) -> Result<Vec<Outline>, ImportError> {
    let outline = |row: &Surveyed, rings| Outline {
        fate: fate_of(row),
        county_fips: row.parcel.as_ref().map(|(_, county)| county.clone()),
        rings,
    };
    let mut outlines = Vec::new();
    let mut by_crs: BTreeMap<Option<&str>, Vec<&Surveyed>> = BTreeMap::new();
    let mut points: BTreeMap<Option<&str>, Vec<&Surveyed>> = BTreeMap::new();
    for row in rows {
        let alike = match row.shape {
            Shape::Point { .. } => &mut points,
            _ => &mut by_crs,
        };
        alike.entry(row.crs.as_deref()).or_default().push(row);
    }
    for (crs, rows) in points {
        for rows in rows.chunks(BATCH) {
            let texts: Vec<String> = rows.iter().map(|row| point(row, swap_axes)).collect();
            let found = client.query(POINTS, &[&texts, &crs]).await?;
            for (row, found) in rows.iter().zip(&found) {
                let degrees = |column: usize| {
                    let degrees = found.get::<_, Option<f64>>(column);
                    degrees.filter(|degrees| degrees.is_finite())
                };
                if let (Some(lon), Some(lat)) = (degrees(0), degrees(1)) {
                    outlines.push(outline(row, vec![vec![(lon, lat)]]));
                }
            }
        }
    }
    if swap_axes {
        client.batch_execute(EXCHANGE).await?;
    }
    for (crs, rows) in by_crs {
        let is_numbered = crs.is_none_or(|crs| crs.bytes().all(|byte| byte.is_ascii_digit()));
        let statement = if is_numbered { NUMBERED } else { DESCRIBED };
        for rows in rows.chunks(BATCH) {
            let mut kinds: Vec<&str> = rows.iter().map(|row| row.shape.kind()).collect();
            let mut shapes: Vec<Option<String>> = rows
                .iter()
                .map(|row| Some(row.shape.text().into_owned()))
                .collect();
            if swap_axes {
                let exchanged = client.query(EXCHANGED, &[&kinds, &shapes]).await?;
                shapes = exchanged.iter().map(|row| row.get(0)).collect();
                kinds = vec!["b"; rows.len()];
            }
            let found = client.query(statement, &[&kinds, &shapes, &crs]).await?;
            for (row, found) in rows.iter().zip(&found) {
                if let Some(text) = found.get::<_, Option<&str>>(0) {
                    outlines.push(outline(row, rings(text)));
                }
            }
        }
    }
    Ok(outlines)
}

/// The text of a point as the import has it.
fn point(row: &Surveyed, swap_axes: bool) -> String {
    let mut shape = row.shape.clone();
    if swap_axes && let Shape::Point { lon, lat } = &mut shape {
        std::mem::swap(lon, lat);
    }
    shape.text().into_owned()
}

/// The rings of a GeoJSON geometry.
fn rings(geometry: &str) -> Vec<Vec<(f64, f64)>> {
    let geometry: Value = serde_json::from_str(geometry).unwrap_or_default();
    let polygons = geometry["coordinates"].as_array().into_iter().flatten();
    let rings = polygons.filter_map(Value::as_array).flatten();
    let points = |ring: &Value| {
        let points = ring.as_array().into_iter().flatten();
        points
            .filter_map(|point| Some((point.get(0)?.as_f64()?, point.get(1)?.as_f64()?)))
            .collect()
    };
    rings.map(points).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rings_of_all_polygons_are_read() {
        let text =
            r#"{"type":"MultiPolygon","coordinates":[[[[1,2],[3,4],[1,2]],[[5,6]]],[[[7,8]]]]}"#;
        assert_eq!(
            rings(text),
            [
                vec![(1.0, 2.0), (3.0, 4.0), (1.0, 2.0)],
                vec![(5.0, 6.0)],
                vec![(7.0, 8.0)]
            ]
        );
        assert!(rings("null").is_empty());
    }
}
