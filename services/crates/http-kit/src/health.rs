//! Liveness (`/healthz`) and readiness (`/readyz`).
//!
//! Services register named checks, each with a time-out, so that a hanging dependency fails the
//! check instead of blocking the response. Reasons are logged, names returned.

use std::collections::BTreeMap;
use std::fmt;
use std::future::Future;
use std::pin::Pin;
use std::sync::{Arc, PoisonError, RwLock};
use std::time::Duration;

use actix_web::{HttpResponse, web};
use serde::Serialize;

use crate::server::Shutdown;

/// Time-out of one check.
const LIMIT: Duration = Duration::from_secs(2);

type CheckFuture = Pin<Box<dyn Future<Output = Result<(), String>> + Send>>;
type Check = Arc<dyn Fn() -> CheckFuture + Send + Sync>;

/// The checks of one process; clones share them.
#[derive(Clone, Default)]
pub struct Readiness {
    checks: Arc<RwLock<BTreeMap<&'static str, Check>>>,
}

impl Readiness {
    /// No checks: ready.
    pub fn new() -> Self {
        Self::default()
    }

    /// Adds a check, or replaces one of the same name. Its time-out is two seconds; its error is
    /// logged.
    pub fn register<F, Fut, E>(&self, name: &'static str, check: F)
    where
        F: Fn() -> Fut + Send + Sync + 'static,
        Fut: Future<Output = Result<(), E>> + Send + 'static,
        E: fmt::Display,
    {
        let check: Check = Arc::new(move || {
            let result = check();
            Box::pin(async move { result.await.map_err(|error| error.to_string()) })
        });
        self.checks
            .write()
            .unwrap_or_else(PoisonError::into_inner)
            .insert(name, check);
    }

    /// Runs all checks concurrently; takes at most two seconds.
    pub async fn report(&self) -> Report {
        let checks = self
            .checks
            .read()
            .unwrap_or_else(PoisonError::into_inner)
            .clone();
        let runs = checks.into_iter().map(|(name, check)| async move {
            let state = match tokio::time::timeout(LIMIT, check()).await {
                Ok(Ok(())) => "ok",
                Ok(Err(reason)) => {
                    tracing::warn!(check.name = name, reason, "a readiness check failed");
                    "failed"
                }
                Err(_elapsed) => {
                    tracing::warn!(check.name = name, "a readiness check timed out");
                    "timed out"
                }
            };
            (name, state)
        });
        let checks: BTreeMap<_, _> = futures::future::join_all(runs).await.into_iter().collect();
        let ready = checks.values().all(|state| *state == "ok");
        Report {
            status: if ready { "ready" } else { "unavailable" },
            checks,
        }
    }
}

impl fmt::Debug for Readiness {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let checks = self.checks.read().unwrap_or_else(PoisonError::into_inner);
        f.debug_list().entries(checks.keys()).finish()
    }
}

/// Response body of `/readyz`.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Report {
    /// `ready`, `unavailable` or `stopping`.
    pub status: &'static str,
    /// State of each check: `ok`, `failed` or `timed out`.
    pub checks: BTreeMap<&'static str, &'static str>,
}

pub(crate) async fn healthz() -> HttpResponse {
    HttpResponse::Ok().json(serde_json::json!({ "status": "ok" }))
}

pub(crate) async fn readyz(
    readiness: web::Data<Readiness>,
    shutdown: web::Data<Shutdown>,
) -> HttpResponse {
    let mut report = readiness.report().await;
    if shutdown.has_begun() {
        report.status = "stopping";
    }
    let mut answer = if report.status == "ready" {
        HttpResponse::Ok()
    } else {
        HttpResponse::ServiceUnavailable()
    };
    answer.json(report)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test(start_paused = true)]
    async fn a_hanging_check_is_told_apart_from_a_failing_one() {
        let readiness = Readiness::new();
        assert_eq!(readiness.report().await.status, "ready");
        readiness.register("database", || async { Ok::<(), String>(()) });
        readiness.register("broker", || async { Err("connection refused") });
        readiness.register("disk", std::future::pending::<Result<(), String>>);
        let report = readiness.report().await;
        assert_eq!(report.status, "unavailable");
        assert_eq!(
            report.checks,
            BTreeMap::from([
                ("broker", "failed"),
                ("database", "ok"),
                ("disk", "timed out")
            ])
        );
    }
}
