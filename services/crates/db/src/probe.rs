//! Queries positions in the write-ahead log, on a connection of its own: those of a pool may all be
//! in use.

use std::time::Duration;

use tokio_postgres::Client;

use crate::Pool;
use crate::connector::Connector;
use crate::wal_progress::WalPosition;

/// Time-out of a query, with opening the connection.
const LIMIT: Duration = Duration::from_secs(2);
/// Whether the server is a replica, and the position to which it has replayed or written the log.
const POSITION: &str = "SELECT pg_is_in_recovery(), pg_wal_lsn_diff(CASE WHEN pg_is_in_recovery() \
     THEN pg_last_wal_replay_lsn() ELSE pg_current_wal_lsn() END, '0/0')::bigint";

/// Why a position is unknown.
#[derive(Debug, thiserror::Error)]
pub(crate) enum ProbeError {
    #[error("the server does not answer")]
    Silent,
    #[error("the server is no replica")]
    NoReplica,
    #[error("the server is a replica, not the primary")]
    NoPrimary,
    #[error(transparent)]
    Driver(#[from] tokio_postgres::Error),
}

pub(crate) struct Probe {
    connector: Connector,
    client: Option<Client>,
}

impl Probe {
    /// Of the server that the pool connects to.
    pub fn of(pool: &Pool) -> Self {
        Self {
            connector: pool.connector().clone(),
            client: None,
        }
    }

    /// How far the primary has written the log.
    pub async fn written(&mut self) -> Result<WalPosition, ProbeError> {
        match self.position().await? {
            (false, Some(position)) => Ok(position),
            _ => Err(ProbeError::NoPrimary),
        }
    }

    /// How far the replica has replayed the log.
    pub async fn replayed(&mut self) -> Result<WalPosition, ProbeError> {
        match self.position().await? {
            (true, Some(position)) => Ok(position),
            _ => Err(ProbeError::NoReplica),
        }
    }

    async fn position(&mut self) -> Result<(bool, Option<WalPosition>), ProbeError> {
        let queried = tokio::time::timeout(LIMIT, self.query()).await;
        let position = queried.unwrap_or(Err(ProbeError::Silent));
        if position.is_err() {
            self.client = None;
        }
        position
    }

    async fn query(&mut self) -> Result<(bool, Option<WalPosition>), ProbeError> {
        let client = if let Some(client) = self.client.take() {
            client
        } else {
            let (client, connection) = self.connector.open().await?;
            tokio::spawn(connection);
            client
        };
        let row = client.query_one(POSITION, &[]).await?;
        self.client = Some(client);
        Ok((row.get(0), row.get(1)))
    }
}
