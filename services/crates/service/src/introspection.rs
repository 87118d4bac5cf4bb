//! Introspection of personal access tokens by main-api, over HTTP.

use std::time::Duration;

use auth::{
    INTROSPECTION_PATH, Introspection, IntrospectionError, IntrospectionRequest,
    IntrospectionResponse, TokenGrant,
};
use reqwest::header::RETRY_AFTER;
use reqwest::{Response, StatusCode};

use crate::ServiceClient;

/// Time-out of one lookup.
const TIMEOUT: Duration = Duration::from_secs(3);

/// By main-api.
pub(crate) fn by_main_api(main_api: ServiceClient) -> Introspection {
    Introspection::new(move |request| look_up(main_api.clone(), request))
}

async fn look_up(
    client: ServiceClient,
    request: IntrospectionRequest,
) -> Result<Option<TokenGrant>, IntrospectionError> {
    let call = client.post_internal(INTROSPECTION_PATH).json(&request);
    let response = call.timeout(TIMEOUT).send().await.map_err(unavailable)?;
    if response.status() == StatusCode::TOO_MANY_REQUESTS {
        return Err(IntrospectionError::TooManyUnknown(retry_after(&response)));
    }
    let response = response.error_for_status().map_err(unavailable)?;
    let response: IntrospectionResponse = response.json().await.map_err(unavailable)?;
    Ok(response.grant)
}

fn unavailable(error: reqwest::Error) -> IntrospectionError {
    IntrospectionError::Unavailable(error.without_url().into())
}

/// Seconds; one if main-api does not tell.
fn retry_after(response: &Response) -> u64 {
    let header = response.headers().get(RETRY_AFTER);
    let seconds = header.and_then(|value| value.to_str().ok()?.parse().ok());
    seconds.unwrap_or(1)
}
