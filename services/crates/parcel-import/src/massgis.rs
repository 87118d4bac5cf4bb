//! `GeoPackage`s of `MassGIS`: a level 3 file is joined with its assessor's table and use codes.

use feature_files::quote;

/// In the name of an assessor's table.
const ASSESS: &str = "assess";

/// The statement for outlines with their rows of the assessor's table.
pub(crate) fn select(layer: &str, tables: &[String]) -> Option<String> {
    let assess = known(tables, ASSESS).filter(|_| layer.to_lowercase().contains("taxpar"))?;
    let words = words(tables).unwrap_or_else(|| "NULL".to_owned());
    Some(format!(
        "SELECT l.*, r.*, {words} AS USE_DESC FROM {} l LEFT JOIN {} r ON r.LOC_ID = l.LOC_ID",
        quote(layer),
        quote(assess)
    ))
}

/// The statement for the rows of a tax roll. An assessor's table has its use codes in words in another
/// one.
pub(crate) fn select_roll(table: &str, tables: &[String]) -> Option<String> {
    let words = words(tables).filter(|_| table.to_lowercase().contains(ASSESS))?;
    let table = quote(table);
    Some(format!("SELECT r.*, {words} AS USE_DESC FROM {table} r"))
}

/// The words of the use code of an assessor's row, if there is a table of them.
fn words(tables: &[String]) -> Option<String> {
    let codes = known(tables, "use_code").or_else(|| known(tables, "uc_lut"))?;
    Some(format!(
        "(SELECT u.USE_DESC FROM {} u WHERE u.USE_CODE = r.USE_CODE LIMIT 1)",
        quote(codes)
    ))
}

fn known<'a>(tables: &'a [String], part: &str) -> Option<&'a String> {
    tables
        .iter()
        .find(|name| name.to_lowercase().contains(part))
}
