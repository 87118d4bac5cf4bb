//! Reads filters.

use ogc_features::{FilterError, NamingFilter};

use crate::ogc::PARCELS;

/// Reads a filter.
pub fn read(text: &str) -> Result<NamingFilter, FilterError> {
    NamingFilter::of(text, &PARCELS)
}
