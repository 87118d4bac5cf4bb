//! Time zones of the United States, by rule: which instant a local time of a letter is.
//!
//! A deadline in the future is kept as local time and zone, and its instant calculated from them. The
//! rule of daylight saving time is that of 15 U.S.C. 260a since 2007: from 2:00 on the second Sunday
//! of March to 2:00 on the first Sunday of November. A change of that law is a change here; a
//! database of zones (chrono-tz) would follow it, and is not among the workspace's dependencies.

use std::fmt;

use chrono::{DateTime, Datelike as _, Duration, NaiveDate, NaiveDateTime, Utc, Weekday};
use serde::{Deserialize, Serialize};

/// A zone, by its IANA name.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[expect(missing_docs, reason = "the names say which zones they are")]
pub enum Zone {
    #[serde(rename = "America/New_York")]
    NewYork,
    #[serde(rename = "America/Chicago")]
    Chicago,
    #[serde(rename = "America/Denver")]
    Denver,
    /// Without daylight saving time.
    #[serde(rename = "America/Phoenix")]
    Phoenix,
    #[serde(rename = "America/Los_Angeles")]
    LosAngeles,
    #[serde(rename = "America/Anchorage")]
    Anchorage,
    /// Without daylight saving time.
    #[serde(rename = "Pacific/Honolulu")]
    Honolulu,
    /// Without daylight saving time.
    #[serde(rename = "America/Puerto_Rico")]
    PuertoRico,
}

impl Zone {
    /// From east to west.
    pub const ALL: [Self; 8] = [
        Self::PuertoRico,
        Self::NewYork,
        Self::Chicago,
        Self::Denver,
        Self::Phoenix,
        Self::LosAngeles,
        Self::Anchorage,
        Self::Honolulu,
    ];

    /// IANA name.
    pub const fn name(self) -> &'static str {
        self.facts().0
    }

    /// For letters: 'Central Time'.
    pub const fn words(self) -> &'static str {
        self.facts().1
    }

    /// Name, words, hours of standard time behind UTC, whether it has daylight saving time.
    const fn facts(self) -> (&'static str, &'static str, i64, bool) {
        match self {
            Self::PuertoRico => ("America/Puerto_Rico", "Atlantic Time", 4, false),
            Self::NewYork => ("America/New_York", "Eastern Time", 5, true),
            Self::Chicago => ("America/Chicago", "Central Time", 6, true),
            Self::Denver => ("America/Denver", "Mountain Time", 7, true),
            Self::Phoenix => ("America/Phoenix", "Mountain Time", 7, false),
            Self::LosAngeles => ("America/Los_Angeles", "Pacific Time", 8, true),
            Self::Anchorage => ("America/Anchorage", "Alaska Time", 9, true),
            Self::Honolulu => ("Pacific/Honolulu", "Hawaii Time", 10, false),
        }
    }

    /// The instant of a local time. A time that the clocks skip in March is moved forward by the
    /// hour skipped; of a time that they show twice in November it is the first.
    pub fn instant(self, local: NaiveDateTime) -> DateTime<Utc> {
        let (_, _, behind, saves) = self.facts();
        let summer = saves
            && summer(local.year())
                .is_some_and(|(begin, end)| begin + Duration::hours(1) <= local && local < end);
        (local + Duration::hours(behind - i64::from(summer))).and_utc()
    }

    /// The local time of an instant.
    pub fn local(self, instant: DateTime<Utc>) -> NaiveDateTime {
        let (_, _, behind, saves) = self.facts();
        let standard = instant.naive_utc() - Duration::hours(behind);
        // The end is in daylight saving time, an hour earlier in standard time.
        let summer = saves
            && summer(standard.year()).is_some_and(|(begin, end)| {
                begin <= standard && standard < end - Duration::hours(1)
            });
        standard + Duration::hours(i64::from(summer))
    }
}

impl fmt::Display for Zone {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// Begin (in standard time) and end (in daylight saving time) of a year's daylight saving time.
fn summer(year: i32) -> Option<(NaiveDateTime, NaiveDateTime)> {
    let two = |month, week| {
        NaiveDate::from_weekday_of_month_opt(year, month, Weekday::Sun, week)?.and_hms_opt(2, 0, 0)
    };
    Some((two(3, 2)?, two(11, 1)?))
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn local(text: &str) -> NaiveDateTime {
        text.parse().unwrap()
    }

    #[test]
    fn instants_follow_the_clocks() {
        for (zone, time, instant) in [
            (Zone::Chicago, "2026-12-01T17:00:00", "2026-12-01T23:00:00Z"),
            (Zone::Chicago, "2026-07-01T17:00:00", "2026-07-01T22:00:00Z"),
            // Skipped: 2:30 is 3:30 of daylight saving time.
            (Zone::Chicago, "2027-03-14T02:30:00", "2027-03-14T08:30:00Z"),
            (Zone::Chicago, "2027-03-14T01:59:59", "2027-03-14T07:59:59Z"),
            (Zone::Chicago, "2027-03-14T03:00:00", "2027-03-14T08:00:00Z"),
            // Twice: the first.
            (Zone::Chicago, "2026-11-01T01:30:00", "2026-11-01T06:30:00Z"),
            (Zone::Chicago, "2026-11-01T02:00:00", "2026-11-01T08:00:00Z"),
            // 17:00 on the days that clocks change.
            (Zone::Chicago, "2027-03-14T17:00:00", "2027-03-14T22:00:00Z"),
            (Zone::Chicago, "2026-11-01T17:00:00", "2026-11-01T23:00:00Z"),
            // El Paso and Houston in one project.
            (Zone::Denver, "2026-12-01T17:00:00", "2026-12-02T00:00:00Z"),
            (Zone::Phoenix, "2026-07-01T17:00:00", "2026-07-02T00:00:00Z"),
            (Zone::NewYork, "2026-07-01T17:00:00", "2026-07-01T21:00:00Z"),
        ] {
            assert_eq!(
                zone.instant(local(time)),
                instant.parse::<DateTime<Utc>>().unwrap(),
                "{zone} {time}"
            );
        }
        let skipped = Zone::Chicago.instant(local("2027-03-14T02:30:00"));
        assert_eq!(Zone::Chicago.local(skipped), local("2027-03-14T03:30:00"));
        let second = "2026-11-01T07:30:00Z".parse().unwrap();
        assert_eq!(Zone::Chicago.local(second), local("2026-11-01T01:30:00"));
    }

    #[test]
    fn zones_are_written_by_name() {
        for zone in Zone::ALL {
            let json = serde_json::to_string(&zone).unwrap();
            assert_eq!(json, format!("\"{}\"", zone.name()));
            assert_eq!(serde_json::from_str::<Zone>(&json).unwrap(), zone);
        }
    }

    proptest! {
        #[test]
        fn instants_and_local_times_agree(seconds in 1_200_000_000..4_000_000_000_i64, zone in 0..8_usize) {
            let (zone, instant) = (Zone::ALL[zone], DateTime::from_timestamp(seconds, 0).unwrap());
            let local = zone.local(instant);
            let back = zone.instant(local);
            // In the hour that the clocks show twice, the first.
            prop_assert!(back == instant || back == instant - Duration::hours(1));
            prop_assert_eq!(zone.local(back), local);
        }
    }
}
