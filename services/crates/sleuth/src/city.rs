//! The layers of an area, validated and prepared once, shared by all iterations.

use thiserror::Error;

use crate::grid::{Grid, Shape};
use crate::roads::Roads;

/// A layer of a year.
#[derive(Debug, Clone)]
pub struct Dated<T> {
    /// Calendar year.
    pub year: i32,
    /// The layer.
    pub layer: T,
}

/// Input layers, all of the same size.
#[derive(Debug, Clone)]
pub struct Layers {
    /// Urban areas, one or more years, oldest first: 0 not urban, more: urban.
    pub urban: Vec<Dated<Grid<u8>>>,
    /// Roads, one or more years, oldest first: 0 none, more: a weight in any unit.
    pub roads: Vec<Dated<Grid<u8>>>,
    /// Slope in percent, 0..255.
    pub slope: Grid<u8>,
    /// Resistance to growth: 0..99 percent, 100 and more: never urban.
    pub excluded: Grid<u8>,
}

/// Layers that cannot be simulated.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum LayerError {
    /// A layer has other rows or columns than the slope.
    #[error("the {0} layer and the slope layer differ in size")]
    Size(&'static str),
    /// The interior, without the outer frame, is empty.
    #[error("an area must have at least 3 rows and 3 columns")]
    TooSmall,
    /// No layer of a kind.
    #[error("there is no {0} layer")]
    Missing(&'static str),
    /// Years must increase from layer to layer.
    #[error("the years of the {0} layers are not ascending")]
    YearOrder(&'static str),
    /// No cell can change.
    #[error("the {layer} layer of {year} covers every cell")]
    Full {
        /// Kind of layer.
        layer: &'static str,
        /// Its year.
        year: i32,
    },
    /// Growth is excluded everywhere.
    #[error("every cell is excluded from growth")]
    AllExcluded,
}

/// Constant properties of a cell that affect growth; stored together, because they are read
/// together.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Land {
    /// Percent.
    pub(crate) slope: u8,
    /// Resistance in percent; 100 and more: never urban.
    pub(crate) excluded: u8,
}

/// An area ready for simulation.
#[derive(Debug, Clone)]
pub struct City {
    land: Grid<Land>,
    urban: Vec<Dated<Grid<u8>>>,
    roads: Vec<Dated<Roads>>,
    never_urban: usize,
}

/// Cells with this value or more never become urban.
const NEVER: u8 = 100;

impl City {
    /// Validates the layers, scales road weights to 0..100 and builds the road index.
    pub fn new(layers: Layers) -> Result<Self, LayerError> {
        check(&layers)?;
        let shape = layers.slope.shape();
        let Layers {
            urban,
            roads,
            slope,
            excluded,
        } = layers;
        let most = roads
            .iter()
            .map(|road| largest(&road.layer))
            .max()
            .unwrap_or(0);
        let roads = roads
            .into_iter()
            .map(|road| Dated {
                year: road.year,
                layer: Roads::new(normalised(road.layer, most)),
            })
            .collect();
        let never_urban = excluded
            .values()
            .iter()
            .filter(|value| **value >= NEVER)
            .count();
        let cells = slope.values().iter().zip(excluded.values());
        let land = cells.map(|(&slope, &excluded)| Land { slope, excluded });
        let land = Grid::from_values(shape, land.collect()).ok_or(LayerError::Size("excluded"))?;
        Ok(Self {
            land,
            urban,
            roads,
            never_urban,
        })
    }

    /// Rows and columns.
    pub fn shape(&self) -> Shape {
        self.land.shape()
    }

    /// Urban layers, oldest first.
    pub fn urban(&self) -> &[Dated<Grid<u8>>] {
        &self.urban
    }

    /// Number of cells that never become urban.
    pub(crate) fn never_urban(&self) -> usize {
        self.never_urban
    }

    /// Slope and resistance of a cell.
    pub(crate) fn land(&self, index: usize) -> Land {
        self.land.values()[index]
    }

    /// The latest road layer not after the year; the first if there is none.
    pub(crate) fn roads_in(&self, year: i32) -> &Roads {
        let place = self
            .roads
            .iter()
            .rposition(|road| road.year <= year)
            .unwrap_or(0);
        &self.roads[place].layer
    }

    /// The road layer that the original's prediction uses in every year.
    pub(crate) fn last_roads(&self) -> &Roads {
        &self.roads[self.roads.len() - 1].layer
    }

    /// Whether there is a single road layer, older than this year.
    pub(crate) fn has_lone_roads_before(&self, year: i32) -> bool {
        self.roads.len() == 1 && self.roads[0].year < year
    }

    /// The oldest road layer.
    pub(crate) fn first_roads(&self) -> &Roads {
        &self.roads[0].layer
    }

    /// The first urban layer of this year or later; the last if there is none.
    pub(crate) fn seed_for(&self, start: i32) -> &Grid<u8> {
        let place = self
            .urban
            .iter()
            .position(|urban| urban.year >= start)
            .unwrap_or(self.urban.len() - 1);
        &self.urban[place].layer
    }
}

fn check(layers: &Layers) -> Result<(), LayerError> {
    let shape = layers.slope.shape();
    if shape.rows < 3 || shape.cols < 3 {
        return Err(LayerError::TooSmall);
    }
    if layers.excluded.shape() != shape {
        return Err(LayerError::Size("excluded"));
    }
    for (name, dated) in [("urban", &layers.urban), ("road", &layers.roads)] {
        if dated.is_empty() {
            return Err(LayerError::Missing(name));
        }
        if dated.windows(2).any(|pair| pair[0].year >= pair[1].year) {
            return Err(LayerError::YearOrder(name));
        }
        for Dated { year, layer } in dated {
            if layer.shape() != shape {
                return Err(LayerError::Size(name));
            }
            if layer.values().iter().all(|value| *value > 0) {
                return Err(LayerError::Full {
                    layer: name,
                    year: *year,
                });
            }
        }
    }
    if layers.excluded.values().iter().all(|value| *value >= NEVER) {
        return Err(LayerError::AllExcluded);
    }
    Ok(())
}

fn largest(layer: &Grid<u8>) -> u8 {
    layer.values().iter().copied().max().unwrap_or(0)
}

/// Weights scaled to 0..100 of the largest in all layers, truncated; the ratio of the two largest
/// values in single precision, as in the original. A layer without roads stays empty.
fn normalised(mut layer: Grid<u8>, most: u8) -> Grid<u8> {
    let own = largest(&layer);
    if own > 0 {
        let ratio = f64::from(f32::from(own) / f32::from(most));
        for value in layer.values_mut() {
            *value = (100.0 * f64::from(*value) / f64::from(own) * ratio) as u8;
        }
    }
    layer
}

#[cfg(test)]
mod tests {
    use super::*;

    fn layers(rows: usize, cols: usize) -> Layers {
        let shape = Shape { rows, cols };
        let empty = Grid::filled(shape, 0_u8);
        let dated = |year| Dated {
            year,
            layer: empty.clone(),
        };
        Layers {
            urban: vec![dated(1990)],
            roads: vec![dated(1990)],
            slope: empty.clone(),
            excluded: empty.clone(),
        }
    }

    #[test]
    fn layers_that_cannot_be_simulated_are_refused() {
        let shape = Shape { rows: 4, cols: 5 };
        let full = Grid::filled(shape, 255_u8);
        let refused = |change: &dyn Fn(&mut Layers)| {
            let mut made = layers(4, 5);
            change(&mut made);
            City::new(made).unwrap_err()
        };
        assert_eq!(City::new(layers(2, 5)).unwrap_err(), LayerError::TooSmall);
        assert_eq!(
            refused(&|made| made.excluded = Grid::filled(Shape { rows: 5, cols: 4 }, 0)),
            LayerError::Size("excluded")
        );
        assert_eq!(
            refused(&|made| made.urban.clear()),
            LayerError::Missing("urban")
        );
        assert_eq!(
            refused(&|made| made.roads.push(made.roads[0].clone())),
            LayerError::YearOrder("road")
        );
        assert_eq!(
            refused(&|made| made.urban[0].layer = full.clone()),
            LayerError::Full {
                layer: "urban",
                year: 1990
            }
        );
        assert_eq!(
            refused(&|made| made.excluded = full.clone()),
            LayerError::AllExcluded
        );
    }

    #[test]
    fn road_weights_are_brought_to_a_hundred() {
        let mut made = layers(3, 3);
        made.roads[0].layer.values_mut()[..3].copy_from_slice(&[4, 2, 1]);
        let city = City::new(made).unwrap();
        assert_eq!(
            [0, 1, 2, 3].map(|index| city.first_roads().weight(index)),
            [100, 50, 25, 0]
        );
        assert_eq!(city.first_roads().count(), 3);
    }
}
