//! Map of the sample city: districts, waterways, freeways.
//!
//! Districts are Voronoi cells of their centres, so they are convex and disjoint; each has its own
//! rotated street grid, as in central Houston. Angles and positions roughly match the real city;
//! everything else is generated.

use super::plane::{Point, clip_left_of, point};

/// Dominant use of a district; determines blocks, lots and uses.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Character {
    /// Towers on whole, half and quarter blocks.
    Core,
    /// Small blocks of townhouses, flats, shops and car parks.
    Urban,
    /// Long blocks of back-to-back house lots, shops along the wide streets.
    Residential,
    /// Large blocks of yards and warehouses.
    Industrial,
}

/// A district before its streets are laid out.
#[derive(Debug, Clone, Copy)]
pub struct District {
    /// Name of its subdivisions, without `ADDITION`.
    pub name: &'static str,
    /// Dominant use.
    pub character: Character,
    /// Metres from the city's centre.
    pub centre: Point,
    /// Rotation of its grid, degrees.
    pub angle: f64,
    /// ZIP code of its addresses.
    pub zip: &'static str,
    /// When most of it was built.
    pub built: (i64, i64),
    /// Factor on land values.
    pub demand: f64,
}

const fn district(
    name: &'static str,
    character: Character,
    centre: Point,
    angle: f64,
    zip: &'static str,
    built: (i64, i64),
    demand: f64,
) -> District {
    District {
        name,
        character,
        centre,
        angle,
        zip,
        built,
        demand,
    }
}

/// All districts. The first is downtown, whose grid has the real one's angle.
pub const DISTRICTS: &[District] = &[
    district(
        "COURTHOUSE",
        Character::Core,
        point(90.0, -140.0),
        34.7,
        "77002",
        (1962, 2022),
        1.0,
    ),
    district(
        "WARD STREET",
        Character::Urban,
        point(-430.0, -1190.0),
        34.7,
        "77006",
        (1990, 2021),
        0.9,
    ),
    district(
        "EASTLINE",
        Character::Urban,
        point(1070.0, -410.0),
        34.7,
        "77003",
        (1975, 2022),
        0.7,
    ),
    district(
        "FREEDMAN",
        Character::Urban,
        point(-1010.0, -380.0),
        22.0,
        "77019",
        (1985, 2021),
        1.0,
    ),
    district(
        "WESTMORE",
        Character::Residential,
        point(-1680.0, -1130.0),
        0.0,
        "77098",
        (1925, 2019),
        1.15,
    ),
    district(
        "RIVERBEND",
        Character::Residential,
        point(-2030.0, -140.0),
        -6.0,
        "77007",
        (1955, 2020),
        1.3,
    ),
    district(
        "SAWMILL",
        Character::Urban,
        point(-1190.0, 550.0),
        -11.0,
        "77007",
        (1980, 2022),
        0.85,
    ),
    district(
        "OAK HEIGHTS",
        Character::Residential,
        point(-1570.0, 1680.0),
        0.0,
        "77008",
        (1915, 2018),
        1.0,
    ),
    district(
        "NORTHSIDE",
        Character::Residential,
        point(200.0, 1650.0),
        8.0,
        "77009",
        (1920, 2005),
        0.55,
    ),
    district(
        "RAILYARD",
        Character::Industrial,
        point(460.0, 780.0),
        8.0,
        "77026",
        (1948, 1998),
        0.5,
    ),
    district(
        "LIBERTY",
        Character::Residential,
        point(1740.0, 1330.0),
        0.0,
        "77020",
        (1930, 2008),
        0.45,
    ),
    district(
        "SHIP CHANNEL",
        Character::Industrial,
        point(2260.0, 260.0),
        -14.0,
        "77011",
        (1950, 2010),
        0.4,
    ),
    district(
        "NAVIGATION",
        Character::Residential,
        point(1940.0, -840.0),
        -17.0,
        "77023",
        (1928, 2002),
        0.5,
    ),
    district(
        "EMANCIPATION",
        Character::Residential,
        point(840.0, -1650.0),
        34.7,
        "77004",
        (1926, 2015),
        0.6,
    ),
    district(
        "MUSEUM PLACE",
        Character::Residential,
        point(-720.0, -2230.0),
        12.0,
        "77005",
        (1935, 2020),
        1.25,
    ),
];

/// Half the side of the square covered by the city, metres.
pub const HALF_SIDE: f64 = 2650.0;
/// Margin of every district, metres: the arterial between two districts.
pub const EDGE: f64 = 16.0;

/// The waterways' centre lines.
pub fn bayous() -> Vec<Vec<Point>> {
    // Adds slight curves to a hand-drawn course.
    let wind = |course: &[Point], swing: f64| -> Vec<Point> {
        let mut line = Vec::new();
        for ends in course.windows(2) {
            let along = ends[1] - ends[0];
            let across = point(-along.y, along.x) * (1.0 / along.length());
            let steps = (along.length() / 75.0).ceil().max(1.0);
            for step in 0..steps as u32 {
                let t = f64::from(step) / steps;
                let phase = (t * along.length() / 190.0).sin() * (t * std::f64::consts::PI).sin();
                line.push(ends[0] + along * t + across * (phase * swing));
            }
        }
        line.extend(course.last());
        line
    };
    vec![
        wind(
            &[
                point(-3020.0, -90.0),
                point(-2260.0, 200.0),
                point(-1510.0, -30.0),
                point(-750.0, 90.0),
                point(-290.0, 240.0),
                point(90.0, 370.0),
                point(520.0, 280.0),
                point(1100.0, 410.0),
                point(1680.0, 200.0),
                point(2150.0, -140.0),
                point(3020.0, -260.0),
            ],
            60.0,
        ),
        wind(
            &[
                point(-1970.0, 3020.0),
                point(-1220.0, 2150.0),
                point(-640.0, 1330.0),
                point(-410.0, 750.0),
                point(90.0, 370.0),
            ],
            50.0,
        ),
        wind(
            &[
                point(3020.0, -2030.0),
                point(1910.0, -1680.0),
                point(990.0, -2320.0),
                point(170.0, -3020.0),
            ],
            50.0,
        ),
    ]
}

/// The freeways' centre lines.
pub fn freeways() -> Vec<Vec<Point>> {
    vec![
        vec![
            point(-3020.0, 960.0),
            point(-870.0, 870.0),
            point(-170.0, 610.0),
            point(870.0, 680.0),
            point(3020.0, 750.0),
        ],
        vec![
            point(140.0, 3020.0),
            point(-140.0, 1280.0),
            point(-170.0, 610.0),
            point(-570.0, 140.0),
            point(-680.0, -290.0),
            point(-200.0, -780.0),
            point(520.0, -1130.0),
            point(1510.0, -1910.0),
            point(2490.0, -3020.0),
        ],
        vec![
            point(1100.0, 3020.0),
            point(960.0, 1330.0),
            point(740.0, 410.0),
            point(610.0, -200.0),
            point(240.0, -960.0),
            point(-200.0, -1600.0),
            point(-990.0, -1770.0),
            point(-3020.0, -1830.0),
        ],
    ]
}

/// The convex area of one district without its margin, counter-clockwise.
pub fn cell(index: usize) -> Vec<Point> {
    cell_within(index, EDGE)
}

/// The convex area of one district, up to the middle of the arterials around it, counter-clockwise.
pub fn whole_cell(index: usize) -> Vec<Point> {
    cell_within(index, 0.0)
}

fn cell_within(index: usize, margin: f64) -> Vec<Point> {
    let me = DISTRICTS[index].centre;
    let mut cell = vec![
        point(-HALF_SIDE, -HALF_SIDE),
        point(HALF_SIDE, -HALF_SIDE),
        point(HALF_SIDE, HALF_SIDE),
        point(-HALF_SIDE, HALF_SIDE),
    ];
    for (other, district) in DISTRICTS.iter().enumerate() {
        if other == index {
            continue;
        }
        let apart = district.centre - me;
        let towards = apart * (1.0 / apart.length());
        // The bisector between the centres, shifted by the margin.
        let on_line = me + towards * (apart.length() / 2.0 - margin);
        let along = point(-towards.y, towards.x);
        cell = clip_left_of(&cell, on_line, on_line + along);
    }
    cell
}
