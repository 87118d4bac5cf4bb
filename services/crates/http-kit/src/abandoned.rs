//! Requests whose client has gone.
//!
//! A handler that only reads is dropped, and with it what it waits for: its statement is cancelled.
//! One that makes a change runs to its end, so that nothing stays half done (a file without its row, a
//! provider's answer that was paid for and not stored).

use std::panic::resume_unwind;

use actix_web::Error;
use actix_web::body::MessageBody;
use actix_web::dev::{ServiceRequest, ServiceResponse};
use actix_web::middleware::Next;
use actix_web::rt;

use crate::error::ApiError;

/// Middleware, outermost: the rest must not lose its span.
pub(crate) async fn finish_changes<B: MessageBody + 'static>(
    req: ServiceRequest,
    next: Next<B>,
) -> Result<ServiceResponse<B>, Error> {
    if req.method().is_safe() {
        return next.call(req).await;
    }
    match rt::spawn(next.call(req)).await {
        Ok(answer) => answer,
        Err(failed) => match failed.try_into_panic() {
            Ok(panic) => resume_unwind(panic),
            Err(cancelled) => Err(ApiError::internal(cancelled).into()),
        },
    }
}
