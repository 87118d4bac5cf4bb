//! Rows of one parcel: further parts of its outline, or repeats that are not taken.

use feature_files::{Places, Reason};
use tokio_postgres::Row;

use super::Staging;
use crate::error::ImportError;

/// Only these are compared with each other: hardly any file has many.
const NOTE: &str =
    "INSERT INTO import_repeated SELECT DISTINCT id::uuid FROM unnest($1::text[]) AS id";

/// Rows with the id of an earlier one. With the same facts and another outline they are a further
/// part of the same parcel; other facts would be lost, so they are not taken.
const REPEATED: &str = "WITH seen AS ( \
        SELECT staged.ctid AS place, first_value(staged.line) OVER parcel AS first, \
            row_number() OVER parcel AS nth, left(staged.hash, 16) = left(first_value(staged.hash) OVER parcel, 16) AS same_facts, \
            row_number() OVER (PARTITION BY ll_uuid, ST_AsBinary(staged.outline) ORDER BY staged.line, staged.ctid) > 1 AS same_outline \
        FROM import_rows AS staged JOIN import_repeated USING (ll_uuid) \
        WINDOW parcel AS (PARTITION BY ll_uuid ORDER BY staged.line, staged.ctid) \
    ) \
    DELETE FROM import_rows USING seen \
    WHERE import_rows.ctid = seen.place AND nth > 1 AND (NOT same_facts OR same_outline) \
    RETURNING line, raw, ll_uuid::text AS ll_uuid, first, same_facts";

/// The first row of a parcel gets the union of its outlines, and a hash of all of its rows.
const UNITE: &str = "WITH parts AS ( \
        SELECT ll_uuid, min(line) AS first, \
            CASE count(DISTINCT outline) WHEN 1 THEN (array_agg(outline))[1] \
                ELSE ST_Multi(ST_CollectionExtract(ST_Union(outline), 3)) END AS outline, \
            md5(string_agg(hash, ' ' ORDER BY line)) AS hash \
        FROM ({staged}) AS staged JOIN import_repeated USING (ll_uuid) \
        GROUP BY ll_uuid HAVING count(*) > 1 \
    ), others AS ( \
        DELETE FROM import_rows AS staged USING parts WHERE staged.ll_uuid = parts.ll_uuid AND staged.line > parts.first \
    ) \
    UPDATE import_rows AS staged SET kind = 'b', outline = parts.outline, hash = parts.hash \
    FROM parts WHERE staged.ll_uuid = parts.ll_uuid AND staged.line = parts.first";

impl Staging<'_> {
    /// All rows were read: tells the database which parcels several of them may have.
    pub(super) async fn note_repeated(&self) -> Result<(), ImportError> {
        let ids = self.seen.repeated.iter();
        let ids: Vec<String> = ids.map(ToString::to_string).collect();
        self.transaction.execute(NOTE, &[&ids]).await?;
        Ok(())
    }

    /// Rejects rows whose parcel number an earlier row has, unless they are a further part of it.
    pub(super) async fn reject_repeated(&mut self) -> Result<(), ImportError> {
        let places = self.places.clone();
        self.reject(REPEATED, &[], |row| repeated(row, &places))
            .await
    }

    /// Makes one row of those of each parcel. `staged` selects the rows: id, line, outline and hash.
    pub(super) async fn unite(&self, staged: &str) -> Result<(), ImportError> {
        let unite = UNITE.replace("{staged}", staged);
        self.transaction.execute(&unite, &[]).await?;
        Ok(())
    }
}

fn repeated(row: &Row, places: &Places) -> Reason {
    let first = places.text(row.get("first"));
    let same_facts: bool = row.get("same_facts");
    let detail = if same_facts {
        format!("the same as row {first}")
    } else {
        format!("the parcel number of row {first}, with other facts")
    };
    Reason::with("the parcel number of an earlier row", detail)
}
