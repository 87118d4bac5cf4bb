//! A pooled connection that is used by a future which may be dropped.
//!
//! actix drops a handler when its client has gone, and a time-out drops what it waits for. The
//! server does not notice and would go on with the statement, so it is told. The connection is then
//! closed: a cancellation that arrives late would end the next one's statement.

use diesel_async::AsyncPgConnection;
use diesel_async::pooled_connection::deadpool::Object;
use tokio::runtime::Handle;

use crate::PooledConnection;
use crate::connector::Connector;

/// Cancels the running statement and closes the connection, unless it is given back before.
pub(crate) struct Lent {
    connection: Option<PooledConnection>,
    connector: Connector,
}

impl Lent {
    pub fn new(connection: PooledConnection, connector: &Connector) -> Self {
        Self {
            connection: Some(connection),
            connector: connector.clone(),
        }
    }

    pub fn connection(&mut self) -> &mut AsyncPgConnection {
        self.connection
            .as_mut()
            .expect("only `give_back`, `discard` and `drop` take it")
    }

    /// Returns it to the pool: no statement is running.
    pub fn give_back(mut self) {
        drop(self.connection.take());
    }

    /// Closes it: it was lost.
    pub fn discard(mut self) {
        drop(self.connection.take().map(Object::take));
    }
}

impl Drop for Lent {
    fn drop(&mut self) {
        let (Some(connection), Ok(runtime)) = (self.connection.take(), Handle::try_current())
        else {
            return;
        };
        let connection = Object::take(connection);
        let connector = self.connector.clone();
        runtime.spawn(async move {
            if let Err(error) = connector.cancel(&connection.cancel_token()).await {
                tracing::debug!(error.cause = %error, "a statement could not be cancelled");
            }
        });
    }
}
