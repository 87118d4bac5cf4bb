//! Transactions with an explicit scope.
//!
//! The setting that row-level security reads is sent together with BEGIN, in one round trip, and
//! ends with the transaction, so a pooled connection keeps nothing. When a future is dropped
//! half-way, its statement is cancelled, its connection closed, and the server rolls back.
//! Nothing is retried here: the work is a one-shot closure, and callers that can repeat it check
//! [`crate::is_contention`].

use diesel::result::Error;
use diesel_async::{AnsiTransactionManager, AsyncPgConnection, RunQueryDsl, TransactionManager};
use domain::CustomerId;

use crate::Pool;

/// An async closure `async |conn| …` whose future can move between threads.
///
/// Implemented for every such closure; it exists because Rust cannot yet say `Send` about the
/// future of an `AsyncFnOnce`.
pub trait TxFn<T, R>: AsyncFnOnce(T) -> R + FnOnce(T) -> <Self as TxFn<T, R>>::Fut {
    /// What the closure returns when called.
    type Fut: Future<Output = R>;
}

impl<F, T, Fut, R> TxFn<T, R> for F
where
    F: AsyncFnOnce(T) -> R + FnOnce(T) -> Fut,
    Fut: Future<Output = R>,
{
    type Fut = Fut;
}

/// Runs `work` in a transaction of one firm, which sees and writes only that firm's rows.
///
/// Commits on `Ok`, rolls back on `Err`.
pub async fn tenant_tx<'a, R, E, F>(pool: &Pool, customer_id: CustomerId, work: F) -> Result<R, E>
where
    for<'r> F: AsyncFnOnce(&'r mut AsyncPgConnection) -> Result<R, E>
        + TxFn<&'r mut AsyncPgConnection, Result<R, E>, Fut: Send>
        + Send
        + 'a,
    R: Send + 'a,
    E: From<Error> + Send + 'a,
{
    let begin = format!("BEGIN; SET LOCAL app.customer_id = '{}'", customer_id.0);
    run(pool, &begin, work).await
}

/// Runs `work` across firms, on the tables that allow it (users at sign-in, the outbox relay).
///
/// `reason` is logged, so that every cross-firm access can be audited.
pub async fn unscoped_tx<'a, R, E, F>(pool: &Pool, reason: &'static str, work: F) -> Result<R, E>
where
    for<'r> F: AsyncFnOnce(&'r mut AsyncPgConnection) -> Result<R, E>
        + TxFn<&'r mut AsyncPgConnection, Result<R, E>, Fut: Send>
        + Send
        + 'a,
    R: Send + 'a,
    E: From<Error> + Send + 'a,
{
    tracing::debug!(db.reason = reason, "transaction across firms");
    run(pool, "BEGIN; SET LOCAL app.unscoped = 'on'", work).await
}

/// Runs `work` on tables without firm data (reference data, parcels, inbox). Firms' rows stay
/// invisible.
pub async fn system_tx<'a, R, E, F>(pool: &Pool, work: F) -> Result<R, E>
where
    for<'r> F: AsyncFnOnce(&'r mut AsyncPgConnection) -> Result<R, E>
        + TxFn<&'r mut AsyncPgConnection, Result<R, E>, Fut: Send>
        + Send
        + 'a,
    R: Send + 'a,
    E: From<Error> + Send + 'a,
{
    run(pool, "BEGIN", work).await
}

/// All queries of a transaction that only reads then see one state of the database: for figures that several of them make. Comes before the
/// first.
pub async fn one_state(conn: &mut AsyncPgConnection) -> Result<(), Error> {
    diesel::sql_query("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ, READ ONLY")
        .execute(conn)
        .await
        .map(drop)
}

async fn run<'a, R, E, F>(pool: &Pool, begin: &str, work: F) -> Result<R, E>
where
    for<'r> F: AsyncFnOnce(&'r mut AsyncPgConnection) -> Result<R, E>
        + TxFn<&'r mut AsyncPgConnection, Result<R, E>, Fut: Send>
        + Send
        + 'a,
    R: Send + 'a,
    E: From<Error> + Send + 'a,
{
    let mut lent = pool.lend().await?;
    let done = in_transaction(lent.connection(), begin, work).await;
    lent.give_back();
    done
}

async fn in_transaction<'a, R, E, F>(
    conn: &mut AsyncPgConnection,
    begin: &str,
    work: F,
) -> Result<R, E>
where
    for<'r> F: AsyncFnOnce(&'r mut AsyncPgConnection) -> Result<R, E>
        + TxFn<&'r mut AsyncPgConnection, Result<R, E>, Fut: Send>
        + Send
        + 'a,
    R: Send + 'a,
    E: From<Error> + Send + 'a,
{
    AnsiTransactionManager::begin_transaction_sql(conn, begin).await?;
    match work(&mut *conn).await {
        Ok(value) => {
            AnsiTransactionManager::commit_transaction(conn).await?;
            Ok(value)
        }
        Err(error) => {
            // The work's error is more useful than that of the rollback; the pool discards a
            // connection whose transaction did not end.
            if let Err(rollback) = AnsiTransactionManager::rollback_transaction(conn).await {
                tracing::debug!(error.cause = %rollback, "rollback failed");
            }
            Err(error)
        }
    }
}
