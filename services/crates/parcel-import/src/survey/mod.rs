//! A bounded sample of a file's outlines, and what became of their rows: what the page draws.

mod outlines;

use std::sync::{Mutex, MutexGuard, PoisonError};

use domain::ParcelUuid;
use parcel_record::Shape;
use parcel_record::counties::Bounds;

use crate::report::ReaderSummary;

/// Most rows of a file whose outlines are kept.
const MAX_ROWS: usize = 2_000;
/// Most bytes of their outlines.
const MAX_BYTES: usize = 16 << 20;
/// A larger outline, one of some 10,000 vertices, is not kept.
const MAX_SHAPE: usize = 256 << 10;

/// What an import does to a parcel.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Fate {
    /// Land without a parcel number.
    Unnumbered,
    /// It was there and is the same.
    Unchanged,
    /// It was not known.
    New,
    /// It has other facts or another outline.
    Changed,
    /// It was retired and is live again.
    Returned,
    /// The file no longer has it.
    Retired,
    /// Its row is not taken.
    Rejected,
}

impl Fate {
    /// All, in the order in which they are drawn: what needs attention above the rest.
    pub const ALL: [Self; 7] = [
        Self::Unnumbered,
        Self::Unchanged,
        Self::New,
        Self::Changed,
        Self::Returned,
        Self::Retired,
        Self::Rejected,
    ];
}

/// A parcel on the map.
#[derive(Debug, Clone, PartialEq)]
pub struct Outline {
    /// What the import does to it.
    pub fate: Fate,
    /// County of its row, if that is known.
    pub county_fips: Option<String>,
    /// Outer rings and holes: longitude, latitude. A ring of a single point is a place without an outline.
    pub rings: Vec<Vec<(f64, f64)>>,
}

impl Outline {
    /// The box around it; none if it has no points.
    pub fn bounds(&self) -> Option<Bounds> {
        let boxes = self.rings.iter().flatten().map(|&(lon, lat)| Bounds {
            west: lon,
            south: lat,
            east: lon,
            north: lat,
        });
        boxes.reduce(|all, next| all.joined(&next))
    }
}

/// Filled while a file is read.
#[derive(Debug, Default)]
pub struct Survey(Mutex<Kept>);

#[derive(Debug)]
struct Kept {
    /// Every so-many-th row is kept.
    step: i64,
    rows: Vec<Surveyed>,
    bytes: usize,
    /// What the first rows said of the file.
    reader: Option<ReaderSummary>,
}

impl Default for Kept {
    fn default() -> Self {
        Self {
            step: 1,
            rows: Vec::new(),
            bytes: 0,
            reader: None,
        }
    }
}

/// A row of the file.
#[derive(Debug, Clone)]
struct Surveyed {
    line: i64,
    shape: Shape,
    crs: Option<String>,
    /// Id and county of its parcel, if it names one.
    parcel: Option<(ParcelUuid, String)>,
}

impl Survey {
    fn kept(&self) -> MutexGuard<'_, Kept> {
        // A sample is never half written.
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Keeps a row if it is one of the sample. When the sample is full, every second row of it goes,
    /// so that it stays even without knowing how many rows there are.
    pub(crate) fn add(
        &self,
        line: i64,
        shape: &Shape,
        crs: Option<&str>,
        parcel: Option<(ParcelUuid, &str)>,
    ) {
        let mut kept = self.kept();
        if !kept.has(line) || shape.size() > MAX_SHAPE {
            return;
        }
        kept.bytes += shape.size();
        kept.rows.push(Surveyed {
            line,
            shape: shape.clone(),
            crs: crs.map(ToOwned::to_owned),
            parcel: parcel.map(|(id, county)| (id, county.to_owned())),
        });
        while kept.rows.len() > MAX_ROWS || kept.bytes > MAX_BYTES {
            kept.thin();
        }
    }

    /// Begins anew, when a file is read again.
    pub(crate) fn forget(&self) {
        *self.kept() = Kept::default();
    }

    /// Keeps what the first rows say of the file.
    pub(crate) fn describe(&self, reader: &ReaderSummary) {
        self.kept().reader = Some(reader.clone());
    }

    /// What the first rows said of the file; empty if it was not understood.
    pub(crate) fn reader(&self) -> ReaderSummary {
        self.kept().reader.clone().unwrap_or_default()
    }
}

impl Kept {
    fn has(&self, line: i64) -> bool {
        (line - 1) % self.step == 0
    }

    fn thin(&mut self) {
        self.step *= 2;
        let rows = std::mem::take(&mut self.rows);
        self.rows = rows.into_iter().filter(|row| self.has(row.line)).collect();
        self.bytes = self.rows.iter().map(|row| row.shape.size()).sum();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn filled(rows: i64, bytes: usize) -> Survey {
        let survey = Survey::default();
        for line in 1..=rows {
            survey.add(line, &Shape::Wkb(vec![0; bytes]), None, None);
        }
        survey
    }

    #[test]
    fn the_sample_is_bounded_and_even() {
        let survey = filled(27_293, 10);
        let kept = survey.kept();
        assert!(
            (1_000..=MAX_ROWS).contains(&kept.rows.len()),
            "{}",
            kept.rows.len()
        );
        let lines: Vec<i64> = kept.rows.iter().map(|row| row.line).collect();
        assert!(lines.windows(2).all(|pair| pair[1] - pair[0] == kept.step));
        assert!(lines[0] == 1 && 27_293 - lines[lines.len() - 1] < kept.step);
        drop(kept);
        assert_eq!(filled(1_999, 10).kept().rows.len(), 1_999);
    }

    #[test]
    fn large_outlines_fill_no_memory() {
        let survey = filled(1_000, MAX_SHAPE);
        assert!(survey.kept().bytes <= MAX_BYTES);
        assert!(survey.kept().rows.len() > 10);
        assert!(filled(10, MAX_SHAPE + 1).kept().rows.is_empty());
    }
}
