//! Errors of the market endpoints.

use http_kit::{ApiError, ErrorCode};

#[derive(Debug, thiserror::Error)]
pub enum MarketError {
    #[error("no such state")]
    NoState,
    /// Also when the market belongs to another firm.
    #[error("no such market")]
    NoMarket,
    /// Also when the submarket belongs to another firm.
    #[error("no such submarket")]
    NoSubmarket,
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
