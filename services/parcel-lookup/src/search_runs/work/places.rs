//! Which parcels lie within the places of gates.

use serde_json::Value;
use site_search::{
    Column, Columns, Criteria, GateArea, Outline as GeoJson, Position, UNKNOWN_FLAG,
};

use super::layers::{Ends, Lines, Outline, bounds};
use crate::parcels::access::DEGREE;
use crate::search_runs::row::GateOutlines;

/// A place whose outlines are known, or a point.
struct Place {
    outlines: Vec<Outline>,
    edges: Option<Lines>,
    point: Option<Position>,
    distance: f64,
}

/// Puts the column of each gate that has a place; without one where its outline is not known.
pub fn put(
    columns: &mut Columns,
    criteria: &Criteria,
    known: &[GateOutlines],
    points: &[[f64; 2]],
) {
    for (at, gate) in criteria.gates.iter().enumerate() {
        let place = gate.area.as_ref().and_then(|area| Place::of(area, known));
        if let Some(place) = place {
            let flags = points.iter().map(|point| place.flag(*point)).collect();
            columns.put_area(at, Column::Flags(flags));
        }
    }
}

impl Place {
    /// `None` if main-api had no outline of it.
    fn of(area: &GateArea, known: &[GateOutlines]) -> Option<Self> {
        let distance = area.distance_m;
        if area.point.is_some() {
            return Some(Self {
                outlines: Vec::new(),
                edges: None,
                point: area.point,
                distance,
            });
        }
        let shapes: Vec<GeoJson> = if let Some(polygon) = &area.polygon {
            vec![polygon.clone()]
        } else {
            let known = known.iter().find(|known| known.area == *area)?;
            let shapes = known.outlines.iter().map(read);
            shapes.collect::<Option<_>>()?
        };
        let edges: Vec<Vec<Ends>> = shapes.iter().map(edges).collect();
        let all: Vec<Ends> = edges.concat();
        if all.is_empty() {
            return None;
        }
        let lines = (distance > 0.0).then(|| {
            let around = bounds(all.as_flattened());
            Lines::of(all.iter().copied(), around)
        });
        Some(Self {
            outlines: edges.iter().map(|edges| Outline::of(0.0, edges)).collect(),
            edges: lines,
            point: None,
            distance,
        })
    }

    fn flag(&self, at: [f64; 2]) -> u8 {
        if !at[0].is_finite() || !at[1].is_finite() {
            return UNKNOWN_FLAG;
        }
        u8::from(self.has(at))
    }

    fn has(&self, at: [f64; 2]) -> bool {
        if let Some(point) = self.point {
            return metres(point, at) <= self.distance;
        }
        self.outlines.iter().any(|outline| outline.has(at))
            || self
                .edges
                .as_ref()
                .is_some_and(|edges| edges.distance(at) <= self.distance)
    }
}

/// `None` of what is no outline.
fn read(json: &Value) -> Option<GeoJson> {
    serde::Deserialize::deserialize(json).ok()
}

fn edges(shape: &GeoJson) -> Vec<Ends> {
    let rings = shape.rings().into_iter();
    let pairs = rings.flat_map(|ring| ring.windows(2));
    pairs.map(|pair| [pair[0], pair[1]]).collect()
}

/// On a plane that is true at the middle of the two: to a metre over the greatest distance of a gate.
fn metres([lon, lat]: Position, [to_lon, to_lat]: Position) -> f64 {
    let narrow = f64::midpoint(lat, to_lat).to_radians().cos();
    DEGREE * ((to_lon - lon) * narrow).hypot(to_lat - lat)
}

#[cfg(test)]
mod tests {
    use domain::ParcelUuid;
    use serde_json::json;
    use site_search::FactValue;
    use uuid::Uuid;

    use super::*;

    fn judged(area: &Value, known: &[GateOutlines], points: &[[f64; 2]]) -> Vec<Option<bool>> {
        let criteria: Criteria = serde_json::from_value(json!({
            "version": 1,
            "gates": [{ "fact": "in_area", "is": false, "area": area }],
        }))
        .unwrap();
        let ids = points.iter().map(|_| ParcelUuid(Uuid::nil()).0).collect();
        let mut columns = Columns::of(ids);
        put(&mut columns, &criteria, known, points);
        let gate = &criteria.gates[0];
        let of = |row| match columns.gate_value(0, gate, row) {
            Some(FactValue::Flag(flag)) => Some(flag),
            _ => None,
        };
        (0..points.len()).map(of).collect()
    }

    const WITHIN: Option<bool> = Some(true);
    const OUTSIDE: Option<bool> = Some(false);

    /// A hundredth of a degree of latitude is 1,111.95 m; of longitude at 60° north it is half of that.
    #[test]
    fn a_point_has_what_is_at_most_so_far_away() {
        let area = json!({ "name": "Plant", "point": [10, 60], "distance_m": 1200 });
        let points = [
            [10.0, 60.01],
            [10.0, 60.011],
            [10.0215, 60.0],
            [10.022, 60.0],
        ];
        assert_eq!(
            judged(&area, &[], &points),
            [WITHIN, OUTSIDE, WITHIN, OUTSIDE]
        );
    }

    #[test]
    fn an_outline_has_no_hole_and_what_is_near_its_edge_counts_by_distance() {
        let square = |low: f64, high: f64| {
            json!([
                [low, low],
                [high, low],
                [high, high],
                [low, high],
                [low, low]
            ])
        };
        // Near the equator degrees of both kinds are the same.
        let polygon =
            json!({ "type": "Polygon", "coordinates": [square(0.0, 1.0), square(0.4, 0.6)] });
        let points = [
            [0.2, 0.2],
            [0.5, 0.5],
            [1.004, 0.5],
            [1.006, 0.5],
            [f64::NAN, 0.5],
        ];
        let area = json!({ "name": "Drawn", "polygon": polygon });
        assert_eq!(
            judged(&area, &[], &points),
            [WITHIN, OUTSIDE, OUTSIDE, OUTSIDE, None]
        );
        // 0.005° are 556 m; the middle of the hole is 11 km from its edges.
        let near = json!({ "name": "Drawn", "polygon": polygon, "distance_m": 556 });
        assert_eq!(
            judged(&near, &[], &points),
            [WITHIN, OUTSIDE, WITHIN, OUTSIDE, None]
        );
    }

    #[test]
    fn a_place_without_outline_is_unknown() {
        let area = json!({ "name": "North", "market_id": 7 });
        assert_eq!(judged(&area, &[], &[[0.5, 0.5]]), [None]);
        let part = |west: f64| {
            let east = west + 1.0;
            json!({ "type": "MultiPolygon", "coordinates":
                [[[[west, 0.0], [east, 0.0], [east, 1.0], [west, 1.0], [west, 0.0]]]] })
        };
        let known = |outlines| {
            vec![GateOutlines {
                area: serde_json::from_value(area.clone()).unwrap(),
                outlines,
            }]
        };
        let points = [[0.5, 0.5], [2.5, 0.5], [1.5, 0.5]];
        assert_eq!(
            judged(&area, &known(vec![part(0.0), part(2.0)]), &points),
            [WITHIN, WITHIN, OUTSIDE]
        );
        assert_eq!(judged(&area, &known(Vec::new()), &points), [None; 3]);
    }
}
