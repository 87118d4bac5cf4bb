//! Deadlines of a letter: days after an event that may not have happened yet.
//!
//! Kept as anchor, count, unit and zone, never as a date alone: most events are unknown when a letter
//! goes out. An expiry is different: an hour of a day in the property's zone.

use chrono::{DateTime, Days, NaiveDate, NaiveDateTime, Utc};
use serde::{Deserialize, Serialize};

use crate::{Holidays, Zone};

/// An event from which deadlines are counted.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Anchor {
    /// The letter was sent.
    LetterSent,
    /// All parties signed the letter.
    LoiSigned,
    /// The Purchase and Sale Agreement is executed.
    PsaExecuted,
    /// The access agreement is executed and the seller has delivered its materials.
    AccessAndMaterialsDelivered,
    /// The last day of the due diligence period.
    FeasibilityDate,
    /// The due diligence period ended.
    DdEnd,
}

impl Anchor {
    /// All, in the order in which they happen.
    pub const ALL: [Self; 6] = [
        Self::LetterSent,
        Self::LoiSigned,
        Self::PsaExecuted,
        Self::AccessAndMaterialsDelivered,
        Self::FeasibilityDate,
        Self::DdEnd,
    ];

    /// Name in JSON and in templates.
    pub const fn name(self) -> &'static str {
        self.texts().0
    }

    /// After 'after': 'the access agreement and delivery of materials'.
    pub const fn words(self) -> &'static str {
        self.texts().1
    }

    /// By name.
    pub fn named(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|anchor| anchor.name() == name)
    }

    const fn texts(self) -> (&'static str, &'static str) {
        match self {
            Self::LetterSent => ("letter_sent", "the letter is sent"),
            Self::LoiSigned => ("loi_signed", "the letter is signed"),
            Self::PsaExecuted => ("psa_executed", "the PSA is executed"),
            Self::AccessAndMaterialsDelivered => (
                "access_and_materials_delivered",
                "access agreement and delivery",
            ),
            Self::FeasibilityDate => ("feasibility_date", "the Feasibility Date"),
            Self::DdEnd => ("dd_end", "due diligence ends"),
        }
    }
}

/// What is counted.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum DayUnit {
    /// All days.
    CalendarDays,
    /// Monday to Friday without holidays.
    BusinessDays,
}

/// Days after an event.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Deadline {
    /// Counting starts on the day after.
    pub anchor: Anchor,
    /// How many days.
    pub count: u16,
    /// Which days.
    pub unit: DayUnit,
    /// The property's zone: it says which day an event is on, and when the last day ends.
    pub zone: Zone,
}

impl Deadline {
    /// The last day, by the event's day in the zone. `None` while that is not known: then there is no
    /// date for a task either.
    pub fn last_day(&self, anchor: Option<NaiveDate>, holidays: &Holidays) -> Option<NaiveDate> {
        match self.unit {
            DayUnit::CalendarDays => anchor?.checked_add_days(Days::new(self.count.into())),
            DayUnit::BusinessDays => holidays.after(anchor?, self.count),
        }
    }

    /// The same for an event at an instant.
    pub fn last_day_after(&self, event: DateTime<Utc>, holidays: &Holidays) -> Option<NaiveDate> {
        self.last_day(Some(self.zone.local(event).date()), holidays)
    }

    /// '60 days after access agreement and delivery', '3 business days after the PSA is executed'.
    pub fn words(&self) -> String {
        let days = match (self.unit, self.count) {
            (DayUnit::CalendarDays, 1) => "day",
            (DayUnit::CalendarDays, _) => "days",
            (DayUnit::BusinessDays, 1) => "business day",
            (DayUnit::BusinessDays, _) => "business days",
        };
        format!("{} {days} after {}", self.count, self.anchor.words())
    }

    /// For a list of deadlines: the words, and that the date is not yet known.
    pub fn words_without_date(&self) -> String {
        format!("{}: date not yet known", self.words())
    }
}

/// When a letter expires. The specification's letter does not.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Expiry {
    /// Local time.
    pub at: NaiveDateTime,
    /// The property's zone.
    pub zone: Zone,
}

impl Expiry {
    /// Derived, and derived again when the rule of the zone changes.
    pub fn instant(&self) -> DateTime<Utc> {
        self.zone.instant(self.at)
    }

    /// Whether the letter is expired; at the instant itself it is.
    pub fn is_over(&self, now: DateTime<Utc>) -> bool {
        now >= self.instant()
    }
}

#[cfg(test)]
mod tests {
    use chrono::TimeDelta;
    use serde_json::json;

    use super::*;

    fn day(text: &str) -> NaiveDate {
        text.parse().unwrap()
    }

    fn deadline(anchor: Anchor, count: u16, unit: DayUnit) -> Deadline {
        Deadline {
            anchor,
            count,
            unit,
            zone: Zone::Chicago,
        }
    }

    #[test]
    fn deadlines_are_counted_from_their_event() {
        let federal = Holidays::default();
        let earnest = deadline(Anchor::PsaExecuted, 3, DayUnit::BusinessDays);
        assert_eq!(
            earnest.last_day(Some(day("2026-11-25")), &federal),
            Some(day("2026-12-01"))
        );
        assert_eq!(earnest.words(), "3 business days after the PSA is executed");
        let diligence = deadline(
            Anchor::AccessAndMaterialsDelivered,
            60,
            DayUnit::CalendarDays,
        );
        assert_eq!(
            diligence.last_day(Some(day("2026-12-01")), &federal),
            Some(day("2027-01-30"))
        );
        assert_eq!(diligence.last_day(None, &federal), None);
        assert_eq!(
            diligence.words_without_date(),
            "60 days after access agreement and delivery: date not yet known"
        );
    }

    #[test]
    fn an_event_is_on_the_day_of_its_zone() {
        // 23:30 on Wednesday in Texas, Thursday in UTC.
        let event = "2026-11-19T05:30:00Z".parse().unwrap();
        let next = deadline(Anchor::LoiSigned, 1, DayUnit::CalendarDays);
        assert_eq!(
            next.last_day_after(event, &Holidays::default()),
            Some(day("2026-11-19"))
        );
        let far = NaiveDate::MAX;
        assert_eq!(next.last_day(Some(far), &Holidays::default()), None);
    }

    #[test]
    fn a_letter_expires_at_its_hour_in_its_zone() {
        let expiry = Expiry {
            at: "2026-11-01T17:00:00".parse().unwrap(),
            zone: Zone::Chicago,
        };
        let instant: DateTime<Utc> = "2026-11-01T23:00:00Z".parse().unwrap();
        assert_eq!(expiry.instant(), instant);
        assert!(!expiry.is_over(instant - TimeDelta::seconds(1)));
        assert!(expiry.is_over(instant));
        assert!(expiry.is_over(instant + TimeDelta::seconds(1)));
    }

    #[test]
    fn they_are_kept_as_json() {
        let json = json!({"anchor": "psa_executed", "count": 3, "unit": "business_days", "zone": "America/Chicago"});
        let deadline: Deadline = serde_json::from_value(json.clone()).unwrap();
        assert_eq!(serde_json::to_value(deadline).unwrap(), json);
        for anchor in Anchor::ALL {
            assert_eq!(Anchor::named(anchor.name()), Some(anchor));
            assert_eq!(serde_json::to_value(anchor).unwrap(), anchor.name());
        }
    }
}
