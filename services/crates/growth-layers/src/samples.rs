//! Sample layers of three regions, generated with a fixed seed.
//!
//! Two are based on cities, interstates, population at four censuses and relief, but are not survey data; the third is around
//! the generated parcels. All are marked as samples.

use domain::BBox;

use super::area::AreaLayers;
use super::region::Region;
use super::{LayersUnavailable, MIN_CELLS_PER_SIDE, charlotte, denver, generate, sample_city};

/// The regions with sample layers.
const REGIONS: [&Region; 3] = [&charlotte::REGION, &denver::REGION, &sample_city::REGION];

/// The region that covers most of a selection, however little.
pub(super) fn region_of(bbox: BBox) -> Option<&'static Region> {
    let covered = |region: &Region| region.overlap(bbox).map_or(0.0, BBox::area_km2);
    REGIONS
        .into_iter()
        .max_by(|one, other| covered(one).total_cmp(&covered(other)))
}

/// The layers of a selection, clipped to the sample region that covers most of it.
pub fn for_area(bbox: BBox) -> Result<AreaLayers, LayersUnavailable> {
    let (region, part) = region_of(bbox)
        .and_then(|region| Some((region, region.overlap(bbox)?)))
        .ok_or(LayersUnavailable::Uncovered)?;
    let window = region.window(part);
    if window.shape.rows < MIN_CELLS_PER_SIDE || window.shape.cols < MIN_CELLS_PER_SIDE {
        return Err(LayersUnavailable::TooSmall);
    }
    let coverage = (part.area_km2() / bbox.area_km2()).min(1.0);
    let area = generate::layers(region, window, coverage);
    area.city()?;
    Ok(area)
}

#[cfg(test)]
mod tests {
    use sleuth::Grid;

    use super::*;

    fn bbox(west: f64, south: f64, east: f64, north: f64) -> BBox {
        BBox::new(west, south, east, north).unwrap()
    }

    fn share(grid: &Grid<u8>) -> f64 {
        grid.values().iter().filter(|value| **value > 0).count() as f64 / grid.values().len() as f64
    }

    #[test]
    fn sample_regions_look_like_cities_that_have_grown_and_lost_nothing() {
        for region in REGIONS {
            let whole = for_area(region.bbox()).unwrap();
            assert!(region.bbox().area_km2() <= crate::MAX_AREA_KM2);
            assert!(whole.is_sample && (whole.coverage - 1.0).abs() < 1e-9);
            let (urban, roads, water) = (
                share(&whole.urban[3].layer),
                share(&whole.roads[3].layer),
                share(&whole.water),
            );
            assert!(
                (0.12..0.6).contains(&urban),
                "{}: {urban} urban",
                whole.name
            );
            assert!(
                (0.02..0.4).contains(&roads),
                "{}: {roads} roads",
                whole.name
            );
            assert!(
                (0.001..0.2).contains(&water),
                "{}: {water} water",
                whole.name
            );
            let years: Vec<i32> = whole.urban.iter().map(|urban| urban.year).collect();
            assert_eq!(years, [1990, 2000, 2010, 2020]);
            for pair in whole.urban.windows(2) {
                let cells = || pair[0].layer.values().iter().zip(pair[1].layer.values());
                assert!(cells().all(|(then, later)| then <= later), "{}", whole.name);
                let (then, later) = (share(&pair[0].layer), share(&pair[1].layer));
                assert!((1.02..1.6).contains(&(later / then)), "{then} {later}");
            }
            let interstates = |date: usize| {
                let values = whole.roads[date].layer.values();
                values
                    .iter()
                    .map(|value| u32::from(*value == 100))
                    .sum::<u32>()
            };
            assert!(interstates(0) < interstates(3), "the belt opened later");
        }
    }

    #[test]
    fn a_part_is_cut_out_of_the_whole() {
        let region = &charlotte::REGION;
        let whole_box = bbox(-81.00, 35.12, -80.80, 35.30);
        let whole = for_area(whole_box).unwrap();
        let part_box = bbox(-80.95, 35.15, -80.85, 35.25);
        let part = for_area(part_box).unwrap();
        let (outer, mut window) = (region.window(whole_box), region.window(part_box));
        window.top -= outer.top;
        window.left -= outer.left;
        for row in 0..window.shape.rows {
            for col in 0..window.shape.cols {
                assert_eq!(
                    part.urban[0].layer.at(row, col),
                    whole.urban[0].layer.at(row + window.top, col + window.left)
                );
                assert_eq!(
                    part.roads[3].layer.at(row, col),
                    whole.roads[3].layer.at(row + window.top, col + window.left)
                );
            }
        }
    }

    #[test]
    fn an_area_half_outside_says_how_much_is_covered_and_elsewhere_there_is_none() {
        let half = for_area(bbox(-81.35, 35.1, -80.95, 35.3)).unwrap();
        assert!((0.4..0.6).contains(&half.coverage), "{}", half.coverage);
        assert!(matches!(
            for_area(bbox(-97.0, 32.0, -96.8, 32.2)),
            Err(LayersUnavailable::Uncovered)
        ));
        assert!(matches!(
            for_area(bbox(-80.90, 35.20, -80.89, 35.21)),
            Err(LayersUnavailable::TooSmall)
        ));
    }
}
