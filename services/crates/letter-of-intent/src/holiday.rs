//! Business days: Monday to Friday without the federal holidays of the United States.
//!
//! The holidays are those of 5 U.S.C. 6103 on the day on which they are observed: of a Saturday the
//! Friday before, of a Sunday the Monday after. A firm may add days and strike some.

use std::collections::BTreeSet;

use chrono::{Datelike as _, Days, NaiveDate, Weekday};
use serde::{Deserialize, Serialize};

/// A firm's changes of the federal holidays.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Holidays {
    /// Days off besides.
    pub added: BTreeSet<NaiveDate>,
    /// Federal holidays, as observed, on which the firm counts.
    pub struck: BTreeSet<NaiveDate>,
}

impl Holidays {
    /// Whether a deadline counts the day.
    pub fn is_business_day(&self, day: NaiveDate) -> bool {
        !matches!(day.weekday(), Weekday::Sat | Weekday::Sun)
            && !self.added.contains(&day)
            && (self.struck.contains(&day) || !is_federal_holiday(day))
    }

    /// The `count`-th business day after `day`; the day itself for 0. `None` beyond the calendar.
    pub fn after(&self, day: NaiveDate, count: u16) -> Option<NaiveDate> {
        let mut day = day;
        for _ in 0..count {
            day = day.succ_opt()?;
            while !self.is_business_day(day) {
                day = day.succ_opt()?;
            }
        }
        Some(day)
    }
}

/// Whether a federal holiday is observed on the day.
pub fn is_federal_holiday(day: NaiveDate) -> bool {
    // New Year's Day on a Saturday is observed in the year before.
    [day.year(), day.year() + 1]
        .into_iter()
        .any(|year| federal_holidays(year).any(|(observed, _)| observed == day))
}

/// Federal holidays of a year with their names, on the day on which they are observed, in order.
pub fn federal_holidays(year: i32) -> impl Iterator<Item = (NaiveDate, &'static str)> {
    let date = |month, day| NaiveDate::from_ymd_opt(year, month, day).and_then(observed);
    let nth =
        |month, weekday, week| NaiveDate::from_weekday_of_month_opt(year, month, weekday, week);
    let last_of_may = nth(5, Weekday::Mon, 5).or_else(|| nth(5, Weekday::Mon, 4));
    [
        (date(1, 1), "New Year's Day", i32::MIN),
        (
            nth(1, Weekday::Mon, 3),
            "Birthday of Martin Luther King, Jr.",
            1986,
        ),
        (nth(2, Weekday::Mon, 3), "Washington's Birthday", i32::MIN),
        (last_of_may, "Memorial Day", i32::MIN),
        (date(6, 19), "Juneteenth National Independence Day", 2021),
        (date(7, 4), "Independence Day", i32::MIN),
        (nth(9, Weekday::Mon, 1), "Labor Day", i32::MIN),
        (nth(10, Weekday::Mon, 2), "Columbus Day", i32::MIN),
        (date(11, 11), "Veterans Day", i32::MIN),
        (nth(11, Weekday::Thu, 4), "Thanksgiving Day", i32::MIN),
        (date(12, 25), "Christmas Day", i32::MIN),
    ]
    .into_iter()
    .filter_map(move |(day, name, since)| day.filter(|_| year >= since).map(|day| (day, name)))
}

fn observed(day: NaiveDate) -> Option<NaiveDate> {
    match day.weekday() {
        Weekday::Sat => day.checked_sub_days(Days::new(1)),
        Weekday::Sun => day.checked_add_days(Days::new(1)),
        _ => Some(day),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn day(text: &str) -> NaiveDate {
        text.parse().unwrap()
    }

    #[test]
    fn the_holidays_of_some_years() {
        let of = |year| -> Vec<String> {
            federal_holidays(year)
                .map(|(day, _)| day.format("%m-%d").to_string())
                .collect()
        };
        // As published by the Office of Personnel Management.
        assert_eq!(
            of(2026),
            [
                "01-01", "01-19", "02-16", "05-25", "06-19", "07-03", "09-07", "10-12", "11-11",
                "11-26", "12-25"
            ]
        );
        assert_eq!(
            of(2027),
            [
                "01-01", "01-18", "02-15", "05-31", "06-18", "07-05", "09-06", "10-11", "11-11",
                "11-25", "12-24"
            ]
        );
        assert_eq!(of(2022)[0], "12-31", "of 2021");
        assert!(is_federal_holiday(day("2021-12-31")));
        assert_eq!(of(2020).len(), 10, "before Juneteenth");
    }

    #[test]
    fn business_days_are_counted_from_the_day_after() {
        let federal = Holidays::default();
        let after = |from: &str, count| federal.after(day(from), count).unwrap().to_string();
        assert_eq!(after("2026-11-25", 3), "2026-12-01", "over Thanksgiving");
        assert_eq!(after("2026-11-25", 1), "2026-11-27");
        assert_eq!(after("2026-11-28", 1), "2026-11-30", "from a Saturday");
        assert_eq!(after("2026-11-28", 0), "2026-11-28");
        assert_eq!(
            after("2021-12-30", 1),
            "2022-01-03",
            "New Year's Day on a Saturday"
        );
    }

    #[test]
    fn a_firm_changes_the_days() {
        let own = Holidays {
            added: BTreeSet::from([day("2026-11-27")]),
            struck: BTreeSet::from([day("2026-10-12"), day("2026-10-11")]),
        };
        assert_eq!(own.after(day("2026-11-25"), 3), Some(day("2026-12-02")));
        assert!(own.is_business_day(day("2026-10-12")));
        assert!(!own.is_business_day(day("2026-10-11")), "a Sunday");
    }
}
