//! Reads a source of any format as one stream of rows.
//!
//! Readers block on files, so they run on a separate thread and send rows through a bounded
//! channel, which keeps memory constant. Rows are mapped there by the field map.

use std::sync::Arc;

use feature_files::{Contents, Input, Meter};
use tokio::sync::mpsc;
use tokio::task::JoinHandle;

use crate::error::ImportError;
use crate::item::Item;
use crate::report::ReaderSummary;
use crate::roll::Roll;
use crate::sink::Sink;
use crate::{ImportOptions, massgis};

/// Rows buffered between reader and database.
const BUFFER: usize = 1_000;

/// A source that is being read.
pub(crate) struct Opened {
    /// Its rows.
    pub rows: mpsc::Receiver<Item>,
    /// Ends after the last row.
    pub reader: JoinHandle<Result<ReaderSummary, ImportError>>,
    /// How much was read.
    pub meter: Arc<Meter>,
}

/// Starts reading the outlines on a separate thread.
pub(crate) fn open(options: Arc<ImportOptions>) -> Opened {
    let input = Input {
        format: options.format,
        has_crs: options.crs.is_some(),
        layer: options.layer.clone(),
        join: options.join.clone(),
        // What the roll says is not joined a second time.
        select: if options.roll.is_none() {
            massgis::select
        } else {
            |_, _| None
        },
        max_unpacked_bytes: options.max_unpacked_bytes,
        ..Input::new(options.file.clone())
    };
    start(input, options, |sink| sink)
}

/// Starts reading a tax roll on a separate thread.
pub(crate) fn open_roll(options: &ImportOptions, roll: &Roll) -> Opened {
    let of_roll = ImportOptions {
        field_map: roll.field_map.clone(),
        crs: None,
        survey: None,
        ..options.clone()
    };
    let input = Input {
        format: roll.format,
        contents: Contents::Table,
        layer: roll.layer.clone(),
        select: massgis::select_roll,
        max_unpacked_bytes: options.max_unpacked_bytes,
        ..Input::new(roll.file.clone())
    };
    let on = roll.on.clone();
    start(input, Arc::new(of_roll), |sink| sink.of_roll(on))
}

fn start(input: Input, options: Arc<ImportOptions>, for_rows: impl FnOnce(Sink) -> Sink) -> Opened {
    let (sender, rows) = mpsc::channel(BUFFER);
    let meter = Arc::new(Meter::default());
    let mut sink = for_rows(Sink::new(sender, options, Arc::clone(&meter)));
    let read = Arc::clone(&meter);
    let reader = tokio::task::spawn_blocking(move || {
        let format = feature_files::read(&input, &read, &mut sink)?;
        Ok(ReaderSummary {
            format: format!("{format:?}").to_lowercase(),
            ..sink.finish()?
        })
    });
    Opened {
        rows,
        reader,
        meter,
    }
}
