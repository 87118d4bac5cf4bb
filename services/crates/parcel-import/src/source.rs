//! Reads a source of any format as one stream of rows.
//!
//! Readers block on files, so they run on a separate thread and send rows through a bounded
//! channel, which keeps memory constant. Rows are mapped there by the field map.

use std::path::PathBuf;
use std::sync::Arc;

use feature_files::{Contents, Input, Meter};
use tokio::task::JoinHandle;

use crate::error::ImportError;
use crate::files_meter::FilesMeter;
use crate::item::{Item, NextFile};
use crate::report::ReaderSummary;
use crate::roll::Roll;
use crate::rows::{self, Rows};
use crate::sink::Sink;
use crate::{ImportOptions, massgis, origin};

/// A source that is being read.
pub(crate) struct Opened {
    /// Its rows.
    pub rows: Rows,
    /// Ends after the last row.
    pub reader: JoinHandle<Result<ReaderSummary, ImportError>>,
    /// How much was read.
    pub meter: Arc<FilesMeter>,
}

/// Starts reading the outlines on a separate thread: one file after the other, as one stream.
pub(crate) fn open(options: Arc<ImportOptions>) -> Opened {
    let (mut sender, rows) = rows::channel();
    let files: Vec<PathBuf> = options.files().cloned().collect();
    let meter = Arc::new(FilesMeter::new(&files));
    let read = Arc::clone(&meter);
    let reader = tokio::task::spawn_blocking(move || {
        let are_several = files.len() > 1;
        let mut summaries: Vec<(String, ReaderSummary)> = Vec::new();
        for (index, file) in files.into_iter().enumerate() {
            let name = origin::name(&file);
            let before: i64 = summaries.iter().map(|(_, summary)| summary.rows).sum();
            if are_several {
                let next = NextFile {
                    first: before + 1,
                    name: name.clone(),
                };
                sender.send(Item::File(next))?;
                sender.flush()?;
            }
            let meter = read.of_file(index);
            let sink = Sink::new(sender.another(), Arc::clone(&options), Arc::clone(&meter));
            let summary = read_file(&input(&options, file), &meter, sink.after(before));
            let summary = summary.map_err(|error| {
                if are_several {
                    error.of_file(&name)
                } else {
                    error
                }
            })?;
            summaries.push((name, summary));
        }
        Ok(ReaderSummary::of_files(summaries))
    });
    Opened {
        rows,
        reader,
        meter,
    }
}

fn input(options: &ImportOptions, file: PathBuf) -> Input {
    Input {
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
        ..Input::new(file)
    }
}

fn read_file(
    input: &Input,
    meter: &Arc<Meter>,
    mut sink: Sink,
) -> Result<ReaderSummary, ImportError> {
    let format = feature_files::read(input, meter, &mut sink)?;
    Ok(ReaderSummary {
        format: format!("{format:?}").to_lowercase(),
        ..sink.finish()?
    })
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
    let (sender, rows) = rows::channel();
    let meter = Arc::new(FilesMeter::new(std::slice::from_ref(&roll.file)));
    let read = meter.of_file(0);
    let sink = Sink::new(sender, Arc::new(of_roll), Arc::clone(&read)).of_roll(roll.on.clone());
    let reader = tokio::task::spawn_blocking(move || read_file(&input, &read, sink));
    Opened {
        rows,
        reader,
        meter,
    }
}
