//! Converts Esri's list of rings to a `GeoJSON` geometry.
//!
//! Esri JSON and shapefiles list outer rings and holes of all parts together: outer rings are
//! clockwise, holes counter-clockwise. Each hole is assigned to the part around it. Validity is not
//! checked; PostGIS repairs it.

use serde_json::{Value, json};

/// A ring of x, y positions.
pub type Ring = Vec<[f64; 2]>;

/// A `MultiPolygon` of the rings, or none if all are degenerate.
pub fn multi_polygon(rings: Vec<Ring>) -> Option<Value> {
    let (mut holes, mut parts): (Vec<Ring>, Vec<Vec<Ring>>) = (Vec::new(), Vec::new());
    for mut ring in rings {
        if ring.first() != ring.last() {
            ring.extend(ring.first().copied());
        }
        if ring.len() < 4 {
            continue;
        }
        if signed_area(&ring) <= 0.0 {
            parts.push(vec![ring]);
        } else {
            holes.push(ring);
        }
    }
    for hole in holes {
        // Of nested parts the innermost around the hole is its own.
        let around = parts
            .iter_mut()
            .filter(|part| contains(&part[0], hole[0]))
            .min_by(|a, b| {
                signed_area(&a[0])
                    .abs()
                    .total_cmp(&signed_area(&b[0]).abs())
            });
        match around {
            Some(part) => part.push(hole),
            // Wrong orientation: it is an outer ring.
            None => parts.push(vec![hole]),
        }
    }
    (!parts.is_empty()).then(|| json!({ "type": "MultiPolygon", "coordinates": parts }))
}

/// Positive when counter-clockwise.
fn signed_area(ring: &Ring) -> f64 {
    ring.windows(2)
        .map(|ends| ends[0][0] * ends[1][1] - ends[1][0] * ends[0][1])
        .sum::<f64>()
        / 2.0
}

/// Whether a closed ring is around a position.
pub fn contains(ring: &Ring, [x, y]: [f64; 2]) -> bool {
    ring.windows(2).fold(false, |inside, ends| {
        let ([x1, y1], [x2, y2]) = (ends[0], ends[1]);
        let crosses = (y1 > y) != (y2 > y) && x < (x2 - x1) * (y - y1) / (y2 - y1) + x1;
        inside != crosses
    })
}

/// The rings of an Esri JSON geometry, or none when it is not one.
pub fn rings(geometry: &Value) -> Option<Vec<Ring>> {
    serde_json::from_value::<Vec<Vec<Vec<f64>>>>(geometry.get("rings")?.clone())
        .ok()?
        .into_iter()
        .map(|ring| {
            ring.into_iter()
                .map(|place| Some([*place.first()?, *place.get(1)?]))
                .collect()
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Clockwise, so an outer ring.
    fn square(x: f64, y: f64, side: f64) -> Ring {
        vec![
            [x, y],
            [x, y + side],
            [x + side, y + side],
            [x + side, y],
            [x, y],
        ]
    }

    fn reversed(mut ring: Ring) -> Ring {
        ring.reverse();
        ring
    }

    #[test]
    fn holes_go_to_the_part_around_them() {
        let rings = vec![
            square(0.0, 0.0, 10.0),
            square(20.0, 0.0, 10.0),
            reversed(square(22.0, 2.0, 3.0)),
            reversed(square(1.0, 1.0, 2.0)),
        ];
        let shape = multi_polygon(rings).unwrap();
        let parts = shape["coordinates"].as_array().unwrap();
        assert_eq!(
            parts
                .iter()
                .map(|part| part.as_array().unwrap().len())
                .collect::<Vec<_>>(),
            [2, 2]
        );
        assert!(parts[1][1].to_string().contains("22.0"));
    }

    #[test]
    fn an_outer_ring_the_wrong_way_round_is_still_ground() {
        let shape = multi_polygon(vec![reversed(square(0.0, 0.0, 1.0))]).unwrap();
        assert_eq!(shape["coordinates"].as_array().unwrap().len(), 1);
        assert_eq!(multi_polygon(vec![vec![[0.0, 0.0], [1.0, 1.0]]]), None);
    }
}
