//! The sample city's map: districts, waterways, freeways.
//!
//! Districts are the cells nearest to their centre, so they are convex and never overlap; each has
//! a street grid of its own at its own angle, as central Houston has. Nothing here is surveyed:
//! angles and places are roughly those of the real city, everything in them is made up.

use super::plane::{Point, clip_left_of, point};

/// What a district is mostly made of; decides blocks, lots and uses.
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

/// A district before its streets are drawn.
#[derive(Debug, Clone, Copy)]
pub struct District {
    /// Name of its subdivisions, without `ADDITION`.
    pub name: &'static str,
    /// What it is mostly made of.
    pub character: Character,
    /// Metres from the city's centre.
    pub centre: Point,
    /// Degrees by which its grid is turned.
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

/// All districts. The first is downtown, whose grid stands at the real one's angle.
pub const DISTRICTS: &[District] = &[
    district("COURTHOUSE", Character::Core, point(150.0, -250.0), 34.7, "77002", (1962, 2022), 1.0),
    district("WARD STREET", Character::Urban, point(-750.0, -2050.0), 34.7, "77006", (1990, 2021), 0.9),
    district("EASTLINE", Character::Urban, point(1850.0, -700.0), 34.7, "77003", (1975, 2022), 0.7),
    district("FREEDMAN", Character::Urban, point(-1750.0, -650.0), 22.0, "77019", (1985, 2021), 1.0),
    district("WESTMORE", Character::Residential, point(-2900.0, -1950.0), 0.0, "77098", (1925, 2019), 1.15),
    district("RIVERBEND", Character::Residential, point(-3500.0, -250.0), -6.0, "77007", (1955, 2020), 1.3),
    district("SAWMILL", Character::Urban, point(-2050.0, 950.0), -11.0, "77007", (1980, 2022), 0.85),
    district("OAK HEIGHTS", Character::Residential, point(-2700.0, 2900.0), 0.0, "77008", (1915, 2018), 1.0),
    district("NORTHSIDE", Character::Residential, point(350.0, 2850.0), 8.0, "77009", (1920, 2005), 0.55),
    district("RAILYARD", Character::Industrial, point(800.0, 1350.0), 8.0, "77026", (1948, 1998), 0.5),
    district("LIBERTY", Character::Residential, point(3000.0, 2300.0), 0.0, "77020", (1930, 2008), 0.45),
    district("SHIP CHANNEL", Character::Industrial, point(3900.0, 450.0), -14.0, "77011", (1950, 2010), 0.4),
    district("NAVIGATION", Character::Residential, point(3350.0, -1450.0), -17.0, "77023", (1928, 2002), 0.5),
    district("EMANCIPATION", Character::Residential, point(1450.0, -2850.0), 34.7, "77004", (1926, 2015), 0.6),
    district("MUSEUM PLACE", Character::Residential, point(-1250.0, -3850.0), 12.0, "77005", (1935, 2020), 1.25),
];

/// Half the side of the square that the city fills, metres.
pub const HALF_SIDE: f64 = 4600.0;
/// Metres of every district's edge that stay free: the arterial between two districts.
pub const EDGE: f64 = 16.0;

/// The waterways' centre lines.
pub fn bayous() -> Vec<Vec<Point>> {
    // A gentle winding added to a hand-drawn course.
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
                point(-5200.0, -150.0),
                point(-3900.0, 350.0),
                point(-2600.0, -50.0),
                point(-1300.0, 150.0),
                point(-500.0, 420.0),
                point(150.0, 640.0),
                point(900.0, 480.0),
                point(1900.0, 700.0),
                point(2900.0, 350.0),
                point(3700.0, -250.0),
                point(5200.0, -450.0),
            ],
            85.0,
        ),
        wind(
            &[
                point(-3400.0, 5200.0),
                point(-2100.0, 3700.0),
                point(-1100.0, 2300.0),
                point(-700.0, 1300.0),
                point(150.0, 640.0),
            ],
            70.0,
        ),
        wind(
            &[
                point(5200.0, -3500.0),
                point(3300.0, -2900.0),
                point(1700.0, -4000.0),
                point(300.0, -5200.0),
            ],
            75.0,
        ),
    ]
}

/// The freeways' centre lines.
pub fn freeways() -> Vec<Vec<Point>> {
    vec![
        vec![
                point(-5200.0, 1650.0),
                point(-1500.0, 1500.0),
                point(-300.0, 1050.0),
                point(1500.0, 1180.0),
                point(5200.0, 1300.0),
        ],
        vec![
                point(250.0, 5200.0),
                point(-250.0, 2200.0),
                point(-300.0, 1050.0),
                point(-980.0, 250.0),
                point(-1180.0, -500.0),
                point(-350.0, -1350.0),
                point(900.0, -1950.0),
                point(2600.0, -3300.0),
                point(4300.0, -5200.0),
        ],
        vec![
                point(1900.0, 5200.0),
                point(1650.0, 2300.0),
                point(1280.0, 700.0),
                point(1050.0, -350.0),
                point(420.0, -1650.0),
                point(-350.0, -2750.0),
                point(-1700.0, -3050.0),
                point(-5200.0, -3150.0),
        ],
    ]
}

/// The convex area of one district, its edge already taken off, counter-clockwise.
pub fn cell(index: usize) -> Vec<Point> {
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
        // The line half-way between the centres, moved towards us by the edge.
        let on_line = me + towards * (apart.length() / 2.0 - EDGE);
        let along = point(-towards.y, towards.x);
        cell = clip_left_of(&cell, on_line, on_line + along);
    }
    cell
}
