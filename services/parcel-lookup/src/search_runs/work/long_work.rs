//! Work of seconds between statements, which must not keep requests waiting.

use tokio::runtime::{Handle, RuntimeFlavor};

/// Does it on this thread, after the tasks that wait for the thread were given to others: a request among them would find no database
/// connection in time. A runtime of a single thread, as tests have, just does it.
pub(super) fn long_work<T>(work: impl FnOnce() -> T) -> T {
    match Handle::current().runtime_flavor() {
        RuntimeFlavor::MultiThread => tokio::task::block_in_place(work),
        _ => work(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn it_is_done_on_one_thread() {
        assert_eq!(long_work(|| 2), 2);
    }

    #[tokio::test(flavor = "multi_thread", worker_threads = 1)]
    async fn tasks_go_on_meanwhile() {
        let work = tokio::spawn(async {
            let (sender, receiver) = std::sync::mpsc::channel();
            // Begins on the thread that then works.
            tokio::spawn(async move { sender.send(()) });
            long_work(|| receiver.recv())
        });
        assert!(work.await.unwrap().is_ok());
    }
}
