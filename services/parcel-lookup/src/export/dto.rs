//! The response.

use utoipa::ToSchema;

/// A file of parcels.
#[derive(ToSchema)]
#[schema(value_type = String, format = Binary)]
#[expect(dead_code, reason = "read by the OpenAPI macro only")]
pub struct ParcelFile(Vec<u8>);
