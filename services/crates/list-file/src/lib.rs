//! Lists as files, CSV or XLSX: rows are read and written in batches while the client reads.

use std::collections::HashMap;
use std::future::Future;
use std::hash::Hash;
use std::vec::IntoIter;

use actix_web::HttpResponse;
use actix_web::http::header::{CACHE_CONTROL, CONTENT_DISPOSITION, HeaderName};
use bytes::Bytes;
use chrono::Utc;
use diesel::result::QueryResult;
use futures::stream;
use http_kit::{ApiError, ApiResult};
use serde::{Deserialize, Serialize};
use serde_json::Value as Json;
use table_file::{Finished, TableError, TableWriter, Value};
use utoipa::ToSchema;

/// Most rows of a file.
const MAX_ROWS: usize = 100_000;
/// Number of rows to look for: one more than a file may have.
pub const ONE_MORE: i64 = 100_001;
/// Most rows that are selected one by one.
const MAX_CHOSEN: usize = 50_000;
/// Rows read at once.
const BATCH: usize = 500;

/// Format of a list's file.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum ListFormat {
    /// Comma-separated values with a heading.
    Csv,
    /// An Excel workbook of one sheet.
    Xlsx,
}

impl ListFormat {
    const fn extension(self) -> &'static str {
        match self {
            Self::Csv => "csv",
            Self::Xlsx => "xlsx",
        }
    }

    const fn media_type(self) -> &'static str {
        match self {
            Self::Csv => "text/csv; charset=utf-8; header=present",
            Self::Xlsx => "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
        }
    }
}

/// A list's file. Texts that a spreadsheet would run as formulas are written as texts.
#[derive(ToSchema)]
#[schema(value_type = String, format = Binary)]
#[expect(dead_code, reason = "read by the OpenAPI macro only")]
pub struct ListFileBody(Vec<u8>);

/// What a file has: these rows, in this order.
#[derive(Debug)]
pub struct ListFile<I> {
    /// Such as `contacts`: the beginning of the file's name.
    pub name: &'static str,
    /// Fields of a record.
    pub columns: &'static [&'static str],
    /// Of the file.
    pub format: ListFormat,
    /// In the order of the rows.
    pub ids: Vec<I>,
}

/// A file ended early.
#[derive(Debug, thiserror::Error)]
enum Interrupted {
    #[error("rows could not be read")]
    Database(#[from] diesel::result::Error),
    #[error("the file could not be written")]
    Write(#[from] TableError),
    #[error("the end of the file could not be read")]
    File(#[from] std::io::Error),
    #[error("the writing thread ended")]
    Thread(#[from] tokio::task::JoinError),
}

/// The ids of a request, if it has any. 422 for an empty list or more than 50,000.
pub fn check_chosen<I>(field: &'static str, ids: Option<Vec<I>>) -> ApiResult<Option<Vec<I>>> {
    match &ids {
        Some(ids) if ids.is_empty() => Err(ApiError::invalid(field, "Select a row.")),
        Some(ids) if ids.len() > MAX_CHOSEN => {
            let sentence = "At most 50,000 rows can be selected.";
            Err(ApiError::invalid(field, sentence))
        }
        _ => Ok(ids),
    }
}

/// Refuses more rows than a file may have: 422 above 100,000, for the field that filters them.
pub fn check_count(field: &'static str, count: usize) -> ApiResult<()> {
    if count <= MAX_ROWS {
        return Ok(());
    }
    let sentence = "A file has at most 100,000 rows. Filter the list first.";
    Err(ApiError::invalid(field, sentence))
}

impl<I: Copy + Eq + Hash + 'static> ListFile<I> {
    /// The file as an attachment. `read` returns the records of some ids in any order; those that are gone
    /// are left out. Errors that come after the first part end the file early, and are logged.
    pub fn respond<R, T, F>(self, read: R) -> ApiResult<HttpResponse>
    where
        R: Fn(Vec<I>) -> F + 'static,
        F: Future<Output = QueryResult<Vec<(I, T)>>>,
        T: Serialize,
    {
        let writer = match self.format {
            ListFormat::Csv => TableWriter::csv(self.columns),
            ListFormat::Xlsx => {
                TableWriter::xlsx(self.name, self.columns).map_err(ApiError::internal)?
            }
        };
        let (day, ending) = (Utc::now().date_naive(), self.format.extension());
        let attachment = format!("attachment; filename=\"{}-{day}.{ending}\"", self.name);
        let writing = Writing {
            columns: self.columns,
            ids: self.ids.into_iter(),
            read,
            phase: Phase::Rows(Box::new(writer)),
        };
        let parts = stream::try_unfold(writing, async |writing| {
            writing.part().await.inspect_err(|error| {
                tracing::warn!(error.cause = ?error, "the file of a list ended early");
            })
        });
        Ok(HttpResponse::Ok()
            .content_type(self.format.media_type())
            .insert_header((CONTENT_DISPOSITION, attachment))
            .insert_header((CACHE_CONTROL, "no-store"))
            // The proxy would write the file to its disk, for as many clients as read slowly.
            .insert_header((HeaderName::from_static("x-accel-buffering"), "no"))
            .streaming(Box::pin(parts)))
    }
}

enum Phase {
    Rows(Box<TableWriter>),
    End(Finished),
}

struct Writing<I, R> {
    columns: &'static [&'static str],
    ids: IntoIter<I>,
    read: R,
    phase: Phase,
}

impl<I: Copy + Eq + Hash, R> Writing<I, R> {
    /// The next part; none at the end.
    async fn part<T, F>(mut self) -> Result<Option<(Bytes, Self)>, Interrupted>
    where
        R: Fn(Vec<I>) -> F,
        F: Future<Output = QueryResult<Vec<(I, T)>>>,
        T: Serialize,
    {
        loop {
            let (part, phase) = match self.phase {
                Phase::Rows(writer) => {
                    let ids: Vec<I> = self.ids.by_ref().take(BATCH).collect();
                    if ids.is_empty() {
                        (Vec::new(), Phase::End(finish(*writer).await?))
                    } else {
                        let records = (self.read)(ids.clone()).await?;
                        let rows = rows(&ids, records, self.columns);
                        let (part, writer) = add(writer, rows).await?;
                        (part, Phase::Rows(writer))
                    }
                }
                Phase::End(end) => {
                    let (part, end) = rest(end).await?;
                    if part.is_empty() {
                        return Ok(None);
                    }
                    (part, Phase::End(end))
                }
            };
            self.phase = phase;
            if !part.is_empty() {
                return Ok(Some((part.into(), self)));
            }
        }
    }
}

/// Writes rows on a thread for blocking work: cells of a spreadsheet are packed as they come.
async fn add(
    mut writer: Box<TableWriter>,
    rows: Vec<Vec<Option<Value>>>,
) -> Result<(Vec<u8>, Box<TableWriter>), Interrupted> {
    tokio::task::spawn_blocking(move || {
        for row in &rows {
            writer.add(row)?;
        }
        Ok((writer.take(), writer))
    })
    .await?
}

async fn finish(writer: TableWriter) -> Result<Finished, Interrupted> {
    Ok(tokio::task::spawn_blocking(move || writer.finish()).await??)
}

async fn rest(mut end: Finished) -> Result<(Vec<u8>, Finished), Interrupted> {
    let read = tokio::task::spawn_blocking(move || end.next_part().map(|part| (part, end)));
    Ok(read.await??)
}

/// The rows in the order of their ids.
fn rows<I: Eq + Hash, T: Serialize>(
    ids: &[I],
    records: Vec<(I, T)>,
    columns: &[&str],
) -> Vec<Vec<Option<Value>>> {
    let mut records: HashMap<I, T> = records.into_iter().collect();
    let records = ids.iter().filter_map(|id| records.remove(id));
    records.map(|record| row(&record, columns)).collect()
}

/// The fields of a record; lists and objects have no column.
fn row(record: &impl Serialize, columns: &[&str]) -> Vec<Option<Value>> {
    let record = serde_json::to_value(record).unwrap_or_default();
    let cells = columns.iter().map(|column| match record.get(column) {
        Some(Json::String(text)) if !text.is_empty() => Some(Value::Text(text.clone())),
        Some(Json::Number(number)) => number.as_f64().map(Value::Number),
        Some(Json::Bool(flag)) => Some(Value::Boolean(*flag)),
        _ => None,
    });
    cells.collect()
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn rows_follow_their_ids_and_have_a_cell_for_each_column() {
        let records = vec![
            (2, json!({ "name": "B", "size": 3, "tags": ["x"] })),
            (1, json!({ "name": "A", "size": null, "is_new": true })),
        ];
        let text = |text: &str| Some(Value::Text(text.to_owned()));
        let columns = ["name", "size", "is_new", "tags"];
        assert_eq!(
            rows(&[1, 5, 2], records, &columns),
            [
                [text("A"), None, Some(Value::Boolean(true)), None],
                [text("B"), Some(Value::Number(3.0)), None, None],
            ]
        );
    }

    #[test]
    fn selections_and_files_are_bounded() {
        assert!(check_chosen("ids", None::<Vec<u8>>).is_ok());
        assert!(check_chosen("ids", Some(Vec::<u8>::new())).is_err());
        assert!(check_chosen("ids", Some(vec![0; 50_001])).is_err());
        assert!(check_count("q", 100_000).is_ok() && check_count("q", 100_001).is_err());
    }
}
