//! The program itself: what it writes where there is no terminal, and how it ends.

use std::path::Path;
use std::process::{Command, Output, Stdio};

use serde_json::{Value, json};

use super::{COUNTY, PLACE, collection, feature, features, load, stored, text, write};
use crate::support::{World, program};

impl World {
    /// Runs `parcel-lookup-import` on a part of the county.
    fn import(&self, file: &Path, more: &[&str]) -> Output {
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
        command.output().unwrap()
    }
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
    let lines = log.lines().map(|line| serde_json::from_str(line).unwrap());
    let reading: Vec<Value> = lines
        .filter(|line: &Value| line["message"] == "reading")
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
    assert!(
        second["import.rows_per_second"].as_u64() > Some(0),
        "{second}"
    );
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
