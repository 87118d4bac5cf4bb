//! Tables of text for a terminal.

use parcel_record::field_map::ColumnSummary;

/// Widest cell that others are aligned to, characters.
const MAX_WIDTH: usize = 48;

/// Rows below a head, aligned; the last column has any width.
pub fn table(head: &[&str], rows: impl IntoIterator<Item = Vec<String>>) -> String {
    let mut lines = vec![head.iter().map(|name| (*name).to_owned()).collect()];
    lines.extend(rows);
    let width = |column: usize| {
        let cells = lines
            .iter()
            .filter_map(|line: &Vec<String>| line.get(column));
        let widest = cells.map(|cell| cell.chars().count()).max();
        widest.unwrap_or(0).min(MAX_WIDTH)
    };
    let widths: Vec<usize> = (0..head.len()).map(width).collect();
    let mut text = String::new();
    for line in &lines {
        let cells: Vec<String> = line
            .iter()
            .zip(&widths)
            .map(|(cell, width)| format!("{cell:width$}"))
            .collect();
        text.push_str(cells.join("  ").trim_end());
        text.push('\n');
    }
    text
}

/// Name, share filled and examples.
pub fn cells(column: &ColumnSummary) -> Vec<String> {
    vec![
        column.name.clone(),
        percent(column.filled),
        column.examples.join(" | "),
    ]
}

/// A share without decimals; nearly all is not all.
pub fn percent(share: f64) -> String {
    let whole = (share * 100.0).round();
    let shown = if whole >= 100.0 && share < 1.0 {
        99.0
    } else {
        whole
    };
    format!("{shown} %")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn columns_are_aligned() {
        let rows = [["a", "100 %", "x"], ["longer", "5 %", ""]];
        let rows = rows.map(|row| row.map(str::to_owned).to_vec());
        assert_eq!(
            table(&["name", "filled", "examples"], rows),
            "name    filled  examples\na       100 %   x\nlonger  5 %\n"
        );
        assert_eq!(percent(0.9999), "99 %");
    }
}
