//! Batches, undoing and comparisons as text for a terminal.

use std::fmt;

use super::{Batch, Diff, Undone};
use crate::staging::counted;
use parcel_record::counties::county_label;

/// Counties that are named of a batch of several.
const COUNTIES: usize = 3;

/// Batches below each other.
pub fn table(batches: &[Batch]) -> String {
    let rows = batches.iter().map(|batch| {
        vec![
            batch.batch_id.to_string(),
            batch.state(),
            batch.started_at.format("%Y-%m-%d %H:%M").to_string(),
            batch
                .source_date
                .map_or_else(|| "-".to_owned(), |date| date.to_string()),
            batch.places(),
            batch.parcels_new.to_string(),
            batch.parcels_changed.to_string(),
            batch.parcels_retired.to_string(),
            batch.unnumbered.values().sum::<i64>().to_string(),
            batch.source.clone(),
        ]
    });
    let head = [
        "batch",
        "state",
        "started",
        "data of",
        "counties",
        "new",
        "changed",
        "retired",
        "no number",
        "source",
    ];
    feature_files::table(&head, rows)
}

impl Batch {
    fn state(&self) -> String {
        let state = match (self.finished_at, self.undone_at) {
            (None, _) => "not finished",
            (_, Some(_)) => "undone",
            _ if self.is_partial && self.kind == "import" => "a part",
            _ if self.kind == "sample" => "sample",
            _ => "whole",
        };
        state.to_owned()
    }

    fn places(&self) -> String {
        let named: Vec<String> = self
            .counties
            .iter()
            .take(COUNTIES)
            .map(|county| county_label(county))
            .collect();
        let more = self.counties.len().saturating_sub(COUNTIES);
        let rest = if more > 0 {
            format!(" and {more} more")
        } else {
            String::new()
        };
        format!("{}{rest}", named.join(", "))
    }
}

impl fmt::Display for Batch {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let known = |text: Option<String>| text.unwrap_or_else(|| "-".to_owned());
        let mut lines = vec![
            ("batch", format!("{} ({})", self.batch_id, self.state())),
            ("source", self.source.clone()),
            ("licence", known(self.licence.clone())),
            (
                "data of",
                known(self.source_date.map(|date| date.to_string())),
            ),
        ];
        for (index, file) in self.files.iter().enumerate() {
            let hash = self.sha256.get(index).map_or("-", String::as_str);
            lines.push(("file", format!("{file}, sha256 {hash}")));
        }
        let finished = self.finished_at.map(|at| at.to_rfc3339());
        lines.extend([
            ("started", self.started_at.to_rfc3339()),
            ("finished", known(finished)),
            (
                "imported by",
                format!("{}, version {}", self.imported_by, self.program_version),
            ),
            ("counties", self.places()),
            (
                "rows",
                format!("{} read, {} rejected", self.rows_read, self.rows_rejected),
            ),
            (
                "parcels",
                format!(
                    "{} new, {} changed, {} unchanged, {} returned, {} retired",
                    self.parcels_new,
                    self.parcels_changed,
                    self.parcels_unchanged,
                    self.parcels_returned,
                    self.parcels_retired
                ),
            ),
        ]);
        if let (Some(rows), Some(joined)) = (self.roll_rows, self.roll_rows_joined) {
            let not_joined = rows - joined;
            lines.push((
                "tax roll",
                format!("{rows} rows read, {joined} joined, {not_joined} not joined"),
            ));
        }
        if !self.unnumbered.is_empty() || self.unnumbered_retired > 0 {
            let kinds = self.unnumbered.iter();
            let kinds = kinds.map(|(kind, count)| (kind.as_str(), *count));
            let (new, changed) = (self.unnumbered_new, self.unnumbered_changed);
            let retired = self.unnumbered_retired;
            lines.push((
                "no number",
                format!(
                    "kept {}: {new} new, {changed} changed, {retired} retired",
                    counted(kinds)
                ),
            ));
        }
        if let (Some(at), Some(by)) = (self.undone_at, &self.undone_by) {
            lines.push(("undone", format!("{} by {by}", at.to_rfc3339())));
        }
        if let Some(at) = self.history_pruned_at {
            lines.push(("history", format!("deleted {}", at.to_rfc3339())));
        }
        for (name, value) in lines {
            writeln!(f, "{name:12} {value}")?;
        }
        Ok(())
    }
}

impl fmt::Display for Undone {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self {
            batch_id,
            restored,
            removed,
            left,
            unnumbered_restored,
            unnumbered_removed,
        } = self;
        writeln!(
            f,
            "batch {batch_id} is undone: {restored} parcels are as they were before, {removed} that it had added are removed"
        )?;
        if unnumbered_restored + unnumbered_removed > 0 {
            writeln!(
                f,
                "without a number: {unnumbered_restored} are as they were before, {unnumbered_removed} that it had added are removed"
            )?;
        }
        if *left > 0 {
            writeln!(
                f,
                "{left} parcels that a provider has changed since stay as they are"
            )?;
        }
        Ok(())
    }
}

impl fmt::Display for Diff {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let counts = self.changes.iter().map(|change| {
            let examples: Vec<String> = change
                .examples
                .iter()
                .map(|example| match (&example.before, &example.after) {
                    (Some(before), Some(after)) if example.parcelnumb.is_empty() => {
                        format!("{before} → {after}")
                    }
                    (None, Some(what)) | (Some(what), None) if example.parcelnumb.is_empty() => {
                        what.clone()
                    }
                    (Some(before), Some(after)) => {
                        format!("{} ({before} → {after})", example.parcelnumb)
                    }
                    (None, Some(other)) | (Some(other), None) => {
                        format!("{} ({other})", example.parcelnumb)
                    }
                    (None, None) => example.parcelnumb.clone(),
                })
                .collect();
            vec![
                change.what.clone(),
                change.parcels.to_string(),
                examples.join(" | "),
            ]
        });
        let text = feature_files::table(&["change", "parcels", "examples"], counts);
        write!(f, "from batch {} to batch {}\n{text}", self.from, self.to)
    }
}
