//! The parameter `datetime`: an instant, a day, or an interval that may be open.

use chrono::{DateTime, Days, NaiveTime, Utc};

use crate::condition::{Condition, Operand};
use crate::cql2;

/// Start and end of a part of an interval; a day has both.
struct Instant {
    start: DateTime<Utc>,
    end: DateTime<Utc>,
    /// Whether `end` belongs to it.
    is_closed: bool,
}

/// An end of an interval.
enum Bound {
    Open,
    At(Instant),
}

/// The condition that the time of this SQL is in the interval; `None` if the text is invalid.
pub fn condition(text: &str, sql: &'static str) -> Option<Condition> {
    let Some((from, to)) = text.split_once('/') else {
        let at = instant(text)?;
        return Some(Condition::all(vec![
            not_before(sql, &at),
            not_after(sql, &at),
        ]));
    };
    let mut conditions = Vec::new();
    let (from, to) = (bound(from)?, bound(to)?);
    if let Bound::At(from) = &from {
        conditions.push(not_before(sql, from));
    }
    if let Bound::At(to) = &to {
        conditions.push(not_after(sql, to));
    }
    match (from, to) {
        (Bound::At(from), Bound::At(to)) if from.start > to.end => None,
        _ => Some(Condition::all(conditions)),
    }
}

fn bound(text: &str) -> Option<Bound> {
    match text {
        "" | ".." => Some(Bound::Open),
        text => instant(text).map(Bound::At),
    }
}

fn instant(text: &str) -> Option<Instant> {
    if let Some(day) = cql2::date(text) {
        return Some(Instant {
            start: day.and_time(NaiveTime::MIN).and_utc(),
            end: day
                .checked_add_days(Days::new(1))?
                .and_time(NaiveTime::MIN)
                .and_utc(),
            is_closed: false,
        });
    }
    let time = cql2::timestamp(text)?;
    Some(Instant {
        start: time,
        end: time,
        is_closed: true,
    })
}

fn not_before(sql: &'static str, instant: &Instant) -> Condition {
    compare(sql, ">=", instant.start)
}

fn not_after(sql: &'static str, instant: &Instant) -> Condition {
    let sign = if instant.is_closed { "<=" } else { "<" };
    compare(sql, sign, instant.end)
}

fn compare(sql: &'static str, sign: &'static str, time: DateTime<Utc>) -> Condition {
    Condition::compare(Operand::Sql(sql), sign, Operand::Timestamp(time))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::condition::Term;

    #[test]
    fn instants_days_and_intervals_are_read() {
        for (text, conditions) in [
            ("2026-01-31T00:00:00Z", 2),
            ("2026-01-31", 2),
            ("2026-01-31/2026-02-01T00:00:00+01:00", 2),
            ("../2026-01-31", 1),
            ("/2026-01-31", 1),
            ("2026-01-31/..", 1),
            ("2026-01-31/", 1),
            ("../..", 0),
        ] {
            let Some(Condition(Term::All(parts))) = condition(text, "at") else {
                panic!("{text}");
            };
            assert_eq!(parts.len(), conditions, "{text}");
        }
        for text in [
            "",
            "..",
            "2026",
            "2026-02-01/2026-01-01",
            "a/b",
            "2026-01-31/../..",
        ] {
            assert!(condition(text, "at").is_none(), "{text}");
        }
    }
}
