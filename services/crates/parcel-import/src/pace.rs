//! How fast rows are read, and for how long still.

use std::time::Instant;

/// Where the reading was at a time.
#[derive(Debug, Clone, Copy)]
struct Mark {
    at: Instant,
    rows: u64,
    share: Option<f64>,
}

/// Measures from the first report on, so that what was done before the rows does not count.
#[derive(Debug, Default)]
pub struct Pace {
    first: Option<Mark>,
    /// At the latest report.
    rows: u64,
}

/// What is known at a report.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Measured {
    /// Nothing at the first report.
    pub rows_per_second: Option<u64>,
    /// Until all rows are read; nothing without a share.
    pub seconds_left: Option<u64>,
}

impl Pace {
    /// So many rows and this share were read at this time.
    pub fn measure(&mut self, at: Instant, rows: u64, share: Option<f64>) -> Measured {
        // Fewer rows than before: the reading has begun again.
        let begun = self.first.filter(|_| self.rows <= rows);
        self.rows = rows;
        let first = *self.first.insert(begun.unwrap_or(Mark { at, rows, share }));
        let seconds = at.duration_since(first.at).as_secs_f64();
        if seconds <= 0.0 {
            return Measured {
                rows_per_second: None,
                seconds_left: None,
            };
        }
        let left = share.zip(first.share).and_then(|(share, before)| {
            let read = share - before;
            (read > 0.0).then(|| (seconds * (1.0 - share) / read).round() as u64)
        });
        Measured {
            rows_per_second: Some(((rows - first.rows) as f64 / seconds).round() as u64),
            seconds_left: left,
        }
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;

    fn known(rows_per_second: Option<u64>, seconds_left: Option<u64>) -> Measured {
        Measured {
            rows_per_second,
            seconds_left,
        }
    }

    #[test]
    fn rate_and_rest_are_those_since_the_first_report() {
        let (begin, mut pace) = (Instant::now(), Pace::default());
        let after = |seconds| begin + Duration::from_secs(seconds);
        assert_eq!(
            pace.measure(after(30), 5_000, Some(0.1)),
            known(None, None),
            "not known yet"
        );
        assert_eq!(
            pace.measure(after(32), 10_000, Some(0.2)),
            known(Some(2_500), Some(16))
        );
        assert_eq!(
            pace.measure(after(50), 50_000, Some(1.0)),
            known(Some(2_250), Some(0))
        );
        // An import that is repeated because a parcel was added meanwhile.
        assert_eq!(pace.measure(after(60), 5_000, Some(0.1)), known(None, None));
        assert_eq!(
            pace.measure(after(61), 10_000, Some(0.2)),
            known(Some(5_000), Some(8))
        );
    }

    #[test]
    fn a_file_of_unknown_size_has_a_rate_only() {
        let (begin, mut pace) = (Instant::now(), Pace::default());
        pace.measure(begin, 5_000, None);
        let later = begin + Duration::from_secs(2);
        assert_eq!(pace.measure(later, 9_000, None), known(Some(2_000), None));
        assert_eq!(
            pace.measure(later, 9_000, Some(0.0)),
            known(Some(2_000), None)
        );
    }
}
