//! Sample data of the Denver region, Colorado.
//!
//! Towns with their population at four censuses (estimates for suburbs not yet incorporated),
//! approximate courses of interstates and beltways, reservoirs, the airport and the wildlife
//! refuge. High plains, with the Front Range in the west.

use super::region::{Highway, Region, Relief, Reserve, Streets, Town, Water, at, town};

const TOWNS: &[Town] = &[
    town(
        39.739,
        -104.990,
        [467_610.0, 554_636.0, 600_158.0, 715_522.0],
    ), // Denver
    town(
        39.710,
        -104.812,
        [222_103.0, 276_393.0, 325_078.0, 386_261.0],
    ), // Aurora
    town(
        39.705,
        -105.081,
        [126_481.0, 144_126.0, 142_980.0, 155_984.0],
    ), // Lakewood
    town(39.868, -104.972, [55_031.0, 82_384.0, 118_772.0, 141_867.0]), // Thornton
    town(
        39.803,
        -105.088,
        [89_235.0, 102_153.0, 106_433.0, 124_402.0],
    ), // Arvada
    town(
        39.837,
        -105.037,
        [74_625.0, 100_940.0, 106_114.0, 116_317.0],
    ), // Westminster
    town(
        39.581,
        -104.877,
        [80_000.0, 103_000.0, 100_377.0, 108_418.0],
    ), // Centennial
    town(39.554, -104.969, [10_181.0, 70_931.0, 96_713.0, 103_444.0]),  // Highlands Ranch
    town(39.921, -105.087, [24_638.0, 38_272.0, 55_889.0, 74_112.0]),   // Broomfield
    town(39.808, -104.934, [16_466.0, 20_991.0, 45_913.0, 62_418.0]),   // Commerce City
    town(39.519, -104.761, [5_450.0, 23_558.0, 45_297.0, 58_512.0]),    // Parker
    town(39.613, -105.017, [33_685.0, 40_340.0, 41_737.0, 45_652.0]),   // Littleton
    town(39.985, -104.821, [14_203.0, 20_905.0, 33_352.0, 40_083.0]),   // Brighton
    town(39.896, -104.981, [27_195.0, 31_575.0, 35_789.0, 38_131.0]),   // Northglenn
    town(39.648, -104.988, [29_387.0, 31_727.0, 30_255.0, 33_659.0]),   // Englewood
    town(39.576, -105.112, [24_391.0, 30_887.0, 32_438.0, 33_811.0]),   // Ken Caryl
    town(39.766, -105.077, [29_419.0, 32_913.0, 30_166.0, 32_398.0]),   // Wheat Ridge
    town(39.994, -105.090, [14_548.0, 23_197.0, 24_453.0, 30_411.0]),   // Lafayette
    town(39.756, -105.221, [13_116.0, 17_159.0, 18_867.0, 20_399.0]),   // Golden
    town(39.532, -104.886, [800.0, 4_873.0, 10_218.0, 14_253.0]),       // Lone Tree
    town(39.472, -104.895, [1_000.0, 6_000.0, 10_360.0, 11_036.0]),     // Castle Pines
];

const INTERSTATES: &[Highway] = &[
    // 25
    Highway {
        opened: 0,
        course: &[
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
    },
    // 70
    Highway {
        opened: 0,
        course: &[
            at(39.70, -105.260),
            at(39.715, -105.200),
            at(39.780, -105.130),
            at(39.785, -105.050),
            at(39.780, -104.980),
            at(39.765, -104.820),
            at(39.740, -104.720),
            at(39.735, -104.590),
        ],
    },
    // 225
    Highway {
        opened: 0,
        course: &[
            at(39.625, -104.900),
            at(39.655, -104.850),
            at(39.700, -104.828),
            at(39.770, -104.825),
        ],
    },
    // 76
    Highway {
        opened: 0,
        course: &[
            at(39.785, -105.100),
            at(39.800, -105.030),
            at(39.830, -104.960),
            at(39.880, -104.890),
            at(39.960, -104.800),
            at(40.01, -104.720),
        ],
    },
    // 270
    Highway {
        opened: 0,
        course: &[at(39.830, -104.965), at(39.775, -104.905)],
    },
    // United States 36
    Highway {
        opened: 0,
        course: &[
            at(39.860, -104.985),
            at(39.900, -105.070),
            at(39.950, -105.150),
            at(39.990, -105.220),
        ],
    },
    // The beltway: 470 and its toll roads, most of them
    Highway {
        opened: 1999,
        course: &[
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
    },
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
