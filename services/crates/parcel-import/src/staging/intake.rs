//! Takes the rows as they are read: each is written directly, rejected, or copied to the staging table.

use bytes::{Bytes, BytesMut};
use futures::SinkExt as _;
use parcel_record::field_map::values;
use tokio_postgres::CopyInSink;

use super::binary::{END, HEAD};
use super::derived::words;
use super::lines::Prepared;
use super::outlines::outside;
use super::simple_outline::{SimpleOutline, only_ring};
use super::staged_rows::{COPY, put_row, put_unnumbered};
use super::{Checks, Staged, Staging, columns};
use crate::error::ImportError;
use crate::item::{Item, SampleEnd};
use crate::progress::Progress;
use crate::rows::Rows;

/// Bytes per COPY chunk.
pub(super) const CHUNK: usize = 256 * 1024;
/// Bytes of rows for the staging table that wait while others are written directly.
const WAITING: usize = 4 << 20;
/// Rows between progress reports.
const STEP: u64 = 5_000;
/// Rows whose outlines are projected at once.
const TOGETHER: usize = 256;

/// Until where rows were copied.
enum ReadUpTo {
    /// The end of a file's sample.
    Sample(SampleEnd),
    /// The begin of the next file.
    File,
}

impl Staging<'_> {
    /// Takes all rows, and checks the sample of each file.
    pub(super) async fn take(
        &mut self,
        rows: &mut Rows,
        checks: Option<Checks>,
        progress: &impl Fn(Progress),
    ) -> Result<(), ImportError> {
        let swap_axes = checks.as_ref().is_some_and(|checks| checks.swap_axes);
        let mut direct = checks.and_then(|checks| checks.direct);
        let mut sampled = None;
        loop {
            let end = self.copy(rows, progress).await?;
            let Some(ReadUpTo::Sample(sample)) = end else {
                // The file has ended: the rows after its sample are exchanged at once.
                if let Some(last) = sampled.take().filter(|_| swap_axes) {
                    self.swap_axes(last).await?;
                }
                if end.is_none() {
                    return Ok(());
                }
                self.is_sampling = true;
                continue;
            };
            sampled = Some(sample.last);
            self.ids_are_derived &= sample.ids_are_derived;
            let checked = self.check_sample(sample.first, swap_axes).await;
            checked.map_err(|error| match self.places.of(sample.first) {
                (Some(file), _) => error.of_file(file),
                (None, _) => error,
            })?;
            self.is_sampling = false;
            if let Some(county) = direct.take().filter(|_| sample.ids_are_derived) {
                self.begin_direct(county.table()).await?;
            }
        }
    }

    /// Copies rows until the end of a sample or the begin of a file, which it returns, or the end of all.
    async fn copy(
        &mut self,
        rows: &mut Rows,
        progress: &impl Fn(Progress),
    ) -> Result<Option<ReadUpTo>, ImportError> {
        let mut waiting = BytesMut::with_capacity(CHUNK * 2);
        let mut end = None;
        while let Some(item) = rows.recv().await {
            match item {
                Item::Staged(row) => {
                    self.report.staged += 1;
                    self.take_row(*row, &mut waiting).await?;
                    if self.report.staged.is_multiple_of(STEP) {
                        let reading = Progress::Reading {
                            rows: self.report.staged,
                            share: None,
                            expected_rows: None,
                        };
                        progress(reading);
                    }
                }
                Item::Unnumbered(row) => {
                    self.report.staged += 1;
                    self.unnumbered += i64::from(!row.is_exported);
                    put_unnumbered(&mut waiting, &row);
                }
                Item::Rejected(row) => {
                    self.report.unreadable += u64::from(row.is_unreadable);
                    self.report
                        .rejections
                        .add(row.line, &row.reason, &row.columns);
                    self.rejects
                        .add(row.line, row.reason.text(), &row.columns)?;
                    self.still_there
                        .extend(row.parcel.map(|parcel| parcel.to_string()));
                }
                // A tax roll is read elsewhere.
                Item::OfRoll(_) => {}
                Item::File(file) => {
                    self.places.begin(file.first, file.name);
                    end = Some(ReadUpTo::File);
                    break;
                }
                Item::SampleEnd(sample) => {
                    end = Some(ReadUpTo::Sample(sample));
                    break;
                }
            }
            let most = if self.direct.is_some() {
                WAITING
            } else {
                CHUNK
            };
            if waiting.len() > most {
                self.copy_waiting(&mut waiting).await?;
            }
        }
        self.copy_projected(&mut waiting).await?;
        self.copy_waiting(&mut waiting).await?;
        self.end_copy().await?;
        Ok(end)
    }

    /// Reads the outline of a row if it may be simple; that of a projected file waits for others.
    async fn take_row(&mut self, row: Staged, waiting: &mut BytesMut) -> Result<(), ImportError> {
        // PostGIS makes the outlines of a sample, which is judged by its shapes, and of what is exchanged there.
        let ring = if self.is_sampling || self.swap_axes {
            None
        } else {
            only_ring(&row.shape)
        };
        let Some(ring) = ring else {
            return self.copy_row(row, None, waiting).await;
        };
        if row.crs.is_none() {
            return self.copy_row(row, SimpleOutline::of(ring), waiting).await;
        }
        let last = self.unprojected.last();
        if last.is_some_and(|(last, _)| last.crs != row.crs) || self.unprojected.len() == TOGETHER {
            self.copy_projected(waiting).await?;
        }
        self.unprojected.push((row, ring));
        Ok(())
    }

    /// Projects the rows that wait for it, and takes them.
    async fn copy_projected(&mut self, waiting: &mut BytesMut) -> Result<(), ImportError> {
        let (rows, rings): (Vec<Staged>, Vec<_>) =
            std::mem::take(&mut self.unprojected).into_iter().unzip();
        let Some(crs) = rows.first().and_then(|row| row.crs.clone()) else {
            return Ok(());
        };
        let rings = self.projection.project(&crs, &rings).await?;
        for (row, ring) in rows.into_iter().zip(rings) {
            let outline = ring.and_then(SimpleOutline::of);
            self.copy_row(row, outline, waiting).await?;
        }
        Ok(())
    }

    /// Writes a row directly if that is possible; else it waits for the staging table.
    async fn copy_row(
        &mut self,
        row: Staged,
        outline: Option<SimpleOutline>,
        waiting: &mut BytesMut,
    ) -> Result<(), ImportError> {
        let prepared = Prepared::of(&row, self.provenance, self.swap_axes);
        let may_be_direct = self.ids_are_derived && row.provenance.is_none();
        if let (Some(direct), Some(outline)) =
            (self.direct.as_mut().filter(|_| may_be_direct), &outline)
            && let Some(words) = words(&row.fields)
        {
            if !direct.is_inside(outline) {
                let reason = outside(direct.county());
                // As it would come back from the staging table.
                let raw = columns(row.raw.map(values::without_nul));
                self.report.rejections.add(row.line, &reason, &raw);
                self.rejects.add(row.line, reason.text(), &raw)?;
                return Ok(());
            }
            if self.seen.write(&row) {
                return direct
                    .write(&self.transaction, &row, &prepared, outline, &words)
                    .await;
            }
        }
        self.seen.stage(&row);
        put_row(waiting, &row, &prepared, outline.as_ref());
        Ok(())
    }

    /// Copies the rows that wait to the staging table. Unless others are written directly, the COPY goes on, so that
    /// the database takes rows while the next ones are read.
    async fn copy_waiting(&mut self, waiting: &mut BytesMut) -> Result<(), ImportError> {
        if let Some(direct) = &mut self.direct {
            direct.pause().await?;
        }
        if waiting.is_empty() {
            return Ok(());
        }
        let mut sink = if let Some(sink) = self.sink.take() {
            sink
        } else {
            let sink: CopyInSink<Bytes> = self.transaction.copy_in(COPY).await?;
            let mut sink = Box::pin(sink);
            sink.send(Bytes::from_static(HEAD)).await?;
            sink
        };
        while !waiting.is_empty() {
            let chunk = waiting.split_to(waiting.len().min(CHUNK));
            sink.send(chunk.freeze()).await?;
        }
        self.sink = Some(sink);
        if self.direct.is_some() {
            self.end_copy().await?;
        }
        Ok(())
    }

    /// Ends the COPY to the staging table, so that other statements can be sent.
    async fn end_copy(&mut self) -> Result<(), ImportError> {
        if let Some(mut sink) = self.sink.take() {
            sink.send(Bytes::from_static(END)).await?;
            sink.as_mut().finish().await?;
        }
        Ok(())
    }
}
