//! The base map that Sitewright builds itself, so that a machine without network shows land, water,
//! cities, and the streets of the sample city.
//!
//! Two archives of vector tiles (`PMTiles` version 3) in the schema of Protomaps' base maps, version 4:
//! the country at low zooms and the sample city at high ones. Each is the same bytes on every machine.

mod archive;
mod city;
mod country;
mod cut;
mod geometry;
mod mvt;

use std::path::Path;

/// Writes `country.pmtiles` and `sample-city.pmtiles`, each at once: readers see the old file or the new one.
pub fn write(folder: &Path) -> anyhow::Result<()> {
    std::fs::create_dir_all(folder)?;
    for archive in [country::archive()?, city::archive()] {
        archive.write(folder)?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn two_builds_are_equal_and_end_soon_enough_for_every_start() {
        let [one, other] = [tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap()];
        for folder in [&one, &other] {
            write(folder.path()).unwrap();
        }
        for name in ["country.pmtiles", "sample-city.pmtiles"] {
            let bytes = std::fs::read(one.path().join(name)).unwrap();
            assert_eq!(&bytes[..8], b"PMTiles\x03", "{name}");
            assert!(
                bytes.len() > 100_000 && bytes.len() < 8_000_000,
                "{name}: {}",
                bytes.len()
            );
            assert_eq!(
                bytes,
                std::fs::read(other.path().join(name)).unwrap(),
                "{name}"
            );
        }
        assert_eq!(std::fs::read_dir(one.path()).unwrap().count(), 2);
    }
}
