//! Files whose columns were renamed, exchanged or dropped: each value that is stored is right, or nothing is stored.
//!
//! parcel-record's test of the same name judges field maps of very many such files. Here a changed file of each kind goes all the way to
//! the table, as it is and, if it is refused, by the guess.

#[path = "../../../../crates/parcel-record/tests/changed_files/mod.rs"]
mod changed_files;

use std::path::PathBuf;

use diesel::prelude::*;
use diesel_async::RunQueryDsl;
use domain::{ParcelNumber, ParcelUuid};
use parcel_import::{ImportError, columns_and_guess};
use parcel_record::ParcelFields;
use parcel_record::counties::County;
use parcel_record::field_map::FieldMap;
use parcel_record::schema::{beyond, parcels};
use proptest::strategy::{Strategy as _, ValueTree as _};
use proptest::test_runner::TestRunner;
use serde_json::{Map, Value, json};
use tempfile::TempDir;

use super::direct::empty;
use super::{collection, row, square, try_load, write};
use crate::support::World;
use changed_files::form::{AMOUNTS, Form};
use changed_files::sources::{CountyFile, OF_BILL, ROLLS, SOURCES};
use changed_files::{change, changed, changed_roll, numbers, rows};

/// Degrees from a parcel to the next one in its line.
const STEP: f64 = 0.005;
/// Parcels in a line.
const LINE: usize = 10;
/// Degrees. No parcel of the files has so many acres.
const SIDE: f64 = 0.004;

/// Parcels, and land without a number.
const STORED: &str =
    "SELECT (SELECT count(*) FROM parcels) + (SELECT count(*) FROM unnumbered_features) AS count";

/// A parcel of the table, with its point.
type Stored = (ParcelFields, f64, f64);

/// The truth and the file that is imported.
struct Case {
    of: CountyFile,
    rows: Vec<Map<String, Value>>,
    file: Vec<Map<String, Value>>,
    /// South-west corner of its first parcel.
    corner: (f64, f64),
}

impl Case {
    fn new(of: CountyFile, seed: u64, runner: &mut TestRunner) -> Self {
        let (_, county, columns) = of;
        let rows = rows(columns, seed);
        let change = change().new_tree(runner).unwrap().current();
        let can_be_renamed = |form: Form| form.group() != AMOUNTS;
        let is_roll = ROLLS.iter().any(|(map, ..)| *map == of.0);
        let file = if is_roll {
            let change = change.but_of(&OF_BILL, columns);
            changed_roll(&rows, &change, columns, can_be_renamed)
        } else {
            changed(&rows, &change.names(columns, can_be_renamed))
        };
        Self {
            of,
            rows,
            file,
            corner: County::with_fips(county).unwrap().bounds.middle(),
        }
    }

    /// As a file, each row with a place of its own.
    fn write(&self, folder: &TempDir) -> PathBuf {
        let (west, south) = self.corner;
        let features = self.file.iter().enumerate().map(|(index, columns)| {
            let (x, y) = ((index % LINE) as f64, (index / LINE) as f64);
            let outline = square(west + x * STEP, south + y * STEP, SIDE);
            row(&json!(columns), &outline)
        });
        let features: Vec<Value> = features.collect();
        write(folder, "changed.geojson", collection(&features))
    }

    /// The row with this place.
    fn row_at(&self, lon: f64, lat: f64) -> &Map<String, Value> {
        let (west, south) = self.corner;
        let (x, y) = ((lon - west) / STEP, (lat - south) / STEP);
        &self.rows[y.floor() as usize * LINE + x.floor() as usize]
    }

    /// By the guess, the numbers may be those of another numbering.
    fn assert_right(&self, (fields, lon, lat): Stored, is_guess: bool) {
        let (map, county, columns) = self.of;
        let row = self.row_at(lon, lat);
        let truth = FieldMap::parse(map).unwrap().apply(row, Some(county));
        let truth = json!(truth.unwrap().with_state());
        let number: ParcelNumber = fields.parcelnumb.parse().unwrap();
        let derived = json!(ParcelUuid::derive(county, &number));
        let measured = (SIDE * 111_000.0).powi(2) * lat.to_radians().cos() / 4_046.856;
        let found = json!(fields);
        for (field, value) in found.as_object().unwrap() {
            let is_right = value.is_null()
                || *value == truth[field]
                || match field.as_str() {
                    // Without the source's own id.
                    "ll_uuid" => *value == derived,
                    "parcelnumb" => {
                        is_guess && numbers(columns).iter().any(|name| *value == row[*name])
                    }
                    // As it is rounded, or measured if the file does not say it.
                    "ll_gisacre" => {
                        let acres = value.as_f64().unwrap();
                        let said = truth[field].as_f64();
                        said.is_some_and(|said| (acres - said).abs() < 0.000_1)
                            || (acres / measured - 1.0).abs() < 0.02
                    }
                    _ => false,
                };
            assert!(
                is_right,
                "{map}: {field} is {value} and not {}; the columns are {:?}",
                truth[field],
                self.file[0].keys()
            );
        }
    }

    /// The operator is shown the columns.
    fn assert_refused(&self, error: &ImportError, is_guess: bool) {
        if is_guess {
            assert!(
                matches!(
                    error,
                    ImportError::NoGuess
                        | ImportError::AllRejected { .. }
                        | ImportError::MostlyUnnumbered { .. }
                ),
                "{error}"
            );
            return;
        }
        let shown = columns_and_guess(error).unwrap_or_else(|| panic!("{error}"));
        for column in self.file[0].keys() {
            assert!(shown.contains(column), "{column} is not in\n{shown}");
        }
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn nothing_wrong_is_stored_of_a_changed_file() {
    let (world, folder) = (World::start().await, tempfile::tempdir().unwrap());
    let mut superuser = world.db.superuser().await;
    // Always the same files.
    let mut runner = TestRunner::deterministic();
    let (mut refused, mut taken) = (0, 0);
    for (seed, of) in (1..).zip(SOURCES.iter().chain(ROLLS)) {
        let case = Case::new(*of, seed, &mut runner);
        let file = case.write(&folder);
        for is_guess in [false, true] {
            let result = try_load(&world, &file, |options| {
                options.county_fips = Some(case.of.1.to_owned());
                options.accept_guess = is_guess;
            });
            match result.await {
                Ok(report) => {
                    taken += 1;
                    let stored: Vec<Stored> = parcels::table
                        .select((ParcelFields::as_select(), beyond::lon(), beyond::lat()))
                        .load(&mut superuser)
                        .await
                        .unwrap();
                    let count = stored.len() as i64;
                    assert!(count > 0 && count == report.written.inserted, "{report}");
                    // Each row has a number.
                    assert_eq!(world.db.count(STORED).await, count, "{report}");
                    for parcel in stored {
                        case.assert_right(parcel, is_guess);
                    }
                    empty(&world).await;
                    break;
                }
                Err(error) => {
                    refused += 1;
                    case.assert_refused(&error, is_guess);
                    assert_eq!(world.db.count(STORED).await, 0, "{error}");
                }
            }
        }
    }
    assert!(refused > 2 && taken > 2, "{refused} refused, {taken} taken");
    world.stop().await;
}
