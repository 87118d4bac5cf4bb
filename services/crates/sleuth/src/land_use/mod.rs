//! Land use coupled to growth: the deltatron model.
//!
//! Two land-use layers define a transition matrix and a mean slope per class. Each year the cells
//! that became urban take the urban class; as many changes as cells grew are then tried at random
//! positions, spread to a patch around them and, for a few years, to their neighbours ("deltatrons"
//! mark such changes with their age). Model: J. Candau, S. Rasmussen and K. C. Clarke, "A coupled
//! cellular automaton model for land use/land cover dynamics", 4th International Conference on
//! Integrating GIS and Environmental Modeling, Banff 2000, as implemented in the original's version
//! 3.0 beta.
//!
//! Land use never affects where the city grows. In the original it does shift growth's random
//! numbers, because both use one stream; with [`Numbers::Counted`](crate::Numbers::Counted) it has
//! its own numbers, and growth is the same with and without it.
//!
//! Of the original's defects, one can be kept ([`ClassSlopes::Sum`]). Two outputs are partly
//! undefined there and are always corrected: the uncertainty of 64-bit builds, and the most
//! frequent class if that is the first one declared ([`Outcome`]).

mod deltatron;
mod outcome;
#[cfg(test)]
mod tests;

use thiserror::Error;

pub use deltatron::Deltatrons;
pub use outcome::Outcome;

use crate::city::{City, Dated};
use crate::grid::{Grid, Shape};

/// Role of a class.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Kind {
    /// The class of grown cells; never changes. Exactly one class has this kind.
    Urban,
    /// Never changes, such as water.
    Excluded,
    /// Unknown land; never changes.
    Unclassed,
    /// Changes, and others change to it.
    Ordinary,
}

/// A land-use class.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Class {
    /// Its value in the layers, 0..255.
    pub value: u8,
    /// Its name.
    pub name: String,
    /// Its role.
    pub kind: Kind,
}

/// Slope of a class, which decides to which of two classes land changes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ClassSlopes {
    /// Mean percent slope of its cells in the second layer.
    Mean,
    /// Sum over its cells: used by the original unless its log of transitions is on.
    Sum,
}

/// Invalid land-use layers.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum LandUseError {
    /// Not exactly two layers.
    #[error("land use needs layers of exactly two years, there are {0}")]
    Layers(usize),
    /// Years must increase.
    #[error("the years of the land-use layers are not ascending: {0}, {1}")]
    YearOrder(i32, i32),
    /// The last land-use and urban layers must have the same year.
    #[error("the last land-use layer is of {land_use}, the last urban layer of {urban}")]
    LastYear {
        /// Year of the last land-use layer.
        land_use: i32,
        /// Year of the last urban layer.
        urban: i32,
    },
    /// Other rows or columns than the city.
    #[error("the land-use layer of {0} and the slope layer differ in size")]
    Size(i32),
    /// A value without a class.
    #[error("the land-use layer of {year} has the value {value}, which is not a class")]
    UnknownClass {
        /// Year of the layer.
        year: i32,
        /// The unknown value.
        value: u8,
    },
    /// Two classes with the same value.
    #[error("two land-use classes have the value {0}")]
    SameValue(u8),
    /// Not exactly one urban class.
    #[error("exactly one land-use class must be the urban one, {0} are")]
    Urban(usize),
    /// Too few ordinary classes to change to.
    #[error("at least two land-use classes must be ordinary ones, {0} are")]
    Ordinary(usize),
}

/// Two validated land-use layers of a city, with their statistics.
#[derive(Debug, Clone)]
pub struct LandUse {
    classes: Vec<Class>,
    /// Index of the urban class.
    urban: u8,
    /// Indices of the ordinary classes.
    ordinary: Vec<u8>,
    years: [i32; 2],
    /// Class indices in both years.
    layers: [Grid<u8>; 2],
    /// Row by row: share of the first class's cells that have the second class later.
    transitions: Vec<f64>,
    /// Percent, mean or sum.
    slopes: Vec<f64>,
    city: Vec<u8>,
}

impl LandUse {
    /// Validates the layers, oldest first, and computes transitions and slopes.
    pub fn new(
        city: &City,
        classes: Vec<Class>,
        layers: Vec<Dated<Grid<u8>>>,
        class_slopes: ClassSlopes,
    ) -> Result<Self, LandUseError> {
        let count = layers.len();
        let mut layers = layers.into_iter();
        let (Some(first), Some(second), None) = (layers.next(), layers.next(), layers.next())
        else {
            return Err(LandUseError::Layers(count));
        };
        let (urban, ordinary) = sorted(&classes)?;
        let years = [first.year, second.year];
        if years[0] >= years[1] {
            return Err(LandUseError::YearOrder(years[0], years[1]));
        }
        let last = city.urban().last().map_or(years[1], |urban| urban.year);
        if last != years[1] {
            return Err(LandUseError::LastYear {
                land_use: years[1],
                urban: last,
            });
        }
        let layers = [
            placed(first, &classes, city.shape())?,
            placed(second, &classes, city.shape())?,
        ];
        let slope: Vec<u8> = (0..city.shape().cells())
            .map(|cell| city.land(cell).slope)
            .collect();
        Ok(Self {
            urban,
            ordinary,
            years,
            transitions: transitions(&layers, classes.len()),
            slopes: slopes(&layers[1], &slope, classes.len(), class_slopes),
            classes,
            layers,
            city: slope,
        })
    }

    /// The classes as declared.
    pub fn classes(&self) -> &[Class] {
        &self.classes
    }

    /// Share of one class's cells in the first year that have another (or the same) class in the
    /// second, 0..1; both given by their index in [`LandUse::classes`]. Over the whole interval:
    /// the model applies it every year nevertheless, as the original does. 0 for a class absent
    /// from the first layer.
    pub fn transition(&self, from: usize, to: usize) -> f64 {
        self.transitions[from * self.classes.len() + to]
    }

    /// Starts every iteration from the first layer, to be compared with the second.
    pub fn from_first(&self) -> Deltatrons<'_> {
        Deltatrons::new(self, &self.layers[0])
    }

    /// Starts every iteration from the second layer, for a prediction.
    pub fn from_last(&self) -> Deltatrons<'_> {
        Deltatrons::new(self, &self.layers[1])
    }

    /// Rows and columns.
    pub fn shape(&self) -> Shape {
        self.layers[0].shape()
    }

    /// Whether cells of the class can change.
    fn changes(&self, place: u8) -> bool {
        self.classes[usize::from(place)].kind == Kind::Ordinary
    }
}

/// Indices of the urban class and of the ordinary ones.
fn sorted(classes: &[Class]) -> Result<(u8, Vec<u8>), LandUseError> {
    let doubled = (1..classes.len()).find(|place| {
        classes[..*place]
            .iter()
            .any(|class| class.value == classes[*place].value)
    });
    if let Some(place) = doubled {
        return Err(LandUseError::SameValue(classes[place].value));
    }
    // Values are unique, so there are at most 256 classes.
    let of = |kind: Kind| -> Vec<u8> {
        (0..=u8::MAX)
            .zip(classes)
            .filter(|(_, class)| class.kind == kind)
            .map(|(place, _)| place)
            .collect()
    };
    let (urban, ordinary) = (of(Kind::Urban), of(Kind::Ordinary));
    let [one] = urban[..] else {
        return Err(LandUseError::Urban(urban.len()));
    };
    if ordinary.len() < 2 {
        return Err(LandUseError::Ordinary(ordinary.len()));
    }
    Ok((one, ordinary))
}

/// A layer of class indices instead of values.
fn placed(
    mut dated: Dated<Grid<u8>>,
    classes: &[Class],
    shape: Shape,
) -> Result<Grid<u8>, LandUseError> {
    let year = dated.year;
    if dated.layer.shape() != shape {
        return Err(LandUseError::Size(year));
    }
    for value in dated.layer.values_mut() {
        let place = (0..=u8::MAX)
            .zip(classes)
            .find(|(_, class)| class.value == *value);
        let (place, _) = place.ok_or(LandUseError::UnknownClass {
            year,
            value: *value,
        })?;
        *value = place;
    }
    Ok(dated.layer)
}

fn transitions(layers: &[Grid<u8>; 2], classes: usize) -> Vec<f64> {
    let mut counts = vec![0_u64; classes * classes];
    for (before, after) in layers[0].values().iter().zip(layers[1].values()) {
        counts[usize::from(*before) * classes + usize::from(*after)] += 1;
    }
    counts
        .chunks(classes)
        .flat_map(|row| {
            let all: u64 = row.iter().sum();
            row.iter()
                .map(move |count| *count as f64 / all.max(1) as f64)
        })
        .collect()
}

fn slopes(layer: &Grid<u8>, slope: &[u8], classes: usize, class_slopes: ClassSlopes) -> Vec<f64> {
    let mut sums = vec![(0_u64, 0_u64); classes];
    for (place, slope) in layer.values().iter().zip(slope) {
        let (sum, count) = &mut sums[usize::from(*place)];
        *sum += u64::from(*slope);
        *count += 1;
    }
    sums.into_iter()
        .map(|(sum, count)| match class_slopes {
            ClassSlopes::Mean => sum as f64 / count.max(1) as f64,
            ClassSlopes::Sum => sum as f64,
        })
        .collect()
}
