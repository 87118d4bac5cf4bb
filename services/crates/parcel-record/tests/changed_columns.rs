//! A file whose columns were renamed, exchanged or dropped is read right or refused.
//!
//! For every built-in map, rows are generated as its source writes them. What the map makes of the
//! unchanged rows is the truth; what is detected in the changed rows must not say anything else.
//! A fact whose column is gone may be missing. Columns of one form have nothing but their names: where two names were
//! exchanged, the file is read as they say, and nothing of it for anything else.
//!
//! The same is true of the guess that `--accept-guess` takes where no built-in map fits.
//!
//! Rolls whose `ADDRESS` is that of the tax bill are no source of a map: their names must not make one of it the site's.
#![expect(clippy::unwrap_used, reason = "what cannot be set up has failed")]

mod changed_files;

use parcel_record::field_map::{FieldMap, Sample};
use proptest::prelude::*;
use proptest::sample::Index;
use serde_json::{Map, Value};

use changed_files::form::AMOUNTS;
use changed_files::sources::{Columns, CountyFile, OF_BILL, ROLLS, SOURCES};
use changed_files::{Names, change, changed, changed_roll, numbers, rows};

/// Every fact that is said about a parcel is the truth.
fn compare(
    source: &str,
    county: Option<&str>,
    rows: &[Map<String, Value>],
    file: &[Map<String, Value>],
) -> Result<bool, TestCaseError> {
    let truth = FieldMap::parse(source).unwrap();
    let Ok(map) = FieldMap::detect(&Sample::new(file), county, &[]) else {
        return Ok(false);
    };
    for (row, changed) in rows.iter().zip(file) {
        let truth = serde_json::to_value(truth.apply(row, county).unwrap()).unwrap();
        let Ok(found) = map.apply(changed, county) else {
            continue;
        };
        for (field, value) in serde_json::to_value(found).unwrap().as_object().unwrap() {
            // Without the source's own id, another is derived from the number.
            let derived = field == "ll_uuid" && ["regrid", "sitewright"].contains(&source);
            if !value.is_null() && !derived {
                prop_assert_eq!(
                    value,
                    &truth[field],
                    "{} by {}: {} of {:?}",
                    source,
                    map.name(),
                    field,
                    changed
                );
            }
        }
    }
    Ok(true)
}

/// The same of what `--accept-guess` takes. The numbers of a parcel may be those of another numbering, if the
/// file has no other.
fn compare_guess(
    (source, _, columns): CountyFile,
    county: Option<&str>,
    rows: &[Map<String, Value>],
    file: &[Map<String, Value>],
) -> Result<(), TestCaseError> {
    let truth = FieldMap::parse(source).unwrap();
    let Err(not) = FieldMap::detect(&Sample::new(file), county, &[]) else {
        return Ok(());
    };
    let Some(map) = not.guess.map() else {
        return Ok(());
    };
    let numbers = numbers(columns);
    for (row, changed) in rows.iter().zip(file) {
        let truth = serde_json::to_value(truth.apply(row, county).unwrap()).unwrap();
        let Ok(found) = map.apply(changed, county) else {
            continue;
        };
        for (field, value) in serde_json::to_value(found).unwrap().as_object().unwrap() {
            let is_right = value == &truth[field]
                || field == "ll_uuid" && map.source_of(field).is_none()
                || field == "parcelnumb" && numbers.iter().any(|name| value == &row[*name]);
            prop_assert!(
                value.is_null() || is_right,
                "{}: {} is {} and not {}, by {} of {:?}",
                source,
                field,
                value,
                truth[field],
                not.guess.text(),
                changed
            );
        }
    }
    Ok(())
}

/// Pairs of columns that hold the same.
fn alike(columns: Columns) -> Vec<(&'static str, &'static str)> {
    let pairs = columns.iter().enumerate().flat_map(|(index, first)| {
        let later = columns[index + 1..].iter();
        later.map(move |second| (first, second))
    });
    pairs
        .filter(|((_, a), (_, b))| a == b)
        .map(|((first, _), (second, _))| (*first, *second))
        .collect()
}

#[test]
fn unchanged_files_are_recognised() {
    for (source, county, columns) in SOURCES {
        let rows = rows(columns, 7);
        let map = FieldMap::detect(&Sample::new(&rows), Some(county), &[]);
        let map = map
            .map_err(|not| format!("{source}: {:?}", not.closest))
            .unwrap();
        assert_eq!(map.name(), *source);
    }
}

proptest! {
    // A file of failures could not be kept beside a test of this folder.
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn changed_columns_are_read_right_or_refused(
        source in any::<Index>(),
        seed in any::<u64>(),
        county_is_said in any::<bool>(),
        change in change(),
    ) {
        let (source, county, columns) = *source.get(SOURCES);
        let rows = rows(columns, seed);
        let names = change.names(columns, |_| true);
        let said = county_is_said.then_some(county);
        let said = if source == "nc-onemap" || source == "regrid" { said } else { Some(county) };
        compare(source, said, &rows, &changed(&rows, &names))?;
    }

    #[test]
    fn what_is_guessed_is_right_or_missing(
        source in any::<Index>(),
        seed in any::<u64>(),
        county_is_said in any::<bool>(),
        change in change(),
    ) {
        let source = *source.get(SOURCES);
        let (name, county, columns) = source;
        let rows = rows(columns, seed);
        let names = change.names(columns, |form| form.group() != AMOUNTS);
        let said = county_is_said.then_some(county);
        let said = if name == "nc-onemap" || name == "regrid" { said } else { Some(county) };
        compare_guess(source, said, &rows, &changed(&rows, &names))?;
    }

    #[test]
    fn the_address_of_the_bill_is_not_taken_for_the_sites(
        roll in any::<Index>(),
        seed in any::<u64>(),
        change in change(),
    ) {
        let roll = *roll.get(ROLLS);
        let (name, county, columns) = roll;
        let rows = rows(columns, seed);
        // No map reads the bill's columns, so none notices what else they hold.
        let change = change.but_of(&OF_BILL, columns);
        let file = changed_roll(&rows, &change, columns, |_| true);
        compare(name, Some(county), &rows, &file)?;
        let file = changed_roll(&rows, &change, columns, |form| form.group() != AMOUNTS);
        compare_guess(roll, Some(county), &rows, &file)?;
    }

    #[test]
    fn columns_of_one_form_are_read_by_their_names(source in any::<Index>(), seed in any::<u64>(), pair in any::<Index>()) {
        let (source, county, columns) = *source.get(SOURCES);
        let pairs = alike(columns);
        prop_assume!(!pairs.is_empty());
        let (first, second) = *pair.get(&pairs);
        let mut names: Names = columns.iter().map(|(name, _)| (*name, Some((*name).to_owned()))).collect();
        names.insert(first, Some(second.to_owned()));
        names.insert(second, Some(first.to_owned()));
        let file = changed(&rows(columns, seed), &names);
        prop_assert!(compare(source, Some(county), &file, &file)?, "{} with {} for {}", source, first, second);
    }

    /// A map is not refused because a county leaves a few columns out.
    #[test]
    fn a_few_columns_less_are_no_reason(source in any::<Index>(), seed in any::<u64>(), dropped in any::<Index>()) {
        let (source, county, columns) = *source.get(SOURCES);
        let rows = rows(columns, seed);
        let (gone, _) = *dropped.get(columns);
        let needed = ["parcelnumb", "blklot", "LOC_ID", "PROP_ID", "PIN", "HCAD_NUM", "pid", "parno", "SCHEDNUM", "parcel_id"];
        prop_assume!(!needed.contains(&gone));
        let names: Names = columns.iter().map(|(name, _)| (*name, (*name != gone).then(|| (*name).to_owned()))).collect();
        prop_assert!(compare(source, Some(county), &rows, &changed(&rows, &names))?, "{} without {}", source, gone);
    }
}
