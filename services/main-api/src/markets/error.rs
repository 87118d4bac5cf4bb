//! What can go wrong with a market call.

use http_kit::{ApiError, ErrorCode};

/// A failure of a market call.
#[derive(Debug, thiserror::Error)]
pub enum MarketError {
    /// The state is not known.
    #[error("no such state")]
    NoState,
    /// The market does not exist, or belongs to another firm.
    #[error("no such market")]
    NoMarket,
    /// The submarket does not exist, or belongs to another firm.
    #[error("no such submarket")]
    NoSubmarket,
    /// The database failed.
    #[error("the database failed")]
    Database(#[from] diesel::result::Error),
}

impl From<MarketError> for ApiError {
    fn from(error: MarketError) -> Self {
        match error {
            MarketError::NoState => Self::new(ErrorCode::StateNotFound, "State not found."),
            MarketError::NoMarket => Self::new(ErrorCode::MarketNotFound, "Market not found."),
            MarketError::NoSubmarket => {
                Self::new(ErrorCode::SubmarketNotFound, "Submarket not found.")
            }
            MarketError::Database(error) => error.into(),
        }
    }
}
