//! Makes ready what filters are about.

use db::Pool;
use domain::CustomerId;
use http_kit::{ApiError, ApiResult, ErrorCode};
use ogc_features::{Condition, NamingFilter};

use super::domain::read;
use crate::growth::GrowthContext;
use crate::ogc::ensure_named;
use crate::state::AppState;

/// The condition of the field or parameter `filter`; all parcels if it is absent. As [`ready`].
pub async fn condition(
    state: &AppState,
    customer_id: CustomerId,
    filter: Option<&str>,
) -> ApiResult<Condition> {
    // An empty filter is not one that is absent.
    let read = filter.map_or_else(|| read("TRUE"), read);
    let filter = read.map_err(|error| {
        let sentence = error.sentence;
        ApiError::new(ErrorCode::ParameterInvalid, sentence.clone()).field("filter", sentence)
    })?;
    ready(state, customer_id, filter).await
}

/// The condition of a filter, once the parcels of the growth run that it names are kept. Valid in transactions of the
/// firm only, because growth runs belong to firms; 404 if the firm does not have the run.
pub async fn ready(
    state: &AppState,
    customer_id: CustomerId,
    filter: NamingFilter,
) -> ApiResult<Condition> {
    let (condition, has_made) = ready_in(&state.pool, &state.growth, customer_id, filter).await?;
    if has_made {
        state.reads.expect_changes();
    }
    Ok(condition)
}

/// As [`ready`], and whether parcels of a run were made: a replica of the database may not have them yet.
pub async fn ready_in(
    pool: &Pool,
    growth: &GrowthContext,
    customer_id: CustomerId,
    filter: NamingFilter,
) -> ApiResult<(Condition, bool)> {
    let has_made = ensure_named(pool, growth, customer_id, &filter.named).await?;
    Ok((filter.condition, has_made))
}
