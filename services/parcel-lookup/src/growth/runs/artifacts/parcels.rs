//! Growth around parcels, as it is answered: [`surroundings`] has the definitions.

use domain::ParcelUuid;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::result::KeptResult;
use super::surroundings::{self, Land, SiteGrowth};

/// Most parcels per request.
pub const MAX_PARCELS: usize = 2_000;

/// A parcel to evaluate.
#[derive(Debug, Clone, Deserialize, ToSchema)]
pub struct AskedParcel {
    /// Returned unchanged.
    pub parcel_number: String,
    /// Degrees east.
    pub lon: f64,
    /// Degrees north.
    pub lat: f64,
    /// The parcel's identity. Of a site, the figures are those of all its parcels, each by its share of the land, and not of the point.
    pub ll_uuid: Option<ParcelUuid>,
}

/// A parcel or a site with its land.
#[derive(Debug)]
pub struct Placed {
    /// As in the request.
    pub parcel_number: String,
    pub lon: f64,
    pub lat: f64,
    /// Not empty.
    pub land: Vec<Land>,
}

impl Placed {
    /// With the land of a site, else at its own point.
    pub fn of(asked: AskedParcel, site: Option<&[([f64; 2], f64)]>) -> Self {
        let point = [asked.lon, asked.lat];
        let land = |(point, area): &([f64; 2], f64)| Land {
            point: *point,
            area: *area,
        };
        let site = site.map(|site| site.iter().map(land).collect());
        let site = site.filter(|land: &Vec<Land>| !land.is_empty());
        Self {
            parcel_number: asked.parcel_number,
            lon: asked.lon,
            lat: asked.lat,
            land: site.unwrap_or_else(|| vec![Land { point, area: 1.0 }]),
        }
    }
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
    /// Whether the parcel, or each parcel of the site, lies in the run's area; if not, the other fields are null.
    pub inside: bool,
    /// Whether its cell, or that of the site's largest parcel, is urban at the start.
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
pub fn grown(kept: &KeptResult, mut asked: Vec<Placed>) -> Vec<GrownParcel> {
    let land: Vec<Vec<Land>> = asked
        .iter_mut()
        .map(|placed| std::mem::take(&mut placed.land))
        .collect();
    let followed = surroundings::follow_sites(kept, &land);
    let answers = asked.into_iter().zip(followed);
    answers
        .map(|(placed, around)| answer(placed, around.as_ref()))
        .collect()
}

fn answer(asked: Placed, around: Option<&SiteGrowth>) -> GrownParcel {
    GrownParcel {
        parcel_number: asked.parcel_number,
        lon: asked.lon,
        lat: asked.lat,
        inside: around.is_some(),
        urban_now: around.map(|around| around.is_urban),
        chance_percent: around.and_then(|around| around.chance).map(percent),
        likely_decade: around
            .and_then(|around| around.decade)
            .map(|decade| format!("{decade}s")),
        surrounded_percent_now: around.and_then(|around| around.share_now).map(percent),
    }
}

/// Rounded to one decimal.
fn percent(share: f64) -> f64 {
    (1000.0 * share).round() / 10.0
}

#[cfg(test)]
mod tests {
    use site_search::BEYOND_RUN;

    use super::*;
    use crate::growth::runs::artifacts::{chances, decades};

    fn kept() -> KeptResult {
        KeptResult::of_sample(5)
    }

    #[test]
    fn parcels_are_judged_by_their_surroundings() {
        let kept = kept();
        let frame = kept.area.frame;
        let of = |parcel| grown(&kept, vec![Placed::of(parcel, None)]).remove(0);
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
                ll_uuid: None,
            });
            assert!(said.inside && said.urban_now.is_some());
            // The same without the other figures.
            let chance = chances::chances(&kept, &[[lon, lat]])[0];
            match said.chance_percent {
                Some(percent) => assert!((100.0 * chance - percent).abs() <= 0.05, "{chance}"),
                None => assert!(chance.is_nan()),
            }
            let decade = decades::decades(&kept, &[[lon, lat]])[0];
            let decade = (decade < BEYOND_RUN).then(|| format!("{decade}s"));
            assert_eq!(decade, said.likely_decade);
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
            ll_uuid: None,
        });
        assert!(!outside.inside && outside.urban_now.is_none() && outside.chance_percent.is_none());
        assert!(chances::chances(&kept, &[[-100.0, 35.1]])[0].is_nan());
        let nowhere = of(AskedParcel {
            parcel_number: "x".to_owned(),
            lon: f64::NAN,
            lat: 35.1,
            ll_uuid: None,
        });
        assert!(!nowhere.inside);
    }

    #[test]
    fn a_site_has_the_means_of_its_land() {
        let kept = kept();
        let frame = kept.area.frame;
        let at = |row: f64, col: f64| {
            [
                frame.west + col * frame.dlon,
                frame.north - row * frame.dlat,
            ]
        };
        let chance = |point: [f64; 2]| chances::chances(&kept, &[point])[0];
        // Of two places with open land around, whose chances differ.
        let rows = (2..frame.shape.rows - 2).step_by(2);
        let cells = rows.flat_map(|row| {
            let cols = (2..frame.shape.cols - 2).step_by(2);
            cols.map(move |col| at(row as f64 + 0.5, col as f64 + 0.5))
        });
        let cells: Vec<[f64; 2]> = cells.collect();
        let chances = chances::chances(&kept, &cells).into_iter();
        let mut cells: Vec<_> = chances.zip(cells).filter(|(x, _)| !x.is_nan()).collect();
        cells.sort_by(|(one, _), (other, _)| one.total_cmp(other));
        let (low, high) = (cells[0].1, cells[cells.len() - 1].1);
        assert!(chance(high) > chance(low) + 0.05);
        let site = |land: &[([f64; 2], f64)]| {
            let land = land.iter().map(|(point, area)| Land {
                point: *point,
                area: *area,
            });
            surroundings::follow_sites(&kept, &[land.collect()]).remove(0)
        };
        let both = site(&[(low, 3.0), (high, 1.0)]).unwrap();
        let expected = 0.75 * chance(low) + 0.25 * chance(high);
        assert!((both.chance.unwrap() - expected).abs() < 1e-12);
        // Equal parts are as one of them.
        let single = site(&[(low, 1.0)]);
        assert_eq!(
            site(&[(low, 2.0), (low, 5.0)]).map(|site| site.decade),
            single.map(|site| site.decade)
        );
        // Half of a site outside of the run's area is not known.
        assert_eq!(site(&[(low, 3.0), ([-100.0, 35.1], 1.0)]), None);
        assert_eq!(site(&[]), None);
    }
}
