//! Comparable sales from and to CSV files, one transaction each.

use std::collections::HashSet;

use auth::CurrentUser;
use bigdecimal::BigDecimal;
use chrono::{NaiveDate, Utc};
use domain::CompId;
use uuid::Uuid;

use super::CompError;
use super::dto::CompsExportQuery;
use super::file_columns::{Header, Row, cells, names};
use super::file_dto::{CompReject, CompsImported, ImportCompsRequest};
use super::store::{self, CompColumns, CompRow, NewComp};
use crate::properties::domain::search_pattern;
use crate::state::AppState;

const MAX_ROWS: usize = 5_000;
/// Sales of one file; more are read by several, each from a day on.
const MAX_WRITTEN: usize = 50_000;
const PAGE: i64 = 1_000;

/// Adds the sales of a file. A file that was corrected can be given again: what is known stays.
pub async fn import_comps(
    state: &AppState,
    user: &CurrentUser,
    request: ImportCompsRequest,
) -> Result<CompsImported, CompError> {
    let read = read(&request, Utc::now().date_naive())?;
    let name = state.main_api.name_of(user).await;
    let FileRead {
        sales,
        rejects,
        ignored_columns,
    } = read;
    let read = sales.len();
    let added = db::tenant_tx(&state.pool, user.customer_id, async |conn| {
        let days: HashSet<NaiveDate> = sales.iter().map(|sale| sale.sale_date).collect();
        let days: Vec<NaiveDate> = days.into_iter().collect();
        let known = store::list_comps_of_days(conn, &days).await?;
        let mut known: HashSet<Key> = known.iter().map(key).collect();
        let new: Vec<NewComp<'_>> = sales
            .into_iter()
            .filter(|sale| known.insert(key(sale)))
            .map(|columns| NewComp {
                comp_id: CompId(Uuid::now_v7()),
                columns,
                created_by_name: &name,
            })
            .collect();
        store::insert_comps(conn, &new).await?;
        Ok::<_, CompError>(new.len())
    })
    .await?;
    let mut rejected: Vec<usize> = rejects.iter().map(|reject| reject.row).collect();
    rejected.dedup();
    Ok(CompsImported {
        added,
        known: read - added,
        rejected: rejected.len(),
        rejects,
        ignored_columns,
    })
}

/// By what a sale is known: address and parcel number in small letters, day and price.
type Key = (String, String, NaiveDate, BigDecimal);

fn key(sale: &CompColumns) -> Key {
    let text = |text: &Option<String>| text.as_deref().unwrap_or_default().to_lowercase();
    (
        text(&sale.address),
        text(&sale.parcel_number),
        sale.sale_date,
        sale.price.amount().normalized(),
    )
}

struct FileRead {
    sales: Vec<CompColumns>,
    rejects: Vec<CompReject>,
    ignored_columns: Vec<String>,
}

fn read(request: &ImportCompsRequest, today: NaiveDate) -> Result<FileRead, CompError> {
    let mut reader = csv::ReaderBuilder::new()
        .flexible(true)
        .delimiter(delimiter(&request.text))
        .from_reader(request.text.as_bytes());
    let head = reader.headers().map_err(|_unreadable| {
        let sentence = "The first line of the file cannot be read.".to_owned();
        CompError::File(sentence)
    })?;
    let width = head.len();
    let header = Header::of(head.iter()).map_err(CompError::File)?;
    let source = request.source.as_deref().unwrap_or_default().trim();
    let (mut sales, mut rejects) = (Vec::new(), Vec::new());
    for (place, cells) in reader.records().enumerate() {
        if place == MAX_ROWS {
            let sentence = "The file has more than 5,000 rows. Please divide it.".to_owned();
            return Err(CompError::File(sentence));
        }
        let row = place + 2;
        let mut reject = |field: Option<&str>, reason: &str| {
            rejects.push(CompReject {
                row,
                field: field.map(str::to_owned),
                reason: reason.to_owned(),
            });
        };
        let Ok(cells) = cells else {
            reject(None, "The row cannot be read.");
            continue;
        };
        if cells.len() != width {
            reject(None, "It has more or fewer cells than the first line.");
            continue;
        }
        let header = &header;
        let sale = Row {
            header,
            cells: &cells,
            source,
        };
        match sale.sale(today) {
            Ok(sale) => sales.push(sale),
            Err(faults) => faults
                .iter()
                .for_each(|(field, sentence)| reject(Some(field), sentence)),
        }
    }
    Ok(FileRead {
        sales,
        rejects,
        ignored_columns: header.ignored,
    })
}

/// Comma, semicolon or tab, whichever the first line has most of.
fn delimiter(text: &str) -> u8 {
    let head = text.lines().next().unwrap_or_default();
    let count = |sign: &u8| head.bytes().filter(|byte| byte == sign).count();
    // Of equal ones the last counts.
    let signs = [b'\t', b';', b','];
    signs.into_iter().max_by_key(count).unwrap_or(b',')
}

/// The firm's sales as CSV, the latest first.
pub async fn export_comps(
    state: &AppState,
    user: &CurrentUser,
    query: &CompsExportQuery,
) -> Result<Vec<u8>, CompError> {
    let pattern = search_pattern(query.q.as_deref());
    let sales = db::tenant_tx(&state.pool, user.customer_id, async |conn| {
        let mut sales: Vec<CompRow> = Vec::new();
        loop {
            let after = sales.last().map(CompRow::key);
            let page =
                store::list_comps(conn, pattern.as_deref(), query.since, after, PAGE).await?;
            let is_last = page.len() < usize::try_from(PAGE).unwrap_or_default();
            sales.extend(page);
            if sales.len() > MAX_WRITTEN {
                return Err(CompError::TooMany);
            }
            if is_last {
                return Ok::<_, CompError>(sales);
            }
        }
    })
    .await?;
    written(&sales)
}

fn written(sales: &[CompRow]) -> Result<Vec<u8>, CompError> {
    let mut writer = csv::WriterBuilder::new()
        .terminator(csv::Terminator::CRLF)
        .from_writer(Vec::new());
    writer.write_record(names()).map_err(CompError::Unwritten)?;
    for sale in sales {
        let cells = cells(&sale.columns);
        writer.write_record(cells).map_err(CompError::Unwritten)?;
    }
    writer
        .into_inner()
        .map_err(|error| CompError::Unwritten(error.into_error().into()))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read_text(text: &str) -> Result<FileRead, CompError> {
        let today = NaiveDate::from_ymd_opt(2026, 11, 25).unwrap();
        let request = ImportCompsRequest {
            text: text.to_owned(),
            source: Some("Flyer".to_owned()),
        };
        read(&request, today)
    }

    #[test]
    fn rows_are_counted_as_a_spreadsheet_counts() {
        let file =
            "address;date;price\n1 Main;2026-03-04;500,000\n2 Main;soon;1\n3 Main;2026-03-04\n";
        let read = read_text(file).unwrap();
        assert_eq!(read.sales.len(), 1);
        let rejects: Vec<_> = read
            .rejects
            .iter()
            .map(|reject| (reject.row, reject.field.as_deref()))
            .collect();
        assert_eq!(rejects, [(3, Some("sale_date")), (4, None)]);
    }

    #[test]
    fn a_file_without_names_or_with_too_many_rows_is_refused() {
        for file in ["", "1 Main,2026-03-04,500000"] {
            assert!(matches!(read_text(file), Err(CompError::File(_))), "{file}");
        }
        let row = "1 Main,2026-03-04,500000\n";
        let most = format!("address,date,price\n{}", row.repeat(MAX_ROWS));
        assert_eq!(read_text(&most).unwrap().sales.len(), MAX_ROWS);
        assert!(read_text(&format!("{most}{row}")).is_err());
    }
}
