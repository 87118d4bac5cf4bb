//! An invalid session is refused before an invalid request.
//!
//! actix polls the extractors of a handler together and answers with the first error. A check of the
//! caller that waits (for a key, or for the service that knows a token) would come after the error
//! of a wrong query. So our extractors return their errors only when the caller is checked.

use actix_web::{HttpMessage as _, HttpRequest};
use tokio_util::sync::{CancellationToken, DropGuard};

use crate::error::{ApiError, ApiResult};

/// Cancelled when the caller is checked.
#[derive(Clone)]
struct CallerChecked(CancellationToken);

/// Announces that an extractor checks the caller; to be dropped when it has. Called in
/// `from_request`, before extractors are polled.
pub fn checking_caller(request: &HttpRequest) -> DropGuard {
    let checked = CancellationToken::new();
    let announced = CallerChecked(checked.clone());
    request.extensions_mut().insert(announced);
    checked.drop_guard()
}

/// Returns an error when the caller is checked, and a value at once.
pub(crate) async fn after_caller_check<T>(
    request: &HttpRequest,
    extracted: ApiResult<T>,
) -> ApiResult<T> {
    match extracted {
        Ok(value) => Ok(value),
        Err(error) => Err(wait(request, error).await),
    }
}

async fn wait(request: &HttpRequest, error: ApiError) -> ApiError {
    let checked = request.extensions().get::<CallerChecked>().cloned();
    if let Some(CallerChecked(checked)) = checked {
        checked.cancelled().await;
    }
    error
}

#[cfg(test)]
mod tests {
    use std::future::Future;
    use std::pin::Pin;

    use actix_web::dev::Payload;
    use actix_web::test::{TestRequest, call_service, init_service};
    use actix_web::{App, FromRequest, HttpResponse, web};
    use serde::Deserialize;

    use super::*;
    use crate::extract::{Form, Json, Path, Query};

    #[derive(Deserialize)]
    struct Page {
        #[expect(dead_code, reason = "only read from the request")]
        limit: u8,
    }

    /// Takes a while to find out that the caller is not known, unless the header `known` is set.
    struct Caller;

    impl FromRequest for Caller {
        type Error = ApiError;
        type Future = Pin<Box<dyn Future<Output = ApiResult<Self>>>>;

        fn from_request(request: &HttpRequest, _: &mut Payload) -> Self::Future {
            let checking = checking_caller(request);
            let known = request.headers().contains_key("known");
            Box::pin(async move {
                let _checking = checking;
                for _ in 0..3 {
                    tokio::task::yield_now().await;
                }
                known
                    .then_some(Self)
                    .ok_or_else(|| ApiError::new(crate::ErrorCode::SessionMissing, "Unknown."))
            })
        }
    }

    #[actix_web::test]
    async fn an_unknown_caller_is_refused_before_a_wrong_request() {
        let done = || async { HttpResponse::Ok().finish() };
        let app = init_service(
            App::new()
                .route(
                    "/query",
                    web::post().to(move |_: Caller, _: Query<Page>| done()),
                )
                .route(
                    "/before",
                    web::post().to(move |_: Query<Page>, _: Caller| done()),
                )
                .route(
                    "/json",
                    web::post().to(move |_: Caller, _: Json<Page>| done()),
                )
                .route(
                    "/form",
                    web::post().to(move |_: Caller, _: Form<Page>| done()),
                )
                .route(
                    "/path/{n}",
                    web::post().to(move |_: Caller, _: Path<u8>| done()),
                )
                .route("/open", web::post().to(move |_: Query<Page>| done())),
        )
        .await;
        for (path, of_known) in [
            ("/query?limit=x", 422),
            ("/before?limit=x", 422),
            ("/query?limit=1", 200),
            ("/json", 400),
            ("/form", 415),
            ("/path/x", 422),
        ] {
            let request = TestRequest::post().uri(path);
            let answer = call_service(&app, request.to_request()).await;
            assert_eq!(answer.status(), 401, "{path}");
            let request = TestRequest::post().uri(path).insert_header(("known", ""));
            let answer = call_service(&app, request.to_request()).await;
            assert_eq!(answer.status(), of_known, "{path}");
        }
        let request = TestRequest::post().uri("/open?limit=x").to_request();
        assert_eq!(call_service(&app, request).await.status(), 422);
    }
}
