//! What became of a parcel between two states of the table: split, merged, sold. One rule for operators, who compare
//! batches, and for firms, who are told of imports.

/// SQL, common table expressions: `split` and `merged`, of `predecessors` and `successors`.
pub const SPLIT_AND_MERGED: &str = include_str!("split_and_merged.sql");

const IS_SALE: &str = "(coalesce({after}.saledate >= {before}.saledate, {before}.saledate IS NULL) AND ( \
    ({after}.saledate IS DISTINCT FROM {before}.saledate AND ({before}.saledate IS NOT NULL OR coalesce({had}.dates, false))) \
    OR ({after}.saleprice IS DISTINCT FROM {before}.saleprice AND {after}.saleprice IS NOT NULL \
        AND ({before}.saleprice IS NOT NULL OR coalesce({had}.prices, false)))))";

/// SQL, never null: whether a parcel was sold between these rows of `parcels`. The date is a later one, or is now known; or the
/// price is another one, while the date did not go back. What was unknown counts if the county's files had
/// it: `had` is the county's row of [`sale_columns`], null if there is none.
pub fn is_sale(before: &str, after: &str, had: &str) -> String {
    IS_SALE
        .replace("{before}", before)
        .replace("{after}", after)
        .replace("{had}", had)
}

/// SQL, a query of county, dates, prices: whether files of the county had sale dates and prices, of batches `b` that fulfil
/// `are_before`. A batch that does not say which columns its files have counts as one with both.
pub fn sale_columns(are_before: &str) -> String {
    format!(
        "SELECT county, bool_or(b.fact_columns IS NULL OR 'saledate' = ANY (b.fact_columns)) AS dates, \
            bool_or(b.fact_columns IS NULL OR 'saleprice' = ANY (b.fact_columns)) AS prices \
         FROM parcel_batches AS b, unnest(b.counties) AS county WHERE b.undone_at IS NULL AND {are_before} GROUP BY county"
    )
}
