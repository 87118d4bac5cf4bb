//! Facts of the Denver region, Colorado.
//!
//! Towns with their people of 2020, courses of interstates and belts, reservoirs, the airport and the
//! wildlife refuge, all roughly, from general knowledge. High plains, and the Front Range in the west.

use super::region::{Place, Region, Relief, Reserve, Streets, Town, Water, at, town};

const TOWNS: &[Town] = &[
    town(39.739, -104.990, 715_522.0), // Denver
    town(39.710, -104.812, 386_261.0), // Aurora
    town(39.705, -105.081, 155_984.0), // Lakewood
    town(39.868, -104.972, 141_867.0), // Thornton
    town(39.803, -105.088, 124_402.0), // Arvada
    town(39.837, -105.037, 116_317.0), // Westminster
    town(39.581, -104.877, 108_418.0), // Centennial
    town(39.554, -104.969, 103_444.0), // Highlands Ranch
    town(39.921, -105.087, 74_112.0),  // Broomfield
    town(39.808, -104.934, 62_418.0),  // Commerce City
    town(39.519, -104.761, 58_512.0),  // Parker
    town(39.613, -105.017, 45_652.0),  // Littleton
    town(39.985, -104.821, 40_083.0),  // Brighton
    town(39.896, -104.981, 38_131.0),  // Northglenn
    town(39.648, -104.988, 33_659.0),  // Englewood
    town(39.576, -105.112, 33_811.0),  // Ken Caryl
    town(39.766, -105.077, 32_398.0),  // Wheat Ridge
    town(39.994, -105.090, 30_411.0),  // Lafayette
    town(39.756, -105.221, 20_399.0),  // Golden
    town(39.532, -104.886, 14_253.0),  // Lone Tree
    town(39.472, -104.895, 11_036.0),  // Castle Pines
];

const INTERSTATES: &[&[Place]] = &[
    // 25
    &[
        at(39.44, -104.870),
        at(39.53, -104.873),
        at(39.60, -104.885),
        at(39.65, -104.915),
        at(39.68, -104.960),
        at(39.71, -104.990),
        at(39.78, -104.990),
        at(39.86, -104.985),
        at(40.01, -104.980),
    ],
    // 70
    &[
        at(39.70, -105.260),
        at(39.715, -105.200),
        at(39.780, -105.130),
        at(39.785, -105.050),
        at(39.780, -104.980),
        at(39.765, -104.820),
        at(39.740, -104.720),
        at(39.735, -104.590),
    ],
    // 225
    &[
        at(39.625, -104.900),
        at(39.655, -104.850),
        at(39.700, -104.828),
        at(39.770, -104.825),
    ],
    // 76
    &[
        at(39.785, -105.100),
        at(39.800, -105.030),
        at(39.830, -104.960),
        at(39.880, -104.890),
        at(39.960, -104.800),
        at(40.01, -104.720),
    ],
    // 270
    &[at(39.830, -104.965), at(39.775, -104.905)],
    // United States 36
    &[
        at(39.860, -104.985),
        at(39.900, -105.070),
        at(39.950, -105.150),
        at(39.990, -105.220),
    ],
    // The belt: 470 and its toll roads
    &[
        at(39.715, -105.200),
        at(39.650, -105.180),
        at(39.570, -105.100),
        at(39.565, -105.020),
        at(39.555, -104.880),
        at(39.545, -104.820),
        at(39.560, -104.740),
        at(39.630, -104.710),
        at(39.740, -104.715),
        at(39.850, -104.720),
        at(39.920, -104.750),
        at(39.975, -104.870),
        at(39.985, -104.980),
    ],
];

const WATERS: &[Water] = &[
    // Chatfield, Cherry Creek, Standley and Barr reservoirs
    Water {
        course: &[at(39.555, -105.065), at(39.535, -105.060)],
        half_width: 900.0,
    },
    Water {
        course: &[at(39.645, -104.855), at(39.632, -104.858)],
        half_width: 800.0,
    },
    Water {
        course: &[at(39.865, -105.125), at(39.862, -105.105)],
        half_width: 900.0,
    },
    Water {
        course: &[at(39.945, -104.755), at(39.938, -104.745)],
        half_width: 900.0,
    },
];

const RESERVES: &[Reserve] = &[
    // Denver International Airport
    Reserve {
        south_west: at(39.820, -104.740),
        north_east: at(39.910, -104.620),
    },
    // Rocky Mountain Arsenal wildlife refuge
    Reserve {
        south_west: at(39.800, -104.890),
        north_east: at(39.885, -104.790),
    },
];

pub(super) const REGION: Region = Region {
    name: "Denver region",
    seed: 0x00de_2107,
    year: 2020,
    south_west: at(39.45, -105.25),
    north_east: at(40.00, -104.60),
    towns: TOWNS,
    interstates: INTERSTATES,
    streets: Streets::Sections,
    waters: WATERS,
    reserves: RESERVES,
    relief: Relief {
        hills: 18.0,
        hill_metres: 4_000.0,
        mountains_west_of: Some(-105.185),
    },
};
