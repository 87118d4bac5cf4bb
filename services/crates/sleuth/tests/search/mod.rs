//! Scores many sets on all cores, and searches in stages.

use std::thread;

use sleuth::calibrate::{Calibration, Goal, Score, Stage};
use sleuth::{City, Coefficients, Settings};

/// The scores of these sets in their order.
pub fn scores(
    city: &City,
    settings: Settings,
    iterations: u32,
    goal: Goal,
    sets: &[Coefficients],
) -> Vec<Score> {
    let threads = thread::available_parallelism().map_or(1, usize::from);
    thread::scope(|scope| {
        // Dealt round-robin, because neighbouring sets take about as long.
        let dealt: Vec<_> = (0..threads)
            .map(|first| {
                scope.spawn(move || -> Vec<Score> {
                    let mut calibration = Calibration::new(city, settings, iterations)
                        .unwrap()
                        .aiming_at(goal);
                    let own = sets.iter().skip(first).step_by(threads);
                    own.map(|set| calibration.score(*set)).collect()
                })
            })
            .collect();
        let mut parts: Vec<_> = dealt
            .into_iter()
            .map(|part| part.join().unwrap().into_iter())
            .collect();
        (0..sets.len())
            .filter_map(|place| parts[place % threads].next())
            .collect()
    })
}

/// Every stage from this one on, modified by `change`, and all scores. `change` may drop sets, so
/// that a test is faster than a calibration.
pub fn stages(
    city: &City,
    settings: Settings,
    iterations: u32,
    goal: Goal,
    change: impl Fn(Stage) -> Stage,
) -> (Vec<Stage>, Vec<Score>) {
    let (mut stages, mut all) = (Vec::new(), Vec::new());
    let mut next = Some(Stage::coarse());
    while let Some(stage) = next.map(&change) {
        let scores = scores(city, settings, iterations, goal, &stage.sets());
        let level = stage.level.next();
        next = level.and_then(|level| Stage::narrowed(level, &scores));
        stages.push(stage);
        all.extend(scores);
    }
    (stages, all)
}
