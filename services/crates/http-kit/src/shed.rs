//! Sheds load: above a number of requests in work at once, further ones get 503 at once.
//!
//! A queue without end makes every caller wait for an answer that comes too late; a quick refusal
//! with `Retry-After` lets the proxy and the browser try again. Health and metrics always pass.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use actix_web::body::{BoxBody, MessageBody};
use actix_web::dev::{ServiceRequest, ServiceResponse};
use actix_web::middleware::Next;
use actix_web::{Error, web};

use crate::error::ApiError;

/// Requests in work in this process, and how many there may be.
#[derive(Debug, Clone)]
pub(crate) struct Gate {
    in_work: Arc<AtomicUsize>,
    limit: usize,
}

impl Gate {
    pub(crate) fn new(limit: usize) -> Self {
        Self {
            in_work: Arc::default(),
            limit,
        }
    }

    /// A place, given back on drop, or none.
    fn enter(&self) -> Option<Place> {
        let place = Place(Arc::clone(&self.in_work));
        let before = self.in_work.fetch_add(1, Ordering::Relaxed);
        // Dropping the place takes the addition back.
        (before < self.limit).then_some(place)
    }
}

struct Place(Arc<AtomicUsize>);

impl Drop for Place {
    fn drop(&mut self) {
        self.0.fetch_sub(1, Ordering::Relaxed);
    }
}

/// Middleware: through the gate, or 503.
pub(crate) async fn shed(
    gate: web::Data<Gate>,
    req: ServiceRequest,
    next: Next<impl MessageBody + 'static>,
) -> Result<ServiceResponse<BoxBody>, Error> {
    if matches!(req.path(), "/healthz" | "/readyz" | "/metrics") {
        return Ok(next.call(req).await?.map_into_boxed_body());
    }
    let Some(_place) = gate.enter() else {
        metrics::counter!("http_requests_shed_total").increment(1);
        let refusal = ApiError::busy();
        return Ok(req.error_response(refusal));
    };
    Ok(next.call(req).await?.map_into_boxed_body())
}
