//! What a batch says of its files and of who imported them.

use std::fmt::Write as _;
use std::fs::File;
use std::io::{self, Read as _};
use std::os::unix::fs::MetadataExt as _;
use std::path::{Path, PathBuf};

use chrono::{DateTime, NaiveDate, Utc};
use feature_files::FileError;
use sha2::{Digest as _, Sha256};
use tokio::task::JoinHandle;

use crate::ImportOptions;
use crate::error::ImportError;
use crate::report::About;

/// Files of a shapefile beside its `.shp` that say what is imported.
const PARTS: [&str; 4] = ["shx", "dbf", "prj", "cpg"];
/// Bytes that are hashed at once.
const CHUNK: usize = 256 * 1024;

/// How much of its counties a source has.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Extent {
    /// Parcels that it lacks are left alone.
    Part,
    /// Parcels that it lacks are retired.
    Whole {
        /// Also if they are many, or if rows of it cannot be read.
        allow_retire: bool,
    },
}

/// Where the rows of a batch are from.
pub(crate) struct Origin {
    /// Names of the files, without folders.
    pub files: Vec<String>,
    /// Date of the data.
    pub source_date: Option<NaiveDate>,
    pub extent: Extent,
    /// Of what was said of the files.
    pub settings_hash: Option<String>,
    /// Computed while rows are read.
    hashes: Option<JoinHandle<io::Result<Vec<String>>>>,
}

impl Origin {
    /// Generated parcels.
    pub fn made() -> Self {
        Self {
            files: Vec::new(),
            source_date: None,
            extent: Extent::Part,
            settings_hash: None,
            hashes: None,
        }
    }

    /// The file of an import. Starts to hash it.
    pub fn of_file(options: &ImportOptions) -> Self {
        let mut files: Vec<PathBuf> = options.files().flat_map(|file| parts(file)).collect();
        if let Some(roll) = &options.roll {
            let others = parts(&roll.file).into_iter();
            let others: Vec<PathBuf> = others.filter(|file| !files.contains(file)).collect();
            files.extend(others);
        }
        Self {
            files: files.iter().map(|file| name(file)).collect(),
            source_date: options.source_date.or_else(|| last_changed(options)),
            extent: if options.is_only_roll() {
                Extent::Part
            } else {
                options.extent
            },
            settings_hash: Some(settings_hash(options)),
            hashes: Some(tokio::task::spawn_blocking(move || {
                files.iter().map(|file| sha256(file)).collect()
            })),
        }
    }

    /// SHA-256 of each file, of a shapefile also of its parts.
    pub async fn hashes(self) -> Result<Vec<String>, ImportError> {
        let Some(hashes) = self.hashes else {
            return Ok(Vec::new());
        };
        let hashes = hashes.await.map_err(|_panicked| ImportError::Interrupted)?;
        Ok(hashes.map_err(FileError::File)?)
    }
}

/// What was said of the file of an import.
pub(crate) fn about(options: &ImportOptions) -> About {
    About {
        file: options
            .files()
            .map(|file| name(file))
            .collect::<Vec<_>>()
            .join(", "),
        source: options.provenance.source.clone(),
        licence: options.provenance.licence.clone(),
        source_date: options.source_date.or_else(|| last_changed(options)),
        county_fips: options.county_fips.clone(),
        is_partial: options.is_only_roll() || options.extent == Extent::Part,
        at: Utc::now(),
    }
}

/// Without its folder.
pub(crate) fn name(file: &Path) -> String {
    let name = file.file_name().unwrap_or(file.as_os_str());
    name.to_string_lossy().into_owned()
}

/// The file, and the other parts of a shapefile that is not in a zip.
fn parts(file: &Path) -> Vec<PathBuf> {
    let mut files = vec![file.to_owned()];
    let is_shapefile = file
        .extension()
        .is_some_and(|extension| extension.eq_ignore_ascii_case("shp"));
    if is_shapefile {
        for part in PARTS {
            let spellings = [part.to_owned(), part.to_uppercase()];
            let beside = spellings.map(|part| file.with_extension(part));
            files.extend(beside.into_iter().find(|part| part.exists()));
        }
    }
    files
}

/// SHA-256 of what decides, besides files, source and licence, what an import makes of them.
fn settings_hash(options: &ImportOptions) -> String {
    let roll = options.roll.as_ref();
    let roll = roll.map(|roll| (roll.format, &roll.layer, &roll.on, &roll.field_map));
    let said = format!(
        "{:?}",
        (
            (
                &options.format,
                &options.layer,
                &options.join,
                &options.crs,
                options.swap_axes
            ),
            (
                &options.county_fips,
                &options.field_map,
                &options.ignored_presets,
                options.accept_guess
            ),
            (options.extent == Extent::Part, roll),
        )
    );
    hex(&Sha256::digest(said))
}

fn last_changed(options: &ImportOptions) -> Option<NaiveDate> {
    options.files().filter_map(|file| changed(file)).max()
}

/// Day of the last change, UTC; none if the file cannot be read, which its reader says.
fn changed(file: &Path) -> Option<NaiveDate> {
    let changed = std::fs::metadata(file).ok()?.modified().ok()?;
    Some(DateTime::<Utc>::from(changed).date_naive())
}

fn sha256(file: &Path) -> io::Result<String> {
    let mut file = File::open(file)?;
    let mut hash = Sha256::new();
    let mut buffer = vec![0; CHUNK];
    loop {
        let count = file.read(&mut buffer)?;
        if count == 0 {
            break;
        }
        hash.update(&buffer[..count]);
    }
    Ok(hex(&hash.finalize()))
}

fn hex(bytes: &[u8]) -> String {
    let mut text = String::new();
    for byte in bytes {
        // Writing to a String cannot fail.
        let _ = write!(text, "{byte:02x}");
    }
    text
}

/// The user of the operating system that this process runs as; its number if it has no name, as in
/// a container.
pub(crate) fn user() -> String {
    let Ok(process) = std::fs::metadata("/proc/self") else {
        return "unknown".to_owned();
    };
    let uid = process.uid().to_string();
    let users = std::fs::read_to_string("/etc/passwd").unwrap_or_default();
    let name = users.lines().find_map(|line| {
        let mut cells = line.split(':');
        let name = cells.next()?;
        (cells.nth(1)? == uid).then(|| name.to_owned())
    });
    name.unwrap_or_else(|| format!("uid {uid}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_shapefile_is_hashed_with_its_parts() {
        let folder = tempfile::tempdir().unwrap();
        for name in ["a.shp", "a.DBF", "a.prj", "b.dbf"] {
            std::fs::write(folder.path().join(name), "abc").unwrap();
        }
        let files = parts(&folder.path().join("a.shp"));
        let names: Vec<_> = files.iter().filter_map(|file| file.file_name()).collect();
        assert_eq!(names, ["a.shp", "a.DBF", "a.prj"]);
        assert_eq!(
            sha256(&files[0]).unwrap(),
            "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"
        );
        assert_eq!(changed(&files[0]), Some(Utc::now().date_naive()));
        assert_eq!(parts(Path::new("/no/b.zip")), [PathBuf::from("/no/b.zip")]);
    }
}
