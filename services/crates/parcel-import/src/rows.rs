//! Rows on their way from the reader of a file to the database: a bounded channel of small batches, because waking
//! the other side for each row takes as long as reading it.

use std::vec;

use tokio::sync::mpsc;

use crate::item::Item;

/// Rows that are sent at once.
const BATCH: usize = 64;
/// Bytes of outlines that end a batch earlier, so that memory is bounded whatever the file is.
const BATCH_BYTES: usize = 1 << 20;
/// Batches between reader and database.
const WAITING: usize = 16;

/// The other side has ended.
#[derive(Debug)]
pub(crate) struct Gone;

/// A channel.
pub(crate) fn channel() -> (RowSender, Rows) {
    let (sender, receiver) = mpsc::channel(WAITING);
    let rows = Rows {
        receiver,
        ready: Vec::new().into_iter(),
    };
    (RowSender::new(sender), rows)
}

/// The reader's side. What was not flushed is lost.
#[derive(Debug)]
pub(crate) struct RowSender {
    sender: mpsc::Sender<Vec<Item>>,
    batch: Vec<Item>,
    bytes: usize,
}

impl RowSender {
    fn new(sender: mpsc::Sender<Vec<Item>>) -> Self {
        Self {
            sender,
            batch: Vec::with_capacity(BATCH),
            bytes: 0,
        }
    }

    /// Another sender of the same channel, with nothing to be flushed.
    pub fn another(&self) -> Self {
        Self::new(self.sender.clone())
    }

    /// Sends an item, with others that follow. Blocks.
    pub fn send(&mut self, item: Item) -> Result<(), Gone> {
        self.bytes += item.shape_size();
        self.batch.push(item);
        if self.batch.len() >= BATCH || self.bytes >= BATCH_BYTES {
            self.flush()?;
        }
        Ok(())
    }

    /// Sends what waits. Blocks.
    pub fn flush(&mut self) -> Result<(), Gone> {
        self.bytes = 0;
        let batch = std::mem::replace(&mut self.batch, Vec::with_capacity(BATCH));
        if batch.is_empty() {
            return Ok(());
        }
        self.sender.blocking_send(batch).map_err(|_gone| Gone)
    }
}

/// The database's side.
#[derive(Debug)]
pub(crate) struct Rows {
    receiver: mpsc::Receiver<Vec<Item>>,
    ready: vec::IntoIter<Item>,
}

impl Rows {
    /// The next item; none after the last one.
    pub async fn recv(&mut self) -> Option<Item> {
        loop {
            if let Some(item) = self.ready.next() {
                return Some(item);
            }
            self.ready = self.receiver.recv().await?.into_iter();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::item::NextFile;

    #[tokio::test]
    async fn items_arrive_in_order_and_end_with_the_sender() {
        let (mut sender, mut rows) = channel();
        let sent = tokio::task::spawn_blocking(move || {
            for first in 0..3_000 {
                let name = String::new();
                sender.send(Item::File(NextFile { first, name })).unwrap();
            }
            sender.flush().unwrap();
        });
        let mut next = 0;
        while let Some(item) = rows.recv().await {
            assert!(matches!(item, Item::File(file) if file.first == next));
            next += 1;
        }
        sent.await.unwrap();
        assert_eq!(next, 3_000);
        let (mut sender, rows) = channel();
        drop(rows);
        let sent = tokio::task::spawn_blocking(move || {
            let name = String::new();
            sender
                .send(Item::File(NextFile { first: 1, name }))
                .unwrap();
            sender.flush()
        });
        assert!(sent.await.unwrap().is_err());
    }
}
