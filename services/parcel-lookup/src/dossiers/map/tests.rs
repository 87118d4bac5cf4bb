use serde_json::json;

use super::*;

fn square(west: f64, south: f64, side: f64) -> Value {
    let (east, north) = (west + side, south + side);
    json!({ "type": "Polygon", "coordinates": [[[west, south], [east, south], [east, north], [west, north], [west, south]]] })
}

#[test]
fn the_site_is_in_the_middle_and_north_is_up() {
    let outline = square(-95.4, 29.7, 0.002);
    let frame = Frame::around([&outline].into_iter());
    let ring = &frame.of_geometry(&outline)[0];
    let middle = |axis: usize| f64::midpoint(ring[0][axis], ring[2][axis]);
    assert!((middle(0) - frame.width / 2.0).abs() < 1e-6);
    assert!((middle(1) - frame.height / 2.0).abs() < 1e-6);
    // The first corner is the southern one: lower on the map.
    assert!(ring[0][1] > ring[2][1]);
    // 0.002 degrees of latitude are 222 metres.
    assert!((ring[0][1] - ring[2][1] - 222.4).abs() < 0.1);
    assert!((frame.width / frame.height - ASPECT).abs() < 1e-9);
}

#[test]
fn scale_bars_are_round_lengths_of_a_quarter_at_most() {
    assert_eq!(scale(400.0), (300.0 * FOOT, "300 ft".to_owned()));
    assert_eq!(scale(7_000.0).1, "1 mile");
    assert_eq!(scale(14_000.0).1, "2 miles");
    assert_eq!(scale(1.0).1, "10 ft");
}

#[test]
fn a_street_is_named_once_along_its_longest_part_within_the_map() {
    let outline = square(-95.4, 29.7, 0.002);
    let frame = Frame::around([&outline].into_iter());
    let street = |name: &str, points: &[(f64, f64)]| NearLine {
        kind: "road".to_owned(),
        class: Some("local".to_owned()),
        name: Some(name.to_owned()),
        parts: vec![points.iter().map(|(x, y)| Point { x: *x, y: *y }).collect()],
    };
    let around = Surroundings {
        lines: vec![
            street("Main <St>", &[(-95.5, 29.6995), (-95.3, 29.6995)]),
            street("Main <St>", &[(-95.3999, 29.6995), (-95.3998, 29.6995)]),
            street("Far Rd", &[(-95.5, 29.5), (-95.3, 29.5)]),
            street(
                "Short Way With A Long Name",
                &[(-95.4, 29.7), (-95.3999, 29.7)],
            ),
        ],
        ..Surroundings::default()
    };
    let labels = labels(&frame, &around);
    assert_eq!(labels.len(), 1);
    assert_eq!(
        (labels[0].text.as_str(), labels[0].turn),
        ("Main <St>", 0.0)
    );
    assert!((labels[0].x - frame.width / 2.0).abs() < 1.0);
}

#[test]
fn lines_are_cut_at_the_edge() {
    let outline = square(-95.4, 29.7, 0.002);
    let frame = Frame::around([&outline].into_iter());
    let (width, height) = (frame.width, frame.height);
    assert_eq!(
        clipped(&frame, [-width, 1.0], [2.0 * width, 1.0]),
        Some([[0.0, 1.0], [width, 1.0]])
    );
    assert_eq!(
        clipped(&frame, [1.0, 1.0], [2.0, 2.0]),
        Some([[1.0, 1.0], [2.0, 2.0]])
    );
    assert!(clipped(&frame, [0.0, -1.0], [width, -1.0]).is_none());
    assert!(clipped(&frame, [-1.0, height + 5.0], [-5.0, height]).is_none());
}
