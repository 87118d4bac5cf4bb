//! A single statement that reads, in one round trip.
//!
//! It needs no BEGIN and COMMIT, no scope, and no query that checks the connection before: if the
//! connection was lost meanwhile, the statement is repeated once.

use diesel::QueryResult;
use diesel_async::AsyncPgConnection;

use crate::Pool;
use crate::unavailable::is_connection_lost;

/// An async closure `async |conn| …` that can be called again and whose future can move between
/// threads.
///
/// Implemented for every such closure; see [`crate::TxFn`].
pub trait ReadFn<T, R>: AsyncFn(T) -> R + Fn(T) -> <Self as ReadFn<T, R>>::Fut {
    /// What the closure returns when called.
    type Fut: Future<Output = R>;
}

impl<F, T, Fut, R> ReadFn<T, R> for F
where
    F: AsyncFn(T) -> R + Fn(T) -> Fut,
    Fut: Future<Output = R>,
{
    type Fut = Fut;
}

/// Runs one statement that reads tables without firm data (parcels, reference data). Firms' rows stay
/// invisible. The statement is cancelled when the future is dropped.
pub async fn read<'a, R, F>(pool: &Pool, work: F) -> QueryResult<R>
where
    for<'r> F: AsyncFn(&'r mut AsyncPgConnection) -> QueryResult<R>
        + ReadFn<&'r mut AsyncPgConnection, QueryResult<R>, Fut: Send>
        + Send
        + Sync
        + 'a,
    R: Send + 'a,
{
    let mut lent = pool.lend_unchecked().await?;
    match work(lent.connection()).await {
        Err(error) if is_connection_lost(&error) => lent.discard(),
        done => {
            lent.give_back();
            return done;
        }
    }
    let mut lent = pool.lend().await?;
    let done = work(lent.connection()).await;
    lent.give_back();
    done
}
