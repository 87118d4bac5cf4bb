//! What a feed shows, and how its entries follow what they stand for. No I/O.

use std::collections::HashMap;

use chrono::{DateTime, NaiveDate, TimeDelta, Utc};
use uuid::Uuid;

/// Fetches of a feed in an hour.
pub const FETCHES_AN_HOUR: i32 = 60;
/// A removed entry is told this long.
const CANCELLED_FOR: TimeDelta = TimeDelta::days(30);

/// What an entry says.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Item {
    /// `task` or `step`.
    pub kind: String,
    /// The task, or the deal of a next step.
    pub entry_id: Uuid,
    pub day: NaiveDate,
    /// When the day ends earlier.
    pub at: Option<DateTime<Utc>>,
    pub summary: String,
    pub description: String,
}

/// An entry of a feed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Entry {
    pub item: Item,
    /// Raised by each change: calendars ignore a change without.
    pub sequence: i32,
    pub changed_at: DateTime<Utc>,
    pub cancelled: bool,
}

/// What is to be written so that a feed shows what there is.
#[derive(Debug, Default, PartialEq, Eq)]
pub struct Changes {
    pub written: Vec<Entry>,
    /// Kind and id.
    pub dropped: Vec<(String, Uuid)>,
}

/// Compares the entries of a feed with what there is.
pub fn changes(stored: &[Entry], items: &[Item], now: DateTime<Utc>) -> Changes {
    let key = |item: &Item| (item.kind.clone(), item.entry_id);
    let mut gone: HashMap<_, &Entry> = stored
        .iter()
        .map(|entry| (key(&entry.item), entry))
        .collect();
    let mut changes = Changes::default();
    for item in items {
        let sequence = match gone.remove(&key(item)) {
            Some(entry) if entry.item == *item && !entry.cancelled => continue,
            Some(entry) => entry.sequence + 1,
            None => 0,
        };
        changes.written.push(Entry {
            item: item.clone(),
            sequence,
            changed_at: now,
            cancelled: false,
        });
    }
    for entry in gone.into_values() {
        if !entry.cancelled {
            changes.written.push(Entry {
                item: entry.item.clone(),
                sequence: entry.sequence + 1,
                changed_at: now,
                cancelled: true,
            });
        } else if entry.changed_at + CANCELLED_FOR <= now {
            changes.dropped.push(key(&entry.item));
        }
    }
    changes
}

#[cfg(test)]
mod tests {
    use super::*;

    fn item(day: &str) -> Item {
        Item {
            kind: "task".to_owned(),
            entry_id: Uuid::nil(),
            day: day.parse().unwrap(),
            at: None,
            summary: "Call".to_owned(),
            description: String::new(),
        }
    }

    #[test]
    fn an_entry_follows_what_it_stands_for() {
        let now: DateTime<Utc> = "2026-11-25T12:00:00Z".parse().unwrap();
        let one = changes(&[], &[item("2026-12-01")], now);
        let entry = one.written[0].clone();
        assert_eq!((entry.sequence, entry.cancelled), (0, false));
        let later = now + TimeDelta::hours(1);
        let same = changes(std::slice::from_ref(&entry), &[item("2026-12-01")], later);
        assert_eq!(same, Changes::default(), "a second fetch changes nothing");
        let moved = changes(&[entry], &[item("2026-12-02")], later);
        let entry = moved.written[0].clone();
        assert_eq!((entry.sequence, entry.changed_at), (1, later));
        let done = changes(&[entry], &[], later);
        let entry = done.written[0].clone();
        assert_eq!((entry.sequence, entry.cancelled), (2, true));
        let days = |days, seconds| later + TimeDelta::days(days) + TimeDelta::seconds(seconds);
        let told = |at| changes(std::slice::from_ref(&entry), &[], at);
        assert_eq!(told(days(30, -1)), Changes::default());
        assert_eq!(
            told(days(30, 0)).dropped,
            [("task".to_owned(), Uuid::nil())]
        );
        let again = changes(&[entry], &[item("2026-12-02")], later);
        assert_eq!(
            (again.written[0].sequence, again.written[0].cancelled),
            (3, false)
        );
    }
}
