//! Layers of an area: urban, roads, slope, exclusion, and what the picture is drawn on.
//!
//! So far there are the sample layers of two regions, made by our own seeded generator from facts
//! (where cities and interstates are, how many people live there, how the land lies). They look like
//! the regions and are no survey of them, which is why everything made from them is marked as a
//! sample. Operators' files and public services are not read here yet.

mod charlotte;
mod denver;
mod generate;
mod noise;
mod region;

use domain::BBox;
use sleuth::{City, Grid, LayerError};

use region::Region;

/// The regions with sample layers.
const REGIONS: [&Region; 2] = [&charlotte::REGION, &denver::REGION];

/// Layers of an area, all of one size, north at the top.
pub struct AreaLayers {
    /// What they are called on the screen.
    pub name: &'static str,
    /// Whether they are made up.
    pub is_sample: bool,
    /// Year that they stand for.
    pub year: i32,
    /// Share of the selection that they cover, 0..1.
    pub coverage: f64,
    /// Layers for the model.
    pub city: City,
    /// Urban in that year: 0 or 1.
    pub urban: Grid<u8>,
    /// Road weights, 0..100.
    pub roads: Grid<u8>,
    /// Water: 0 or 1.
    pub water: Grid<u8>,
    /// Light on the land, 0 dark to 255.
    pub hillshade: Grid<u8>,
}

/// Why an area has no layers.
#[derive(Debug, thiserror::Error)]
pub enum NoLayers {
    /// Nobody has layers there.
    #[error("No land-cover layers are available for this area.")]
    Uncovered,
    /// Fewer than [`SMALLEST_SIDE`] cells on a side.
    #[error("The selected area is too small to simulate. Please select at least 2 km by 2 km.")]
    TooSmall,
    /// The layers are there and cannot be grown on: nothing but water or city.
    #[error("Nothing can grow in the selected area: {0}.")]
    Unusable(#[from] LayerError),
}

/// Area of a cell, km².
pub const CELL_KM2: f64 = region::CELL_METRES * region::CELL_METRES / 1e6;
/// Fewest cells on a side of an area.
const SMALLEST_SIDE: usize = 12;

/// The layers of a selection: of the sample region that covers most of it, cut to it.
pub fn for_area(bbox: BBox) -> Result<AreaLayers, NoLayers> {
    let covered = |region: &Region| region.overlap(bbox).map_or(0.0, BBox::area_km2);
    let best = REGIONS
        .into_iter()
        .max_by(|one, other| covered(one).total_cmp(&covered(other)));
    let (region, part) = best
        .and_then(|region| Some((region, region.overlap(bbox)?)))
        .ok_or(NoLayers::Uncovered)?;
    let window = region.window(part);
    if window.shape.rows < SMALLEST_SIDE || window.shape.cols < SMALLEST_SIDE {
        return Err(NoLayers::TooSmall);
    }
    let coverage = (part.area_km2() / bbox.area_km2()).min(1.0);
    Ok(generate::layers(region, window, coverage)?)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn bbox(west: f64, south: f64, east: f64, north: f64) -> BBox {
        BBox::new(west, south, east, north).unwrap()
    }

    fn share(grid: &Grid<u8>) -> f64 {
        grid.values().iter().filter(|value| **value > 0).count() as f64 / grid.values().len() as f64
    }

    #[test]
    fn sample_regions_fit_the_largest_selection_and_look_like_cities() {
        for region in REGIONS {
            let whole = for_area(region.bbox()).unwrap();
            assert!(region.bbox().area_km2() <= crate::growth::domain::MAX_AREA_KM2);
            assert!(whole.is_sample && (whole.coverage - 1.0).abs() < 1e-9);
            let (urban, roads, water) = (
                share(&whole.urban),
                share(&whole.roads),
                share(&whole.water),
            );
            assert!(
                (0.15..0.6).contains(&urban),
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
        }
    }

    #[test]
    fn a_part_is_cut_out_of_the_whole() {
        let region = &charlotte::REGION;
        let whole = for_area(region.bbox()).unwrap();
        let part_box = bbox(-80.95, 35.15, -80.75, 35.30);
        let part = for_area(part_box).unwrap();
        let window = region.window(part_box);
        for row in 0..window.shape.rows {
            for col in 0..window.shape.cols {
                assert_eq!(
                    part.urban.at(row, col),
                    whole.urban.at(row + window.top, col + window.left)
                );
                assert_eq!(
                    part.roads.at(row, col),
                    whole.roads.at(row + window.top, col + window.left)
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
            Err(NoLayers::Uncovered)
        ));
        assert!(matches!(
            for_area(bbox(-80.90, 35.20, -80.89, 35.21)),
            Err(NoLayers::TooSmall)
        ));
    }
}
