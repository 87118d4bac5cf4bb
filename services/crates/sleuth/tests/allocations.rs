//! Growing allocates nothing: memory is reserved once per runner.

#![expect(clippy::unwrap_used, reason = "what cannot be set up has failed")]

use allocation_counter::measure;
use sleuth::{
    City, Coefficients, Dated, Grid, Layers, Numbers, SelfModification, Settings, Shape, Span,
    predict,
};

const SHAPE: Shape = Shape { rows: 60, cols: 50 };
const SPAN: Span = Span {
    start: 2000,
    stop: 2030,
};

fn city() -> City {
    let layer = |value: fn(usize, usize) -> u8| {
        let cells = (0..SHAPE.cells()).map(|cell| value(cell / SHAPE.cols, cell % SHAPE.cols));
        Grid::from_values(SHAPE, cells.collect()).unwrap()
    };
    let dated = |layer| vec![Dated { year: 2000, layer }];
    City::new(Layers {
        urban: dated(layer(|i, j| {
            u8::from(i < 9 && j < 12 || (i + 2 * j) % 37 == 0)
        })),
        roads: dated(layer(|i, j| u8::from(i == 20 || j == 30))),
        slope: layer(|i, _| (i / 4 * 2) as u8),
        excluded: layer(|_, j| (j * 2) as u8),
    })
    .unwrap()
}

/// From the first iteration on, with little growth and with much, in both modes. The list of
/// records belongs to the caller and is reserved here.
#[test]
fn an_iteration_allocates_nothing() {
    let city = city();
    for numbers in [Numbers::Counted, Numbers::Original] {
        for set in [
            [2.0, 5.0, 20.0, 51.0, 5.0],
            [100.0, 100.0, 100.0, 1.0, 100.0],
        ] {
            let settings = Settings {
                numbers,
                ..Settings::standard(1, 21.0, SelfModification::USUAL)
            };
            let given = Coefficients::given(set).unwrap();
            let mut runner = predict::runner(&city, SPAN, given, settings);
            let mut records = Vec::with_capacity(SPAN.years().count() * 3);
            let mut none = true;
            for iteration in 0..3 {
                let counted = measure(|| runner.iterate(iteration, &mut records));
                none &= counted.count_total == 0;
            }
            assert!(none, "{numbers:?} {set:?}");
            assert_eq!(records.len(), records.capacity());
        }
    }
    // The counter works.
    assert!(
        measure(|| drop(predict::runner(
            &city,
            SPAN,
            Coefficients::given([2.0; 5]).unwrap(),
            Settings::standard(1, 21.0, SelfModification::USUAL)
        )))
        .count_total
            > 0
    );
}
