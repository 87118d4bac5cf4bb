//! Statements that read units of parcels for a file: the rows of tax rolls that name one parcel.

use diesel::pg::Pg;
use diesel::prelude::*;
use diesel::query_builder::{AstPass, Query, QueryFragment, QueryId};
use diesel::sql_types::{Array, BigInt, Nullable, Text};
use diesel_async::{AsyncPgConnection, RunQueryDsl};
use futures::Stream;
use ogc_features::Condition;

/// In the order of [`parcel_export::units::COLUMNS`].
const CELLS: &str = "SELECT ARRAY[parcels.ll_uuid::text, parcels.county_fips, parcels.parcelnumb, unit.parcelnumb, unit.unit, \
    unit.address, unit.owner, unit.careof, unit.mailing_address, unit.saledate::text, unit.saleprice::text, unit.year_built::text, \
    unit.usecode, unit.usedesc, unit.parval::text, unit.landval::text, unit.improvval::text, unit.sqft::text, \
    batch.source, batch.licence]";
const FROM: &str = " FROM parcel_units AS unit JOIN parcels ON parcels.ll_uuid = unit.ll_uuid \
    LEFT JOIN parcel_batches AS batch ON batch.batch_id = unit.batch_id \
    WHERE unit.replaced_by IS NULL AND ";

/// Number of the units of the parcels, but not more than `most`.
pub async fn count(
    conn: &mut AsyncPgConnection,
    condition: Condition,
    with_retired: bool,
    most: i64,
) -> QueryResult<i64> {
    let counted = Counted {
        of: Units {
            condition,
            with_retired,
        },
        most,
    };
    counted.get_result(conn).await
}

/// The units, those of a parcel in the order of their roll.
pub async fn rows(
    conn: &mut AsyncPgConnection,
    condition: Condition,
    with_retired: bool,
) -> QueryResult<impl Stream<Item = QueryResult<Vec<Option<String>>>> + Send> {
    let listed = Listed(Units {
        condition,
        with_retired,
    });
    listed.load_stream::<Vec<Option<String>>>(conn).await
}

/// The units of some parcels.
#[derive(Debug)]
struct Units {
    condition: Condition,
    with_retired: bool,
}

impl QueryFragment<Pg> for Units {
    fn walk_ast<'b>(&'b self, mut out: AstPass<'_, 'b, Pg>) -> QueryResult<()> {
        out.push_sql(FROM);
        self.condition.walk_ast(out.reborrow())?;
        if !self.with_retired {
            out.push_sql(" AND parcels.retired_at IS NULL");
        }
        Ok(())
    }
}

#[derive(Debug)]
struct Listed(Units);

impl Query for Listed {
    type SqlType = Array<Nullable<Text>>;
}

impl QueryId for Listed {
    type QueryId = ();
    const HAS_STATIC_QUERY_ID: bool = false;
}

impl QueryFragment<Pg> for Listed {
    fn walk_ast<'b>(&'b self, mut out: AstPass<'_, 'b, Pg>) -> QueryResult<()> {
        out.push_sql(CELLS);
        self.0.walk_ast(out.reborrow())?;
        out.push_sql(" ORDER BY parcels.county_fips, unit.roll_row, unit.unit_id");
        Ok(())
    }
}

#[derive(Debug)]
struct Counted {
    of: Units,
    most: i64,
}

impl Query for Counted {
    type SqlType = BigInt;
}

impl QueryId for Counted {
    type QueryId = ();
    const HAS_STATIC_QUERY_ID: bool = false;
}

impl QueryFragment<Pg> for Counted {
    fn walk_ast<'b>(&'b self, mut out: AstPass<'_, 'b, Pg>) -> QueryResult<()> {
        out.push_sql("SELECT count(*) FROM (SELECT");
        self.of.walk_ast(out.reborrow())?;
        out.push_sql(" LIMIT ");
        out.push_bind_param::<BigInt, _>(&self.most)?;
        out.push_sql(") AS counted");
        Ok(())
    }
}
