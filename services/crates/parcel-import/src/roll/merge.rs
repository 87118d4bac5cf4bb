//! What the rows of a tax roll say of their parcel: one row, or those of its units.
//!
//! Facts that belong together, such as owner and address of the tax bill, are all of the roll if it
//! has one of them. Of several rows, a fact of the premises is that of the parcel if all of them agree,
//! and else unknown; a fact of the land also if some say nothing, and else that of the outline's file.

use std::collections::BTreeSet;

use domain::Money;
use parcel_record::ParcelFields;
use serde_json::{Map, Value, json};

/// Facts of the premises and their owners, in groups that belong together.
const PREMISES: &[&[&str]] = &[
    &["owner", "careof", "mailing_address"],
    &["saledate", "saleprice"],
    &["usecode", "usedesc"],
    &["parval", "parvaltype", "landval", "improvval"],
    &["sqft"],
    &["year_built"],
    // Each row of a building's units counts the building.
    &["building_count"],
];
/// Facts of the land.
const LAND: &[&[&str]] = &[
    &["address"],
    &["scity"],
    &["state2"],
    &["szip"],
    &["zoning", "zoning_type", "zoning_subtype"],
    &["legaldesc"],
    &["subdivision"],
    &["flood_zone", "flood_zone_subtype"],
];
/// Taken from a parcel's only row: units have shares of the land, or none.
const AREA: &[&str] = &["ll_gisacre"];
/// Words before the number of a unit.
const UNIT_WORDS: [&str; 9] = [
    "UNIT",
    "UNITS",
    "UN",
    "APT",
    "APARTMENT",
    "STE",
    "SUITE",
    "NO",
    "#",
];

/// A row of a tax roll.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct RollRow {
    /// Number of the unit.
    pub unit: Option<String>,
    /// Facts, with the roll's own number.
    pub fields: ParcelFields,
}

/// What the rows of one parcel say.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Joined {
    /// Facts that replace those of the outline's file. Null: known not to be known.
    pub facts: Map<String, Value>,
    /// A number, a unit or an address distinguishes each row from the others. Values of rows that may
    /// be the same unit, such as one for each owner, are not summed.
    pub are_told_apart: bool,
}

/// The facts of the parcel of these rows, whatever their order.
pub(crate) fn joined(rows: &[RollRow]) -> Joined {
    let said: Vec<Value> = rows.iter().map(|row| json!(row.fields)).collect();
    let mut facts = Map::new();
    if let [only] = said.as_slice() {
        let groups = PREMISES.iter().chain(LAND).chain([&AREA]);
        for group in groups.filter(|group| is_said(only, group)) {
            facts.extend(
                group
                    .iter()
                    .map(|fact| ((*fact).to_owned(), only[*fact].clone())),
            );
        }
        return Joined {
            facts,
            are_told_apart: true,
        };
    }
    let ids: BTreeSet<_> = rows.iter().map(identity).collect();
    let are_told_apart = ids.len() == rows.len();
    for group in PREMISES {
        if said.iter().any(|row| is_said(row, group)) {
            let value = |fact| {
                (
                    String::from(fact),
                    of_premises(fact, &said, rows, are_told_apart),
                )
            };
            facts.extend(group.iter().copied().map(value));
        }
    }
    for group in LAND {
        let mut different: Vec<&Value> = Vec::new();
        for row in said.iter().filter(|row| is_said(row, group)) {
            if !different
                .iter()
                .any(|other| group.iter().all(|fact| other[*fact] == row[*fact]))
            {
                different.push(row);
            }
        }
        if let [agreed] = different.as_slice() {
            facts.extend(
                group
                    .iter()
                    .map(|fact| ((*fact).to_owned(), agreed[*fact].clone())),
            );
        }
    }
    if !facts.contains_key("address") {
        let addresses = rows.iter().map(|row| row.fields.address.as_deref());
        if let Some(address) = common_address(&addresses.collect::<Vec<_>>()) {
            facts.insert("address".to_owned(), Value::from(address));
        }
    }
    Joined {
        facts,
        are_told_apart,
    }
}

/// What tells a unit from the others of its parcel.
fn identity(row: &RollRow) -> (&str, Option<&str>, Option<&str>) {
    let RollRow { unit, fields } = row;
    (
        &fields.parcelnumb,
        unit.as_deref(),
        fields.address.as_deref(),
    )
}

fn is_said(row: &Value, group: &[&str]) -> bool {
    group.iter().any(|fact| !row[*fact].is_null())
}

/// One fact of several rows.
fn of_premises(fact: &str, said: &[Value], rows: &[RollRow], are_told_apart: bool) -> Value {
    let sum = |amount: fn(&ParcelFields) -> Option<&Money>| {
        let cents = rows.iter().map(|row| Some(amount(&row.fields)?.cents()));
        dollars(total(cents.filter(|_| are_told_apart), rows.len()))
    };
    match fact {
        "parval" => sum(|fields| fields.parval.as_ref()),
        "landval" => sum(|fields| fields.landval.as_ref()),
        "improvval" => sum(|fields| fields.improvval.as_ref()),
        "sqft" => {
            let areas = rows.iter().map(|row| u64::try_from(row.fields.sqft?).ok());
            let total = total(areas.filter(|_| are_told_apart), rows.len());
            json!(total.and_then(|total| i64::try_from(total).ok()))
        }
        // The price of one unit is not that of the parcel, nor an owner's address another one's.
        "saleprice" if !agree("saledate", said) => Value::Null,
        "careof" | "mailing_address" if !agree("owner", said) => Value::Null,
        _ if agree(fact, said) => said[0][fact].clone(),
        _ => Value::Null,
    }
}

/// All rows have the same value, or none has one.
fn agree(fact: &str, said: &[Value]) -> bool {
    said.windows(2).all(|pair| pair[0][fact] == pair[1][fact])
}

/// The sum, if each of so many rows has an amount.
fn total(amounts: impl Iterator<Item = Option<u64>>, rows: usize) -> Option<u64> {
    let amounts: Vec<u64> = amounts.collect::<Option<_>>()?;
    (amounts.len() == rows).then(|| amounts.into_iter().try_fold(0, u64::checked_add))?
}

fn dollars(cents: Option<u64>) -> Value {
    let money = cents.and_then(|cents| {
        let text = format!("{}.{:02}", cents / 100, cents % 100);
        text.parse::<Money>().ok()
    });
    json!(money)
}

/// The house number and street that all addresses begin with, without the units: `12 OAK ST UNIT 1`
/// and `12 OAK ST UNIT 2` are in `12 OAK ST`.
fn common_address(addresses: &[Option<&str>]) -> Option<String> {
    let mut addresses = addresses.iter();
    let mut common: Vec<&str> = (*addresses.next()?)?.split(' ').collect();
    for address in addresses {
        let words = (*address)?.split(' ');
        let same = common.iter().zip(words).take_while(|(a, b)| **a == *b);
        let same = same.count();
        common.truncate(same);
    }
    let is_of_unit = |word: &&str| {
        let word = word.trim_end_matches([',', '.']).to_uppercase();
        word.is_empty() || UNIT_WORDS.contains(&word.as_str())
    };
    while common.last().is_some_and(is_of_unit) {
        common.pop();
    }
    let has_house = common.first()?.starts_with(|c: char| c.is_ascii_digit());
    let has_street = common
        .iter()
        .skip(1)
        .any(|word| word.chars().any(char::is_alphabetic));
    let text = common.join(" ");
    (has_house && has_street).then(|| text.trim_end_matches(',').to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;
    use domain::{ParcelNumber, ParcelUuid};
    use parcel_record::FACT_COLUMNS;
    use proptest::prelude::*;

    fn row(number: &str, change: impl FnOnce(&mut ParcelFields)) -> RollRow {
        let id = ParcelUuid::derive("25015", &number.parse::<ParcelNumber>().unwrap());
        let mut fields = ParcelFields::new(id, "25015".to_owned(), number.to_owned());
        change(&mut fields);
        RollRow { unit: None, fields }
    }

    fn money(text: &str) -> Money {
        text.parse().unwrap()
    }

    #[test]
    fn every_fact_has_a_rule() {
        let identity = ["ll_uuid", "county_fips", "parcelnumb"];
        let ruled = PREMISES
            .iter()
            .chain(LAND)
            .chain([&AREA])
            .copied()
            .flatten();
        let ruled: BTreeSet<&str> = ruled.copied().chain(identity).collect();
        assert_eq!(ruled, FACT_COLUMNS.into_iter().collect());
    }

    #[test]
    fn a_single_row_says_what_it_has() {
        let one = row("1-2", |fields| {
            fields.owner = Some("HERON LLC".to_owned());
            fields.parval = Some(money("100.50"));
            fields.ll_gisacre = Some(2.5);
        });
        let Joined {
            facts,
            are_told_apart,
        } = joined(&[one]);
        assert!(are_told_apart);
        // Neither the mailing address of another owner nor the land value of another year stays.
        let expected = json!({ "owner": "HERON LLC", "careof": null, "mailing_address": null, "parval": 100.5,
            "parvaltype": null, "landval": null, "improvval": null, "ll_gisacre": 2.5 });
        assert_eq!(Value::Object(facts), expected);
        assert!(joined(&[row("1-2", |_| ())]).facts.is_empty());
    }

    #[test]
    fn units_are_summed_and_what_differs_is_unknown() {
        let unit = |number: &str, owner: &str, value: &str| {
            row(number, |fields| {
                fields.owner = Some(owner.to_owned());
                fields.mailing_address = Some("PO BOX 1".to_owned());
                fields.saledate = chrono::NaiveDate::from_ymd_opt(2020, 1, value.len() as u32);
                fields.saleprice = Some(money("1"));
                fields.parval = Some(money(value));
                fields.parvaltype = Some("ASSESSED".to_owned());
                fields.sqft = Some(900);
                fields.year_built = Some(1987);
                fields.zoning = Some("R1".to_owned());
                fields.ll_gisacre = Some(0.5);
                fields.address = Some(format!("12 OAK ST, UNIT {number}"));
            })
        };
        let rows = [
            unit("1-2A", "HERON LLC", "100"),
            unit("1-2B", "EGRET LLC", "20.25"),
        ];
        let Joined {
            facts,
            are_told_apart,
        } = joined(&rows);
        assert!(are_told_apart);
        let expected = json!({ "owner": null, "careof": null, "mailing_address": null, "saledate": null, "saleprice": null,
            "parval": 120.25, "parvaltype": "ASSESSED", "landval": null, "improvval": null, "sqft": 1800, "year_built": 1987,
            "zoning": "R1", "zoning_type": null, "zoning_subtype": null, "address": "12 OAK ST" });
        assert_eq!(Value::Object(facts), expected);
    }

    #[test]
    fn a_value_that_one_unit_lacks_has_no_sum() {
        let valued = row("1-2A", |fields| fields.parval = Some(money("100")));
        let master = row("1-2M", |_| ());
        assert_eq!(joined(&[valued, master]).facts["parval"], Value::Null);
    }

    #[test]
    fn rows_that_may_be_one_unit_are_not_summed() {
        let owner = |name: &str| {
            row("1-2", |fields| {
                fields.owner = Some(name.to_owned());
                fields.parval = Some(money("100"));
            })
        };
        let mut rows = [owner("HERON LLC"), owner("EGRET LLC")];
        let both = joined(&rows);
        assert_eq!(
            (both.are_told_apart, &both.facts["parval"]),
            (false, &Value::Null)
        );
        rows[0].unit = Some("A".to_owned());
        assert_eq!(joined(&rows).facts["parval"], json!(200));
    }

    #[test]
    fn addresses_have_their_common_part() {
        let common = |addresses: &[&str]| {
            common_address(&addresses.iter().copied().map(Some).collect::<Vec<_>>())
        };
        assert_eq!(
            common(&["25 LYMAN AVE #1", "25 LYMAN AVE #2"]),
            Some("25 LYMAN AVE".to_owned())
        );
        assert_eq!(
            common(&["25 LYMAN AVE", "25 LYMAN AVE APT 2"]),
            Some("25 LYMAN AVE".to_owned())
        );
        assert_eq!(common(&["22 WINTER ST", "24 WINTER ST"]), None);
        assert_eq!(common(&["100 1", "100 2"]), None);
        assert_eq!(common_address(&[Some("1 OAK ST"), None]), None);
    }

    /// Rows of one parcel; numbers may repeat.
    fn any_rows() -> impl Strategy<Value = Vec<RollRow>> {
        let one = (
            0..6_u8,
            proptest::option::of(0..10_000_000_u64),
            proptest::option::of(0..5_000_i64),
            0..3_u8,
        );
        let row = one.prop_map(|(number, cents, sqft, owner)| {
            row(&format!("R-{number}"), |fields| {
                fields.parval = dollars(cents).to_string().parse().ok();
                fields.sqft = sqft;
                fields.owner = ["HERON LLC", "EGRET LLC"]
                    .get(usize::from(owner))
                    .map(|name| (*name).to_owned());
                fields.address = Some(format!("12 OAK ST UNIT {number}"));
                fields.scity = fields.owner.clone();
            })
        });
        proptest::collection::vec(row, 1..6)
    }

    proptest! {
        #[test]
        fn the_order_of_rows_does_not_matter(rows in any_rows(), turn in 0..6_usize) {
            let mut turned = rows.clone();
            turned.rotate_left(turn % rows.len());
            prop_assert_eq!(joined(&rows), joined(&turned));
            turned.reverse();
            prop_assert_eq!(joined(&rows), joined(&turned));
        }

        #[test]
        fn values_are_the_sums_of_those_of_all_units(rows in any_rows()) {
            let Joined { facts, are_told_apart } = joined(&rows);
            let cents: Option<Vec<u64>> = rows.iter().map(|row| Some(row.fields.parval.as_ref()?.cents())).collect();
            let sum = cents.filter(|_| are_told_apart).map(|cents| cents.iter().sum());
            let said = facts.get("parval").cloned();
            prop_assert_eq!(said.clone().unwrap_or_default(), dollars(sum));
            let any = rows.iter().any(|row| row.fields.parval.is_some());
            prop_assert_eq!(said.is_some(), any);
            let areas: Option<Vec<i64>> = rows.iter().map(|row| row.fields.sqft).collect();
            let area = areas.filter(|_| are_told_apart).map(|areas| areas.iter().sum::<i64>());
            prop_assert_eq!(facts.get("sqft").cloned().unwrap_or_default(), json!(area));
        }

        #[test]
        fn an_owner_is_that_of_all_rows(rows in any_rows()) {
            let Joined { facts, .. } = joined(&rows);
            if let Some(Value::String(owner)) = facts.get("owner") {
                prop_assert!(rows.iter().all(|row| row.fields.owner.as_ref() == Some(owner)));
            }
            if let Some(Value::String(city)) = facts.get("scity") {
                prop_assert!(rows.iter().all(|row| row.fields.scity.as_ref().is_none_or(|other| other == city)));
            }
        }
    }
}
