//! How far the primary has written its log, and how far a replica must have replayed it.
//!
//! The lag is measured by the primary's earlier positions, not by the time of the last replayed
//! transaction: that grows while nothing is written, and stays zero when a replica receives nothing.

use std::collections::VecDeque;
use std::time::Duration;

use tokio::time::Instant;

/// A position in the write-ahead log, bytes from its beginning.
pub(crate) type WalPosition = i64;

/// Identifies the last announced change.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Announcement(u64);

pub(crate) struct WalProgress {
    max_lag: Duration,
    /// When the primary had written how much; ascending. The first may be older than `max_lag`.
    written: VecDeque<(Instant, WalPosition)>,
    /// Increased by each announced change.
    announced: Announcement,
    /// When the first change was announced whose position is not known yet.
    unknown_since: Option<Instant>,
    /// Position of the announced changes.
    required: WalPosition,
}

impl WalProgress {
    pub fn new(max_lag: Duration) -> Self {
        Self {
            max_lag,
            written: VecDeque::new(),
            announced: Announcement(0),
            unknown_since: None,
            required: 0,
        }
    }

    /// No replica is good enough until the position of the change is known.
    pub fn expect_changes(&mut self, now: Instant) {
        self.announced.0 += 1;
        self.unknown_since.get_or_insert(now);
    }

    /// To be read before the position of the primary.
    pub fn announcement(&self) -> Announcement {
        self.announced
    }

    /// Notes the primary's position, which was read after this announcement.
    pub fn note(&mut self, now: Instant, written: WalPosition, after: Announcement) {
        if self.written.back().is_none_or(|(_, last)| *last < written) {
            self.written.push_back((now, written));
        }
        while self
            .written
            .get(1)
            .is_some_and(|(at, _)| now - *at > self.max_lag)
        {
            self.written.pop_front();
        }
        if after == self.announced && self.unknown_since.take().is_some() {
            self.required = written;
        }
    }

    /// The primary does not answer: an announced change is not waited for longer than the allowed lag.
    pub fn give_up_waiting(&mut self, now: Instant) {
        if self
            .unknown_since
            .is_some_and(|since| now - since > self.max_lag)
        {
            self.unknown_since = None;
        }
    }

    /// How long ago the primary had written more than the replica has replayed.
    pub fn lag(&self, now: Instant, replayed: WalPosition) -> Duration {
        let missing = self.written.iter().find(|(_, written)| *written > replayed);
        missing.map_or(Duration::ZERO, |(at, _)| now - *at)
    }

    /// Whether a replica can be read from.
    pub fn is_enough(&self, replayed: WalPosition, lag: Duration) -> bool {
        self.unknown_since.is_none() && replayed >= self.required && lag <= self.max_lag
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const MAX_LAG: Duration = Duration::from_secs(10);

    fn seconds(start: Instant, seconds: u64) -> Instant {
        start + Duration::from_secs(seconds)
    }

    #[test]
    fn lag_is_the_age_of_the_first_position_that_is_missing() {
        let (start, mut progress) = (Instant::now(), WalProgress::new(MAX_LAG));
        for (at, written) in [(0, 100), (5, 200), (6, 200), (8, 300)] {
            let after = progress.announcement();
            progress.note(seconds(start, at), written, after);
        }
        let now = seconds(start, 9);
        assert_eq!(progress.lag(now, 300), Duration::ZERO);
        assert_eq!(progress.lag(now, 250), Duration::from_secs(1));
        assert_eq!(progress.lag(now, 199), Duration::from_secs(4));
        // Nothing was written since, however long ago that is.
        assert_eq!(progress.lag(seconds(start, 900), 300), Duration::ZERO);
    }

    #[test]
    fn a_replica_that_receives_nothing_falls_behind_the_bound() {
        let (start, mut progress) = (Instant::now(), WalProgress::new(MAX_LAG));
        for at in 0..100 {
            let after = progress.announcement();
            progress.note(seconds(start, at), i64::try_from(at).unwrap() * 10, after);
            let lag = progress.lag(seconds(start, at), 500);
            let bound = at <= 61;
            assert_eq!(progress.is_enough(500, lag), bound, "{at} s");
            assert!(progress.written.len() < 14);
        }
    }

    #[test]
    fn an_announced_change_must_be_replayed_even_if_it_is_young() {
        let (start, mut progress) = (Instant::now(), WalProgress::new(MAX_LAG));
        let early = progress.announcement();
        progress.expect_changes(start);
        // Read before the announcement, so the change may come after it.
        progress.note(start, 100, early);
        assert!(!progress.is_enough(100, Duration::ZERO));
        let after = progress.announcement();
        progress.note(start, 150, after);
        assert!(!progress.is_enough(149, Duration::ZERO));
        assert!(progress.is_enough(150, Duration::ZERO));
        progress.note(start, 900, progress.announcement());
        assert!(progress.is_enough(150, Duration::ZERO));
    }

    #[test]
    fn without_the_primary_an_announcement_ends_after_the_allowed_lag() {
        let (start, mut progress) = (Instant::now(), WalProgress::new(MAX_LAG));
        progress.note(start, 100, progress.announcement());
        progress.expect_changes(start);
        progress.give_up_waiting(seconds(start, 9));
        assert!(!progress.is_enough(100, Duration::ZERO));
        progress.give_up_waiting(seconds(start, 11));
        assert!(progress.is_enough(100, Duration::ZERO));
    }
}
