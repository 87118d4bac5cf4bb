//! Attributes of a lot: use, buildings, values, owner, flood zone.
//!
//! Derived from district, size, street and distance to the bayous. Values have a plausible
//! magnitude only.

use bigdecimal::BigDecimal;
use chrono::NaiveDate;
use domain::Money;

use super::blocks::{Lot, place};
use super::chance::Chance;
use super::districts::{Character, DISTRICTS, District, bayous, freeways};
use super::names::{self, OwnerKind};
use super::plane::{Lines, area};
use super::uses::{Facts, Use, facts_of};
use parcel_record::ParcelFields;

/// Half the width of a waterway with its banks, metres.
const WATER: f64 = 42.0;
/// Half the width of a freeway with its ramps, metres.
const FREEWAY: f64 = 46.0;
/// Land closer than this to a waterway is public green space.
const GREEN: f64 = 78.0;
/// Floodway, 1 % zone and 0.2 % zone end at these distances.
pub const FLOOD: [f64; 3] = [110.0, 210.0, 380.0];
/// Square feet of a square metre.
const SQFT: f64 = 10.763_91;

/// A parcel of the sample city.
#[derive(Debug, Clone, PartialEq)]
pub struct SampleParcel {
    /// Its outline without the closing corner: longitude, latitude in degrees, counter-clockwise.
    pub corners: Vec<(f64, f64)>,
    /// Its outline in metres on the generator's plane.
    pub plan: Vec<(f64, f64)>,
    /// Facts of the parcel.
    pub fields: ParcelFields,
}

/// Where a lot is, for its address.
pub struct Locality<'a> {
    /// City of the address.
    pub city: &'a str,
    /// Two letters.
    pub state: &'a str,
    /// ZIP code.
    pub zip: &'a str,
    /// Name of the subdivision, without `ADDITION`.
    pub subdivision: &'a str,
    /// Names of owners.
    pub owner: fn(&mut Chance, OwnerKind) -> String,
}

/// The city's waterways and freeways.
pub struct Setting {
    bayous: Lines,
    freeways: Lines,
}

impl Setting {
    /// Lays out waterways and freeways.
    pub fn new() -> Self {
        Self {
            bayous: Lines::new(&bayous()),
            freeways: Lines::new(&freeways()),
        }
    }

    /// The parcel of a lot; none in water or on a freeway.
    pub fn develop(&self, lot: &Lot, chance: &Chance) -> Option<SampleParcel> {
        let to_water = self.bayous.clearance(&lot.shape);
        if to_water < WATER || self.freeways.clearance(&lot.shape) < FREEWAY {
            return None;
        }
        let mut dice = chance.fork(
            (lot.district as u64) << 48
                | u64::from(lot.block) << 16
                | u64::from(lot.number)
                | 1 << 63,
        );
        let mut fields = super::names_of(lot.district, lot.block, lot.number)?;
        let plan = &DISTRICTS[lot.district];
        let locality = Locality {
            city: "Houston",
            state: "TX",
            zip: plan.zip,
            subdivision: plan.name,
            owner: names::owner,
        };
        fill(&mut fields, lot, plan, &locality, to_water, &mut dice);
        // Houston has no zoning; deeds restrict what may be built.
        fields.zoning = Some("None (deed restrictions)".to_owned());
        fields.zoning_type = Some("Deed-restricted".to_owned());
        Some(SampleParcel {
            corners: lot.shape.iter().map(|corner| corner.degrees()).collect(),
            plan: lot
                .shape
                .iter()
                .map(|corner| (corner.x, corner.y))
                .collect(),
            fields,
        })
    }
}

/// The facts of a lot at a distance of water, metres.
pub fn fill(
    fields: &mut ParcelFields,
    lot: &Lot,
    plan: &District,
    locality: &Locality<'_>,
    to_water: f64,
    dice: &mut Chance,
) {
    let kind = if to_water < GREEN {
        Use::Park
    } else {
        choose(lot, plan, dice)
    };
    describe(fields, lot, plan, locality, kind, dice);
    (fields.flood_zone, fields.flood_zone_subtype) = flood(to_water);
}

fn choose(lot: &Lot, plan: &District, dice: &mut Chance) -> Use {
    let acres = area(&lot.shape) / 4_046.86;
    if lot.whole_block {
        return dice.weighted(&[(Use::Public, 3.0), (Use::Park, 1.5)]);
    }
    let weights: &[(Use, f64)] = match plan.character {
        Character::Core if acres > 0.6 => &[
            (Use::Tower, 5.0),
            (Use::Parking, 2.0),
            (Use::Public, 0.8),
            (Use::Flats, 1.0),
            (Use::Office, 2.0),
        ],
        Character::Core => &[
            (Use::Office, 4.0),
            (Use::Retail, 3.0),
            (Use::Parking, 2.0),
            (Use::Tower, 0.7),
            (Use::Flats, 1.0),
        ],
        Character::Urban if acres > 0.5 => &[
            (Use::Flats, 4.0),
            (Use::Office, 2.0),
            (Use::Retail, 1.5),
            (Use::Parking, 0.8),
            (Use::Public, 0.6),
        ],
        Character::Urban if lot.on_boulevard => &[
            (Use::Retail, 4.0),
            (Use::Office, 2.0),
            (Use::Parking, 1.0),
            (Use::Flats, 1.0),
            (Use::Townhouse, 0.8),
        ],
        Character::Urban => &[
            (Use::Townhouse, 6.0),
            (Use::Vacant, 0.9),
            (Use::Flats, 1.0),
            (Use::Retail, 0.4),
            (Use::Office, 0.4),
            (Use::House, 0.8),
        ],
        Character::Residential if acres > 0.55 => {
            &[(Use::Flats, 4.0), (Use::Public, 1.5), (Use::Retail, 1.0)]
        }
        Character::Residential if lot.on_boulevard => &[
            (Use::House, 5.0),
            (Use::Retail, 2.2),
            (Use::Office, 0.7),
            (Use::Vacant, 0.8),
            (Use::Flats, 0.5),
        ],
        Character::Residential => &[(Use::House, 18.0), (Use::Vacant, 1.3), (Use::Flats, 0.15)],
        Character::Industrial => &[
            (Use::Warehouse, 5.0),
            (Use::Plant, 2.0),
            (Use::Parking, 1.2),
            (Use::Office, 0.5),
        ],
    };
    dice.weighted(weights)
}

fn describe(
    fields: &mut ParcelFields,
    lot: &Lot,
    plan: &District,
    locality: &Locality<'_>,
    kind: Use,
    dice: &mut Chance,
) {
    let facts = facts_of(kind);
    let lot_sqft = area(&lot.shape) * SQFT;
    let address = format!("{} {}", lot.house, lot.street);
    let Locality {
        city, state, zip, ..
    } = locality;
    fields.scity = Some((*city).to_owned());
    fields.state2 = Some((*state).to_owned());
    fields.szip = Some((*zip).to_owned());
    fields.owner = Some((locality.owner)(dice, facts.owner));
    fields.careof = names::careof(dice).filter(|_| facts.owner != OwnerKind::Public);
    let site = (!matches!(kind, Use::Vacant | Use::Parking | Use::Park))
        .then(|| format!("{address}, {city}, {state} {zip}"));
    fields.mailing_address = Some(names::mailing_address(dice, site));
    fields.address = Some(address);
    fields.usecode = Some(facts.code.to_owned());
    fields.usedesc = Some(facts.words.to_owned());
    fields.zoning_subtype = Some(facts.restriction.to_owned());
    let section = lot.block / 60 + 1;
    let subdivision = format!("{} ADDITION SEC {section}", locality.subdivision);
    fields.legaldesc = Some(format!("LT {} BLK {} {subdivision}", lot.number, lot.block));
    fields.subdivision = Some(subdivision);
    fields.ll_gisacre = Some((lot_sqft / 43_560.0 * 1e4).round() / 1e4);
    build(fields, kind, &facts, lot_sqft, plan, dice);
    price(fields, lot, &facts, lot_sqft, plan, dice);
}

fn build(
    fields: &mut ParcelFields,
    kind: Use,
    facts: &Facts,
    lot_sqft: f64,
    plan: &District,
    dice: &mut Chance,
) {
    if facts.cover.1 == 0.0 {
        fields.building_count = Some(0);
        return;
    }
    let floor = lot_sqft * dice.between(facts.cover.0, facts.cover.1);
    fields.sqft = Some(((floor / 10.0).round() * 10.0) as i64);
    fields.year_built = Some(dice.whole(plan.built.0, plan.built.1) as i32);
    fields.building_count = Some(match kind {
        Use::House => i32::from(dice.happens(0.25)) + 1,
        Use::Flats if lot_sqft > 30_000.0 => dice.whole(2, 6) as i32,
        Use::Warehouse | Use::Plant | Use::Public => dice.whole(1, 4) as i32,
        _ => 1,
    });
}

fn price(
    fields: &mut ParcelFields,
    lot: &Lot,
    facts: &Facts,
    lot_sqft: f64,
    plan: &District,
    dice: &mut Chance,
) {
    let far = place(lot).length() / 1_000.0;
    let commercial = facts.owner == OwnerKind::Commercial;
    let (at_centre, reach) = if commercial {
        (165.0, 1.9)
    } else {
        (58.0, 4.5)
    };
    let base = at_centre * f64::exp(-far / reach);
    let land = lot_sqft * (base + 14.0) * plan.demand * dice.between(0.85, 1.15);
    let age = f64::from(2026 - fields.year_built.unwrap_or(2026)).max(0.0);
    let wear = (1.0 - age * 0.006).max(0.35);
    let built =
        fields.sqft.unwrap_or(0) as f64 * dice.between(facts.dollars.0, facts.dollars.1) * wear;
    fields.landval = dollars(land);
    fields.improvval = dollars(built);
    fields.parval = dollars(thousand(land) + thousand(built));
    fields.parvaltype = Some("APPRAISED".to_owned());
    if facts.owner != OwnerKind::Public && dice.happens(0.86) {
        let first = fields.year_built.unwrap_or(1985).max(1985);
        let year = dice.whole(i64::from(first).min(2024), 2025) as i32;
        fields.saledate =
            NaiveDate::from_ymd_opt(year, dice.whole(1, 12) as u32, dice.whole(1, 28) as u32);
        // Texas sales are mostly undisclosed.
        if dice.happens(0.22) {
            let then = 0.965_f64.powi(2026 - year);
            fields.saleprice = dollars((land + built) * then * dice.between(0.85, 1.1));
        }
    }
}

fn flood(to_water: f64) -> (Option<String>, Option<String>) {
    let (zone, subtype) = match to_water {
        d if d < FLOOD[0] => ("AE", Some("FLOODWAY")),
        d if d < FLOOD[1] => ("AE", None),
        d if d < FLOOD[2] => ("X", Some("0.2 PCT ANNUAL CHANCE FLOOD HAZARD")),
        _ => ("X", Some("AREA OF MINIMAL FLOOD HAZARD")),
    };
    (Some(zone.to_owned()), subtype.map(ToOwned::to_owned))
}

/// Appraisals are written in hundreds.
fn thousand(amount: f64) -> f64 {
    (amount / 100.0).round() * 100.0
}

fn dollars(amount: f64) -> Option<Money> {
    Money::try_from(BigDecimal::from(thousand(amount) as u64)).ok()
}
