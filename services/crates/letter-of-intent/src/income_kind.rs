//! Whose figures an income is.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// Whose figures an income is. Kinds are never compared: they differ by a fifth and more.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum IncomeKind {
    /// The last twelve months.
    #[serde(rename = "trailing_12")]
    Trailing12,
    /// As it should be once leased and managed as usual.
    Stabilized,
    /// As the broker states it.
    Broker,
}

impl IncomeKind {
    /// As in JSON.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Trailing12 => "trailing_12",
            Self::Stabilized => "stabilized",
            Self::Broker => "broker",
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_those_of_json() {
        for kind in [
            IncomeKind::Trailing12,
            IncomeKind::Stabilized,
            IncomeKind::Broker,
        ] {
            assert_eq!(serde_json::to_value(kind).unwrap(), kind.as_str());
        }
    }
}
