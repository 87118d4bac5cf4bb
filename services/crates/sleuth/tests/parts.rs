//! Parts of a prediction: counted by year, serialized, joined in any order.

#![expect(clippy::unwrap_used, reason = "what cannot be set up has failed")]

use proptest::prelude::*;
use sleuth::predict::{self, BytesError, Prediction};
use sleuth::statistics::Metric;
use sleuth::{City, Coefficients, Dated, Grid, Layers, SelfModification, Settings, Shape, Span};

const SHAPE: Shape = Shape { rows: 24, cols: 31 };
const SPAN: Span = Span {
    start: 2020,
    stop: 2027,
};

fn city() -> City {
    let layer = |value: fn(usize, usize) -> u8| {
        let cells = (0..SHAPE.cells()).map(|cell| value(cell / SHAPE.cols, cell % SHAPE.cols));
        let layer = Grid::from_values(SHAPE, cells.collect()).unwrap();
        vec![Dated { year: 2020, layer }]
    };
    City::new(Layers {
        urban: layer(|i, j| u8::from((8..13).contains(&i) && (9..14).contains(&j))),
        roads: layer(|i, _| u8::from(i == 11)),
        slope: Grid::filled(SHAPE, 1),
        excluded: Grid::filled(SHAPE, 0),
    })
    .unwrap()
}

fn part(city: &City, iterations: &[u32]) -> Prediction {
    let coefficients = Coefficients::given([40.0; 5]).unwrap();
    let settings = Settings::standard(7, 21.0, SelfModification::USUAL);
    let mut runner = predict::runner(city, SPAN, coefficients, settings);
    let mut part = Prediction::yearly(city, SPAN);
    for iteration in iterations {
        part.add(&mut runner, *iteration);
    }
    part
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(32))]

    /// Means are floating-point sums: added in order of arrival they would differ here.
    #[test]
    fn parts_join_in_any_order_to_the_same_bits(order in Just((0_u32..9).collect::<Vec<_>>()).prop_shuffle(), cut in 0_usize..9) {
        let city = city();
        let whole = part(&city, &[0, 1, 2, 3, 4, 5, 6, 7, 8]);
        let mut joined = Prediction::yearly(&city, SPAN);
        for iterations in [&order[cut..], &order[..cut]] {
            joined.join(&Prediction::from_bytes(&part(&city, iterations).to_bytes()).unwrap());
        }
        prop_assert_eq!(joined.to_bytes(), whole.to_bytes());
        prop_assert_eq!(joined.years(), whole.years());
        prop_assert_eq!(joined.probability(), whole.probability());
    }

    #[test]
    fn damaged_bytes_are_refused(place in any::<prop::sample::Index>(), change in 1_u8..=255) {
        let bytes = part(&city(), &[0, 1]).to_bytes();
        let mut changed = bytes.clone();
        changed[place.index(bytes.len())] ^= change;
        prop_assert!(Prediction::from_bytes(&changed).is_err());
        prop_assert!(Prediction::from_bytes(&bytes[..place.index(bytes.len())]).is_err());
    }
}

#[test]
fn each_year_is_counted_as_if_it_were_the_last() {
    let city = city();
    let whole = part(&city, &[3, 4, 5]);
    for year in SPAN.years() {
        let counts = whole.counts_in(year).unwrap();
        let pops: f64 = (whole.records_of(year))
            .map(|record| record.get(Metric::Pop))
            .sum();
        assert!(
            (pops - f64::from(counts.iter().sum::<u32>())).abs() < 1e-9,
            "{year}"
        );
        let coefficients = Coefficients::given([40.0; 5]).unwrap();
        let settings = Settings::standard(7, 21.0, SelfModification::USUAL);
        let span = Span { stop: year, ..SPAN };
        let mut runner = predict::runner(&city, span, coefficients, settings);
        let mut plain = Prediction::empty(SHAPE, span);
        let mut urban = vec![0; SHAPE.cells()];
        for iteration in 3..6 {
            plain.add(&mut runner, iteration);
            runner.count_urban(&mut urban);
        }
        assert_eq!(counts, urban);
        assert_eq!(plain.counts_in(year).unwrap(), urban);
        assert_eq!(plain.counts_in(year - 1), None);
    }
    assert_eq!((whole.counts_in(2020), whole.counts_in(2028)), (None, None));
}

#[test]
fn other_bytes_and_other_forms_say_so() {
    assert_eq!(
        Prediction::from_bytes(b"GIF89a").unwrap_err(),
        BytesError::Foreign
    );
    let mut newer = part(&city(), &[0]).to_bytes();
    newer[b"sleuth prediction".len()] = 9;
    assert_eq!(
        Prediction::from_bytes(&newer).unwrap_err(),
        BytesError::Version(9)
    );
}

#[test]
#[should_panic(expected = "iteration 4 twice")]
fn an_iteration_counts_once() {
    let city = city();
    part(&city, &[1, 4]).join(&part(&city, &[4]));
}
