//! Who owns each parcel of an area: two spellings of one owner are one owner. No I/O.
//!
//! The names are compared in one form, and different names at one mailing address as in the group of an owner (decision 65).
//! Frequencies of names and words are those of the area, because what adjoins is compared.

use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet};
use std::sync::Arc;

use owner_names::link::{Frequencies, HUB};
use owner_names::{Parsed, Relation, Row, group_parsed};

use super::store::ParcelRow;
use crate::parcels::owner_key;

/// Owners of which most are not in the area.
const OWNERS: f64 = 10_000.0;

/// Which names are of one owner.
#[derive(Debug)]
pub struct Owners(HashMap<i64, i64>);

impl Owners {
    /// Among these parcels.
    pub fn among(rows: &[OwnerRow]) -> Self {
        Self(joined(rows))
    }

    /// The key of a parcel's owner; `None` if nobody is named.
    pub fn of(&self, row: &OwnerRow) -> Option<i64> {
        let name = row.name?;
        Some(self.0.get(&name).copied().unwrap_or(name))
    }
}

/// The key of each parcel's owner; `None` if nobody is named. Names are of one owner as among the parcels of a larger area, if it is known.
pub fn of(parcels: &[ParcelRow], known: Option<Owners>) -> Vec<Option<i64>> {
    let rows: Vec<OwnerRow> = parcels.iter().map(OwnerRow::of).collect();
    let owners = known.unwrap_or_else(|| Owners::among(&rows));
    rows.iter().map(|row| owners.of(row)).collect()
}

/// An owner at an address, by keys.
pub struct OwnerRow {
    name: Option<i64>,
    mail: Option<i64>,
    text: Row,
}

impl OwnerRow {
    /// With the keys of the name and of the mailing address, if the facts of the parcel are made.
    pub fn new(text: Row, made: Option<(Option<i64>, Option<i64>)>) -> Self {
        let (name, mail) = made.unwrap_or_else(|| (None, text.keys().0.mail));
        let name = owner_key(name, text.owner.as_deref(), &text.county_fips);
        Self { name, mail, text }
    }

    fn of(parcel: &ParcelRow) -> Self {
        let text = Row {
            owner: parcel.owner.clone(),
            care_of: parcel.careof.clone(),
            mailing: parcel.mailing_address.clone(),
            county_fips: parcel.county_fips.clone(),
            is_absentee: parcel.is_absentee,
        };
        let made = parcel
            .has_facts
            .then_some((parcel.owner_key, parcel.mail_key));
        Self::new(text, made)
    }
}

/// For names that are of one owner, the name that stands for it. A name joins others at one address only, that with the most parcels: so no
/// chain of addresses joins what is not the same.
fn joined(rows: &[OwnerRow]) -> HashMap<i64, i64> {
    let mut addresses: BTreeMap<i64, Address<'_>> = BTreeMap::new();
    for row in rows {
        if let (Some(name), Some(mail)) = (row.name, row.mail) {
            let address = addresses.entry(mail).or_default();
            address.parcels += 1;
            address.names.entry(name).or_insert(&row.text);
        }
    }
    let mut addresses: Vec<(i64, Address<'_>)> = addresses
        .into_iter()
        .filter(|(_, address)| (2..=HUB).contains(&address.names.len()))
        .collect();
    addresses.sort_by_key(|(mail, address)| (usize::MAX - address.parcels, *mail));
    let parsed: Vec<Vec<(i64, Parsed)>> = addresses
        .iter()
        .map(|(_, address)| {
            let names = address.names.iter();
            names.map(|(name, text)| (*name, text.parsed())).collect()
        })
        .collect();
    let words = Arc::new(words(&parsed));
    let mut same: HashMap<i64, i64> = HashMap::new();
    for mut names in parsed {
        names.retain(|(name, _)| !same.contains_key(name));
        while names.len() > 1 {
            let known = Frequencies {
                owners: OWNERS,
                words: Arc::clone(&words),
                ..Frequencies::default()
            };
            let forms: Vec<Parsed> = names.iter().map(|(_, form)| form.clone()).collect();
            let group = group_parsed(&forms, known);
            let members: HashSet<usize> = group
                .iter()
                .filter(|member| member.relation == Relation::Same)
                .map(|member| member.row)
                .chain([0])
                .collect();
            let first = names[0].0;
            if members.len() > 1 {
                same.extend(members.iter().map(|row| (names[*row].0, first)));
            }
            let mut row = 0;
            names.retain(|_| {
                row += 1;
                !members.contains(&(row - 1))
            });
        }
    }
    same
}

/// The names at a mailing address, by key.
#[derive(Default)]
struct Address<'a> {
    parcels: usize,
    names: BTreeMap<i64, &'a Row>,
}

/// The share of the owners' names that have a word.
fn words(parsed: &[Vec<(i64, Parsed)>]) -> HashMap<String, f64> {
    let mut names: BTreeSet<(&str, i64)> = BTreeSet::new();
    for (key, form) in parsed.iter().flatten() {
        let tokens = form.name().map_or(&[][..], |name| name.tokens.as_slice());
        names.extend(tokens.iter().map(|word| (word.as_str(), *key)));
    }
    let mut words: HashMap<String, f64> = HashMap::new();
    for (word, _) in names {
        *words.entry(word.to_owned()).or_default() += 1.0 / OWNERS;
    }
    words
}

#[cfg(test)]
mod tests {
    use super::*;

    const SUITE: &str = "100 MAIN ST STE 4, HOUSTON TX 77002";
    const ELSEWHERE: &str = "9 ELM ST, DALLAS TX 75201";

    fn row(owner: &str, mailing: Option<&str>, has_facts: bool) -> ParcelRow {
        let text = Row {
            owner: Some(owner.to_owned()),
            mailing: mailing.map(ToOwned::to_owned),
            county_fips: "48201".to_owned(),
            ..Row::default()
        };
        let (keys, _) = text.keys();
        ParcelRow {
            ll_uuid: uuid::Uuid::nil(),
            owner: text.owner,
            careof: None,
            mailing_address: text.mailing,
            county_fips: text.county_fips,
            owner_key: keys.owner.filter(|_| has_facts),
            mail_key: keys.mail.filter(|_| has_facts),
            is_absentee: None,
            has_facts,
            has_more_owners: false,
            is_public: false,
            value: None,
            area: 0.0,
            outline: Vec::new(),
        }
    }

    fn are_one(one: (&str, Option<&str>), other: (&str, Option<&str>)) -> bool {
        let owners = of(
            &[row(one.0, one.1, true), row(other.0, other.1, true)],
            None,
        );
        owners[0].is_some() && owners[0] == owners[1]
    }

    #[test]
    fn spellings_of_a_name_are_one_owner_with_or_without_facts() {
        for has_facts in [true, false] {
            let rows = [
                row("Zephyrine Land L.L.C.", None, has_facts),
                row("ZEPHYRINE LAND, LLC", None, has_facts),
                row("Quibble Trust", None, has_facts),
            ];
            let owners = of(&rows, None);
            assert_eq!(owners[0], owners[1]);
            assert!(owners[0].is_some() && owners[0] != owners[2]);
        }
        // Facts that are made for one of them only.
        let mixed = [
            row("Zephyrine Land L.L.C.", None, true),
            row("ZEPHYRINE LAND LLC", None, false),
        ];
        let owners = of(&mixed, None);
        assert_eq!(owners[0], owners[1]);
    }

    #[test]
    fn names_with_a_rare_word_at_one_suite_are_one_owner_and_neighbours_are_not() {
        let (long, short) = ("Zephyrine Holdings LLC", "Zephyrine Land LLC");
        assert!(are_one((long, Some(SUITE)), (short, Some(SUITE))));
        assert!(!are_one((long, Some(SUITE)), (short, Some(ELSEWHERE))));
        assert!(!are_one((long, None), (short, None)));
        assert!(!are_one(
            (long, Some(SUITE)),
            ("Quibble Trust", Some(SUITE))
        ));
        // Father and son.
        let home = Some("12 OAK ST, HOUSTON TX 77002");
        assert!(!are_one(("SMITH JOHN JR", home), ("SMITH JOHN SR", home)));
    }

    #[test]
    fn an_address_of_many_names_joins_none() {
        let mut rows: Vec<ParcelRow> = (0..21)
            .map(|n| row(&format!("Quibble{n} LLC"), Some(SUITE), true))
            .collect();
        rows.push(row("Zephyrine Holdings LLC", Some(SUITE), true));
        rows.push(row("Zephyrine Land LLC", Some(SUITE), true));
        let owners: BTreeSet<Option<i64>> = of(&rows, None).into_iter().collect();
        assert_eq!(owners.len(), rows.len());
    }

    #[test]
    fn owners_of_a_larger_area_stay_those_of_it() {
        let (long, short) = ("Zephyrine Holdings LLC", "Zephyrine Land LLC");
        let few = [row(long, Some(SUITE), true), row(short, Some(SUITE), true)];
        let many: Vec<ParcelRow> = (0..21)
            .map(|n| row(&format!("Quibble{n} LLC"), Some(SUITE), true))
            .chain([row(long, Some(SUITE), true), row(short, Some(SUITE), true)])
            .collect();
        let many: Vec<OwnerRow> = many.iter().map(OwnerRow::of).collect();
        let owners = of(&few, Some(Owners::among(&many)));
        assert_ne!(owners[0], owners[1]);
        let owners = of(&few, None);
        assert_eq!(owners[0], owners[1]);
    }

    #[test]
    fn nobody_is_no_owner() {
        let mut unnamed = row("x", None, true);
        unnamed.owner = None;
        unnamed.owner_key = None;
        assert_eq!(of(&[unnamed], None), [None]);
    }
}
