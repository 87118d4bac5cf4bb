//! How much of the files of an import was read.

use std::path::PathBuf;
use std::sync::Arc;

use feature_files::Meter;

/// The meters of files that are read one after the other. What is not read yet is known by its size only.
#[derive(Debug, Default)]
pub(crate) struct FilesMeter {
    /// Size of each file in bytes, at least 1.
    files: Vec<(f64, Arc<Meter>)>,
}

impl FilesMeter {
    pub fn new(files: &[PathBuf]) -> Self {
        let size = |file: &PathBuf| std::fs::metadata(file).map_or(1, |about| about.len().max(1));
        let files = files.iter();
        Self {
            files: files
                .map(|file| (size(file) as f64, Arc::default()))
                .collect(),
        }
    }

    /// The meter of one file.
    pub fn of_file(&self, index: usize) -> Arc<Meter> {
        let file = self.files.get(index);
        file.map(|(_, meter)| Arc::clone(meter)).unwrap_or_default()
    }

    /// The share of all bytes that was read, if it is known of the file that is read.
    pub fn share(&self) -> Option<f64> {
        let all: f64 = self.files.iter().map(|(size, _)| size).sum();
        let begun = self.files.iter().rposition(|(_, meter)| meter.rows() > 0);
        let current = begun.unwrap_or(0);
        let before: f64 = self.files.iter().take(current).map(|(size, _)| size).sum();
        let (size, meter) = self.files.get(current)?;
        Some((before + size * meter.share()?) / all)
    }

    /// How many rows all files have, if those that are not read have as many in their bytes as the first one.
    pub fn expected_rows(&self) -> Option<u64> {
        let all: f64 = self.files.iter().map(|(size, _)| size).sum();
        let (size, meter) = self.files.first()?;
        Some((meter.expected_rows()? as f64 * all / size) as u64)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn files_that_are_not_read_count_by_their_size() {
        let folder = tempfile::tempdir().unwrap();
        let files = [("a", 10), ("b", 30)].map(|(name, bytes)| {
            let file = folder.path().join(name);
            std::fs::write(&file, vec![0; bytes]).unwrap();
            file
        });
        let meter = FilesMeter::new(&files);
        assert_eq!((meter.share(), meter.expected_rows()), (None, None));
        let (first, second) = (meter.of_file(0), meter.of_file(1));
        first.expect_rows(2);
        first.add_row();
        assert_eq!(meter.share(), Some(0.125));
        assert_eq!(meter.expected_rows(), Some(8));
        first.add_row();
        second.expect_bytes(30);
        second.add_bytes(15);
        second.add_row();
        assert_eq!(meter.share(), Some(0.625));
    }
}
