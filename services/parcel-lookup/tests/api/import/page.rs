//! The page of `--report`: what an import would do or did, or why the file was refused.

use std::path::Path;
use std::sync::Arc;

use parcel_import::{Extent, Fate, ImportOptions, PageFile, Report, Survey, refused};
use parcel_record::Provenance;
use parcel_record::field_map::FieldMap;
use serde_json::{Value, json};
use tempfile::TempDir;

use super::{COUNTY, PLACE, collection, row, square, stored, text, try_load, write};
use crate::support::World;

/// A county of parcels with these numbers and owners.
fn county(folder: &TempDir, name: &str, parcels: &[(usize, &str)]) -> std::path::PathBuf {
    let rows: Vec<Value> = parcels
        .iter()
        .map(|(index, owner)| {
            let facts = json!({ "APN": format!("R-{index}"), "Owner": owner });
            row(
                &facts,
                &square(PLACE.0 + *index as f64 * 0.002, PLACE.1, 0.001),
            )
        })
        .collect();
    write(folder, name, collection(&rows))
}

fn drawn(options: &mut ImportOptions) {
    options.field_map = Some(FieldMap::parse("parcelnumb=APN,owner=Owner").unwrap());
    options.extent = Extent::Whole { allow_retire: true };
    options.survey = Some(Arc::new(Survey::default()));
}

fn written(folder: &TempDir, report: &Report) -> String {
    let page = PageFile::beside(folder.path().join("out.html")).unwrap();
    std::fs::read_to_string(page.write(report).unwrap()).unwrap()
}

/// All rows of parcels, batches and history.
async fn state(world: &World) -> String {
    let query = "SELECT concat_ws(' ', (SELECT md5(string_agg(p::text, ' ' ORDER BY ll_uuid)) FROM parcels AS p), \
        (SELECT count(*) FROM parcel_batches), (SELECT count(*) FROM parcel_history))";
    text(world, query).await
}

/// Paths of this fate.
fn paths(page: &str, class: &str) -> usize {
    let group = page.split_once(&format!("<g class=\"{class}\">\n<path"));
    group.map_or(0, |(_, rest)| {
        let group = rest.split_once("</g>").unwrap().0;
        group.matches("d=\"M").count()
    })
}

#[tokio::test(flavor = "multi_thread")]
async fn a_dry_run_is_drawn_and_changes_nothing() {
    let (world, folder) = (World::start().await, tempfile::tempdir().unwrap());
    let first = county(
        &folder,
        "first.geojson",
        &[(0, "A"), (1, "B"), (2, "C"), (3, "D"), (4, "E")],
    );
    try_load(&world, &first, drawn).await.unwrap();
    let before = state(&world).await;
    // Two are the same, one has another owner, two are gone, three are new, and one is there twice.
    let script = "<script>alert(1)</script>";
    let next = county(
        &folder,
        "next.geojson",
        &[
            (0, "A"),
            (1, "B"),
            (2, script),
            (5, "F"),
            (6, "G"),
            (7, "H"),
            (7, "other"),
        ],
    );
    let report = try_load(&world, &next, |options| {
        drawn(options);
        options.dry_run = true;
    })
    .await
    .unwrap();
    assert_eq!(state(&world).await, before);
    let page = written(&folder, &report);
    for part in [
        "3 new, 1 changed, 2 unchanged, 2 retired parcels; rows not taken: 1.",
        "row 7, R-7: the parcel number of row 6, with other facts",
        "&lt;script&gt;alert(1)&lt;/script&gt;",
        "Rutherford, NC (37161)",
        "WGS 84 degrees (the file names no other)",
    ] {
        assert!(page.contains(part), "{part} is not in\n{page}");
    }
    assert!(!page.contains("<script"), "{page}");
    let drawn =
        ["new", "changed", "unchanged", "retired", "rejected"].map(|fate| paths(&page, fate));
    assert_eq!(drawn, [3, 1, 2, 2, 1], "{page}");
    let text = report.to_string();
    for part in [
        "next.geojson of Made here",
        "6 parcels: 3 new, 1 changed, 2 unchanged",
        "2 parcels retired",
        "1 rows skipped: the parcel number of an earlier row (row 7)",
    ] {
        assert!(text.contains(part), "{part} is not in\n{text}");
    }
    world.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn an_import_is_drawn_as_it_was_done() {
    let (world, folder) = (World::start().await, tempfile::tempdir().unwrap());
    let file = county(&folder, "a.geojson", &[(0, "A"), (1, "B")]);
    let report = try_load(&world, &file, drawn).await.unwrap();
    assert_eq!(stored(&world).await, 2);
    let fates: Vec<Fate> = report.outlines.iter().map(|outline| outline.fate).collect();
    assert_eq!(fates, [Fate::New, Fate::New]);
    let page = written(&folder, &report);
    let batch = report.batch.unwrap();
    assert!(
        page.contains(&format!("Batch {batch} was written: 2 new")),
        "{page}"
    );
    world.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_refused_file_is_drawn_where_it_lies() {
    let (world, folder) = (World::start().await, tempfile::tempdir().unwrap());
    let place = |swap: bool| {
        let (x, y) = if swap {
            (39.09, -77.64)
        } else {
            (-77.64, 39.09)
        };
        let facts = json!({ "APN": "R-1", "Owner": "A" });
        collection(&[row(&facts, &square(x, y, 0.001))])
    };
    for (swap_axes, name) in [(false, "there.geojson"), (true, "there-yx.geojson")] {
        let file = write(&folder, name, place(swap_axes));
        let options = options(&file, swap_axes);
        let error = parcel_import::import(&world.db.app(), options.clone(), |_| ())
            .await
            .unwrap_err();
        let report = refused(&world.db.app(), &options, &error).await;
        let page = written(&folder, &report);
        for part in [
            "Nothing was written: 1 of the first 1 outlines lie outside of Rutherford, NC (37161)",
            "-77.640 39.090 -77.639 39.091",
            "elsewhere: 5",
            "<g class=\"file\"><rect",
            ">owner</td>",
        ] {
            assert!(page.contains(part), "{part} is not in\n{page}");
        }
        assert_eq!(paths(&page, "rejected"), 1, "{page}");
    }
    assert_eq!(stored(&world).await, 0);
    world.stop().await;
}

fn options(file: &Path, swap_axes: bool) -> ImportOptions {
    let provenance = Provenance {
        source: "Made here".to_owned(),
        licence: None,
        is_sample: false,
    };
    let mut options = ImportOptions::new(file.to_owned(), provenance);
    options.county_fips = Some(COUNTY.to_owned());
    options.swap_axes = swap_axes;
    drawn(&mut options);
    options
}
