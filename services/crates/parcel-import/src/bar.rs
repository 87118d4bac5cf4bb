//! Progress for the operator: a bar on a terminal, log lines elsewhere.

use std::io::IsTerminal as _;
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

use indicatif::{HumanDuration, ProgressBar, ProgressDrawTarget, ProgressStyle};
use parcel_import::Progress;
use tracing::Value;

use crate::pace::{Measured, Pace};

/// Steps of the bar, so that shares below one percent move it.
const STEPS: u64 = 10_000;

/// Shows how far an import is.
pub struct Bar {
    pace: Mutex<Pace>,
    /// Of the tax roll, which is read before the outlines.
    roll_pace: Mutex<Pace>,
    /// None where log lines are written.
    terminal: Option<ProgressBar>,
}

impl Bar {
    /// On standard error, where the log lines go too.
    pub fn new() -> anyhow::Result<Self> {
        if std::io::stderr().is_terminal() {
            return Self::on(ProgressDrawTarget::stderr());
        }
        Ok(Self {
            pace: Mutex::default(),
            roll_pace: Mutex::default(),
            terminal: None,
        })
    }

    fn on(terminal: ProgressDrawTarget) -> anyhow::Result<Self> {
        let bar = ProgressBar::with_draw_target(Some(STEPS), terminal);
        bar.set_style(ProgressStyle::with_template(
            "{bar:30} {percent:>3} %  {msg}",
        )?);
        Ok(Self {
            pace: Mutex::default(),
            roll_pace: Mutex::default(),
            terminal: Some(bar),
        })
    }

    /// What the import is doing.
    pub fn show(&self, progress: Progress) -> anyhow::Result<()> {
        self.show_at(Instant::now(), progress)
    }

    fn show_at(&self, at: Instant, progress: Progress) -> anyhow::Result<()> {
        let Some(bar) = &self.terminal else {
            self.log(at, progress);
            return Ok(());
        };
        match progress {
            Progress::Reading { rows, share, .. } => {
                let measured = measure(&self.pace, at, rows, share);
                draw(bar, share, words(&format!("{rows} rows"), measured));
            }
            Progress::Roll { rows, share, .. } => {
                let measured = measure(&self.roll_pace, at, rows, share);
                let read = format!("{rows} rows of the tax roll");
                draw(bar, share, words(&read, measured));
            }
            // How long the database takes is not known.
            Progress::Outlines => wait(bar, "checking outlines")?,
            Progress::Waiting => wait(bar, "waiting for another import of the county")?,
            Progress::Writing => wait(bar, "writing parcels")?,
        }
        Ok(())
    }

    fn log(&self, at: Instant, progress: Progress) {
        match progress {
            Progress::Reading {
                rows,
                share,
                expected_rows,
            } => {
                let measured = measure(&self.pace, at, rows, share);
                tracing::info!(
                    import.rows = rows,
                    import.expected_rows = or_null(expected_rows),
                    import.share = or_null(share.map(rounded)),
                    import.rows_per_second = or_null(measured.rows_per_second),
                    import.seconds_left = or_null(measured.seconds_left),
                    "reading"
                );
            }
            Progress::Roll {
                rows,
                share,
                expected_rows,
            } => {
                let measured = measure(&self.roll_pace, at, rows, share);
                tracing::info!(
                    import.rows = rows,
                    import.expected_rows = or_null(expected_rows),
                    import.share = or_null(share.map(rounded)),
                    import.rows_per_second = or_null(measured.rows_per_second),
                    import.seconds_left = or_null(measured.seconds_left),
                    "reading the tax roll"
                );
            }
            Progress::Outlines => tracing::info!("checking outlines"),
            Progress::Waiting => tracing::info!("waiting for another import of the county"),
            Progress::Writing => tracing::info!("writing parcels"),
        }
    }

    /// Removes the bar before the report or the error.
    pub fn clear(&self) {
        if let Some(bar) = &self.terminal {
            bar.finish_and_clear();
        }
    }
}

fn measure(pace: &Mutex<Pace>, at: Instant, rows: u64, share: Option<f64>) -> Measured {
    let mut pace = pace.lock().unwrap_or_else(PoisonError::into_inner);
    pace.measure(at, rows, share)
}

fn rounded(share: f64) -> f64 {
    (share * STEPS as f64).round() / STEPS as f64
}

/// Empty if the share is not known, also after a roll that was read whole.
fn draw(bar: &ProgressBar, share: Option<f64>, message: String) {
    bar.set_position((share.unwrap_or(0.0) * STEPS as f64) as u64);
    bar.set_message(message);
}

/// '10000 rows, 2500 a second, 16s left', without what is not known.
fn words(rows: &str, measured: Measured) -> String {
    let rate = measured
        .rows_per_second
        .map(|rate| format!("{rate} a second"));
    let left = measured.seconds_left.map(Duration::from_secs);
    let left = left.map(|left| format!("{:#} left", HumanDuration(left)));
    let parts = [Some(rows.to_owned()), rate, left];
    parts.into_iter().flatten().collect::<Vec<_>>().join(", ")
}

/// Log lines leave out what is none, but have null for what is no number.
fn or_null(value: Option<impl Value + 'static>) -> Box<dyn Value> {
    match value {
        Some(value) => Box::new(value),
        None => Box::new(f64::NAN),
    }
}

fn wait(bar: &ProgressBar, what: &'static str) -> anyhow::Result<()> {
    bar.set_style(ProgressStyle::with_template("{spinner} {msg}, {elapsed}")?);
    bar.set_message(what);
    bar.enable_steady_tick(Duration::from_millis(200));
    Ok(())
}

#[cfg(test)]
mod tests {
    use std::io;
    use std::sync::Arc;

    use indicatif::TermLike;

    use super::*;

    /// The line of a terminal on which the bar is drawn.
    #[derive(Debug, Clone, Default)]
    struct Line(Arc<Mutex<Drawing>>);

    /// A line shows what was drawn at once: a thread draws too.
    #[derive(Debug, Default)]
    struct Drawing {
        next: String,
        shown: String,
    }

    impl Line {
        /// Without the bar itself.
        fn text(&self) -> String {
            let drawing = self.0.lock().unwrap();
            drawing.shown.trim_matches(['█', '░', ' ']).to_owned()
        }
    }

    impl TermLike for Line {
        fn width(&self) -> u16 {
            100
        }

        fn move_cursor_up(&self, _n: usize) -> io::Result<()> {
            Ok(())
        }

        fn move_cursor_down(&self, _n: usize) -> io::Result<()> {
            Ok(())
        }

        fn move_cursor_right(&self, _n: usize) -> io::Result<()> {
            Ok(())
        }

        fn move_cursor_left(&self, _n: usize) -> io::Result<()> {
            Ok(())
        }

        fn write_line(&self, text: &str) -> io::Result<()> {
            self.write_str(text)
        }

        fn write_str(&self, text: &str) -> io::Result<()> {
            self.0.lock().unwrap().next.push_str(text);
            Ok(())
        }

        fn clear_line(&self) -> io::Result<()> {
            self.0.lock().unwrap().next.clear();
            Ok(())
        }

        fn flush(&self) -> io::Result<()> {
            let mut drawing = self.0.lock().unwrap();
            drawing.shown = drawing.next.clone();
            Ok(())
        }
    }

    fn bar() -> (Bar, Line) {
        let line = Line::default();
        let terminal = ProgressDrawTarget::term_like(Box::new(line.clone()));
        (Bar::on(terminal).unwrap(), line)
    }

    fn reading(rows: u64, share: Option<f64>) -> Progress {
        Progress::Reading {
            rows,
            share,
            expected_rows: None,
        }
    }

    fn roll(rows: u64, share: Option<f64>) -> Progress {
        Progress::Roll {
            rows,
            share,
            expected_rows: None,
        }
    }

    #[test]
    fn a_terminal_shows_share_rate_and_time_left() {
        let ((bar, line), begin) = (bar(), Instant::now());
        let shown = |seconds, progress| {
            let at = begin + Duration::from_secs(seconds);
            bar.show_at(at, progress).unwrap();
            line.text()
        };
        assert_eq!(shown(30, reading(5_000, Some(0.1))), "10 %  5000 rows");
        assert_eq!(
            shown(32, reading(10_000, Some(0.2))),
            "20 %  10000 rows, 2500 a second, 16s left"
        );
        assert_eq!(
            shown(430, reading(15_000, Some(0.4))),
            "40 %  15000 rows, 25 a second, 13m left"
        );
        let outlines = shown(431, Progress::Outlines);
        assert!(outlines.contains(" checking outlines, "), "{outlines}");
        bar.clear();
        assert_eq!(line.text(), "");
    }

    #[test]
    fn a_tax_roll_has_share_rate_and_time_left_of_its_own() {
        let ((bar, line), begin) = (bar(), Instant::now());
        let shown = |seconds, progress| {
            let at = begin + Duration::from_secs(seconds);
            bar.show_at(at, progress).unwrap();
            line.text()
        };
        assert_eq!(
            shown(0, roll(5_000, Some(0.5))),
            "50 %  5000 rows of the tax roll"
        );
        assert_eq!(
            shown(10, roll(10_000, Some(1.0))),
            "100 %  10000 rows of the tax roll, 500 a second, 0s left"
        );
        // The rows of the file after it are as many as those of the roll were, but begin now.
        assert_eq!(shown(60, reading(10_000, None)), "0 %  10000 rows");
        assert_eq!(
            shown(62, reading(15_000, None)),
            "0 %  15000 rows, 2500 a second"
        );
    }

    #[test]
    fn a_file_of_unknown_size_has_no_time_left_on_a_terminal() {
        let ((bar, line), begin) = (bar(), Instant::now());
        bar.show_at(begin, roll(5_000, None)).unwrap();
        assert_eq!(line.text(), "0 %  5000 rows of the tax roll");
        bar.show_at(begin, reading(5_000, None)).unwrap();
        let later = begin + Duration::from_secs(2);
        bar.show_at(later, reading(9_000, None)).unwrap();
        assert_eq!(line.text(), "0 %  9000 rows, 2000 a second");
    }
}
