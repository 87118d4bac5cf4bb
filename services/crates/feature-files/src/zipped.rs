//! A zip with the parts of a shapefile.

use std::collections::BTreeMap;
use std::fs::File;
use std::path::{Path, PathBuf};

use tempfile::TempDir;
use zip::ZipArchive;
use zip::result::ZipError;

use crate::error::FileError;
use crate::limits::{Limits, copy_part};

const PARTS: [&str; 5] = ["shp", "shx", "dbf", "prj", "cpg"];

/// The unpacked parts; deleted when dropped.
pub(crate) struct Unzipped {
    /// The `.shp`.
    pub shp: PathBuf,
    _folder: TempDir,
}

/// Unpacks the only shapefile of the zip, or the one named `layer`.
pub(crate) fn unzip(
    file: &Path,
    layer: Option<&str>,
    limits: Limits,
) -> Result<Unzipped, FileError> {
    let opened = File::open(file).map_err(FileError::File)?;
    let packed = opened.metadata().map_err(FileError::File)?.len();
    let mut archive = ZipArchive::new(opened).map_err(invalid)?;
    let (stem, parts) = chosen(shapefiles(&mut archive)?, layer)?;
    let mut declared = 0_u64;
    for index in parts.values() {
        let size = archive.by_index(*index).map_err(invalid)?.size();
        declared = declared.saturating_add(size);
    }
    limits.check(packed, declared)?;
    let folder = tempfile::tempdir().map_err(FileError::File)?;
    // Only the suffix of our own list comes from the archive, so no path can lead elsewhere.
    let name = stem.rsplit('/').next().unwrap_or("layer").to_owned();
    let mut unpacked = 0;
    for (suffix, index) in parts {
        let mut part = archive.by_index(index).map_err(invalid)?;
        let target = folder.path().join(format!("{name}.{suffix}"));
        let mut copy = File::create(target).map_err(FileError::File)?;
        copy_part(&mut part, &mut copy, limits, packed, &mut unpacked)?;
    }
    Ok(Unzipped {
        shp: folder.path().join(format!("{name}.shp")),
        _folder: folder,
    })
}

/// Index of each part by suffix.
type Parts = BTreeMap<&'static str, usize>;

/// The shapefiles of the archive by path without suffix, in lower case.
fn shapefiles(archive: &mut ZipArchive<File>) -> Result<BTreeMap<String, Parts>, FileError> {
    let mut found: BTreeMap<String, Parts> = BTreeMap::new();
    for index in 0..archive.len() {
        let part = archive.by_index(index).map_err(invalid)?;
        let Some(path) = part.enclosed_name() else {
            continue;
        };
        let path = path.to_string_lossy().to_lowercase();
        let Some((stem, suffix)) = path.rsplit_once('.') else {
            continue;
        };
        // Finder adds a hidden file for each file.
        if stem.starts_with("__macosx/") {
            continue;
        }
        if let Some(known) = PARTS.iter().find(|known| **known == suffix) {
            found
                .entry(stem.to_owned())
                .or_default()
                .insert(known, index);
        }
    }
    found.retain(|_, parts| parts.contains_key("shp"));
    Ok(found)
}

fn chosen(
    mut found: BTreeMap<String, Parts>,
    layer: Option<&str>,
) -> Result<(String, Parts), FileError> {
    let named = |stem: &str, layer: &str| {
        stem == layer || stem.rsplit('/').next().is_some_and(|name| name == layer)
    };
    if let Some(layer) = layer {
        let layer = layer.to_lowercase();
        found.retain(|stem, _| named(stem, layer.trim_end_matches(".shp")));
    }
    let stems: Vec<&str> = found.keys().map(String::as_str).collect();
    match stems.as_slice() {
        [] => Err(FileError::invalid("zip", "it contains no such .shp")),
        [_] => found.pop_first().ok_or(FileError::Interrupted),
        several => {
            let several = several.join(", ");
            let reason =
                format!("it contains several shapefiles; name one with --layer: {several}");
            Err(FileError::invalid("zip", reason))
        }
    }
}

fn invalid(error: ZipError) -> FileError {
    match error {
        ZipError::Io(error) => FileError::reading(error),
        other => FileError::invalid("zip", other),
    }
}
