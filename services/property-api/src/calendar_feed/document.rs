//! A feed as an iCalendar document. The crate `icalendar` folds continuation lines after 76 octets, so the lines are
//! written here; tests read them with it. No I/O.

use std::fmt::Write as _;

use chrono::{DateTime, Days, NaiveDate, Utc};

use super::domain::Entry;

/// Octets of a line without its end.
const LINE: usize = 75;

/// The document; `host` names the installation.
pub fn write(entries: &[Entry], host: &str) -> String {
    let mut document = String::new();
    for line in [
        "BEGIN:VCALENDAR",
        "VERSION:2.0",
        "PRODID:-//Sitewright//Calendar feed//EN",
        "METHOD:PUBLISH",
        "X-WR-CALNAME:Sitewright",
    ] {
        push(&mut document, line);
    }
    for entry in entries {
        write_entry(&mut document, entry, host);
    }
    push(&mut document, "END:VCALENDAR");
    document
}

fn write_entry(document: &mut String, entry: &Entry, host: &str) {
    let item = &entry.item;
    let changed = instant(entry.changed_at);
    let start = match item.at {
        Some(at) => format!("DTSTART:{}", instant(at)),
        None => format!("DTSTART;VALUE=DATE:{}", day(item.day)),
    };
    let end = match (item.at, item.day.checked_add_days(Days::new(1))) {
        (None, Some(next)) => Some(format!("DTEND;VALUE=DATE:{}", day(next))),
        _ => None,
    };
    let state = if entry.cancelled {
        "CANCELLED"
    } else {
        "CONFIRMED"
    };
    push(document, "BEGIN:VEVENT");
    push(
        document,
        &format!("UID:{}-{}@{host}", item.kind, item.entry_id),
    );
    push(document, &format!("DTSTAMP:{changed}"));
    push(document, &format!("LAST-MODIFIED:{changed}"));
    push(document, &format!("SEQUENCE:{}", entry.sequence));
    push(document, &start);
    if let Some(end) = end {
        push(document, &end);
    }
    push(document, &format!("SUMMARY:{}", escaped(&item.summary)));
    push(
        document,
        &format!("DESCRIPTION:{}", escaped(&item.description)),
    );
    push(document, &format!("STATUS:{state}"));
    // A day of work is not blocked by what is due on it.
    push(document, "TRANSP:TRANSPARENT");
    push(document, "END:VEVENT");
}

fn instant(at: DateTime<Utc>) -> String {
    at.format("%Y%m%dT%H%M%SZ").to_string()
}

fn day(day: NaiveDate) -> String {
    day.format("%Y%m%d").to_string()
}

fn escaped(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    for character in text.chars() {
        match character {
            '\\' | ';' | ',' => {
                // Writing to a String cannot fail.
                let _ = write!(escaped, "\\{character}");
            }
            '\n' => escaped.push_str("\\n"),
            _ if character.is_control() => {}
            _ => escaped.push(character),
        }
    }
    escaped
}

/// Adds a line, folded between characters.
fn push(document: &mut String, line: &str) {
    let mut octets = 0;
    for character in line.chars() {
        if octets + character.len_utf8() > LINE {
            document.push_str("\r\n ");
            octets = 1;
        }
        document.push(character);
        octets += character.len_utf8();
    }
    document.push_str("\r\n");
}

#[cfg(test)]
mod tests {
    use icalendar::{Calendar, Component as _, Event, EventStatus};
    use uuid::Uuid;

    use super::super::domain::Item;
    use super::*;

    fn entry(summary: &str, at: Option<&str>) -> Entry {
        Entry {
            item: Item {
                kind: "task".to_owned(),
                entry_id: Uuid::nil(),
                day: "2026-12-01".parse().unwrap(),
                at: at.map(|at| at.parse().unwrap()),
                summary: summary.to_owned(),
                description: "Houston\n4 Elm St".to_owned(),
            },
            sequence: 3,
            changed_at: "2026-11-25T12:00:00.5Z".parse().unwrap(),
            cancelled: at.is_some(),
        }
    }

    #[test]
    fn what_is_written_is_read_by_another_parser() {
        let long = format!("Call; ask, \\ {}", "für Größe 老虎 ".repeat(20));
        let entries = [
            entry(&long, None),
            entry("Letter expires", Some("2026-12-01T23:00:00Z")),
        ];
        let text = write(&entries, "sitewright.example");
        assert!(text.ends_with("END:VCALENDAR\r\n"));
        assert!(
            !text.replace("\r\n", "").contains(['\r', '\n']),
            "every line ends in CRLF"
        );
        assert!(text.split("\r\n").all(|line| line.len() <= 75), "{text}");
        let calendar: Calendar = text.parse().unwrap();
        let events: Vec<&Event> = calendar.events().collect();
        assert_eq!(events.len(), 2);
        assert_eq!(events[0].get_summary(), Some(long.as_str()));
        assert_eq!(events[0].get_description(), Some("Houston\n4 Elm St"));
        let uid = "task-00000000-0000-0000-0000-000000000000@sitewright.example";
        assert_eq!(events[0].get_uid(), Some(uid));
        assert_eq!(events[0].get_sequence(), Some(3));
        assert_eq!(
            events[0].property_value("DTSTAMP"),
            Some("20261125T120000Z")
        );
        assert_eq!(events[0].property_value("DTSTART"), Some("20261201"));
        assert_eq!(events[0].get_status(), Some(EventStatus::Confirmed));
        assert_eq!(
            events[1].property_value("DTSTART"),
            Some("20261201T230000Z")
        );
        assert_eq!(events[1].get_status(), Some(EventStatus::Cancelled));
    }
}
