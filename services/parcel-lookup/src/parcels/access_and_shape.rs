//! What discards for access and for shape rest on: how far a highway and a railway are, by the layers of land, and measures of the outline.

use db::AsyncPgConnection;
use diesel::result::QueryResult;
use parcel_record::ParcelRecord;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use utoipa::ToSchema;

use super::access::distances;
use super::dto::ListedParcel;

const SQUARE_METRES_OF_ACRE: f64 = 4_046.856_422_4;

/// What access and shape of a parcel are judged by; null is unknown.
#[derive(Debug, Clone, Default, PartialEq, Serialize, ToSchema)]
pub struct AccessAndShape {
    /// Metres from the parcel's inner point to the nearest highway, as criteria know it.
    #[schema(required = true)]
    pub highway_m: Option<f64>,
    /// Metres to the nearest railway.
    #[schema(required = true)]
    pub rail_m: Option<f64>,
    /// Land within the outline, acres.
    #[schema(required = true)]
    pub outline_acres: Option<f64>,
    /// Short side of the smallest rectangle around the outline, metres.
    #[schema(required = true)]
    pub width_m: Option<f64>,
    /// 1 of a circle, less of what is long or has a long edge: 4π times the area by the square of the perimeter.
    #[schema(required = true)]
    pub compactness: Option<f64>,
}

/// Adds it to records that were read with their outlines.
pub async fn add(conn: &mut AsyncPgConnection, parcels: &mut [ListedParcel]) -> QueryResult<()> {
    let point = |record: &ParcelRecord| [record.lon, record.lat];
    let points: Vec<[f64; 2]> = parcels.iter().map(|parcel| point(&parcel.record)).collect();
    let found = distances(conn, &points).await?;
    for (parcel, (highway_m, rail_m)) in parcels.iter_mut().zip(found) {
        let outline = parcel.record.geometry.as_ref().and_then(measured);
        parcel.access_and_shape = Some(AccessAndShape {
            highway_m,
            rail_m,
            outline_acres: outline.as_ref().map(|of| of.area / SQUARE_METRES_OF_ACRE),
            width_m: outline.as_ref().map(|of| of.width),
            compactness: outline.as_ref().map(Measures::compactness),
        });
    }
    Ok(())
}

/// In metres.
struct Measures {
    area: f64,
    perimeter: f64,
    width: f64,
}

impl Measures {
    fn compactness(&self) -> f64 {
        4.0 * std::f64::consts::PI * self.area / (self.perimeter * self.perimeter)
    }
}

type Ring = Vec<[f64; 2]>;

/// `GeoJSON`, degrees.
#[derive(Deserialize)]
#[serde(tag = "type", content = "coordinates")]
enum Outline {
    Polygon(Vec<Ring>),
    MultiPolygon(Vec<Vec<Ring>>),
}

/// `None` of what encloses no land.
fn measured(geometry: &Value) -> Option<Measures> {
    let mut polygons = match Outline::deserialize(geometry).ok()? {
        Outline::Polygon(rings) => vec![rings],
        Outline::MultiPolygon(polygons) => polygons,
    };
    let [lon, lat] = *polygons.first()?.first()?.first()?;
    let scale = metres_of_degree(lat);
    for [x, y] in polygons.iter_mut().flatten().flatten() {
        (*x, *y) = ((*x - lon) * scale[0], (*y - lat) * scale[1]);
    }
    let holes = |rings: &[Ring]| rings.iter().skip(1).map(|hole| enclosed(hole)).sum::<f64>();
    let area = polygons
        .iter()
        .filter_map(|rings| Some(enclosed(rings.first()?) - holes(rings)));
    let area: f64 = area.sum();
    let perimeter: f64 = polygons.iter().flatten().map(|ring| length(ring)).sum();
    let corners: Ring = polygons.into_iter().flatten().flatten().collect();
    (area > 0.0).then(|| Measures {
        area,
        perimeter,
        width: narrow_side(&hull(corners)),
    })
}

/// Of longitude and of latitude, by the series of the ellipsoid WGS 84.
fn metres_of_degree(lat: f64) -> [f64; 2] {
    let lat = lat.to_radians();
    let lon_m = 111_412.84 * lat.cos() - 93.5 * (3.0 * lat).cos() + 0.118 * (5.0 * lat).cos();
    let lat_m = 111_132.92 - 559.82 * (2.0 * lat).cos() + 1.175 * (4.0 * lat).cos();
    [lon_m, lat_m]
}

fn enclosed(ring: &[[f64; 2]]) -> f64 {
    let edges = ring.windows(2);
    let twice: f64 = edges
        .map(|ends| ends[0][0] * ends[1][1] - ends[1][0] * ends[0][1])
        .sum();
    twice.abs() / 2.0
}

fn length(ring: &[[f64; 2]]) -> f64 {
    let edges = ring.windows(2);
    edges
        .map(|ends| (ends[1][0] - ends[0][0]).hypot(ends[1][1] - ends[0][1]))
        .sum()
}

/// The convex hull, anticlockwise, without the first corner again (Andrew's monotone chain).
fn hull(mut corners: Ring) -> Ring {
    corners.sort_by(|one, two| one[0].total_cmp(&two[0]).then(one[1].total_cmp(&two[1])));
    corners.dedup();
    let mut hull = half(corners.iter());
    let upper = half(corners.iter().rev());
    hull.pop();
    hull.extend(upper);
    hull.pop();
    hull
}

fn half<'a>(corners: impl Iterator<Item = &'a [f64; 2]>) -> Ring {
    let mut half: Ring = Vec::new();
    for corner in corners {
        while let [.., a, b] = half[..]
            && (b[0] - a[0]) * (corner[1] - a[1]) <= (b[1] - a[1]) * (corner[0] - a[0])
        {
            half.pop();
        }
        half.push(*corner);
    }
    half
}

/// Of the smallest rectangle around a hull, which lies along one of its edges.
fn narrow_side(hull: &[[f64; 2]]) -> f64 {
    let edges = hull.iter().zip(hull.iter().cycle().skip(1));
    let sides = edges.map(|(from, to)| {
        let (x, y) = (to[0] - from[0], to[1] - from[1]);
        let length = x.hypot(y);
        let (x, y) = (x / length, y / length);
        let extent = |x: f64, y: f64| {
            let along = hull.iter().map(|corner| corner[0] * x + corner[1] * y);
            let (least, most) = along
                .fold((f64::INFINITY, f64::NEG_INFINITY), |(least, most), at| {
                    (least.min(at), most.max(at))
                });
            most - least
        };
        (extent(x, y), extent(-y, x))
    });
    let smallest = sides.min_by(|one, two| (one.0 * one.1).total_cmp(&(two.0 * two.1)));
    smallest.map_or(0.0, |(one, two)| one.min(two))
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    /// A ring of metres east and north of a place.
    fn ring(corners: &[[f64; 2]]) -> Ring {
        let scale = metres_of_degree(29.76);
        let degrees = corners
            .iter()
            .map(|[x, y]| [-95.4 + x / scale[0], 29.76 + y / scale[1]]);
        degrees.collect()
    }

    fn rectangle([west, south, east, north]: [f64; 4]) -> Ring {
        ring(&[
            [west, south],
            [east, south],
            [east, north],
            [west, north],
            [west, south],
        ])
    }

    #[test]
    fn an_outline_has_area_width_and_compactness() {
        let long =
            json!({ "type": "Polygon", "coordinates": [rectangle([0.0, 0.0, 200.0, 50.0])] });
        let of = measured(&long).unwrap();
        assert!((of.area - 10_000.0).abs() < 1.0 && (of.width - 50.0).abs() < 0.01);
        assert!((of.compactness() - 0.5027).abs() < 1e-3);
        // A square that stands on a corner.
        let tilted = ring(&[
            [0.0, 0.0],
            [50.0, 50.0],
            [0.0, 100.0],
            [-50.0, 50.0],
            [0.0, 0.0],
        ]);
        let of = measured(&json!({ "type": "Polygon", "coordinates": [tilted] })).unwrap();
        assert!((of.area - 5_000.0).abs() < 1.0 && (of.width - 70.71).abs() < 0.01);
        assert!((of.compactness() - std::f64::consts::FRAC_PI_4).abs() < 1e-3);
    }

    #[test]
    fn parts_are_one_outline_and_holes_are_no_land() {
        let parts = json!({ "type": "MultiPolygon", "coordinates": [
            [rectangle([0.0, 0.0, 100.0, 100.0]), rectangle([40.0, 40.0, 60.0, 60.0])],
            [rectangle([100.0, 0.0, 300.0, 100.0])],
        ] });
        let of = measured(&parts).unwrap();
        assert!((of.area - 29_600.0).abs() < 2.0 && (of.width - 100.0).abs() < 0.01);
        assert!((of.perimeter - 1_080.0).abs() < 0.1);
        let flat = json!({ "type": "Polygon", "coordinates": [ring(&[[0.0, 0.0], [9.0, 0.0], [0.0, 0.0]])] });
        assert!(measured(&flat).is_none());
        assert!(measured(&json!({ "type": "Polygon", "coordinates": [] })).is_none());
        assert!(measured(&Value::Null).is_none());
    }
}
