//! Features cut into tiles.

use crate::geometry::{Frame, Place, simpler, simpler_ring, turn};
use crate::mvt::{Drawn, EXTENT, Properties, TileWriter, Unit};

/// Width of the margin that a tile's lines and rings have beyond its sides, in units: lines are wide, and text
/// reaches over.
const MARGIN: f64 = 96.0;
/// Corners closer than this to the rest of a line are left out, in units.
const FINEST: f64 = 4.0;

/// A shape of the plane.
#[derive(Debug, Clone)]
pub enum Shape {
    /// A point.
    Point(Place),
    /// Lines.
    Lines(Vec<Vec<Place>>),
    /// An outer ring and its holes, without closing corners.
    Rings(Vec<Vec<Place>>),
    /// Everything except these rings.
    Outside(Vec<Vec<Place>>),
}

/// A feature of a base map.
#[derive(Debug, Clone)]
pub struct Feature<'a> {
    /// Its layer.
    pub layer: &'static str,
    /// First zoom at which it is in tiles; at the last zoom of the archive it always is.
    pub min_zoom: u8,
    /// Its shape.
    pub shape: Shape,
    /// Its properties.
    pub properties: &'a Properties,
}

/// A tile's place in the pyramid.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Coordinates {
    /// Zoom.
    pub z: u8,
    /// Columns from the west.
    pub x: u32,
    /// Rows from the north.
    pub y: u32,
}

impl Coordinates {
    /// The tile's area with a margin, in units of the tile.
    fn frame(self, margin: f64) -> Frame {
        let side = self.side();
        let (x, y, margin) = (f64::from(self.x), f64::from(self.y), margin / EXTENT);
        Frame {
            west: (x - margin) * side,
            north: (y - margin) * side,
            east: (x + 1.0 + margin) * side,
            south: (y + 1.0 + margin) * side,
        }
    }

    /// Of the world.
    fn side(self) -> f64 {
        0.5_f64.powi(i32::from(self.z))
    }

    fn children(self) -> [Self; 4] {
        let (z, x, y) = (self.z + 1, self.x * 2, self.y * 2);
        [(0, 0), (1, 0), (0, 1), (1, 1)].map(|(east, south)| Self {
            z,
            x: x + east,
            y: y + south,
        })
    }

    /// A line in the tile's units, without repeated places.
    fn units(self, line: &[Place]) -> Vec<Unit> {
        let side = self.side();
        let (west, north) = (f64::from(self.x) * side, f64::from(self.y) * side);
        let unit = |value: f64, start: f64| ((value - start) / side * EXTENT).round() as i32;
        let mut units: Vec<Unit> = line
            .iter()
            .map(|p| (unit(p.0, west), unit(p.1, north)))
            .collect();
        units.dedup();
        units
    }
}

/// Zooms of an archive, and the tiles of them that it has.
pub struct Pyramid<'a> {
    /// First zoom.
    pub first: u8,
    /// Last zoom.
    pub last: u8,
    /// Whether a tile and those below it are wanted.
    pub wanted: &'a dyn Fn(Coordinates) -> bool,
}

impl Pyramid<'_> {
    /// Calls `found` with the bytes of every tile that is not empty.
    pub fn cut(&self, features: &[Feature], found: &mut dyn FnMut(Coordinates, Vec<u8>)) {
        self.descend(Coordinates { z: 0, x: 0, y: 0 }, features, found);
    }

    fn descend(
        &self,
        tile: Coordinates,
        features: &[Feature],
        found: &mut dyn FnMut(Coordinates, Vec<u8>),
    ) {
        if features.is_empty() || !(self.wanted)(tile) {
            return;
        }
        if tile.z >= self.first
            && let Some(bytes) = self.draw(tile, features)
        {
            found(tile, bytes);
        }
        if tile.z < self.last {
            for child in tile.children() {
                let within: Vec<_> = features
                    .iter()
                    .filter_map(|feature| part(feature, child))
                    .collect();
                self.descend(child, &within, found);
            }
        }
    }

    fn draw(&self, tile: Coordinates, features: &[Feature]) -> Option<Vec<u8>> {
        let mut writer = TileWriter::default();
        for feature in features {
            if (feature.min_zoom <= tile.z || tile.z == self.last)
                && let Some(drawn) = drawn(&feature.shape, tile)
            {
                writer.add(feature.layer, &drawn, feature.properties);
            }
        }
        writer.finish()
    }
}

/// The part of a feature in a tile with its margin. A point is in one tile only.
fn part<'a>(feature: &Feature<'a>, tile: Coordinates) -> Option<Feature<'a>> {
    let frame = tile.frame(MARGIN);
    let rings = |rings: &[Vec<Place>]| -> Vec<Vec<Place>> {
        rings
            .iter()
            .map(|ring| frame.ring(ring))
            .filter(|ring| ring.len() > 2)
            .collect()
    };
    let shape = match &feature.shape {
        Shape::Point(place) => tile
            .frame(0.0)
            .holds(*place)
            .then_some(Shape::Point(*place)),
        Shape::Lines(lines) => {
            let parts: Vec<_> = lines.iter().flat_map(|line| frame.line(line)).collect();
            (!parts.is_empty()).then_some(Shape::Lines(parts))
        }
        Shape::Rings(all) => {
            let parts = rings(all);
            (!parts.is_empty()).then_some(Shape::Rings(parts))
        }
        Shape::Outside(all) => Some(Shape::Outside(rings(all))),
    };
    Some(Feature {
        layer: feature.layer,
        min_zoom: feature.min_zoom,
        shape: shape?,
        properties: feature.properties,
    })
}

fn drawn(shape: &Shape, tile: Coordinates) -> Option<Drawn> {
    let least = FINEST * tile.side() / EXTENT;
    match shape {
        Shape::Point(place) => Some(Drawn::Point(*tile.units(&[*place]).first()?)),
        Shape::Lines(lines) => {
            let lines: Vec<_> = lines
                .iter()
                .map(|line| tile.units(&simpler(line, least)))
                .filter(|line| line.len() > 1)
                .collect();
            (!lines.is_empty()).then_some(Drawn::Lines(lines))
        }
        Shape::Rings(rings) => {
            let outer = ring_of(rings.first()?, tile, least, true)?;
            let holes = rings[1..]
                .iter()
                .filter_map(|ring| ring_of(ring, tile, least, false));
            Some(Drawn::Rings([outer].into_iter().chain(holes).collect()))
        }
        Shape::Outside(rings) => outside(rings, tile, least),
    }
}

/// A ring in the tile's units, turned as required; none if nothing of it is left.
fn ring_of(ring: &[Place], tile: Coordinates, least: f64, clockwise: bool) -> Option<Vec<Unit>> {
    let mut units = tile.units(&simpler_ring(ring, least));
    if units.len() > 1 && units.first() == units.last() {
        units.pop();
    }
    let area = area_of(&units);
    if units.len() < 3 || area == 0.0 {
        return None;
    }
    if (area > 0.0) != clockwise {
        units.reverse();
    }
    Some(units)
}

fn area_of(units: &[Unit]) -> f64 {
    let places: Vec<Place> = units
        .iter()
        .map(|&(x, y)| (f64::from(x), f64::from(y)))
        .collect();
    turn(&places) / 2.0
}

/// The tile without the rings. Its own ring is one unit beyond the margin, so that no hole touches it.
fn outside(rings: &[Vec<Place>], tile: Coordinates, least: f64) -> Option<Drawn> {
    let holes: Vec<_> = rings
        .iter()
        .filter_map(|ring| ring_of(ring, tile, least, false))
        .collect();
    let (low, high) = (-(MARGIN as i32), EXTENT as i32 + MARGIN as i32);
    let covered: f64 = holes.iter().map(|hole| -area_of(hole)).sum();
    if covered >= f64::from(high - low).powi(2) {
        return None;
    }
    let around = vec![
        (low - 1, low - 1),
        (high + 1, low - 1),
        (high + 1, high + 1),
        (low - 1, high + 1),
    ];
    Some(Drawn::Rings([around].into_iter().chain(holes).collect()))
}

#[cfg(test)]
mod tests {
    use prost::Message as _;

    use super::*;
    use crate::mvt::Tile;

    fn cut(features: &[Feature], last: u8) -> Vec<(Coordinates, Tile)> {
        let mut tiles = Vec::new();
        let all = Pyramid {
            first: 0,
            last,
            wanted: &|_| true,
        };
        all.cut(features, &mut |at, bytes| {
            tiles.push((at, Tile::decode(bytes.as_slice()).unwrap()));
        });
        tiles
    }

    fn feature(shape: Shape, min_zoom: u8, properties: &Properties) -> Feature<'_> {
        Feature {
            layer: "places",
            min_zoom,
            shape,
            properties,
        }
    }

    #[test]
    fn a_point_is_in_one_tile_of_each_zoom_from_its_first_on() {
        let none = Properties::new();
        let tiles = cut(&[feature(Shape::Point((0.5, 0.5)), 2, &none)], 3);
        let at: Vec<_> = tiles.iter().map(|(at, _)| (at.z, at.x, at.y)).collect();
        assert_eq!(at, [(2, 2, 2), (3, 4, 4)]);
    }

    #[test]
    fn what_begins_beyond_the_last_zoom_is_there_at_the_last_zoom() {
        let none = Properties::new();
        assert_eq!(
            cut(&[feature(Shape::Point((0.1, 0.1)), 9, &none)], 2).len(),
            1
        );
    }

    #[test]
    fn the_outside_of_land_is_water_everywhere_else() {
        let none = Properties::new();
        // The north-western quarter of the world.
        let land = vec![(0.0, 0.0), (0.5, 0.0), (0.5, 0.5), (0.0, 0.5)];
        let tiles = cut(&[feature(Shape::Outside(vec![land]), 0, &none)], 2);
        let rings = |z, x, y| {
            let found = tiles.iter().find(|(at, _)| *at == Coordinates { z, x, y });
            found.map(|(_, tile)| {
                tile.layers[0].features[0]
                    .geometry
                    .iter()
                    .filter(|&&word| word == 15)
                    .count()
            })
        };
        assert_eq!(rings(0, 0, 0), Some(2));
        assert_eq!(rings(2, 3, 3), Some(1));
        // Beyond the world's edge is no land, so that only a tile within it has no water.
        assert_eq!(rings(2, 1, 1), Some(2));
        assert_eq!(
            cut(
                &[feature(
                    Shape::Outside(vec![vec![
                        (-1.0, -1.0),
                        (2.0, -1.0),
                        (2.0, 2.0),
                        (-1.0, 2.0)
                    ]]),
                    0,
                    &none
                )],
                1
            )
            .len(),
            0
        );
    }

    #[test]
    fn outer_rings_are_clockwise_whatever_they_were() {
        let none = Properties::new();
        let ring = vec![(0.2, 0.2), (0.2, 0.8), (0.8, 0.8), (0.8, 0.2)];
        let Some(Drawn::Rings(rings)) = drawn(
            &feature(Shape::Rings(vec![ring]), 0, &none).shape,
            Coordinates { z: 0, x: 0, y: 0 },
        ) else {
            panic!("a square is drawn");
        };
        assert!(area_of(&rings[0]) > 0.0);
    }
}
