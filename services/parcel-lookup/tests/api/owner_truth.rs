//! Generated parcels whose true owners are known, with what makes real rolls hard: agents of many companies, servicers as care-of, sister
//! companies, names in any order, cut names, fathers and sons, towers with and without units, moves, cities both ways.
//!
//! An address or a care-of is of many from 20 names on, so agents, servicers and towers have more.

/// A parcel and its true owner.
pub struct Parcel {
    /// As its roll says.
    pub name: String,
    pub care_of: Option<String>,
    pub mailing: String,
    /// Street address and ZIP code of the site.
    pub site: (String, String),
    pub owner: usize,
    pub kind: &'static str,
}

const GIVEN: [&str; 40] = [
    "JAMES",
    "MARY",
    "ROBERT",
    "PATRICIA",
    "JOHN",
    "JENNIFER",
    "MICHAEL",
    "LINDA",
    "DAVID",
    "ELIZABETH",
    "WILLIAM",
    "BARBARA",
    "RICHARD",
    "SUSAN",
    "JOSEPH",
    "JESSICA",
    "THOMAS",
    "SARAH",
    "CARLOS",
    "KAREN",
    "DANIEL",
    "NANCY",
    "MATTHEW",
    "LISA",
    "ANTHONY",
    "BETTY",
    "MARK",
    "SANDRA",
    "DONALD",
    "ASHLEY",
    "STEVEN",
    "KIMBERLY",
    "PAUL",
    "EMILY",
    "ANDREW",
    "DONNA",
    "JOSHUA",
    "MICHELLE",
    "KENNETH",
    "CAROL",
];
const COMMON: [&str; 12] = [
    "SMITH",
    "JOHNSON",
    "WILLIAMS",
    "BROWN",
    "JONES",
    "GARCIA",
    "MILLER",
    "DAVIS",
    "RODRIGUEZ",
    "MARTINEZ",
    "NGUYEN",
    "LEE",
];
const BEGIN: [&str; 30] = [
    "KOWAL", "ZIEL", "HART", "BRENN", "STOK", "VAND", "MCALL", "LIND", "OBER", "PRES", "QUINT",
    "RAS", "SEY", "THORN", "ULM", "VIR", "WEX", "YAR", "ZAB", "ABER", "BRAN", "CRES", "DUN", "ELS",
    "FARN", "GREL", "HOLB", "IVES", "JORD", "KELV",
];
const END: [&str; 30] = [
    "SKI", "MAN", "LEY", "TON", "ERS", "FORD", "WICK", "ACH", "INI", "OWSKI", "BERG", "STEIN",
    "SEN", "SON", "WELL", "MORE", "HAM", "BY", "DALE", "HURST", "ISTER", "IGAN", "ELLI", "ANO",
    "ESCU", "ARD", "OTT", "ING", "WORTH", "STEAD",
];
const TAILS: [&str; 14] = [
    "HOLDINGS",
    "PROPERTIES",
    "INVESTMENTS",
    "DEVELOPMENT",
    "REALTY",
    "VENTURES",
    "CAPITAL PARTNERS",
    "LAND",
    "LOGISTICS",
    "EQUITIES",
    "RENTALS",
    "ENTERPRISES",
    "GROUP",
    "REAL ESTATE",
];
const FORMS: [[&str; 3]; 3] = [
    ["LLC", "L.L.C.", "L L C"],
    ["LP", "L.P.", "LIMITED PARTNERSHIP"],
    ["INC", "INC.", "INCORPORATED"],
];
const STREETS: [&str; 16] = [
    "OAK",
    "ELM",
    "MAPLE",
    "CEDAR",
    "PINE",
    "WALNUT",
    "LAKE",
    "HILL",
    "RIVER",
    "SPRING",
    "NORTH",
    "RIDGE",
    "CHURCH",
    "WASHINGTON",
    "JACKSON",
    "LINCOLN",
];
const SUFFIXES: [[&str; 2]; 5] = [
    ["ST", "STREET"],
    ["AVE", "AVENUE"],
    ["DR", "DRIVE"],
    ["LN", "LANE"],
    ["RD", "ROAD"],
];

/// `SplitMix64`.
struct Chance(u64);

impl Chance {
    fn below(&mut self, end: usize) -> usize {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut word = self.0;
        word = (word ^ (word >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        word = (word ^ (word >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        ((word ^ (word >> 31)) % end as u64) as usize
    }

    fn pick<'a>(&mut self, list: &[&'a str]) -> &'a str {
        list[self.below(list.len())]
    }

    fn in_hundred(&mut self, share: usize) -> bool {
        self.below(100) < share
    }
}

#[derive(Clone)]
struct Place {
    number: usize,
    street: usize,
    suffix: usize,
    zip: usize,
    unit: Option<usize>,
}

struct Maker {
    chance: Chance,
    parcels: Vec<Parcel>,
    owners: usize,
}

/// The whole roll, always the same.
pub fn parcels() -> Vec<Parcel> {
    let mut maker = Maker {
        chance: Chance(7_713),
        parcels: Vec::new(),
        owners: 0,
    };
    maker.persons();
    maker.families();
    maker.companies();
    maker.portfolios();
    maker.series();
    maker.agents();
    maker.servicers();
    maker.towers();
    maker.public_bodies();
    maker.parcels
}

impl Maker {
    fn owner(&mut self) -> usize {
        self.owners += 1;
        self.owners
    }

    fn place(&mut self) -> Place {
        Place {
            number: 1 + self.chance.below(9_800),
            street: self.chance.below(STREETS.len()),
            suffix: self.chance.below(5),
            zip: 77_001 + self.chance.below(90),
            unit: None,
        }
    }

    /// One of the ways in which a clerk writes it.
    fn written(&mut self, place: &Place) -> String {
        let suffix = SUFFIXES[place.suffix][self.chance.below(2)];
        let unit = place
            .unit
            .map(|unit| format!(" {} {unit}", self.chance.pick(&["APT", "UNIT", "#", "STE"])))
            .unwrap_or_default();
        let plus = if self.chance.in_hundred(20) {
            "-1234"
        } else {
            ""
        };
        let comma = if self.chance.in_hundred(70) { "," } else { "" };
        format!(
            "{} {} {suffix}{unit}, HOUSTON{comma} TX {}{plus}",
            place.number, STREETS[place.street], place.zip
        )
    }

    fn surname(&mut self) -> String {
        if self.chance.in_hundred(25) {
            self.chance.pick(&COMMON).to_owned()
        } else {
            format!("{}{}", self.chance.pick(&BEGIN), self.chance.pick(&END))
        }
    }

    fn add(&mut self, owner: usize, kind: &'static str, name: &str, place: &Place, is_home: bool) {
        let mailing = self.written(place);
        let site = if is_home {
            let suffix = SUFFIXES[place.suffix][0];
            let street = format!("{} {} {suffix}", place.number, STREETS[place.street]);
            (street, place.zip.to_string())
        } else {
            let number = self.parcels.len() + 1;
            (format!("{number} TRACT RD"), "77099".to_owned())
        };
        self.parcels.push(Parcel {
            // A field of a roll.
            name: name.chars().take(50).collect(),
            care_of: None,
            mailing,
            site,
            owner,
            kind,
        });
    }

    fn person(&mut self, given: &str, middle: &str, surname: &str) -> String {
        match self.chance.below(5) {
            0 => format!("{surname}, {given} {middle}"),
            1 => format!("{given} {middle} {surname}"),
            2 => format!("{surname} {given} {middle}."),
            3 => format!("{surname} {given}"),
            _ => format!("{surname} {given} {middle} ET UX"),
        }
    }

    fn persons(&mut self) {
        for _ in 0..1_000 {
            let (owner, place) = (self.owner(), self.place());
            let (given, spouse, surname) = (
                self.chance.pick(&GIVEN),
                self.chance.pick(&GIVEN),
                self.surname(),
            );
            let middle = self.chance.pick(&["A", "B", "C", "E", "J", "L", "M", "R"]);
            let count = 1 + [0, 0, 0, 0, 0, 1, 1, 2, 4][self.chance.below(9)];
            for at in 0..count {
                let name = match self.chance.below(6) {
                    0 => format!("{surname}, {given} & {spouse}"),
                    1 => format!("{surname} {given} {middle} TRUSTEE"),
                    _ => self.person(given, middle, &surname),
                };
                self.add(owner, "person", &name, &place, at == 0);
            }
        }
    }

    fn families(&mut self) {
        for _ in 0..25 {
            let place = self.place();
            let (given, surname) = (self.chance.pick(&GIVEN), self.surname());
            for suffix in ["JR", "SR"] {
                let owner = self.owner();
                for at in 0..2 {
                    self.add(
                        owner,
                        "father and son",
                        &format!("{surname}, {given} {suffix}"),
                        &place,
                        at == 0,
                    );
                }
            }
        }
    }

    fn company(&mut self) -> (String, [&'static str; 3]) {
        let root = format!("{}{}", self.chance.pick(&BEGIN), self.chance.pick(&END));
        let second = if self.chance.in_hundred(50) {
            format!(" {}{}", self.chance.pick(&BEGIN), self.chance.pick(&END))
        } else {
            String::new()
        };
        (
            format!("{root}{second} {}", self.chance.pick(&TAILS)),
            FORMS[self.chance.below(3)],
        )
    }

    fn companies(&mut self) {
        for _ in 0..150 {
            let owner = self.owner();
            let (name, forms) = self.company();
            let mut place = self.place();
            place.unit = self
                .chance
                .in_hundred(60)
                .then_some(100 + self.chance.below(800));
            // Of those that moved, some parcels still have the old address.
            let old = self.chance.in_hundred(15).then(|| Place {
                zip: place.zip,
                ..self.place()
            });
            let count = 1 + [0, 1, 2, 3, 5, 9, 15, 40][self.chance.below(8)];
            for at in 0..count {
                let written = format!("{name} {}", self.chance.pick(&forms));
                let at_old = at % 4 == 3;
                let from = old.as_ref().filter(|_| at_old).unwrap_or(&place).clone();
                self.add(owner, "company", &written, &from, false);
            }
        }
    }

    /// Companies for a single parcel each, of one owner: a distinctive word and a suite in common.
    fn portfolios(&mut self) {
        for at in 0..7 {
            let (owner, mut place) = (self.owner(), self.place());
            place.unit = Some(100 + at);
            let word = format!(
                "{}{}X{}",
                self.chance.pick(&BEGIN),
                self.chance.pick(&END),
                ["O", "A", "I", "U"][at % 4]
            );
            let count = 5 + self.chance.below(100);
            for _ in 0..count {
                let second = self.chance.pick(&STREETS);
                let written = format!(
                    "{word} {second} {}",
                    self.chance.pick(&["LLC", "LP", "HOLDINGS LLC"])
                );
                self.add(owner, "portfolio", &written, &place, false);
            }
        }
    }

    fn series(&mut self) {
        for _ in 0..10 {
            let (name, forms) = self.company();
            let mut place = self.place();
            place.unit = Some(100 + self.chance.below(900));
            for series in ["I", "II", "III", "IV"] {
                let owner = self.owner();
                for _ in 0..3 {
                    let written = format!("{name} {series} {}", self.chance.pick(&forms));
                    self.add(owner, "series", &written, &place, false);
                }
            }
        }
    }

    fn agents(&mut self) {
        for agent in 0..3 {
            let place = Place {
                number: 251 + agent,
                street: 3,
                suffix: 2,
                zip: 19_808,
                unit: None,
            };
            for _ in 0..120 {
                let owner = self.owner();
                let (name, forms) = self.company();
                for _ in 0..=self.chance.below(3) {
                    let written = format!("{name} {}", self.chance.pick(&forms));
                    self.add(owner, "at an agent", &written, &place, false);
                }
            }
        }
    }

    fn servicers(&mut self) {
        for servicer in [
            "CORELOGIC TAX SERVICES",
            "HERON TAX SERVICES",
            "RYAN PROPERTY TAX",
        ] {
            for _ in 0..40 {
                let (owner, place) = (self.owner(), self.place());
                let (name, forms) = self.company();
                for _ in 0..2 {
                    let written = format!("{name} {}", self.chance.pick(&forms));
                    self.add(owner, "in a servicer's care", &written, &place, false);
                    if let Some(parcel) = self.parcels.last_mut() {
                        parcel.care_of = Some(format!("C/O {servicer}"));
                    }
                }
            }
        }
    }

    fn towers(&mut self) {
        for tower in 0..2 {
            let place = self.place();
            for unit in 0..60 {
                let owner = self.owner();
                let (given, surname) = (self.chance.pick(&GIVEN), self.surname());
                let place = Place {
                    unit: (tower % 2 == 0).then_some(101 + unit),
                    ..place.clone()
                };
                let middle = self.chance.pick(&["A", "B", "C", "D"]);
                let name = self.person(given, middle, &surname);
                self.add(owner, "tower", &name, &place, true);
            }
        }
    }

    fn public_bodies(&mut self) {
        for (both, count) in [
            (["CITY OF HARBORVALE", "HARBORVALE CITY OF"], 40),
            (["COUNTY OF ELMSHIRE", "ELMSHIRE COUNTY"], 16),
        ] {
            let owner = self.owner();
            for at in 0..count {
                let place = if at % 5 == 0 {
                    self.place()
                } else {
                    Place {
                        number: 1,
                        street: 0,
                        suffix: 0,
                        zip: 77_002,
                        unit: None,
                    }
                };
                let name = self.chance.pick(&both).to_owned();
                self.add(owner, "public", &name, &place, false);
            }
        }
    }
}
