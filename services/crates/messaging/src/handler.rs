//! Handler traits.
//!
//! Traits instead of boxed closures in signatures, so that a plain `async fn` can be registered.
//! Retries and transactions belong to the consumer.

use std::error::Error as StdError;
use std::fmt;
use std::future::Future;

use db::AsyncPgConnection;
use futures::FutureExt as _;
use futures::future::BoxFuture;

use crate::Envelope;

/// Why an event could not be handled.
#[derive(Debug)]
pub enum HandlerError {
    /// Transient: retried a limited number of times, then parked.
    Retry(Box<dyn StdError + Send + Sync>),
    /// Permanent: parked immediately.
    Permanent(Box<dyn StdError + Send + Sync>),
    /// The database failed. While it is unavailable the consumer waits without counting attempts;
    /// any other database error counts as [`Self::Retry`].
    Database(diesel::result::Error),
}

impl HandlerError {
    /// A transient error.
    pub fn retry(reason: impl Into<Box<dyn StdError + Send + Sync>>) -> Self {
        Self::Retry(reason.into())
    }

    /// A permanent error.
    pub fn permanent(reason: impl Into<Box<dyn StdError + Send + Sync>>) -> Self {
        Self::Permanent(reason.into())
    }
}

impl fmt::Display for HandlerError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Retry(reason) | Self::Permanent(reason) => reason.fmt(f),
            Self::Database(error) => error.fmt(f),
        }
    }
}

impl StdError for HandlerError {}

impl From<diesel::result::Error> for HandlerError {
    fn from(error: diesel::result::Error) -> Self {
        Self::Database(error)
    }
}

/// Retrying does not fix `data` with the wrong shape.
impl From<serde_json::Error> for HandlerError {
    fn from(error: serde_json::Error) -> Self {
        Self::Permanent(error.into())
    }
}

/// `async fn(&mut AsyncPgConnection, &Envelope) -> Result<(), HandlerError>`.
pub trait HandlerFn<'a>: Fn(&'a mut AsyncPgConnection, &'a Envelope) -> Self::Fut {
    /// The returned future.
    type Fut: Future<Output = Result<(), HandlerError>> + Send + 'a;
}

impl<'a, F, Fut> HandlerFn<'a> for F
where
    F: Fn(&'a mut AsyncPgConnection, &'a Envelope) -> Fut,
    Fut: Future<Output = Result<(), HandlerError>> + Send + 'a,
{
    type Fut = Fut;
}

/// `async fn(&S, &mut AsyncPgConnection, &Envelope) -> Result<(), HandlerError>`.
pub trait HandlerFnWith<'a, S: 'a>:
    Fn(&'a S, &'a mut AsyncPgConnection, &'a Envelope) -> Self::Fut
{
    /// The returned future.
    type Fut: Future<Output = Result<(), HandlerError>> + Send + 'a;
}

impl<'a, S: 'a, F, Fut> HandlerFnWith<'a, S> for F
where
    F: Fn(&'a S, &'a mut AsyncPgConnection, &'a Envelope) -> Fut,
    Fut: Future<Output = Result<(), HandlerError>> + Send + 'a,
{
    type Fut = Fut;
}

/// A handler of either kind, as a trait object.
pub(crate) trait Handle: Send + Sync {
    fn call<'a>(
        &'a self,
        conn: &'a mut AsyncPgConnection,
        envelope: &'a Envelope,
    ) -> BoxFuture<'a, Result<(), HandlerError>>;
}

pub(crate) struct Plain<F>(pub F);

impl<F> Handle for Plain<F>
where
    F: for<'a> HandlerFn<'a> + Send + Sync,
{
    fn call<'a>(
        &'a self,
        conn: &'a mut AsyncPgConnection,
        envelope: &'a Envelope,
    ) -> BoxFuture<'a, Result<(), HandlerError>> {
        (self.0)(conn, envelope).boxed()
    }
}

pub(crate) struct WithState<S, F> {
    pub state: S,
    pub handler: F,
}

impl<S, F> Handle for WithState<S, F>
where
    S: Send + Sync + 'static,
    F: for<'a> HandlerFnWith<'a, S> + Send + Sync,
{
    fn call<'a>(
        &'a self,
        conn: &'a mut AsyncPgConnection,
        envelope: &'a Envelope,
    ) -> BoxFuture<'a, Result<(), HandlerError>> {
        (self.handler)(&self.state, conn, envelope).boxed()
    }
}
