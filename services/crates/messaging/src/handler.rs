//! What a service writes to hear an event.
//!
//! Traits instead of boxed closures in signatures, so that a plain `async fn` can be handed over.
//! How often a handler runs and in which transaction is the consumer's business.

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
    /// Trying again may help; the event is tried again a bounded number of times, then parked.
    Retry(Box<dyn StdError + Send + Sync>),
    /// Trying again cannot help; the event is parked at once.
    Permanent(Box<dyn StdError + Send + Sync>),
    /// The database failed. While it is away the consumer waits without counting attempts;
    /// any other database error counts as [`Self::Retry`].
    Database(diesel::result::Error),
}

impl HandlerError {
    /// Trying again may help.
    pub fn retry(reason: impl Into<Box<dyn StdError + Send + Sync>>) -> Self {
        Self::Retry(reason.into())
    }

    /// Trying again cannot help.
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

/// `data` that does not have the agreed shape will not get it by waiting.
impl From<serde_json::Error> for HandlerError {
    fn from(error: serde_json::Error) -> Self {
        Self::Permanent(error.into())
    }
}

/// `async fn(&mut AsyncPgConnection, &Envelope) -> Result<(), HandlerError>`.
pub trait HandlerFn<'a>: Fn(&'a mut AsyncPgConnection, &'a Envelope) -> Self::Fut {
    /// What calling it gives.
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
    /// What calling it gives.
    type Fut: Future<Output = Result<(), HandlerError>> + Send + 'a;
}

impl<'a, S: 'a, F, Fut> HandlerFnWith<'a, S> for F
where
    F: Fn(&'a S, &'a mut AsyncPgConnection, &'a Envelope) -> Fut,
    Fut: Future<Output = Result<(), HandlerError>> + Send + 'a,
{
    type Fut = Fut;
}

/// A handler of any kind behind one call.
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
