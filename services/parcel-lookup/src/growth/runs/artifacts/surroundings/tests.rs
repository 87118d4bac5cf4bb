//! Sums along rows against cells that are counted one by one, in every year.

use std::sync::LazyLock;

use growth_layers::Frame;
use proptest::prelude::*;
use site_search::BEYOND_RUN;
use sleuth::Shape;

use super::*;
use crate::growth::runs::artifacts::chances::chances;
use crate::growth::runs::artifacts::decades::decades;

fn at(frame: &Frame, [x, y]: [f64; 2]) -> [f64; 2] {
    [frame.west + x * frame.dlon, frame.north - y * frame.dlat]
}

/// Each cell of the frame by its distance.
fn cells_around(frame: &Frame, [lon, lat]: [f64; 2]) -> Vec<usize> {
    let (x, y) = (
        (lon - frame.west) / frame.dlon,
        (frame.north - lat) / frame.dlat,
    );
    let cols = frame.shape.cols;
    let is_within = |cell: &usize| {
        let (row, col) = (cell / cols, cell % cols);
        let away = (col as f64 + 0.5 - x).hypot(row as f64 + 0.5 - y);
        away <= 500.0 / frame.cell_metres
    };
    (0..frame.shape.cells()).filter(is_within).collect()
}

fn cells_of(frame: &Frame, point: [f64; 2]) -> Vec<usize> {
    let rows = rows_around(frame, point).unwrap();
    let cells = rows.into_iter().flat_map(|part| {
        let first = part.row * frame.shape.cols;
        part.cols.map(move |col| first + col)
    });
    cells.collect()
}

/// From 0 to the end, which is outside: anywhere, at edges, and at corners and centres of cells.
fn along(cells: usize) -> impl Strategy<Value = f64> {
    prop_oneof![
        3 => 0.0..cells as f64,
        1 => Just(0.0),
        1 => Just(cells as f64 - 1e-9),
        2 => (0..cells).prop_map(|cell| cell as f64),
        2 => (0..cells).prop_map(|cell| cell as f64 + 0.5),
    ]
}

#[test]
fn the_surroundings_are_a_disc() {
    let frame = Frame {
        west: -81.0,
        north: 35.2,
        dlon: 0.002,
        dlat: 0.0015,
        shape: Shape { rows: 40, cols: 40 },
        cell_metres: 150.0,
    };
    let count = |x, y| cells_of(&frame, at(&frame, [x, y])).len();
    // 500 m are 3⅓ cells: a disc of 37 cells; a quarter of it and the axes in a corner.
    assert_eq!(count(20.5, 20.5), 37);
    assert_eq!(count(0.5, 0.5), 13);
    assert_eq!(rows_around(&frame, at(&frame, [-0.1, 3.0])), None);
    assert_eq!(rows_around(&frame, [f64::NAN, 35.19]), None);
}

fn frame(rows: usize, cols: usize, cell_metres: f64, shortening: f64) -> Frame {
    let dlat = cell_metres / 111_320.0;
    Frame {
        west: -95.7,
        north: 29.9,
        dlon: dlat / shortening,
        dlat,
        shape: Shape { rows, cols },
        cell_metres,
    }
}

/// Cells of 100 m have others 3 and 4 cells away, at the radius: the last bit decides, which in a few of these differs from that of a square root.
#[test]
fn cells_at_the_radius_are_judged_by_their_distance() {
    let frame = frame(30, 45, 100.0, 0.866);
    for cell in 0..frame.shape.cells() {
        let place = [(cell % 45) as f64 + 0.5, (cell / 45) as f64 + 0.5];
        let point = at(&frame, place);
        assert_eq!(cells_of(&frame, point), cells_around(&frame, point));
    }
}

/// Frames of 1 to 29 rows and columns, with cells of 30 m to some that are larger than the disc, and a point in each.
fn frame_and_point() -> impl Strategy<Value = (Frame, [f64; 2])> {
    let sizes = (1_usize..30, 1_usize..30, 30.0_f64..2000.0, 0.3_f64..1.0);
    let framed = sizes.prop_flat_map(|(rows, cols, cell_metres, shortening)| {
        let frame = frame(rows, cols, cell_metres, shortening);
        (Just(frame), along(cols), along(rows))
    });
    framed.prop_map(|(frame, x, y)| (frame, at(&frame, [x, y])))
}

proptest! {
    #[test]
    fn the_parts_of_rows_are_the_cells_within_the_radius((frame, point) in frame_and_point()) {
        // Rounding may put a point on an edge outside.
        prop_assume!(cell_at(&frame, point).is_some());
        prop_assert_eq!(cells_of(&frame, point), cells_around(&frame, point));
    }
}

/// What a run says of a point.
fn counted(kept: &KeptResult, counts: &[(i32, Vec<u32>)], point: [f64; 2]) -> Option<SiteGrowth> {
    let (area, urban) = (&kept.area, kept.area.urban.last().unwrap().layer.values());
    let own = cell_at(&area.frame, point)?;
    let cells = cells_around(&area.frame, point).into_iter();
    let cells =
        cells.filter(|cell| area.water.values()[*cell] == 0 && area.excluded.values()[*cell] < 100);
    let (city, open): (Vec<usize>, Vec<usize>) = cells.partition(|cell| urban[*cell] > 0);
    let all = (city.len() + open.len()) as f64;
    let grown_in = |counts: &Vec<u32>| {
        let sum: f64 = open.iter().map(|cell| f64::from(counts[*cell])).sum();
        sum / f64::from(kept.whole.iterations().max(1))
    };
    let is_half = |grown: f64| all > 0.0 && city.len() as f64 + grown >= all / 2.0;
    let start = is_half(0.0).then_some(kept.whole.span().start);
    let mut later = counts
        .iter()
        .filter(|(_, counts)| is_half(grown_in(counts)));
    let reached = start.or_else(|| later.next().map(|(year, _)| *year));
    let last = counts.last().map(|(_, counts)| grown_in(counts));
    Some(SiteGrowth {
        is_urban: urban[own] > 0,
        chance: last
            .filter(|_| !open.is_empty())
            .map(|grown| grown / open.len() as f64),
        decade: reached.map(decade_of),
        share_now: (all > 0.0).then(|| city.len() as f64 / all),
    })
}

/// Puts water, protected land and city on blocks of cells.
fn blotted(kept: &KeptResult, block: usize, seed: u64) -> KeptResult {
    let mut kept = KeptResult {
        area: kept.area.clone(),
        whole: kept.whole.clone(),
    };
    let cols = kept.area.frame.shape.cols;
    for cell in 0..kept.area.frame.shape.cells() {
        let place = (cell / cols / block * cols + cell % cols / block) as u64;
        // SplitMix64.
        let mixed = (seed ^ place).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        let mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        match mixed >> 61 {
            0 | 1 => kept.area.water.values_mut()[cell] = 1,
            2 => kept.area.excluded.values_mut()[cell] = 100,
            3 => kept.area.excluded.values_mut()[cell] = 99,
            4 => kept.area.urban.last_mut().unwrap().layer.values_mut()[cell] = 1,
            _ => {}
        }
    }
    kept
}

/// At places of the frame, of which some are outside.
fn check(kept: &KeptResult, places: &[[f64; 2]]) -> Vec<Option<SiteGrowth>> {
    let points: Vec<[f64; 2]> = places
        .iter()
        .map(|place| at(&kept.area.frame, *place))
        .collect();
    let years = kept.whole.span().years();
    let counts: Vec<_> = years
        .filter_map(|year| Some((year, kept.whole.counts_in(year)?)))
        .collect();
    let expected: Vec<_> = points
        .iter()
        .map(|point| counted(kept, &counts, *point))
        .collect();
    let sites: Vec<Vec<Land>> = points
        .iter()
        .map(|point| {
            vec![Land {
                point: *point,
                area: 1.0,
            }]
        })
        .collect();
    assert_eq!(follow_sites(kept, &sites), expected);
    // Not a number equals itself as text.
    let text = |values: Vec<f64>| values.iter().map(f64::to_string).collect::<Vec<_>>();
    let known = |of: fn(&SiteGrowth) -> Option<f64>| {
        let values = expected.iter().map(|growth| growth.as_ref().and_then(of));
        text(values.map(|value| value.unwrap_or(f64::NAN)).collect())
    };
    assert_eq!(text(chances(kept, &points)), known(|growth| growth.chance));
    let decade = known(|growth| {
        let decade = growth.decade.map_or(BEYOND_RUN, f64::from);
        growth.share_now.map(|_| decade)
    });
    assert_eq!(text(decades(kept, &points)), decade);
    expected
}

/// Only the last year of each decade is read, and rows instead of cells.
#[test]
fn figures_of_many_points_are_those_of_each_cell_and_year() {
    // Without an iteration nothing grows.
    for (iterations, is_known) in [(5, true), (0, false)] {
        let kept = KeptResult::of_sample(iterations);
        let shape = kept.area.frame.shape;
        let rows = (0..shape.rows).step_by(2);
        let cells = rows.flat_map(|row| (0..shape.cols).step_by(2).map(move |col| (row, col)));
        let places: Vec<[f64; 2]> = cells
            .map(|(row, col)| [col as f64 + 0.5, row as f64 + 0.5])
            .collect();
        let found = check(&kept, &places);
        let mut found = found.iter().flatten();
        assert!(found.any(|growth| growth.decade.is_some() == is_known));
    }
}

static KEPT: LazyLock<KeptResult> = LazyLock::new(|| KeptResult::of_sample(2));

fn places() -> impl Strategy<Value = Vec<[f64; 2]>> {
    let Shape { rows, cols } = KEPT.area.frame.shape;
    let place = (along(cols), along(rows)).prop_map(|(x, y)| [x, y]);
    prop::collection::vec(place, 24)
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(12))]

    /// With blocks that have no data or are never built on, some of them larger than the surroundings; at edges, corners and outside.
    #[test]
    fn land_without_data_is_left_out_alike(block in 1_usize..24, seed in any::<u64>(), places in places()) {
        let kept = blotted(&KEPT, block, seed);
        let Shape { rows, cols } = kept.area.frame.shape;
        let (east, south) = (cols as f64 - 1e-9, rows as f64 - 1e-9);
        let corners = [[0.0, 0.0], [east, 0.0], [0.0, south], [east, south]];
        let outside = [[-0.5, 3.0], [3.0, south + 0.5]];
        let mut places = places;
        places.extend(corners.iter().chain(&outside));
        check(&kept, &places);
        check(&kept, &places[..1]);
        check(&kept, &[]);
    }
}
