//! Growth around parcels: how likely a parcel is to be surrounded, and when.
//!
//! Definitions, shown wherever the figures are shown. Surroundings: buildable cells within
//! [`REACH_METRES`] of the parcel. Chance: expected share of the surroundings' open cells that are
//! urban in the last year, over all iterations. Likely decade: that of the first year in which at
//! least half of the surroundings are expected to be urban.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::growth::runs::artifacts::result::KeptResult;
use growth_layers::Frame;

/// Radius of a parcel's surroundings.
const REACH_METRES: f64 = 500.0;
/// Most parcels per request.
pub const MAX_PARCELS: usize = 2_000;
/// Excluded from growth from this value on.
pub(super) const NEVER: u8 = 100;

/// A parcel to evaluate.
#[derive(Debug, Clone, Deserialize, ToSchema)]
pub struct AskedParcel {
    /// Returned unchanged.
    pub parcel_number: String,
    /// Degrees east.
    pub lon: f64,
    /// Degrees north.
    pub lat: f64,
}

/// Parcels to evaluate.
#[derive(Debug, Clone, Deserialize, ToSchema)]
pub struct ParcelsRequest {
    /// At most 2,000.
    #[schema(max_items = 2000)]
    pub parcels: Vec<AskedParcel>,
}

/// Growth around a parcel.
#[derive(Debug, Clone, PartialEq, Serialize, ToSchema)]
pub struct GrownParcel {
    /// As in the request.
    pub parcel_number: String,
    /// Degrees east.
    pub lon: f64,
    /// Degrees north.
    pub lat: f64,
    /// Whether the parcel lies in the run's area; if not, the other fields are null.
    pub inside: bool,
    /// Whether its cell is urban at the start.
    #[schema(required = true)]
    pub urban_now: Option<bool>,
    /// Expected share of the open cells within 500 m that are urban in the last year, percent; null
    /// where none is open.
    #[schema(required = true)]
    pub chance_percent: Option<f64>,
    /// The decade of the first year in which at least half of the cells within 500 m are expected to
    /// be urban, such as `2040s`; null for never.
    #[schema(required = true)]
    pub likely_decade: Option<String>,
    /// Share of the cells within 500 m that are urban at the start, percent.
    #[schema(required = true)]
    pub surrounded_percent_now: Option<f64>,
}

/// Growth around each parcel, in the order of the request.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct ParcelsResponse {
    pub parcels: Vec<GrownParcel>,
}

/// Evaluates parcels, in the order of the request.
pub fn grown(kept: &KeptResult, asked: Vec<AskedParcel>) -> Vec<GrownParcel> {
    let mut parcels: Vec<Judged> = asked
        .into_iter()
        .map(|parcel| Judged::new(kept, parcel))
        .collect();
    let span = kept.whole.span();
    let iterations = f64::from(kept.whole.iterations().max(1));
    // Years are the outer loop because the counts of a year are computed on each access.
    for year in span.years() {
        let Some(counts) = kept.whole.counts_in(year) else {
            continue;
        };
        for parcel in &mut parcels {
            parcel.grow(year, &counts, iterations);
        }
    }
    parcels.into_iter().map(|parcel| parcel.answer).collect()
}

/// A parcel with its surroundings.
struct Judged {
    answer: GrownParcel,
    /// Number of surrounding cells that are urban at the start.
    city: usize,
    /// The other surrounding cells.
    open: Vec<usize>,
    /// Whether half of the surroundings are expected to be urban by the current year.
    reached: bool,
}

impl Judged {
    fn new(kept: &KeptResult, asked: AskedParcel) -> Self {
        let answer = GrownParcel {
            parcel_number: asked.parcel_number,
            lon: asked.lon,
            lat: asked.lat,
            inside: false,
            urban_now: None,
            chance_percent: None,
            likely_decade: None,
            surrounded_percent_now: None,
        };
        let mut judged = Self {
            answer,
            city: 0,
            open: Vec::new(),
            reached: false,
        };
        let frame = &kept.area.frame;
        let (Some(own), Some(urban)) =
            (cell_at(frame, asked.lon, asked.lat), kept.area.urban.last())
        else {
            return judged;
        };
        let is_urban = |cell: &usize| urban.layer.values()[*cell] > 0;
        judged.answer.inside = true;
        judged.answer.urban_now = Some(is_urban(&own));
        let can_be_built = |cell: &usize| {
            kept.area.water.values()[*cell] == 0 && kept.area.excluded.values()[*cell] < NEVER
        };
        let around = surroundings(frame, asked.lon, asked.lat).filter(can_be_built);
        let (city, open): (Vec<usize>, Vec<usize>) = around.partition(is_urban);
        judged.city = city.len();
        judged.open = open;
        let all = judged.city + judged.open.len();
        if all > 0 {
            judged.answer.surrounded_percent_now = Some(percent(judged.city as f64 / all as f64));
            judged.reach(kept.whole.span().start, 0.0);
        }
        judged
    }

    /// Applies the counts of a year.
    fn grow(&mut self, year: i32, counts: &[u32], iterations: f64) {
        if self.open.is_empty() {
            return;
        }
        let urban: f64 = self.open.iter().map(|cell| f64::from(counts[*cell])).sum();
        let grown = urban / iterations;
        // The value of the last year remains.
        self.answer.chance_percent = Some(percent(grown / self.open.len() as f64));
        self.reach(year, grown);
    }

    /// Records the decade in which half of the surroundings are expected to be urban.
    fn reach(&mut self, year: i32, grown: f64) {
        let all = (self.city + self.open.len()) as f64;
        if !self.reached && self.city as f64 + grown >= all / 2.0 {
            self.reached = true;
            self.answer.likely_decade = Some(format!("{}s", year - year.rem_euclid(10)));
        }
    }
}

/// Rounded to one decimal.
fn percent(share: f64) -> f64 {
    (1000.0 * share).round() / 10.0
}

pub(super) fn cell_at(frame: &Frame, lon: f64, lat: f64) -> Option<usize> {
    let (col, row) = (
        (lon - frame.west) / frame.dlon,
        (frame.north - lat) / frame.dlat,
    );
    let inside = (0.0..frame.shape.cols as f64).contains(&col)
        && (0.0..frame.shape.rows as f64).contains(&row);
    inside.then(|| row as usize * frame.shape.cols + col as usize)
}

/// Cells whose centre lies within the radius.
pub(super) fn surroundings(
    frame: &Frame,
    lon: f64,
    lat: f64,
) -> impl Iterator<Item = usize> + use<> {
    let (x, y) = (
        (lon - frame.west) / frame.dlon,
        (frame.north - lat) / frame.dlat,
    );
    let reach = REACH_METRES / frame.cell_metres;
    let shape = frame.shape;
    let span = move |middle: f64, count: usize| {
        let first = (middle - reach).floor().max(0.0) as usize;
        first..((middle + reach).ceil().max(0.0) as usize).min(count)
    };
    span(y, shape.rows).flat_map(move |row| {
        span(x, shape.cols).filter_map(move |col| {
            let away = (col as f64 + 0.5 - x).hypot(row as f64 + 0.5 - y);
            (away <= reach).then_some(row * shape.cols + col)
        })
    })
}

#[cfg(test)]
mod tests {
    use domain::BBox;
    use sleuth::predict::{self, Prediction};
    use sleuth::{SelfModification, Settings};

    use super::*;
    use crate::growth::runs::artifacts::chances;
    use crate::growth::runs::settings::GivenCoefficients;
    use growth_layers::samples;

    fn kept() -> KeptResult {
        let area = samples::for_area(BBox::new(-80.98, 35.06, -80.86, 35.14).unwrap()).unwrap();
        let city = area.city().unwrap();
        let span = sleuth::Span {
            start: area.year(),
            stop: area.year() + 20,
        };
        let settings = Settings::standard(1, 21.0, SelfModification::OFF);
        let given = GivenCoefficients::new([60, 80, 80, 20, 40])
            .for_model()
            .unwrap();
        let mut runner = predict::runner(&city, span, given, settings);
        let mut whole = Prediction::yearly(&city, span);
        (0..5).for_each(|iteration| whole.add(&mut runner, iteration));
        KeptResult { area, whole }
    }

    #[test]
    fn parcels_are_judged_by_their_surroundings() {
        let kept = kept();
        let frame = kept.area.frame;
        let cells = surroundings(
            &frame,
            frame.west + 20.5 * frame.dlon,
            frame.north - 20.5 * frame.dlat,
        );
        // 500 m are 3⅓ cells: a disc of 37 cells.
        assert_eq!(cells.count(), 37);
        let of = |parcel| grown(&kept, vec![parcel]).remove(0);
        let (mut chances, mut decades) = (0, 0);
        for row in (2..frame.shape.rows).step_by(5) {
            let (lon, lat) = (
                frame.west + 40.5 * frame.dlon,
                frame.north - (row as f64 + 0.5) * frame.dlat,
            );
            let said = of(AskedParcel {
                parcel_number: row.to_string(),
                lon,
                lat,
            });
            assert!(said.inside && said.urban_now.is_some());
            // The same without the other figures.
            let chance = chances::chances(&kept, &[[lon, lat]])[0];
            match said.chance_percent {
                Some(percent) => assert!((100.0 * chance - percent).abs() <= 0.05, "{chance}"),
                None => assert!(chance.is_nan()),
            }
            let share = said.surrounded_percent_now.unwrap_or(0.0);
            assert!((0.0..=100.0).contains(&share));
            chances += usize::from(
                said.chance_percent
                    .is_some_and(|chance| chance > 0.0 && chance <= 100.0),
            );
            decades += usize::from(
                said.likely_decade
                    .as_deref()
                    .is_some_and(|decade| ["2020s", "2030s", "2040s"].contains(&decade)),
            );
            if share >= 50.0 {
                assert_eq!(said.likely_decade.as_deref(), Some("2020s"));
            }
        }
        assert!(chances > 3 && decades > 3, "{chances} {decades}");
        let outside = of(AskedParcel {
            parcel_number: "x".to_owned(),
            lon: -100.0,
            lat: 35.1,
        });
        assert!(!outside.inside && outside.urban_now.is_none() && outside.chance_percent.is_none());
        assert!(chances::chances(&kept, &[[-100.0, 35.1]])[0].is_nan());
        let nowhere = of(AskedParcel {
            parcel_number: "x".to_owned(),
            lon: f64::NAN,
            lat: 35.1,
        });
        assert!(!nowhere.inside);
    }
}
