//! The curve of a wish in words, with all of its numbers: from them and the weights a reader can check each score of a file.

use site_search::{Curve, Fact, Wish};

/// Such as '0 at $600,000, 1 at $50,000, straight between; unknown is 0.5'.
pub fn curve_words(wish: &Wish) -> String {
    format!(
        "{}; unknown is {}",
        shape(wish.fact, &wish.curve),
        wish.neutral
    )
}

fn shape(fact: Fact, curve: &Curve) -> String {
    let said = |number: &f64| fact.written(*number);
    match curve {
        Curve::Ramp { zero, one } => {
            format!("0 at {}, 1 at {}, straight between", said(zero), said(one))
        }
        Curve::LogRamp { zero, one } => format!(
            "0 at {}, 1 at {}, by logarithms between",
            said(zero),
            said(one)
        ),
        Curve::Trapezoid { a, b, c, d } => format!(
            "0 up to {}, 1 from {} to {}, 0 from {} on, straight between",
            said(a),
            said(b),
            said(c),
            said(d)
        ),
        Curve::Steps { at, values } => {
            let first = at.first().map(|least| format!("below {}", said(least)));
            let others = at.iter().map(|least| format!("from {} on", said(least)));
            let places = first.into_iter().chain(others);
            let steps = values.iter().zip(places);
            let steps = steps.map(|(value, place)| format!("{value} {place}"));
            steps.collect::<Vec<_>>().join(", ")
        }
        Curve::HalfLife { h } => format!("1 at 0, half as much with each {} more", said(h)),
        Curve::Classes { values } => {
            let named = values.iter().map(|(name, value)| format!("{name} {value}"));
            let others = ["others 0".to_owned()];
            named.chain(others).collect::<Vec<_>>().join(", ")
        }
        Curve::Flag { yes, no } => format!("yes {yes}, no {no}"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_shape_says_all_of_its_numbers() {
        let acres = |curve: &Curve| shape(Fact::Acres, curve);
        assert_eq!(
            acres(&Curve::Ramp {
                zero: 1.0,
                one: 4.0
            }),
            "0 at 1.00 acres, 1 at 4.00 acres, straight between"
        );
        assert_eq!(
            acres(&Curve::LogRamp {
                zero: 8.0,
                one: 2.0
            }),
            "0 at 8.00 acres, 1 at 2.00 acres, by logarithms between"
        );
        let (a, b, c, d) = (1.0, 2.0, 3.0, 4.0);
        assert_eq!(
            acres(&Curve::Trapezoid { a, b, c, d }),
            "0 up to 1.00 acres, 1 from 2.00 acres to 3.00 acres, 0 from 4.00 acres on, straight between"
        );
        let steps = Curve::Steps {
            at: vec![1.0, 2.0],
            values: vec![0.0, 0.5, 1.0],
        };
        assert_eq!(
            acres(&steps),
            "0 below 1.00 acres, 0.5 from 1.00 acres on, 1 from 2.00 acres on"
        );
        assert_eq!(
            acres(&Curve::HalfLife { h: 2.0 }),
            "1 at 0, half as much with each 2.00 acres more"
        );
        let values = [("industrial", 1.0), ("vacant", 0.5)];
        let values = values.map(|(name, value)| (name.to_owned(), value));
        let classes = Curve::Classes {
            values: values.into(),
        };
        assert_eq!(
            shape(Fact::UseClass, &classes),
            "industrial 1, vacant 0.5, others 0"
        );
        let wish = Wish {
            fact: Fact::IsAbsentee,
            weight: 1,
            curve: Curve::Flag { yes: 1.0, no: 0.0 },
            neutral: 0.5,
        };
        assert_eq!(curve_words(&wish), "yes 1, no 0; unknown is 0.5");
    }
}
