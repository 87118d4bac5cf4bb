//! Draws a simulation: shaded relief, the existing city, and the probability of growth in colours.

use std::io::Cursor;

use image::{ImageError, ImageFormat, Rgb, RgbImage};
use sleuth::{Dated, Grid};

use super::dto::LegendEntry;
use growth_layers::AreaLayers;

/// Approximate pixels of the longer side.
const LONG_SIDE: usize = 1_000;
/// Existing features, in the legend's colours.
const URBAN: [u8; 3] = [82, 88, 104];
const WATER: [u8; 3] = [143, 178, 204];
const ROAD: [u8; 3] = [38, 38, 42];
const EXCLUDED: [u8; 3] = [142, 170, 128];
/// Minimum weight of roads that are drawn, and minimum resistance of excluded land.
const MAIN: u8 = 100;
const NEVER: u8 = 100;
/// Every third diagonal of excluded land is coloured in an overlay.
const HATCH: usize = 3;
/// Minimum percent of iterations, label and colour of each class of growth. Below the lowest class
/// growth is random scatter and not drawn. The colours run from pale yellow to dark purple, an
/// order that is also visible to colour-blind readers and in greyscale.
const CLASSES: [(u8, &str, [u8; 3]); 5] = [
    (10, "10 to 19 % of runs", [254, 227, 145]),
    (20, "20 to 39 %", [254, 178, 76]),
    (40, "40 to 59 %", [240, 110, 60]),
    (60, "60 to 79 %", [196, 45, 80]),
    (80, "80 % and more", [110, 20, 95]),
];

/// Class of a cell, independent of how it is drawn.
#[derive(Clone, Copy)]
enum Seen {
    Road,
    Water,
    Urban,
    Growth([u8; 3]),
    Excluded,
    Land,
}

impl Seen {
    fn of(area: &AreaLayers, percent: u8, cell: usize) -> Self {
        if at(&area.roads, cell) >= MAIN {
            return Self::Road;
        }
        if area.water.values()[cell] > 0 {
            return Self::Water;
        }
        if at(&area.urban, cell) > 0 {
            return Self::Urban;
        }
        let class = CLASSES.iter().rev().find(|(least, ..)| percent >= *least);
        match class {
            Some((.., class)) => Self::Growth(*class),
            None if area.excluded.values()[cell] >= NEVER => Self::Excluded,
            None => Self::Land,
        }
    }
}

/// The colours with their meaning, in legend order.
pub fn legend(start_year: i32) -> Vec<LegendEntry> {
    let entry = |label: String, [r, g, b]: [u8; 3]| LegendEntry {
        label,
        colour: format!("#{r:02x}{g:02x}{b:02x}"),
    };
    let classes = CLASSES
        .iter()
        .map(|(_, label, colour)| entry((*label).to_owned(), *colour));
    std::iter::once(entry(format!("Urban in {start_year}"), URBAN))
        .chain(classes)
        .chain([
            entry("Water".to_owned(), WATER),
            entry("Excluded from growth".to_owned(), EXCLUDED),
            entry("Main roads".to_owned(), ROAD),
        ])
        .collect()
}

/// The image as PNG, north up.
pub fn draw(area: &AreaLayers, probability: &Grid<u8>) -> Result<Vec<u8>, ImageError> {
    let shape = probability.shape();
    let zoom = (LONG_SIDE / shape.rows.max(shape.cols)).max(1) as u32;
    let picture = RgbImage::from_fn(
        shape.cols as u32 * zoom,
        shape.rows as u32 * zoom,
        |x, y| {
            Rgb(colour(
                area,
                probability,
                (y / zoom) as usize * shape.cols + (x / zoom) as usize,
            ))
        },
    );
    let mut bytes = Cursor::new(Vec::new());
    picture.write_to(&mut bytes, ImageFormat::Png)?;
    Ok(bytes.into_inner())
}

/// Colour of a cell in an overlay; transparent for plain land.
pub fn overlay_colour(area: &AreaLayers, percent: u8, cell: usize) -> [u8; 4] {
    let cols = area.frame.shape.cols;
    match Seen::of(area, percent, cell) {
        Seen::Road => opaque(ROAD),
        Seen::Water => opaque(WATER),
        Seen::Urban => opaque(URBAN),
        Seen::Growth(class) => opaque(class),
        Seen::Excluded if (cell / cols + cell % cols).is_multiple_of(HATCH) => opaque(EXCLUDED),
        Seen::Excluded | Seen::Land => [0; 4],
    }
}

fn opaque([r, g, b]: [u8; 3]) -> [u8; 4] {
    [r, g, b, 255]
}

fn colour(area: &AreaLayers, probability: &Grid<u8>, cell: usize) -> [u8; 3] {
    let light = area.hillshade.values()[cell];
    match Seen::of(area, probability.values()[cell], cell) {
        Seen::Road => ROAD,
        Seen::Water => WATER,
        Seen::Urban => shaded(URBAN, light, 0.25),
        Seen::Growth(class) => shaded(class, light, 0.2),
        Seen::Excluded => shaded(EXCLUDED, light, 0.4),
        Seen::Land => shaded([236, 234, 222], light, 0.8),
    }
}

/// Value of a cell in the latest of these layers.
fn at(layers: &[Dated<Grid<u8>>], cell: usize) -> u8 {
    layers
        .last()
        .map_or(0, |latest| latest.layer.values()[cell])
}

/// Blends a colour with the relief's shading.
fn shaded(colour: [u8; 3], light: u8, much: f64) -> [u8; 3] {
    // 210 is the shading of level ground.
    let factor = 1.0 + much * (f64::from(light) / 210.0 - 1.0);
    colour.map(|part| (f64::from(part) * factor).clamp(0.0, 255.0) as u8)
}

#[cfg(test)]
mod tests {
    use ::domain::BBox;

    use super::*;
    use growth_layers::samples;

    #[test]
    fn the_picture_shows_city_water_and_growth_in_the_legends_colours() {
        let area = samples::for_area(BBox::new(-81.05, 35.10, -80.85, 35.25).unwrap()).unwrap();
        let mut probability = Grid::filled(area.frame.shape, 0_u8);
        let latest = |dated: &'_ [Dated<Grid<u8>>]| dated[dated.len() - 1].layer.clone();
        let built = [latest(&area.urban), latest(&area.roads), area.water.clone()];
        let open = (0..probability.values().len())
            .find(|cell| built.iter().all(|layer| layer.values()[*cell] == 0))
            .unwrap();
        probability.values_mut()[open] = 85;
        let png = draw(&area, &probability).unwrap();
        let picture = image::load_from_memory(&png).unwrap().into_rgb8();
        let shape = probability.shape();
        let zoom = picture.width() as usize / shape.cols;
        assert_eq!(picture.height() as usize, shape.rows * zoom);
        let pixel = |cell: usize| {
            picture
                .get_pixel(
                    (cell % shape.cols * zoom) as u32,
                    (cell / shape.cols * zoom) as u32,
                )
                .0
        };
        let water = area
            .water
            .values()
            .iter()
            .position(|water| *water > 0)
            .unwrap();
        assert_eq!(pixel(water), WATER);
        let [r, g, b] = pixel(open).map(i32::from);
        assert!(
            r > 80 && g < 60 && b > 60,
            "dark purple where growth is likely, not {r} {g} {b}"
        );
        assert_eq!(legend(2020)[0].label, "Urban in 2020");
    }

    /// Every legend entry is drawn: approximately in its colour in the image, exactly in the
    /// overlay.
    #[test]
    fn whatever_the_legend_names_is_drawn() {
        let mut area = samples::for_area(BBox::new(-81.05, 35.10, -80.85, 35.25).unwrap()).unwrap();
        let shape = area.frame.shape;
        let free = |area: &AreaLayers, cell: usize| {
            matches!(Seen::of(area, 0, cell), Seen::Land)
                && (cell / shape.cols + cell % shape.cols).is_multiple_of(HATCH)
        };
        let land: Vec<usize> = (0..shape.cells())
            .filter(|cell| free(&area, *cell))
            .collect();
        let [water, excluded, road, urban, growing @ ..] = &land[..] else {
            panic!("no land");
        };
        area.water.values_mut()[*water] = 1;
        area.excluded.values_mut()[*excluded] = NEVER;
        let last = |dated: &mut Vec<Dated<Grid<u8>>>, cell: usize| {
            dated.last_mut().unwrap().layer.values_mut()[cell] = MAIN;
        };
        last(&mut area.roads, *road);
        last(&mut area.urban, *urban);
        let mut probability = Grid::filled(shape, 0_u8);
        let mut cells = vec![*urban];
        for (cell, (least, ..)) in growing.iter().zip(CLASSES) {
            probability.values_mut()[*cell] = least;
            cells.push(*cell);
        }
        cells.extend([*water, *excluded, *road]);
        for (cell, entry) in cells.into_iter().zip(legend(2020)) {
            let [r, g, b, opaque] = overlay_colour(&area, probability.values()[cell], cell);
            assert_eq!(
                (format!("#{r:02x}{g:02x}{b:02x}"), opaque),
                (entry.colour, 255)
            );
            let drawn = colour(&area, &probability, cell).map(i32::from);
            let apart = [r, g, b].map(i32::from).into_iter().zip(drawn);
            assert!(
                apart
                    .map(|(one, other)| (one - other).abs())
                    .all(|far| far < 60),
                "{}",
                entry.label
            );
        }
        assert_eq!(legend(2020).len(), CLASSES.len() + 4);
        // Below the lowest class nothing is drawn.
        assert_eq!(overlay_colour(&area, 9, growing[9]), [0; 4]);
    }
}
