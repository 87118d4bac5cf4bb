//! Changes in words, for mail and feed. Plain ASCII where the facts are, because mail that is not is encoded.

use chrono::NaiveDate;

use super::domain::{FactChange, MatchedChanges, WatchedFact};

/// A changed fact: `Owner: A -> B`. `is_undone`: the import that had said so was undone.
pub fn change_words(change: &FactChange, is_undone: bool) -> String {
    let (before, after) = (change.before.as_deref(), change.after.as_deref());
    let name = match change.fact {
        WatchedFact::Split if is_undone => {
            return format!("No longer split into {}", before.unwrap_or_default());
        }
        WatchedFact::Split => return format!("Split into {}", after.unwrap_or_default()),
        WatchedFact::Merged if is_undone => {
            return format!("No longer merged into {}", before.unwrap_or_default());
        }
        WatchedFact::Merged => {
            return format!(
                "Merged: {} -> {}",
                before.unwrap_or_default(),
                after.unwrap_or_default()
            );
        }
        WatchedFact::Retired | WatchedFact::Returned => {
            return match after {
                None => "No longer in the county's records",
                Some(_) => "In the county's records again",
            }
            .to_owned();
        }
        WatchedFact::Owner => "Owner",
        WatchedFact::Saledate => "Last sale",
        WatchedFact::Saleprice => "Sale price",
        WatchedFact::Zoning => "Zoning",
        WatchedFact::FloodZone => "Flood zone",
        WatchedFact::Usedesc => "Use",
        WatchedFact::Parval => "Appraised value",
        WatchedFact::LlGisacre => "Area",
    };
    let shown = |value: Option<&str>| {
        value.map_or_else(|| "unknown".to_owned(), |value| shown(change.fact, value))
    };
    format!("{name}: {} -> {}", shown(before), shown(after))
}

/// How many parcels newly match a search, and how many that matched changed: `12 parcels newly match "Vacant land"; 7 that matched before
/// changed`. `is_undone`: the import was undone.
pub fn match_words(search: &str, newly: i64, changed: i64, is_undone: bool) -> String {
    let parcels = |count: i64| match count {
        1 => "1 parcel".to_owned(),
        _ => format!("{} parcels", counted(count)),
    };
    let new = parcels(newly);
    let new = match (newly, is_undone) {
        (0, false) => return format!("{} that matched \"{search}\" changed", parcels(changed)),
        (0, true) => {
            let changed = parcels(changed);
            return format!("Changes of {changed} that matched \"{search}\" were undone");
        }
        (1, false) => format!("{new} newly matches \"{search}\""),
        (1, true) => format!("{new} is no longer new in \"{search}\""),
        (_, false) => format!("{new} newly match \"{search}\""),
        (_, true) => format!("{new} are no longer new in \"{search}\""),
    };
    match (changed, is_undone) {
        (0, _) => new,
        (_, false) => format!("{new}; {} that matched before changed", counted(changed)),
        (_, true) => format!("{new}; changes of {} were undone", counted(changed)),
    }
}

/// What changed of the parcels that matched: `Changed: owner of 5, last sale of 3, 1 split, merged or retired, 2 no longer match`. `None` if
/// nothing did.
pub fn changed_words(changed: &MatchedChanges, is_undone: bool) -> Option<String> {
    let facts = [
        ("owner", changed.owner),
        ("last sale", changed.sale),
        ("zoning", changed.zoning),
        ("flood zone", changed.flood),
    ];
    let facts = facts.into_iter().filter(|(_, count)| *count > 0);
    let facts = facts.map(|(name, count)| format!("{name} of {}", counted(count)));
    let gone =
        (changed.gone > 0).then(|| format!("{} split, merged or retired", counted(changed.gone)));
    let unmatched = (changed.unmatched > 0).then(|| {
        let verb = match (changed.unmatched, is_undone) {
            (1, false) => "no longer matches",
            (_, false) => "no longer match",
            (1, true) => "matches again",
            (_, true) => "match again",
        };
        format!("{} {verb}", counted(changed.unmatched))
    });
    let kinds: Vec<String> = facts.chain(gone).chain(unmatched).collect();
    if kinds.is_empty() {
        return None;
    }
    let opening = if is_undone { "Undone" } else { "Changed" };
    Some(format!("{opening}: {}", kinds.join(", ")))
}

/// Where a change comes from: `Harris CAD, data of 2026-11-01`.
pub fn origin_words(source: &str, source_date: Option<NaiveDate>, is_undone: bool) -> String {
    let dated = match source_date {
        Some(date) => format!("{source}, data of {date}"),
        None => format!("{source}, date unknown"),
    };
    if is_undone {
        format!("Import undone: {dated}")
    } else {
        dated
    }
}

/// The parcel by its address and number.
pub fn parcel_words(address: Option<&str>, parcelnumb: &str) -> String {
    match address {
        Some(address) => format!("{address} ({parcelnumb})"),
        None => parcelnumb.to_owned(),
    }
}

/// Text as it stands in HTML and XML. Characters that XML does not allow are left out.
pub fn escaped(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    for letter in text.chars() {
        match letter {
            '&' => escaped.push_str("&amp;"),
            '<' => escaped.push_str("&lt;"),
            '>' => escaped.push_str("&gt;"),
            '"' => escaped.push_str("&quot;"),
            '\'' => escaped.push_str("&#39;"),
            '\n' | '\t' => escaped.push(letter),
            '\u{fffe}' | '\u{ffff}' => {}
            other if other.is_control() => {}
            other => escaped.push(other),
        }
    }
    escaped
}

fn shown(fact: WatchedFact, value: &str) -> String {
    match fact {
        WatchedFact::Saleprice | WatchedFact::Parval => format!("${}", grouped(value)),
        WatchedFact::LlGisacre if value == "1" => "1 acre".to_owned(),
        WatchedFact::LlGisacre => format!("{} acres", grouped(value)),
        _ => value.to_owned(),
    }
}

fn counted(parcels: i64) -> String {
    grouped(&parcels.to_string())
}

/// With a comma after each three digits: `1,250,000.5`.
fn grouped(number: &str) -> String {
    let (whole, rest) = number.split_at(number.find('.').unwrap_or(number.len()));
    let mut grouped = String::new();
    for (index, digit) in whole.chars().enumerate() {
        if index > 0 && (whole.len() - index).is_multiple_of(3) && grouped != "-" {
            grouped.push(',');
        }
        grouped.push(digit);
    }
    grouped + rest
}

#[cfg(test)]
mod tests {
    use super::*;

    fn words(fact: WatchedFact, before: Option<&str>, after: Option<&str>, undone: bool) -> String {
        let change = FactChange {
            fact,
            before: before.map(ToOwned::to_owned),
            after: after.map(ToOwned::to_owned),
        };
        change_words(&change, undone)
    }

    #[test]
    fn both_values_are_named_and_unknown_ones_are_said_to_be() {
        use WatchedFact::{LlGisacre, Owner, Parval, Saledate, Saleprice};
        for (fact, before, after, expected) in [
            (
                Owner,
                Some("HERON LLC"),
                Some("EGRET LP"),
                "Owner: HERON LLC -> EGRET LP",
            ),
            (
                Saledate,
                None,
                Some("2026-10-02"),
                "Last sale: unknown -> 2026-10-02",
            ),
            (
                Parval,
                Some("0"),
                Some("1250000"),
                "Appraised value: $0 -> $1,250,000",
            ),
            (
                Saleprice,
                Some("250000.5"),
                None,
                "Sale price: $250,000.5 -> unknown",
            ),
            (
                LlGisacre,
                Some("1"),
                Some("1234.5"),
                "Area: 1 acre -> 1,234.5 acres",
            ),
        ] {
            assert_eq!(words(fact, before, after, false), expected);
        }
    }

    #[test]
    fn what_became_of_a_parcel_is_said_also_when_it_was_undone() {
        use WatchedFact::{Merged, Retired, Returned, Split};
        let (one, more) = (Some("R-2"), Some("R-2A, R-2B"));
        assert_eq!(words(Split, one, more, false), "Split into R-2A, R-2B");
        assert_eq!(
            words(Split, more, one, true),
            "No longer split into R-2A, R-2B"
        );
        assert_eq!(words(Merged, more, one, false), "Merged: R-2A, R-2B -> R-2");
        assert_eq!(words(Merged, one, more, true), "No longer merged into R-2");
        assert_eq!(
            words(Retired, one, None, false),
            "No longer in the county's records"
        );
        assert_eq!(
            words(Returned, one, None, true),
            "No longer in the county's records"
        );
        assert_eq!(
            words(Returned, None, one, false),
            "In the county's records again"
        );
    }

    #[test]
    fn text_cannot_become_markup() {
        assert_eq!(
            escaped("<b>&\"'\u{0}\u{b}\n"),
            "&lt;b&gt;&amp;&quot;&#39;\n"
        );
    }

    #[test]
    fn what_newly_matches_and_what_changed_is_counted() {
        for (newly, changed, is_undone, expected) in [
            (1, 0, false, "1 parcel newly matches \"Land\""),
            (1200, 0, false, "1,200 parcels newly match \"Land\""),
            (1, 0, true, "1 parcel is no longer new in \"Land\""),
            (12, 0, true, "12 parcels are no longer new in \"Land\""),
            (
                12,
                1200,
                false,
                "12 parcels newly match \"Land\"; 1,200 that matched before changed",
            ),
            (
                1,
                7,
                true,
                "1 parcel is no longer new in \"Land\"; changes of 7 were undone",
            ),
            (0, 1, false, "1 parcel that matched \"Land\" changed"),
            (0, 7, false, "7 parcels that matched \"Land\" changed"),
            (
                0,
                7,
                true,
                "Changes of 7 parcels that matched \"Land\" were undone",
            ),
        ] {
            assert_eq!(match_words("Land", newly, changed, is_undone), expected);
        }
    }

    #[test]
    fn each_kind_of_change_is_named_with_its_count() {
        let nothing = MatchedChanges::default();
        assert_eq!(changed_words(&nothing, false), None);
        let all = MatchedChanges {
            parcels: 1300,
            owner: 1200,
            sale: 3,
            zoning: 1,
            flood: 2,
            gone: 4,
            unmatched: 1,
        };
        assert_eq!(
            changed_words(&all, false).as_deref(),
            Some(
                "Changed: owner of 1,200, last sale of 3, zoning of 1, flood zone of 2, 4 split, merged or retired, 1 no longer matches"
            )
        );
        let gone = MatchedChanges {
            parcels: 1,
            gone: 1,
            ..nothing
        };
        assert_eq!(
            changed_words(&gone, true).as_deref(),
            Some("Undone: 1 split, merged or retired")
        );
        for (unmatched, is_undone, expected) in [
            (1200, false, "Changed: 1,200 no longer match"),
            (1, true, "Undone: 1 matches again"),
            (2, true, "Undone: 2 match again"),
        ] {
            let left = MatchedChanges {
                parcels: unmatched,
                unmatched,
                ..nothing
            };
            assert_eq!(changed_words(&left, is_undone).as_deref(), Some(expected));
        }
    }

    #[test]
    fn source_and_date_are_named() {
        let day = "2026-11-01".parse().ok();
        assert_eq!(origin_words("CAD", day, false), "CAD, data of 2026-11-01");
        assert_eq!(
            origin_words("CAD", None, true),
            "Import undone: CAD, date unknown"
        );
        assert_eq!(parcel_words(Some("1 Main St"), "7"), "1 Main St (7)");
        assert_eq!(parcel_words(None, "7"), "7");
    }
}
