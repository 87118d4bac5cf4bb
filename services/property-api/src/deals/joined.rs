//! Deals with what their lists are sorted and summed by.

use diesel::dsl::sql;
use diesel::expression::SqlLiteral;
use diesel::prelude::*;
use diesel::sql_types::Bool;

use crate::schema::{deal_stages, deals, properties};

/// All properties.
pub const ANY: &str = "TRUE";
/// Those with an offer: few, and in an index of their own.
pub const OFFERED: &str = "properties.offer_value IS NOT NULL";

/// Deals with those of their properties that fulfil a condition, and with their stages. Each deal has both. The joins are left ones,
/// because PostgreSQL leaves out those that a statement does not use.
#[diesel::dsl::auto_type]
pub fn deals_with(condition: &'static str) -> _ {
    let is_joined: SqlLiteral<Bool> = sql::<Bool>(condition);
    deals::table
        .left_join(
            properties::table.on(properties::property_id
                .eq(deals::property_id)
                .and(is_joined)),
        )
        .left_join(deal_stages::table)
}
