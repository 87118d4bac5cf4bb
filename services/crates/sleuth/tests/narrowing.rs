//! Narrowing of calibration stages: the published rule, by cases and as properties.

#![expect(clippy::unwrap_used, reason = "what cannot be set up has failed")]

use proptest::prelude::*;
use sleuth::calibrate::{KEPT, Level, Range, Score, Stage, ranked};
use sleuth::{Coefficients, Fit};

/// A score of this value.
fn scored(set: [u8; 5], worth: f64) -> Score {
    let fit = Fit {
        compare: worth,
        lee_sallee: 0.5,
        pop: 1.0,
        edges: 1.0,
        clusters: 1.0,
        cl_size: 1.0,
        slope: 1.0,
        pct_urban: 1.0,
        xmean: 1.0,
        ymean: 1.0,
        rad: 1.0,
        land_use: None,
        unchanged: Vec::new(),
    };
    Score {
        coefficients: Coefficients::given(set.map(f64::from)).unwrap(),
        osm: fit.optimal(),
        product: fit.product(),
        worth,
        fit,
    }
}

fn range(start: u8, step: u8, last: u8) -> Range {
    Range {
        start,
        step,
        stop: last,
    }
}

#[test]
fn the_first_stage_tries_everything_in_steps_of_25() {
    let sets: Vec<[u8; 5]> = Stage::coarse()
        .sets()
        .iter()
        .map(Coefficients::whole)
        .collect();
    assert_eq!(sets.len(), 3_125);
    // 0 runs as 1; road gravity changes fastest.
    assert_eq!(sets[0], [1; 5]);
    assert_eq!(sets[1], [1, 1, 1, 1, 25]);
    assert_eq!(sets[5], [1, 1, 1, 25, 1]);
    assert_eq!(sets[3_124], [100; 5]);
}

#[test]
fn the_rule_gives_the_published_ranges() {
    // Diffusion is constant in the middle, breed at the bottom, spread at the top; the others vary.
    let fine = Stage::narrowed(
        Level::Fine,
        &[
            scored([50, 1, 100, 1, 25], 0.9),
            scored([50, 1, 100, 75, 100], 0.8),
        ],
    )
    .unwrap();
    let expected = [
        range(50, 5, 70),
        range(0, 5, 20),
        range(80, 5, 100),
        range(0, 18, 72),
        range(25, 18, 97),
    ];
    assert_eq!(fine.ranges, expected);
    assert_eq!(fine.ranges[1].values(), [1, 5, 10, 15, 20]);
    let last = Stage::narrowed(Level::Final, &[scored([50, 1, 100, 97, 3], 0.9)]).unwrap();
    let expected = [
        range(50, 1, 54),
        range(0, 1, 4),
        range(96, 1, 100),
        range(96, 1, 100),
        range(3, 1, 7),
    ];
    assert_eq!(last.ranges, expected);
    // 0 and 1 are one set.
    assert_eq!(last.ranges[1].values(), [1, 2, 3, 4]);
    assert_eq!(last.sets().len(), 5 * 4 * 5 * 5 * 5);
}

#[test]
fn only_the_ten_best_count() {
    let mut scores: Vec<Score> = (0..10)
        .map(|place| scored([20 + place; 5], 0.5 + f64::from(place) / 100.0))
        .collect();
    let narrow = Stage::narrowed(Level::Fine, &scores).unwrap();
    scores.push(scored([90; 5], 0.4));
    assert_eq!(Stage::narrowed(Level::Fine, &scores).unwrap(), narrow);
    scores.push(scored([90; 5], 0.9));
    assert_ne!(Stage::narrowed(Level::Fine, &scores).unwrap(), narrow);
    assert_eq!(Stage::narrowed(Level::Fine, &[]), None);
}

fn any_scores() -> impl Strategy<Value = Vec<Score>> {
    // Few distinct scores, so that ties are common.
    let score = (prop::array::uniform5(0_u8..=100), 0_u8..8)
        .prop_map(|(set, worth)| scored(set, f64::from(worth) / 8.0));
    prop::collection::vec(score, 1..40)
}

fn any_level() -> impl Strategy<Value = Level> {
    prop::sample::select(Level::ALL.to_vec())
}

proptest! {
    #[test]
    fn a_stage_has_up_to_five_values_inside_the_limits(scores in any_scores(), level in any_level()) {
        let stage = Stage::narrowed(level, &scores).unwrap();
        for range in stage.ranges {
            let values = range.values();
            prop_assert!((4..=5).contains(&values.len()), "{:?}", values);
            prop_assert!(values.windows(2).all(|pair| pair[0] < pair[1]));
            prop_assert!(values.iter().all(|value| (1..=100).contains(value)));
        }
        let sets = stage.sets();
        prop_assert_eq!(sets.len(), stage.ranges.iter().map(|range| range.values().len()).product::<usize>());
        prop_assert!(sets.iter().enumerate().all(|(place, set)| !sets[..place.min(40)].contains(set)));
    }

    #[test]
    fn a_stage_stays_between_the_best_sets_and_reaches_nearly_as_far(scores in any_scores(), level in any_level()) {
        let stage = Stage::narrowed(level, &scores).unwrap();
        let best: Vec<[u8; 5]> = ranked(&scores).iter().take(KEPT).map(|score| score.coefficients.whole()).collect();
        for (place, range) in stage.ranges.iter().enumerate() {
            // 1 counts as 0, because 0 is run as 1.
            let values = best.iter().map(|set| if set[place] == 1 { 0 } else { set[place] });
            let (least, most) = (values.clone().min().unwrap(), values.max().unwrap());
            if most - least > 4 {
                prop_assert_eq!(range.start, least);
                prop_assert!(range.stop <= most && most - range.stop < 4, "{:?} of {}..{}", range, least, most);
            } else {
                // Too close for five values: the range extends beyond them, but not beyond 100.
                prop_assert!(range.start <= least && range.stop >= most, "{:?} of {}..{}", range, least, most);
            }
        }
    }

    #[test]
    fn the_order_of_scores_does_not_matter(scores in any_scores(), level in any_level(), turn in 0_usize..40) {
        let mut turned = scores.clone();
        turned.rotate_left(turn % scores.len());
        turned.reverse();
        prop_assert_eq!(Stage::narrowed(level, &scores), Stage::narrowed(level, &turned));
        prop_assert_eq!(ranked(&scores), ranked(&turned));
    }

    #[test]
    fn nothing_leaves_the_search_that_is_stored_and_read_again(scores in any_scores(), level in any_level()) {
        let text = serde_json::to_string(&(Stage::narrowed(level, &scores).unwrap(), &scores)).unwrap();
        let (stage, read): (Stage, Vec<Score>) = serde_json::from_str(&text).unwrap();
        prop_assert_eq!(Some(stage), Stage::narrowed(level, &read));
        prop_assert_eq!(read, scores);
    }
}
