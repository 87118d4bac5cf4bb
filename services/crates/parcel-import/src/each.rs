//! `import --each`: what became of each file, and of all of them.

use std::io::{self, Write as _};

use anyhow::bail;
use db::DbConfig;
use parcel_import::{ImportError, ImportOptions, Outcome, Series, columns_and_guess};

use crate::bar::Bar;

/// Imports the files; an error if one of them was not.
pub async fn import(
    database: &DbConfig,
    files: Vec<ImportOptions>,
    again: bool,
) -> anyhow::Result<()> {
    let mut out = io::stdout().lock();
    let all = files.len();
    let mut series = Series::new(again);
    let mut lines = Vec::new();
    let mut failed = 0;
    for (index, options) in files.into_iter().enumerate() {
        let name = options.file.display().to_string();
        writeln!(out, "{name} ({} of {all})", index + 1)?;
        let bar = Bar::new()?;
        let progress = |step| {
            // A bar that cannot be drawn must not end the import.
            let _ = bar.show(step);
        };
        let outcome = series.import(database, options, progress).await;
        bar.clear();
        let line = match &outcome {
            Ok(Outcome::Imported(report)) => {
                writeln!(out, "{report}")?;
                let batch = report.batch.map(|batch| batch.to_string());
                [
                    if report.dry_run {
                        "dry run"
                    } else {
                        "imported"
                    }
                    .to_owned(),
                    batch.unwrap_or_default(),
                    report.written.parcels.to_string(),
                    report.rejections.total().to_string(),
                ]
            }
            Ok(Outcome::LeftOut(batch)) => {
                let said = "imported before";
                writeln!(out, "{said}, as batch {batch}: --again imports it again\n")?;
                [
                    said.to_owned(),
                    batch.to_string(),
                    String::new(),
                    String::new(),
                ]
            }
            Err(error) => {
                failed += 1;
                if let Some(table) = columns_and_guess(error) {
                    out.write_all(table.as_bytes())?;
                }
                writeln!(out, "not imported: {}\n", error.with_causes())?;
                let state = "not imported".to_owned();
                [state, String::new(), String::new(), String::new()]
            }
        };
        lines.push([vec![name], line.to_vec()].concat());
        if let Err(error @ (ImportError::Database(_) | ImportError::Open(_))) = outcome {
            // The others would fail too.
            return Err(error.into());
        }
    }
    let head = ["file", "state", "batch", "parcels", "rows skipped"];
    write!(out, "{}", feature_files::table(&head, lines))?;
    if failed > 0 {
        bail!("{failed} of {all} files were not imported");
    }
    Ok(())
}
