//! Sample data of the Charlotte region, North and South Carolina.
//!
//! Towns with their population at four censuses (estimates for suburbs not yet incorporated),
//! approximate courses of interstates and of the Catawba with its lakes. Rolling Piedmont, no
//! mountains.

use super::region::{Highway, Region, Relief, Streets, Town, Water, at, town};

const TOWNS: &[Town] = &[
    town(
        35.227,
        -80.843,
        [395_934.0, 540_828.0, 731_424.0, 874_579.0],
    ), // Charlotte
    town(35.409, -80.580, [27_347.0, 55_977.0, 79_066.0, 105_240.0]), // Concord
    town(35.262, -81.187, [54_732.0, 66_277.0, 71_741.0, 80_411.0]),  // Gastonia
    town(34.925, -81.025, [41_643.0, 49_765.0, 66_154.0, 74_372.0]),  // Rock Hill
    town(35.411, -80.843, [3_014.0, 24_960.0, 46_773.0, 61_376.0]),   // Huntersville
    town(35.487, -80.622, [29_696.0, 36_910.0, 42_625.0, 53_114.0]),  // Kannapolis
    town(35.077, -80.669, [1_942.0, 11_905.0, 33_518.0, 39_997.0]),   // Indian Trail
    town(34.985, -80.549, [16_385.0, 26_228.0, 32_797.0, 34_562.0]),  // Monroe
    town(35.487, -80.860, [2_581.0, 11_969.0, 24_866.0, 31_412.0]),   // Cornelius
    town(35.117, -80.724, [13_651.0, 22_125.0, 27_198.0, 29_435.0]),  // Matthews
    town(35.180, -80.647, [11_567.0, 14_922.0, 22_722.0, 26_450.0]),  // Mint Hill
    town(35.007, -80.945, [4_930.0, 7_587.0, 10_811.0, 24_521.0]),    // Fort Mill
    town(35.298, -81.016, [7_710.0, 9_618.0, 13_656.0, 17_703.0]),    // Mount Holly
    town(35.324, -80.658, [1_625.0, 4_493.0, 11_526.0, 18_967.0]),    // Harrisburg
    town(35.243, -81.037, [8_434.0, 8_705.0, 10_076.0, 15_010.0]),    // Belmont
    town(35.024, -81.027, [3_016.0, 4_044.0, 7_620.0, 12_832.0]),     // Tega Cay
    town(35.022, -80.761, [3_803.0, 6_696.0, 9_459.0, 13_181.0]),     // Weddington
    town(35.083, -80.892, [2_970.0, 3_449.0, 7_479.0, 10_602.0]),     // Pineville
];

const INTERSTATES: &[Highway] = &[
    // 77
    Highway {
        opened: 0,
        course: &[
            at(34.94, -80.995),
            at(35.03, -80.968),
            at(35.10, -80.945),
            at(35.165, -80.890),
            at(35.228, -80.853),
            at(35.30, -80.845),
            at(35.41, -80.860),
            at(35.48, -80.875),
            at(35.51, -80.862),
        ],
    },
    // 85
    Highway {
        opened: 0,
        course: &[
            at(35.25, -81.190),
            at(35.258, -81.030),
            at(35.243, -80.950),
            at(35.265, -80.830),
            at(35.31, -80.740),
            at(35.365, -80.710),
            at(35.42, -80.620),
            at(35.49, -80.570),
        ],
    },
    // 485, the outer beltway, most of it
    Highway {
        opened: 2003,
        course: &[
            at(35.090, -80.900),
            at(35.065, -80.850),
            at(35.050, -80.770),
            at(35.100, -80.690),
            at(35.180, -80.630),
            at(35.260, -80.645),
            at(35.330, -80.690),
            at(35.345, -80.745),
            at(35.365, -80.840),
            at(35.330, -80.920),
            at(35.260, -80.965),
            at(35.170, -80.985),
            at(35.115, -80.960),
            at(35.090, -80.900),
        ],
    },
];

const WATERS: &[Water] = &[
    // Southern end of Lake Norman
    Water {
        course: &[at(35.52, -80.93), at(35.47, -80.925), at(35.437, -80.955)],
        half_width: 1_300.0,
    },
    // The Catawba and Mountain Island Lake
    Water {
        course: &[
            at(35.437, -80.955),
            at(35.37, -80.945),
            at(35.335, -80.985),
            at(35.26, -81.010),
            at(35.21, -81.010),
        ],
        half_width: 260.0,
    },
    // Lake Wylie
    Water {
        course: &[
            at(35.21, -81.010),
            at(35.14, -81.030),
            at(35.08, -81.050),
            at(35.022, -81.008),
        ],
        half_width: 600.0,
    },
    Water {
        course: &[at(35.022, -81.008), at(34.98, -80.960), at(34.94, -80.900)],
        half_width: 160.0,
    },
];

pub(super) const REGION: Region = Region {
    name: "Charlotte region",
    seed: 0x0c4a_2107,
    south_west: at(34.95, -81.15),
    north_east: at(35.50, -80.55),
    towns: TOWNS,
    interstates: INTERSTATES,
    streets: Streets::Spokes,
    waters: WATERS,
    reserves: &[],
    relief: Relief {
        hills: 26.0,
        hill_metres: 2_600.0,
        mountains_west_of: None,
    },
};
