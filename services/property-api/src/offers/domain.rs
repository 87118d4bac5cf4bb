//! Whose an offer is and where its amount comes from. No I/O.

use serde::Serialize;
use utoipa::ToSchema;

/// Who offers.
#[derive(
    Debug, Clone, Copy, PartialEq, Eq, Serialize, ToSchema, diesel::AsExpression, diesel::FromSqlRow,
)]
#[diesel(sql_type = diesel::sql_types::Text)]
#[serde(rename_all = "snake_case")]
#[schema(as = OfferSide)]
pub enum Side {
    /// The firm.
    Buyer,
    /// The owner, as a counter.
    Seller,
}

/// Where an amount comes from.
#[derive(
    Debug, Clone, Copy, PartialEq, Eq, Serialize, ToSchema, diesel::AsExpression, diesel::FromSqlRow,
)]
#[diesel(sql_type = diesel::sql_types::Text)]
#[serde(rename_all = "snake_case")]
pub enum Basis {
    /// A price rule.
    Rule,
    /// Typed by a person.
    Manual,
    /// Recalculated from appraised and market value.
    Formula,
    /// What a letter says.
    Letter,
    /// The seller's answer to a letter.
    Counter,
    /// Comparable sales.
    Comps,
}

impl Side {
    const ALL: [Self; 2] = [Self::Buyer, Self::Seller];

    const fn as_str(self) -> &'static str {
        match self {
            Self::Buyer => "buyer",
            Self::Seller => "seller",
        }
    }
}

impl Basis {
    const ALL: [Self; 6] = [
        Self::Rule,
        Self::Manual,
        Self::Formula,
        Self::Letter,
        Self::Counter,
        Self::Comps,
    ];

    const fn as_str(self) -> &'static str {
        match self {
            Self::Rule => "rule",
            Self::Manual => "manual",
            Self::Formula => "formula",
            Self::Letter => "letter",
            Self::Counter => "counter",
            Self::Comps => "comps",
        }
    }
}

db::text_enum!(Side);
db::text_enum!(Basis);
