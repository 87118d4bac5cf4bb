//! Geography of a sample region, and its grid.

use domain::BBox;
use sleuth::Shape;

use super::area::{Frame, METRES_PER_DEGREE};

/// Side of a cell in metres.
pub(super) const CELL_METRES: f64 = 150.0;

/// A place on Earth, degrees.
#[derive(Debug, Clone, Copy)]
pub(super) struct Place {
    pub(super) lon: f64,
    pub(super) lat: f64,
}

/// Short for tables: latitude first, as printed on maps.
pub(super) const fn at(lat: f64, lon: f64) -> Place {
    Place { lon, lat }
}

/// Years of the layers: those of the censuses.
pub(super) const YEARS: [i32; 4] = [1990, 2000, 2010, 2020];

/// A town with its population in [`YEARS`].
pub(super) struct Town {
    pub(super) place: Place,
    pub(super) people: [f64; 4],
}

/// Short for tables.
pub(super) const fn town(lat: f64, lon: f64, people: [f64; 4]) -> Town {
    Town {
        place: at(lat, lon),
        people,
    }
}

/// An interstate, and the year in which most of it was open; 0 before all layers.
pub(super) struct Highway {
    pub(super) opened: i32,
    pub(super) course: &'static [Place],
}

/// An area excluded from growth.
pub(super) struct Reserve {
    pub(super) south_west: Place,
    pub(super) north_east: Place,
}

/// A river or a lake along a line.
pub(super) struct Water {
    pub(super) course: &'static [Place],
    /// Half of its width, metres.
    pub(super) half_width: f64,
}

/// Pattern of the roads between interstates.
pub(super) enum Streets {
    /// Along section lines, one mile apart.
    Sections,
    /// From each town to its nearest larger ones.
    Spokes,
}

/// Relief of the region.
pub(super) struct Relief {
    /// Height of ordinary hills and their horizontal size, metres.
    pub(super) hills: f64,
    pub(super) hill_metres: f64,
    /// Longitude west of which mountains rise; none without mountains.
    pub(super) mountains_west_of: Option<f64>,
}

/// A region with sample layers.
pub(super) struct Region {
    pub(super) name: &'static str,
    pub(super) seed: u64,
    pub(super) south_west: Place,
    pub(super) north_east: Place,
    pub(super) towns: &'static [Town],
    pub(super) interstates: &'static [Highway],
    pub(super) streets: Streets,
    pub(super) waters: &'static [Water],
    pub(super) reserves: &'static [Reserve],
    pub(super) relief: Relief,
}

/// A part of a region's grid.
#[derive(Debug, Clone, Copy)]
pub(super) struct Window {
    pub(super) top: usize,
    pub(super) left: usize,
    pub(super) shape: Shape,
}

impl Window {
    /// Centre of a cell, metres east and south of the region's north-western corner.
    pub(super) fn middle(self, index: usize) -> (f64, f64) {
        let (row, col) = (
            index / self.shape.cols + self.top,
            index % self.shape.cols + self.left,
        );
        (
            (col as f64 + 0.5) * CELL_METRES,
            (row as f64 + 0.5) * CELL_METRES,
        )
    }
}

impl Region {
    /// The bounding box.
    #[cfg(test)]
    pub(super) fn bbox(&self) -> BBox {
        self.overlap_of(self.south_west, self.north_east)
            .unwrap_or_else(|| unreachable!("a region's corners are in order"))
    }

    /// Intersection of a box with the region.
    pub(super) fn overlap(&self, bbox: BBox) -> Option<BBox> {
        self.overlap_of(at(bbox.south(), bbox.west()), at(bbox.north(), bbox.east()))
    }

    fn overlap_of(&self, south_west: Place, north_east: Place) -> Option<BBox> {
        BBox::new(
            south_west.lon.max(self.south_west.lon),
            south_west.lat.max(self.south_west.lat),
            north_east.lon.min(self.north_east.lon),
            north_east.lat.min(self.north_east.lat),
        )
        .ok()
    }

    /// Metres east and south of the north-western corner. One scale for the whole region, which is
    /// small enough to treat as a plane.
    pub(super) fn metres(&self, place: Place) -> (f64, f64) {
        let middle = f64::midpoint(self.south_west.lat, self.north_east.lat).to_radians();
        let east = (place.lon - self.south_west.lon) * METRES_PER_DEGREE * middle.cos();
        (east, (self.north_east.lat - place.lat) * METRES_PER_DEGREE)
    }

    /// The cells of a part of the region.
    pub(super) fn window(&self, part: BBox) -> Window {
        let (west, north) = self.metres(at(part.north(), part.west()));
        let (east, south) = self.metres(at(part.south(), part.east()));
        let cell = |metres: f64| (metres.max(0.0) / CELL_METRES).round() as usize;
        let (top, left) = (cell(north), cell(west));
        let shape = Shape {
            rows: cell(south).saturating_sub(top),
            cols: cell(east).saturating_sub(left),
        };
        Window { top, left, shape }
    }

    /// The grid of a window.
    pub(super) fn frame(&self, window: Window) -> Frame {
        let dlat = CELL_METRES / METRES_PER_DEGREE;
        let middle = f64::midpoint(self.south_west.lat, self.north_east.lat).to_radians();
        let dlon = dlat / middle.cos();
        Frame {
            west: self.south_west.lon + window.left as f64 * dlon,
            north: self.north_east.lat - window.top as f64 * dlat,
            dlon,
            dlat,
            shape: window.shape,
            cell_metres: CELL_METRES,
        }
    }
}
