//! The program itself: what it writes where there is no terminal, and how it ends.

use std::fs::File;
use std::io::Read as _;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitStatus, Output, Stdio};

use nix::errno::Errno;
use nix::pty::{Winsize, openpty};
use nix::sys::termios::Termios;
use serde_json::{Value, json};
use tempfile::TempDir;

use super::{COUNTY, PLACE, collection, feature, features, load, stored, text, write};
use crate::support::{World, program};

impl World {
    /// `parcel-lookup-import` of a part of the county.
    fn command(&self, file: &Path, more: &[&str]) -> Command {
        let mut command = Command::new(program("parcel-lookup-import"));
        command
            .arg(file)
            .args([
                "--source",
                "Made here",
                "--county-fips",
                COUNTY,
                "--partial",
            ])
            .args(["--field-map", "parcelnumb=APN,owner=Owner"])
            .args(more)
            .env("DATABASE_URL", self.db.app_url())
            .env("LOG_FORMAT", "json")
            .env_remove("RUST_LOG")
            .stdin(Stdio::null());
        command
    }

    /// Runs the program without a terminal.
    fn import(&self, file: &Path, more: &[&str]) -> Output {
        self.command(file, more).output().unwrap()
    }
}

/// Runs a program on a terminal, and returns what it writes there.
fn on_terminal(mut command: Command) -> (ExitStatus, String) {
    let size = Winsize {
        ws_row: 24,
        ws_col: 120,
        ws_xpixel: 0,
        ws_ypixel: 0,
    };
    let terminal = openpty(Some(&size), None::<&Termios>).unwrap();
    command.env("TERM", "xterm").stdout(Stdio::null());
    let mut program = command.stderr(terminal.slave).spawn().unwrap();
    // From now on only the program has its end of the terminal open.
    drop(command);
    let mut written = Vec::new();
    let end = File::from(terminal.master).read_to_end(&mut written);
    // So Linux says that the other end was closed.
    assert_eq!(end.unwrap_err().raw_os_error(), Some(Errno::EIO as i32));
    let written = String::from_utf8(written).unwrap();
    (program.wait().unwrap(), written)
}

#[tokio::test(flavor = "multi_thread")]
async fn lines_of_a_log_say_how_far_an_import_is() {
    let (world, folder) = (World::start().await, tempfile::tempdir().unwrap());
    let file = write(
        &folder,
        "county.geojson",
        collection(&features(12_000, PLACE)),
    );
    let output = world.import(&file, &[]);
    let log = String::from_utf8(output.stderr).unwrap();
    assert!(output.status.success(), "{log}");
    assert_measured(&log, "reading");
    world.stop().await;
}

/// Reading 12,000 rows of a text are two lines of the log, of which the second one has rate and time left.
fn assert_measured(log: &str, step: &str) {
    let lines = log.lines().map(|line| serde_json::from_str(line).unwrap());
    let reading: Vec<Value> = lines
        .filter(|line: &Value| line["message"] == step)
        .collect();
    let [first, second] = reading.as_slice() else {
        panic!("{log}");
    };
    assert_eq!(first["import.rows"], 5_000);
    for unknown in ["import.rows_per_second", "import.seconds_left"] {
        assert_eq!(first.get(unknown), Some(&Value::Null), "{first}");
    }
    assert_eq!(second["import.rows"], 10_000);
    // Estimated from the bytes that were read, which are ahead of the rows that were written.
    let share = second["import.share"].as_f64().unwrap();
    assert!((0.8..=1.0).contains(&share), "{second}");
    let expected = second["import.expected_rows"].as_u64().unwrap();
    assert!((11_000..=13_000).contains(&expected), "{second}");
    assert!(first["import.share"].as_f64() < Some(share), "{first}");
    assert!(
        second["import.rows_per_second"].as_u64() > Some(0),
        "{second}"
    );
    assert!(second["import.seconds_left"].is_u64(), "{second}");
}

/// A tax roll of so many rows of 1 kB.
fn roll(folder: &TempDir, rows: usize) -> PathBuf {
    let note = "x".repeat(900);
    let rows = (0..rows).map(|row| format!("R-{row},HERON LLC,{note}\n"));
    let text = format!("ACCOUNT,NAME,NOTE\n{}", rows.collect::<String>());
    write(folder, "roll.csv", text)
}

/// The options of an import with such a roll.
fn with_roll(roll: &Path) -> [&str; 6] {
    let map = "parcelnumb=ACCOUNT,owner=NAME";
    let roll = roll.to_str().unwrap();
    ["--roll", roll, "--on", "ACCOUNT", "--roll-field-map", map]
}

#[tokio::test(flavor = "multi_thread")]
async fn a_tax_roll_has_rate_and_time_left_too() {
    let (world, folder) = (World::start().await, tempfile::tempdir().unwrap());
    let rows = features(12_000, PLACE);
    let file = write(&folder, "county.geojson", collection(&rows));
    let roll = roll(&folder, 12_000);
    let output = world.import(&file, &with_roll(&roll));
    let log = String::from_utf8(output.stderr).unwrap();
    assert!(output.status.success(), "{log}");
    assert_measured(&log, "reading the tax roll");
    assert_measured(&log, "reading");
    let (status, written) = on_terminal(world.command(&file, &with_roll(&roll)));
    assert!(status.success(), "{written}");
    assert!(
        written.contains(" %  5000 rows of the tax roll "),
        "{written}"
    );
    let (_, second) = written
        .split_once(" %  10000 rows of the tax roll, ")
        .unwrap_or_else(|| panic!("{written}"));
    let (rate, left) = second.split_once(" a second, ").unwrap();
    assert!(rate.parse::<u64>().unwrap() > 0, "{rate}");
    let (left, _) = left.split_once(" left").unwrap();
    assert!(left.ends_with('s'), "{left}");
    world.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn each_step_of_an_import_is_a_line_of_the_log() {
    let (world, folder) = (World::start().await, tempfile::tempdir().unwrap());
    let rows = 5_000;
    let file = write(
        &folder,
        "county.geojson",
        collection(&features(rows, PLACE)),
    );
    let roll = roll(&folder, rows);
    let output = world.import(&file, &with_roll(&roll));
    let log = String::from_utf8(output.stderr).unwrap();
    assert!(output.status.success(), "{log}");
    let lines = log.lines().map(|line| serde_json::from_str(line).unwrap());
    let steps: Vec<(String, Option<u64>)> = lines
        .filter(|line: &Value| line["target"] == "parcel_lookup_import::bar")
        .map(|line| {
            let step = line["message"].as_str().unwrap();
            (step.to_owned(), line["import.rows"].as_u64())
        })
        .collect();
    let expected = [
        ("reading the tax roll", Some(5_000)),
        ("reading", Some(5_000)),
        ("checking outlines", None),
        ("writing parcels", None),
    ];
    assert_eq!(
        steps,
        expected.map(|(step, rows)| (step.to_owned(), rows)),
        "{log}"
    );
    world.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_terminal_has_a_bar_with_rate_and_time_left_and_no_lines_of_a_log() {
    let (world, folder) = (World::start().await, tempfile::tempdir().unwrap());
    let file = write(
        &folder,
        "county.geojson",
        collection(&features(12_000, PLACE)),
    );
    let (status, written) = on_terminal(world.command(&file, &[]));
    assert!(status.success(), "{written}");
    assert!(written.contains(" %  5000 rows "), "{written}");
    let second = written.split_once(" %  10000 rows, ").map(|(_, rest)| rest);
    let second = second.and_then(|rest| rest.split_once(" left"));
    let Some((measured, _)) = second else {
        panic!("{written}");
    };
    let (rate, left) = measured.split_once(" a second, ").unwrap();
    assert!(rate.parse::<u64>().unwrap() > 0, "{measured}");
    assert!(left.ends_with('s'), "{measured}");
    for step in ["checking outlines", "writing parcels"] {
        assert!(written.contains(step), "{written}");
    }
    assert!(!written.contains("import.rows"), "{written}");
    world.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_disk_without_room_for_skipped_rows_ends_the_import_and_the_old_rows_stand() {
    let (world, folder) = (World::start().await, tempfile::tempdir().unwrap());
    let map = "parcelnumb=APN,owner=Owner";
    let before = write(&folder, "before.geojson", collection(&features(2, PLACE)));
    load(&world, &before, map).await;
    let mut rows = features(3, PLACE);
    rows[0]["properties"]["Owner"] = json!("Somebody else");
    rows.push(feature(&json!("R-9"), &Value::Null));
    let after = write(&folder, "after.geojson", collection(&rows));
    let owners = "SELECT string_agg(DISTINCT owner, ',') FROM parcels";
    let owner = text(&world, owners).await;
    let output = world.import(&after, &["--rejects", "/dev/full"]);
    let said = String::from_utf8(output.stderr).unwrap();
    assert_eq!(output.status.code(), Some(1), "{said}");
    let error = "error: rejected rows cannot be written to /dev/full; name another file with --rejects: \
        No space left on device (os error 28)\n";
    assert!(said.ends_with(error), "{said}");
    assert_eq!(said.matches("error: ").count(), 1, "{said}");
    assert_eq!(stored(&world).await, 2);
    assert_eq!(text(&world, owners).await, owner);
    // With room for them it is done.
    let file = folder.path().join("rejects.csv");
    let output = world.import(&after, &["--rejects", file.to_str().unwrap()]);
    assert!(output.status.success());
    assert!(std::fs::read_to_string(file).unwrap().contains("R-9"));
    assert_eq!(stored(&world).await, 3);
    world.stop().await;
}
