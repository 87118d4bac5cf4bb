//! Files that are too large, damaged, or lack a part.

use std::io::{Read as _, Write as _};
use std::path::{Path, PathBuf};

use parcel_import::{FileError, ImportError, TooLarge};
use serde_json::json;
use tempfile::TempDir;

use super::{PLACE, collection, feature, features, refused, square, write};
use crate::support::World;

/// A zip with zeros of this size as the shapes.
fn bomb(folder: &TempDir, bytes: u64) -> PathBuf {
    let file = folder.path().join("bomb.zip");
    let mut archive = zip::ZipWriter::new(std::fs::File::create(&file).unwrap());
    let options = zip::write::SimpleFileOptions::default();
    for suffix in ["dbf", "shp"] {
        archive.start_file(format!("a.{suffix}"), options).unwrap();
        let size = if suffix == "shp" { bytes } else { 10 };
        std::io::copy(&mut std::io::repeat(0).take(size), &mut archive).unwrap();
    }
    archive.finish().unwrap();
    file
}

/// Writes this size into the directory of the archive.
fn declare(file: &Path, name: &str, size: u32) {
    let mut bytes = std::fs::read(file).unwrap();
    let entries: Vec<usize> = bytes
        .windows(4)
        .enumerate()
        .filter(|(_, window)| window == b"PK\x01\x02")
        .map(|(at, _)| at)
        .collect();
    for at in entries {
        if bytes[at + 46..].starts_with(name.as_bytes()) {
            bytes[at + 24..at + 28].copy_from_slice(&size.to_le_bytes());
        }
    }
    std::fs::write(file, bytes).unwrap();
}

#[tokio::test(flavor = "multi_thread")]
async fn a_bomb_is_not_unpacked() {
    let (world, folder) = (World::start().await, tempfile::tempdir().unwrap());
    let file = bomb(&folder, 100 << 20);
    let error = refused(&world, &file, |_| ()).await;
    assert!(
        matches!(
            error,
            ImportError::File(FileError::TooLarge(TooLarge::Ratio))
        ),
        "{error}"
    );
    assert!(
        error.to_string().contains("--max-unpacked-bytes"),
        "{error}"
    );
    // Its directory says that it is small.
    declare(&file, "a.shp", 1_000);
    let error = refused(&world, &file, |_| ()).await;
    assert!(
        matches!(
            error,
            ImportError::File(FileError::TooLarge(TooLarge::Ratio))
        ),
        "{error}"
    );
    let limited = refused(&world, &file, |options| {
        options.max_unpacked_bytes = Some(1_000_000);
    })
    .await;
    assert!(
        matches!(
            limited,
            ImportError::File(FileError::TooLarge(TooLarge::Unpacked(1_000_000)))
        ),
        "{limited}"
    );
    // The operator's limit allows it; what it holds is no shapefile.
    let unpacked = refused(&world, &file, |options| {
        options.max_unpacked_bytes = Some(200 << 20);
    })
    .await;
    assert!(
        matches!(unpacked, ImportError::File(FileError::Invalid { .. })),
        "{unpacked}"
    );
    world.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_feature_of_any_size_is_not_kept_in_memory() {
    let (world, folder) = (World::start().await, tempfile::tempdir().unwrap());
    let mut row = feature(&json!("R-1"), &square(PLACE.0, PLACE.1, 0.001));
    row["properties"]["note"] = json!("x".repeat(40_000_000));
    let mut rows = features(2, PLACE);
    rows.push(row);
    let file = write(&folder, "large.geojson", collection(&rows));
    let error = refused(&world, &file, |_| ()).await;
    assert!(
        matches!(
            error,
            ImportError::File(FileError::TooLarge(TooLarge::Row(3)))
        ),
        "{error}"
    );
    world.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_broken_download_says_so() {
    let (world, folder) = (World::start().await, tempfile::tempdir().unwrap());
    let whole = collection(&features(200, PLACE));
    let mut gzip = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::fast());
    gzip.write_all(whole.as_bytes()).unwrap();
    let packed = gzip.finish().unwrap();
    for (name, content) in [
        ("half.geojson", &whole.as_bytes()[..whole.len() / 2]),
        ("half.geojson.gz", &packed[..packed.len() / 2]),
        ("half.csv.gz", &packed[..packed.len() / 2]),
    ] {
        let error = refused(&world, &write(&folder, name, content), |_| ()).await;
        let sentence = error.to_string();
        assert!(
            sentence.starts_with("the file ends early: download it again: "),
            "{name}: {sentence}"
        );
    }
    let mut damaged = packed.clone();
    let middle = damaged.len() / 2;
    for byte in &mut damaged[middle..middle + 50] {
        *byte = !*byte;
    }
    let error = refused(&world, &write(&folder, "bad.geojson.gz", damaged), |_| ()).await;
    let sentence = error.to_string();
    assert!(
        sentence.contains("download it again") || sentence.contains("not valid GeoJSON"),
        "{sentence}"
    );
    world.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn what_is_missing_is_named() {
    let (world, folder) = (World::start().await, tempfile::tempdir().unwrap());
    let zipped = |name: &str, parts: &[&str]| {
        let file = folder.path().join(name);
        let mut archive = zip::ZipWriter::new(std::fs::File::create(&file).unwrap());
        for part in parts {
            let options = zip::write::SimpleFileOptions::default();
            archive.start_file(*part, options).unwrap();
            archive.write_all(&[0; 200]).unwrap();
        }
        archive.finish().unwrap();
        file
    };
    let shp = write(&folder, "alone.shp", [0; 200]);
    for (file, sentence) in [
        (
            zipped("alone.zip", &["town.shp", "town.prj"]),
            "the zip has no .dbf: add the attributes of town.shp",
        ),
        (
            shp,
            "the folder has no .dbf: add the attributes of alone.shp",
        ),
        (
            zipped("two.zip", &["a/town.shp", "a/town.dbf", "b/roads.shp"]),
            "name one with --layer: a/town, b/roads",
        ),
        (
            zipped("none.zip", &["readme.txt"]),
            "it contains no such .shp",
        ),
        (
            write(&folder, "a.gpkg", [1; 2_000]),
            "the file is not valid GeoPackage: file is not a database",
        ),
        (
            write(&folder, "a.fgb", [1; 2_000]),
            "the file is not valid FlatGeobuf: ",
        ),
        (
            write(&folder, "a.csv", ""),
            "the file is not valid CSV: it has neither",
        ),
        (
            write(&folder, "a.geojson", "{\"features\":[]}"),
            "the file has no rows",
        ),
    ] {
        let error = refused(&world, &file, |_| ()).await.to_string();
        assert!(error.contains(sentence), "{sentence} is not in {error}");
        assert_eq!(error.lines().count(), 1, "{error}");
    }
    world.stop().await;
}
