//! Generated names: streets, companies, trusts, post-office boxes.
//!
//! Words are combined at random, so no name is that of a person, and a real company occurs only by
//! coincidence; every record is marked as sample data. Street names are generic US ones.

use super::chance::Chance;

const ALONG: &[&str] = &[
    "Cypress",
    "Magnolia",
    "Pecan",
    "Live Oak",
    "Sycamore",
    "Juniper",
    "Willow",
    "Hickory",
    "Laurel",
    "Redbud",
    "Walnut",
    "Dogwood",
    "Palmetto",
    "Mulberry",
    "Elm",
    "Chestnut",
    "Cottonwood",
    "Tupelo",
    "Catalpa",
    "Hawthorn",
    "Persimmon",
    "Sassafras",
    "Buckeye",
    "Locust",
    "Hackberry",
    "Alder",
    "Yaupon",
    "Mesquite",
    "Holly",
    "Cedar",
    "Aspen",
    "Linden",
    "Spruce",
    "Poplar",
    "Birch",
    "Beech",
];
const ACROSS: &[&str] = &[
    "Harbor", "Foundry", "Market", "Depot", "Mill", "Signal", "Granite", "Quarry", "Ferry",
    "Levee", "Lantern", "Prairie", "Compass", "Anchor", "Beacon", "Canal", "Bridge", "Summit",
    "Orchard", "Meadow", "Garden", "Spring", "Valley", "Canyon", "Mesa", "Ridge", "Lake", "Island",
    "Shore", "Wharf", "Mason", "Cooper", "Tanner", "Weaver", "Chandler", "Saddler",
];
const SUFFIXES: &[&str] = &["St", "St", "St", "Ave", "Ave", "Dr", "Ln"];

/// Name of a street of a district. `wide` streets are boulevards.
pub fn street(district: usize, index: i64, wide: bool) -> String {
    // Each district starts at another position of the list, so that neighbours share few names.
    let place = (index + district as i64 * 7).rem_euclid(ALONG.len() as i64) as usize;
    let round = (index + district as i64 * 7).div_euclid(ALONG.len() as i64);
    let prefix = ["", "N ", "S ", "E ", "W "][round.rem_euclid(5) as usize];
    let suffix = if wide {
        "Blvd"
    } else {
        SUFFIXES[(place * 5 + district) % SUFFIXES.len()]
    };
    format!("{prefix}{} {suffix}", ALONG[place])
}

const ENDINGS: &[&str] = &[
    "bank", "brook", "bury", "cliff", "croft", "dale", "don", "field", "ford", "gate", "haven",
    "hurst", "land", "ley", "mead", "mere", "mont", "more", "port", "shire", "side", "stead",
    "ton", "vale", "view", "ville", "water", "way", "well", "wick", "wood", "worth",
];

/// A word of the lists.
fn word(chance: &mut Chance) -> &'static str {
    let lists = [ALONG, ACROSS, FIRST];
    let list = *chance.pick(&lists);
    chance.pick::<&str>(list)
}

/// One of some 3,000 names of one word, such as `Harborvale`.
pub fn compound(chance: &mut Chance) -> String {
    let root = word(chance).rsplit(' ').next().unwrap_or_default();
    format!("{root}{}", chance.pick(ENDINGS))
}

/// Name of a street of a generated county, of some 8,000: a number, a word, or two together.
pub fn county_street(chance: &mut Chance, wide: bool) -> String {
    let name = match chance.weighted(&[(0, 0.1), (1, 0.2), (2, 0.45), (3, 0.25)]) {
        0 => ordinal(chance.whole(1, 99)),
        1 => word(chance).to_owned(),
        2 => compound(chance),
        _ => format!("{} {}", compound(chance), chance.pick(SECOND)),
    };
    let prefix = if chance.happens(0.2) {
        *chance.pick(&["N ", "S ", "E ", "W "])
    } else {
        ""
    };
    let suffix = if wide { "Blvd" } else { *chance.pick(SUFFIXES) };
    format!("{prefix}{name} {suffix}")
}

/// `21st`.
fn ordinal(number: i64) -> String {
    let ending = match (number % 10, number % 100) {
        (_, 11..=13) => "th",
        (1, _) => "st",
        (2, _) => "nd",
        (3, _) => "rd",
        _ => "th",
    };
    format!("{number}{ending}")
}

const FIRST: &[&str] = &[
    "Bayou",
    "Coastal",
    "Pineland",
    "Lone Star",
    "Gulf",
    "Prairie",
    "Redfish",
    "Heron",
    "Pelican",
    "Blue Heron",
    "Live Oak",
    "Cypress",
    "Magnolia",
    "Sandstone",
    "Ironwood",
    "Brightwater",
    "Stonebridge",
    "Copperfield",
    "Silverleaf",
    "Amber",
    "Northline",
    "Southmoor",
    "Eastgate",
    "Westbrook",
    "Crosswind",
    "Ridgeline",
    "Summit",
    "Keystone",
    "Cornerstone",
    "Meridian Bay",
    "Clearwater",
    "Driftwood",
    "Lighthouse",
    "Longhorn",
    "Mockingbird",
    "Bluebonnet",
    "Sawgrass",
];
const SECOND: &[&str] = &[
    "Crest", "Point", "Hollow", "Landing", "Terrace", "Square", "Crossing", "Grove", "Harbor",
    "Gate", "Field", "Park", "View", "Creek", "Commons", "Station", "Yard", "Row", "Plaza",
];
const COMMERCIAL: &[&str] = &[
    "Holdings LLC",
    "Properties LP",
    "Capital Partners LP",
    "Realty Fund II LP",
    "Investments LLC",
    "Development Co",
    "Equities LLC",
    "Real Estate Trust",
    "Ventures LLC",
    "Asset Management Inc",
    "Land Co",
    "Retail Partners LLC",
    "Office Owner LLC",
];
const INDUSTRIAL: &[&str] = &[
    "Logistics LLC",
    "Industrial Partners LP",
    "Steel Works Inc",
    "Warehouse Co",
    "Terminal LLC",
    "Manufacturing Inc",
    "Cold Storage LP",
    "Supply Co",
];
const RESIDENTIAL: &[&str] = &[
    "Homes LLC",
    "Residential Trust",
    "Housing Partners LP",
    "Land Trust",
    "Family Homes LP",
    "Rental Fund LLC",
    "Home Trust",
    "Living Trust No 4",
    "Townhomes LLC",
    "Residences LLC",
];
const PUBLIC: &[&str] = &[
    "Bayou City Park District",
    "Central School District",
    "Harbor Transit Authority",
    "Municipal Works Department",
    "Community Health Trust",
    "Riverside Congregation Trust",
    "Public Library Trust",
    "Flood Control Works",
];

const PUBLIC_BODIES: &[&str] = &[
    "Park District",
    "School District",
    "Transit Authority",
    "Works Department",
    "Health Trust",
    "Congregation Trust",
    "Library Trust",
    "Flood Control",
];

/// Kind of owner, by use.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum OwnerKind {
    /// Offices, shops, flats, empty commercial land.
    Commercial,
    /// Plants and warehouses.
    Industrial,
    /// Houses and house lots.
    Residential,
    /// Parks, schools, churches, public works.
    Public,
}

/// A generated owner: a company, a trust or a public body.
pub fn owner(chance: &mut Chance, kind: OwnerKind) -> String {
    let tail = match kind {
        OwnerKind::Public => return (*chance.pick(PUBLIC)).to_owned(),
        OwnerKind::Commercial => COMMERCIAL,
        OwnerKind::Industrial => INDUSTRIAL,
        OwnerKind::Residential => RESIDENTIAL,
    };
    let (first, second) = (*chance.pick(FIRST), *chance.pick(SECOND));
    format!("{first} {second} {}", chance.pick(tail))
}

/// The same of a generated county, of far more names.
pub fn county_owner(chance: &mut Chance, kind: OwnerKind) -> String {
    let tail = match kind {
        OwnerKind::Public => return format!("{} {}", compound(chance), chance.pick(PUBLIC_BODIES)),
        OwnerKind::Commercial => COMMERCIAL,
        OwnerKind::Industrial => INDUSTRIAL,
        OwnerKind::Residential => RESIDENTIAL,
    };
    let (first, second) = (compound(chance), compound(chance));
    format!("{first} {second} {}", chance.pick(tail))
}

const MAIL_CITIES: &[(&str, f64)] = &[
    ("Houston, TX 77002", 8.0),
    ("Houston, TX 77056", 6.0),
    ("Houston, TX 77027", 4.0),
    ("Sugar Land, TX 77478", 2.0),
    ("The Woodlands, TX 77380", 2.0),
    ("Dallas, TX 75201", 2.0),
    ("Austin, TX 78701", 2.0),
    ("Atlanta, GA 30303", 0.6),
    ("Charlotte, NC 28202", 0.6),
    ("New York, NY 10017", 0.6),
    ("Wilmington, DE 19801", 0.5),
];

/// A generated mailing address; `site` is used for owner-occupiers.
pub fn mailing_address(chance: &mut Chance, site: Option<String>) -> String {
    match site {
        Some(site) if chance.happens(0.35) => site,
        _ if chance.happens(0.4) => format!(
            "PO Box {}, {}",
            chance.whole(1001, 99_870),
            chance.weighted(MAIL_CITIES)
        ),
        _ => format!(
            "{} {} St Ste {}, {}",
            chance.whole(2, 98) * 100,
            chance.pick(ACROSS),
            chance.whole(1, 32) * 50,
            chance.weighted(MAIL_CITIES)
        ),
    }
}

/// `In care of` of the tax bill's address, for some owners.
pub fn careof(chance: &mut Chance) -> Option<String> {
    chance.happens(0.12).then(|| {
        let (first, second) = (*chance.pick(FIRST), *chance.pick(SECOND));
        format!("c/o {first} {second} Tax Services")
    })
}
