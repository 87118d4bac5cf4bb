//! Load shedding: above a limit of concurrent requests, further ones get 503 immediately.
//!
//! With an unbounded queue every caller would wait for a response that comes too late; an immediate
//! 503 with `Retry-After` lets clients retry. Health and metrics are exempt.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use actix_web::body::{BoxBody, MessageBody};
use actix_web::dev::{ServiceRequest, ServiceResponse};
use actix_web::middleware::Next;
use actix_web::{Error, web};

use crate::error::ApiError;

/// Counter and limit of concurrent requests.
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

    /// A permit, returned on drop, or none.
    fn enter(&self) -> Option<Place> {
        let place = Place(Arc::clone(&self.in_work));
        let before = self.in_work.fetch_add(1, Ordering::Relaxed);
        // Dropping the permit reverts the increment.
        (before < self.limit).then_some(place)
    }
}

struct Place(Arc<AtomicUsize>);

impl Drop for Place {
    fn drop(&mut self) {
        self.0.fetch_sub(1, Ordering::Relaxed);
    }
}

/// Middleware: passes the request or returns 503.
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
