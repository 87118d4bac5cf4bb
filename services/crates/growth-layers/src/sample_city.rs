//! Sample data around the sample city of parcels, which is generated in the middle of Houston, Texas.
//!
//! Unlike the other regions nothing of it is real: a small town of the extent of the sample city, so that its outer districts
//! have open land to grow on, and towns around it. Flat coastal plain, two bayous.

use super::region::{Highway, Region, Relief, Streets, Town, Water, at, town};

const TOWNS: &[Town] = &[
    // The sample city.
    town(29.760, -95.370, [10_500.0, 13_000.0, 15_500.0, 18_500.0]),
    town(29.805, -95.435, [10_000.0, 13_000.0, 16_500.0, 20_000.0]),
    town(29.715, -95.425, [13_000.0, 16_000.0, 19_000.0, 22_000.0]),
    town(29.705, -95.315, [9_000.0, 11_500.0, 14_000.0, 17_500.0]),
    town(29.810, -95.305, [11_000.0, 13_500.0, 15_500.0, 18_000.0]),
    town(29.840, -95.370, [5_000.0, 7_500.0, 10_500.0, 14_000.0]),
    town(29.760, -95.265, [5_000.0, 6_500.0, 8_000.0, 10_000.0]),
    town(29.850, -95.475, [3_500.0, 5_000.0, 7_000.0, 9_500.0]),
    town(29.670, -95.380, [4_000.0, 5_500.0, 7_500.0, 10_000.0]),
];

const INTERSTATES: &[Highway] = &[
    // East and west
    Highway {
        opened: 0,
        course: &[
            at(29.778, -95.510),
            at(29.770, -95.400),
            at(29.772, -95.360),
            at(29.778, -95.230),
        ],
    },
    // North and south
    Highway {
        opened: 0,
        course: &[
            at(29.890, -95.390),
            at(29.790, -95.368),
            at(29.745, -95.362),
            at(29.635, -95.325),
        ],
    },
    // The loop
    Highway {
        opened: 2004,
        course: &[
            at(29.830, -95.420),
            at(29.825, -95.330),
            at(29.770, -95.300),
            at(29.715, -95.330),
            at(29.700, -95.400),
            at(29.750, -95.445),
            at(29.830, -95.420),
        ],
    },
];

const WATERS: &[Water] = &[
    Water {
        course: &[
            at(29.772, -95.510),
            at(29.762, -95.400),
            at(29.764, -95.360),
            at(29.750, -95.320),
            at(29.742, -95.230),
        ],
        half_width: 90.0,
    },
    Water {
        course: &[
            at(29.835, -95.510),
            at(29.790, -95.380),
            at(29.765, -95.355),
        ],
        half_width: 70.0,
    },
    // A reservoir
    Water {
        course: &[at(29.690, -95.455), at(29.682, -95.445)],
        half_width: 600.0,
    },
];

pub(super) const REGION: Region = Region {
    name: "Sample city region",
    seed: 0x5a17_2107,
    south_west: at(29.635, -95.510),
    north_east: at(29.885, -95.230),
    towns: TOWNS,
    interstates: INTERSTATES,
    streets: Streets::Spokes,
    waters: WATERS,
    reserves: &[],
    relief: Relief {
        hills: 6.0,
        hill_metres: 3_000.0,
        mountains_west_of: None,
    },
};
