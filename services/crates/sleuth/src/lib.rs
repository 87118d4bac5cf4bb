//! sleuth
